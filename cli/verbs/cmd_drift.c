/* cmd_drift.c - `parot drift`: which rows of today's table do not fit a reference? */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "parot/tasks.h"
#include "say/append.h"
#include "say/document.h"
#include "say/drift_html.h"
#include "say/figure.h"
#include "say/named_rows.h"
#include "say/plan_html.h"
#include "shell/args.h"
#include "shell/choice.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot drift",
    .operands = "REFERENCE TODAY [OPTION...]",
    .purpose = "find rows of a table that do not fit a reference",
    .epilogue =
        "Both tables have the same columns, matched by name. Transport moves today's\n"
        "rows to the reference, cheapest first; the price at which a row enters says how\n"
        "poorly it fits. To learn which prices are usual, the reference is split into\n"
        "random halves, and one half is moved to the other. A row is flagged as new if\n"
        "its price exceeds the (1 - L) quantile of the reference prices. With no drift,\n"
        "a fraction L is flagged by chance; the summary says whether there are more.\n\n"
        "-o FILE has a row for each row of TODAY: id, is_new (1 or 0), score (fraction\n"
        "of reference rows with a lower price), price, match (the nearest row of\n"
        "REFERENCE, from 0), match_cost (its distance) and order. Order 1 is the new row\n"
        "to label first; each next one is the row farthest from the reference and from\n"
        "all rows before it; 0: not new. The order of rows in the files does not matter.\n\n"
        "Examples:\n"
        "  parot drift january.csv today.csv -o new.csv\n"
        "  parot drift january.csv today.csv --level 0.01 --id customer --json\n"
        "  parot drift january.csv today.csv --exit-code -q || echo 'look at this'\n\n"
        "Exit: 0 done, with drift or without, 1 failed, 2 usage, 3 stopped early (by\n"
        "fewer splits), 4 drift (with --exit-code), 130 interrupted.\n"};

struct job {
    struct args args;
    int is_appended; /* --append */
    char *level, *room, *splits, *scale, *metric, *plot, *page;
    int exit_code; /* drift is to be seen in it */
    struct points_request request;
    parot_drift_options options;
    parot_features reference, today;
    parot_drift_result result;
};

/* ---- Before reading ----------------------------------------------------- */

static enum outcome read_level(const char *text, double *level)
{
    if (!text)
        return SOLVED;
    TRY(number_read("--level", text, level));
    if (*level > 0 && *level < 1)
        return SOLVED;
    if (*level >= 1 && *level < 100)
        return refuse(MISUSED, "--level %s: must be in (0,1); did you mean %g?", text,
                      *level / 100);
    return refuse(MISUSED, "--level %s: must be in (0,1)", text);
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    parot_drift_options *options = &job->options;
    int scale = PAROT_AUTO, metric = PAROT_AUTO;
    int64_t splits = 0;
    parot_drift_options_init(options);
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, REFERENCE and TODAY; got %d file%s", args->count,
                      args->count == 1 ? "" : "s");
    TRY(paths_check_streams(args->operands, 2));
    TRY(features_check(&job->request.features));
    TRY(read_level(job->level, &options->level));
    TRY(choice_read("--scale", job->scale, &SCALES, &scale));
    TRY(choice_read("--metric", job->metric, &METRICS_OR_AUTO, &metric));
    options->scale = scale;
    options->metric = metric;
    if (job->room) {
        TRY(number_read("--room", job->room, &options->room));
        if (!(options->room >= 1 && options->room <= 1e6))
            return refuse(MISUSED, "--room %s: must be from 1 to 1e6", job->room);
    }
    if (job->splits) {
        TRY(number_read_count("--splits", job->splits, 1, 1000, &splits));
        options->splits = splits;
    }
    TRY(output_check("-o", args->output, ".csv .tsv .npy", args->force));
    if (job->is_appended && !args->output)
        return refuse(MISUSED, "--append: where to? Give -o FILE.csv or .tsv");
    TRY(append_check(job->is_appended, args->operands[1], args->output));
    TRY(figure_check(job->plot, args));
    return output_check("--report", job->page, ".html .htm", args->force);
}

/* ---- Reading ------------------------------------------------------------ */

enum { MATCH = 4, COLUMNS = 7 }; /* of the table that is written */

static struct named_rows rows_of(const struct job *job)
{
    return (struct named_rows){job->today.row,           job->today.id, job->today.count,
                               job->today.id_name,       MATCH,         job->reference.id,
                               job->reference.frame.rows};
}

/* Today's rows are the ones that are named. */
static enum outcome check_ids(const struct job *job)
{
    const struct named_rows rows = rows_of(job);
    if (job->request.id && !job->today.id)
        return refuse(FAILED, "--id %s: %s has no such column", job->request.id,
                      path_label(job->today.path));
    return named_rows_check("-o", job->args.output, &rows);
}

static enum outcome check_memory(const struct job *job)
{
    double n = (double)job->today.table.rows, m = (double)job->reference.table.rows;
    return memory_check("the cost matrices", needs_of_drift(n, m),
                        "use a random sample of REFERENCE");
}

static enum outcome read_tables(struct job *job)
{
    const struct points_bond bond = points_bond_of(&job->args, "parot gromov");
    job->reference.path = job->args.operands[0];
    job->today.path = job->args.operands[1];
    TRY(points_read(&job->reference, &job->today, &job->request, &bond));
    TRY(check_ids(job));
    TRY(points_check(&job->reference, PAROT_METRIC_EUCLIDEAN));
    TRY(points_check(&job->today, PAROT_METRIC_EUCLIDEAN));
    return check_memory(job);
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    phase_begin(PAROT_PHASE_SOLVE, "pricing", NULL);
    parot_run run = progress_run(&job->args.run);
    parot_status status =
        parot_drift(parot_table_matrix(&job->reference.table),
                    parot_table_matrix(&job->today.table), &job->options, &run, &job->result, &err);
    progress_clear();
    if (status >= 0)
        return SOLVED;
    const struct wording words[] = {{"reference", path_label(job->reference.path)},
                                    {"today", path_label(job->today.path)}};
    return refuse_call(status, &err, job->args.run.time_limit, words, 2);
}

/* ---- Writing ------------------------------------------------------------ */

static void fill_row(const struct job *job, int64_t i, double *row)
{
    const parot_drift_result *result = &job->result;
    row[1] = result->is_new[i];
    row[2] = result->score[i];
    row[3] = result->price[i];
    row[4] = (double)job->reference.row[result->match[i]];
    row[5] = result->match_cost[i];
    row[6] = result->order[i];
}

/* The table of today with is_new and score. */
static enum outcome append_rows(const struct job *job)
{
    static const char *const names[] = {"is_new", "score"};
    const parot_drift_result *result = &job->result;
    double *values = malloc(2 * (size_t)result->count * sizeof *values);
    const struct added added = {result->count, job->today.row, 2, names, values};
    if (!values)
        return refuse(FAILED, "--append: out of memory");
    for (int64_t i = 0; i < result->count; i++) {
        values[2 * i] = result->is_new[i];
        values[2 * i + 1] = result->score[i];
    }
    enum outcome outcome = append_write(job->today.path, job->args.output, &job->request.features,
                                        &added, job->args.force);
    free(values);
    return outcome;
}

static enum outcome write_rows(const struct job *job)
{
    static char words[COLUMNS][12] = {"id",    "is_new",     "score", "price",
                                      "match", "match_cost", "order"};
    char *names[COLUMNS];
    const struct named_rows rows = rows_of(job);
    parot_table table = {job->result.count, COLUMNS, NULL, names, NULL};
    if (!job->args.output)
        return SOLVED;
    output_begin(job->args.output);
    table.data = malloc((size_t)table.rows * COLUMNS * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "-o %s: out of memory", job->args.output);
    if (job->is_appended) {
        free(table.data);
        return append_rows(job);
    }
    for (int k = 0; k < COLUMNS; k++)
        names[k] = words[k];
    for (int64_t i = 0; i < table.rows; i++)
        fill_row(job, i, table.data + COLUMNS * i);
    enum outcome outcome = named_rows_write("-o", job->args.output, &rows, &table, job->args.force);
    free(table.data);
    return outcome;
}

/* ---- Reporting ---------------------------------------------------------- */

/* The new row that is to be labelled k-th, in the file. */
static int64_t row_in_order(const struct job *job, int32_t k)
{
    int64_t i = 0;
    while (i + 1 < job->result.count && job->result.order[i] != k)
        i++;
    return job->today.row[i];
}

static void print_first(FILE *file, const struct job *job)
{
    enum { LISTED = 5 };
    int64_t alarms = job->result.alarms;
    if (alarms == 0)
        return;
    fprintf(file, "  %-14s ", "label first");
    for (int32_t k = 1; k <= alarms && k <= LISTED; k++) {
        int64_t row = row_in_order(job, k);
        fputs(k == 1 ? "" : ", ", file);
        if (job->today.id)
            fprintf(file, "%.40s", job->today.id[row]);
        else
            fprintf(file, "%lld", (long long)row);
    }
    fputs(alarms > LISTED ? ", ...\n" : "\n", file);
}

static void print_verdict(FILE *file, const struct job *job)
{
    const parot_drift_result *result = &job->result;
    if (!result->is_drift)
        fputs("\nNo drift was found: chance alone explains as many rows of high price.\n", file);
    else
        fprintf(file, "\nDrift: about %.3g %% of today's rows are new (%.3g to %.3g %%).\n",
                100 * result->share, 100 * result->low, 100 * result->high);
}

static const char *rows_cost(int64_t count)
{
    return count == 1 ? "row costs" : "rows cost";
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    const parot_drift_result *result = &job->result;
    int64_t features = job->today.table.cols - result->dropped;
    fprintf(file, "%lld reference rows, %lld rows of today, %lld feature%s",
            (long long)job->reference.table.rows, (long long)result->count, (long long)features,
            features == 1 ? "" : "s");
    if (result->dropped)
        fprintf(file, " (%lld constant one%s left out)", (long long)result->dropped,
                result->dropped == 1 ? "" : "s");
    fprintf(file, "\n\n  %-14s scale %s, metric %s, room %.4g, %lld splits\n", "settings",
            parot_scale_name(result->scale), parot_metric_name(result->metric), job->options.room,
            (long long)result->splits);
    fprintf(file, "  %-14s %lld %s more than %.6g; %.4g would be expected by chance (level %.4g)\n",
            "new", (long long)result->alarms, rows_cost(result->alarms), result->threshold,
            result->expected, job->options.level);
    fprintf(file, "  %-14s %lld %s more than any reference row (chance %.2g)\n", "beyond",
            (long long)result->beyond, rows_cost(result->beyond), result->beyond_chance);
    print_first(file, job);
    print_verdict(file, job);
    phase_print(file);
}

/* Ids that are numbers are printed as such if all of them are. */
static int has_text(const struct job *job)
{
    double number = 0;
    int found = 0;
    for (int64_t i = 0; job->today.id && i < job->today.frame.rows && !found; i++)
        found = !number_parse(job->today.id[i], &number) || !isfinite(number);
    return found;
}

static void put_first(parot_json *json, const struct job *job)
{
    int is_text = has_text(job);
    parot_json_list(json, "label_first");
    for (int32_t k = 1; k <= job->result.alarms; k++) {
        int64_t row = row_in_order(job, k);
        if (is_text)
            parot_json_text(json, NULL, job->today.id[row]);
        else if (job->today.id)
            document_id(json, NULL, job->today.id[row]);
        else
            parot_json_integer(json, NULL, row);
    }
    parot_json_end(json);
}

static enum outcome print_json(const struct job *job)
{
    const parot_drift_result *result = &job->result;
    parot_json *json = parot_json_open(parot_status_name(result->status));
    parot_json_integer(json, "n_reference", job->reference.table.rows);
    parot_json_integer(json, "features", job->today.table.cols - result->dropped);
    parot_json_number(json, "level", job->options.level);
    parot_json_number(json, "room", job->options.room);
    parot_json_drift(json, result);
    put_first(json, job);
    return document_print(json);
}

/* Works: `content` and its words are the caller's. */
static enum outcome show(const struct job *job, struct drift_page *content)
{
    TRY(drift_page_scale(content, &job->args));
    TRY(drift_page_draw(job->plot, content, &job->args));
    return drift_page_write(job->page, content, &job->args);
}

static enum outcome write_pictures(const struct job *job)
{
    if (!job->plot && !job->page)
        return SOLVED;
    output_begin(job->plot ? job->plot : job->page);
    char *text = page_words(print_words, job);
    struct drift_page content = {.reference = &job->reference,
                                 .today = &job->today,
                                 .result = &job->result,
                                 .level = job->options.level,
                                 .words = text};
    enum outcome outcome = show(job, &content);
    drift_page_free(&content);
    free(text);
    return outcome;
}

static void tell_files(FILE *file, const struct job *job)
{
    if (job->args.output && !output_is_stdout(job->args.output))
        fprintf(file, "Written to %s.\n", job->args.output);
    figure_tell(file, job->plot);
    if (job->page)
        fprintf(file, "Report written to %s.\n", job->page);
}

static enum outcome report(const struct job *job)
{
    int is_taken = output_is_stdout(job->args.output) || output_is_stdout(job->plot);
    FILE *file = is_taken ? stderr : stdout;
    if (job->args.json)
        return print_json(job);
    progress_close();
    if (!job->args.quiet) {
        print_words(file, job);
        tell_files(file, job);
    }
    return SOLVED;
}

/* Works. */
static enum outcome run(struct job *job)
{
    TRY(check_request(job));
    TRY(read_tables(job));
    progress_hint("Ctrl-C keeps the splits that are done");
    TRY(solve(job));
    TRY(write_rows(job));
    TRY(write_pictures(job));
    TRY(report(job));
    if (job->result.status != PAROT_OK)
        return progress_interrupted() ? INTERRUPTED : STOPPED;
    return job->exit_code && job->result.is_drift ? FOUND : SOLVED;
}

/* Owns. */
enum outcome cmd_drift(const char **argv)
{
    struct job job = {0};
    struct option own[] = {
        {"level", 0, &job.level, NULL, "L",
         "fraction of rows flagged as new when nothing is (0.05)"},
        {"room", 0, &job.room, NULL, "R",
         "how many times its share of today's rows a reference row may take (2)"},
        {"splits", 0, &job.splits, NULL, "N", "random splits that show which prices are usual (5)"},
        {"scale", 0, &job.scale, NULL, "S", "{} (auto: robust)"},
        {"metric", 0, &job.metric, NULL, "M", "{} (auto: euclidean)"},
        append_option(&job.is_appended),
        {"exit-code", 0, NULL, &job.exit_code, NULL, "exit with 4 if there is drift"},
        figure_option(&job.plot),
        plan_page_option(&job.page)};
    struct option points[POINTS_OPTIONS];
    struct option_group groups[] = {{"What is new:", own, sizeof own / sizeof *own},
                                    {"Columns:", points, POINTS_OPTIONS}};
    points_options(&job.request, points);
    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 2, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_drift_result_free(&job.result);
    parot_features_free(&job.reference);
    parot_features_free(&job.today);
    args_free(&job.args);
    return outcome;
}
