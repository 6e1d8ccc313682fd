/* cmd_predict.c - `parot predict`: labels for rows that were not there when the model was made. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/column_roles.h"
#include "input/fold.h"
#include "input/points.h"
#include "pu/pu_labels.h"
#include "pu/pu_request.h"
#include "say/append.h"
#include "say/json.h"
#include "shell/memory.h"
#include "shell/option_number.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"
#include "shell/wording.h"
#include "verbs/verbs.h"

static const struct usage USAGE = {
    .name = "parot predict",
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
                "Exit: 0 labelled, 1 failed, 2 usage, 130 interrupted.\n"};

struct job {
    struct args args;
    char *prior_text, *id_name, *fold;
    struct feature_request features;
    enum missing missing;
    double prior;
    int is_appended;
    parot_table model;
    parot_encoding encoding;
    struct sample sample; /* of NEW */
    struct points rows;   /* as numbers */
    const char **id;
    char *id_title; /* what the column is called that holds them */
    parot_pu_result result;
};

static enum outcome check(struct job *job)
{
    const struct args *args = &job->args;
    job->prior = NAN;
    TRY(features_check(&job->features, &job->missing));
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, MODEL and NEW; got %d", args->count);
    if (job->features.sample)
        return refuse(MISUSED, "--sample %s: every row of NEW gets a label; drop it",
                      job->features.sample);
    TRY(paths_check_streams(args->operands, args->count));
    if (args->json && !args->output)
        return refuse(MISUSED, "--json and the labels both want standard output; add -o FILE");
    if (job->prior_text) {
        TRY(pu_prior_read(job->prior_text, &job->prior));
        if (isnan(job->prior))
            return refuse(MISUSED, "--prior auto: needs positives; leave it out to judge each row "
                                   "alone");
    }
    TRY(append_check(job->is_appended, args->operands[1], args->output));
    return output_check("-o", args->output, ".csv .tsv .npy", args->force);
}

/* Columns that the model does not know are not used; without names all are. */
static enum outcome keep_known(struct job *job, const int64_t *place, char *is_kept)
{
    parot_frame *frame = &job->sample.frame;
    const char *unused = NULL;
    int64_t count = 0;
    for (int64_t k = 0; k < frame->cols; k++) {
        is_kept[k] = place[k] >= 0;
        if (!is_kept[k] && count++ == 0)
            unused = frame->columns[k].name;
    }
    frame_keep(frame, is_kept);
    if (count && !job->args.quiet)
        note("%lld column%s of %s %s not used: the model does not know '%.40s'%s", (long long)count,
             count == 1 ? "" : "s", frame->label, count == 1 ? "is" : "are", unused,
             count == 1 ? "" : " and the others");
    return SOLVED;
}

/* The columns of NEW among those of the model, which are a table without rows. */
static enum outcome match_known(struct job *job)
{
    parot_frame *frame = &job->sample.frame;
    parot_error err = {""};
    parot_frame known = {.cols = job->encoding.count, .has_names = 1};
    int64_t *place = malloc((size_t)frame->cols * sizeof *place);
    char *is_kept = malloc((size_t)frame->cols);
    known.columns = calloc((size_t)known.cols, sizeof *known.columns);
    for (int64_t k = 0; known.columns && k < known.cols; k++)
        known.columns[k].name = job->encoding.columns[k].name;
    enum outcome outcome = SOLVED;
    if (!place || !is_kept || !known.columns)
        outcome = refuse(FAILED, "%s: out of memory", frame->label);
    else if (parot_frame_match(frame, &known, place, &err) != PAROT_OK)
        outcome = refuse_status(&err);
    else
        outcome = keep_known(job, place, is_kept);
    free(place);
    free(is_kept);
    free(known.columns);
    return outcome;
}

/* Works. Columns that count rows are known to the model, or are not used. */
static enum outcome choose(struct job *job, struct choosing *choosing, struct remarks *remarks)
{
    TRY(choosing_open(choosing, &job->features, &job->sample.frame, NULL, remarks));
    if (job->id_name) {
        TRY(choosing_ids(choosing, 0, job->id_name, &job->id));
        job->id_title = frame_name_of(&job->sample.frame, job->id_name);
    }
    return choosing_finish(choosing);
}

static enum outcome read_new(struct job *job)
{
    const char *const names[] = {job->id_name};
    parot_frame *frame = &job->sample.frame;
    struct choosing choosing = {0};
    struct remarks remarks = {0};
    TRY(features_read(&job->features, job->args.operands[1], names, job->id_name != NULL, frame));
    enum outcome outcome = choose(job, &choosing, &remarks);
    choosing_free(&choosing);
    if (outcome != SOLVED)
        return outcome;
    if (!job->args.quiet)
        remarks_tell(&remarks);
    return job->encoding.has_names && frame->has_names ? match_known(job) : SOLVED;
}

static enum outcome encode(struct job *job)
{
    parot_error err = {""};
    int64_t left_out = 0, filled = 0, unknown = 0;
    struct sample *sample = &job->sample;
    TRY(sample_take_all(sample));
    TRY(features_find_missing(sample, job->missing, &left_out, &filled));
    const parot_rows rows = {&sample->frame, sample->row, sample->count};
    if (parot_encoding_apply(&job->encoding, &rows, &job->rows.table, &unknown, &err) != PAROT_OK)
        return refuse(FAILED, "%s; the model was trained on %lld columns", err.message,
                      (long long)job->encoding.count);
    if (left_out && !job->args.quiet)
        note("rows left out because of missing values: %lld", (long long)left_out);
    if (filled && !job->args.quiet)
        note("missing values filled in as in the training: %lld", (long long)filled);
    if (unknown && !job->args.quiet)
        note("cells with a text that the model has not seen, which match no level: %lld",
             (long long)unknown);
    return SOLVED;
}

static enum outcome read_files(struct job *job)
{
    parot_error err = {""};
    const char *path = job->args.operands[0];
    TRY(input_check(path));
    parot_status status = parot_model_read(path, &job->encoding, &job->model, &err);
    if (status == PAROT_EFORMAT)
        return refuse(FAILED, "%s; `parot pu --model FILE` writes models", err.message);
    if (status != PAROT_OK)
        return refuse_status(&err);
    job->rows.path = job->args.operands[1];
    TRY(read_new(job));
    TRY(encode(job));
    TRY(fold_columns(&job->rows, job->fold));
    TRY(points_check(&job->rows, PAROT_METRIC_EUCLIDEAN));
    const struct pu_labels_rows rows = {.row = job->sample.row, .id = job->id};
    return pu_labels_check(job->args.output, &rows, job->sample.count);
}

/* The rows are scaled and ordered in copies; the distances of 256 of them are kept at a time. */
static enum outcome check_memory(const struct job *job)
{
    enum { BLOCK = 256, COPIES = 2, LISTS = 8 };
    double rows = (double)job->rows.table.rows, cols = (double)job->rows.table.cols;
    double numbers = rows * (COPIES * cols + LISTS) + BLOCK * (double)job->model.rows;
    return memory_check("labelling these rows", sizeof(double) * numbers,
                        "split NEW into several files; each row is judged by itself");
}

static enum outcome predict(struct job *job)
{
    parot_error err = {""};
    parot_pu_model model = {job->model.rows, job->model.data, NULL};
    phase_begin(PHASE_SOLVE, "labelling", NULL);
    parot_run run = progress_run_patient(&job->args.run);
    parot_status status = parot_pu_predict(&model, parot_table_matrix(&job->rows.table), job->prior,
                                           &run, &job->result, &err);
    progress_clear();
    if (status == PAROT_OK)
        return SOLVED;
    const struct wording words[] = {{"model", path_label(job->args.operands[0])},
                                    {"rows", path_label(job->args.operands[1])}};
    return refuse_call(status, &err, job->args.run.time_limit, words, 2);
}

static void report(const struct job *job)
{
    const struct args *args = &job->args;
    progress_close();
    if (args->json) {
        json_begin("solved");
        json_count("rows", job->result.count);
        json_count("labels_positive", job->result.positives);
        json_end();
    } else if (!args->quiet && args->output && !output_is_stdout(args->output)) {
        printf("%lld of %lld rows are positive.\n", (long long)job->result.positives,
               (long long)job->result.count);
        phase_print(stdout);
        printf("Written to %s.\n", args->output);
    }
}

static enum outcome run(struct job *job)
{
    TRY(check(job));
    TRY(read_files(job));
    TRY(check_memory(job));
    TRY(predict(job));
    const struct pu_labels_rows rows = {
        .row = job->sample.row, .id = job->id, .id_name = job->id_title};
    const char *output = job->args.output ? job->args.output : "-";
    if (job->is_appended)
        TRY(pu_labels_append(job->args.operands[1], output, &job->result, &rows, &job->features,
                             job->args.force));
    else
        TRY(pu_labels_write(output, &job->result, &rows, PU_LABELS_SHORT, job->args.force));
    report(job);
    return SOLVED;
}

enum outcome cmd_predict(const char **argv)
{
    struct job job = {0};
    struct option own[] = {
        {"prior", 0, &job.prior_text, NULL, "P",
         "fraction of the rows to label positive, as one batch"},
        {"id", 0, &job.id_name, NULL, "COL", "column that names rows and is not a feature"},
        {"fold", 0, &job.fold, NULL, "K", "add up K blocks of columns, as for the model"},
        append_option(&job.is_appended)};
    struct option tables[FEATURE_OPTIONS];
    struct option_group groups[] = {{"What to find:", own, 4},
                                    {"Tables:", tables, FEATURE_OPTIONS}};
    feature_options(&job.features, tables);
    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 2, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_pu_result_free(&job.result);
    parot_table_free(&job.model);
    parot_encoding_free(&job.encoding);
    points_free(&job.rows);
    sample_free(&job.sample);
    free(job.id);
    free(job.id_title);
    args_free(&job.args);
    return outcome;
}
