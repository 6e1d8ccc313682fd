/* claims.c - parot_result_claims: what a result states of itself, against its plan and its prices.
 *
 * The sums are plain doubles: each error is relative to the sum of the magnitudes, of which the
 * rounding is a few units in the last place.
 */
#include <math.h>

#include "base/status.h"

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

parot_status parot_result_claims(const parot_problem *problem, double price,
                                 const parot_result *result, parot_claims *claims, parot_error *err)
{
    if (!problem || !result || !claims)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL",
                    !problem  ? "problem"
                    : !result ? "result"
                              : "claims");
    const parot_plan *plan = &result->plan;
    const parot_dual *dual = &result->dual;
    parot_matrix cost = problem->cost;
    if (plan->rows != cost.rows || plan->cols != cost.cols || !dual->u || !dual->v)
        return fail(err, PAROT_EINVAL, "result: must have a plan and prices of %lld x %lld",
                    (long long)cost.rows, (long long)cost.cols);
    parot_claims found = {0};
    double scale = 0; /* <C,T> and the sum of its magnitudes */
    for (int64_t k = 0; k < plan->count; k++) {
        double part = plan->mass[k] * cost.data[plan->row[k] * cost.stride + plan->col[k]];
        found.objective += part;
        scale += fabs(part);
    }
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
