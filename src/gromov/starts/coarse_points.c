/* coarse_points.c - coordinates of the representatives are gathered, and their distances computed
 * in our units, in which the whole problem is stated.
 *
 * Where the whole problem has squared distances, and no costs that these are to be weighed against,
 * the representatives have plain ones: the same points match, and single large distances do not
 * outweigh the rest, so that they are found more often.
 */
#include "gromov/starts/coarse_points.h"

#include <string.h>

#include "gromov/starts/coarse_spaces.h"

struct gathered {
    struct coarse_spaces spaces;
    double *x, *y; /* u x ds and v x dt, or their features if there are more of these */
};

static void layout(struct gathered *it, const struct coordinates *at, struct arena *arena)
{
    int64_t wide = at->features;
    coarse_spaces_layout(&it->spaces, at->n, at->m, at->features > 0 && at->linear > 0, arena);
    it->x =
        arena_take(arena, it->spaces.u, (size_t)(wide > at->ds ? wide : at->ds) * sizeof(double));
    it->y =
        arena_take(arena, it->spaces.v, (size_t)(wide > at->dt ? wide : at->dt) * sizeof(double));
}

static parot_matrix gather(const double *from, int64_t dims, const int32_t *points, int64_t count,
                           double *to)
{
    for (int64_t k = 0; k < count; k++)
        memcpy(to + k * dims, from + points[k] * dims, (size_t)dims * sizeof *to);
    return (parot_matrix){to, count, dims, dims};
}

/* A stop leaves numbers that are 0, and what follows stops as well. */
static parot_status measure(parot_matrix x, parot_matrix y, parot_metric metric,
                            const struct control *control, double *to, parot_error *err)
{
    parot_run run = control_rest(control);
    parot_status status = parot_cost(x, y, metric, &run, to, err);
    return status == PAROT_ESTOPPED ? PAROT_OK : status;
}

static parot_status fill(struct gathered *it, const struct points_gromov *gromov,
                         const struct control *control, parot_error *err)
{
    const struct coordinates *at = &gromov->at;
    struct coarse_spaces *spaces = &it->spaces;
    parot_metric metric = !gromov->has_moments ? gromov->distances.metric
                          : spaces->cost       ? PAROT_METRIC_SQEUCLIDEAN
                                               : PAROT_METRIC_EUCLIDEAN;
    parot_matrix x = gather(at->x, at->ds, spaces->rows, spaces->u, it->x);
    parot_matrix y = gather(at->y, at->dt, spaces->cols, spaces->v, it->y);
    TRY(measure(x, x, metric, control, spaces->source, err));
    TRY(measure(y, y, metric, control, spaces->target, err));
    if (!spaces->cost)
        return PAROT_OK;
    x = gather(at->u, at->features, spaces->rows, spaces->u, it->x);
    y = gather(at->w, at->features, spaces->cols, spaces->v, it->y);
    spaces->problem.cost = (parot_matrix){spaces->cost, spaces->u, spaces->v, spaces->v};
    spaces->problem.alpha = at->quadratic / (at->quadratic + at->linear);
    return measure(x, y, PAROT_METRIC_SQEUCLIDEAN, control, spaces->cost, err);
}

/* Works: the block in `arena` belongs to the caller. */
static parot_status find(const struct points_gromov *gromov, int32_t number, struct arena *arena,
                         parot_gromov_result *result, parot_error *err)
{
    const parot_products_problem *linear = &gromov->linear;
    struct weights p = {linear->p, gromov->at.n}, q = {linear->q, gromov->at.m};
    struct control *control = &gromov->shared->control;
    struct gathered it = {0};
    layout(&it, &gromov->at, arena);
    TRY(arena_open(arena, control, err));
    layout(&it, &gromov->at, arena);
    coarse_spaces_choose(&it.spaces, p, q, linear->mass, gromov->seed, number);
    TRY(fill(&it, gromov, control, err));
    return coarse_spaces_solve(&it.spaces, p.count, q.count, number, control, result, err);
}

parot_status coarse_points_plan(const struct points_gromov *gromov, int32_t number,
                                parot_result *plan, parot_error *err)
{
    struct arena arena = {0};
    parot_gromov_result result = {0};
    parot_status status = find(gromov, number, &arena, &result, err);
    *plan = result.transport;
    result.transport = (parot_result){0};
    parot_gromov_result_free(&result);
    block_free(arena.block);
    return status;
}

parot_status coarse_points_moments(const struct points_gromov *gromov, int32_t number,
                                   double *moments, parot_error *err)
{
    parot_result plan = {0};
    parot_status status = coarse_points_plan(gromov, number, &plan, err);
    if (plan.plan.count > 0)
        moments_of_plan(&gromov->at, &plan.plan, moments);
    parot_result_free(&plan);
    return status;
}
