/* cmd_predict.c - `parot predict`: labels for rows that were not there when the model was made. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "json.h"
#include "memory.h"
#include "number.h"
#include "output.h"
#include "points.h"
#include "progress.h"
#include "pu_labels.h"
#include "pu_request.h"
#include "verbs.h"
#include "wording.h"

static const struct usage USAGE = {
    .name = "parot predict",
    .operands = "MODEL NEW [OPTION...]",
    .purpose = "label new rows with a model of parot pu",
    .epilogue = "MODEL was written by parot pu --model. NEW has the columns that it was trained\n"
                "on, in the same order. Each row is judged alone; with --prior P the rows are a\n"
                "batch of which the part P is labelled 1. Without -o the labels go to stdout as\n"
                "CSV: id, label, score, rank.\n"
                "\n"
                "Example:\n"
                "  parot pu good.csv all.csv --prior 0.3 --model model.npy\n"
                "  parot predict model.npy new.csv -o labels.csv\n"
                "\n"
                "Exit: 0 labelled, 1 failed, 2 usage, 130 interrupted.\n"};

struct job {
    struct args args;
    char *prior_text, *id_name, *fold;
    double prior;
    parot_table model;
    struct points rows;
    double *id;
    parot_pu_result result;
};

static enum outcome check(struct job *job)
{
    const struct args *args = &job->args;
    job->prior = NAN;
    if (args->count != 2)
        return refuse(MISUSED, "needs two files, MODEL and NEW; got %d", args->count);
    if (strcmp(args->operands[0], "-") == 0 && strcmp(args->operands[1], "-") == 0)
        return refuse(MISUSED, "'-' is given twice, but standard input can be read only once");
    if (args->json && !args->output)
        return refuse(MISUSED, "--json and the labels both want standard output; add -o FILE");
    if (job->prior_text) {
        TRY(pu_prior_read(job->prior_text, &job->prior));
        if (isnan(job->prior))
            return refuse(MISUSED, "--prior auto: needs positives; leave it out to judge each row "
                                   "alone");
    }
    return output_check("-o", args->output, ".csv .tsv .npy", args->force);
}

static enum outcome read_files(struct job *job)
{
    parot_error err = {""};
    const char *path = job->args.operands[0];
    if (parot_table_read(path, &job->model, &err) != PAROT_OK)
        return refuse_status(&err);
    if (job->model.cols != 1)
        return refuse(FAILED, "%s: is not a model of parot; `parot pu --model FILE` writes one",
                      path_label(path));
    TRY(points_read(&job->rows, job->args.operands[1], job->id_name));
    job->id = job->rows.weights;
    TRY(fold_columns(&job->rows, job->fold));
    return points_check(&job->rows, PAROT_EUCLIDEAN);
}

/* The rows are scaled and ordered in copies; the distances of 256 of them are kept at a time. */
static enum outcome check_memory(const struct job *job)
{
    enum { BLOCK = 256, COPIES = 2, LISTS = 8 };
    double rows = (double)job->rows.table.rows, cols = (double)job->rows.table.cols;
    double numbers = rows * (COPIES * cols + LISTS) + BLOCK * (double)job->model.rows;
    return memory_check("labelling these rows", sizeof(double) * numbers,
                        "split NEW into parts, each row is judged alone");
}

static enum outcome predict(struct job *job)
{
    parot_error err = {""};
    parot_pu_model model = {job->model.rows, job->model.data, NULL};
    progress_watch(&job->args.run, job->args.quiet, "Ctrl-C stops");
    parot_status status = parot_pu_predict(&model, parot_table_matrix(&job->rows.table), job->prior,
                                           &job->args.run, &job->result, &err);
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
    if (args->json) {
        json_begin("solved");
        json_count("rows", job->result.count);
        json_count("labels_positive", job->result.positives);
        json_end();
    } else if (!args->quiet && args->output && !output_is_stdout(args->output)) {
        printf("%lld of %lld rows are positive.\nWritten to %s.\n",
               (long long)job->result.positives, (long long)job->result.count, args->output);
    }
}

static enum outcome run(struct job *job)
{
    TRY(check(job));
    TRY(read_files(job));
    TRY(check_memory(job));
    TRY(predict(job));
    TRY(pu_labels_write(job->args.output ? job->args.output : "-", &job->result, job->id,
                        PU_LABELS_SHORT, job->args.force));
    report(job);
    return SOLVED;
}

enum outcome cmd_predict(const char **argv)
{
    struct job job = {0};
    struct option own[] = {
        {"prior", 0, &job.prior_text, NULL, "P", "label this part of the rows, as a batch"},
        {"id", 0, &job.id_name, NULL, "COL", "column that names rows and is no feature"},
        {"fold", 0, &job.fold, NULL, "K", "add up K blocks of columns, as for the model"}};
    struct option_group groups[] = {{"What to find:", own, 3}};
    enum outcome outcome = args_parse(&job.args, &USAGE, groups, 1, argv);
    if (outcome == SOLVED && !job.args.is_done)
        outcome = run(&job);
    parot_pu_result_free(&job.result);
    parot_table_free(&job.model);
    points_free(&job.rows);
    args_free(&job.args);
    return outcome;
}
