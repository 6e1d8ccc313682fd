/* lagrange.c - partial transport at a price instead of a mass, for each unit or for each point:
 *
 *   min <C,T> - price 1' T 1                      over   T >= 0,  T 1 <= p,  T' 1 <= q
 *   min <C,T> + <a, p - T 1> + <b, q - T' 1>      over the same.
 *
 * The parametric simplex grows until its lambda has reached the price. Then its trees, tied
 * together by an arc between the dummies that earns the price, are checked exactly
 * (simplex/exact.h), and improved if need be. Prices of points are costs of slack arcs, and the arc
 * between the dummies earns nothing. To begin with, they are a' and b' (start_prices.h), and lambda
 * grows up to a0 + b0.
 */
#include <math.h>

#include "base/options.h"
#include "partial/plan.h"
#include "partial/problem.h"
#include "partial/proof.h"
#include "partial/result.h"
#include "partial/start_prices.h"
#include "transport/parametric/parametric_duals.h"
#include "transport/parametric/parametric_exact.h"

/* What is asked for: a price for each unit that moves, or one for each point. */
struct price {
    double each;                /* 0 beside `prices` */
    const parot_prices *prices; /* NULL: none */
};

struct market {
    struct control control;
    struct arena arena;
    struct weights p, q;
    struct costs costs, start_costs; /* with a and b, or with a' and b' */
    struct start_prices start;       /* of prices for each point */
    struct units units;
    struct parametric parametric;
    struct rounding rounding;
    struct tree tree;
    struct initial_tree initial;
    struct exact exact;
    int is_exact; /* the tree has exact prices */
    double price; /* that lambda may reach, in scaled costs */
};

static void layout(struct market *market, const struct price *price)
{
    struct arena *arena = &market->arena;
    int32_t n = market->costs.n, m = market->costs.m;
    if (price->prices)
        start_prices_layout(&market->start, n, m, arena);
    market->units.row = arena_take(arena, n, sizeof *market->units.row);
    market->units.col = arena_take(arena, m, sizeof *market->units.col);
    tree_layout(&market->tree, n + m + 2, arena);
    initial_tree_layout(&market->initial, n, m, arena);
    exact_layout(&market->exact, n, m, arena);
    parametric_layout(&market->parametric, n, m, PARAMETRIC_WANTED, arena);
    rounding_layout(&market->rounding, n, m, arena);
}

/* ---- Moving ------------------------------------------------------------- */

/* Exactly, if the parametric simplex ran to its end. What is moved is then the tree's to say. */
static parot_status prove(struct market *market, const struct price *price, parot_error *err)
{
    struct exact *exact = &market->exact;
    exact_begin(exact, &market->costs, &market->tree, market->control.run.threads);
    exact->stage = "parametric";
    exact->has_price = 1;
    exact->price = price->each;
    parot_status status = parametric_finish(&market->parametric, &market->units, &market->initial,
                                            exact, &market->control);
    if (status == PAROT_ENOMEM)
        return fail_memory(err, exact_bytes(exact));
    market->is_exact = status == PAROT_OK;
    return status > 0 ? status : PAROT_OK;
}

/* The pairs that carry mass, and how much they carry together. */
static int64_t list_pairs(struct market *market, struct arc *arcs, unit_count *moved)
{
    const struct costs *costs = &market->costs;
    int64_t count = 0;
    *moved = market->parametric.moved;
    if (!market->is_exact)
        return branch_export(&market->parametric.tree, arcs);
    *moved = 0;
    for (int32_t node = 0; node < market->tree.nodes; node++) {
        if (!has_arc(&market->tree, node) || market->tree.flow[node] == 0)
            continue;
        struct arc arc = {arc_row(&market->tree, costs, node), arc_col(&market->tree, costs, node),
                          market->tree.flow[node]};
        if (is_slack(costs, arc.row, arc.col))
            continue;
        *moved += arc.flow;
        arcs[count++] = arc;
    }
    return count;
}

/* Is c < x + y? Between a double and the sum that rounds to it there is no other double. */
static int is_below_sum(double c, double x, double y)
{
    double sum = x + y, shift = sum - x, error = (x - (sum - shift)) + (y - shift);
    return c < sum || (c == sum && error > 0);
}

/* Does some pair of positive weights cost less than the price? */
static int is_worth_moving(const struct market *market, const struct price *price)
{
    const struct costs *costs = &market->costs;
    for (int32_t i = 0; i < costs->n; i++) {
        double a = price->prices ? market->start.a[i] : price->each;
        for (int32_t j = 0; weight_at(market->p, i) > 0 && j < costs->m; j++)
            if (weight_at(market->q, j) > 0 &&
                is_below_sum(cost_row(costs, i)[j], a, unmatched_col(costs, j)))
                return 1;
    }
    return 0;
}

/* Weights are counted in units of 2^-120 of the mass, which is not known beforehand. If much less
 * moves than could, a second run counts in units that fit; unless all weights are whole units. */
static int needs_finer_units(const struct market *market, unit_count moved)
{
    return market->units.mass >= (unit_count)1 << 112 && moved < market->units.mass / 64;
}

/* Prices of points may be so large that costs are lost in their rounding: how much moves is known
 * when the plan is exact. */
static parot_status settle(struct market *market, const struct price *price, parot_error *err)
{
    struct parametric *parametric = &market->parametric;
    double request = fmin(weights_total(market->p), weights_total(market->q));
    for (;;) {
        unit_count moved = 0;
        market->is_exact = 0;
        TRY(units_choose(&market->units, market->p, market->q, request, err));
        /* twice the mass is never reached, but keeps sums of integers in range */
        struct parametric_goal goal = {2 * market->units.mass, market->price, NULL, NULL};
        parametric_start(parametric, &market->start_costs, &market->units);
        TRY(parametric_run(parametric, &goal, &market->control));
        TRY(prove(market, price, err));
        list_pairs(market, market->initial.arcs, &moved);
        if (!needs_finer_units(market, moved) || !is_worth_moving(market, price))
            return PAROT_OK;
        moved += market->costs.n + market->costs.m; /* all roundings */
        request = fmin(request, (double)((long double)moved * market->units.unit));
    }
}

/* ---- The answer --------------------------------------------------------- */

/* The mass of the plan. Rounding gives the mass that the units say, except for a run that was
 * stopped before it had units that fit. */
static double fill_plan(struct market *market, unit_count moved, parot_plan *plan)
{
    struct units units = market->units;
    struct sum sum = {0};
    if (moved != units.mass)
        units.request = (double)((long double)moved * units.unit);
    if (plan->count > 0)
        plan_fill(plan, market->initial.arcs, &units, market->p, market->q, &market->rounding);
    for (int64_t k = 0; k < plan->count; k++)
        sum_add(&sum, plan->mass[k]);
    double place = nextafter(units.request, INFINITY) - units.request, mass = sum_value(&sum);
    return fabs(mass - units.request) <= place ? units.request : mass;
}

/* Prices of a run that did not come to its end: those of a' and b' become those of a and b. */
static void fill_duals(struct market *market, parot_result *result)
{
    parot_dual *dual = &result->dual;
    parametric_duals(&market->parametric, market->price, result->status == PAROT_OK, dual);
    for (int32_t i = 0; i < market->costs.n; i++)
        dual->u[i] = fmax(dual->u[i] - market->start.a0, 0 - unmatched_row(&market->costs, i));
    for (int32_t j = 0; j < market->costs.m; j++)
        dual->v[j] = fmax(dual->v[j] - market->start.b0, 0 - unmatched_col(&market->costs, j));
}

static parot_status fill_result(struct market *market, const parot_problem *problem,
                                const struct price *price, parot_result *result, parot_error *err)
{
    unit_count moved = 0;
    int64_t count = list_pairs(market, market->initial.arcs, &moved);
    result->plan = (parot_plan){problem->cost.rows, problem->cost.cols, count, 0, 0, 0};
    TRY(result_open(result, &market->control, err));
    result->mass = fill_plan(market, moved, &result->plan);
    if (!market->is_exact)
        fill_duals(market, result);
    else if (exact_duals(&market->exact, &market->control, &result->dual) != PAROT_OK)
        return fail_memory(err, exact_bytes(&market->exact));
    result->dual.lambda = price->each;
    struct proved_problem proved = {.p = market->p,
                                    .q = market->q,
                                    .price = price->prices ? NULL : &price->each,
                                    .prices = price->prices,
                                    .matrix = problem};
    return proof_conclude(&proved, &market->control, result, err);
}

/* ---- The call ----------------------------------------------------------- */

/* The costs of slack arcs, and a scale that leaves room for them. */
static void set_prices(struct market *market, const struct price *price, struct cost_range range)
{
    struct costs *costs = &market->costs;
    struct start_prices *start = &market->start;
    if (price->prices) {
        start_prices_set(start, price->prices, costs->n, costs->m, NULL, NULL, range.largest);
        range.largest = fmax(range.largest, start_prices_largest(start, costs->n, costs->m));
    }
    costs->scale = parametric_scale(range);
    market->start_costs = *costs;
    costs->unmatched_row = start->a;
    costs->unmatched_col = start->b;
    market->start_costs.unmatched_row = start->start_a;
    market->start_costs.unmatched_col = start->start_b;
    market->price =
        price->each * costs->scale + start->a0 * costs->scale + start->b0 * costs->scale;
}

static parot_status prepare(struct market *market, const parot_problem *problem,
                            const struct price *price, parot_error *err)
{
    parot_matrix cost = problem->cost;
    struct cost_range range;
    TRY(check_cost(cost, &range, err));
    TRY(check_weights("p", problem->p, cost.rows, err));
    TRY(check_weights("q", problem->q, cost.cols, err));
    if (price->prices)
        TRY(check_prices(price->prices, cost.rows, cost.cols, err));
    if (!isfinite(price->each))
        return fail(err, PAROT_EINVAL, "price: must be finite, got %g", price->each);
    market->p = (struct weights){problem->p, cost.rows};
    market->q = (struct weights){problem->q, cost.cols};
    market->costs = (struct costs){.data = cost.data,
                                   .stride = cost.stride,
                                   .n = (int32_t)cost.rows,
                                   .m = (int32_t)cost.cols,
                                   .cap = INFINITY};
    layout(market, price);
    TRY(arena_open(&market->arena, &market->control, err));
    layout(market, price);
    set_prices(market, price, range);
    return PAROT_OK;
}

/* Works: what it allocates is in *market and *result, also on failure. */
static parot_status trade(struct market *market, const parot_problem *problem,
                          const struct price *price, parot_result *result, parot_error *err)
{
    struct control *control = &market->control;
    TRY(prepare(market, problem, price, err));
    double begin = control_seconds(control);
    result->status = settle(market, price, err);
    if (result->status < 0)
        return result->status;
    TRY(fill_result(market, problem, price, result, err));
    result->info = (parot_info){
        .iterations = market->parametric.pivots,
        .pivots = market->parametric.pivots + market->exact.pivots,
        .passes = passes_of(problem->cost.rows, problem->cost.cols,
                            market->parametric.lists.entries + market->exact.entries),
        .allocations = control->allocations,
        .setup_seconds = begin,
        .solve_seconds = control_seconds(control) - begin,
    };
    return result->status;
}

/* Owns. */
static parot_status open_and_trade(const parot_problem *problem, const struct price *price,
                                   const parot_run *run, parot_result *result, parot_error *err)
{
    struct market market = {0};
    parot_result local = {0};
    TRY(CHECK_GIVEN(err, problem, result));
    TRY(CHECK_RESERVED(problem, err));
    TRY(control_init(&market.control, run, err));
    parot_status status = trade(&market, problem, price, &local, err);
    exact_free(&market.exact);
    block_free(market.arena.block);
    if (status >= 0)
        *result = local;
    else
        parot_result_free(&local);
    return status;
}

parot_status parot_partial_lagrange(const parot_problem *problem, double price,
                                    const parot_run *run, parot_result *result, parot_error *err)
{
    struct price each = {price, NULL};
    return open_and_trade(problem, &each, run, result, err);
}

parot_status parot_partial_prices(const parot_problem *problem, const parot_prices *prices,
                                  const parot_run *run, parot_result *result, parot_error *err)
{
    struct price price = {0, prices};
    if (!prices)
        return fail_argument(err, PAROT_EINVAL, "prices", "must not be NULL");
    return open_and_trade(problem, &price, run, result, err);
}
