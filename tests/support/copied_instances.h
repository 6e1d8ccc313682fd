/* copied_instances.h - copies of instances that can be changed: dense, weights written out. */
#ifndef PAROT_TESTS_COPIED_INSTANCES_H
#define PAROT_TESTS_COPIED_INSTANCES_H

#include <stdlib.h>

#include "instances.h"

static inline struct instance variant_new(int64_t n, int64_t m, double mass)
{
    struct instance variant = {.cost = malloc((size_t)(n * m) * sizeof(double)),
                               .p = malloc((size_t)n * sizeof(double)),
                               .q = malloc((size_t)m * sizeof(double))};
    variant.problem = (parot_problem){{variant.cost, n, m, m}, variant.p, variant.q, mass};
    return variant;
}

/* variant row i is row source_row(i) of the problem, likewise columns */
static inline struct instance variant_of(const parot_problem *problem, int64_t n, int64_t m,
                                         int64_t (*source_row)(int64_t, int64_t),
                                         int64_t (*source_col)(int64_t, int64_t))
{
    int64_t rows = problem->cost.rows, cols = problem->cost.cols;
    struct instance variant = variant_new(n, m, problem->mass);
    for (int64_t i = 0; i < n; i++)
        variant.p[i] = test_weight(problem->p, rows, source_row(i, rows));
    for (int64_t j = 0; j < m; j++)
        variant.q[j] = test_weight(problem->q, cols, source_col(j, cols));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            variant.cost[i * m + j] = cost_of(problem, source_row(i, rows), source_col(j, cols));
    return variant;
}

/* An added row or column copies the last. */
static inline int64_t same(int64_t i, int64_t count)
{
    return i < count ? i : count - 1;
}

static inline int64_t reversed(int64_t i, int64_t count)
{
    return count - 1 - i;
}

#endif
