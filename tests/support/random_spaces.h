/* random_spaces.h - pairs of point clouds and their distances, for tests of Gromov-Wasserstein. */
#ifndef PAROT_TESTS_RANDOM_SPACES_H
#define PAROT_TESTS_RANDOM_SPACES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "instances.h"

struct pair {
    int64_t n, m;
    double *x, *y; /* points, with `dims` coordinates each */
    int64_t dims_x, dims_y;
    double *source, *target, *p, *q, *start;
    parot_gromov_problem problem;
};

/* Euclidean distances within a table of points. */
static inline void fill_distances(const double *points, int64_t n, int64_t dims, double *distance)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++) {
            double sum = 0;
            for (int64_t d = 0; d < dims; d++) {
                double difference = points[i * dims + d] - points[k * dims + d];
                sum += difference * difference;
            }
            distance[i * n + k] = sqrt(sum);
        }
}

static inline void multiply(double *numbers, int64_t count, double factor)
{
    for (int64_t k = 0; k < count; k++)
        numbers[k] *= factor;
}

static inline void pair_distances(struct pair *pair)
{
    fill_distances(pair->x, pair->n, pair->dims_x, pair->source);
    fill_distances(pair->y, pair->m, pair->dims_y, pair->target);
}

static inline struct pair pair_alloc(int64_t n, int64_t m, int64_t dims_x, int64_t dims_y,
                                     double mass)
{
    struct pair pair = {.n = n, .m = m, .dims_x = dims_x, .dims_y = dims_y};
    pair.x = calloc((size_t)(n * dims_x), sizeof(double));
    pair.y = calloc((size_t)(m * dims_y), sizeof(double));
    pair.source = calloc((size_t)(n * n), sizeof(double));
    pair.target = calloc((size_t)(m * m), sizeof(double));
    pair.p = calloc((size_t)n, sizeof(double));
    pair.q = calloc((size_t)m, sizeof(double));
    pair.start = calloc((size_t)(n * m), sizeof(double));
    pair.problem = (parot_gromov_problem){.source = {pair.source, n, n, n},
                                          .target = {pair.target, m, m, m},
                                          .alpha = 1,
                                          .mass = mass};
    return pair;
}

/* Two Gaussian clouds that have nothing to do with each other. */
static inline struct pair pair_random(uint64_t seed, int64_t n, int64_t m, double mass)
{
    struct pair pair = pair_alloc(n, m, 3, 2, mass);
    for (int64_t k = 0; k < 3 * n; k++)
        pair.x[k] = test_normal(2 * seed + 1, (uint64_t)k);
    for (int64_t k = 0; k < 2 * m; k++)
        pair.y[k] = test_normal(2 * seed + 2, (uint64_t)k);
    pair_distances(&pair);
    return pair;
}

/* A cloud and its mirror image, turned, moved and shuffled. */
static inline struct pair pair_isometric(uint64_t seed, int64_t n, double mass)
{
    struct pair pair = pair_alloc(n, n, 2, 2, mass);
    double angle = 6 * test_uniform(seed, 999999), c = cos(angle), s = sin(angle);
    int64_t stride = n % 7 ? 7 : n % 11 ? 11 : 13; /* i -> stride i is a permutation */
    for (int64_t i = 0; i < n; i++) {
        double a = test_normal(seed, (uint64_t)(2 * i)),
               b = test_normal(seed, (uint64_t)(2 * i + 1));
        int64_t k = (stride * i + 3) % n;
        pair.x[2 * i] = a;
        pair.x[2 * i + 1] = b;
        pair.y[2 * k] = c * a + s * b + 5;
        pair.y[2 * k + 1] = s * a - c * b - 1;
    }
    pair_distances(&pair);
    return pair;
}

/* Random weights of total 1, or more on one side. */
static inline void pair_weights(struct pair *pair, uint64_t seed, double total)
{
    double sum_p = 0, sum_q = 0;
    for (int64_t i = 0; i < pair->n; i++)
        sum_p += pair->p[i] = 0.1 + test_uniform(seed + 77, (uint64_t)i);
    for (int64_t j = 0; j < pair->m; j++)
        sum_q += pair->q[j] = 0.1 + test_uniform(seed + 78, (uint64_t)j);
    for (int64_t i = 0; i < pair->n; i++)
        pair->p[i] /= sum_p;
    for (int64_t j = 0; j < pair->m; j++)
        pair->q[j] *= total / sum_q;
    pair->problem.p = pair->p;
    pair->problem.q = pair->q;
}

static inline void pair_free(struct pair *pair)
{
    double *blocks[] = {pair->x, pair->y, pair->source, pair->target,
                        pair->p, pair->q, pair->start};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        free(blocks[k]);
}

static inline parot_gromov_options options_with(uint32_t starts)
{
    parot_gromov_options options;
    parot_gromov_options_init(&options);
    options.starts = starts;
    return options;
}

#endif
