/* propensity.c - weights are formed as least / e, which is at most 1, so that no propensity is too
 * small to be divided by; their sum keeps what it rounds away, so that it does not depend on the
 * order of rows. */
#include "pu/problem/propensity.h"

#include <math.h>

#include "base/sums.h"

/* Whole numbers of rows (matching), the nearest of them (nearest), distances within the positives
 * (gromov, fused) and mean distances (lasso) have no place for weights. */
static int takes_weights(const parot_pu_options *options)
{
    switch (options->method) {
    case PAROT_PU_METHOD_MATCHING:
    case PAROT_PU_METHOD_NEAREST:
    case PAROT_PU_METHOD_GROMOV:
    case PAROT_PU_METHOD_FUSED:
        return 0;
    case PAROT_PU_METHOD_WASSERSTEIN:
        return options->whole_rows != PAROT_PU_WHOLE_ROWS_LASSO;
    default:
        return 1;
    }
}

parot_status propensity_check(const parot_pu_data *data, const parot_pu_options *options,
                              parot_error *err)
{
    if (!data->propensity)
        return PAROT_OK;
    for (int64_t j = 0; j < data->positive.rows; j++)
        if (!(data->propensity[j] > 0 && data->propensity[j] <= 1))
            return fail(err, PAROT_EINVAL,
                        "propensity: must be in (0,1], the probability with which the positive was "
                        "chosen, got %g for row %lld",
                        data->propensity[j], (long long)j);
    if (takes_weights(options))
        return PAROT_OK;
    return fail(err, PAROT_EINVAL,
                "propensity: %s%s cannot weigh positives; use mined, learned, wasserstein, ridge, "
                "forest, ensemble, upu, nnpu or pusb",
                parot_pu_method_name(options->method),
                options->method == PAROT_PU_METHOD_WASSERSTEIN ? " with lasso" : "");
}

int propensity_matters(const parot_pu_data *data)
{
    for (int64_t j = 1; data->propensity && j < data->positive.rows; j++)
        if (data->propensity[j] != data->propensity[0])
            return 1;
    return 0;
}

void propensity_weigh(const parot_pu_data *data, const int32_t *order, double *weight)
{
    int64_t m = data->positive.rows;
    double least = 1;
    struct sum sum = {0};
    for (int64_t j = 0; j < m; j++)
        least = fmin(least, data->propensity[j]);
    for (int64_t r = 0; r < m; r++) {
        weight[r] = least / data->propensity[order ? order[r] : r];
        sum_add(&sum, weight[r]);
    }
    double mean = sum_value(&sum) / (double)m;
    for (int64_t r = 0; r < m; r++)
        weight[r] /= mean;
}

/* Without an allocation: weights are least / e, in any unit. */
double parot_pu_effective(const parot_pu_data *data)
{
    struct sum sum = {0}, squares = {0};
    double least = 1;
    if (!data)
        return 0;
    for (int64_t j = 0; data->propensity && j < data->positive.rows; j++)
        least = fmin(least, data->propensity[j]);
    for (int64_t j = 0; j < data->positive.rows; j++) {
        double weight = data->propensity ? least / data->propensity[j] : 1;
        sum_add(&sum, weight);
        sum_add_product(&squares, weight, weight);
    }
    return sum_value(&sum) * sum_value(&sum) / sum_value(&squares);
}

double propensity_effective(const double *weight, int64_t count)
{
    struct sum sum = {0}, squares = {0};
    for (int64_t r = 0; weight && r < count; r++) {
        sum_add(&sum, weight[r]);
        sum_add_product(&squares, weight[r], weight[r]);
    }
    return weight ? sum_value(&sum) * sum_value(&sum) / sum_value(&squares) : (double)count;
}
