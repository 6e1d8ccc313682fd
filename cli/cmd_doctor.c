/* cmd_doctor.c - `parot doctor`: what files look like to us, and what would go wrong with them. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "args.h"
#include "facts.h"
#include "json.h"
#include "points.h"
#include "verbs.h"

static const struct usage USAGE = {
    .name = "parot doctor",
    .operands = "FILE... [OPTION...]",
    .purpose = "what files look like to us, and what would go wrong with them",
    .epilogue = "Each file is read as every verb would read it. What is found is listed with the\n"
                "verb that it matters to and a way out: columns that are constant, that count\n"
                "the rows, or that outweigh all others in a distance; copies of rows; infinite\n"
                "numbers; names that differ between the files.\n"
                "\n"
                "Examples:\n"
                "  parot doctor good.csv all.csv\n"
                "  parot doctor costs.npy -q && parot partial --cost costs.npy --mass 0.5\n"
                "\n"
                "Exit: 0 all can be read, 1 one cannot, 2 usage.\n",
    .writes_nothing = 1};

enum { MOST_SHOWN = 12, NAME = 40 }; /* columns in the list; characters of a name */

struct job {
    struct args args;
    int64_t findings;
    parot_table before; /* the file before, for its columns */
    const char *before_path;
};

/* ---- Saying it ---------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void find(struct job *job, const char *format, ...)
{
    va_list arguments;
    job->findings++;
    if (job->args.quiet || job->args.json)
        return;
    va_start(arguments, format);
    fputs("  - ", stdout);
    vprintf(format, arguments);
    fputs("\n", stdout);
    va_end(arguments);
}

/* "'age'", or "column 3" where there are no names. */
static const char *column_name(const parot_table *table, int64_t k, char text[NAME])
{
    if (table->names && *table->names[k])
        snprintf(text, NAME, "'%.32s'", table->names[k]);
    else
        snprintf(text, NAME, "column %lld", (long long)k + 1);
    return text;
}

static void print_columns(const parot_table *table, const struct table_facts *facts)
{
    char name[NAME];
    for (int64_t k = 0; k < table->cols && k < MOST_SHOWN; k++) {
        const struct column_facts *column = &facts->columns[k];
        printf("  %-16s %-6s %.6g to %.6g, %.1f %% of the squared distance\n",
               column_name(table, k, name), column->is_whole ? "whole" : "real", column->low,
               column->high, 100 * column->part);
    }
    if (table->cols > MOST_SHOWN)
        printf("  ... and %lld more\n", (long long)(table->cols - MOST_SHOWN));
}

/* ---- Findings ----------------------------------------------------------- */

static void examine_column(struct job *job, const parot_table *table,
                           const struct column_facts *column, int64_t k)
{
    char name[NAME];
    column_name(table, k, name);
    if (column->infinite > 0)
        find(job,
             "%s has %lld infinite numbers: fine in --cost (+inf forbids a pair), refused as a "
             "coordinate; drop these rows",
             name, (long long)column->infinite);
    if (column->is_constant && table->rows > 1 && table->cols > 1)
        find(job,
             "%s is %g in every row and tells nothing apart; parot convert --drop leaves it "
             "out",
             name, column->low);
    if (column->is_count && table->cols > 1)
        find(job,
             "%s counts the rows: as a coordinate it makes no sense; pu has --id, the others "
             "need parot convert --drop",
             name);
}

/* Names that say what a column is for. */
static void examine_names(struct job *job, const parot_table *table)
{
    static const char *const known[][2] = {
        {"weight", "is a coordinate unless --weight-column weight is given"},
        {"label",
         "is a coordinate unless pu has --label-col label, or --truth label; parot convert "
         "--drop label leaves it out"},
        {"id", "is a coordinate unless pu has --id id; parot convert --drop id leaves it out"}};
    for (int64_t k = 0; k < table->cols && table->names && table->cols > 1; k++)
        for (size_t n = 0; n < sizeof known / sizeof *known; n++)
            if (strcasecmp(table->names[k], known[n][0]) == 0)
                find(job, "'%s' %s", table->names[k], known[n][1]);
}

static void examine_rows(struct job *job, const parot_table *table, const struct table_facts *facts)
{
    char name[NAME];
    const struct column_facts *widest = &facts->columns[facts->widest];
    if (facts->copies > 0)
        find(job, "%lld row%s cop%s of others: plans between equal rows are not unique",
             (long long)facts->copies, facts->copies == 1 ? " is a" : "s are",
             facts->copies == 1 ? "y" : "ies");
    if (facts->zeros > 0 && table->cols > 1)
        find(job, "%lld row%s no number but 0: --metric cosine refuses %s", (long long)facts->zeros,
             facts->zeros == 1 ? " has" : "s have", facts->zeros == 1 ? "it" : "them");
    if (table->cols > 1 && widest->part > 0.95 && !facts->is_symmetric)
        find(job,
             "%s carries %.1f %% of the squared distance; pu has --scale rank or zscore, "
             "elsewhere divide it",
             column_name(table, facts->widest, name), 100 * widest->part);
    if (facts->is_symmetric)
        find(job,
             "it is square and symmetric: if these are distances, gromov needs --distances, and "
             "partial and path --cost");
    if (table->rows == 1 && !facts->is_symmetric)
        find(job, "there is a single row: prior needs two, and transport has nothing to choose");
}

/* Files that are given together are to be compared. */
static void examine_pair(struct job *job, const parot_table *table, const char *path)
{
    const parot_table *before = &job->before;
    int64_t missing = 0;
    if (!job->before_path)
        return;
    if (before->cols != table->cols)
        find(job, "it has %lld columns, %s %lld: only gromov compares such files",
             (long long)table->cols, path_label(job->before_path), (long long)before->cols);
    else if (!before->names != !table->names)
        find(job, "only %s has names of columns: they are matched by their place",
             table->names ? path_label(path) : path_label(job->before_path));
    for (int64_t k = 0; k < table->cols && before->names && table->names; k++)
        missing += parot_table_column(before, table->names[k]) < 0;
    if (missing > 0 && before->cols == table->cols)
        find(job, "%lld name%s not in %s: verbs that match by name refuse both", (long long)missing,
             missing == 1 ? " of a column is" : "s of columns are", path_label(job->before_path));
}

/* ---- A file ------------------------------------------------------------- */

static void keep_for_next(struct job *job, parot_table *table, const char *path)
{
    parot_table_free(&job->before);
    job->before = *table;
    job->before_path = path;
    *table = (parot_table){0};
}

static enum outcome examine_table(struct job *job, parot_table *table, const char *path)
{
    struct table_facts facts;
    TRY(facts_find(table, &facts));
    if (!job->args.quiet && !job->args.json) {
        printf("%s: a table of %lld rows and %lld columns, %s\n", path_label(path),
               (long long)table->rows, (long long)table->cols,
               table->names ? "with names" : "without names");
        print_columns(table, &facts);
    }
    for (int64_t k = 0; k < table->cols && k < MOST_SHOWN; k++)
        examine_column(job, table, &facts.columns[k], k);
    examine_names(job, table);
    examine_rows(job, table, &facts);
    examine_pair(job, table, path);
    facts_free(&facts);
    return SOLVED;
}

static enum outcome examine_result(struct job *job, const char *path, const parot_error *refusal)
{
    parot_result result = {0};
    parot_error err = {""};
    int is_json = strstr(path, ".json") != NULL;
    if (path_is_stream(path) || parot_result_read(path, &result, &err) != PAROT_OK)
        return refuse(FAILED, "%s", is_json ? err.message : refusal->message);
    if (!job->args.quiet && !job->args.json)
        printf("%s: a result: %lld pairs between %lld and %lld rows, mass %.6g, %s\n",
               path_label(path), (long long)result.plan.count, (long long)result.plan.rows,
               (long long)result.plan.cols, result.mass, parot_status_name(result.status));
    if (result.status != PAROT_OK)
        find(job, "it was stopped early (%s): certify will not find it proven",
             parot_status_name(result.status));
    parot_result_free(&result);
    return SOLVED;
}

static enum outcome examine(struct job *job, const char *path)
{
    parot_table table = {0};
    parot_error err = {""};
    int64_t before = job->findings;
    if (parot_table_read(path, &table, &err) != PAROT_OK)
        return examine_result(job, path, &err);
    enum outcome outcome = examine_table(job, &table, path);
    if (outcome == SOLVED && job->findings == before && !job->args.quiet && !job->args.json)
        puts("  Nothing stands out.");
    keep_for_next(job, &table, path);
    return outcome;
}

/* Works. One file that cannot be read does not keep the others from being looked at. */
static enum outcome run(struct job *job)
{
    enum outcome worst = SOLVED;
    if (job->args.count < 1)
        return refuse(MISUSED, "which files? Give one or more");
    for (int k = 0; k < job->args.count; k++) {
        enum outcome outcome = examine(job, job->args.operands[k]);
        worst = outcome == SOLVED ? worst : outcome;
        if (k + 1 < job->args.count && !job->args.quiet && !job->args.json)
            puts("");
    }
    if (job->args.json) {
        json_begin(worst == SOLVED ? "solved" : "failed");
        json_count("files", job->args.count);
        json_count("findings", job->findings);
        json_end();
    }
    return worst;
}

/* Owns. */
enum outcome cmd_doctor(const char **argv)
{
    struct job job = {0};
    enum outcome outcome = args_parse(&job.args, &USAGE, NULL, 0, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_table_free(&job.before);
    args_free(&job.args);
    return outcome;
}
