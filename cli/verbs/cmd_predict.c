/* cmd_predict.c - `parot predict`: labels for rows that were not there when the model was made. */
#include <math.h>

#include "input/points.h"
#include "pu/pu_labels.h"
#include "pu/pu_request.h"
#include "say/append.h"
#include "say/document.h"
#include "shell/memory.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/verbs.h"

struct job {
    struct args args;
    const char *prior_text;
    struct feature_request features;
    int64_t fold;
    int is_appended;
    parot_table model;
    parot_encoding encoding;
    parot_features sides[2]; /* NEW alone */
    parot_pu_result result;
};

static const struct option OPTIONS[] = {
    TEXT_OPTION("prior", struct job, prior_text, "P",
                "fraction of the rows to label positive, as one batch"),
    TEXT_OPTION("id", struct job, features.options.id, "COL",
                "column that names rows and is not a feature"),
    COUNT_OPTION("fold", struct job, fold, "K", 1, INT32_MAX,
                 "add up K blocks of columns, as for the model"),
    APPEND_OPTION(struct job, is_appended),
    {0}};

static enum outcome check_request(const struct job *job, double *prior)
{
    const struct args *args = &job->args;
    TRY(features_check(&job->features));
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, MODEL and NEW; got %d", args->count);
    if (args_text(args, "sample"))
        return refuse(MISUSED, "--sample %s: every row of NEW gets a label; drop it",
                      args_text(args, "sample"));
    TRY(paths_check_streams(args->operands, args->count));
    if (args->json && !args->output)
        return refuse(MISUSED, "--json and the labels both want standard output; add -o FILE");
    TRY(pu_prior_read(job->prior_text, prior));
    if (job->prior_text && isnan(*prior))
        return refuse(MISUSED, "--prior auto: needs positives; leave it out to judge each row "
                               "alone");
    TRY(append_check(job->is_appended, args->operands[1], args->output ? args->output : "-"));
    return args_check_outputs(args, ".csv .tsv .npy");
}

static struct pu_labels_rows rows_of(const parot_features *rows)
{
    return (struct pu_labels_rows){.row = rows->row, .id = rows->id, .id_name = rows->id_name};
}

/* Columns that the model does not know are not used. */
static enum outcome read_files(struct job *job)
{
    parot_error err = {0};
    parot_notes notes = {0};
    const char *path = job->args.operands[0];
    const char *const paths[2] = {job->args.operands[1], NULL};
    TRY(input_check(path));
    parot_status status = parot_model_read(path, &job->encoding, &job->model, &err);
    if (status == PAROT_EFORMAT)
        return refuse(FAILED, "%s; `parot pu --model FILE` writes models", err.message);
    TRY(outcome_of(status, &err));
    parot_features_options options = features_options(&job->features);
    options.encoding = &job->encoding;
    TRY(features_read(&job->features, &options, paths, job->sides, &notes));
    notes_tell(&notes);
    TRY(fold_columns(job->sides, job->fold));
    TRY(points_check(job->sides, PAROT_METRIC_EUCLIDEAN));
    const struct pu_labels_rows rows = rows_of(job->sides);
    return pu_labels_check(job->args.output, &rows, job->sides->count);
}

static enum outcome predict(struct job *job, double prior)
{
    parot_error err = {0};
    parot_pu_model model = {job->model.rows, job->model.data, NULL};
    const struct wording words[] = {{"model", path_label(job->args.operands[0])},
                                    {"rows", path_label(job->args.operands[1])}};
    TRY(memory_check("labelling these rows",
                     parot_pu_predict_memory(&model, parot_table_matrix(&job->sides->table)),
                     "split NEW into several files; each row is judged by itself"));
    phase_begin(PAROT_PHASE_SOLVE, "labelling", NULL);
    parot_run run = progress_run_patient(&job->args.run);
    parot_status status = parot_pu_predict(&model, parot_table_matrix(&job->sides->table), prior,
                                           &run, &job->result, &err);
    progress_clear();
    return status == PAROT_OK ? SOLVED
                              : refuse_call(status, &err, job->args.run.time_limit, words, 2);
}

static enum outcome print_json(const void *subject)
{
    const struct job *job = subject;
    parot_json *json = parot_json_open(parot_status_name(PAROT_OK));
    parot_json_integer(json, "count", job->result.count);
    parot_json_integer(json, "positives", job->result.positives);
    return document_print(json);
}

static void print_words(FILE *file, const void *subject)
{
    const struct job *job = subject;
    fprintf(file, "%lld of %lld row%s %s positive.\n", (long long)job->result.positives,
            (long long)job->result.count, plural(job->result.count),
            job->result.positives == 1 ? "is" : "are");
    phase_print(file);
}

static enum outcome run(void *subject)
{
    struct job *job = subject;
    const struct args *args = &job->args;
    const char *output = args->output ? args->output : "-";
    double prior = NAN;
    TRY(check_request(job, &prior));
    TRY(read_files(job));
    TRY(predict(job, prior));
    const struct pu_labels_rows rows = rows_of(job->sides);
    if (job->is_appended)
        TRY(pu_labels_append(args->operands[1], output, &job->result, &rows, &job->features,
                             args->force));
    else
        TRY(pu_labels_write(output, &job->result, &rows, PU_LABELS_SHORT, args->force));
    if (output_is_stdout(output))
        return SOLVED;
    return args_report(args, print_json, print_words, job);
}

static void release(void *subject)
{
    struct job *job = subject;
    parot_pu_result_free(&job->result);
    parot_table_free(&job->model);
    parot_encoding_free(&job->encoding);
    parot_features_free(job->sides);
}

const struct verb VERB_PREDICT = {
    .name = "predict",
    .brief = "label new rows with a model of pu",
    .operands = "MODEL NEW [OPTION...]",
    .purpose = "label new rows with a model of parot pu",
    .epilogue = "MODEL was written by parot pu --model. NEW has the columns that it was trained\n"
                "on, matched by name; other columns are not used. A text that the model has not\n"
                "seen is 0 in all columns of its levels. Each row is judged by itself; with\n"
                "--prior P the rows are one batch, of which the fraction P is labelled 1.\n"
                "Without -o the labels go to stdout as CSV: id, label, score, rank. Rows that\n"
                "--na drop leaves out are not in it; --na mean fills in the means of the\n"
                "training data.\n\n"
                "Example:\n"
                "  parot pu good.csv all.csv --prior 0.3 --model model.npz\n"
                "  parot predict model.npz new.csv -o labels.csv\n\n"
                "Exit: 0 labelled, 1 failed, 2 usage, 130 interrupted.\n",
    .groups = {{"What to find:", OPTIONS, 0},
               {"Tables:", FEATURE_OPTIONS, offsetof(struct job, features)}},
    .size = sizeof(struct job),
    .run = run,
    .release = release};
