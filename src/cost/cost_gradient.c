/* cost_gradient.c - derivatives of weighted sums of costs by the points.
 *
 * Each pair adds w d metric(x, y) / dx to the row of x, and the same for y. With z = x - y these
 * are
 *
 *   squared Euclidean  2 z            Euclidean  z / |z|
 *   city block         sign z         Chebyshev  sign z_k at the largest |z_k|
 *
 * and -1 times that for y. Of the cosine, with the unit vectors a of x and b of y,
 * d(1 - <a,b>) / dx = (<a,b> a - b) / |x|; of the correlation a and b are those of the rows less
 * their means, to which they are orthogonal, so that the formula is the same. Unit vectors and
 * lengths are made once for each point.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/options.h"
#include "base/plan_arrays.h"
#include "base/sums.h"
#include "cost/metric.h"
#include "parot/parot.h"

/* Pairs between two looks at the clock. */
enum { BATCH = 1 << 14 };

struct cloud {
    const char *name;
    parot_matrix points;
    double *unit;   /* rows x dims: unit vectors, of cosine and correlation alone */
    double *length; /* rows: |x|, or of the row less its mean */
    double *out;    /* NULL: not wanted */
};

struct job {
    parot_metric metric;
    int64_t dims;
    struct cloud x, y;
    struct control control;
};

/* ---- Directions --------------------------------------------------------- */

/* Of a row less its mean, if the metric is correlation; without overflow. */
static double length_of(const double *row, int64_t dims, parot_metric metric)
{
    double mean = 0, largest = 0, sum = 0;
    if (metric == PAROT_METRIC_CORRELATION) {
        struct sum total = {0};
        for (int64_t k = 0; k < dims; k++)
            sum_add(&total, (row[k] - row[0]) / (double)dims);
        mean = row[0] + sum_value(&total);
    }
    for (int64_t k = 0; k < dims; k++)
        largest = fmax(largest, fabs(row[k] - mean));
    for (int64_t k = 0; k < dims && largest > 0; k++)
        sum += (row[k] - mean) / largest * ((row[k] - mean) / largest);
    return largest * sqrt(sum);
}

static void fill_directions(const struct job *job, struct cloud *cloud)
{
    struct point_pair pair = {.metric = job->metric, .dims = job->dims};
    point_pair_copy(&pair, cloud->points, cloud->unit);
    for (int64_t i = 0; i < cloud->points.rows; i++)
        cloud->length[i] =
            length_of(cloud->points.data + i * cloud->points.stride, job->dims, job->metric);
}

static void layout(struct job *job, struct arena *arena)
{
    struct cloud *clouds[] = {&job->x, &job->y};
    for (int side = 0; side < 2 && metric_is_angle(job->metric); side++) {
        int64_t rows = clouds[side]->points.rows;
        clouds[side]->unit = arena_take(arena, rows, (size_t)job->dims * sizeof(double));
        clouds[side]->length = arena_take(arena, rows, sizeof(double));
    }
}

/* ---- A pair ------------------------------------------------------------- */

static double sign(double z)
{
    return (z > 0) - (z < 0);
}

/* |z|, of squares that do not leave the range of double */
static double norm(const double *x, const double *y, int64_t dims)
{
    double largest = 0, sum = 0;
    for (int64_t k = 0; k < dims; k++)
        largest = fmax(largest, fabs(x[k] - y[k]));
    for (int64_t k = 0; k < dims && largest > 0; k++)
        sum += (x[k] - y[k]) / largest * ((x[k] - y[k]) / largest);
    return largest * sqrt(sum);
}

static int64_t largest_at(const double *x, const double *y, int64_t dims)
{
    int64_t best = 0;
    for (int64_t k = 1; k < dims; k++)
        if (fabs(x[k] - y[k]) > fabs(x[best] - y[best]))
            best = k;
    return best;
}

static void add(const struct cloud *cloud, int64_t row, int64_t dims, int64_t k, double value)
{
    if (cloud->out)
        cloud->out[row * dims + k] += value;
}

static void add_angle(const struct job *job, int64_t i, int64_t j, double weight)
{
    int64_t dims = job->dims;
    const double *a = job->x.unit + i * dims, *b = job->y.unit + j * dims;
    double cosine = 0;
    for (int64_t k = 0; k < dims; k++)
        cosine += a[k] * b[k];
    for (int64_t k = 0; k < dims; k++) {
        add(&job->x, i, dims, k, weight * ((cosine * a[k] - b[k]) / job->x.length[i]));
        add(&job->y, j, dims, k, weight * ((cosine * b[k] - a[k]) / job->y.length[j]));
    }
}

static void add_pair(const struct job *job, int64_t i, int64_t j, double weight)
{
    int64_t dims = job->dims;
    const double *x = job->x.points.data + i * job->x.points.stride;
    const double *y = job->y.points.data + j * job->y.points.stride;
    if (metric_is_angle(job->metric)) {
        add_angle(job, i, j, weight);
        return;
    }
    double length = job->metric == PAROT_METRIC_EUCLIDEAN ? norm(x, y, dims) : 0;
    int64_t at = job->metric == PAROT_METRIC_CHEBYSHEV ? largest_at(x, y, dims) : -1;
    for (int64_t k = 0; k < dims; k++) {
        double z = x[k] - y[k], slope = 0;
        if (job->metric == PAROT_METRIC_SQEUCLIDEAN)
            slope = 2 * z;
        else if (job->metric == PAROT_METRIC_EUCLIDEAN)
            slope = length > 0 ? z / length : 0;
        else if (job->metric == PAROT_METRIC_CITYBLOCK || k == at)
            slope = sign(z);
        add(&job->x, i, dims, k, weight * slope);
        add(&job->y, j, dims, k, -weight * slope);
    }
}

/* ---- All pairs ---------------------------------------------------------- */

static parot_status add_plan(struct job *job, const parot_plan *plan, parot_error *err)
{
    for (int64_t e = 0; e < plan->count; e++) {
        if (e % BATCH == 0)
            TRY(control_go_on(&job->control, "gradient", e, plan->count, err));
        add_pair(job, plan->row[e], plan->col[e], plan->mass[e]);
    }
    return PAROT_OK;
}

static parot_status add_dense(struct job *job, parot_matrix weights, parot_error *err)
{
    int64_t batch = 1 + BATCH / weights.cols;
    for (int64_t i = 0; i < weights.rows; i++) {
        if (i % batch == 0)
            TRY(control_go_on(&job->control, "gradient", i, weights.rows, err));
        for (int64_t j = 0; j < weights.cols; j++)
            if (weights.data[i * weights.stride + j] != 0)
                add_pair(job, i, j, weights.data[i * weights.stride + j]);
    }
    return PAROT_OK;
}

/* ---- The doors ---------------------------------------------------------- */

static parot_status check_plan(const struct job *job, const parot_plan *plan, parot_error *err)
{
    if (plan->rows != job->x.points.rows || plan->cols != job->y.points.rows)
        return fail(err, PAROT_ESHAPE, "plan: is %lld x %lld, the clouds have %lld and %lld points",
                    (long long)plan->rows, (long long)plan->cols, (long long)job->x.points.rows,
                    (long long)job->y.points.rows);
    TRY(check_plan_arrays(plan, err));
    for (int64_t e = 0; e < plan->count; e++) {
        if (plan->row[e] < 0 || plan->row[e] >= plan->rows || plan->col[e] < 0 ||
            plan->col[e] >= plan->cols)
            return fail(err, PAROT_EINVAL, "plan: entry %lld is at (%d,%d), outside of %lld x %lld",
                        (long long)e, (int)plan->row[e], (int)plan->col[e], (long long)plan->rows,
                        (long long)plan->cols);
        if (!isfinite(plan->mass[e]))
            return fail(err, PAROT_EINVAL, "plan: must be finite, got %g at entry %lld",
                        plan->mass[e], (long long)e);
    }
    return PAROT_OK;
}

static parot_status check_weights(const struct job *job, parot_matrix weights, parot_error *err)
{
    double largest = 0;
    if (weights.rows == job->x.points.rows && weights.cols == job->y.points.rows)
        return check_points("weights", weights, PAROT_METRIC_CITYBLOCK, &largest, err);
    return fail(err, PAROT_ESHAPE, "weights: is %lld x %lld, the clouds have %lld and %lld points",
                (long long)weights.rows, (long long)weights.cols, (long long)job->x.points.rows,
                (long long)job->y.points.rows);
}

/* A sum beyond the range of double is the points' doing. */
static parot_status check_range(const struct cloud *cloud, int64_t dims, parot_error *err)
{
    for (int64_t k = 0; cloud->out && k < cloud->points.rows * dims; k++)
        if (!isfinite(cloud->out[k]))
            return fail_argument(err, PAROT_ENUMERIC, cloud->name,
                                 "derivatives of row %lld leave the range of double; rescale the "
                                 "points",
                                 (long long)(k / dims));
    return PAROT_OK;
}

/* Works: what it allocates is in *arena. */
static parot_status derive(struct job *job, const parot_plan *plan, parot_matrix weights,
                           struct arena *arena, parot_error *err)
{
    if (plan)
        TRY(check_plan(job, plan, err));
    else
        TRY(check_weights(job, weights, err));
    layout(job, arena);
    TRY(arena_open(arena, &job->control, err));
    layout(job, arena);
    struct cloud *clouds[] = {&job->x, &job->y};
    for (int side = 0; side < 2; side++) {
        struct cloud *cloud = clouds[side];
        if (cloud->unit)
            fill_directions(job, cloud);
        if (cloud->out)
            memset(cloud->out, 0, (size_t)(cloud->points.rows * job->dims) * sizeof *cloud->out);
    }
    TRY(plan ? add_plan(job, plan, err) : add_dense(job, weights, err));
    TRY(check_range(&job->x, job->dims, err));
    return check_range(&job->y, job->dims, err);
}

/* Owns the memory. One of `plan` and `weights` is given. */
static parot_status gradient(parot_matrix x, parot_matrix y, parot_metric metric,
                             const parot_plan *plan, parot_matrix weights, const parot_run *run,
                             const parot_points_derivatives *derivatives, parot_error *err)
{
    struct point_pair pair = {0};
    struct arena arena = {0};
    if (!derivatives)
        return fail(err, PAROT_EINVAL, "derivatives: must not be NULL");
    TRY(CHECK_RESERVED(derivatives, err));
    TRY(point_pair_check(&pair, x, y, metric, err));
    struct job job = {.metric = metric,
                      .dims = pair.dims,
                      .x = {.name = "x", .points = x, .out = derivatives->x},
                      .y = {.name = "y", .points = y, .out = derivatives->y}};
    TRY(control_init(&job.control, run, err));
    job.control.run.max_iterations = 0; /* means solvers */
    parot_status status = derive(&job, plan, weights, &arena, err);
    block_free(arena.block);
    return status;
}

parot_status parot_cost_gradient(parot_matrix x, parot_matrix y, parot_metric metric,
                                 const parot_plan *plan, const parot_run *run,
                                 const parot_points_derivatives *derivatives, parot_error *err)
{
    if (!plan)
        return fail(err, PAROT_EINVAL, "plan: must not be NULL");
    return gradient(x, y, metric, plan, (parot_matrix){0}, run, derivatives, err);
}

parot_status parot_cost_gradient_dense(parot_matrix x, parot_matrix y, parot_metric metric,
                                       parot_matrix weights, const parot_run *run,
                                       const parot_points_derivatives *derivatives,
                                       parot_error *err)
{
    return gradient(x, y, metric, NULL, weights, run, derivatives, err);
}
