/* pointed.h - pairs of clouds of all families with weights, and the same problem with a matrix. */
#ifndef PAROT_TESTS_POINTED_H
#define PAROT_TESTS_POINTED_H

#include "clouds.h"

struct pointed {
    struct clouds clouds;
    double *cost, *p, *q;
    parot_points_problem points;
    parot_problem matrix;
};

/* Weights of total 1: uniform, random, or random with zeros. */
static inline double *pointed_weights(int kind, int64_t count, uint64_t seed)
{
    double *w = malloc((size_t)count * sizeof *w), total = 0;
    for (int64_t i = 0; i < count; i++) {
        double x = test_uniform(seed, (uint64_t)i);
        w[i] = i == 0 ? 0.5 : kind == 2 && x < 0.3 ? 0 : 0.01 + x;
        total += w[i];
    }
    for (int64_t i = 0; i < count; i++)
        w[i] /= total;
    if (kind > 0)
        return w;
    free(w);
    return NULL;
}

/* `kind` of weights: 0, 1 or 2. */
static inline struct pointed pointed_make(struct clouds clouds, int kind, parot_metric metric,
                                          double mass, uint64_t seed)
{
    int64_t n = clouds.n, m = clouds.m;
    struct pointed made = {clouds, malloc((size_t)(n * m) * sizeof *made.cost),
                           pointed_weights(kind, n, seed), pointed_weights(kind, m, seed + 1)};
    made.points = (parot_points_problem){.x = cloud_x(&clouds),
                                         .y = cloud_y(&clouds),
                                         .metric = metric,
                                         .p = made.p,
                                         .q = made.q,
                                         .mass = mass};
    assert_ok(parot_cost(made.points.x, made.points.y, metric, NULL, made.cost, &err));
    made.matrix = (parot_problem){{made.cost, n, m, m}, made.p, made.q, mass};
    return made;
}

static inline void pointed_free(struct pointed *made)
{
    clouds_free(&made->clouds);
    free(made->cost);
    free(made->p);
    free(made->q);
}

#endif
