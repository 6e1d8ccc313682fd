/* ensemble.c - both sorted lists are kept, so that a new row has its place in them. */
#include "pu/methods/ensemble.h"

#include <math.h>

#include "base/sort.h"
#include "base/sums.h"

/* ---- Ranks --------------------------------------------------------------- */

/* The mean rank of numbers equal to `value`, in (0, n). */
static double mean_rank(const double *sorted, int64_t n, double value)
{
    int64_t below = count_below(sorted, n, value, 0), upto = count_below(sorted, n, value, 1);
    return 0.5 * (double)(below + upto);
}

/* In [0, n]: the rank of a number of the list, linear between neighbours, so that a number in a gap
 * is nearer to one side or the other. */
static double place(const double *sorted, int64_t n, double value)
{
    int64_t below = count_below(sorted, n, value, 0);
    if (below == n)
        return (double)n;
    if (sorted[below] == value)
        return mean_rank(sorted, n, value);
    if (below == 0)
        return 0;
    double low = sorted[below - 1], high = sorted[below], width = 0.5 * high - 0.5 * low;
    double from = mean_rank(sorted, n, low), to = mean_rank(sorted, n, high);
    double part = width > 0 ? (0.5 * value - 0.5 * low) / width : 0.5;
    return from + part * (to - from);
}

double ensemble_rank(const struct ensemble *ensemble, double ridge, double forest)
{
    /* Sums of 128ths are exact, so that equal sums of ranks are equal values. */
    double w = ensemble->forest_part;
    return ((1 - w) * place(ensemble->by_ridge, ensemble->n, ridge) +
            w * place(ensemble->by_forest, ensemble->n, forest)) /
           (double)ensemble->n;
}

/* ---- Weights --------------------------------------------------------------- */

enum { STEPS = 64 };

/* Fewer errors than this are luck. */
static const double LEAST_ERROR = 1e-3;

/* e^4 of ensemble.h. Measured powers: 1, 2, 4 and 8 (docs/theory/pu.md). */
static double fourth_power_of_error(const double *sorted, int64_t n, const double *value,
                                    const double *weight, int64_t m, double prior)
{
    struct sum ranks = {0}, all = {0};
    for (int64_t j = 0; j < m; j++) {
        double w = weight ? weight[j] : 1;
        sum_add(&ranks, w * place(sorted, n, value[j]) / (double)n);
        sum_add(&all, w);
    }
    double mean = sum_value(&ranks) / sum_value(&all);
    double error = fmax(1 - (mean - prior / 2) / (1 - prior), LEAST_ERROR);
    return error * error * error * error;
}

double ensemble_weigh(const struct ensemble *ensemble, struct opinions opinions, int64_t positives)
{
    int64_t n = ensemble->n, m = opinions.m;
    double prior = (double)positives / (double)n;
    if (m == 0 || positives >= n)
        return 0.5;
    double ridge =
        fourth_power_of_error(ensemble->by_ridge, n, opinions.ridge, opinions.weight, m, prior);
    double forest =
        fourth_power_of_error(ensemble->by_forest, n, opinions.forest, opinions.weight, m, prior);
    double part = nearbyint(STEPS * ridge / (ridge + forest));
    return fmin(fmax(part, 1), STEPS - 1) / STEPS;
}
