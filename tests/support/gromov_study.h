/* gromov_study.h - fused problems of 9 x 7, every second one of KL loss; and central differences.
 */
#ifndef PAROT_TESTS_GROMOV_STUDY_H
#define PAROT_TESTS_GROMOV_STUDY_H

#include "random_spaces.h"

enum { N = 9, M = 7, SEEDS = 12 };

/* Takes the costs, which stay the caller's. */
static inline struct pair pair_fused(uint64_t seed, double *cost)
{
    struct pair pair = pair_random(seed, N, M, 0.55);
    pair_weights(&pair, seed, 1.1);
    test_fill(cost, N * M, seed + 5);
    pair.problem.cost = (parot_matrix){cost, N, M, M};
    pair.problem.alpha = seed % 3 == 0 ? 1 : 0.3 * (double)(seed % 3);
    pair.problem.loss = seed % 2 ? PAROT_LOSS_KL : PAROT_LOSS_SQUARE;
    for (int k = 0; seed % 2 && k < N * N; k++)
        pair.source[k] += 0.5;
    for (int k = 0; seed % 2 && k < M * M; k++)
        pair.target[k] += 0.5;
    return pair;
}

/* The error is of second order, and of the rounding of the value over the step. */
static inline double difference(double (*value_of)(void *study), void *study, double *number,
                                double step)
{
    double before = *number;
    *number = before + step;
    double above = value_of(study);
    *number = before - step;
    double below = value_of(study);
    *number = before;
    return (above - below) / (2 * step);
}

#endif
