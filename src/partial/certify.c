/* certify.c - is this plan optimal? From the problem and the claimed answer alone.
 *
 * For any u, v >= 0 with lambda - u_i - v_j <= C_ij and any plan T of that mass,
 *
 *   <C,T> >= sum_ij (lambda - u_i - v_j) T_ij = lambda mass - <u, T 1> - <v, T' 1>
 *         >= lambda mass - <u,p> - <v,q>,
 *
 * so a plan whose cost equals the last line is optimal. This file checks every part of that
 * sentence in one pass over the costs. With the solvers it shares the checks of arguments and the
 * compensated sum, nothing else.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/simd.h"
#include "base/sums.h"
#include "partial/problem.h"

enum { LANES = 16 };

struct audit {
    const parot_problem *problem;
    const parot_plan *plan;
    const parot_dual *dual;
    struct sum *rows, *cols; /* T 1 and T' 1 */
    double mass;             /* what the plan's should be */
    double mass_scale, cost_scale;
    parot_check check;
};

static void raise(double *violation, double by)
{
    if (!(by <= *violation)) /* NaN is the worst of all */
        *violation = isnan(by) ? INFINITY : by;
}

static double weight(const double *weights, int64_t count, int64_t i)
{
    return weights ? weights[i] : 1.0 / (double)count;
}

static double total(const double *weights, int64_t count)
{
    struct sum sum = {0};
    for (int64_t i = 0; weights && i < count; i++)
        sum_add(&sum, weights[i]);
    return weights ? sum_value(&sum) : 1.0;
}

/* (price / costs) (mass / masses); nothing is charged where there is no price, however large the
 * mass is compared with its scale. */
static double charge(const struct audit *audit, double price, double mass)
{
    return price == 0 ? 0 : price / audit->cost_scale * (mass / audit->mass_scale);
}

static double cost_at(const struct audit *audit, int64_t i, int64_t j)
{
    return audit->problem->cost.data[i * audit->problem->cost.stride + j];
}

/* ---- The three parts of the proof --------------------------------------- */

static void check_plan(struct audit *audit)
{
    const parot_problem *problem = audit->problem;
    const parot_plan *plan = audit->plan;
    struct sum sum = {0};
    double *violation = &audit->check.primal, scale = audit->mass_scale;
    for (int64_t k = 0; k < plan->count; k++) {
        sum_add(&audit->rows[plan->row[k]], plan->mass[k]);
        sum_add(&audit->cols[plan->col[k]], plan->mass[k]);
        sum_add(&sum, plan->mass[k]);
        raise(violation, -plan->mass[k] / scale);
    }
    for (int64_t i = 0; i < plan->rows; i++)
        raise(violation, (sum_value(&audit->rows[i]) - weight(problem->p, plan->rows, i)) / scale);
    for (int64_t j = 0; j < plan->cols; j++)
        raise(violation, (sum_value(&audit->cols[j]) - weight(problem->q, plan->cols, j)) / scale);
    raise(violation, fabs(sum_value(&sum) - audit->mass) / scale);
}

/* One row of costs against the prices. */
struct look {
    double worst;   /* max_j (price - v_j - c_j), at least 0 */
    double largest; /* max_j |c_j| */
    double sum;     /* sum_j |c_j|: not finite if some cost is not */
};

/* Lanes become vector registers. */
SIMD_CLONES static struct look look_at_row(double price, const double *restrict v,
                                           const double *restrict c, int64_t m)
{
    double worst[LANES] = {0}, largest[LANES] = {0}, sum[LANES] = {0};
    struct look all = {0, 0, 0};
    int64_t whole = m - m % LANES;
    for (int64_t j = 0; j < whole; j += LANES)
        for (int k = 0; k < LANES; k++) {
            double by = price - v[j + k] - c[j + k], magnitude = fabs(c[j + k]);
            worst[k] = by > worst[k] ? by : worst[k];
            largest[k] = magnitude > largest[k] ? magnitude : largest[k];
            sum[k] += magnitude;
        }
    for (int64_t j = whole; j < m; j++) {
        all.worst = fmax(all.worst, price - v[j] - c[j]);
        all.largest = fmax(all.largest, fabs(c[j]));
        all.sum += fabs(c[j]);
    }
    for (int k = 0; k < LANES; k++) {
        all.worst = fmax(all.worst, worst[k]);
        all.largest = fmax(all.largest, largest[k]);
        all.sum += sum[k];
    }
    return all;
}

/* Comparisons overlook NaN, which must not pass for a proof. */
static int are_numbers(const parot_dual *dual, int64_t n, int64_t m)
{
    double sum = dual->lambda * 0;
    for (int64_t i = 0; i < n; i++)
        sum += dual->u[i] * 0;
    for (int64_t j = 0; j < m; j++)
        sum += dual->v[j] * 0;
    return sum == 0;
}

/* The one pass over the costs: are they numbers, and does no price exceed them? *worst is the
 * largest lambda - u_i - v_j - C_ij, not yet relative to anything. */
static parot_status check_costs(const parot_problem *problem, const parot_dual *dual,
                                struct cost_range *range, double *worst, parot_error *err)
{
    parot_matrix cost = problem->cost;
    *range = (struct cost_range){0};
    *worst = are_numbers(dual, cost.rows, cost.cols) ? 0 : INFINITY;
    for (int64_t i = 0; i < cost.rows; i++) {
        struct look look =
            look_at_row(dual->lambda - dual->u[i], dual->v, cost.data + i * cost.stride, cost.cols);
        if (!isfinite(look.sum))
            TRY(check_cost_row(cost, i, range, err));
        else
            range->largest = fmax(range->largest, look.largest);
        raise(worst, look.worst);
    }
    return PAROT_OK;
}

static void check_dual(struct audit *audit, double worst)
{
    const parot_dual *dual = audit->dual;
    double *violation = &audit->check.dual, scale = audit->cost_scale;
    raise(violation, worst / scale);
    for (int64_t i = 0; i < audit->plan->rows; i++)
        raise(violation, -dual->u[i] / scale);
    for (int64_t j = 0; j < audit->plan->cols; j++)
        raise(violation, -dual->v[j] / scale);
}

/* Mass is moved only where lambda - u - v = C, and only full rows and columns have a price. */
static void check_slackness(struct audit *audit)
{
    const parot_problem *problem = audit->problem;
    const parot_plan *plan = audit->plan;
    const parot_dual *dual = audit->dual;
    double *violation = &audit->check.slackness;
    for (int64_t k = 0; k < plan->count; k++) {
        int64_t i = plan->row[k], j = plan->col[k];
        double loss = cost_at(audit, i, j) - dual->lambda + dual->u[i] + dual->v[j];
        raise(violation, charge(audit, loss, plan->mass[k]));
    }
    for (int64_t i = 0; i < plan->rows; i++) {
        double left = weight(problem->p, plan->rows, i) - sum_value(&audit->rows[i]);
        raise(violation, charge(audit, dual->u[i], left));
    }
    for (int64_t j = 0; j < plan->cols; j++) {
        double left = weight(problem->q, plan->cols, j) - sum_value(&audit->cols[j]);
        raise(violation, charge(audit, dual->v[j], left));
    }
}

/* <C,T> - lambda mass + <u,p> + <v,q>, all in units of the scales so that nothing overflows */
static void check_gap(struct audit *audit)
{
    const parot_problem *problem = audit->problem;
    const parot_plan *plan = audit->plan;
    const parot_dual *dual = audit->dual;
    double masses = audit->mass_scale, costs = audit->cost_scale;
    struct sum gap = {0};
    for (int64_t k = 0; k < plan->count; k++)
        sum_add_product(&gap, cost_at(audit, plan->row[k], plan->col[k]) / costs,
                        plan->mass[k] / masses);
    sum_add_product(&gap, -dual->lambda / costs, audit->mass / masses);
    for (int64_t i = 0; i < plan->rows; i++)
        if (dual->u[i] != 0)
            sum_add_product(&gap, dual->u[i] / costs, weight(problem->p, plan->rows, i) / masses);
    for (int64_t j = 0; j < plan->cols; j++)
        if (dual->v[j] != 0)
            sum_add_product(&gap, dual->v[j] / costs, weight(problem->q, plan->cols, j) / masses);
    raise(&audit->check.gap, fabs(sum_value(&gap)));
}

/* ---- Before the proof: does it make sense? ------------------------------ */

static parot_status check_result(const parot_problem *problem, const parot_result *result,
                                 parot_error *err)
{
    const parot_plan *plan = &result->plan;
    if (plan->rows != problem->cost.rows || plan->cols != problem->cost.cols)
        return fail(err, PAROT_ESHAPE, "result: plan is %lld x %lld, cost %lld x %lld",
                    (long long)plan->rows, (long long)plan->cols, (long long)problem->cost.rows,
                    (long long)problem->cost.cols);
    if (!result->dual.u || !result->dual.v)
        return fail(err, PAROT_EINVAL, "result: has no duals u and v, hence no certificate");
    if (plan->count < 0 || (plan->count > 0 && (!plan->row || !plan->col || !plan->mass)))
        return fail(err, PAROT_EINVAL, "result: plan has no entries to check");
    for (int64_t k = 0; k < plan->count; k++)
        if (plan->row[k] < 0 || plan->row[k] >= plan->rows || plan->col[k] < 0 ||
            plan->col[k] >= plan->cols)
            return fail(err, PAROT_EINVAL,
                        "result: plan entry %lld is at (%d,%d), outside %lld x %lld", (long long)k,
                        plan->row[k], plan->col[k], (long long)plan->rows, (long long)plan->cols);
    return PAROT_OK;
}

static parot_status check_all(const parot_problem *problem, const parot_result *result,
                              parot_error *err)
{
    if (!problem || !result)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", problem ? "result" : "problem");
    TRY(check_matrix(problem->cost, err));
    TRY(check_weights("p", problem->p, problem->cost.rows, err));
    TRY(check_weights("q", problem->q, problem->cost.cols, err));
    if (!(problem->mass > 0) || !isfinite(problem->mass))
        return fail(err, PAROT_EINVAL, "mass: must be positive and finite, got %g", problem->mass);
    return check_result(problem, result, err);
}

/* Within rounding of the maximum, a mass means the maximum (parot.h says how far that goes). */
static double meant_mass(double mass, double most, int64_t count)
{
    double below = (16 + (double)count / 8) * DBL_EPSILON,
           above = 1e-12 + (double)count * DBL_EPSILON;
    return mass >= most * (1 - below) && mass <= most * (1 + above) ? most : mass;
}

/* The largest of the costs in use. An enormous cost that nobody pays does not count, nor does
 * lambda, which is a claim. */
static double cost_scale(const parot_problem *problem, const parot_result *result, double largest)
{
    const parot_plan *plan = &result->plan;
    double scale = 0;
    for (int64_t k = 0; k < plan->count; k++) {
        double cost = problem->cost.data[plan->row[k] * problem->cost.stride + plan->col[k]];
        scale = isfinite(cost) ? fmax(scale, fabs(cost)) : scale;
    }
    if (scale == 0)
        scale = largest;
    return scale > 0 ? scale : 1;
}

parot_status parot_certify(const parot_problem *problem, const parot_result *result,
                           parot_check *check, parot_error *err)
{
    struct cost_range range;
    double worst;
    if (!check)
        return fail(err, PAROT_EINVAL, "check: must not be NULL");
    TRY(check_all(problem, result, err));
    TRY(check_costs(problem, &result->dual, &range, &worst, err));

    int64_t n = problem->cost.rows, m = problem->cost.cols;
    double most = fmin(total(problem->p, n), total(problem->q, m));
    double mass = meant_mass(problem->mass, most, n + m);
    struct sum *sums = calloc((size_t)(n + m), sizeof *sums);
    if (!sums)
        return fail_memory(err, (size_t)(n + m) * sizeof *sums);
    struct audit audit = {
        problem,     &result->plan, &result->dual, sums,
        sums + n,    mass,          mass,          cost_scale(problem, result, range.largest),
        {0, 0, 0, 0}};
    check_plan(&audit);
    check_dual(&audit, worst);
    check_slackness(&audit);
    check_gap(&audit);
    free(sums);
    *check = audit.check;
    return PAROT_OK;
}
