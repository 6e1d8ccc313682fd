/* claims.c - parot_result_claims: what a result states of itself, against its plan and its prices.
 *
 * The sums are plain doubles: each error is relative to the sum of the magnitudes, of which the
 * rounding is a few units in the last place.
 */
#include "partial/claims.h"

#include <math.h>

#include "base/options.h"
#include "cost/metric.h"
#include "partial/certify.h"
#include "partial/problem.h"
#include "partial/result.h"

/* What is not stated is not wrong. */
static double error_of(double stated, double value, double scale)
{
    double difference = isnan(stated) ? 0 : fabs(stated - value);
    double error = difference == 0 ? 0 : difference / scale;
    return error >= 0 ? error : INFINITY;
}

/* Adds -<u,p>, with uniform weights of total 1 if p is NULL. */
static void add_prices(const double *u, const double *p, int64_t n, double *value, double *scale)
{
    for (int64_t i = 0; i < n; i++) {
        double part = u[i] * (p ? p[i] : 1.0 / (double)n);
        *value -= part;
        *scale += fabs(part);
    }
}

parot_status claimed_cost(const struct claimed *problem, int64_t i, int64_t j, double *cost,
                          parot_error *err)
{
    *cost = problem->points ? NAN : problem->cost.data[i * problem->cost.stride + j];
    if (!problem->points)
        return PAROT_OK;
    parot_matrix x = problem->points->x, y = problem->points->y;
    parot_matrix one = {x.data + i * x.stride, 1, x.cols, x.stride};
    parot_matrix other = {y.data + j * y.stride, 1, y.cols, y.stride};
    parot_status status = parot_cost(one, other, problem->points->metric, NULL, cost, err);
    return status == PAROT_ENOMEM ? status : PAROT_OK;
}

/* Adds <a, p - T 1> + <b, q - T' 1>; its terms cancel where all of a point moves. */
static void add_unmatched(const struct claimed *problem, const parot_plan *plan, double *value,
                          double *scale)
{
    const parot_prices *prices = problem->prices;
    struct weights p = {problem->p, plan->rows}, q = {problem->q, plan->cols};
    *value += unmatched_cost(plan, prices, p, q);
    for (int64_t i = 0; i < plan->rows; i++)
        *scale += fabs(source_price(prices, i)) * weight_at(p, i);
    for (int64_t j = 0; j < plan->cols; j++)
        *scale += fabs(target_price(prices, j)) * weight_at(q, j);
}

static parot_status check_claims(const struct claimed *problem, double price,
                                 const parot_result *result, parot_claims *claims, parot_error *err)
{
    const parot_plan *plan = &result->plan;
    const parot_dual *dual = &result->dual;
    parot_matrix cost = problem->cost;
    const parot_problem size = {.cost = cost};
    TRY(audit_check_result(&size, result, err));
    if (problem->prices)
        TRY(check_prices(problem->prices, cost.rows, cost.cols, err));
    parot_claims found = {0};
    double scale = 0; /* <C,T> and the sum of its magnitudes */
    for (int64_t k = 0; k < plan->count; k++) {
        double part = 0;
        TRY(claimed_cost(problem, plan->row[k], plan->col[k], &part, err));
        part *= plan->mass[k];
        found.objective += part;
        scale += fabs(part);
    }
    if (problem->prices)
        add_unmatched(problem, plan, &found.objective, &scale);
    found.error = error_of(result->objective, found.objective, scale);
    double bound = dual->lambda * result->mass; /* lambda mass - <u,p> - <v,q> */
    scale = fabs(bound);
    add_prices(dual->u, problem->p, plan->rows, &bound, &scale);
    add_prices(dual->v, problem->q, plan->cols, &bound, &scale);
    found.error = fmax(found.error, error_of(result->bound, bound, scale));
    if (!isnan(price))
        found.error = fmax(found.error, error_of(dual->lambda, price, fabs(price)));
    *claims = found;
    return PAROT_OK;
}

parot_status parot_result_claims(const parot_problem *problem, double price,
                                 const parot_prices *prices, const parot_result *result,
                                 parot_claims *claims, parot_error *err)
{
    TRY(CHECK_GIVEN(err, problem, result, claims));
    TRY(CHECK_RESERVED(problem, err));
    struct claimed claimed = {problem->cost, problem->p, problem->q, NULL, prices};
    TRY(check_matrix(problem->cost, err));
    return check_claims(&claimed, price, result, claims, err);
}

parot_status parot_result_claims_points(const parot_points_problem *problem, double price,
                                        const parot_prices *prices, const parot_result *result,
                                        parot_claims *claims, parot_error *err)
{
    TRY(CHECK_GIVEN(err, problem, result, claims));
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_points_shape(problem->x, problem->y, err));
    TRY(point_pair_check(&(struct point_pair){0}, problem->x, problem->y, problem->metric, err));
    parot_matrix size = {NULL, problem->x.rows, problem->y.rows, problem->y.rows};
    struct claimed claimed = {size, problem->p, problem->q, problem, prices};
    return check_claims(&claimed, price, result, claims, err);
}
