/* pairwise.c - pairs are a batch (tasks/batch) of problems that a worker makes when it solves them:
 * costs between two clouds, or distances within each, exist for one pair at a time.
 */
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "base/words.h"
#include "partial/problem.h"
#include "tasks/pairwise/pair_job.h"
#include "transport/units.h"

WORDS(pairwise_method, "method", {"wasserstein", PAROT_PAIRWISE_METHOD_WASSERSTEIN},
      {"gromov", PAROT_PAIRWISE_METHOD_GROMOV});

void parot_pairwise_options_init_sized(parot_pairwise_options *options, size_t struct_size)
{
    parot_pairwise_options defaults = {.metric = -1, .mass = NAN, .share = 1};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

int64_t parot_pairwise_place(int64_t count, int64_t i, int64_t j)
{
    if (i > j)
        return parot_pairwise_place(count, j, i);
    if (i < 0 || j >= count || i == j)
        return -1;
    return i * (2 * count - i - 1) / 2 + (j - i - 1);
}

/* ---- One pair ----------------------------------------------------------- */

static const struct pairs_job *job_of(const struct batch *batch)
{
    return batch->terms;
}

static void pair_shape(const struct batch *batch, int64_t k, int64_t *rows, int64_t *cols)
{
    const struct pairs_job *job = job_of(batch);
    *rows = cloud_size(&job->clouds[job->first[k]]);
    *cols = cloud_size(&job->clouds[job->second[k]]);
}

static double mass_of(const struct pairs_job *job, int64_t k)
{
    if (!isnan(job->options.mass))
        return job->options.mass;
    return job->options.share * fmin(job->total[job->first[k]], job->total[job->second[k]]);
}

/* rows x cols numbers of the worker's memory, for one pair */
static parot_status take_matrix(struct worker *worker, int64_t rows, int64_t cols, double **data,
                                parot_error *err)
{
    int64_t size = 0;
    if (!multiply_sizes(rows, cols, &size) || size > INT64_MAX / 8)
        return fail_memory(err, SIZE_MAX);
    *data = batch_memory_alloc((size_t)size * sizeof **data, &worker->memory);
    return *data ? PAROT_OK : fail_memory(err, (size_t)size * sizeof **data);
}

static void drop_matrix(struct worker *worker, double *data)
{
    if (data)
        batch_memory_release(data, &worker->memory);
}

static parot_status solve_costs(struct worker *worker, const parot_points_problem *clouds,
                                double *cost, parot_result *answer, parot_error *err)
{
    int64_t n = clouds->x.rows, m = clouds->y.rows;
    parot_problem problem = {
        .cost = {cost, n, m, m}, .p = clouds->p, .q = clouds->q, .mass = clouds->mass};
    TRY(parot_cost(clouds->x, clouds->y, clouds->metric, &worker->run, cost, err));
    worker_refresh(worker, &worker->run);
    return parot_partial(&problem, &worker->run, answer, err);
}

static parot_status pair_wasserstein(struct worker *worker, int64_t k, double *objective,
                                     parot_error *err)
{
    const struct pairs_job *job = job_of(worker->batch);
    const parot_pairwise_cloud *a = &job->clouds[job->first[k]], *b = &job->clouds[job->second[k]];
    parot_points_problem clouds = {.x = a->points,
                                   .y = b->points,
                                   .metric = (parot_metric)job->options.metric,
                                   .p = a->weights,
                                   .q = b->weights,
                                   .mass = mass_of(job, k)};
    parot_result answer = {0};
    double *cost = NULL;
    parot_status status = PAROT_OK;
    if (parot_points_pay(&clouds))
        status = parot_partial_points(&clouds, &worker->run, &answer, err);
    else
        status = take_matrix(worker, a->points.rows, b->points.rows, &cost, err);
    if (status == PAROT_OK && cost)
        status = solve_costs(worker, &clouds, cost, &answer, err);
    *objective = answer.objective;
    parot_result_free(&answer);
    drop_matrix(worker, cost);
    return status;
}

/* Distances within a cloud: those that are given, or those of the metric, in *own. */
static parot_status distances_of(struct worker *worker, const parot_pairwise_cloud *cloud,
                                 parot_matrix *distances, double **own, parot_error *err)
{
    int64_t n = cloud->points.rows;
    *distances = cloud->distances;
    if (cloud->distances.data)
        return PAROT_OK;
    TRY(take_matrix(worker, n, n, own, err));
    *distances = (parot_matrix){*own, n, n, n};
    return parot_cost(cloud->points, cloud->points,
                      (parot_metric)job_of(worker->batch)->options.metric, &worker->run, *own, err);
}

/* Works: what it takes is in *own and *answer. */
static parot_status solve_gromov(struct worker *worker, int64_t k, double *own[2],
                                 parot_gromov_result *answer, parot_error *err)
{
    const struct pairs_job *job = job_of(worker->batch);
    const parot_pairwise_cloud *a = &job->clouds[job->first[k]], *b = &job->clouds[job->second[k]];
    const parot_gromov_options *options = job->options.gromov;
    parot_gromov_points_problem points = {.x = a->points,
                                          .y = b->points,
                                          .metric = (parot_metric)job->options.metric,
                                          .p = a->weights,
                                          .q = b->weights,
                                          .mass = mass_of(job, k)};
    if (!a->distances.data && !b->distances.data && parot_gromov_points_pay(&points, options))
        return parot_gromov_points(&points, options, &worker->run, answer, err);
    parot_gromov_problem problem = {
        .alpha = 1, .p = a->weights, .q = b->weights, .mass = points.mass};
    TRY(distances_of(worker, a, &problem.source, &own[0], err));
    TRY(distances_of(worker, b, &problem.target, &own[1], err));
    worker_refresh(worker, &worker->run);
    return parot_gromov(&problem, options, &worker->run, answer, err);
}

static parot_status pair_gromov(struct worker *worker, int64_t k, double *objective,
                                parot_error *err)
{
    parot_gromov_result answer = {0};
    double *own[2] = {NULL, NULL};
    parot_status status = solve_gromov(worker, k, own, &answer, err);
    *objective = answer.transport.objective;
    parot_gromov_result_free(&answer);
    drop_matrix(worker, own[1]);
    drop_matrix(worker, own[0]);
    return status;
}

/* A pair that a limit has stopped is solved again another time: what it has is a feasible plan,
 * whose cost would pass for the least in a matrix, and is not in the journal. */
static parot_status solve_pair(struct worker *worker, int64_t k, parot_error *err)
{
    struct batch *batch = worker->batch;
    struct pairs_job *job = (struct pairs_job *)(uintptr_t)batch->terms;
    double *objective = &batch->result.objective[k];
    parot_status status = job->options.method == PAROT_PAIRWISE_METHOD_GROMOV
                              ? pair_gromov(worker, k, objective, err)
                              : pair_wasserstein(worker, k, objective, err);
    if (!pair_is_finished(status)) {
        *objective = NAN;
        return status;
    }
    const struct finished_pair pair = {job->first[k], job->second[k], *objective, status};
    pthread_mutex_lock(&batch->lock);
    if (!journal_add(&job->journal, &pair))
        batch->stop = PAROT_CANCELLED;
    pthread_mutex_unlock(&batch->lock);
    return status;
}

static int64_t no_room(int64_t rows, int64_t cols)
{
    (void)rows, (void)cols;
    return 0;
}

static const struct batch_kind PAIRS = {
    .stage = "pairs", .shape = pair_shape, .room = no_room, .solve = solve_pair};

parot_status pairs_solve(struct pairs_job *job, const parot_run *run, parot_batch_result *solved,
                         parot_error *err)
{
    struct batch batch = {.kind = &PAIRS, .problems = job, .terms = job};
    parot_batch_options options;
    parot_batch_options_init(&options);
    options.plans = PAROT_BATCH_PLANS_NONE;
    return batch_run(&batch, job->todo, &options, run, solved, err);
}

/* ---- What a journal must agree on --------------------------------------- */

/* FNV-1a, of 64 bits */
static uint64_t mix(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t k = 0; k < count; k++)
        hash = (hash ^ byte[k]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t mix_matrix(uint64_t hash, parot_matrix matrix)
{
    hash = mix(hash, &matrix.rows, sizeof matrix.rows);
    hash = mix(hash, &matrix.cols, sizeof matrix.cols);
    for (int64_t i = 0; matrix.data && i < matrix.rows; i++)
        hash =
            mix(hash, matrix.data + i * matrix.stride, (size_t)matrix.cols * sizeof *matrix.data);
    return hash;
}

/* Everything that the numbers depend on. */
static uint64_t fingerprint(const struct pairs_job *job)
{
    const parot_pairwise_options *options = &job->options;
    const parot_run *run = &job->control.run;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    int is_share = isnan(options->mass);
    hash = mix(hash, &options->method, sizeof options->method);
    hash = mix(hash, &options->metric, sizeof options->metric);
    hash = mix(hash, is_share ? &options->share : &options->mass, sizeof(double));
    hash = mix(hash, &is_share, sizeof is_share);
    hash = mix(hash, &run->max_iterations, sizeof run->max_iterations);
    if (options->method == PAROT_PAIRWISE_METHOD_GROMOV) {
        hash = mix(hash, &run->seed, sizeof run->seed);
        if (options->gromov)
            hash = mix(hash, options->gromov, options->gromov->struct_size);
    }
    for (int64_t k = 0; k < job->count; k++) {
        const parot_pairwise_cloud *cloud = &job->clouds[k];
        const char given[] = {cloud->distances.data != NULL, cloud->weights != NULL};
        hash = mix(hash, given, sizeof given);
        hash = cloud->distances.data ? mix_matrix(hash, cloud->distances)
                                     : mix_matrix(hash, cloud->points);
        if (cloud->weights)
            hash = mix(hash, cloud->weights, (size_t)cloud_size(cloud) * sizeof *cloud->weights);
    }
    return hash;
}

/* ---- Checks ------------------------------------------------------------- */

static parot_status check_table(parot_matrix table, int64_t k, parot_error *err)
{
    int64_t size = 0;
    if (table.rows < 1 || table.cols < 1 || !table.data)
        return fail(err, PAROT_EINVAL,
                    "clouds: each must have a point and a coordinate, got %lld x %lld at %lld",
                    (long long)table.rows, (long long)table.cols, (long long)k);
    if (table.stride < table.cols || !multiply_sizes(table.rows, table.stride, &size))
        return fail(err, PAROT_EINVAL, "clouds: stride %lld is less than %lld columns at %lld",
                    (long long)table.stride, (long long)table.cols, (long long)k);
    return PAROT_OK;
}

static parot_status check_clouds(const struct pairs_job *job, parot_error *err)
{
    int is_gromov = job->options.method == PAROT_PAIRWISE_METHOD_GROMOV;
    for (int64_t k = 0; k < job->count; k++) {
        const parot_pairwise_cloud *clouds = &job->clouds[k];
        TRY(CHECK_RESERVED(clouds, err));
        if (!is_gromov && clouds->distances.data)
            return fail(err, PAROT_EINVAL,
                        "clouds: has distances at %lld, which are for the method gromov",
                        (long long)k);
        TRY(check_table(clouds->distances.data ? clouds->distances : clouds->points, k, err));
        if (clouds->distances.data && clouds->distances.rows != clouds->distances.cols)
            return fail(err, PAROT_ESHAPE, "clouds: distances are %lld x %lld at %lld, not square",
                        (long long)clouds->distances.rows, (long long)clouds->distances.cols,
                        (long long)k);
        if (!is_gromov && clouds->points.cols != job->clouds[0].points.cols)
            return fail(err, PAROT_ESHAPE,
                        "clouds: must have the same coordinates, but the first has %lld and that "
                        "at %lld has %lld; the method gromov compares any",
                        (long long)job->clouds[0].points.cols, (long long)k,
                        (long long)clouds->points.cols);
    }
    return PAROT_OK;
}

static parot_status check_settings(const struct pairs_job *job, parot_error *err)
{
    const parot_pairwise_options *options = &job->options;
    if (!parot_pairwise_method_name(options->method))
        return fail(err, PAROT_EINVAL, "options.method: unknown value %d", (int)options->method);
    if (options->metric != -1 && !parot_metric_name((parot_metric)options->metric))
        return fail(err, PAROT_EINVAL, "options.metric: unknown value %d", (int)options->metric);
    if (!isnan(options->mass) && !(options->mass > 0 && isfinite(options->mass)))
        return fail(err, PAROT_EINVAL, "options.mass: must be positive and finite, got %g",
                    options->mass);
    if (!(options->share > 0 && options->share <= 1))
        return fail(err, PAROT_EINVAL, "options.share: must be in (0, 1], got %g", options->share);
    if (options->gromov && (options->gromov->start || options->gromov->anchor_source))
        return fail(
            err, PAROT_EINVAL,
            "options.gromov: a plan or anchors to start from cannot fit all pairs; leave them out");
    return PAROT_OK;
}

/* ---- The call ----------------------------------------------------------- */

static void layout(struct pairs_job *job, struct arena *arena)
{
    int64_t pairs = job->result.pairs;
    job->total = arena_take(arena, job->count, sizeof *job->total);
    job->first = arena_take(arena, pairs, sizeof *job->first);
    job->second = arena_take(arena, pairs, sizeof *job->second);
    job->known.objective = arena_take(arena, pairs, sizeof *job->known.objective);
    job->known.status = arena_take(arena, pairs, sizeof *job->known.status);
    job->memory = arena->block;
}

static void result_layout(parot_pairwise_result *result, struct arena *arena)
{
    size_t row = (size_t)result->count;
    result->objective = arena_take(arena, result->count, row * sizeof *result->objective);
    result->statuses = arena_take(arena, result->count, row * sizeof *result->statuses);
    result->failure = arena_take(arena, result->failures, sizeof *result->failure);
    result->owner = arena->block;
}

static void put(parot_pairwise_result *result, int64_t i, int64_t j, double objective,
                parot_status status)
{
    result->objective[i * result->count + j] = result->objective[j * result->count + i] = objective;
    result->statuses[i * result->count + j] = result->statuses[j * result->count + i] = status;
}

static void take_known(const struct finished_pair *pair, void *context)
{
    struct known_pairs *known = context;
    int64_t place = parot_pairwise_place(known->count, pair->first, pair->second);
    known->objective[place] = pair->objective;
    known->status[place] = pair->status;
}

static void list_pairs(struct pairs_job *job)
{
    int64_t place = 0;
    for (int64_t i = 0; i < job->count; i++)
        for (int64_t j = i + 1; j < job->count; j++, place++)
            if (isnan(job->known.objective[place])) {
                job->first[job->todo] = (int32_t)i;
                job->second[job->todo++] = (int32_t)j;
            }
    job->result.known = place - job->todo;
}

/* What the batch has found, and what was known, in one matrix. */
static parot_status fill_result(struct pairs_job *job, const parot_batch_result *batch,
                                parot_error *err)
{
    parot_pairwise_result *result = &job->result;
    struct arena arena = {0};
    int64_t place = 0;
    result->failures = batch->failures;
    result_layout(result, &arena);
    TRY(arena_open(&arena, &job->control, err));
    result_layout(result, &arena);
    for (int64_t i = 0; i < job->count; i++)
        for (int64_t j = i + 1; j < job->count; j++, place++)
            if (!isnan(job->known.objective[place])) {
                put(result, i, j, job->known.objective[place],
                    (parot_status)job->known.status[place]);
                result->solved += job->known.status[place] == PAROT_OK;
            }
    for (int64_t k = 0; k < job->todo; k++)
        put(result, job->first[k], job->second[k], batch->objective[k], batch->statuses[k]);
    for (int64_t f = 0; f < batch->failures; f++) {
        int64_t k = batch->failure[f].problem;
        result->failure[f] =
            (parot_pairwise_failure){job->first[k], job->second[k], batch->failure[f].error};
    }
    result->status = batch->status;
    result->solved += batch->solved;
    result->failed = batch->failed;
    return PAROT_OK;
}

/* Works: what it takes is in *job and *batch. */
static parot_status solve_pairs(struct pairs_job *job, parot_batch_result *solved, parot_error *err)
{
    job->known.count = job->count;
    for (int64_t k = 0; k < job->result.pairs; k++)
        job->known.objective[k] = NAN;
    if (job->journal.path)
        TRY(journal_open(&job->journal, job->count, fingerprint(job), take_known, &job->known,
                         err));
    list_pairs(job);
    for (int64_t k = 0; k < job->count; k++)
        job->total[k] =
            weights_total((struct weights){job->clouds[k].weights, cloud_size(&job->clouds[k])});
    parot_run run = control_rest(&job->control);
    parot_status status =
        pairs_take_crew(job) ? pairs_share(job, solved, err) : pairs_solve(job, &run, solved, err);
    if (job->journal.is_broken)
        return PAROT_EIO; /* journal_close says why */
    if (status < 0)
        return status;
    return fill_result(job, solved, err);
}

/* Works: what it takes is in *job. */
static parot_status open_job(struct pairs_job *job, parot_error *err)
{
    enum { MOST_CLOUDS = 1000000 };
    struct arena arena = {0};
    if (job->count < 0 || job->count > MOST_CLOUDS)
        return fail(err, PAROT_EINVAL, "count: must be between 0 and %d, got %lld", MOST_CLOUDS,
                    (long long)job->count);
    TRY(check_settings(job, err));
    if (job->options.metric == -1)
        job->options.metric = job->options.method == PAROT_PAIRWISE_METHOD_GROMOV
                                  ? PAROT_METRIC_EUCLIDEAN
                                  : PAROT_METRIC_SQEUCLIDEAN;
    TRY(check_clouds(job, err));
    job->result.count = job->count;
    job->result.pairs = job->count * (job->count - 1) / 2;
    layout(job, &arena);
    TRY(arena_open(&arena, &job->control, err));
    layout(job, &arena);
    return PAROT_OK;
}

static parot_status compare(struct pairs_job *job, parot_error *err)
{
    parot_batch_result solved = {0};
    TRY(open_job(job, err));
    parot_status status = solve_pairs(job, &solved, err);
    parot_status closed = journal_close(&job->journal, status == PAROT_OK ? err : NULL);
    if (status == PAROT_EIO && job->journal.is_broken)
        status = fail(
            err, PAROT_EIO,
            "options.journal: %s: cannot be written; what it holds is whole, make room and start "
            "again",
            job->journal.path);
    parot_batch_result_free(&solved);
    return status != PAROT_OK ? status : closed != PAROT_OK ? closed : job->result.status;
}

parot_status parot_pairwise(const parot_pairwise_cloud *clouds, int64_t count,
                            const parot_pairwise_options *options, const parot_run *run,
                            parot_pairwise_result *result, parot_error *err)
{
    struct pairs_job job = {.clouds = clouds, .count = count};
    if ((!clouds && count > 0) || !result)
        return fail_argument(err, PAROT_EINVAL, result ? "clouds" : "result", "must not be NULL");
    parot_pairwise_options_init(&job.options);
    if (options)
        TRY(options_take(&job.options, sizeof job.options, options, "options",
                         "parot_pairwise_options", err));
    TRY(control_init(&job.control, run, err));
    job.journal.path = job.options.journal;
    parot_status status = compare(&job, err);
    block_free(job.memory);
    if (status >= 0)
        *result = job.result;
    else
        parot_pairwise_result_free(&job.result);
    return status;
}

void parot_pairwise_result_free(parot_pairwise_result *result)
{
    if (!result)
        return;
    block_free(result->owner);
    *result = (parot_pairwise_result){0};
}
