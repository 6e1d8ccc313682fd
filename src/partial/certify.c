/* certify.c - how far can this plan be from the optimum? From the problem and the answer alone.
 *
 * For any u, v >= 0 with lambda - u_i - v_j <= C_ij and any plan S of the mass s,
 *
 *   <C,S> >= sum_ij (lambda - u_i - v_j) S_ij = lambda s - <u, S 1> - <v, S' 1>
 *         >= lambda s - <u,p> - <v,q> = bound,
 *
 * so that the plan T costs at most <C,T> - bound more than the optimum. That difference is computed
 * without rounding (base/wide_sum.h) and rounded up once, at the end. A plan that misses its
 * constraints by a little might look cheaper than it is; it is therefore also compared with the
 * bound of the problem that it does solve, with its own mass and with weights raised to what it
 * moves, and the larger of the two differences counts. With prices for each point, costs are
 * C_ij - a_i - b_j, three doubles, the mass is free, and lambda is 0; the bound of the objective
 * has the constant <a,p> + <b,q> added. docs/notes/certificate.md has the proofs. With the solvers
 * this file shares the checks of arguments, nothing else; for points see certify_points.c.
 */
#include "partial/certify.h"

#include <float.h>
#include <math.h>

#include "base/options.h"
#include "partial/problem.h"

/* ---- Before the proof: does it make sense? ------------------------------ */

parot_status audit_check_result(const parot_problem *problem, const parot_result *result,
                                parot_error *err)
{
    const parot_plan *plan = &result->plan;
    if (plan->rows != problem->cost.rows || plan->cols != problem->cost.cols)
        return fail(err, PAROT_ESHAPE, "result: plan is %lld x %lld, cost %lld x %lld",
                    (long long)plan->rows, (long long)plan->cols, (long long)problem->cost.rows,
                    (long long)problem->cost.cols);
    if (!result->dual.u || !result->dual.v)
        return fail(err, PAROT_EINVAL, "result: has no duals u and v, so it cannot be certified");
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

static parot_status check_problem(const parot_problem *problem, const parot_result *result,
                                  const parot_check *check, parot_error *err)
{
    TRY(CHECK_GIVEN(err, problem, result, check));
    TRY(CHECK_RESERVED(problem, err));
    return check_matrix(problem->cost, err);
}

parot_status audit_poll(struct audit *audit, int64_t i, parot_error *err)
{
    return control_go_on(audit->control, "certificate", i, audit->problem->cost.rows, err);
}

/* ---- The mass ------------------------------------------------------------ */

static void add_weights(struct side *side)
{
    for (int64_t i = 0; side->weights && i < side->count; i++)
        wide_sum_add(&side->sum, side->weights[i]);
    if (!side->weights)
        wide_sum_add(&side->sum, 1);
}

/* The side of less weight: no more than that can move. */
static const struct side *smaller_side(const struct audit *audit)
{
    struct wide_sum difference = audit->rows.sum;
    struct wide_sum cols = audit->cols.sum;
    wide_sum_join(&difference, &cols, -1);
    return wide_sum_sign(&difference) <= 0 ? &audit->rows : &audit->cols;
}

/* Within rounding of the maximum, a mass means the maximum (partial.h says how far that goes; the
 * solvers have a rule of their own, so that neither can lead the other astray). */
static void set_mass(struct audit *audit)
{
    struct wide_sum sum = smaller_side(audit)->sum;
    double mass = audit->problem->mass, most = wide_sum_lower(&sum);
    double count = (double)(audit->rows.count + audit->cols.count);
    double below = (16 + count / 8) * DBL_EPSILON, above = 1e-12 + count * DBL_EPSILON;
    int is_number = isfinite(wide_sum_upper(&sum)); /* else `most` is only the largest double */
    if (is_number && most - mass <= most * below && mass - most <= most * above)
        audit->mass = sum;
    else
        wide_sum_add(&audit->mass, mass);
}

/* What no row and no column of a plan carries more of, neither in the problem nor in the one that
 * the plan solves: its mass, or where that is open all that a side has. INFINITY cuts no weight. */
static double largest_share(struct audit *audit)
{
    if (!audit->has_price)
        return fmax(wide_sum_upper(&audit->mass), wide_sum_upper(&audit->moved));
    struct wide_sum most = smaller_side(audit)->sum;
    wide_sum_join(&most, &audit->missed, 1);
    return wide_sum_upper(&most);
}

/* ---- The verdict --------------------------------------------------------- */

/* a / b, rounded up; 0 / 0 = 0 */
static double share(double a, double b)
{
    if (a == 0)
        return 0;
    return b > 0 ? nextafter(a / b, INFINITY) : INFINITY;
}

/* <u,p> + <v,q> - lambda mass: what the bound lacks to 0 */
static struct wide_sum unproved(const struct audit *audit, const struct payment *payment,
                                double lambda, const struct wide_sum *mass)
{
    struct wide_sum sum = payment->given, rows = payment->rows, cols = payment->cols, of = *mass;
    wide_sum_divide(&rows, audit->rows.count);
    wide_sum_divide(&cols, audit->cols.count);
    wide_sum_join(&sum, &rows, 1);
    wide_sum_join(&sum, &cols, 1);
    wide_sum_add_scaled(&sum, -lambda, &of);
    return sum;
}

/* What has been proved so far: the plan costs at most `above` more than the optimum of the problem,
 * and `beyond` more than that of the problem which it solves. */
struct proof {
    double above, beyond, bound;
};

static double proved_excess(const struct proof *proof)
{
    return fmax(0, fmax(proof->above, proof->beyond));
}

/* What lambda and v prove, where it is more than was known. In the problem the plan costs
 * <C,T> - bound too much at most, in the one that it solves <C,T> + what is paid beyond the weights
 * - the bound for its own mass. */
static void prove(struct audit *audit, double lambda, struct proof *proof)
{
    struct payment payment = {0};
    pay_columns(audit, &payment);
    pay_rows(audit, lambda, &payment);
    struct wide_sum beyond = unproved(audit, &payment, lambda, &audit->moved), above = beyond;
    if (!audit->has_price)
        above = unproved(audit, &payment, lambda, &audit->mass);
    struct wide_sum minus_bound = above;
    wide_sum_join(&minus_bound, &audit->minus_fixed, 1);
    proof->bound = fmax(proof->bound, -wide_sum_upper(&minus_bound));
    wide_sum_join(&above, &audit->cost, 1);
    wide_sum_join(&beyond, &audit->cost, 1);
    wide_sum_join(&beyond, &payment.beyond, 1);
    proof->above = fmin(proof->above, wide_sum_upper(&above));
    proof->beyond = fmin(proof->beyond, wide_sum_upper(&beyond));
}

/* The largest T_ij |C_ij - lambda + u_i + v_j|, u_i (p - T 1)_i, v_j (q - T' 1)_j, of the prices as
 * they are stated. */
static double worst_slackness(const struct audit *audit)
{
    const parot_plan *plan = audit->plan;
    const parot_dual *dual = audit->dual;
    long double worst = 0; /* sums of three prices may be beyond double */
    for (int64_t k = 0; k < plan->count; k++) {
        int64_t i = plan->row[k], j = plan->col[k];
        long double loss =
            (long double)audit_cost(audit, i, j) - audit->lambda + dual->u[i] + dual->v[j];
        worst = fmaxl(worst, plan->mass[k] == 0 ? 0 : fabsl(loss * plan->mass[k]));
    }
    for (int64_t i = 0; i < plan->rows; i++) {
        long double paid =
            (long double)dual->u[i] + (audit->prices ? audit_row_price(audit, i) : 0);
        double left = side_weight(&audit->rows, i) - audit->rows.moved[i].high;
        worst = fmaxl(worst, fabsl(paid * left));
    }
    for (int64_t j = 0; j < plan->cols; j++) {
        long double paid = (long double)dual->v[j] + audit_col_price(audit, j);
        double left = side_weight(&audit->cols, j) - audit->cols.moved[j].high;
        worst = fmaxl(worst, fabsl(paid * left));
    }
    return (double)worst;
}

/* A plan that costs nothing where nothing costs less is optimal, however its masses are rounded. */
static parot_status look_for_a_charge(struct audit *audit, int *is_free, parot_error *err)
{
    parot_matrix cost = audit->problem->cost;
    *is_free =
        !audit->has_price && wide_sum_sign(&audit->scale) == 0 && wide_sum_sign(&audit->cost) == 0;
    *is_free &= !audit->has_products; /* which would have to be looked at one by one */
    for (int64_t i = 0; *is_free && !audit->clouds && i < cost.rows; i++) { /* no distance is < 0 */
        TRY(audit_poll(audit, i, err));
        for (int64_t j = 0; j < cost.cols; j++)
            *is_free &= !(cost.data[i * cost.stride + j] < 0);
    }
    return PAROT_OK;
}

/* ---- The call ------------------------------------------------------------ */

/* Below this there is no need to look for better prices. */
static const double GOOD = 1e-12;

/* Prices are rounded. Where a row of great weight could move more, the rounding of v would be paid
 * for all of that weight; raised by a few units in the last place, v is paid for its own. */
static const double GUARD = 0x1p-50;

/* The prices as they are; if those prove little, the best lambda for them, and then both for prices
 * that are raised by their rounding. All of these are proofs; the best one counts. */
static parot_status find_proof(struct audit *audit, struct proof *proof, parot_error *err)
{
    int is_free = 0;
    double good = GOOD * wide_sum_lower(&audit->scale);
    *proof = (struct proof){INFINITY, INFINITY, -INFINITY};
    for (int attempt = 0; attempt < 2; attempt++) {
        TRY(audit_costs(audit, attempt * GUARD, err));
        if (audit->is_nonsense)
            return PAROT_OK;
        prove(audit, audit->lambda, proof);
        if (proved_excess(proof) > good && !audit->has_price)
            prove(audit, audit_best_lambda(audit), proof);
        if (proved_excess(proof) <= good)
            return PAROT_OK;
    }
    TRY(look_for_a_charge(audit, &is_free, err));
    if (is_free)
        *proof = (struct proof){0, 0, 0};
    return PAROT_OK;
}

/* What is wrong where something is. */
static void diagnose(struct audit *audit, parot_check *check)
{
    const struct wide_sum *mass = audit->has_price ? &audit->moved : &audit->mass;
    struct payment stated = {0};
    double scale = wide_sum_lower(&audit->scale), repair = pay_stated(audit, &stated);
    struct wide_sum gap = unproved(audit, &stated, audit->lambda, mass);
    wide_sum_join(&gap, &audit->cost, 1);
    wide_sum_join(&gap, &audit->minus_fixed, -1);
    check->dual = share(repair, scale);
    check->slackness = share(worst_slackness(audit), scale);
    check->relative_gap = share(fmax(wide_sum_upper(&gap), -wide_sum_lower(&gap)), scale);
}

/* -<price, weights>; what uniform weights contribute is divided by their count, rounded up. */
static void take_prices(const struct side *side, const double *prices, double each,
                        struct wide_sum *sum)
{
    struct wide_sum own = {0};
    for (int64_t i = 0; i < side->count; i++)
        wide_sum_add_product(&own, side->weights ? side->weights[i] : 1,
                             prices ? -prices[i] : -each);
    if (!side->weights)
        wide_sum_divide(&own, side->count);
    wide_sum_join(sum, &own, 1);
}

static void set_up(struct audit *audit)
{
    const parot_prices *prices = audit->prices;
    audit->rows.weights = audit->problem->p;
    audit->cols.weights = audit->problem->q;
    add_weights(&audit->rows);
    add_weights(&audit->cols);
    if (!audit->has_price)
        set_mass(audit);
    if (prices) {
        take_prices(&audit->rows, prices->source, prices->source_each, &audit->minus_fixed);
        take_prices(&audit->cols, prices->target, prices->target_each, &audit->minus_fixed);
    }
}

static const parot_check NOTHING_PROVED = {INFINITY, INFINITY, INFINITY, -INFINITY,
                                           INFINITY, INFINITY, INFINITY, INFINITY};

static void layout(struct audit *audit, struct arena *arena)
{
    int64_t n = audit->problem->cost.rows, m = audit->problem->cost.cols;
    audit->rows.count = n;
    audit->cols.count = m;
    audit->rows.moved = arena_take(arena, n, sizeof *audit->rows.moved);
    audit->cols.moved = arena_take(arena, m, sizeof *audit->cols.moved);
    audit->offers = arena_take(arena, n, sizeof *audit->offers);
    audit->least = arena_take(arena, n, sizeof *audit->least);
    audit->v = arena_take(arena, m, sizeof *audit->v);
}

/* Works: the memory of `arena` belongs to the caller. */
static parot_status certify(struct audit *audit, struct arena *arena, parot_check *check,
                            parot_error *err)
{
    layout(audit, arena);
    TRY(arena_open(arena, audit->control, err));
    layout(audit, arena);
    set_up(audit);
    audit_plan(audit);
    audit->cap = largest_share(audit);
    audit->is_nonsense |= !audit_has_prices(audit);
    if (audit->has_price)
        wide_sum_add_scaled(&audit->scale, fabs(audit->lambda), &audit->moved);
    struct proof proof;
    TRY(find_proof(audit, &proof, err));
    if (audit->is_nonsense) {
        *check = NOTHING_PROVED;
        return PAROT_OK;
    }
    double mass = wide_sum_lower(audit->has_price ? &audit->moved : &audit->mass);
    parot_check found = {.excess = proved_excess(&proof), .bound = proof.bound + 0.0};
    found.relative = share(found.excess, wide_sum_lower(&audit->scale));
    found.infeasible = share(wide_sum_upper(&audit->missed), mass);
    found.primal = share(audit->worst_mass, mass);
    diagnose(audit, &found);
    *check = found;
    return PAROT_OK;
}

/* Owns. */
parot_status audit_certify(struct audit *audit, const parot_run *run, parot_check *check,
                           parot_error *err)
{
    struct control control;
    struct arena arena = {0};
    TRY(control_init(&control, run, err));
    audit->control = &control;
    parot_status status = certify(audit, &arena, check, err);
    block_free(arena.block);
    return status;
}

/* Works: the memory of `arena` belongs to the caller. No plan costs less than +inf where there is
 * none. */
static parot_status certify_cut(struct audit *audit, const parot_cut *cut, struct arena *arena,
                                parot_check *check, parot_error *err)
{
    int is_proof = 0;
    int64_t nodes = audit->problem->cost.rows + audit->problem->cost.cols;
    arena_take(arena, nodes, 1);
    TRY(arena_open(arena, audit->control, err));
    audit->rows.count = audit->problem->cost.rows;
    audit->cols.count = audit->problem->cost.cols;
    set_up(audit);
    TRY(audit_cut(audit, cut, arena_take(arena, nodes, 1), &is_proof, err));
    *check = is_proof ? (parot_check){.bound = INFINITY} : NOTHING_PROVED;
    return PAROT_OK;
}

/* Owns. */
static parot_status open_and_certify_cut(const parot_problem *problem, const parot_cut *cut,
                                         const parot_run *run, parot_check *check, parot_error *err)
{
    struct control control;
    struct arena arena = {0};
    struct audit audit = {.control = &control, .problem = problem};
    TRY(control_init(&control, run, err));
    parot_status status = certify_cut(&audit, cut, &arena, check, err);
    block_free(arena.block);
    return status;
}

parot_status audit_take(struct audit *audit, const double *price, const parot_result *result,
                        parot_error *err)
{
    const parot_problem *problem = audit->problem;
    TRY(check_weights("p", problem->p, problem->cost.rows, err));
    TRY(check_weights("q", problem->q, problem->cost.cols, err));
    if (price && !isfinite(*price))
        return fail(err, PAROT_EINVAL, "price: must be finite, got %g", *price);
    if (!price && (!(problem->mass >= 0) || !isfinite(problem->mass)))
        return fail(err, PAROT_EINVAL, "mass: must be finite and >= 0, got %g", problem->mass);
    if (!price && result->status == PAROT_EINFEASIBLE)
        return PAROT_OK;
    TRY(audit_check_result(problem, result, err));
    audit->plan = &result->plan;
    audit->dual = &result->dual;
    audit->lambda = price ? *price : result->dual.lambda;
    audit->has_price = price != NULL;
    return PAROT_OK;
}

parot_status parot_certify(const parot_problem *problem, const parot_result *result,
                           const parot_run *run, parot_check *check, parot_error *err)
{
    struct audit audit = {.problem = problem};
    TRY(check_problem(problem, result, check, err));
    TRY(audit_take(&audit, NULL, result, err));
    if (result->status == PAROT_EINFEASIBLE)
        return open_and_certify_cut(problem, &result->cut, run, check, err);
    return audit_certify(&audit, run, check, err);
}

parot_status parot_certify_price(const parot_problem *problem, double price,
                                 const parot_result *result, const parot_run *run,
                                 parot_check *check, parot_error *err)
{
    struct audit audit = {.problem = problem};
    TRY(check_problem(problem, result, check, err));
    TRY(audit_take(&audit, &price, result, err));
    return audit_certify(&audit, run, check, err);
}

parot_status parot_certify_prices(const parot_problem *problem, const parot_prices *prices,
                                  const parot_result *result, const parot_run *run,
                                  parot_check *check, parot_error *err)
{
    const double price = 0;
    struct audit audit = {.problem = problem, .prices = prices};
    TRY(check_problem(problem, result, check, err));
    TRY(check_prices(prices, problem->cost.rows, problem->cost.cols, err));
    TRY(audit_take(&audit, &price, result, err));
    return audit_certify(&audit, run, check, err);
}

int parot_is_proved(const parot_check *check, double tolerance)
{
    return check && check->relative <= tolerance && check->infeasible <= tolerance;
}
