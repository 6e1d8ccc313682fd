/* proof.c - see proof.h.
 *
 * parot_certify measures masses by the mass of the problem, and has no measure when that is 0. The
 * empty plan is optimal at the price lambda if C_ij >= lambda - u_i - v_j for u, v >= 0 that are 0
 * wherever there is weight, since no row and no column is used up.
 */
#include "proof.h"

#include <math.h>

int proof_is_empty(const struct problem *problem, const parot_result *result)
{
    return problem->stated.mass == 0 && result->mass == 0 && result->plan.count == 0;
}

/* Raises the violation to excess / scale; NaN is the worst of all. */
static void raise_to(double *violation, double excess, double scale)
{
    if (!(excess <= 0))
        *violation = fmax(*violation, excess / scale >= 0 ? excess / scale : INFINITY);
}

/* By what prices are measured: lambda, or the cheapest pair where that is more. */
static double price_scale(parot_matrix cost, double lambda)
{
    double least = INFINITY;
    for (int64_t i = 0; i < cost.rows; i++)
        for (int64_t j = 0; j < cost.cols; j++)
            least = fmin(least, fabs(cost.data[i * cost.stride + j]));
    return isfinite(least) ? fmax(least, fabs(lambda)) : fabs(lambda);
}

static void check_prices(const double *prices, const struct weights *weights, double scale,
                         parot_check *check)
{
    double paid = 0; /* <u,p> / |p| */
    for (int64_t i = 0; i < weights->count; i++) {
        double part = fabs(prices[i]) * (weights_at(weights, i) / weights->total);
        raise_to(&check->dual, -prices[i], scale);
        raise_to(&check->slackness, part, scale);
        paid += part;
    }
    raise_to(&check->gap, paid, scale);
}

/* Each pair is measured by itself, so that an enormous cost elsewhere cannot hide it. */
static void check_pairs(const struct problem *problem, const parot_dual *dual, parot_check *check)
{
    parot_matrix cost = problem->stated.cost;
    for (int64_t i = 0; i < cost.rows; i++)
        for (int64_t j = 0; j < cost.cols; j++) {
            double c = cost.data[i * cost.stride + j];
            double scale = fmax(fabs(dual->lambda), fabs(c));
            raise_to(&check->dual, dual->lambda - dual->u[i] - dual->v[j] - c, scale);
        }
}

parot_status proof_check(const struct problem *problem, const parot_result *result,
                         parot_check *check, parot_error *err)
{
    if (!proof_is_empty(problem, result))
        return parot_certify(&problem->stated, result, check, err);
    double scale = price_scale(problem->stated.cost, result->dual.lambda);
    *check = (parot_check){0};
    check_prices(result->dual.u, &problem->p, scale, check);
    check_prices(result->dual.v, &problem->q, scale, check);
    check_pairs(problem, &result->dual, check);
    return PAROT_OK;
}
