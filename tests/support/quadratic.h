/* quadratic.h - the Gromov-Wasserstein objective by its definition, in long double. */
#ifndef PAROT_TESTS_QUADRATIC_H
#define PAROT_TESTS_QUADRATIC_H

#include <math.h>

#include "parot/parot.h"

static inline long double loss_of(parot_loss loss, long double a, long double b)
{
    if (loss == PAROT_LOSS_SQUARE)
        return (a - b) * (a - b) / 2;
    return (a > 0 ? a * logl(a / b) : 0) - a + b;
}

static inline double entry_of(parot_matrix matrix, int64_t i, int64_t k)
{
    return matrix.data[i * matrix.stride + k];
}

/* (M o X)_ij = sum_kl L(Cs_ik, Ct_jl) X_kl, averaged with the transposed matrices: half the
 * gradient of J. X is n x m, dense. *magnitude: the same sum of absolute values. */
static inline long double tensor_entry(const parot_gromov_problem *problem, const double *x,
                                       int64_t i, int64_t j)
{
    int64_t n = problem->source.rows, m = problem->target.rows;
    long double sum = 0;
    for (int64_t k = 0; k < n; k++)
        for (int64_t l = 0; l < m; l++)
            if (x[k * m + l] != 0)
                sum += x[k * m + l] / 2 *
                       (loss_of(problem->loss, entry_of(problem->source, i, k),
                                entry_of(problem->target, j, l)) +
                        loss_of(problem->loss, entry_of(problem->source, k, i),
                                entry_of(problem->target, l, j)));
    return sum;
}

/* J(X) */
static inline long double quadratic_form(const parot_gromov_problem *problem, const double *x)
{
    int64_t n = problem->source.rows, m = problem->target.rows;
    long double sum = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            if (x[i * m + j] != 0)
                sum += x[i * m + j] * tensor_entry(problem, x, i, j);
    return sum;
}

/* (1 - alpha) <C,X> + alpha J(X) */
static inline long double gromov_objective(const parot_gromov_problem *problem, const double *x)
{
    int64_t n = problem->source.rows, m = problem->target.rows;
    long double cost = 0;
    for (int64_t i = 0; problem->alpha < 1 && i < n; i++)
        for (int64_t j = 0; j < m; j++)
            cost += (long double)x[i * m + j] * entry_of(problem->cost, i, j);
    return (1 - problem->alpha) * cost + problem->alpha * quadratic_form(problem, x);
}

/* slope = (1 - alpha) C + 2 alpha (M o X), which averages both ways round; returns <slope, X>. */
static inline double gromov_slope(const parot_gromov_problem *problem, const double *x,
                                  double *slope)
{
    int64_t n = problem->source.rows, m = problem->target.rows;
    double here = 0, alpha = problem->alpha;
    for (int64_t k = 0; k < n * m; k++) {
        slope[k] = 2 * alpha * (double)tensor_entry(problem, x, k / m, k % m);
        if (alpha < 1)
            slope[k] += (1 - alpha) * entry_of(problem->cost, k / m, k % m);
        here += slope[k] * x[k];
    }
    return here;
}

#endif
