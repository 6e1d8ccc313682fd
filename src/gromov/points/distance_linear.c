/* distance_linear.c - linear problems of distances Dx and Dy: where a descent begins, and what it
 * goes towards.
 *
 *   half the gradient   G = (Dx^2 w)_i / 2 + (Dy^2 v)_j / 2 - (Dx T Dy)_ij,   w = T 1,  v = T' 1
 *
 * The sums are exact; the product is a sketch of some columns (product_sketch.h), whose linear
 * problem is solved as that of squared distances is. At a start Dx T Dy has rank 1: T is the
 * product of the weights there.
 */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "gromov/frank_wolfe.h"
#include "gromov/points/distance_steps.h"
#include "gromov/points/fused.h"
#include "gromov/starts/coarse_points.h"

/* As in points_descent.c. */
static const double NEAR = 0.93;

/* Features that are this small beside the gap do not enter the linear problem. */
static const double UNUSED = 0.02;

static parot_status solve_linear(struct points_descent *descent, struct points_gromov *gromov,
                                 int64_t rank, int64_t used, parot_error *err)
{
    parot_run run = control_rest(&gromov->shared->control);
    parot_products_problem linear = gromov->linear;
    int is_near = descent->change <= NEAR && gromov->distances.used == used;
    linear.f.cols = linear.g.cols = gromov->distances.used = used;
    linear.f.stride = linear.g.stride = rank;
    parot_result_free(&descent->found);
    parot_status status =
        products_walk_solve(&descent->walk, is_near, &linear, &run, &descent->found, err);
    descent->pivots += status < 0 ? 0 : descent->found.info.pivots;
    gromov->shared->control.allocations += status < 0 ? 0 : descent->found.info.allocations;
    return status;
}

/* How many features are needed for costs that are right up to `error`, on average. */
static int64_t needed(const struct balance *balance, double error)
{
    int64_t used = balance->rank;
    for (double rest = 0; used > 1; used--) {
        rest += fmax(0, balance->variance[used - 1]);
        if (rest > error)
            break;
    }
    return used;
}

void distance_offsets(struct points_gromov *gromov, const struct cloud *rows,
                      const double *row_mass, const struct cloud *cols, const double *col_mass)
{
    const struct sketch *sketch = &gromov->distances.sketch;
    const struct linear_costs *costs = &gromov->costs;
    int32_t threads = sketch->threads;
    cloud_sums(&sketch->source, rows, row_mass, 2, costs->alpha, threads);
    cloud_sums(&sketch->target, cols, col_mass, 2, costs->beta, threads);
    for (int64_t i = 0; i < gromov->at.n; i++)
        costs->alpha[i] /= 2;
    for (int64_t j = 0; j < gromov->at.m; j++)
        costs->beta[j] /= 2;
    fused_offsets(&gromov->at, costs);
}

parot_status distance_solve(struct points_descent *descent, struct points_gromov *gromov,
                            parot_error *err)
{
    struct distances *distances = &gromov->distances;
    struct sketch *sketch = &distances->sketch;
    const struct support *moved = &sketch->moved;
    const parot_plan *plan = &descent->answer.plan;
    const struct linear_costs *costs = &gromov->costs;
    struct cloud rows = {0, sketch->source.dims, moved->source, distances->metric};
    struct cloud cols = {0, sketch->target.dims, moved->target, distances->metric};
    sketch_support(sketch, plan);
    rows.count = moved->rows;
    cols.count = moved->cols;
    parot_status status = sketch_fill(sketch, plan, &gromov->shared->control);
    if (status < 0)
        return fail(err, status, "x, y: their distances leave the range of double");
    if (status != PAROT_OK)
        return status;
    distance_offsets(gromov, &rows, moved->row_mass, &cols, moved->col_mass);
    int64_t rank = sketch->rank, n = gromov->at.n, m = gromov->at.m;
    memcpy(costs->f, sketch->left, (size_t)(n * rank) * sizeof(double));
    memcpy(costs->g, sketch->right, (size_t)(m * rank) * sizeof(double));
    rank = fused_append(&gromov->at, rank, costs);
    memset(gromov->row_mass, 0, (size_t)n * sizeof(double));
    memset(gromov->col_mass, 0, (size_t)m * sizeof(double));
    for (int64_t e = 0; e < plan->count; e++) {
        gromov->row_mass[plan->row[e]] += plan->mass[e];
        gromov->col_mass[plan->col[e]] += plan->mass[e];
    }
    gromov->balance.rank = rank;
    struct weights p = {gromov->row_mass, n}, q = {gromov->col_mass, m};
    descent->magnitude = 0; /* of what the values of T and S are differences of */
    for (int64_t i = 0; i < n; i++)
        descent->magnitude += gromov->row_mass[i] * costs->alpha[i];
    for (int64_t j = 0; j < m; j++)
        descent->magnitude += gromov->col_mass[j] * costs->beta[j];
    int is_sorted = !sketch_is_whole(sketch) && balance_apply(&gromov->balance, p, q, costs);
    double mass = gromov->linear.mass, error = UNUSED * descent->gap / (2 * mass);
    int64_t used = is_sorted ? needed(&gromov->balance, error) : rank;
    /* with more than that, as many as last time, the tree of the last problem can be kept */
    used = used < distances->used && descent->change <= NEAR && distances->used <= rank
               ? distances->used
               : used;
    return solve_linear(descent, gromov, rank, used, err);
}

/* ---- The start ----------------------------------------------------------------- */

/* Weights times mass over their total. */
static void fill_marginal(struct weights weights, double mass, double *to)
{
    double factor = mass / weights_total(weights);
    for (int64_t i = 0; i < weights.count; i++)
        to[i] = factor * weight_at(weights, i);
}

/* A random linear relation between the coordinates, as many features as the target has. */
static int64_t draw_features(struct points_gromov *gromov, int32_t number)
{
    const struct coordinates *at = &gromov->at;
    const struct linear_costs *costs = &gromov->costs;
    for (int64_t l = 0; l < at->dt; l++)
        for (int64_t i = 0; i < at->n; i++) {
            double sum = 0;
            for (int64_t k = 0; k < at->ds; k++) {
                uint64_t index = (uint64_t)(((int64_t)number * at->ds + k) * at->dt + l);
                sum += random_normal(gromov->seed, RANDOM_START, index) * at->x[i * at->ds + k];
            }
            costs->f[i * at->dt + l] = 4 * gromov->linear.mass * sum;
        }
    memcpy(costs->g, at->y, (size_t)(at->m * at->dt) * sizeof(double));
    return at->dt;
}

parot_status distance_begin(struct points_descent *descent, struct points_gromov *gromov,
                            parot_start start, int32_t number, parot_error *err)
{
    const struct sketch *sketch = &gromov->distances.sketch;
    const struct linear_costs *costs = &gromov->costs;
    const parot_products_problem *linear = &gromov->linear;
    struct weights p = {linear->p, gromov->at.n}, q = {linear->q, gromov->at.m};
    fill_marginal(p, linear->mass, gromov->row_mass);
    fill_marginal(q, linear->mass, gromov->col_mass);
    const struct coordinates kept = gromov->at;
    if (start == PAROT_START_PARTIAL)
        fused_costs_alone(&gromov->at);
    distance_offsets(gromov, &sketch->source, gromov->row_mass, &sketch->target, gromov->col_mass);
    int64_t rank = 1;
    if (start == PAROT_START_RANDOM)
        rank = draw_features(gromov, number);
    else {
        cloud_sums(&sketch->source, &sketch->source, gromov->row_mass, 1, costs->f,
                   sketch->threads);
        cloud_sums(&sketch->target, &sketch->target, gromov->col_mass, 1, costs->g,
                   sketch->threads);
        for (int64_t i = 0; i < gromov->at.n; i++)
            costs->f[i] /= linear->mass;
    }
    gromov->balance.rank = rank = fused_append(&gromov->at, rank, costs);
    gromov->at = kept;
    gromov->distances.used = 0;
    if (start == PAROT_START_REPRESENTATIVES)
        TRY(coarse_points_plan(gromov, number, &descent->answer, err));
    int has_plan = descent->answer.plan.count > 0;
    if (!has_plan)
        balance_apply(&gromov->balance, p, q, costs);
    parot_status status = has_plan ? distance_solve(descent, gromov, err)
                                   : solve_linear(descent, gromov, rank, rank, err);
    if (status < 0)
        return status;
    if (!descent->found.owner)
        return fail(err, PAROT_ESTOPPED, "start: stopped (%s); allow more time",
                    parot_status_name(status));
    descent->status = status == PAROT_UNPROVED ? PAROT_OK : status;
    parot_result_free(&descent->answer);
    descent->answer = descent->found;
    descent->found = (parot_result){0};
    descent->value = distance_form(gromov, &descent->answer.plan, &descent->answer.plan);
    descent->gap = 2 * distance_slope(descent, gromov);
    return PAROT_OK;
}
