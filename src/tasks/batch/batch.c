/* batch.c - threads take the next few problems and solve each as if it were alone.
 *
 * What one call of a solver would cost beside its work, memory above all, is the worker's: its run
 * hands out blocks from a stack that it keeps. Callbacks of the caller are called under one lock.
 */
#include <math.h>
#include <stdlib.h>

#include "base/options.h"
#include "base/parallel.h"
#include "base/words.h"
#include "tasks/batch/batch_output.h"

/* Problems that a thread takes at a time: enough that the lock is not felt where each takes some
 * microseconds, and few enough that no thread waits long for the last one. */
enum { MOST_TOGETHER = 16, PIECES = 128 };

/* As many as parallel_for can have. */
enum { MOST_WORKERS = 65 };

WORDS(batch_plans, "plans", {"sparse", PAROT_BATCH_PLANS_SPARSE},
      {"dense", PAROT_BATCH_PLANS_DENSE}, {"none", PAROT_BATCH_PLANS_NONE});

WORDS(batch_part, "part", {"cost", PAROT_BATCH_PART_COST}, {"source", PAROT_BATCH_PART_SOURCE},
      {"target", PAROT_BATCH_PART_TARGET});

void parot_batch_options_init_sized(parot_batch_options *options, size_t struct_size)
{
    parot_batch_options defaults = {.plans = PAROT_BATCH_PLANS_SPARSE};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

/* ---- Workers ------------------------------------------------------------ */

static void *plain_alloc(size_t bytes, void *user)
{
    (void)user;
    return malloc(bytes);
}

static void plain_release(void *block, void *user)
{
    (void)user;
    free(block);
}

static void *locked_alloc(size_t bytes, void *user)
{
    struct batch *batch = user;
    const parot_run *run = &batch->control.run;
    pthread_mutex_lock(&batch->lock);
    void *block = run->alloc(bytes, run->user);
    pthread_mutex_unlock(&batch->lock);
    return block;
}

static void locked_release(void *block, void *user)
{
    struct batch *batch = user;
    const parot_run *run = &batch->control.run;
    pthread_mutex_lock(&batch->lock);
    run->release(block, run->user);
    pthread_mutex_unlock(&batch->lock);
}

/* Tells the caller how many problems are done; PAROT_OK, or why to stop. Under the lock. */
static parot_status poll_batch(struct batch *batch)
{
    return control_poll_part(&batch->control, batch->kind->stage ? batch->kind->stage : "batch",
                             batch->done, batch->result.count);
}

/* A solver asks whether to go on; what the caller hears is how many problems are done. */
static int forward_progress(const parot_progress *progress, void *user)
{
    const struct batch_memory *memory = user;
    struct batch *batch = memory->source.user;
    (void)progress;
    pthread_mutex_lock(&batch->lock);
    parot_status status = poll_batch(batch);
    if (status != PAROT_OK)
        batch->stop = status;
    pthread_mutex_unlock(&batch->lock);
    return batch->stop == PAROT_CANCELLED;
}

static void worker_init(struct worker *worker, struct batch *batch)
{
    const parot_run *outer = &batch->control.run;
    struct memory_source source = {outer->alloc ? locked_alloc : plain_alloc,
                                   outer->alloc ? locked_release : plain_release, batch};
    *worker = (struct worker){.batch = batch, .next = batch->idle};
    worker->memory.source = worker->kept.source = source;
    worker->run = *outer;
    worker->run.threads = 1;
    if (outer->threads > 1)
        worker->run.ranks = NULL; /* which serve one thread */
    worker->run.alloc = batch_memory_alloc;
    worker->run.release = batch_memory_release;
    worker->run.user = &worker->memory;
    worker->run.progress = outer->progress ? forward_progress : NULL;
    batch->idle = worker;
}

void worker_refresh(struct worker *worker, parot_run *run)
{
    const struct control *control = &worker->batch->control;
    if (run->time_limit > 0)
        run->time_limit = fmax(control->run.time_limit - control_seconds(control), 1e-9);
}

parot_status worker_fill(struct worker *worker, int64_t k, parot_batch_part part, int64_t rows,
                         int64_t cols, const double **numbers, parot_error *err)
{
    const parot_batch_options *options = &worker->batch->options;
    int64_t size = 0;
    if (*numbers || !options->fill || rows < 1 || cols < 1)
        return PAROT_OK;
    if (!multiply_sizes(rows, cols, &size) || size > INT64_MAX / 8)
        return fail_memory(err, SIZE_MAX);
    double *room = batch_memory_alloc((size_t)size * sizeof *room, &worker->memory);
    if (!room)
        return fail_memory(err, (size_t)size * sizeof *room);
    *numbers = room; /* given back when the problem has been solved */
    parot_status status = options->fill(k, part, room, options->user, err);
    if (status > 0)
        return fail(err, PAROT_EINVAL, "options.fill: must return PAROT_OK or an error, got %d",
                    (int)status);
    return status;
}

parot_status worker_fill_matrix(struct worker *worker, int64_t k, parot_batch_part part,
                                parot_matrix *matrix, parot_error *err)
{
    if (matrix->data)
        return PAROT_OK;
    matrix->stride = matrix->cols;
    return worker_fill(worker, k, part, matrix->rows, matrix->cols, &matrix->data, err);
}

/* ---- The loop ----------------------------------------------------------- */

static void solve_one(struct worker *worker, int64_t k)
{
    struct batch *batch = worker->batch;
    parot_error err = {0};
    if (batch->stop == PAROT_OK && control_is_time_up(&batch->control))
        batch->stop = PAROT_TIME_LIMIT;
    if (batch->stop != PAROT_OK) {
        batch->result.statuses[k] = PAROT_ESTOPPED;
        return;
    }
    worker_refresh(worker, &worker->run);
    parot_status status = batch->kind->solve(worker, k, &err);
    batch_memory_next(&worker->memory);
    batch->result.statuses[k] = status;
    if (status == PAROT_TIME_LIMIT || status == PAROT_CANCELLED)
        batch->stop = status;
    if (status < 0) {
        pthread_mutex_lock(&batch->lock);
        batch_put_failure(batch, k, &err);
        pthread_mutex_unlock(&batch->lock);
    }
}

static struct worker *take_worker(struct batch *batch)
{
    pthread_mutex_lock(&batch->lock);
    struct worker *worker = batch->idle;
    batch->idle = worker->next;
    pthread_mutex_unlock(&batch->lock);
    return worker;
}

static void solve_piece(int64_t begin, int64_t end, void *context)
{
    struct batch *batch = context;
    struct worker *worker = take_worker(batch);
    for (int64_t k = begin; k < end; k++)
        solve_one(worker, k);
    pthread_mutex_lock(&batch->lock);
    worker->next = batch->idle;
    batch->idle = worker;
    batch->done += end - begin;
    parot_status status = poll_batch(batch);
    if (status != PAROT_OK && batch->stop == PAROT_OK)
        batch->stop = status;
    pthread_mutex_unlock(&batch->lock);
}

/* ---- The call ----------------------------------------------------------- */

static parot_status check_options(struct batch *batch, const parot_batch_options *options,
                                  parot_error *err)
{
    parot_batch_options_init(&batch->options);
    if (options)
        TRY(options_take(&batch->options, sizeof batch->options, options, "options",
                         "parot_batch_options", err));
    if (!parot_batch_plans_name(batch->options.plans))
        return fail(err, PAROT_EINVAL, "options.plans: unknown value %d",
                    (int)batch->options.plans);
    if (batch->options.certify != 0 && batch->options.certify != 1)
        return fail(err, PAROT_EINVAL, "options.certify: must be 0 or 1, got %d",
                    (int)batch->options.certify);
    int is_exact =
        batch->kind->has_prices && !batch->kind->has_entropy && !batch->kind->has_stationarity;
    if (batch->options.certify && !is_exact)
        return fail(err, PAROT_EINVAL, "options.certify: is for exact plans of a cost matrix");
    if (batch->options.reference && (!is_exact || batch->terms))
        return fail(err, PAROT_EINVAL, "options.reference: is for parot_partial_batch");
    if (batch->kind->has_entropy && batch->options.plans == PAROT_BATCH_PLANS_SPARSE)
        batch->options.plans = PAROT_BATCH_PLANS_DENSE;
    return PAROT_OK;
}

/* Works: the result is in *batch, also on failure. */
static parot_status solve_all(struct batch *batch, struct worker *workers, int64_t count,
                              parot_error *err)
{
    struct control *control = &batch->control;
    int64_t together = count / PIECES;
    together = together < 1 ? 1 : together > MOST_TOGETHER ? MOST_TOGETHER : together;
    int32_t threads = control->run.threads < MOST_WORKERS ? control->run.threads : MOST_WORKERS;
    batch->result.count = count;
    TRY(batch_output_open(batch, err));
    for (int32_t t = 0; t < threads; t++)
        worker_init(&workers[t], batch);
    parot_status status =
        count > 0 && batch->kind->prepare ? batch->kind->prepare(batch->idle, err) : PAROT_OK;
    if (status == PAROT_OK || status == PAROT_ESTOPPED)
        parallel_for(threads, count, together, solve_piece, batch);
    for (int32_t t = 0; t < threads; t++) {
        batch_memory_free(&workers[t].memory);
        batch_memory_free(&workers[t].kept);
    }
    if (status < 0 && status != PAROT_ESTOPPED)
        return status;
    batch_output_close(batch);
    int is_cut_short = 0;
    for (int64_t k = 0; k < count; k++)
        is_cut_short |= (batch->result.relative && batch->result.statuses[k] == PAROT_OK &&
                         isnan(batch->result.relative[k])) || /* the check was stopped */
                        batch->result.statuses[k] == PAROT_ESTOPPED ||
                        batch->result.statuses[k] == PAROT_TIME_LIMIT ||
                        batch->result.statuses[k] == PAROT_CANCELLED;
    if (is_cut_short && batch->stop == PAROT_OK)
        batch->stop = control_is_time_up(&batch->control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
    batch->result.status = is_cut_short ? (parot_status)batch->stop : PAROT_OK;
    return batch->result.status;
}

parot_status batch_run(struct batch *batch, int64_t count, const parot_batch_options *options,
                       const parot_run *run, parot_batch_result *result, parot_error *err)
{
    struct worker workers[MOST_WORKERS];
    if (!result || (!batch->problems && count > 0))
        return fail_argument(err, PAROT_EINVAL, result ? "problems" : "result", "must not be NULL");
    if (count < 0)
        return fail(err, PAROT_EINVAL, "count: must be 0 or more, got %lld", (long long)count);
    TRY(check_options(batch, options, err));
    TRY(control_init(&batch->control, run, err));
    pthread_mutex_init(&batch->lock, NULL);
    parot_status status = solve_all(batch, workers, count, err);
    pthread_mutex_destroy(&batch->lock);
    if (status >= 0)
        *result = batch->result;
    else
        parot_batch_result_free(&batch->result);
    return status;
}
