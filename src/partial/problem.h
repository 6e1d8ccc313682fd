/* problem.h - the checks at the public door. */
#ifndef PAROT_PARTIAL_PROBLEM_H
#define PAROT_PARTIAL_PROBLEM_H

#include "base/status.h"
#include "transport/costs.h"

parot_status check_shape(int64_t n, int64_t m, parot_error *err);

/* The same of two tables of points, x and y; or of two tables that are called otherwise. */
parot_status check_points_shape(parot_matrix x, parot_matrix y, parot_error *err);
#define POINTS_NAMES ((const char *const[]){"x", "y"})
#define PRODUCTS_NAMES ((const char *const[]){"f", "g"})
parot_status check_tables_shape(const char *const name[2], parot_matrix x, parot_matrix y,
                                parot_error *err);

/* Everything about a cost matrix but its numbers; the numbers of one row, which *range grows by;
 * and both for all rows. */
parot_status check_matrix(parot_matrix cost, parot_error *err);
parot_status check_cost_row(parot_matrix cost, int64_t i, struct cost_range *range,
                            parot_error *err);
parot_status check_cost(parot_matrix cost, struct cost_range *range, parot_error *err);

/* Finite, not negative, not all 0. `name` is for the message. NULL weights are uniform. */
parot_status check_weights(const char *name, const double *weights, int64_t count,
                           parot_error *err);

/* Finite numbers, in an array or one for all. */
parot_status check_prices(const parot_prices *prices, int64_t n, int64_t m, parot_error *err);

/* a_i and b_j */
static inline double source_price(const parot_prices *prices, int64_t i)
{
    return prices->source ? prices->source[i] : prices->source_each;
}

static inline double target_price(const parot_prices *prices, int64_t j)
{
    return prices->target ? prices->target[j] : prices->target_each;
}

/* parot_info.passes: the first checks the costs (and may do more), `entries` were read after it. */
int64_t passes_of(int64_t n, int64_t m, int64_t entries);

#endif
