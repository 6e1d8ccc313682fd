/* match_balance.c - means and variances of both tables, before and after.
 *
 * With weights w, total W and squares V = sum w^2, the variance is
 *
 *   W / (W^2 - V) sum w (x - mean)^2,
 *
 * which for equal weights is the usual one with n - 1.
 */
#include <math.h>

#include "base/sums.h"
#include "tasks/match/match_internal.h"

struct moments {
    double mean, variance;
};

/* Rows of weight 0 do not count; NULL: all weigh 1. */
static struct moments moments_of(parot_matrix table, int64_t column, const double *weight)
{
    struct sum total = {0, 0}, squares = {0, 0}, sum = {0, 0}, spread = {0, 0};
    for (int64_t i = 0; i < table.rows; i++) {
        double w = weight ? weight[i] : 1;
        sum_add(&total, w);
        sum_add_product(&squares, w, w);
        sum_add_product(&sum, w, table.data[i * table.stride + column]);
    }
    double all = sum_value(&total), mean = sum_value(&sum) / all;
    for (int64_t i = 0; i < table.rows; i++) {
        double w = weight ? weight[i] : 1, away = table.data[i * table.stride + column] - mean;
        sum_add_product(&spread, w * away, away);
    }
    double freedom = all - sum_value(&squares) / all;
    return (struct moments){mean, freedom > 1e-9 * all ? sum_value(&spread) / freedom : NAN};
}

static parot_match_balance balance_of(struct moments x, struct moments y, double deviation)
{
    double away = x.mean - y.mean;
    return (parot_match_balance){x.mean, y.mean,
                                 away == 0       ? 0
                                 : deviation > 0 ? away / deviation
                                                 : NAN,
                                 y.variance > 0 ? x.variance / y.variance : NAN};
}

/* The mean of two variances, or the one that there is. */
static double pooled(double a, double b)
{
    return isnan(a) ? sqrt(b) : isnan(b) ? sqrt(a) : sqrt((a + b) / 2);
}

static void weigh(const parot_match_result *result, int is_x, double *weight)
{
    const parot_match_side *side = is_x ? &result->x : &result->y;
    for (int64_t k = 0; k < side->count; k++)
        weight[k] = is_x && side->partners[k] > 0;
    for (int64_t k = 0; k < result->pairs && !is_x; k++)
        weight[result->col[k]] += 1.0 / result->x.partners[result->row[k]];
}

void match_find_balance(const parot_match_problem *problem, parot_match_result *result,
                        double *weight)
{
    int has_own = problem->x_covariates.data != NULL;
    parot_matrix x = has_own ? problem->x_covariates : problem->x;
    parot_matrix y = has_own ? problem->y_covariates : problem->y;
    for (int64_t c = 0; c < result->covariates; c++) {
        struct moments before[2] = {moments_of(x, c, NULL), moments_of(y, c, NULL)}, after[2];
        double deviation = pooled(before[0].variance, before[1].variance);
        weigh(result, 1, weight);
        after[0] = moments_of(x, c, weight);
        weigh(result, 0, weight);
        after[1] = moments_of(y, c, weight);
        result->before[c] = balance_of(before[0], before[1], deviation);
        result->after[c] = balance_of(after[0], after[1], deviation);
    }
}
