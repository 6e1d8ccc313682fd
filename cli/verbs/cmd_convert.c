/* cmd_convert.c - `parot convert`: a table or a result in another format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "parot/io.h"
#include "say/document.h"
#include "shell/args.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "shell/progress.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot convert",
    .operands = "IN OUT [OPTION...]",
    .purpose = "write a table or a result in another format",
    .epilogue = "IN is a table (.csv, .tsv, .npy, .npz, .mat, LIBSVM, IDX, also .gz; - is stdin)\n"
                "or a result (.json, .npz). The name of OUT says the format: a\n"
                "table becomes .csv, .tsv, .npy, .npz or .libsvm, a result .json, .npz, .csv or\n"
                ".tsv, each also with .gz; - is CSV on stdout. Numbers read back as the same\n"
                "doubles. .npy and .npz do not keep column names; only .csv and .tsv keep text\n"
                "and missing cells, and of a result the plan but not its proof.\n"
                "\n"
                "Examples:\n"
                "  parot convert train-images-idx3-ubyte.gz digits.npy\n"
                "  parot convert office.mat:fts features.csv\n"
                "  parot convert mushrooms.libsvm features.csv --drop label\n"
                "  parot convert german.csv english.csv --decimal ,\n"
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
    char *label_column;
    struct feature_request features; /* how to read, and which columns */
    int force;
    const char *in, *out;
    int is_result;
    parot_frame frame;
    char **names; /* of its columns; NULL: it has none */
    parot_result result;
};

/* ---- Reading ------------------------------------------------------------ */

/* What is not a table may be a result; standard input can be read only once. */
static enum outcome read_input(struct job *job)
{
    const parot_reading reading = features_reading(&job->features);
    parot_error table_error = {0}, result_error = {""};
    TRY(input_check(job->in));
    if (parot_frame_read_as(job->in, &reading, &job->frame, &table_error) == PAROT_OK)
        return SOLVED;
    job->is_result = !path_is_stream(job->in) &&
                     parot_result_read(job->in, &job->result, &result_error) == PAROT_OK;
    if (job->is_result)
        return SOLVED;
    return features_refuse(path_ends_in(job->in, ".json") ? &result_error : &table_error);
}

/* ---- Columns ------------------------------------------------------------ */

/* Works. */
static enum outcome keep_listed(struct job *job, char *is_kept)
{
    const parot_frame *const frames[] = {&job->frame};
    const char *columns = job->features.columns, *drop = job->features.drop;
    parot_error err = {0};
    int64_t kept = 0;
    if (!is_kept)
        return refuse(FAILED, "%s: out of memory", job->frame.label);
    if (parot_frame_choose(frames, 1, columns ? columns : drop, 1, &is_kept, &err) != PAROT_OK)
        return refuse(FAILED, "%s: %s", columns ? "--columns" : "--drop", err.message);
    for (int64_t k = 0; k < job->frame.cols; k++) {
        is_kept[k] = columns ? is_kept[k] : !is_kept[k];
        kept += is_kept[k];
    }
    if (kept == 0)
        return refuse(FAILED, "--drop %s: no column of %s would be left", drop, job->frame.label);
    parot_frame_keep(&job->frame, is_kept);
    return SOLVED;
}

static enum outcome choose_columns(struct job *job)
{
    if (!job->features.columns && !job->features.drop)
        return SOLVED;
    char *is_kept = calloc((size_t)job->frame.cols, 1);
    enum outcome outcome = keep_listed(job, is_kept);
    free(is_kept);
    return outcome;
}

static enum outcome name_label(struct job *job)
{
    static char label[] = "label";
    int64_t column = 0;
    parot_error err = {0};
    if (!job->label_column)
        return SOLVED;
    if (parot_frame_find(&job->frame, job->label_column, &column, &err) != PAROT_OK)
        return refuse(FAILED, "--label-col %s: %s", job->label_column, err.message);
    int64_t present = parot_frame_column(&job->frame, label);
    if (present >= 0 && present != column)
        return refuse(FAILED, "--label-col %s: %s has a column 'label' already; --drop label first",
                      job->label_column, job->frame.label);
    job->frame.columns[column].name = label;
    job->frame.has_names = 1;
    return SOLVED;
}

static enum outcome list_names(struct job *job)
{
    if (!job->frame.has_names)
        return SOLVED;
    job->names = malloc((size_t)job->frame.cols * sizeof *job->names);
    if (!job->names)
        return refuse(FAILED, "%s: out of memory", job->frame.label);
    for (int64_t k = 0; k < job->frame.cols; k++)
        job->names[k] = job->frame.columns[k].name;
    return SOLVED;
}

/* ---- Cells -------------------------------------------------------------- */

/* Text that is a number to a person is worth a word. */
static enum outcome check_text(const struct job *job, const parot_column *column)
{
    if (!output_is_stdout(job->out) && path_ends_in(job->out, ".npy .npz .libsvm .svm"))
        return refuse(
            FAILED,
            "%s row %lld, column '%.40s': '%.40s' is not a number%s%s, and %s holds only "
            "numbers; write .csv or .tsv, or leave the column out with --drop",
            job->frame.label, (long long)(column->written ? column->written_row : column->text_row),
            column->name, column->written ? column->written_cell : column->text_cell,
            column->written == PAROT_WRITTEN_COMMA ? " (--decimal , reads it)" : "",
            column->written == PAROT_WRITTEN_POINT ? " (leave --decimal , out)" : "", job->out);
    if (column->written && !job->args.quiet)
        note("note: %s row %lld, column '%.40s': '%.40s' is written as text; it %s%s",
             job->frame.label, (long long)column->written_row, column->name, column->written_cell,
             parot_written_rule(column->written),
             column->written == PAROT_WRITTEN_COMMA ? "; --decimal , reads it" : "");
    return SOLVED;
}

/* *is_plain: all cells are numbers, as every format holds them. */
static enum outcome check_cells(const struct job *job, int *is_plain)
{
    *is_plain = 1;
    for (int64_t k = 0; k < job->frame.cols; k++) {
        const parot_column *column = &job->frame.columns[k];
        if (column->rounded > 0)
            return refuse(
                FAILED,
                "%s row %lld, column '%.40s': a double cannot hold that whole number exactly; "
                "leave the column out with --drop",
                job->frame.label, (long long)column->rounded_row, column->name);
        if (column->level_count > 0)
            TRY(check_text(job, column));
        if (column->missing > 0 && !output_is_stdout(job->out) &&
            path_ends_in(job->out, ".npy .npz .libsvm .svm"))
            return refuse(FAILED,
                          "%s row %lld, column '%.40s': '%.40s' is missing, and %s holds only "
                          "numbers; write .csv or .tsv, or leave the column out with --drop",
                          job->frame.label, (long long)column->missing_row, column->name,
                          column->missing_cell, job->out);
        *is_plain &= column->level_count == 0 && column->missing == 0;
    }
    return SOLVED;
}

/* ---- Writing ------------------------------------------------------------ */

static int is_libsvm(const char *path)
{
    return path_ends_in(path, ".libsvm .svm");
}

static enum outcome check_table(const struct job *job)
{
    const parot_frame *frame = &job->frame;
    double bytes = (double)frame->rows * (double)frame->cols * BYTES_OF_OUTPUT;
    TRY(output_check("OUT", job->out, TABLES, job->force));
    if (is_libsvm(job->out) && parot_frame_column(frame, "label") < 0)
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
    if (!job->is_result && job->names && path_ends_in(job->out, ".npy .npz"))
        note("note: %s does not keep column names", job->out);
}

static enum outcome write_output(struct job *job)
{
    parot_error err = {0};
    parot_status status = PAROT_OK;
    int is_plain = 1;
    output_begin(job->out);
    if (job->is_result) {
        TRY(output_check("OUT", job->out, RESULTS, job->force));
        status = parot_result_write(job->out, &job->result, job->force, &err);
    } else {
        TRY(choose_columns(job));
        TRY(name_label(job));
        TRY(check_table(job));
        TRY(check_cells(job, &is_plain));
        TRY(list_names(job));
        const parot_table table = {.rows = job->frame.rows,
                                   .cols = job->frame.cols,
                                   .data = job->frame.data,
                                   .names = job->names};
        status = is_plain ? parot_table_write(job->out, &table, job->force, &err)
                          : parot_frame_write(job->out, &job->frame, job->force, &err);
    }
    return status == PAROT_OK ? SOLVED : refuse_status(&err);
}

static enum outcome report(const struct job *job)
{
    progress_close();
    const parot_plan *plan = &job->result.plan;
    int64_t rows = job->is_result ? plan->rows : job->frame.rows;
    int64_t cols = job->is_result ? plan->cols : job->frame.cols;
    if (job->args.json) {
        parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
        parot_json_text(json, "kind", job->is_result ? "result" : "table");
        parot_json_integer(json, "rows", rows);
        parot_json_integer(json, "cols", cols);
        return document_print(json);
    }
    if (!job->args.quiet && !output_is_stdout(job->out) && job->is_result) {
        printf("A plan of %lld pairs between %lld and %lld rows written to %s.\n",
               (long long)plan->count, (long long)rows, (long long)cols, job->out);
    } else if (!job->args.quiet && !output_is_stdout(job->out)) {
        printf("%lld rows of %lld columns written to %s.\n", (long long)rows, (long long)cols,
               job->out);
    }
    return SOLVED;
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
    TRY(features_check(&job->features));
    TRY(read_input(job));
    const char *given = job->label_column ? "label-col" : feature_option_given(&job->features);
    if (job->is_result && given)
        return refuse(FAILED, "--%s applies only to tables; %s is a result", given,
                      path_label(job->in));
    TRY(write_output(job));
    note_losses(job);
    return report(job);
}

/* Owns. */
enum outcome cmd_convert(const char **argv)
{
    struct job job = {0};
    struct option own[] = {{"columns", 0, &job.features.columns, NULL, "LIST",
                            "write only these columns: names, numbers, 5-7"},
                           {"drop", 0, &job.features.drop, NULL, "LIST", "leave out these columns"},
                           {"decimal", 0, &job.features.decimal, NULL, "C",
                            "decimals of IN take a point (.) or a comma (,)"},
                           {"no-header", 0, NULL, &job.features.has_no_header, NULL,
                            "the first row of IN is data, not names"},
                           {"label-col", 0, &job.label_column, NULL, "COL",
                            "the column of labels, for LIBSVM (label)"},
                           {"force", 'f', NULL, &job.force, NULL, "replace OUT if it exists"}};
    struct option_group groups[] = {{"Conversion:", own, 6}};

    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 1, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_frame_free(&job.frame);
    free(job.names);
    parot_result_free(&job.result);
    args_free(&job.args);
    return outcome;
}
