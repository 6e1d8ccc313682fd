/* lagrange.c - partial transport at a price instead of a mass:
 *
 *   min <C,T> - price 1' T 1   over   T >= 0,  T 1 <= p,  T' 1 <= q.
 *
 * The forest grows until its lambda has reached the price. With lambda = price its potentials are
 * the proof.
 */
#include <math.h>

#include "linalg/gather.h"
#include "partial/plan.h"
#include "partial/problem.h"
#include "partial/result.h"
#include "transport/forest_duals.h"

struct market {
    struct control control;
    struct arena arena;
    struct weights p, q;
    struct costs costs;
    struct units units;
    struct forest forest;
    struct rounding rounding;
    struct arc *arcs; /* n + m */
    double price;     /* in scaled costs */
};

static void layout(struct market *market)
{
    struct arena *arena = &market->arena;
    int32_t n = market->costs.n, m = market->costs.m;
    market->units.row = arena_take(arena, n, sizeof *market->units.row);
    market->units.col = arena_take(arena, m, sizeof *market->units.col);
    market->arcs = arena_take(arena, (int64_t)n + m, sizeof *market->arcs);
    forest_layout(&market->forest, n, m, FOREST_WANTED, arena);
    rounding_layout(&market->rounding, n, m, arena);
}

/* ---- Moving ------------------------------------------------------------- */

/* Does some pair of positive weights cost less than the price? */
static int is_worth_moving(struct market *market)
{
    double *v = market->forest.price;
    for (int32_t j = 0; j < market->costs.m; j++)
        v[j] = weight_at(market->q, j) > 0 ? 0 : -INFINITY;
    for (int32_t i = 0; i < market->costs.n; i++)
        if (weight_at(market->p, i) > 0 &&
            gather_minimum(cost_row(&market->costs, i), v, market->costs.m, market->costs.scale) <
                market->price)
            return 1;
    return 0;
}

/* Weights are counted in units of 2^-60 of the mass, which is not known beforehand. If much less
 * moves than could, a second run counts in units that fit; unless all weights are whole units. */
static int needs_finer_units(const struct market *market)
{
    return market->units.mass >= INT64_C(1) << 52 && market->forest.moved < market->units.mass / 64;
}

static parot_status settle(struct market *market, parot_error *err)
{
    struct forest *forest = &market->forest;
    double request = fmin(weights_total(market->p), weights_total(market->q));
    for (;;) {
        TRY(units_choose(&market->units, market->p, market->q, request, err));
        /* twice the mass is never reached, but keeps sums of integers in range */
        struct forest_goal goal = {2 * market->units.mass, market->price, NULL, NULL};
        forest_start(forest, &market->costs, &market->units);
        TRY(forest_run(forest, &goal, &market->control));
        if (!needs_finer_units(market) || !is_worth_moving(market))
            return PAROT_OK;
        int64_t most = forest->moved + market->costs.n + market->costs.m; /* all roundings */
        request = fmin(request, (double)(most * market->units.unit));
    }
}

/* ---- The answer --------------------------------------------------------- */

/* The mass of the plan. Rounding gives the mass that the units say, but for a run that was stopped
 * before it had units that fit. */
static double fill_plan(struct market *market, parot_plan *plan)
{
    struct units units = market->units;
    struct sum sum = {0};
    if (market->forest.moved != units.mass)
        units.request = (double)((long double)market->forest.moved * units.unit);
    if (plan->count > 0)
        plan_fill(plan, market->arcs, &units, market->p, market->q, &market->rounding);
    for (int64_t k = 0; k < plan->count; k++)
        sum_add(&sum, plan->mass[k]);
    double place = nextafter(units.request, INFINITY) - units.request, mass = sum_value(&sum);
    return fabs(mass - units.request) <= place ? units.request : mass;
}

static parot_status fill_result(struct market *market, const parot_problem *problem, double price,
                                parot_result *result, parot_error *err)
{
    result->plan = (parot_plan){problem->cost.rows,
                                problem->cost.cols,
                                branch_export(&market->forest.tree, market->arcs),
                                0,
                                0,
                                0};
    TRY(result_open(result, &market->control, err));
    result->mass = fill_plan(market, &result->plan);
    forest_duals(&market->forest, market->price, result->status == PAROT_OK, &result->dual);
    result->dual.lambda = price;
    result->objective = plan_cost(&result->plan, problem->cost);
    result->bound =
        fmin(dual_value(&result->dual, market->p, market->q, result->mass), result->objective);
    if (!isfinite(result->objective) || !isfinite(result->bound))
        return fail(err, PAROT_ENUMERIC,
                    "cost: costs times mass %g leave the range of double; rescale them",
                    result->mass);
    return PAROT_OK;
}

/* ---- The call ----------------------------------------------------------- */

static parot_status prepare(struct market *market, const parot_problem *problem, double price,
                            parot_error *err)
{
    parot_matrix cost = problem->cost;
    struct cost_range range;
    TRY(check_cost(cost, &range, err));
    TRY(check_weights("p", problem->p, cost.rows, err));
    TRY(check_weights("q", problem->q, cost.cols, err));
    if (!isfinite(price))
        return fail(err, PAROT_EINVAL, "price: must be finite, got %g", price);
    market->p = (struct weights){problem->p, cost.rows};
    market->q = (struct weights){problem->q, cost.cols};
    market->costs = (struct costs){cost.data,          cost.stride,         (int32_t)cost.rows,
                                   (int32_t)cost.cols, forest_scale(range), INFINITY};
    market->price = price * market->costs.scale;
    layout(market);
    TRY(arena_open(&market->arena, &market->control, err));
    layout(market);
    return PAROT_OK;
}

/* Works: what it allocates is in *market and *result, also on failure. */
static parot_status trade(struct market *market, const parot_problem *problem, double price,
                          parot_result *result, parot_error *err)
{
    struct control *control = &market->control;
    TRY(prepare(market, problem, price, err));
    double begin = control_seconds(control);
    parot_status status = settle(market, err);
    if (status < 0)
        return status;
    result->status = status;
    TRY(fill_result(market, problem, price, result, err));
    result->info = (parot_info){
        .iterations = market->forest.pivots,
        .pivots = market->forest.pivots,
        .passes = passes_of(problem->cost.rows, problem->cost.cols, market->forest.lists.entries),
        .allocations = control->allocations,
        .setup_seconds = begin,
        .solve_seconds = control_seconds(control) - begin,
    };
    return status;
}

parot_status parot_partial_lagrange(const parot_problem *problem, double price,
                                    const parot_run *run, parot_result *result, parot_error *err)
{
    struct market market = {0};
    parot_result local = {0};
    if (!problem || !result)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", problem ? "result" : "problem");
    TRY(control_init(&market.control, run, err));
    parot_status status = trade(&market, problem, price, &local, err);
    block_free(market.arena.block);
    if (status >= 0)
        *result = local;
    else
        parot_result_free(&local);
    return status;
}
