/* pu_memory.c - an estimate of bytes for each method, and its refusal.
 *
 * Numbers of m positives and n unlabeled rows, as measured at m = 150, 500 and 1500, n = 2 m: a
 * plan takes the costs and a fifth of them; the search for one of whole rows three copies of the
 * costs more; a ridge a kernel of at most 6000 rows; the risks two features of each row for each of
 * 300 centres; the nearest positives 256 rows of distances. Both tables are scaled in a copy.
 */
#include <math.h>
#include <stdio.h>

#include "base/free_memory.h"
#include "pu/methods/ridge.h"
#include "pu/problem/pu_problem.h"

static double ridge_numbers(const parot_pu_data *data)
{
    double rows = fmin(RIDGE_MOST, (double)(data->positive.rows + data->unlabeled.rows));
    return rows * rows;
}

static double numbers_of(const parot_pu_data *data, parot_pu_method method, int is_exact)
{
    double m = (double)data->positive.rows, n = (double)data->unlabeled.rows;
    switch (method) {
    case PAROT_PU_METHOD_MINED:
        return 1.2 * m * n + ridge_numbers(data);
    case PAROT_PU_METHOD_WASSERSTEIN:
        return (is_exact ? 4.4 : 1.2) * m * n;
    case PAROT_PU_METHOD_GROMOV:
    case PAROT_PU_METHOD_FUSED:
        return m * m + n * n + 12 * m * n + 4e5; /* one start at a time */
    case PAROT_PU_METHOD_MATCHING:
        return 1.6 * m * n;
    case PAROT_PU_METHOD_RIDGE:
        return ridge_numbers(data);
    case PAROT_PU_METHOD_NEAREST:
        return 256 * m;
    case PAROT_PU_METHOD_UPU:
    case PAROT_PU_METHOD_NNPU:
    case PAROT_PU_METHOD_PUSB:
        break;
    }
    return 640 * (m + n);
}

static double copies(const parot_pu_data *data)
{
    double rows = (double)(data->positive.rows + data->unlabeled.rows);
    return rows * (double)data->unlabeled.cols;
}

double parot_pu_memory(const parot_pu_data *data, const parot_pu_options *options)
{
    parot_pu_method method = options ? options->method : PAROT_PU_METHOD_MINED;
    int is_exact = options && options->whole_rows == PAROT_PU_WHOLE_ROWS_EXACT;
    return sizeof(double) * (numbers_of(data, method, is_exact) + copies(data));
}

parot_status pu_check_memory(const parot_pu_data *data, const parot_pu_options *options,
                             const struct control *control, parot_error *err)
{
    char what[128];
    if (!data->positive.data || !data->unlabeled.data)
        return PAROT_OK; /* what makes no sense is refused as such */
    const char *name = parot_pu_method_name(options->method);
    int has_matrix =
        parot_pu_is_transport(options) || options->method == PAROT_PU_METHOD_MATCHING ||
        options->method == PAROT_PU_METHOD_GROMOV || options->method == PAROT_PU_METHOD_FUSED;
    snprintf(what, sizeof what, "options.method %s with %lld positives and %lld unlabeled rows",
             name ? name : "?", (long long)data->positive.rows, (long long)data->unlabeled.rows);
    return memory_check_fits(control, parot_pu_memory(data, options), what,
                             has_matrix ? "use options.method ridge, whose memory does not grow "
                                          "with the rows, or fewer of them"
                                        : "use fewer rows, for instance a random sample",
                             err);
}

parot_status parot_pu_memory_check(const parot_pu_data *data, const parot_pu_options *options,
                                   parot_error *err)
{
    parot_pu_options taken;
    if (!data)
        return fail_argument(err, PAROT_EINVAL, "data", "must not be NULL");
    TRY(pu_options_take(options, &taken, err));
    return pu_check_memory(data, &taken, NULL, err);
}

parot_status pu_check_prior_memory(const parot_pu_data *data, const struct control *control,
                                   parot_error *err)
{
    return memory_check_fits(
        control, sizeof(double) * (ridge_numbers(data) + copies(data)), "the estimate of the prior",
        "use fewer rows, for instance a random sample, or state the prior", err);
}
