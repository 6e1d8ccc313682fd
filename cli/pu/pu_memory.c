/* pu_memory.c - an estimate of bytes for each method.
 *
 * Matrices of m positives and n unlabeled rows, as measured at m = 1000 and 2000, n = 2 m:
 * transport holds the costs twice, a ridge a kernel of at most 6000 rows, a matching the costs
 * once.
 */
#include "pu/pu_memory.h"

#include <math.h>
#include <stdio.h>

#include "shell/memory.h"

enum { MOST_FITTED = 6000 }; /* rows of a ridge; see parot_pu_result.fitted */

static double ridge_numbers(const parot_pu_data *data)
{
    double rows = fmin(MOST_FITTED, (double)(data->positive.rows + data->unlabeled.rows));
    return rows * rows;
}

static double numbers_of(const parot_pu_data *data, parot_pu_method method)
{
    double m = (double)data->positive.rows, n = (double)data->unlabeled.rows;
    switch (method) {
    case PAROT_PU_METHOD_MINED:
        return 2.2 * m * n + ridge_numbers(data);
    case PAROT_PU_METHOD_WASSERSTEIN:
        return 2.2 * m * n;
    case PAROT_PU_METHOD_GROMOV:
    case PAROT_PU_METHOD_FUSED:
        return m * m + n * n + 8 * m * n; /* one start at a time */
    case PAROT_PU_METHOD_MATCHING:
        return 1.2 * m * n;
    case PAROT_PU_METHOD_RIDGE:
        return ridge_numbers(data);
    default:
        return 0;
    }
}

/* Both tables are scaled in a copy. */
static double copies(const parot_pu_data *data)
{
    double rows = (double)(data->positive.rows + data->unlabeled.rows);
    return rows * (double)data->unlabeled.cols;
}

double pu_memory_bytes(const parot_pu_data *data, parot_pu_method method)
{
    return sizeof(double) * (numbers_of(data, method) + copies(data));
}

enum outcome pu_memory_check(const parot_pu_data *data, const parot_pu_options *options)
{
    char what[128];
    int has_matrix =
        options->method != PAROT_PU_METHOD_RIDGE && options->method != PAROT_PU_METHOD_NEAREST;
    snprintf(what, sizeof what, "--method %s with %lld positives and %lld unlabeled rows",
             parot_pu_method_name(options->method), (long long)data->positive.rows,
             (long long)data->unlabeled.rows);
    return memory_check(what, pu_memory_bytes(data, options->method),
                        has_matrix
                            ? "use --method ridge, whose memory does not grow with the rows, "
                              "or fewer of them"
                            : "use fewer rows, for instance a random sample");
}

enum outcome pu_memory_check_prior(const parot_pu_data *data)
{
    return memory_check("the estimate of the prior",
                        sizeof(double) * (ridge_numbers(data) + copies(data)),
                        "use fewer rows, for instance a random sample, or state --prior P");
}
