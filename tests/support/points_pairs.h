/* points_pairs.h - pairs of clouds for parot_gromov_points, and what matrices say of its answers.
 */
#ifndef PAROT_TESTS_POINTS_PAIRS_H
#define PAROT_TESTS_POINTS_PAIRS_H

#include "random_spaces.h"
#include "test.h"

enum family { GAUSSIAN, TIES, EQUAL, FAR, LINE, FAMILIES };

/* No point is the origin, which the cosine refuses. */
static inline void fill_points(enum family family, uint64_t seed, double *points, int64_t n,
                               int64_t dims)
{
    for (int64_t k = 0; k < n * dims; k++) {
        double normal = test_normal(seed, (uint64_t)k) + 0.01;
        points[k] = family == TIES    ? round(normal) + 0.25
                    : family == EQUAL ? 3
                    : family == FAR   ? 1e5 + normal + (k / dims == 1 ? 1e3 : 0)
                    : family == LINE  ? (k % dims == 0 ? normal : 0)
                                      : normal;
    }
}

/* Sizes, dimensions, weights and masses all differ from seed to seed; the matrices are not set. */
static inline struct pair pair_of_family(enum family family, uint64_t seed)
{
    int64_t n = 1 + (int64_t)(seed * 17 % 60), m = 1 + (int64_t)(seed * 11 % 53);
    double mass = seed % 4 == 0 ? 1 : mass_of(seed);
    struct pair pair = pair_alloc(n, m, 1 + (int64_t)(seed % 4), 1 + (int64_t)(seed / 2 % 3), mass);
    fill_points(family, 2 * seed + 1, pair.x, n, pair.dims_x);
    fill_points(family, 2 * seed + 2, pair.y, m, pair.dims_y);
    if (seed % 3 == 0)
        pair_weights(&pair, seed, seed % 2 ? 1 : 2);
    return pair;
}

static inline parot_gromov_points_problem points_of(const struct pair *pair, parot_metric metric)
{
    return (parot_gromov_points_problem){.x = {pair->x, pair->n, pair->dims_x, pair->dims_x},
                                         .y = {pair->y, pair->m, pair->dims_y, pair->dims_y},
                                         .metric = metric,
                                         .p = pair->problem.p,
                                         .q = pair->problem.q,
                                         .mass = pair->problem.mass};
}

/* Squared distances, in place of distances. */
static inline void square_distances(struct pair *pair)
{
    for (int64_t k = 0; k < pair->n * pair->n; k++)
        pair->source[k] *= pair->source[k];
    for (int64_t k = 0; k < pair->m * pair->m; k++)
        pair->target[k] *= pair->target[k];
}

static inline double largest_of(const struct pair *pair)
{
    double largest = 0;
    for (int64_t k = 0; k < pair->n * pair->n; k++)
        largest = fmax(largest, pair->source[k]);
    for (int64_t k = 0; k < pair->m * pair->m; k++)
        largest = fmax(largest, pair->target[k]);
    return largest;
}

/* The least of <gradient, S> over plans S of the pair's mass. */
static inline double least_of(const struct pair *pair, double *gradient)
{
    parot_problem linear = {.cost = {gradient, pair->n, pair->m, pair->m},
                            .p = pair->problem.p,
                            .q = pair->problem.q,
                            .mass = pair->problem.mass};
    parot_result best = {0};
    assert_ok(parot_partial(&linear, NULL, &best, &err));
    double objective = best.objective;
    parot_result_free(&best);
    return objective;
}

#endif
