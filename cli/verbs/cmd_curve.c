/* cmd_curve.c - `parot curve`: the whole curve mass -> cost, its slope, its elbow. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/stated_problem.h"
#include "parot/io.h"
#include "say/curve_words.h"
#include "say/document.h"
#include "say/figure.h"
#include "say/named_rows.h"
#include "say/sketch.h"
#include "say/summary.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot curve",
    .operands = "SOURCE TARGET [OPTION...]",
    .purpose = "what every mass costs to move, and where the elbow is",
    .epilogue =
        "The cost of the cheapest plan of each mass from 0 to S: exact, convex, straight\n"
        "between breakpoints. Its slope is the price of one more unit; the elbow is the\n"
        "breakpoint farthest below the straight line from the first to the last. -o FILE\n"
        "writes a table of mass,objective,slope, the slope to the right of each\n"
        "breakpoint and inf at the last (.csv, .tsv, .npy), or everything (.json).\n"
        "--rows FILE writes row,enter,rank: the mass at which each row begins to move\n"
        "(inf: never), and its position in that order, from 1. On a terminal the curve\n"
        "is drawn. `parot partial --mass M` gives the plan for one mass, with its proof.\n\n"
        "Examples:\n"
        "  parot curve a.csv b.csv -o curve.csv --rows rows.csv --plot curve.svg\n"
        "  parot curve --cost costs.npy --at 0.25,0.5 --json\n\n"
        "Exit: 0 solved, 1 failed, 2 usage, 3 stopped early (what is known of the curve\n"
        "is written), 130 interrupted.\n"};

struct job {
    struct args args;
    struct problem_request request;
    char *mass_text, *at_text, *rows, *plot;
    int with_sketch;
    double mass; /* INFINITY: max */
    double *at;  /* at_count masses, as given */
    int64_t at_count;
    struct problem problem;
    parot_curve curve;
};

/* ---- Before reading ----------------------------------------------------- */

/* "0.5,1,2"; takes the commas out of at_text. */
static enum outcome read_at(struct job *job)
{
    size_t commas = 0;
    for (const char *c = job->at_text; *c; c++)
        commas += *c == ',';
    job->at = malloc((commas + 1) * sizeof *job->at);
    if (!job->at)
        return refuse(FAILED, "out of memory");
    for (char *text = job->at_text, *next = NULL; text; text = next) {
        next = strchr(text, ',');
        if (next)
            *next++ = '\0';
        double mass = 0;
        if (!number_parse(text, &mass) || mass < 0)
            return refuse(
                MISUSED,
                "--at: '%s' is not a mass; give numbers that are 0 or more, such as 0.5,1,2", text);
        job->at[job->at_count++] = mass;
    }
    return SOLVED;
}

static enum outcome check_streams(const struct job *job)
{
    const char *output = job->args.output;
    if (job->rows && output && strcmp(job->rows, output) == 0)
        return refuse(MISUSED, "-o and --rows: give them different files");
    if (job->args.json && output_is_stdout(job->rows))
        return refuse(MISUSED, "--json and --rows - both want standard output; drop one of them");
    if (job->args.json && job->with_sketch)
        return refuse(MISUSED, "--json and --sketch both want standard output; drop one of them");
    return SOLVED;
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    job->mass = INFINITY;
    if (job->mass_text)
        TRY(mass_read(job->mass_text, &job->mass));
    if (job->at_text)
        TRY(read_at(job));
    TRY(problem_check_request(&job->request, args->operands, args->count));
    TRY(check_streams(job));
    TRY(output_check("-o", args->output, job->at ? ".csv .tsv .npy" : ".csv .tsv .npy .json",
                     args->force));
    TRY(figure_check(job->plot, args));
    return output_check("--rows", job->rows, ".csv .tsv .npy", args->force);
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome choose_masses(struct job *job)
{
    TRY(mass_choose(&job->problem, job->mass_text, job->mass));
    double last = job->problem.stated.mass;
    for (int64_t k = 0; k < job->at_count; k++)
        if (job->at[k] > last * (1 + 1e-9)) /* as curve_at has it */
            return refuse(FAILED, "--at %.12g exceeds %.12g, where the curve ends", job->at[k],
                          last);
    return SOLVED;
}

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    phase_begin(PAROT_PHASE_SOLVE, NULL, NULL);
    parot_run run = progress_run(&job->args.run);
    parot_status status = parot_partial_curve(&job->problem.stated, &run, &job->curve, &err);
    progress_clear();
    if (status < 0)
        return problem_refuse(&job->request, status, &err, job->args.run.time_limit);
    if (job->args.verbose)
        note("%lld breakpoints, %lld rounds, %lld pivots, %lld passes over the costs, "
             "%lld allocations",
             (long long)job->curve.count, (long long)job->curve.info.iterations,
             (long long)job->curve.info.pivots, (long long)job->curve.info.passes,
             (long long)job->curve.info.allocations);
    return SOLVED;
}

/* ---- Writing ------------------------------------------------------------ */

enum { COLUMNS = 3 };

/* Of the source; without points the rows are those of the costs. */
static struct named_rows rows_of(const struct job *job)
{
    const parot_features *source = &job->problem.source;
    return (struct named_rows){.row = source->row,
                               .id = source->id,
                               .count = job->problem.stated.cost.rows,
                               .id_name = source->id_name};
}

/* enter,rank behind the row itself: `table` has room for all rows. */
static void fill_rows(const parot_curve *curve, double *table)
{
    for (int64_t i = 0; i < curve->rows; i++) {
        table[COLUMNS * i] = (double)i;
        table[COLUMNS * i + 1] = curve->enter[i];
    }
    for (int64_t k = 0; k < curve->rows; k++)
        table[COLUMNS * curve->order[k] + 2] = (double)(k + 1);
}

static enum outcome write_rows(const struct job *job)
{
    const struct named_rows rows = rows_of(job);
    parot_error err = {0};
    char *names[COLUMNS] = {rows.id ? (char[]){"id"} : (char[]){"row"}, (char[]){"enter"},
                            (char[]){"rank"}};
    parot_table table = {job->curve.rows, COLUMNS, NULL, names, NULL};
    enum outcome outcome = SOLVED;
    if (!job->rows)
        return SOLVED;
    output_begin(job->rows);
    table.data = malloc((size_t)table.rows * COLUMNS * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "%s: out of memory", job->rows);
    fill_rows(&job->curve, table.data);
    if (rows.row)
        outcome = named_rows_write("--rows", job->rows, &rows, &table, job->args.force);
    else if (parot_table_write(job->rows, &table, job->args.force, &err) != PAROT_OK)
        outcome = refuse_status(&err);
    free(table.data);
    return outcome;
}

/* mass,objective,slope at the masses that were asked for, as far as they are known. */
static int64_t fill_at(const struct job *job, double *table)
{
    int64_t rows = 0;
    for (int64_t k = 0; k < job->at_count; k++) {
        struct curve_point point = curve_at(&job->curve, &job->problem, job->at[k]);
        if (isnan(point.cost) || isnan(point.slope))
            continue;
        double row[COLUMNS] = {job->at[k], point.cost, point.slope};
        memcpy(table + COLUMNS * rows++, row, sizeof row);
    }
    return rows;
}

static enum outcome write_at(const struct job *job)
{
    parot_error err = {0};
    char *names[COLUMNS] = {(char[]){"mass"}, (char[]){"objective"}, (char[]){"slope"}};
    parot_table table = {0, COLUMNS, malloc((size_t)job->at_count * COLUMNS * sizeof(double)),
                         names, NULL};
    if (!table.data)
        return refuse(FAILED, "%s: out of memory", job->args.output);
    table.rows = fill_at(job, table.data);
    enum outcome outcome = SOLVED;
    if (table.rows == 0)
        note("%s is not written: no cost at these masses is known", job->args.output);
    else if (parot_table_write(job->args.output, &table, job->args.force, &err) != PAROT_OK)
        outcome = refuse_status(&err);
    free(table.data);
    return outcome;
}

static enum outcome write_files(const struct job *job)
{
    parot_error err = {0};
    const char *output = job->args.output;
    if (output)
        output_begin(output);
    if (output && job->at)
        TRY(write_at(job));
    else if (output && parot_curve_write(output, &job->curve, job->args.force, &err) != PAROT_OK)
        return refuse_status(&err);
    TRY(write_rows(job));
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CURVE};
    panel.of.curve = (parot_plot_curve){&job->curve, job->at_count == 1 ? job->at[0] : NAN};
    return figure_write(job->plot, &panel, 1, &job->args);
}

/* ---- Reporting ---------------------------------------------------------- */

/* Three lists: the masses, their costs and slopes. */
static void put_at(parot_json *json, const struct job *job)
{
    parot_json_object(json, "at");
    parot_json_numbers(json, "mass", job->at, job->at_count);
    parot_json_list(json, "objective");
    for (int64_t k = 0; k < job->at_count; k++)
        parot_json_number(json, NULL, curve_at(&job->curve, &job->problem, job->at[k]).cost);
    parot_json_end(json);
    parot_json_list(json, "slope");
    for (int64_t k = 0; k < job->at_count; k++)
        parot_json_number(json, NULL, curve_at(&job->curve, &job->problem, job->at[k]).slope);
    parot_json_end(json);
    parot_json_end(json);
}

static enum outcome print_json(const struct job *job)
{
    parot_json *json = parot_json_open(parot_status_name(job->curve.status));
    if (job->at)
        put_at(json, job);
    else
        parot_json_curve(json, &job->curve);
    return document_print(json);
}

static void print_words(const struct job *job, FILE *file)
{
    summary_print_problem(file, &job->problem);
    curve_print(file, &job->curve, &job->problem);
    if (job->with_sketch || isatty(fileno(file)))
        sketch_print(file, &job->curve);
    fputs("\n", file);
    phase_print(file);
    if (job->args.output && !output_is_stdout(job->args.output))
        fprintf(file, "Written to %s.\n", job->args.output);
    if (job->rows && !output_is_stdout(job->rows))
        fprintf(file, "Rows written to %s.\n", job->rows);
    figure_tell(file, job->plot);
}

static void print_at(const struct job *job, FILE *file)
{
    curve_print_points(file, &job->curve, &job->problem, job->at, job->at_count);
    if (job->with_sketch)
        sketch_print(file, &job->curve);
    if (job->args.output && !output_is_stdout(job->args.output))
        fprintf(file, "Written to %s.\n", job->args.output);
}

static enum outcome report(const struct job *job)
{
    int is_taken = output_is_stdout(job->args.output) || output_is_stdout(job->rows) ||
                   output_is_stdout(job->plot);
    FILE *file = is_taken ? stderr : stdout;
    progress_close();
    if (job->args.json)
        return print_json(job);
    if (!job->args.quiet && job->at)
        print_at(job, file);
    else if (!job->args.quiet)
        print_words(job, file);
    return SOLVED;
}

static enum outcome judge(const struct job *job)
{
    if (job->curve.status == PAROT_OK)
        return SOLVED;
    if (job->curve.status == PAROT_UNPROVED) {
        if (job->at && !job->args.quiet)
            note("not proved: the totals of both sides differ by rounding, and that is a visible "
                 "share of the cost");
        return FAILED;
    }
    if (job->at && !job->args.quiet)
        note("stopped early (%s): the curve ends at mass %.6g",
             summary_stop_reason(job->curve.status), job->curve.mass[job->curve.count - 1]);
    return progress_interrupted() ? INTERRUPTED : STOPPED;
}

/* Works. Refuses the outputs before the long part begins; interrupts are for that part alone. */
static enum outcome run(struct job *job)
{
    TRY(check_request(job));
    TRY(problem_read(&job->problem, &job->request, &job->args));
    const struct named_rows rows = rows_of(job);
    TRY(named_rows_check("--rows", job->rows, &rows));
    TRY(choose_masses(job));

    progress_hint("Ctrl-C keeps the curve so far");
    TRY(problem_compute_cost(&job->problem, &job->args.run));
    TRY(solve(job));
    TRY(write_files(job));
    TRY(report(job));
    return judge(job);
}

/* Owns. */
enum outcome cmd_curve(const char **argv)
{
    struct job job = {0};
    struct option problem[PROBLEM_OPTIONS];
    struct option own[] = {
        {"mass", 0, &job.mass_text, NULL, "S",
         "mass at which the curve ends (max: the smaller total)"},
        {"at", 0, &job.at_text, NULL, "M1,M2,...", "cost and slope at these masses instead"},
        {"rows", 0, &job.rows, NULL, "FILE", "write the mass at which each row enters"},
        {"sketch", 0, NULL, &job.with_sketch, NULL,
         "draw the curve here, even if not on a terminal"},
        figure_option(&job.plot)};
    struct option_group groups[] = {{"Curve:", own, 5}, {"Problem:", problem, PROBLEM_OPTIONS}};
    problem_options(&job.request, problem);

    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 2, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    free(job.at);
    parot_curve_free(&job.curve);
    problem_free(&job.problem);
    args_free(&job.args);
    return outcome;
}
