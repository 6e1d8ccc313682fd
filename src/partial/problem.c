/* problem.c - refuses what no solver could answer, naming argument, rule and value. */
#include "partial/problem.h"

#include <float.h>
#include <limits.h>
#include <math.h>

#include "base/arena.h"
#include "base/options.h"
#include "linalg/scan.h"

/* Twice as many and some must still fit into int32_t. */
enum { MOST_NODES = INT32_MAX / 2 - 8 };

parot_status check_shape(int64_t n, int64_t m, parot_error *err)
{
    if (n < 1 || m < 1)
        return fail(err, PAROT_EINVAL, "cost: must have a row and a column, got %lld x %lld",
                    (long long)n, (long long)m);
    if (n > MOST_NODES || m > MOST_NODES - n)
        return fail(err, PAROT_EINVAL, "cost: %lld rows and %lld columns are more than %d together",
                    (long long)n, (long long)m, MOST_NODES);
    return PAROT_OK;
}

static parot_status check_table_shape(const char *name, parot_matrix table, parot_error *err)
{
    if (table.rows < 1 || table.cols < 1)
        return fail_argument(err, PAROT_EINVAL, name,
                             "must have a row and a column, got %lld x %lld", (long long)table.rows,
                             (long long)table.cols);
    return PAROT_OK;
}

parot_status check_points_shape(parot_matrix x, parot_matrix y, parot_error *err)
{
    return check_tables_shape(POINTS_NAMES, x, y, err);
}

parot_status check_tables_shape(const char *const name[2], parot_matrix x, parot_matrix y,
                                parot_error *err)
{
    TRY(check_table_shape(name[0], x, err));
    TRY(check_table_shape(name[1], y, err));
    if (x.rows > MOST_NODES || y.rows > MOST_NODES - x.rows)
        return fail_argument(err, PAROT_EINVAL, name[x.rows <= y.rows],
                             "%lld and %lld points are more than %d together; take a sample",
                             (long long)x.rows, (long long)y.rows, MOST_NODES);
    return PAROT_OK;
}

parot_status check_cost_row(parot_matrix cost, int64_t i, struct cost_range *range,
                            parot_error *err)
{
    const double *c = cost.data + i * cost.stride;
    struct survey survey = scan_survey(c, cost.cols);
    range->largest = fmax(range->largest, survey.largest);
    range->has_forbidden |= survey.forbidden > 0;
    for (int64_t j = 0; survey.invalid > 0 && j < cost.cols; j++)
        if (isnan(c[j]) || c[j] == -INFINITY)
            return fail(err, PAROT_EINVAL,
                        "cost: must be a number or +inf (a forbidden pair), got %g at (%lld,%lld)",
                        c[j], (long long)i, (long long)j);
    return PAROT_OK;
}

parot_status check_matrix(parot_matrix cost, parot_error *err)
{
    int64_t size = 0;
    TRY(check_shape(cost.rows, cost.cols, err));
    if (!cost.data)
        return fail(err, PAROT_EINVAL, "cost: data is NULL");
    if (cost.stride < cost.cols)
        return fail(err, PAROT_EINVAL, "cost: stride %lld is less than its %lld columns",
                    (long long)cost.stride, (long long)cost.cols);
    if (!multiply_sizes(cost.rows, cost.stride, &size) || size > PTRDIFF_MAX / 8)
        return fail(err, PAROT_EINVAL, "cost: %lld rows of stride %lld overflow",
                    (long long)cost.rows, (long long)cost.stride);
    return PAROT_OK;
}

parot_status check_cost(parot_matrix cost, struct cost_range *range, parot_error *err)
{
    *range = (struct cost_range){0};
    TRY(check_matrix(cost, err));
    for (int64_t i = 0; i < cost.rows; i++)
        TRY(check_cost_row(cost, i, range, err));
    return PAROT_OK;
}

parot_status check_weights(const char *name, const double *weights, int64_t count, parot_error *err)
{
    int has_mass = !weights;
    for (int64_t i = 0; weights && i < count; i++) {
        if (!(weights[i] >= 0 && weights[i] <= DBL_MAX))
            return fail_argument(err, PAROT_EINVAL, name, "must be finite and >= 0, got %g at %lld",
                                 weights[i], (long long)i);
        has_mass |= weights[i] > 0;
    }
    return has_mass
               ? PAROT_OK
               : fail_argument(err, PAROT_EINVAL, name, "all weights are 0; one must be positive");
}

/* One number is looked at where there is no array. */
static parot_status check_side_prices(const char *name, const char *each_name, const double *prices,
                                      double each, int64_t count, parot_error *err)
{
    if (prices && each != 0)
        return fail_argument(err, PAROT_EINVAL, each_name, "must be 0 beside %s, got %g", name,
                             each);
    for (int64_t i = 0; i < (prices ? count : 1); i++)
        if (!isfinite(prices ? prices[i] : each))
            return fail_argument(err, PAROT_EINVAL, prices ? name : each_name,
                                 "must be finite, got %g at %lld; a large number is enough to keep "
                                 "a point from being left unmatched",
                                 prices ? prices[i] : each, (long long)i);
    return PAROT_OK;
}

parot_status check_prices(const parot_prices *prices, int64_t n, int64_t m, parot_error *err)
{
    if (!prices)
        return fail_argument(err, PAROT_EINVAL, "prices", "must not be NULL");
    TRY(CHECK_RESERVED(prices, err));
    TRY(check_side_prices("prices.source", "prices.source_each", prices->source,
                          prices->source_each, n, err));
    return check_side_prices("prices.target", "prices.target_each", prices->target,
                             prices->target_each, m, err);
}

int64_t passes_of(int64_t n, int64_t m, int64_t entries)
{
    int64_t all = n * m;
    return 1 + (entries + all / 2) / all;
}

/* A sum of k rounded numbers is off by a share of at most k 2^-53: 1e-9 is more up to nine million
 * rows, and less than any share that a user means. */
int parot_is_all(double mass, double total)
{
    return mass >= (1 - 1e-9) * total;
}
