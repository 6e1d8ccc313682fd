/* explain_label.c - parot_explain_label: one row of a labelled table.
 *
 * Labels do not keep what they were made with, so the method is trained again: the columns come
 * from its model (explain_row.c), the move from the transport that it begins with (explain_move.c).
 * learned has no model: it is asked for its tolls, and the move is that of its last plan.
 * Where its labels differ from those that are given, other_labels counts them.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/free_memory.h"
#include "base/options.h"
#include "parot/tasks.h"
#include "pu/problem/pu_problem.h"
#include "pu/problem/pu_tables.h"

/* What the answer is made from. */
struct label {
    struct control control;
    parot_pu_data data;
    const parot_pu_options *options;
    const parot_labelled_row *labelled;
    parot_label_reasons *reasons;
    parot_pu_model model;
    parot_pu_result trained;
    parot_pu_transport stated;
    parot_result transport;
};

/* The labels that it comes from are freed. */
static parot_status keep_importance(struct label *job, parot_error *err)
{
    struct arena arena = {0};
    int64_t count = job->trained.importances;
    if (count == 0)
        return PAROT_OK;
    arena_take(&arena, count, sizeof(double));
    TRY(arena_open(&arena, &job->control, err));
    job->reasons->owner = arena.block;
    job->reasons->importance = arena_take(&arena, count, sizeof(double));
    job->reasons->importances = count;
    memcpy(job->reasons->importance, job->trained.importance, (size_t)count * sizeof(double));
    return PAROT_OK;
}

/* Asks the method again. */
static parot_status label_again(struct label *job, int is_trainable, parot_error *err)
{
    parot_run run = control_rest(&job->control);
    parot_status status =
        is_trainable
            ? parot_pu_train(&job->data, job->options, &run, &job->model, &job->trained, err)
            : parot_pu_classify(&job->data, job->options, &run, &job->trained, err);
    TRY(pu_stopped(status_of_step(status), "the labelling", err));
    for (int64_t i = 0; i < job->data.unlabeled.rows; i++)
        job->reasons->other_labels += (job->trained.label[i] > 0) != (job->labelled->label[i] > 0);
    return keep_importance(job, err);
}

static parot_status find_columns(struct label *job, parot_error *err)
{
    parot_matrix rows = job->data.unlabeled;
    TRY(label_again(job, 1, err));
    parot_run run = control_rest(&job->control);
    job->reasons->has_columns = 1;
    return parot_explain_row(&job->model, job->data.positive,
                             rows.data + job->labelled->row * rows.stride, &run,
                             &job->reasons->columns, err);
}

/* Entries of a plan are sorted by row. */
static void count_agreeing(struct label *job, const parot_plan *plan)
{
    double half = 0.5 / (double)plan->rows, moved = 0;
    for (int64_t e = 0; e < plan->count; e++) {
        int is_last = e + 1 == plan->count || plan->row[e + 1] != plan->row[e];
        moved += plan->mass[e];
        if (!is_last)
            continue;
        job->reasons->agreeing += moved >= half && job->labelled->label[plan->row[e]] > 0;
        moved = 0;
    }
}

static parot_status find_move(struct label *job, parot_error *err)
{
    parot_label_reasons *reasons = job->reasons;
    parot_run run = control_rest(&job->control);
    const parot_result *plan = job->trained.toll ? &job->trained.transport : &job->transport;
    TRY(parot_pu_transport_open(&job->data, job->options, &run, &job->stated, err));
    const parot_points_problem *clouds = job->stated.problem.cost.data ? NULL : job->stated.clouds;
    double pairs = (double)job->data.unlabeled.rows * (double)job->data.positive.rows;
    if (!clouds)
        TRY(memory_check_fits(&job->control, sizeof(double) * pairs,
                              "explaining a label by transport, with a copy of the costs,",
                              "use fewer rows, for instance a random sample", err));
    if (job->trained.toll) {
        TRY(parot_pu_transport_charge(&job->stated, job->trained.toll, err));
        reasons->toll = job->trained.toll[job->labelled->row];
    } else {
        run = control_rest(&job->control);
        parot_status status = clouds
                                  ? parot_partial_points(clouds, &run, &job->transport, err)
                                  : parot_partial(&job->stated.problem, &run, &job->transport, err);
        TRY(pu_stopped(status_of_step(status), "the transport", err));
    }
    count_agreeing(job, &plan->plan);
    reasons->has_transport = 1;
    reasons->kind = job->stated.kind;
    reasons->scale = job->stated.scale;
    reasons->metric = job->stated.metric;
    reasons->noise = job->stated.noise;
    run = control_rest(&job->control);
    return clouds ? parot_explain_move_points(clouds, plan, job->labelled->row, &run,
                                              &reasons->move, err)
                  : parot_explain_move(&job->stated.problem, plan, job->labelled->row, &run,
                                       &reasons->move, err);
}

/* Works: what it allocates is in *job and its reasons, also on failure. */
static parot_status explain(struct label *job, parot_error *err)
{
    int64_t n = job->data.unlabeled.rows;
    if (!job->labelled->label)
        return fail(err, PAROT_EINVAL, "label: must not be NULL");
    if (job->labelled->row < 0 || job->labelled->row >= n)
        return fail(err, PAROT_EINVAL, "row: must be from 0 to %lld, got %lld", (long long)(n - 1),
                    (long long)job->labelled->row);
    for (int64_t i = 0; i < n; i++)
        job->reasons->positives += job->labelled->label[i] > 0;
    if (job->reasons->positives == 0 || job->reasons->positives == n)
        return fail(err, PAROT_EINVAL,
                    "label: all rows have the same label, so there is no border to explain");
    job->data.prior = (double)job->reasons->positives / (double)n;
    if (!job->options->is_apart && parot_pu_is_trainable(job->options))
        TRY(find_columns(job, err));
    else if (job->options->method == PAROT_PU_METHOD_LEARNED)
        TRY(label_again(job, 0, err));
    return parot_pu_is_transport(job->options) ? find_move(job, err) : PAROT_OK;
}

parot_status parot_explain_label(const parot_pu_data *data, const parot_pu_options *options,
                                 const parot_labelled_row *labelled, const parot_run *run,
                                 parot_label_reasons *reasons, parot_error *err)
{
    parot_label_reasons local = {0};
    parot_pu_options taken;
    TRY(CHECK_GIVEN(err, data, labelled, reasons));
    TRY(CHECK_RESERVED(labelled, err));
    TRY(pu_options_take(options, &taken, err));
    struct label job = {.data = *data, .options = &taken, .labelled = labelled, .reasons = &local};
    TRY(control_init(&job.control, run, err));
    TRY(check_table("unlabeled", data->unlabeled, NULL, err));
    if (!parot_pu_method_name(taken.method))
        return fail(err, PAROT_EINVAL, "options.method: unknown value %d", (int)taken.method);
    parot_status status = explain(&job, err);
    parot_pu_model_free(&job.model);
    parot_pu_result_free(&job.trained);
    parot_pu_transport_free(&job.stated);
    parot_result_free(&job.transport);
    if (status < 0)
        parot_label_reasons_free(&local);
    else
        *reasons = local;
    return status;
}

void parot_label_reasons_free(parot_label_reasons *reasons)
{
    if (!reasons)
        return;
    parot_explain_result_free(&reasons->columns);
    parot_move_free(&reasons->move);
    block_free(reasons->owner);
    *reasons = (parot_label_reasons){0};
}
