/* cmd_drift.c - `parot drift`: which rows of today's table do not fit a reference? */
#include <math.h>
#include <stdlib.h>

#include "input/points.h"
#include "parot/report.h"
#include "parot/tasks.h"
#include "say/append.h"
#include "say/document.h"
#include "say/named_rows.h"
#include "say/told.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    int is_appended; /* --append */
    int exit_code;   /* drift is to be seen in it */
    const char *page;
    struct figure plot;
    struct points_request request;
    parot_drift_options options;
    parot_features reference, today;
    parot_drift_result result;
    struct told told;
};

static const struct option OPTIONS[] = {
    NUMBER_OPTION("level", struct job, options.level, "L",
                  "fraction of rows flagged as new when nothing is (0.05)"),
    NUMBER_OPTION("room", struct job, options.room, "R",
                  "how many times its share of today's rows a reference row may take (2)"),
    COUNT_OPTION("splits", struct job, options.splits, "N", 1, 1000,
                 "random splits that show which prices are usual (5)"),
    CHOICE_OPTION("scale", struct job, options.scale, "S", SCALES, "{} (auto: robust)"),
    CHOICE_OPTION("metric", struct job, options.metric, "M", METRICS_OR_AUTO,
                  "{} (auto: euclidean)"),
    APPEND_OPTION(struct job, is_appended),
    FLAG_OPTION("exit-code", struct job, exit_code, "exit with 4 if there is drift"),
    MORE_OPTIONS(FIGURE_OPTIONS, struct job, plot),
    REPORT_OPTION(struct job, page),
    {0}};

static void set_defaults(void *subject)
{
    struct job *job = subject;
    points_defaults(&job->request);
    parot_drift_options_init(&job->options);
}

/* ---- Reading ------------------------------------------------------------ */

static enum outcome check_request(const struct job *job)
{
    const struct args *args = &job->args;
    const parot_drift_options *options = &job->options;
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, REFERENCE and TODAY; got %d file%s", args->count,
                      plural(args->count));
    TRY(paths_check_streams(args->operands, 2));
    TRY(features_check(&job->request.features));
    if (options->level >= 1 && options->level < 100)
        return refuse(MISUSED, "--level %s: must be in (0,1); did you mean %g?",
                      args_text(args, "level"), options->level / 100);
    if (!(options->level > 0 && options->level < 1))
        return refuse(MISUSED, "--level %s: must be in (0,1)", args_text(args, "level"));
    if (!(options->room >= 1 && options->room <= 1e6))
        return refuse(MISUSED, "--room %s: must be from 1 to 1e6", args_text(args, "room"));
    TRY(append_check(job->is_appended, args->operands[1], args->output));
    return args_check_outputs(args, ".csv .tsv .npy");
}

enum { MATCH = 4, COLUMNS = 7 }; /* of the table that is written */

static struct named_rows rows_of(const struct job *job)
{
    return (struct named_rows){job->today.row,           job->today.id, job->today.count,
                               job->today.id_name,       MATCH,         job->reference.id,
                               job->reference.frame.rows};
}

/* Today's rows are the ones that are named. */
static enum outcome read_tables(struct job *job)
{
    parot_features *reference = &job->reference, *today = &job->today;
    const char *id = job->request.features.options.id;
    reference->path = job->args.operands[0];
    today->path = job->args.operands[1];
    TRY(points_read(reference, today, &job->request, &job->args, "parot gromov"));
    if (id && !today->id)
        return refuse(FAILED, "--id %s: %s has no such column", id, path_label(today->path));
    const struct named_rows rows = rows_of(job);
    TRY(named_rows_check("-o", job->args.output, &rows));
    TRY(points_check(reference, PAROT_METRIC_EUCLIDEAN));
    TRY(points_check(today, PAROT_METRIC_EUCLIDEAN));
    return memory_check("pricing these rows",
                        parot_drift_memory(parot_table_matrix(&reference->table),
                                           parot_table_matrix(&today->table)),
                        TAKE_A_SAMPLE);
}

/* ---- Solving ------------------------------------------------------------ */

static enum outcome solve(struct job *job)
{
    parot_error err = {0};
    const struct wording words[] = {{"reference", path_label(job->reference.path)},
                                    {"today", path_label(job->today.path)}};
    parot_run run = progress_begin(&job->args.run, PAROT_PHASE_SOLVE, "pricing");
    parot_status status =
        parot_drift(parot_table_matrix(&job->reference.table),
                    parot_table_matrix(&job->today.table), &job->options, &run, &job->result, &err);
    progress_clear();
    return status < 0 ? refuse_call(status, &err, job->args.run.time_limit, words, 2) : SOLVED;
}

/* ---- Writing ------------------------------------------------------------ */

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
    char *names[COLUMNS] = {(char[]){"id"},    (char[]){"is_new"}, (char[]){"score"},
                            (char[]){"price"}, (char[]){"match"},  (char[]){"match_cost"},
                            (char[]){"order"}};
    const struct named_rows rows = rows_of(job);
    const parot_drift_result *result = &job->result;
    parot_table table = {result->count, COLUMNS, NULL, names, NULL};
    if (!job->args.output)
        return SOLVED;
    output_begin(job->args.output);
    if (job->is_appended)
        return append_rows(job);
    table.data = malloc((size_t)table.rows * COLUMNS * sizeof *table.data);
    if (!table.data)
        return refuse(FAILED, "-o %s: out of memory", job->args.output);
    for (int64_t i = 0; i < table.rows; i++) {
        double *row = table.data + COLUMNS * i;
        row[1] = result->is_new[i];
        row[2] = result->score[i];
        row[3] = result->price[i];
        row[MATCH] = (double)job->reference.row[result->match[i]];
        row[5] = result->match_cost[i];
        row[6] = result->order[i];
    }
    enum outcome outcome = named_rows_write("-o", job->args.output, &rows, &table, job->args.force);
    free(table.data);
    return outcome;
}

/* ---- Reporting ---------------------------------------------------------- */

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    told_print(file, &job->told);
}

/* Today's new rows in the order in which they are to be labelled. Ids that are numbers are printed
 * as such if all of them are. */
static void put_first(parot_json *json, const struct job *job)
{
    const parot_features *today = &job->today;
    double number = 0;
    int is_text = 0;
    for (int64_t i = 0; today->id && i < today->frame.rows && !is_text; i++)
        is_text = !number_parse(today->id[i], &number);
    parot_json_list(json, "label_first");
    for (int32_t k = 1; k <= job->result.alarms; k++) {
        int64_t i = parot_drift_row(&job->result, k);
        if (i < 0) /* it was stopped before all had a place */
            break;
        if (is_text)
            parot_json_text(json, NULL, today->id[today->row[i]]);
        else if (today->id)
            document_id(json, NULL, today->id[today->row[i]]);
        else
            parot_json_integer(json, NULL, today->row[i]);
    }
    parot_json_end(json);
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
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

/* What is said of the answer, drawn, and written as a report. */
static enum outcome compose(struct job *job)
{
    parot_summary *summary = &job->told.summary;
    TRY(told_open(&job->told, PAROT_SUMMARY_KIND_DRIFT, &job->args, job->reference.path,
                  job->today.path));
    summary->source = told_side(&job->today);
    summary->target = told_side(&job->reference);
    summary->of.drift = (parot_summary_drift){.options = &job->options, .result = &job->result};
    return told_show(&job->told, &job->plot, job->page, &job->args);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    TRY(check_request(job));
    TRY(read_tables(job));
    progress_hint("Ctrl-C keeps the splits that are done");
    TRY(solve(job));
    TRY(write_rows(job));
    TRY(compose(job));
    TRY(args_report(&job->args, print_json, print_words, job));
    if (job->result.status != PAROT_OK)
        return progress_stopped();
    return job->exit_code && job->result.is_drift ? FOUND : SOLVED;
}

static void release(void *subject)
{
    struct job *job = subject;
    told_free(&job->told);
    parot_drift_result_free(&job->result);
    parot_features_free(&job->reference);
    parot_features_free(&job->today);
}

const struct verb VERB_DRIFT = {
    .name = "drift",
    .brief = "find what is new in today's table",
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
        "fewer splits), 4 drift (with --exit-code), 130 interrupted.\n",
    .groups = {{"What is new:", OPTIONS, 0},
               {"Columns:", POINTS_OPTIONS, offsetof(struct job, request.features)}},
    .size = sizeof(struct job),
    .defaults = set_defaults,
    .run = run,
    .release = release};
