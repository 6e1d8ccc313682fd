/* cost.c - parot_cost: a cost matrix from two tables of points.
 *
 * Checks the tables, copies them into a point_pair (see metric.h) and hands stripes of rows to the
 * threads. An entry is computed the same way whatever the number of threads.
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

/* Squares of smaller numbers leave the range of double. */
enum { LEAST_SQUARE_EXPONENT = -500 };

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
      {"cosine", PAROT_METRIC_COSINE}, {"chebyshev", PAROT_METRIC_CHEBYSHEV});

/* Finite numbers in a matrix that makes sense; *largest grows to the largest magnitude. */
static parot_status check_points(const char *name, parot_matrix points, parot_metric metric,
                                 double *largest, parot_error *err)
{
    int64_t size = 0;
    if (!points.data)
        return fail_argument(err, PAROT_EINVAL, name, "data is NULL");
    if (points.rows < 1 || points.cols < 1)
        return fail_argument(err, PAROT_EINVAL, name,
                             "must have a row and a column, got %lld x %lld",
                             (long long)points.rows, (long long)points.cols);
    if (points.rows > INT_MAX || points.cols > INT_MAX)
        return fail_argument(err, PAROT_EINVAL, name,
                             "%lld x %lld has more than %d rows or columns", (long long)points.rows,
                             (long long)points.cols, INT_MAX);
    if (points.stride < points.cols || !multiply_sizes(points.rows, points.stride, &size))
        return fail_argument(
            err, PAROT_EINVAL, name, "stride %lld does not hold %lld x %lld numbers",
            (long long)points.stride, (long long)points.rows, (long long)points.cols);
    for (int64_t i = 0; i < points.rows; i++) {
        double length = 0;
        for (int64_t k = 0; k < points.cols; k++) {
            double x = points.data[i * points.stride + k];
            if (!isfinite(x))
                return fail_argument(err, PAROT_EINVAL, name,
                                     "must be finite, got %g at (%lld,%lld)", x, (long long)i,
                                     (long long)k);
            length = fmax(length, fabs(x));
        }
        if (metric == PAROT_METRIC_COSINE && length == 0)
            return fail_argument(err, PAROT_EINVAL, name,
                                 "row %lld is zero and has no direction for cosine", (long long)i);
        *largest = fmax(*largest, length);
    }
    return PAROT_OK;
}

/* With coordinates below 2^(e + 1) and fewer than 2^(d + 1) of them, distances are below
 * 2^(e + d + 3) and their squares below 2^(2 e + d + 5); doubles end at 2^1024. */
static parot_status check_range(const struct point_pair *pair, double largest, parot_error *err)
{
    int e = pair->exponent, d = ilogb((double)pair->dims);
    if (pair->metric == PAROT_METRIC_SQEUCLIDEAN &&
        (e < LEAST_SQUARE_EXPONENT || 2 * e + d + 5 > 1023))
        return fail(err, PAROT_ENUMERIC,
                    "x, y: squared distances of coordinates near %g leave the range of double; "
                    "rescale them or use euclidean",
                    largest);
    if (e + d + 3 > 1023)
        return fail(
            err, PAROT_ENUMERIC,
            "x, y: distances of coordinates near %g leave the range of double; rescale them",
            largest);
    return PAROT_OK;
}

/* Divides a row by its length, with a factor that keeps the squares in range. */
static void normalise(double *x, int64_t dims)
{
    double largest = 0, sum = 0;
    for (int64_t k = 0; k < dims; k++)
        largest = fmax(largest, fabs(x[k]));
    for (int64_t k = 0; k < dims; k++)
        x[k] = largest < 0x1p-1000 ? x[k] * 0x1p1000 / (largest * 0x1p1000) : x[k] / largest;
    for (int64_t k = 0; k < dims; k++)
        sum += x[k] * x[k];
    for (int64_t k = 0; k < dims; k++)
        x[k] /= sqrt(sum);
}

/* to = from times 2^-exponent, in two steps: one power may be outside the range of double. */
static void copy_points(const struct point_pair *pair, parot_matrix from, double *to)
{
    double first = ldexp(1.0, -(pair->exponent / 2));
    double second = ldexp(1.0, -(pair->exponent - pair->exponent / 2));
    for (int64_t i = 0; i < from.rows; i++) {
        for (int64_t k = 0; k < from.cols; k++)
            to[i * from.cols + k] = from.data[i * from.stride + k] * first * second;
        if (pair->metric == PAROT_METRIC_COSINE)
            normalise(to + i * from.cols, from.cols);
    }
}

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

static parot_status compute(struct job *job, struct control *control, parot_error *err)
{
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

static parot_status prepare_and_compute(struct job *job, parot_matrix x, parot_matrix y,
                                        struct arena *arena, struct control *control,
                                        parot_error *err)
{
    struct point_pair *pair = &job->pair;
    layout(pair, arena);
    TRY(arena_open(arena, control, err));
    double *mean = layout(pair, arena);
    copy_points(pair, x, pair->x);
    copy_points(pair, y, pair->y);
    if (mean)
        centre_both(pair, mean);
    return compute(job, control, err);
}

parot_status parot_cost(parot_matrix x, parot_matrix y, parot_metric metric, const parot_run *run,
                        double *cost, parot_error *err)
{
    struct control control;
    double largest = 0;
    TRY(control_init(&control, run, err));
    control.run.max_iterations = 0; /* means solvers */
    if (!parot_metric_name(metric))
        return fail(err, PAROT_EINVAL, "metric: unknown value %d", (int)metric);
    if (!cost)
        return fail(err, PAROT_EINVAL, "cost: must not be NULL");
    TRY(check_points("x", x, metric, &largest, err));
    TRY(check_points("y", y, metric, &largest, err));
    if (x.cols != y.cols)
        return fail(err, PAROT_ESHAPE, "x has %lld columns, y has %lld", (long long)x.cols,
                    (long long)y.cols);
    struct job job = {
        {.metric = metric,
         .n = x.rows,
         .m = y.rows,
         .dims = x.cols,
         .exponent = metric == PAROT_METRIC_COSINE || largest == 0 ? 0 : ilogb(largest)},
        cost,
        0};
    TRY(check_range(&job.pair, largest, err));
    struct arena arena = {0};
    parot_status status = prepare_and_compute(&job, x, y, &arena, &control, err);
    block_free(arena.block);
    return status;
}
