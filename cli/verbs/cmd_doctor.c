/* cmd_doctor.c - `parot doctor`: describes files and lists what would go wrong with them. */
#include <stdio.h>
#include <string.h>

#include "doctor/diagnosis.h"
#include "input/feature_options.h"
#include "input/points.h"
#include "say/document.h"
#include "shell/memory.h"
#include "verbs/verbs.h"

enum { MOST_SHOWN = 12 }; /* columns in the list */

struct job {
    struct args args;
    struct feature_request features; /* how to read, and which columns and rows */
    struct findings findings;        /* of all files */
    int64_t told;                    /* so many of them */
    struct examined before;          /* the file before, for its columns */
    int has_before;
};

static const struct option OPTIONS[] = {
    {.more = CATEGORIES_OPTION}, {.more = FEATURE_OPTIONS}, {0}};

static int is_silent(const struct job *job)
{
    return job->args.quiet || job->args.json;
}

static void tell_findings(struct job *job)
{
    for (; job->told < job->findings.count; job->told++)
        if (!is_silent(job))
            printf("  - %s\n", job->findings.list[job->told].text);
}

/* ---- What it looks like ------------------------------------------------- */

/* "commas" */
static const char *describe_delimiter(char delimiter)
{
    return delimiter == ','    ? "separated by commas"
           : delimiter == ';'  ? "separated by semicolons"
           : delimiter == '\t' ? "separated by tabs"
           : delimiter == ' '  ? "separated by blanks"
           : delimiter         ? "text"
                               : "no text";
}

/* "3 levels: 'blue', 'green', ..." */
static void print_levels(const parot_column *column, int64_t rows)
{
    enum { SHOWN = 3 };
    int64_t numbers = rows - column->texts - column->missing;
    printf("%lld level%s: ", (long long)column->level_count, plural(column->level_count));
    for (int64_t l = 0; l < column->level_count && l < SHOWN; l++)
        printf("%s'%.20s'", l ? ", " : "", column->levels[l]);
    fputs(column->level_count > SHOWN ? ", ..." : "", stdout);
    if (column->texts > 0 && numbers > 0)
        printf(", %lld cell%s numbers", (long long)numbers, numbers == 1 ? " is" : "s are");
}

static void print_columns(const struct examined *table)
{
    char name[COLUMN_NAME];
    const parot_frame *frame = &table->frame;
    for (int64_t k = 0; k < frame->cols && k < MOST_SHOWN; k++) {
        const parot_column_facts *column = &table->facts.columns[k];
        int64_t levels = frame->columns[k].level_count;
        printf("  %-16s %-6s ", column_name(frame, k, name),
               levels             ? "text"
               : column->is_whole ? "whole"
                                  : "real");
        if (levels)
            print_levels(&frame->columns[k], frame->rows);
        else
            printf("%.6g to %.6g", column->low, column->high);
        if (frame->columns[k].missing > 0)
            printf(", %lld missing", (long long)frame->columns[k].missing);
        printf(", %.1f %% of the squared distance\n", 100 * column->share);
    }
    if (frame->cols > MOST_SHOWN)
        printf("  ... and %lld more\n", (long long)(frame->cols - MOST_SHOWN));
}

/* As `partial` solves it: from the points themselves where that pays, else from their matrix. */
static double needs_of_partial(const parot_pu_data *data)
{
    const parot_points_problem clouds = {.x = data->unlabeled, .y = data->positive};
    return parot_points_pay(&clouds) ? parot_partial_points_memory(&clouds)
                                     : parot_partial_memory(clouds.x.rows, clouds.y.rows);
}

static double needs_of_curve(const parot_pu_data *data)
{
    const parot_points_problem clouds = {.x = data->unlabeled, .y = data->positive, .mass = 1};
    if (!parot_points_pay(&clouds))
        return parot_partial_memory(clouds.x.rows, clouds.y.rows);
    return parot_points_curve_pays(&clouds) ? parot_points_curve_memory(&clouds)
                                            : parot_partial_points_memory(&clouds);
}

/* Points do without matrices where those do not fit. */
static double needs_of_gromov(const parot_pu_data *data, double most)
{
    const parot_gromov_points_problem clouds = {
        .x = data->unlabeled, .y = data->positive, .metric = PAROT_METRIC_EUCLIDEAN, .mass = 1};
    double matrices = parot_gromov_memory(clouds.x.rows, clouds.y.rows, 1, 1);
    double points = parot_gromov_points_memory(&clouds);
    return matrices < most || points >= most ? matrices : points;
}

/* Squared distances need no matrix, where that fits. */
static const char *instead_of_gromov(const parot_pu_data *data, double most)
{
    const parot_gromov_points_problem clouds = {
        .x = data->unlabeled, .y = data->positive, .metric = PAROT_METRIC_SQEUCLIDEAN, .mass = 1};
    return parot_gromov_points_memory(&clouds) < most
               ? "--metric sqeuclidean needs no matrices, --sample N uses a random sample of the "
                 "rows"
               : "--sample N uses a random sample of the rows";
}

/* What the usual verbs need for this file with the one before it, or with itself. */
static void tell_memory(struct job *job, const struct examined *table)
{
    const parot_frame *frame = &table->frame;
    const parot_frame *first = job->has_before ? &job->before.frame : frame;
    int64_t features = table->facts.features;
    double most = parot_memory_free();
    const parot_pu_data data = {.unlabeled = {NULL, frame->rows, features, features},
                                .positive = {NULL, first->rows, features, features}};
    const struct {
        const char *verb, *instead;
        double bytes;
    } needs[] = {
        {"partial", "--sample N uses a random sample of the rows", needs_of_partial(&data)},
        {"curve", "--sample N uses a random sample of the rows", needs_of_curve(&data)},
        {"gromov", instead_of_gromov(&data, most), needs_of_gromov(&data, most)},
        {"pu", "use --method ridge", parot_pu_memory(&data, NULL)},
        {"drift", "--sample N uses a random sample of the rows",
         parot_drift_memory(data.positive, data.unlabeled)}};
    char text[32], available[32];
    if (!is_silent(job))
        printf("  memory with %s:", job->has_before ? first->label : "itself");
    for (size_t k = 0; k < sizeof needs / sizeof *needs; k++) {
        if (!is_silent(job))
            printf("%s %s %s", k ? "," : "", needs[k].verb,
                   parot_memory_text(needs[k].bytes, text));
        if (needs[k].bytes >= most)
            findings_add(&job->findings, "%s would need %s, and %s are free: %s", needs[k].verb,
                         parot_memory_text(needs[k].bytes, text),
                         parot_memory_text(most, available), needs[k].instead);
    }
    if (!is_silent(job))
        puts("");
}

/* ---- A file ------------------------------------------------------------- */

static void examine_table(struct job *job, const struct examined *table)
{
    const parot_frame *frame = &table->frame;
    int64_t before = job->findings.count;
    if (!is_silent(job)) {
        printf("%s: a table of %lld row%s and %lld column%s, %s, %s\n", frame->label,
               (long long)frame->rows, plural(frame->rows), (long long)frame->cols,
               plural(frame->cols), describe_delimiter(frame->delimiter),
               frame->has_names ? "with names" : "without names");
        print_columns(table);
    }
    tell_memory(job, table);
    diagnose(table, &job->findings);
    if (job->has_before)
        diagnose_pair(&job->before, table, &job->findings);
    if (job->findings.count == before && !is_silent(job))
        puts("  No problems found.");
    tell_findings(job);
}

static enum outcome examine_result(struct job *job, const char *path, const parot_error *refusal)
{
    parot_result result = {0};
    parot_error err = {0};
    int is_json = strstr(path, ".json") != NULL;
    if (path_is_stream(path) || parot_result_read(path, &result, &err) != PAROT_OK)
        return features_refuse(is_json ? &err : refusal);
    if (!is_silent(job))
        printf("%s: a result: %lld pair%s between %lld and %lld rows, mass %.6g, %s\n",
               path_label(path), (long long)result.plan.count, plural(result.plan.count),
               (long long)result.plan.rows, (long long)result.plan.cols, result.mass,
               parot_status_name(result.status));
    if (result.status == PAROT_UNPROVED)
        findings_add(&job->findings, "it is not proved to be optimal, as its solver says; parot "
                                     "certify bounds how far it is from that");
    else if (result.status != PAROT_OK)
        findings_add(&job->findings, "it was stopped early (%s): certify will not find it proved",
                     parot_status_name(result.status));
    tell_findings(job);
    parot_result_free(&result);
    return SOLVED;
}

static enum outcome examine(struct job *job, const char *path)
{
    struct examined table = {0};
    parot_error err = {0};
    job->findings.about = path_label(path);
    if (frame_read(&job->features, &job->args, path, &table.frame, &err) != PAROT_OK)
        return examine_result(job, path, &err);
    enum outcome outcome = outcome_of(parot_frame_examine(&table.frame, &table.facts, &err), &err);
    if (outcome != SOLVED) {
        examined_free(&table);
        return outcome;
    }
    examine_table(job, &table);
    examined_free(&job->before);
    job->before = table;
    job->has_before = 1;
    return SOLVED;
}

static enum outcome print_json(const struct job *job, enum outcome worst)
{
    parot_json *json = parot_json_open(worst == SOLVED ? parot_status_name(PAROT_OK) : "failed");
    parot_json_integer(json, "files", job->args.count);
    parot_json_list(json, "findings");
    for (int64_t k = 0; k < job->findings.count; k++) {
        parot_json_object(json, NULL);
        parot_json_text(json, "about", job->findings.list[k].about);
        parot_json_text(json, "text", job->findings.list[k].text);
        parot_json_end(json);
    }
    parot_json_end(json);
    return document_print(json);
}

/* One file that cannot be read does not keep the others from being looked at. */
static enum outcome run(void *subject)
{
    struct job *job = subject;
    enum outcome worst = SOLVED;
    if (job->args.count < 1)
        return refuse(MISUSED, "which files? Give one or more");
    TRY(features_check(&job->features));
    for (int k = 0; k < job->args.count; k++) {
        enum outcome outcome = examine(job, job->args.operands[k]);
        worst = outcome == SOLVED ? worst : outcome;
        if (k + 1 < job->args.count && !is_silent(job))
            puts("");
    }
    if (job->findings.is_refused && worst == SOLVED)
        worst = FAILED;
    if (job->findings.is_incomplete)
        worst = refuse(FAILED, "out of memory: the report is incomplete");
    if (job->args.json)
        TRY(print_json(job, worst));
    return worst;
}

static void release(void *subject)
{
    struct job *job = subject;
    examined_free(&job->before);
    findings_free(&job->findings);
}

const struct verb VERB_DOCTOR = {
    .name = "doctor",
    .brief = "describe files and find what would go wrong",
    .operands = "FILE... [OPTION...]",
    .purpose = "describe files and find what would go wrong with them",
    .epilogue = "Each file is read as every verb would read it, with the same options, and all\n"
                "columns are checked.\n"
                "Each problem is listed with the verb that it matters to and the option that\n"
                "helps: missing cells, texts among numbers, columns that name or count the\n"
                "rows, that are constant, copies, or outweigh all others in a distance; many\n"
                "levels; copies of rows; infinite numbers; columns that differ between the\n"
                "files. Last comes the memory that verbs need for this file and the previous\n"
                "one.\n\n"
                "Examples:\n"
                "  parot doctor good.csv all.csv\n"
                "  parot doctor costs.npy -q && parot partial --cost costs.npy --mass 0.5\n\n"
                "Exit: 0 verbs take the files, 1 every verb refuses one (or it cannot be read),\n"
                "2 usage.\n",
    .writes_nothing = 1,
    .groups = {{"Tables:", OPTIONS, offsetof(struct job, features)}},
    .size = sizeof(struct job),
    .run = run,
    .release = release};
