/* cmd_convert.c - `parot convert`: a table or a result in another format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "parot/io.h"
#include "say/json.h"
#include "shell/args.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "shell/progress.h"
#include "shell/suggest.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot convert",
    .operands = "IN OUT [OPTION...]",
    .purpose = "write a table or a result in another format",
    .epilogue = "IN is a table (.csv, .tsv, .npy, .npz, .mat, LIBSVM, IDX, also .gz; - is stdin)\n"
                "or a result (.json, .npz). The name of OUT says the format: a\n"
                "table becomes .csv, .tsv, .npy, .npz or .libsvm, a result .json, .npz, .csv or\n"
                ".tsv, each also with .gz; - is CSV on stdout. Numbers read back as the same\n"
                "doubles. .npy and .npz do not keep column names; .csv and .tsv keep the plan of\n"
                "a result, but not its proof.\n\n"
                "Examples:\n"
                "  parot convert train-images-idx3-ubyte.gz digits.npy\n"
                "  parot convert office.mat:fts features.csv\n"
                "  parot convert mushrooms.libsvm features.csv --drop label\n"
                "  parot convert table.csv table.libsvm --label-col class\n"
                "  parot convert plan.npz plan.json\n\n"
                "Exit: 0 written, 1 failed, 2 usage.\n",
    .writes_nothing = 1};

static const char TABLES[] = ".csv .tsv .npy .npz .libsvm .svm";
static const char RESULTS[] = ".json .npz .csv .tsv";
static const char ALL[] = ".csv .tsv .npy .npz .libsvm .svm .json";

/* The output as text of about 20 characters a number, beside the table. */
enum { BYTES_OF_OUTPUT = 24 };

struct job {
    struct args args;
    char *drop, *label_column;
    int force;
    const char *in, *out;
    int is_result;
    parot_table table;
    parot_result result;
};

/* ---- Reading ------------------------------------------------------------ */

/* What is not a table may be a result; standard input can be read only once. */
static enum outcome read_input(struct job *job)
{
    parot_error table_error = {""}, result_error = {""};
    TRY(input_check(job->in));
    if (parot_table_read(job->in, &job->table, &table_error) == PAROT_OK)
        return SOLVED;
    job->is_result = !path_is_stream(job->in) &&
                     parot_result_read(job->in, &job->result, &result_error) == PAROT_OK;
    if (job->is_result)
        return SOLVED;
    return refuse_status(path_ends_in(job->in, ".json") ? &result_error : &table_error);
}

/* ---- Columns ------------------------------------------------------------ */

static enum outcome find_column(const struct job *job, const char *option, const char *name,
                                int64_t *column)
{
    const parot_table *table = &job->table;
    const char *label = path_label(job->in);
    *column = parot_table_column(table, name);
    if (*column >= 0)
        return SOLVED;
    if (!table->names)
        return refuse(FAILED, "%s %s: %s has no column names", option, name, label);
    const char *near = suggest(name, (const char *const *)table->names, (size_t)table->cols);
    if (near)
        return refuse(FAILED, "%s %s: %s has no such column; did you mean '%s'?", option, name,
                      label, near);
    return refuse(FAILED, "%s %s: %s has no such column", option, name, label);
}

/* "a,b"; takes the commas out of it. */
static enum outcome drop_columns(struct job *job)
{
    for (char *name = job->drop, *next = NULL; name; name = next) {
        int64_t column = 0;
        next = strchr(name, ',');
        if (next)
            *next++ = '\0';
        TRY(find_column(job, "--drop", name, &column));
        if (job->table.cols == 1)
            return refuse(FAILED, "--drop %s: no column of %s would be left", name,
                          path_label(job->in));
        table_remove_column(&job->table, column);
    }
    return SOLVED;
}

static enum outcome name_label(struct job *job)
{
    static char label[] = "label";
    int64_t column = 0;
    if (!job->label_column)
        return SOLVED;
    TRY(find_column(job, "--label-col", job->label_column, &column));
    if (parot_table_column(&job->table, label) >= 0 && strcmp(job->label_column, label) != 0)
        return refuse(FAILED, "--label-col %s: %s has a column 'label' already; --drop label first",
                      job->label_column, path_label(job->in));
    job->table.names[column] = label;
    return SOLVED;
}

/* ---- Writing ------------------------------------------------------------ */

static int is_libsvm(const char *path)
{
    return path_ends_in(path, ".libsvm .svm");
}

static enum outcome check_table(const struct job *job)
{
    const parot_table *table = &job->table;
    double bytes = (double)table->rows * (double)table->cols * BYTES_OF_OUTPUT;
    TRY(output_check("OUT", job->out, TABLES, job->force));
    if (is_libsvm(job->out) && parot_table_column(table, "label") < 0)
        return refuse(FAILED,
                      "%s: LIBSVM begins each row with a label; name its column with --label-col "
                      "COL",
                      job->out);
    return memory_check("writing the table", bytes, "write .npy, or fewer rows at a time");
}

static void note_losses(const struct job *job)
{
    if (job->args.quiet)
        return;
    if (job->is_result && (output_is_stdout(job->out) || !path_ends_in(job->out, ".json")) &&
        !path_ends_in(job->out, ".npz"))
        note("note: %s holds only the plan, without its proof",
             output_is_stdout(job->out) ? "standard output" : job->out);
    if (!job->is_result && job->table.names && path_ends_in(job->out, ".npy .npz"))
        note("note: %s does not keep column names", job->out);
}

static enum outcome write_output(struct job *job)
{
    parot_error err = {""};
    parot_status status = PAROT_OK;
    output_begin(job->out);
    if (job->is_result) {
        TRY(output_check("OUT", job->out, RESULTS, job->force));
        status = parot_result_write(job->out, &job->result, job->force, &err);
    } else {
        TRY(drop_columns(job));
        TRY(name_label(job));
        TRY(check_table(job));
        status = parot_table_write(job->out, &job->table, job->force, &err);
    }
    return status == PAROT_OK ? SOLVED : refuse_status(&err);
}

static void report(const struct job *job)
{
    progress_close();
    const parot_plan *plan = &job->result.plan;
    int64_t rows = job->is_result ? plan->rows : job->table.rows;
    int64_t cols = job->is_result ? plan->cols : job->table.cols;
    if (job->args.json) {
        json_begin("solved");
        json_text("kind", job->is_result ? "result" : "table");
        json_count("rows", rows);
        json_count("cols", cols);
        json_end();
    } else if (!job->args.quiet && !output_is_stdout(job->out) && job->is_result) {
        printf("A plan of %lld pairs between %lld and %lld rows written to %s.\n",
               (long long)plan->count, (long long)rows, (long long)cols, job->out);
    } else if (!job->args.quiet && !output_is_stdout(job->out)) {
        printf("%lld rows of %lld columns written to %s.\n", (long long)rows, (long long)cols,
               job->out);
    }
}

static enum outcome check_request(struct job *job)
{
    const struct args *args = &job->args;
    if (args->count != 2)
        return refuse(MISUSED, "needs two names, IN and OUT; got %d", args->count);
    job->in = args->operands[0];
    job->out = args->operands[1];
    if (args->json && output_is_stdout(job->out))
        return refuse(MISUSED, "--json and OUT - both want standard output; drop one of them");
    return output_check("OUT", job->out, ALL, job->force);
}

/* Works. */
static enum outcome run(struct job *job)
{
    TRY(check_request(job));
    TRY(read_input(job));
    if (job->is_result && (job->drop || job->label_column))
        return refuse(FAILED, "%s applies only to columns of a table; %s is a result",
                      job->drop ? "--drop" : "--label-col", path_label(job->in));
    TRY(write_output(job));
    note_losses(job);
    report(job);
    return SOLVED;
}

/* Owns. */
enum outcome cmd_convert(const char **argv)
{
    struct job job = {0};
    struct option own[] = {{"drop", 0, &job.drop, NULL, "COL,...", "leave out these columns"},
                           {"label-col", 0, &job.label_column, NULL, "COL",
                            "the column of labels, for LIBSVM (label)"},
                           {"force", 'f', NULL, &job.force, NULL, "replace OUT if it exists"}};
    struct option_group groups[] = {{"Conversion:", own, 3}};

    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 1, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_table_free(&job.table);
    parot_result_free(&job.result);
    args_free(&job.args);
    return outcome;
}
