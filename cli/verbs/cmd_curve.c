/* cmd_curve.c - `parot curve`: the whole curve mass -> cost, its slope, its elbow. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/stated_problem.h"
#include "parot/io.h"
#include "parot/report.h"
#include "say/document.h"
#include "say/named_rows.h"
#include "say/sketch.h"
#include "say/told.h"
#include "shell/launch.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    struct problem_request request;
    const char *mass_text, *at_text, *rows;
    struct figure plot;
    int with_sketch;
    double *at; /* at_count masses, as given, or chosen for clouds too large for the whole curve */
    int64_t at_count;
    struct problem problem;
    parot_curve curve;
    int is_by_mass;         /* the masses are solved one by one: there is no curve, but */
    parot_mass_costs costs; /* at_count masses */
    struct told told;
};

static const struct option OPTIONS[] = {
    NAMED_OPTION("mass", struct job, mass_text, "S", ONLY_MAX,
                 "mass at which the curve ends (max: the smaller total)"),
    TEXT_OPTION("at", struct job, at_text, "M1,M2,...", "cost and slope at these masses instead"),
    OUTPUT_OPTION("rows", struct job, rows, ".csv .tsv .npy", "Rows written to",
                  "write the mass at which each row enters"),
    FLAG_OPTION("sketch", struct job, with_sketch,
                "draw the curve here, even if not on a terminal"),
    MORE_OPTIONS(FIGURE_OPTIONS, struct job, plot),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    problem_defaults(&job->request, PAROT_METRIC_SQEUCLIDEAN);
}

/* ---- Solving ------------------------------------------------------------ */

/* "0.5,1,2" */
static enum outcome read_at(struct job *job)
{
    const char *text = job->at_text;
    job->at = malloc((strlen(text) + 1) * sizeof *job->at); /* more than commas and one */
    if (!job->at)
        return refuse(FAILED, "out of memory");
    for (;;) {
        char word[64];
        double mass = 0;
        size_t length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (!number_parse(word, &mass) || mass < 0)
            return refuse(
                MISUSED,
                "--at: '%s' is not a mass; give numbers that are 0 or more, such as 0.5,1,2", word);
        job->at[job->at_count++] = mass;
        if (!text[length])
            return SOLVED;
        text += length + 1;
    }
}

/* Where the curve ends is said by options, unless weights of a file decide. */
static enum outcome check_at(const struct job *job, int is_by_file)
{
    double end = job->problem.stated.mass;
    for (int64_t k = 0; k < job->at_count; k++)
        if (!parot_is_all(end, job->at[k]))
            return refuse(is_by_file ? FAILED : MISUSED,
                          "--at %.12g exceeds %.12g, where the curve ends", job->at[k], end);
    return SOLVED;
}

/* Masses of a curve that would take too long, unless --at gives them. */
enum { CHOSEN = 20 };

static enum outcome choose_masses(struct job *job)
{
    if (job->at)
        return SOLVED;
    job->at = malloc(CHOSEN * sizeof *job->at);
    if (!job->at)
        return refuse(FAILED, "out of memory");
    job->at_count = CHOSEN;
    for (int k = 0; k < CHOSEN; k++)
        job->at[k] = job->problem.stated.mass * ((double)(k + 1) / CHOSEN);
    return SOLVED;
}

/* What needs the whole curve is refused before anything is solved. */
static enum outcome check_whole(const struct job *job)
{
    const char *output = job->args.output, *dot = output ? strrchr(output, '.') : NULL;
    const char *what = job->rows                          ? "--rows"
                       : job->plot.path                   ? "--plot"
                       : job->with_sketch                 ? "--sketch"
                       : dot && strcmp(dot, ".json") == 0 ? "-o FILE.json"
                                                          : NULL;
    parot_matrix cost = job->problem.stated.cost;
    if (!what)
        return SOLVED;
    return refuse(
        FAILED,
        "%s: needs the whole curve, which takes too long for %lld x %lld points up to mass "
        "%.6g; end it sooner with --mass S (half of the smaller total always works), or "
        "use fewer points, for instance --sample N",
        what, (long long)cost.rows, (long long)cost.cols, job->problem.stated.mass);
}

static enum outcome solve_masses(struct job *job)
{
    parot_error err = {0};
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, NULL);
    parot_status status = parot_partial_points_masses(&job->problem.clouds, job->at, job->at_count,
                                                      &run, &job->costs, &err);
    progress_clear();
    return status < 0 ? problem_refuse(&job->request, status, &err, job->args.run.time_limit)
                      : SOLVED;
}

static enum outcome follow_curve(struct job *job)
{
    parot_error err = {0};
    const parot_info *info = &job->curve.info;
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, NULL);
    parot_status status =
        job->problem.is_matrix_free
            ? parot_partial_points_curve(&job->problem.clouds, &run, &job->curve, &err)
            : parot_partial_curve(&job->problem.stated, &run, &job->curve, &err);
    progress_clear();
    if (status < 0)
        return problem_refuse(&job->request, status, &err, job->args.run.time_limit);
    if (job->args.verbose)
        note("%lld breakpoints, %lld rounds, %lld pivots, %lld passes over the costs, "
             "%lld allocations",
             (long long)job->curve.count, (long long)info->iterations, (long long)info->pivots,
             (long long)info->passes, (long long)info->allocations);
    return SOLVED;
}

/* The whole curve, or the masses of --at one by one where that would take too long. */
static enum outcome solve(struct job *job)
{
    const struct problem *problem = &job->problem;
    job->is_by_mass = problem->is_matrix_free && !parot_points_curve_pays(&problem->clouds);
    if (!job->is_by_mass)
        return follow_curve(job);
    TRY(check_whole(job));
    TRY(choose_masses(job));
    return solve_masses(job);
}

static parot_status status_of(const struct job *job)
{
    return job->is_by_mass ? job->costs.status : job->curve.status;
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

/* row,enter,rank; rank is the position in the order in which rows enter, from 1. */
static enum outcome write_rows(const struct job *job)
{
    const struct named_rows rows = rows_of(job);
    const parot_curve *curve = &job->curve;
    char *names[COLUMNS] = {rows.id ? (char[]){"id"} : (char[]){"row"}, (char[]){"enter"},
                            (char[]){"rank"}};
    parot_table table = {curve->rows, COLUMNS, NULL, names, NULL};
    if (!job->rows)
        return SOLVED;
    output_begin(job->rows);
    table.data = malloc((size_t)table.rows * COLUMNS * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "%s: out of memory", job->rows);
    for (int64_t i = 0; i < curve->rows; i++) {
        table.data[COLUMNS * i] = (double)i;
        table.data[COLUMNS * i + 1] = curve->enter[i];
        table.data[COLUMNS * curve->order[i] + 2] = (double)(i + 1);
    }
    enum outcome outcome =
        rows.row ? named_rows_write("--rows", job->rows, &rows, &table, job->args.force)
                 : table_write(job->rows, &table, job->args.force);
    free(table.data);
    return outcome;
}

/* At mass k of --at. */
static double point_at(const struct job *job, int64_t k, double *slope)
{
    if (!job->is_by_mass)
        return parot_curve_point(&job->curve, problem_most_mass(&job->problem), job->at[k], slope);
    if (slope)
        *slope = job->costs.slope[k];
    return job->costs.objective[k];
}

/* mass,objective,slope at the masses that were asked for; cells of what is not known are empty. A
 * format without empty cells gets the rows that are known. */
static enum outcome write_at(const struct job *job)
{
    const char *output = job->args.output;
    parot_error err = {0};
    parot_column columns[COLUMNS] = {
        {.name = (char[]){"mass"}}, {.name = (char[]){"objective"}}, {.name = (char[]){"slope"}}};
    int has_gaps = !path_ends_in(output, ".npy .npy.gz");
    parot_frame frame = {.cols = COLUMNS, .columns = columns, .has_names = 1};
    frame.data = malloc((size_t)job->at_count * COLUMNS * sizeof *frame.data);
    if (!frame.data)
        return refuse(FAILED, "%s: out of memory", output);
    for (int64_t k = 0; k < job->at_count; k++) {
        double slope = NAN, value = point_at(job, k, &slope);
        const double row[COLUMNS] = {job->at[k], value, slope};
        if (has_gaps || (!isnan(value) && !isnan(slope)))
            memcpy(frame.data + COLUMNS * frame.rows++, row, sizeof row);
    }
    enum outcome outcome =
        frame.rows == 0
            ? refuse(FAILED, "%s: no cost at these masses is known, and .npy has no empty cells",
                     output)
            : outcome_of(parot_frame_write(output, &frame, job->args.force, &err), &err);
    if (outcome == SOLVED && frame.rows < job->at_count)
        note("%s has %lld of %lld masses: the others are not known, and .npy has no empty cells",
             output, (long long)frame.rows, (long long)job->at_count);
    free(frame.data);
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
    else if (output)
        TRY(outcome_of(parot_curve_write(output, &job->curve, job->args.force, &err), &err));
    return job->is_by_mass ? SOLVED : write_rows(job);
}

/* Composes the words, and draws. */
static enum outcome tell(struct job *job)
{
    const struct problem *problem = &job->problem;
    struct told *told = &job->told;
    TRY(told_open(told, PAROT_SUMMARY_KIND_CURVE, &job->args, job->request.source,
                  job->request.target));
    if (problem->has_points) {
        told->summary.source = told_side(&problem->source);
        told->summary.target = told_side(&problem->target);
    }
    told->summary.of.curve = (parot_summary_curve){.problem = &problem->stated,
                                                   .curve = &job->curve,
                                                   .metric = parot_metric_name(problem->metric),
                                                   .at = job->at,
                                                   .at_count = job->at_count,
                                                   .costs = job->is_by_mass ? &job->costs : NULL};
    return told_show(told, &job->plot, NULL, &job->args);
}

/* ---- Reporting ---------------------------------------------------------- */

/* Lists: the masses, their costs and slopes, and what is proved of masses solved one by one. */
static void put_at(parot_json *json, const struct job *job)
{
    parot_json_object(json, "at");
    parot_json_numbers(json, "mass", job->at, job->at_count);
    parot_json_list(json, "objective");
    for (int64_t k = 0; k < job->at_count; k++)
        parot_json_number(json, NULL, point_at(job, k, NULL));
    parot_json_end(json);
    parot_json_list(json, "slope");
    for (int64_t k = 0; k < job->at_count; k++) {
        double slope = NAN;
        point_at(job, k, &slope);
        parot_json_number(json, NULL, slope);
    }
    parot_json_end(json);
    if (job->is_by_mass)
        parot_json_numbers(json, "relative", job->costs.relative, job->at_count);
    parot_json_end(json);
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(status_of(job)));
    if (job->at)
        put_at(json, job);
    else
        parot_json_curve(json, &job->curve);
    return document_print(json);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    fputs(job->told.text, file);
    if (job->with_sketch || (!job->at && launch_is_terminal(file)))
        sketch_print(file, &job->curve);
    if (job->at && !job->is_by_mass)
        return;
    fputs(job->at ? "" : "\n", file);
    phase_print(file);
}

static enum outcome judge(const struct job *job)
{
    parot_status status = status_of(job);
    if (status == PAROT_OK)
        return SOLVED;
    if (status == PAROT_UNPROVED) {
        if (job->at && !job->is_by_mass)
            tip("not proved: the totals of both sides differ by rounding, and that is a visible "
                "share of the cost");
        return FAILED;
    }
    if (job->at && !job->is_by_mass)
        tip("stopped early (%s): the curve ends at mass %.6g", parot_status_name(status),
            job->curve.mass[job->curve.count - 1]);
    return progress_stopped();
}

/* Refuses the outputs before the long part begins; only then are interrupts caught. */
static enum outcome run(void *subject)
{
    struct job *job = subject;
    const struct args *args = &job->args;
    double mass = INFINITY;
    if (job->mass_text)
        TRY(mass_read(job->mass_text, &mass));
    if (job->at_text)
        TRY(read_at(job));
    TRY(problem_check_request(&job->request, args, 0));
    if (args->json && job->with_sketch)
        return refuse(MISUSED, "--json and --sketch both want standard output; drop one of them");
    TRY(args_check_outputs(args, job->at ? ".csv .tsv .npy" : ".csv .tsv .npy .json"));

    TRY(problem_read(&job->problem, &job->request, args));
    const struct named_rows rows = rows_of(job);
    TRY(named_rows_check("--rows", job->rows, &rows));
    TRY(mass_choose(&job->problem, job->mass_text, mass));
    TRY(check_at(job, isinf(mass) && !problem_is_uniform(&job->problem)));

    progress_hint("Ctrl-C keeps the curve so far");
    TRY(problem_prepare(&job->problem, &args->run));
    TRY(solve(job));
    TRY(write_files(job));
    TRY(tell(job));
    TRY(args_report(args, print_json, print_words, job));
    return judge(job);
}

static void release(void *subject)
{
    struct job *job = subject;
    free(job->at);
    told_free(&job->told);
    parot_mass_costs_free(&job->costs);
    parot_curve_free(&job->curve);
    problem_free(&job->problem);
}

const struct verb VERB_CURVE = {
    .name = "curve",
    .brief = "compute the cost of every mass: curve, slope and elbow",
    .operands = "SOURCE TARGET [OPTION...]",
    .purpose = "what every mass costs to move, and where the elbow is",
    .epilogue = "The cost of the cheapest plan of each mass from 0 to S: exact, convex, straight\n"
                "between breakpoints. Its slope is the price of one more unit; the elbow is the\n"
                "breakpoint farthest below the straight line from the first to the last. -o FILE\n"
                "writes a table of mass,objective,slope, the slope to the right of each\n"
                "breakpoint and inf at the last (.csv, .tsv, .npy), or everything (.json).\n"
                "--rows FILE writes row,enter,rank: the mass at which each row begins to move\n"
                "(inf: never), and its position in that order, from 1. On a terminal the curve\n"
                "is drawn. `parot partial --mass M` gives the plan for one mass, with its proof.\n"
                "The whole curve of more than 40,000 points, up to more than half of the mass,\n"
                "may take too long: then 20 masses, or those of --at, are solved one by one, and\n"
                "proved.\n\n"
                "Examples:\n"
                "  parot curve a.csv b.csv -o curve.csv --rows rows.csv --plot curve.svg\n"
                "  parot curve --cost costs.npy --at 0.25,0.5 --json\n\n"
                "Exit: 0 solved, 1 failed, 2 usage, 3 stopped early (what is known of the curve\n"
                "is written), 130 interrupted.\n",
    .groups = {{"Curve:", OPTIONS, 0},
               {"Problem:", PROBLEM_OPTIONS, offsetof(struct job, request)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
