/* coarse_start.c - points in k-d order are cut into groups, and each becomes one point at its
 * centre with its mass. */
#include "gromov/points/coarse_start.h"

#include <string.h>

#include "gromov/frank_wolfe.h"
#include "gromov/points/points_units.h"
#include "partial/result.h"
#include "transport/points/kd_order.h"

/* Fewer points on either side are not made fewer still: docs/notes/gromov.md. */
enum { FEWEST = 4096 };

/* Points that become one. */
enum { GROUP = 8 };

/* How near to its end the coarse descent goes, and its iterations at most. Its end is not that of
 * all points: what is nearer than both are to each other is in vain. */
static const double TOLERANCE = 1e-3;
enum { MOST_STEPS = 200 };

static int64_t group_count(int64_t count)
{
    return (count + GROUP - 1) / GROUP;
}

static void layout(struct coarse *coarse, const struct points_gromov *all, struct arena *arena)
{
    int64_t n = all->at.n, m = all->at.m, longer = n > m ? n : m;
    points_layout(&coarse->gromov, arena);
    coarse->rows.weight = arena_take(arena, group_count(n), sizeof(double));
    coarse->cols.weight = arena_take(arena, group_count(m), sizeof(double));
    coarse->order = arena_take(arena, longer, sizeof *coarse->order);
    coarse->descent.objectives = arena_take(arena, MOST_HISTORY, sizeof(double));
    coarse->descent.gaps = arena_take(arena, MOST_HISTORY, sizeof(double));
}

/* The place of order[begin..end), and the mass of these. */
static double average(const struct coarse *coarse, const double *from, int64_t dims,
                      struct weights weights, int64_t begin, int64_t end, double *to)
{
    double mass = 0;
    memset(to, 0, (size_t)dims * sizeof *to);
    for (int64_t k = begin; k < end; k++) {
        int32_t i = coarse->order[k];
        double weight = weight_at(weights, i);
        mass += weight;
        for (int64_t l = 0; l < dims; l++)
            to[l] += weight * from[i * dims + l];
    }
    for (int64_t l = 0; mass > 0 && l < dims; l++)
        to[l] /= mass;
    return mass;
}

/* Groups, their places and squared norms; those without mass are left out. */
static parot_status average_all(const struct coarse *coarse, const double *from, int64_t dims,
                                struct weights weights, struct group_set *groups)
{
    int64_t count = weights.count;
    TRY(kd_order(from, (int32_t)count, (int32_t)dims, coarse->order,
                 &coarse->gromov.shared->control));
    groups->count = 0;
    for (int64_t begin = 0; begin < count; begin += GROUP) {
        int64_t end = begin + GROUP < count ? begin + GROUP : count;
        double *to = groups->at + groups->count * dims, norm = 0;
        double mass = average(coarse, from, dims, weights, begin, end, to);
        for (int64_t l = 0; l < dims; l++)
            norm += to[l] * to[l];
        groups->weight[groups->count] = mass;
        groups->norm[groups->count] = norm;
        groups->count += mass > 0;
    }
    return PAROT_OK;
}

/* Works: what it allocates is in *coarse. */
static parot_status open(struct coarse *coarse, const struct points_gromov *all)
{
    struct arena arena = {0};
    struct weights p = {all->linear.p, all->at.n}, q = {all->linear.q, all->at.m};
    coarse->gromov = (struct points_gromov){.at = all->at,
                                            .has_moments = 1,
                                            .tolerance = TOLERANCE,
                                            .max_iterations = MOST_STEPS,
                                            .exponent = all->exponent,
                                            .is_long = all->is_long,
                                            .seed = all->seed,
                                            .shared = all->shared};
    coarse->descent.change = 1;
    coarse->gromov.at.n = group_count(all->at.n);
    coarse->gromov.at.m = group_count(all->at.m);
    layout(coarse, all, &arena);
    TRY(arena_open(&arena, &all->shared->control, NULL));
    layout(coarse, all, &arena);
    coarse->memory = arena.block;
    struct coordinates *at = &coarse->gromov.at;
    coarse->rows = (struct group_set){0, at->x, at->r, coarse->rows.weight};
    coarse->cols = (struct group_set){0, at->y, at->s, coarse->cols.weight};
    TRY(average_all(coarse, all->at.x, at->ds, p, &coarse->rows));
    TRY(average_all(coarse, all->at.y, at->dt, q, &coarse->cols));
    at->n = coarse->rows.count;
    at->m = coarse->cols.count;
    points_set_linear(&coarse->gromov, coarse->rows.weight, coarse->cols.weight, at->mass);
    return PAROT_OK;
}

void coarse_start_close(struct coarse *coarse)
{
    points_descent_close(&coarse->descent);
    block_free(coarse->memory);
}

int coarse_start(struct coarse *coarse, const struct points_gromov *gromov, const double *first)
{
    *coarse = (struct coarse){0};
    if (gromov->first || gromov->at.n < FEWEST || gromov->at.m < FEWEST || gromov->at.features > 0)
        return 0;
    parot_status status = open(coarse, gromov);
    coarse->gromov.first = first;
    if (status == PAROT_OK)
        status =
            points_descent_run(&coarse->descent, &coarse->gromov, PAROT_START_PRODUCT, 0, NULL);
    return status == PAROT_OK && coarse->descent.answer.owner;
}
