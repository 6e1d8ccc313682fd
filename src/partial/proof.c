/* proof.c - the last step of a solve: objective, bound, and whether they prove each other.
 *
 * Exact prices (transport/simplex/exact.h) are rounded so that they stay feasible; the bound
 * lambda mass - <u,p> - <v,q> is then true as it stands, and with a plan of nearly that cost the
 * proof is complete, after n + m additions. That is the case of nearly every problem. Where it is
 * not, because the rounding of prices or weights over hundreds of orders of magnitude matters, the
 * certificate is asked, which reads the matrix once or twice; if it does not prove the answer
 * either, the status says so.
 */
#include "partial/proof.h"

#include <float.h>
#include <math.h>

#include "base/sums.h"
#include "partial/problem.h"
#include "partial/result.h"

/* Of PAROT_PROOF_TOLERANCE: what is proved here leaves the certificate room for its own rounding.
 */
static const double CLEARLY = 0.25;

/* Prices beyond double end at its edge. Returns whether there were any: the prices need not be
 * feasible then. */
static int limit_prices(double *prices, int64_t count)
{
    int is_limited = 0;
    for (int64_t i = 0; i < count; i++)
        if (!(fabs(prices[i]) <= DBL_MAX)) {
            prices[i] = prices[i] < 0 ? -DBL_MAX : DBL_MAX;
            is_limited = 1;
        }
    return is_limited;
}

/* C_ij of an entry of the plan */
static double entry_cost(const struct proved_problem *problem, const parot_plan *plan, int64_t k)
{
    int64_t i = plan->row[k], j = plan->col[k];
    if (problem->matrix)
        return problem->matrix->cost.data[i * problem->matrix->cost.stride + j];
    return points_cost(problem->points, problem->row_at[i], problem->col_at[j]);
}

/* <C,T> */
static double cost_of(const struct proved_problem *problem, const parot_plan *plan)
{
    struct sum sum = {0};
    for (int64_t k = 0; k < plan->count; k++)
        sum_add_product(&sum, plan->mass[k], entry_cost(problem, plan, k));
    return sum_value(&sum);
}

/* <|C|,T>, and with prices what moving all of it earns */
static double scale_of(const struct proved_problem *problem, const parot_result *result)
{
    const parot_plan *plan = &result->plan;
    const parot_prices *prices = problem->prices;
    double scale = problem->price ? fabs(*problem->price) * result->mass : 0;
    for (int64_t k = 0; k < plan->count; k++) {
        double earned = prices ? fabs(source_price(prices, plan->row[k])) +
                                     fabs(target_price(prices, plan->col[k]))
                               : 0;
        scale += (fabs(entry_cost(problem, plan, k)) + earned) * plan->mass[k];
    }
    return scale;
}

/* <|a|,p> + <|b|,q> */
static double price_all(const parot_prices *prices, struct weights p, struct weights q)
{
    double all = 0;
    for (int64_t i = 0; i < p.count; i++)
        all += fabs(source_price(prices, i)) * weight_at(p, i);
    for (int64_t j = 0; j < q.count; j++)
        all += fabs(target_price(prices, j)) * weight_at(q, j);
    return all;
}

/* |lambda| mass + <u,p> + <v,q>, and what is left unmatched: the bound is a difference of these.
 * Its products lose at most DBL_MIN each, their sum at most a unit in its last place (base/sums.h),
 * and so do mass and uniform weights, which the certificate takes for sums and fractions: 2^-50 of
 * it covers all that. */
static double bound_noise(const struct proved_problem *problem, const parot_result *result)
{
    const parot_dual *dual = &result->dual;
    struct weights p = problem->p, q = problem->q;
    double magnitude = fabs(dual->lambda) * result->mass;
    if (problem->prices)
        magnitude += price_all(problem->prices, p, q);
    int64_t products = dual->lambda != 0;
    for (int64_t i = 0; i < p.count; i++) {
        magnitude += fabs(dual->u[i]) * weight_at(p, i);
        products += dual->u[i] != 0;
    }
    for (int64_t j = 0; j < q.count; j++) {
        magnitude += fabs(dual->v[j]) * weight_at(q, j);
        products += dual->v[j] != 0;
    }
    return 0x1p-50 * magnitude + (double)products * DBL_MIN;
}

/* Not when a number has left the range: comparisons with NaN are false. */
static int is_clearly_proved(const struct proved_problem *problem, double bound,
                             const parot_result *result)
{
    double open = result->objective - bound + bound_noise(problem, result);
    double scale = scale_of(problem, result);
    return open <= CLEARLY * PAROT_PROOF_TOLERANCE * scale && scale <= DBL_MAX;
}

static parot_status certify(const struct proved_problem *problem, const parot_result *result,
                            const parot_run *run, parot_check *check, parot_error *err)
{
    const double *price = problem->price;
    const parot_prices *prices = problem->prices;
    if (problem->products)
        return parot_certify_products(problem->products, result, run, check, err);
    if (prices)
        return problem->matrix
                   ? parot_certify_prices(problem->matrix, prices, result, run, check, err)
                   : parot_certify_points_prices(problem->clouds, prices, result, run, check, err);
    if (problem->matrix)
        return price ? parot_certify_price(problem->matrix, *price, result, run, check, err)
                     : parot_certify(problem->matrix, result, run, check, err);
    return price ? parot_certify_points_price(problem->clouds, *price, result, run, check, err)
                 : parot_certify_points(problem->clouds, result, run, check, err);
}

/* Asks the certificate. Its bound is true of any prices; without it, prices that need not be
 * feasible (`is_limited`) have none but the end of the numbers. */
static parot_status ask_certificate(const struct proved_problem *problem, struct control *control,
                                    int is_limited, parot_result *result, parot_error *err)
{
    parot_check check = {0};
    parot_run run = control_rest(control);
    control->allocations++;
    parot_status status = certify(problem, result, &run, &check, err);
    if (status == PAROT_ESTOPPED) {
        result->status = control_is_time_up(control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
        result->bound = is_limited ? -DBL_MAX : result->bound;
        return PAROT_OK;
    }
    TRY(status);
    if (!parot_is_proved(&check, PAROT_PROOF_TOLERANCE))
        result->status = PAROT_UNPROVED;
    result->bound = check.bound;
    return PAROT_OK;
}

parot_status proof_conclude(const struct proved_problem *problem, struct control *control,
                            parot_result *result, parot_error *err)
{
    struct weights p = problem->p, q = problem->q;
    parot_dual *dual = &result->dual;
    int is_limited = limit_prices(dual->u, p.count);
    is_limited |= limit_prices(dual->v, q.count);
    is_limited |= limit_prices(&dual->lambda, 1);
    result->objective = cost_of(problem, &result->plan);
    if (problem->prices) {
        result->unmatched = unmatched_cost(&result->plan, problem->prices, p, q);
        result->objective += result->unmatched;
    }
    result->bound = dual_value(dual, p, q, result->mass);
    if (result->status == PAROT_OK && isfinite(result->objective) &&
        (is_limited || !is_clearly_proved(problem, result->bound, result)))
        TRY(ask_certificate(problem, control, is_limited, result, err));
    if (!isfinite(result->objective) || !isfinite(result->bound))
        return fail(err, PAROT_ENUMERIC,
                    "cost: costs times mass %g leave the range of double; rescale them",
                    result->mass);
    result->bound = fmin(result->bound, result->objective);
    return PAROT_OK;
}
