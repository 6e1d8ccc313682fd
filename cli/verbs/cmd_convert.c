/* cmd_convert.c - `parot convert`: a table or a result in another format. */
#include <stdlib.h>

#include "input/points.h"
#include "parot/io.h"
#include "say/document.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "verbs/verbs.h"

static const char TABLES[] = ".csv .tsv .npy .npz .libsvm .svm";
static const char RESULTS[] = ".json .npz .csv .tsv";
static const char ALL[] = ".csv .tsv .npy .npz .libsvm .svm .json";

/* The output as text of about 20 characters a number, beside the table. */
enum { BYTES_OF_OUTPUT = 24 };

struct job {
    struct args args;
    const char *label_column;
    struct feature_request features; /* how to read, and which columns */
    const char *in, *out;
    int is_result;
    parot_frame frame;
    char **names; /* of its columns; NULL: it has none */
    parot_result result;
};

static const struct option OPTIONS[] = {TEXT_OPTION("label-column", struct job, label_column, "COL",
                                                    "the column of labels, for LIBSVM (label)"),
                                        {.name = "force",
                                         .letter = 'f',
                                         .type = OPTION_FLAG,
                                         .to = offsetof(struct job, args.force),
                                         .help = "replace OUT if it exists"},
                                        {0}};

/* ---- Reading ------------------------------------------------------------ */

/* What is not a table may be a result; standard input can be read only once. */
static enum outcome read_input(struct job *job)
{
    parot_error table_error = {0}, result_error = {""};
    TRY(input_check(job->in));
    if (frame_read(&job->features, &job->args, job->in, &job->frame, &table_error) == PAROT_OK)
        return SOLVED;
    job->is_result = !path_is_stream(job->in) &&
                     parot_result_read(job->in, &job->result, &result_error) == PAROT_OK;
    if (!job->is_result)
        return features_refuse(path_ends_in(job->in, ".json") ? &result_error : &table_error);
    const char *option =
        job->label_column ? "label-column" : args_given(&job->args, FEATURE_OPTIONS);
    return option ? refuse(FAILED, "--%s applies only to tables; %s is a result", option,
                           path_label(job->in))
                  : SOLVED;
}

static enum outcome name_label(struct job *job)
{
    static char label[] = "label";
    int64_t column = 0;
    parot_error err = {0};
    if (!job->label_column)
        return SOLVED;
    if (parot_frame_find(&job->frame, job->label_column, &column, &err) != PAROT_OK)
        return refuse(FAILED, "--label-column %s: %s", job->label_column, err.message);
    int64_t present = parot_frame_column(&job->frame, label);
    if (present >= 0 && present != column)
        return refuse(FAILED,
                      "--label-column %s: %s has a column 'label' already; --drop label first",
                      job->label_column, job->frame.label);
    job->frame.columns[column].name = label;
    job->frame.has_names = 1;
    return SOLVED;
}

/* ---- Cells -------------------------------------------------------------- */

/* What a column has that the output cannot hold is refused; text that a
 * person would read as a number causes a note. */
static enum outcome check_column(const struct job *job, const parot_column *column)
{
    const char *label = job->frame.label, *place = parot_frame_place(&job->frame);
    int holds_numbers =
        !output_is_stdout(job->out) && path_ends_in(job->out, ".npy .npz .libsvm .svm");
    int is_text = column->level_count > 0;
    if (column->rounded > 0)
        return refuse(FAILED,
                      "%s %s %lld, column '%.40s': a double cannot hold that whole number "
                      "exactly; leave the column out with --drop",
                      label, place, (long long)column->rounded_row, column->name);
    if (is_text && holds_numbers)
        return refuse(
            FAILED,
            "%s %s %lld, column '%.40s': '%.40s' is not a number%s%s, and %s holds only "
            "numbers; write .csv or .tsv, or leave the column out with --drop",
            label, place, (long long)(column->written ? column->written_row : column->text_row),
            column->name, column->written ? column->written_cell : column->text_cell,
            column->written == PAROT_WRITTEN_COMMA ? " (--decimal , reads it)" : "",
            column->written == PAROT_WRITTEN_POINT ? " (leave --decimal , out)" : "", job->out);
    if (is_text && column->written && job->features.options.strict)
        return refuse(FAILED, "%s %s %lld, column '%.40s': '%.40s' %s%s", label, place,
                      (long long)column->written_row, column->name, column->written_cell,
                      parot_written_rule(column->written),
                      column->written == PAROT_WRITTEN_COMMA ? "; --decimal , reads it" : "");
    if (is_text && column->written)
        tip("note: %s %s %lld, column '%.40s': '%.40s' is written as text; it %s%s", label, place,
            (long long)column->written_row, column->name, column->written_cell,
            parot_written_rule(column->written),
            column->written == PAROT_WRITTEN_COMMA ? "; --decimal , reads it" : "");
    if (column->missing > 0 && holds_numbers)
        return refuse(FAILED,
                      "%s %s %lld, column '%.40s': '%.40s' is missing, and %s holds only "
                      "numbers; use --na drop or --na mean, write .csv or .tsv, or leave the "
                      "column out with --drop",
                      label, place, (long long)column->missing_row, column->name,
                      column->missing_cell, job->out);
    return SOLVED;
}

/* ---- Writing ------------------------------------------------------------ */

/* Numbers as every format holds them, or cells as text. */
static enum outcome write_cells(struct job *job)
{
    parot_error err = {0};
    parot_frame *frame = &job->frame;
    int is_plain = 1;
    for (int64_t k = 0; k < frame->cols; k++) {
        TRY(check_column(job, &frame->columns[k]));
        is_plain &= frame->columns[k].level_count == 0 && frame->columns[k].missing == 0;
    }
    if (!is_plain)
        return outcome_of(parot_frame_write(job->out, frame, job->args.force, &err), &err);
    if (frame->has_names) {
        job->names = malloc((size_t)frame->cols * sizeof *job->names);
        if (!job->names)
            return refuse(FAILED, "%s: out of memory", frame->label);
        for (int64_t k = 0; k < frame->cols; k++)
            job->names[k] = frame->columns[k].name;
    }
    const parot_table table = {frame->rows, frame->cols, frame->data, job->names, NULL};
    return table_write(job->out, &table, job->args.force);
}

static enum outcome write_table(struct job *job)
{
    const parot_frame *frame = &job->frame;
    TRY(name_label(job));
    TRY(output_check("OUT", job->out, TABLES, job->args.force));
    if (path_ends_in(job->out, ".libsvm .svm") && parot_frame_column(frame, "label") < 0)
        return refuse(
            FAILED,
            "%s: LIBSVM begins each row with a label; name its column with --label-column "
            "COL",
            job->out);
    TRY(memory_check("writing the table",
                     (double)frame->rows * (double)frame->cols * BYTES_OF_OUTPUT,
                     "write .npy, or fewer rows at a time"));
    TRY(write_cells(job));
    if (frame->has_names && path_ends_in(job->out, ".npy .npz"))
        tip("note: %s does not keep column names", job->out);
    return SOLVED;
}

static enum outcome write_result(const struct job *job)
{
    parot_error err = {0};
    TRY(output_check("OUT", job->out, RESULTS, job->args.force));
    TRY(outcome_of(parot_result_write(job->out, &job->result, job->args.force, &err), &err));
    if (output_is_stdout(job->out) || !path_ends_in(job->out, ".json .npz"))
        tip("note: %s holds only the plan, without its proof",
            output_is_stdout(job->out) ? "standard output" : job->out);
    return SOLVED;
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
    parot_json_text(json, "kind", job->is_result ? "result" : "table");
    parot_json_integer(json, "rows", job->is_result ? job->result.plan.rows : job->frame.rows);
    parot_json_integer(json, "cols", job->is_result ? job->result.plan.cols : job->frame.cols);
    return document_print(json);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    const parot_plan *plan = &job->result.plan;
    if (output_is_stdout(job->out))
        return;
    if (job->is_result)
        fprintf(file, "A plan of %lld pair%s between %lld and %lld rows written to %s.\n",
                (long long)plan->count, plural(plan->count), (long long)plan->rows,
                (long long)plan->cols, job->out);
    else
        fprintf(file, "%lld row%s of %lld column%s written to %s.\n", (long long)job->frame.rows,
                plural(job->frame.rows), (long long)job->frame.cols, plural(job->frame.cols),
                job->out);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    const struct args *args = &job->args;
    if (args->count != 2)
        return refuse(MISUSED, "needs two names, IN and OUT; got %d", args->count);
    job->in = args->operands[0];
    job->out = args->operands[1];
    if (args->json && output_is_stdout(job->out))
        return refuse(MISUSED, "--json and OUT - both want standard output; drop one of them");
    TRY(output_check("OUT", job->out, ALL, args->force));
    TRY(features_check(&job->features));
    TRY(read_input(job));
    output_begin(job->out);
    TRY(job->is_result ? write_result(job) : write_table(job));
    return args_report(args, print_json, print_words, job);
}

static void release(void *subject)
{
    struct job *job = subject;
    parot_frame_free(&job->frame);
    free(job->names);
    parot_result_free(&job->result);
}

const struct verb VERB_CONVERT = {
    .name = "convert",
    .brief = "write a table or a result in another format",
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
                "  parot convert table.csv table.libsvm --label-column class\n"
                "  parot convert table.csv numbers.npy --na mean --sample 1000\n"
                "  parot convert plan.npz plan.json\n\n"
                "Exit: 0 written, 1 failed, 2 usage.\n",
    .writes_nothing = 1,
    .groups = {{"Conversion:", OPTIONS, 0},
               {"Tables:", FEATURE_OPTIONS, offsetof(struct job, features)}},
    .size = sizeof(struct job),
    .run = run,
    .release = release};
