/* cost.c - parot_cost: a cost matrix from two tables of points.
 *
 * Copies the tables into a point_pair (see metric.h) and hands stripes of rows to the threads. An
 * entry is computed the same way whatever the number of threads.
 */
#include <limits.h>
#include <math.h>

#include "base/arena.h"
#include "base/parallel.h"
#include "base/sums.h"
#include "base/words.h"
#include "cost/metric.h"

/* From here on products beat differences: measured with 2000 x 2000 points, see docs/notes. Without
 * BLAS they never do. */
#ifdef PAROT_HAVE_CBLAS
enum { PRODUCT_DIMS = 24 };
#else
enum { PRODUCT_DIMS = INT_MAX };
#endif

/* Products of coordinates between two looks at the clock, some tenths of a second for one thread;
 * and at most so many rows. */
static const double BATCH_WORK = 2e8;
enum { BATCH_ROWS = 16 * METRIC_TILE };

struct job {
    struct point_pair pair;
    double *cost;
    int64_t first; /* row of the batch */
};

WORDS(metric, "metric", {"sqeuclidean", PAROT_METRIC_SQEUCLIDEAN},
      {"euclidean", PAROT_METRIC_EUCLIDEAN}, {"cityblock", PAROT_METRIC_CITYBLOCK},
      {"cosine", PAROT_METRIC_COSINE}, {"chebyshev", PAROT_METRIC_CHEBYSHEV},
      {"correlation", PAROT_METRIC_CORRELATION});

/* centred = points - mean, norm = squared lengths of its rows */
static void centre(int64_t rows, int64_t dims, const double *points, const double *mean,
                   double *centred, double *norm)
{
    for (int64_t i = 0; i < rows; i++) {
        norm[i] = 0;
        for (int64_t k = 0; k < dims; k++) {
            double x = points[i * dims + k] - mean[k];
            centred[i * dims + k] = x;
            norm[i] += x * x;
        }
    }
}

static void centre_both(struct point_pair *pair, double *mean)
{
    for (int64_t k = 0; k < pair->dims; k++) {
        struct sum sum = {0};
        for (int64_t i = 0; i < pair->n; i++)
            sum_add(&sum, pair->x[i * pair->dims + k]);
        for (int64_t j = 0; j < pair->m; j++)
            sum_add(&sum, pair->y[j * pair->dims + k]);
        mean[k] = sum_value(&sum) / (double)(pair->n + pair->m);
    }
    centre(pair->n, pair->dims, pair->x, mean, pair->centred_x, pair->norm_x);
    centre(pair->m, pair->dims, pair->y, mean, pair->centred_y, pair->norm_y);
}

/* Returns room for the mean, or NULL when products do not pay. */
static double *layout(struct point_pair *pair, struct arena *arena)
{
    int64_t dims = pair->dims;
    pair->x = arena_take(arena, pair->n, (size_t)dims * sizeof(double));
    pair->y = arena_take(arena, pair->m, (size_t)dims * sizeof(double));
    if (dims < PRODUCT_DIMS || !metric_has_products(pair->metric))
        return NULL;
    pair->centred_x = arena_take(arena, pair->n, (size_t)dims * sizeof(double));
    pair->centred_y = arena_take(arena, pair->m, (size_t)dims * sizeof(double));
    pair->norm_x = arena_take(arena, pair->n, sizeof(double));
    pair->norm_y = arena_take(arena, pair->m, sizeof(double));
    return arena_take(arena, dims, sizeof(double));
}

static void compute_rows(int64_t begin, int64_t end, void *context)
{
    const struct job *job = context;
    int64_t m = job->pair.m;
    metric_rows(&job->pair, job->first + begin, job->first + end,
                job->cost + (job->first + begin) * m, m);
}

/* At least a tile for each thread. */
static int64_t batch_of(const struct job *job, const struct control *control)
{
    double tile = METRIC_TILE * (double)job->pair.m * (double)job->pair.dims;
    double tiles = fmax(1, BATCH_WORK / tile) * control->run.threads;
    return tiles * METRIC_TILE < BATCH_ROWS ? METRIC_TILE * (int64_t)tiles : BATCH_ROWS;
}

static parot_status prepare_and_compute(struct job *job, parot_matrix x, parot_matrix y,
                                        struct arena *arena, struct control *control,
                                        parot_error *err)
{
    struct point_pair *pair = &job->pair;
    layout(pair, arena);
    TRY(arena_open(arena, control, err));
    double *mean = layout(pair, arena);
    point_pair_copy(pair, x, pair->x);
    point_pair_copy(pair, y, pair->y);
    if (mean)
        centre_both(pair, mean);
    int64_t n = job->pair.n, batch = batch_of(job, control);
    for (job->first = 0; job->first < n; job->first += batch) {
        int64_t rest = n - job->first;
        if (control_poll_part(control, "cost", job->first, n) != PAROT_OK)
            return fail(err, PAROT_ESTOPPED, "cost: stopped after %lld of %lld rows",
                        (long long)job->first, (long long)n);
        parallel_for(control->run.threads, rest < batch ? rest : batch, METRIC_TILE, compute_rows,
                     job);
    }
    return PAROT_OK;
}

parot_status parot_cost(parot_matrix x, parot_matrix y, parot_metric metric, const parot_run *run,
                        double *cost, parot_error *err)
{
    struct control control;
    TRY(control_init(&control, run, err));
    control.run.max_iterations = 0; /* means solvers */
    struct job job = {.cost = cost};
    if (!cost)
        return fail(err, PAROT_EINVAL, "cost: must not be NULL");
    TRY(point_pair_check(&job.pair, x, y, metric, err));
    struct arena arena = {0};
    parot_status status = prepare_and_compute(&job, x, y, &arena, &control, err);
    block_free(arena.block);
    return status;
}
