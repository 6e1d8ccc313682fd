/* kernel_width.c - gamma = 1 / (columns x variance), the variance of all numbers of both tables
 * around their common mean, by compensated sums. */
#include "pu/methods/kernel_width.h"

#include <math.h>

#include "base/sums.h"

parot_status kernel_width_gamma(const struct pu_problem *problem, double *gamma, parot_error *err)
{
    int64_t here = problem->n * problem->dims, there = problem->m * problem->dims;
    struct sum sum = {0}, squares = {0};
    double count = (double)(here + there), largest = 0;
    for (int64_t e = 0; e < here + there; e++) {
        double x = e < here ? problem->x[e] : problem->y[e - here];
        sum_add(&sum, x / count);
        largest = fmax(largest, fabs(x));
    }
    double mean = sum_value(&sum);
    for (int64_t e = 0; e < here + there; e++) {
        double x = (e < here ? problem->x[e] : problem->y[e - here]) - mean;
        sum_add_product(&squares, x, x);
    }
    double found = (double)(problem->n + problem->m) / sum_value(&squares);
    if (!(found > 0 && isfinite(found)))
        return fail(err, PAROT_ENUMERIC,
                    "unlabeled, positive: squares of numbers near %g leave the range of double; "
                    "scale the columns",
                    largest);
    *gamma = found;
    return PAROT_OK;
}
