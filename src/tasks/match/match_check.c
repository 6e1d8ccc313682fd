/* match_check.c - what a problem of pairs must be, once, at the door. */
#include <limits.h>
#include <math.h>

#include "base/options.h"
#include "pu/problem/pu_tables.h"
#include "tasks/match/match_space.h"

parot_status match_check_options(const parot_match_options *options, parot_error *err)
{
    int has_price = options->order == PAROT_MATCH_ORDER_PRICE;
    if (!parot_match_order_name((parot_match_order)options->order))
        return fail(err, PAROT_EINVAL, "options.order: unknown value %d", (int)options->order);
    if (!parot_match_metric_name((parot_match_metric)options->metric))
        return fail(err, PAROT_EINVAL, "options.metric: unknown value %d", (int)options->metric);
    if (options->scale != PAROT_AUTO && !parot_scale_name((parot_scale)options->scale))
        return fail(err, PAROT_EINVAL, "options.scale: unknown value %d", (int)options->scale);
    if (options->ratio < 1)
        return fail(err, PAROT_EINVAL, "options.ratio: must be 1 or more, got %d",
                    (int)options->ratio);
    if (isnan(options->caliper) || options->caliper == -INFINITY)
        return fail(err, PAROT_EINVAL, "options.caliper: must be a number, got %g",
                    options->caliper);
    if (has_price && !isfinite(options->price))
        return fail(err, PAROT_EINVAL, "options.price: must be finite with the order price, got %g",
                    options->price);
    return PAROT_OK;
}

static parot_status check_cost(parot_matrix cost, struct control *control, parot_error *err)
{
    int64_t size = 0;
    if (!cost.data)
        return fail(err, PAROT_EINVAL, "problem.x: data is NULL, and there is no problem.cost");
    if (cost.rows < 1 || cost.cols < 1 || cost.rows > INT_MAX / 4 || cost.cols > INT_MAX / 4)
        return fail(err, PAROT_EINVAL,
                    "problem.cost: must have from 1 to %d rows and columns, got %lld x %lld",
                    INT_MAX / 4, (long long)cost.rows, (long long)cost.cols);
    if (cost.stride < cost.cols || !multiply_sizes(cost.rows, cost.stride, &size))
        return fail(err, PAROT_EINVAL,
                    "problem.cost: stride %lld does not hold %lld x %lld numbers",
                    (long long)cost.stride, (long long)cost.rows, (long long)cost.cols);
    for (int64_t i = 0; i < cost.rows; i++) {
        if (i % 1024 == 0)
            TRY(control_go_on(control, "costs", i, cost.rows, err));
        for (int64_t j = 0; j < cost.cols; j++)
            if (cost.data[i * cost.stride + j] == -INFINITY)
                return fail(err, PAROT_EINVAL,
                            "problem.cost: must not be -inf, as at (%lld,%lld); inf or nan says "
                            "that a pair does not exist",
                            (long long)i, (long long)j);
    }
    return PAROT_OK;
}

/* A pair of tables with as many rows as the problem has, and the same columns. */
static parot_status check_both(const char *x_name, parot_matrix x, const char *y_name,
                               parot_matrix y, const parot_match_problem *problem,
                               struct control *control, parot_error *err)
{
    TRY(check_tables(x_name, x, y_name, y, control, err));
    if (x.rows != match_rows(problem))
        return fail_argument(err, PAROT_ESHAPE, x_name,
                             "has %lld rows, there are %lld to be paired", (long long)x.rows,
                             (long long)match_rows(problem));
    if (y.rows != match_cols(problem))
        return fail_argument(err, PAROT_ESHAPE, y_name,
                             "has %lld rows, there are %lld to be paired", (long long)y.rows,
                             (long long)match_cols(problem));
    return PAROT_OK;
}

static parot_status check_limited(const parot_match_problem *problem, struct control *control,
                                  parot_error *err)
{
    if (!problem->column_caliper) {
        if (problem->x_limited.data || problem->y_limited.data)
            return fail(err, PAROT_EINVAL,
                        "problem.column_caliper: must not be NULL beside x_limited and y_limited");
        return PAROT_OK;
    }
    TRY(check_both("problem.x_limited", problem->x_limited, "problem.y_limited", problem->y_limited,
                   problem, control, err));
    for (int64_t g = 0; g < problem->x_limited.cols; g++)
        if (!(problem->column_caliper[g] >= 0 && problem->column_caliper[g] <= 1e300))
            return fail(err, PAROT_EINVAL,
                        "problem.column_caliper: must be from 0 to 1e300, got %g at %lld",
                        problem->column_caliper[g], (long long)g);
    return PAROT_OK;
}

static parot_status check_capacity(const char *name, const int32_t *capacity, int64_t count,
                                   parot_error *err)
{
    for (int64_t k = 0; capacity && k < count; k++)
        if (capacity[k] < 0)
            return fail_argument(err, PAROT_EINVAL, name, "must be 0 or more, got %d at %lld",
                                 (int)capacity[k], (long long)k);
    return PAROT_OK;
}

parot_status match_check_problem(const parot_match_problem *problem,
                                 const parot_match_options *options, struct control *control,
                                 parot_error *err)
{
    if (match_has_tables(problem) && options->caliper < 0)
        return fail(err, PAROT_EINVAL, "options.caliper: must be 0 or more for tables, got %g",
                    options->caliper);
    TRY(CHECK_RESERVED(problem, err));
    if (match_has_tables(problem) && problem->cost.data)
        return fail(err, PAROT_EINVAL, "problem.cost: must be NULL beside tables");
    if (match_has_tables(problem))
        TRY(check_tables("problem.x", problem->x, "problem.y", problem->y, control, err));
    else
        TRY(check_cost(problem->cost, control, err));
    if (!problem->x_stratum != !problem->y_stratum)
        return fail_argument(err, PAROT_EINVAL,
                             problem->x_stratum ? "problem.y_stratum" : "problem.x_stratum",
                             "must not be NULL if the other table has strata");
    TRY(check_capacity("problem.x_capacity", problem->x_capacity, match_rows(problem), err));
    TRY(check_capacity("problem.y_capacity", problem->y_capacity, match_cols(problem), err));
    TRY(check_limited(problem, control, err));
    if (problem->x_covariates.data || problem->y_covariates.data)
        TRY(check_both("problem.x_covariates", problem->x_covariates, "problem.y_covariates",
                       problem->y_covariates, problem, control, err));
    if (!match_has_tables(problem) && options->scale != PAROT_SCALE_NONE)
        return fail(err, PAROT_EINVAL, "options.scale: is for tables, a cost matrix has none");
    return PAROT_OK;
}
