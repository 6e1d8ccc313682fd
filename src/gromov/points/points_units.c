/* points_units.c - distances do not change with the origin, but rounding does: it is put at the
 * median of each coordinate by weight, which points far away, or without mass, do not move. Both
 * clouds are divided by the same power of two.
 */
#include "gromov/points/points_units.h"

#include <math.h>

#include "cost/metric.h"
#include "gromov/points/distance_descent.h"

/* ---- Room ------------------------------------------------------------------ */

void points_set_metric(struct points_gromov *gromov, parot_metric metric)
{
    gromov->has_moments = metric == PAROT_METRIC_SQEUCLIDEAN || metric_is_angle(metric);
    gromov->distances.metric = metric;
}

int64_t points_rank(const struct points_gromov *gromov)
{
    const struct coordinates *at = &gromov->at;
    if (gromov->has_moments)
        return moments_rank(at);
    return (at->dt > SKETCH_MOST ? at->dt : SKETCH_MOST) + at->features;
}

void points_layout(struct points_gromov *gromov, struct arena *arena)
{
    struct coordinates *at = &gromov->at;
    int64_t n = at->n, m = at->m, moments = moments_map(at).count;
    int64_t features = points_rank(gromov);
    size_t rank = (size_t)features * sizeof(double);
    at->x = arena_take(arena, n, (size_t)at->ds * sizeof(double));
    at->y = arena_take(arena, m, (size_t)at->dt * sizeof(double));
    at->r = arena_take(arena, n, sizeof(double));
    at->s = arena_take(arena, m, sizeof(double));
    at->u = arena_take(arena, n, (size_t)at->features * sizeof(double));
    at->w = arena_take(arena, m, (size_t)at->features * sizeof(double));
    gromov->costs.alpha = arena_take(arena, n, sizeof(double));
    gromov->costs.beta = arena_take(arena, m, sizeof(double));
    gromov->costs.f = arena_take(arena, n, rank);
    gromov->costs.g = arena_take(arena, m, rank);
    gromov->plan = arena_take(arena, moments, sizeof(double));
    gromov->vertex = arena_take(arena, moments, sizeof(double));
    gromov->change = arena_take(arena, moments, sizeof(double));
    gromov->row_mass = arena_take(arena, n, sizeof(double));
    gromov->col_mass = arena_take(arena, m, sizeof(double));
    gromov->balance.rank = features;
    balance_layout(&gromov->balance, arena);
    if (!gromov->has_moments)
        distances_layout(gromov, arena);
    aligned_layout(&gromov->aligned, at, arena);
}

void points_set_linear(struct points_gromov *gromov, const double *p, const double *q, double mass)
{
    const struct linear_costs *costs = &gromov->costs;
    int64_t rank = points_rank(gromov);
    gromov->linear = (parot_products_problem){.f = {costs->f, gromov->at.n, rank, rank},
                                              .g = {costs->g, gromov->at.m, rank, rank},
                                              .alpha = costs->alpha,
                                              .beta = costs->beta,
                                              .p = p,
                                              .q = q,
                                              .mass = mass};
}

/* ---- Coordinates -------------------------------------------------------------- */

parot_matrix points_features(const parot_gromov_points_problem *problem, int is_target)
{
    int64_t rows = is_target ? problem->y.rows : problem->x.rows;
    return (parot_matrix){is_target ? problem->y_features : problem->x_features, rows,
                          problem->features, problem->features};
}

/* Half of the weight is not above it, and half not below. */
static double median_of(parot_matrix from, int64_t k, struct weights weights, int exponent,
                        struct keyed *scratch)
{
    double half = weights_total(weights) / 2, below = 0;
    int64_t count = 0, at = 0;
    for (int64_t i = 0; i < from.rows; i++)
        if (weight_at(weights, i) > 0)
            scratch[count++] = (struct keyed){ldexp(from.data[i * from.stride + k], -exponent), i};
    (void)argsort(scratch, count, scratch + from.rows, NULL); /* without a control it ends */
    while (at < count - 1 && (below += weight_at(weights, scratch[at].index)) <= half)
        at++;
    return scratch[at].key;
}

/* to = 2^-exponent from - origin, of one column; the largest of these. */
static double shift(parot_matrix from, int64_t k, int exponent, double origin, double *to)
{
    double largest = 0;
    for (int64_t i = 0; i < from.rows; i++) {
        to[i * from.cols + k] = ldexp(from.data[i * from.stride + k], -exponent) - origin;
        largest = fmax(largest, fabs(to[i * from.cols + k]));
    }
    return largest;
}

/* Each column about its median. */
static double centre(parot_matrix from, struct weights weights, int exponent, struct keyed *scratch,
                     double *to)
{
    double largest = 0;
    for (int64_t k = 0; k < from.cols; k++) {
        double median = median_of(from, k, weights, exponent, scratch);
        largest = fmax(largest, shift(from, k, exponent, median, to));
    }
    return largest;
}

static void multiply(double *numbers, int64_t count, int exponent)
{
    for (int64_t k = 0; k < count; k++)
        numbers[k] = ldexp(numbers[k], exponent);
}

int points_fill_features(struct points_gromov *gromov, const parot_gromov_points_problem *problem,
                         double largest, struct keyed *scratch)
{
    struct coordinates *at = &gromov->at;
    parot_matrix u = points_features(problem, 0), w = points_features(problem, 1);
    struct weights p = {problem->p, at->n};
    double reach = 0;
    int first = largest > 0 ? ilogb(largest) + 1 : 0;
    for (int64_t k = 0; k < at->features; k++) {
        double median = median_of(u, k, p, first, scratch);
        reach = fmax(reach, shift(u, k, first, median, at->u));
        reach = fmax(reach, shift(w, k, first, median, at->w));
    }
    int second = reach > 0 ? ilogb(reach) + 1 : 0;
    multiply(at->u, at->n * at->features, -second);
    multiply(at->w, at->m * at->features, -second);
    return first + second;
}

static void finish_side(double *z, double *norm, int64_t count, int64_t dims, int exponent)
{
    for (int64_t i = 0; i < count; i++) {
        norm[i] = 0;
        for (int64_t k = 0; k < dims; k++) {
            z[i * dims + k] = ldexp(z[i * dims + k], -exponent);
            norm[i] += z[i * dims + k] * z[i * dims + k];
        }
    }
}

/* 1 - cos is half the square of the distance of unit vectors. */
static parot_matrix directions_of(parot_matrix from, parot_metric metric, double *to)
{
    struct point_pair pair = {.metric = metric, .dims = from.cols};
    point_pair_copy(&pair, from, to);
    for (int64_t k = 0; k < from.rows * from.cols; k++)
        to[k] *= sqrt(0.5);
    return (parot_matrix){to, from.rows, from.cols, from.cols};
}

int points_fill_coordinates(struct points_gromov *gromov,
                            const parot_gromov_points_problem *problem, double largest,
                            struct keyed *scratch)
{
    struct coordinates *at = &gromov->at;
    int is_angle = metric_is_angle(problem->metric);
    parot_matrix x = is_angle ? directions_of(problem->x, problem->metric, at->x) : problem->x;
    parot_matrix y = is_angle ? directions_of(problem->y, problem->metric, at->y) : problem->y;
    int first = largest > 0 && !is_angle ? ilogb(largest) + 1 : 0;
    struct weights p = {problem->p, at->n}, q = {problem->q, at->m};
    double reach = fmax(centre(x, p, first, scratch, at->x), centre(y, q, first, scratch, at->y));
    int second = reach > 0 ? ilogb(reach) + 1 : 0;
    finish_side(at->x, at->r, at->n, at->ds, second);
    finish_side(at->y, at->s, at->m, at->dt, second);
    return first + second;
}
