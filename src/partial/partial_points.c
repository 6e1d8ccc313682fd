/* partial_points.c - partial transport between two clouds of points, at a mass, at a price, or at
 * prices of points; and for costs that are products, or with a row that has to move.
 *
 * The clouds are put in k-d order, equal points become one, these are solved (transport/points) and
 * checked in exact arithmetic, and plan and prices are brought back to the caller's points.
 */
#include <math.h>
#include <string.h>

#include "base/crew.h"
#include "base/options.h"
#include "cost/metric.h"
#include "partial/forced.h"
#include "partial/plan.h"
#include "partial/problem.h"
#include "partial/products.h"
#include "partial/products_walk.h"
#include "partial/proof.h"
#include "partial/result.h"
#include "partial/start_prices.h"
#include "transport/points/merged.h"
#include "transport/points/points_growth.h"

struct clouds {
    struct control control;
    const parot_points_problem *problem;
    const parot_products_problem *products; /* then x and y of `problem` are f and g; or NULL */
    const double *price;                    /* NULL: there is a mass, or ... */
    const parot_prices *prices;             /* ... a price for each point; or NULL */
    int has_mass;                           /* beside `prices`, which only force a row to move */
    int is_free;                            /* there is no mass */
    struct weights given_p, given_q;        /* the caller's */
    struct weights p, q;                    /* in the order inside */
    struct points points;
    struct merged merged; /* without memory: there are hardly any equal points */
    struct units units;   /* of the points, not of the places that they were merged to */
    struct points_solver solver;
    struct exact exact;
    struct rounding rounding;
    double *p_copy, *q_copy;
    struct start_prices start;
    int32_t *row_at, *col_at; /* where the caller's points are inside */
    int64_t *place;           /* scratch, for sorting */
    int32_t *by_col, *by_row; /* scratch, entries of a plan in order */
    double *scratch;          /* of the longer side */
    parot_plan sorted;        /* room for another plan */
    parot_prices shifted;     /* with `has_mass`: what the answer is proved at */
    int is_again;             /* solver.simplex has the tree of the last solve, ... */
    double last_price;        /* ... whose lambda this was, and -v is in its col_price */
    void *memory;
};

static void layout(struct clouds *clouds, struct arena *arena)
{
    int32_t n = (int32_t)clouds->p.count, m = (int32_t)clouds->q.count;
    int64_t most = (int64_t)n + m + 2, longer = n > m ? n : m;
    clouds->p_copy = arena_take(arena, n, sizeof *clouds->p_copy);
    clouds->q_copy = arena_take(arena, m, sizeof *clouds->q_copy);
    clouds->row_at = arena_take(arena, n, sizeof *clouds->row_at);
    clouds->col_at = arena_take(arena, m, sizeof *clouds->col_at);
    clouds->place = arena_take(arena, longer + 1, sizeof *clouds->place);
    clouds->by_col = arena_take(arena, most, sizeof *clouds->by_col);
    clouds->by_row = arena_take(arena, most, sizeof *clouds->by_row);
    clouds->scratch = arena_take(arena, longer, sizeof *clouds->scratch);
    clouds->sorted.mass = arena_take(arena, most, sizeof *clouds->sorted.mass);
    clouds->sorted.row = arena_take(arena, most, sizeof *clouds->sorted.row);
    clouds->sorted.col = arena_take(arena, most, sizeof *clouds->sorted.col);
    if (clouds->prices)
        start_prices_layout(&clouds->start, n, m, arena);
    exact_layout(&clouds->exact, n, m, arena);
    rounding_layout(&clouds->rounding, n, m, arena);
}

/* ---- Into the order inside ---------------------------------------------- */

static parot_status check(const struct clouds *clouds, parot_error *err)
{
    const parot_points_problem *problem = clouds->problem;
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_tables_shape(clouds->products ? PRODUCTS_NAMES : POINTS_NAMES, problem->x, problem->y,
                           err));
    TRY(check_weights("p", problem->p, problem->x.rows, err));
    TRY(check_weights("q", problem->q, problem->y.rows, err));
    if (clouds->price && !isfinite(*clouds->price))
        return fail(err, PAROT_EINVAL, "price: must be finite, got %g", *clouds->price);
    if (clouds->prices)
        return check_prices(clouds->prices, problem->x.rows, problem->y.rows, err);
    return PAROT_OK;
}

static struct weights in_order(struct weights given, const struct point_set *set, double *copy,
                               int32_t *at)
{
    for (int32_t k = 0; k < set->count; k++) {
        at[set->of[k]] = k;
        copy[k] = given.values ? given.values[set->of[k]] : 0;
    }
    return (struct weights){given.values ? copy : NULL, given.count};
}

static parot_status open_points(struct clouds *clouds, parot_error *err)
{
    const parot_points_problem *problem = clouds->problem;
    if (!clouds->products)
        return points_open(&clouds->points, problem->x, problem->y, problem->metric,
                           &clouds->control, err);
    TRY(check_products(clouds->products, err));
    struct product_costs costs = product_costs_of(clouds->products);
    return points_open_product(&clouds->points, &costs, &clouds->control, err);
}

/* Which of the parts had no room is not known here. */
static parot_status no_memory(const struct clouds *clouds, parot_error *err)
{
    int32_t rank = crew_without_memory(clouds->control.run.ranks);
    if (rank > 0)
        return fail(err, PAROT_ENOMEM,
                    "out of memory: rank %d has no room for its copy of the points; start fewer "
                    "ranks on its machine, or send points in parts (PAROT_MPI_PARTS, parts)",
                    (int)rank);
    return fail(err, PAROT_ENOMEM, "out of memory: no room to solve %lld x %lld points",
                (long long)clouds->p.count, (long long)clouds->q.count);
}

/* For the points, or for the places that they share. If there is no time left to find these, the
 * solver will find out. */
static parot_status open_solver(struct clouds *clouds, parot_error *err)
{
    struct merged *merged = &clouds->merged;
    struct units *units = &clouds->solver.simplex.units;
    int is_mergeable = !clouds->products && !clouds->prices; /* else equal points may differ */
    parot_status status =
        is_mergeable ? merged_open(merged, &clouds->points, &clouds->control) : PAROT_OK;
    if (status == PAROT_ENOMEM)
        return no_memory(clouds, err);
    if (status != PAROT_OK)
        merged_close(merged);
    TRY(points_solver_open(&clouds->solver, merged->memory ? &merged->points : &clouds->points,
                           &clouds->control, err));
    clouds->units.row = merged->memory ? merged->weights[POINTS_ROWS] : units->row;
    clouds->units.col = merged->memory ? merged->weights[POINTS_COLS] : units->col;
    return PAROT_OK;
}

static parot_status prepare(struct clouds *clouds, parot_error *err)
{
    const parot_points_problem *problem = clouds->problem;
    struct arena arena = {0};
    TRY(check(clouds, err));
    TRY(open_points(clouds, err));
    clouds->given_p = clouds->p = (struct weights){problem->p, problem->x.rows};
    clouds->given_q = clouds->q = (struct weights){problem->q, problem->y.rows};
    layout(clouds, &arena);
    TRY(arena_open(&arena, &clouds->control, err));
    layout(clouds, &arena);
    clouds->memory = arena.block;
    clouds->p = in_order(clouds->given_p, &clouds->points.side[POINTS_ROWS], clouds->p_copy,
                         clouds->row_at);
    clouds->q = in_order(clouds->given_q, &clouds->points.side[POINTS_COLS], clouds->q_copy,
                         clouds->col_at);
    if (clouds->prices)
        start_prices_set(&clouds->start, clouds->prices, clouds->points.side[POINTS_ROWS].count,
                         clouds->points.side[POINTS_COLS].count,
                         clouds->points.side[POINTS_ROWS].of, clouds->points.side[POINTS_COLS].of,
                         points_largest(&clouds->points));
    return open_solver(clouds, err);
}

/* Other costs for the same points. */
static parot_status change_costs(struct clouds *clouds, parot_error *err)
{
    TRY(check_products(clouds->products, err));
    struct product_costs costs = product_costs_of(clouds->products);
    points_change_product(&clouds->points, &costs);
    clouds->solver.asked = 0;
    return tiles_refill(clouds->solver.tiles, &clouds->control, err);
}

/* ---- Solving ------------------------------------------------------------ */

/* What is paid for mass that moves or does not: to begin with (start_prices.h), or exactly. */
static void set_prices(const struct clouds *clouds, int is_start, struct costs *costs)
{
    const struct start_prices *start = &clouds->start;
    costs->is_free = clouds->is_free;
    costs->price = clouds->price ? *clouds->price : clouds->prices && is_start ? start->price : 0;
    if (!clouds->prices)
        return;
    costs->unmatched_row = is_start ? start->start_a : start->a;
    costs->unmatched_col = is_start ? start->start_b : start->b;
}

/* By growth or by the simplex, and then exactly. */
static parot_status solve_once(struct clouds *clouds)
{
    struct simplex *simplex = &clouds->solver.simplex;
    struct exact *exact = &clouds->exact;
    set_prices(clouds, 1, &simplex->costs);
    struct costs costs = simplex->costs;
    set_prices(clouds, 0, &costs);
    simplex->has_basis = clouds->is_again;
    exact_begin(exact, &costs, &simplex->tree, clouds->control.run.threads);
    exact->search = &clouds->solver.exact_search;
    exact->has_price = costs.is_free;
    exact->price = costs.price;
    parot_status status = PAROT_OK;
    int is_optimal = 0;
    if (!clouds->is_again && points_growth_pays(&clouds->solver))
        status = points_grow(&clouds->solver, exact, &is_optimal);
    if (status < 0)
        return status;
    if (status == PAROT_OK && !is_optimal) {
        TRY(clouds->is_again ? points_solve_again(&clouds->solver, clouds->last_price)
                             : points_solve(&clouds->solver));
        status = exact_finish(exact, &simplex->candidates, 0, &clouds->control);
    }
    simplex_take(simplex, &exact->costs);
    simplex->pivots += exact->pivots;
    return status;
}

/* What moves, in units. */
static unit_count moved_by(const struct clouds *clouds)
{
    const struct tree *tree = &clouds->solver.simplex.tree;
    const struct costs *costs = &clouds->solver.simplex.costs;
    unit_count moved = 0;
    for (int32_t node = 0; node < tree->nodes; node++)
        if (has_arc(tree, node) &&
            !is_slack(costs, arc_row(tree, costs, node), arc_col(tree, costs, node)))
            moved += tree->flow[node];
    return moved;
}

/* Weights are counted in units of 2^-120 of the mass, which at a price is not known beforehand. If
 * much less moves than could, another run counts in units that fit. */
static parot_status solve(struct clouds *clouds, parot_error *err)
{
    struct units *units = &clouds->units;
    double request = clouds->is_free ? fmin(weights_total(clouds->p), weights_total(clouds->q))
                                     : clouds->problem->mass;
    for (;;) {
        TRY(units_choose(units, clouds->p, clouds->q, request, err));
        if (clouds->merged.memory)
            merged_units(&clouds->merged, units, &clouds->solver.simplex.units);
        else
            clouds->solver.simplex.units = *units;
        parot_status status = solve_once(clouds);
        unit_count moved = status == PAROT_OK && clouds->is_free ? moved_by(clouds) : units->mass;
        if (units->mass < (unit_count)1 << 112 || moved >= units->mass / 64 || moved == 0)
            return status;
        request = fmin(request, (double)((long double)(moved + clouds->p.count + clouds->q.count) *
                                         units->unit));
    }
}

/* ---- Back to the caller's order ----------------------------------------- */

/* order[...] = the entries in `of`, sorted by key, equal keys as they come. */
static void sort_entries(const int32_t *key, const int32_t *of, int64_t count, int64_t keys,
                         int64_t *place, int32_t *order)
{
    for (int64_t k = 0; k <= keys; k++)
        place[k] = 0;
    for (int64_t k = 0; k < count; k++)
        place[key[k] + 1]++;
    for (int64_t k = 1; k <= keys; k++)
        place[k] += place[k - 1];
    for (int64_t k = 0; k < count; k++) {
        int32_t entry = of ? of[k] : (int32_t)k;
        order[place[key[entry]]++] = entry;
    }
}

/* Rows and columns get their own numbers again, and entries are sorted by them. */
static void restore_plan(struct clouds *clouds, parot_plan *plan)
{
    const parot_plan *copy = &clouds->sorted;
    int32_t *by_col = clouds->by_col, *by_row = clouds->by_row;
    for (int64_t k = 0; k < plan->count; k++) {
        copy->row[k] = clouds->points.side[POINTS_ROWS].of[plan->row[k]];
        copy->col[k] = clouds->points.side[POINTS_COLS].of[plan->col[k]];
        copy->mass[k] = plan->mass[k];
    }
    sort_entries(copy->col, NULL, plan->count, plan->cols, clouds->place, by_col);
    sort_entries(copy->row, by_col, plan->count, plan->rows, clouds->place, by_row);
    for (int64_t k = 0; k < plan->count; k++) {
        plan->row[k] = copy->row[by_row[k]];
        plan->col[k] = copy->col[by_row[k]];
        plan->mass[k] = copy->mass[by_row[k]];
    }
}

/* Those of their places, if points have been merged. */
static void restore_prices(const struct clouds *clouds, enum points_side side, double *prices)
{
    const struct point_set *set = &clouds->points.side[side];
    const int32_t *place = clouds->merged.place[side];
    memcpy(clouds->scratch, prices, (size_t)set->count * sizeof *prices);
    for (int32_t k = 0; k < set->count; k++)
        prices[set->of[k]] = clouds->scratch[place ? place[k] : k];
}

/* ---- The answer --------------------------------------------------------- */

/* The mass of the plan. */
static double fill_plan(struct clouds *clouds, const struct arc *arcs, parot_plan *plan)
{
    struct units units = clouds->units;
    struct sum sum = {0};
    unit_count moved = clouds->is_free ? moved_by(clouds) : units.mass;
    if (moved != units.mass)
        units.request = (double)((long double)moved * units.unit);
    if (plan->count > 0)
        plan_fill(plan, arcs, &units, clouds->p, clouds->q, &clouds->rounding);
    for (int64_t k = 0; k < plan->count; k++)
        sum_add(&sum, plan->mass[k]);
    double place = nextafter(units.request, INFINITY) - units.request, mass = sum_value(&sum);
    return fabs(mass - units.request) <= place ? units.request : mass;
}

/* The arcs of the plan, between points. */
static int64_t plan_of(struct clouds *clouds, const struct arc **arcs)
{
    struct simplex *simplex = &clouds->solver.simplex;
    int64_t count = simplex_plan(simplex, simplex->initial.arcs);
    *arcs = clouds->merged.memory ? clouds->merged.arcs : simplex->initial.arcs;
    return clouds->merged.memory
               ? merged_deal(&clouds->merged, &clouds->points, simplex->initial.arcs, count)
               : count;
}

/* With a mass and with prices a, which are those of rows alone, the duals have C - lambda + u + v
 * >= 0 and u >= -a. So u - lambda and v prove that no plan is better at the prices a + lambda,
 * whatever its mass, and that is proved: more than was asked for. */
static void shift_prices(struct clouds *clouds, parot_dual *dual)
{
    for (int64_t i = 0; i < clouds->given_p.count; i++) {
        clouds->scratch[i] = clouds->prices->source[i] + dual->lambda;
        dual->u[i] -= dual->lambda;
    }
    clouds->shifted = (parot_prices){.source = clouds->scratch};
    dual->lambda = 0;
}

static parot_status fill_result(struct clouds *clouds, parot_result *result, parot_error *err)
{
    const struct arc *arcs;
    parot_dual *dual = &result->dual;
    int64_t count = plan_of(clouds, &arcs);
    result->plan = (parot_plan){clouds->p.count, clouds->q.count, count, 0, 0, 0};
    TRY(result_open(result, &clouds->control, err));
    result->mass = fill_plan(clouds, arcs, &result->plan);
    parot_status status = PAROT_OK;
    if (result->status == PAROT_OK)
        status = exact_duals(&clouds->exact, &clouds->control, dual);
    if (status == PAROT_ENOMEM)
        return no_memory(clouds, err);
    if (status < 0)
        return crew_fail(status, "the points", err);
    if (result->status == PAROT_OK && status > 0) /* stopped before all nodes had a price */
        result->status = status;
    if (result->status != PAROT_OK && clouds->prices)
        points_stopped_prices(&clouds->solver, clouds->start.a, clouds->start.b, clouds->start.a0,
                              dual);
    else if (result->status != PAROT_OK)
        points_stopped_duals(&clouds->solver, dual);
    dual->lambda = clouds->price ? *clouds->price : dual->lambda;
    restore_plan(clouds, &result->plan);
    restore_prices(clouds, POINTS_ROWS, dual->u);
    restore_prices(clouds, POINTS_COLS, dual->v);
    if (clouds->has_mass)
        shift_prices(clouds, dual);
    struct proved_problem proved = {.p = clouds->given_p,
                                    .q = clouds->given_q,
                                    .price = clouds->price,
                                    .prices = clouds->has_mass ? &clouds->shifted : clouds->prices,
                                    .clouds = clouds->products ? NULL : clouds->problem,
                                    .products = clouds->products,
                                    .points = &clouds->points,
                                    .row_at = clouds->row_at,
                                    .col_at = clouds->col_at};
    return proof_conclude(&proved, &clouds->control, result, err);
}

/* Works: what it allocates is in *clouds and *result, also on failure. */
static parot_status transport(struct clouds *clouds, parot_result *result, parot_error *err)
{
    struct control *control = &clouds->control;
    const struct simplex *simplex = &clouds->solver.simplex;
    TRY(clouds->is_again ? change_costs(clouds, err) : prepare(clouds, err));
    double begin = control_seconds(control);
    parot_status status = solve(clouds, err);
    if (status == PAROT_ENOMEM)
        return no_memory(clouds, err);
    if (status == PAROT_EIO)
        return crew_fail(status, "the points", err);
    if (status < 0)
        return status;
    result->status = status;
    TRY(fill_result(clouds, result, err));
    result->info.iterations = simplex->rounds;
    result->info.pivots = simplex->pivots;
    result->info.passes = passes_of(clouds->p.count, clouds->q.count, clouds->solver.asked) - 1;
    result->info.allocations = control->allocations;
    result->info.setup_seconds = begin;
    result->info.solve_seconds = control_seconds(control) - begin;
    return result->status;
}

static void close_clouds(struct clouds *clouds)
{
    exact_free(&clouds->exact);
    points_solver_close(&clouds->solver);
    merged_close(&clouds->merged);
    points_close(&clouds->points);
    block_free(clouds->memory);
}

/* Owns. */
static parot_status run_clouds(struct clouds *clouds, const parot_run *run, parot_result *result,
                               parot_error *err)
{
    parot_result local = {0};
    if (!clouds->problem || !result)
        return fail_argument(err, PAROT_EINVAL, clouds->problem ? "result" : "problem",
                             "must not be NULL");
    clouds->is_free = clouds->price || (clouds->prices && !clouds->has_mass);
    TRY(control_init(&clouds->control, run, err));
    parot_status status = transport(clouds, &local, err);
    close_clouds(clouds);
    if (status >= 0)
        *result = local;
    else
        parot_result_free(&local);
    return status;
}

double parot_partial_points_memory(const parot_points_problem *problem)
{
    struct arena arena = {0};
    if (!problem || check_shape(problem->x.rows, problem->y.rows, NULL) != PAROT_OK)
        return 0;
    struct clouds clouds = {.p.count = problem->x.rows, .q.count = problem->y.rows};
    clouds.points.metric = problem->metric;
    clouds.points.dims = (int32_t)problem->x.cols;
    clouds.points.side[POINTS_ROWS].count = (int32_t)problem->x.rows;
    clouds.points.side[POINTS_COLS].count = (int32_t)problem->y.rows;
    points_measure(&clouds.points, &arena);
    double most = fmax(weights_total((struct weights){problem->p, problem->x.rows}),
                       weights_total((struct weights){problem->q, problem->y.rows}));
    points_solver_measure(&clouds.points, most > 0 ? problem->mass / most : 0, &arena);
    layout(&clouds, &arena);
    return arena.overflow ? INFINITY : (double)arena.used;
}

parot_status parot_partial_points(const parot_points_problem *problem, const parot_run *run,
                                  parot_result *result, parot_error *err)
{
    struct clouds clouds = {.problem = problem};
    return run_clouds(&clouds, run, result, err);
}

parot_status parot_partial_points_lagrange(const parot_points_problem *problem, double price,
                                           const parot_run *run, parot_result *result,
                                           parot_error *err)
{
    struct clouds clouds = {.problem = problem, .price = &price};
    return run_clouds(&clouds, run, result, err);
}

parot_status parot_partial_points_prices(const parot_points_problem *problem,
                                         const parot_prices *prices, const parot_run *run,
                                         parot_result *result, parot_error *err)
{
    struct clouds clouds = {.problem = problem, .prices = prices};
    if (!prices)
        return fail_argument(err, PAROT_EINVAL, "prices", "must not be NULL");
    return run_clouds(&clouds, run, result, err);
}

parot_status parot_partial_products(const parot_products_problem *problem, const parot_run *run,
                                    parot_result *result, parot_error *err)
{
    if (!problem)
        return fail_argument(err, PAROT_EINVAL, "problem", "must not be NULL");
    parot_points_problem points = products_as_points(problem);
    struct clouds clouds = {.problem = &points, .products = problem};
    return run_clouds(&clouds, run, result, err);
}

/* ---- Products again and again --------------------------------------------- */

struct products_walk {
    struct clouds clouds;
    parot_points_problem points;
    parot_products_problem products;
};

void products_walk_close(struct products_walk *walk)
{
    if (!walk)
        return;
    close_clouds(&walk->clouds);
    block_free(walk);
}

/* The prices of an answer, for the lists of the next one. */
static void keep_prices(struct clouds *clouds, const parot_dual *dual)
{
    const struct point_set *set = &clouds->points.side[POINTS_COLS];
    for (int32_t k = 0; k < set->count; k++)
        clouds->solver.simplex.col_price[k] = -dual->v[set->of[k]];
    clouds->last_price = dual->lambda;
    clouds->is_again = 1;
}

static parot_status open_walk(struct products_walk **walk, const parot_run *run, parot_error *err)
{
    struct control control;
    products_walk_close(*walk);
    *walk = NULL;
    TRY(control_init(&control, run, err));
    *walk = block_alloc(&control, sizeof **walk);
    if (!*walk)
        return fail_memory(err, sizeof **walk);
    **walk = (struct products_walk){
        .clouds = {.problem = &(*walk)->points, .products = &(*walk)->products}};
    return PAROT_OK;
}

parot_status products_walk_solve(struct products_walk **walk, int is_near,
                                 const parot_products_problem *problem, const parot_run *run,
                                 parot_result *result, parot_error *err)
{
    parot_result local = {0};
    if (!is_near || !*walk)
        TRY(open_walk(walk, run, err));
    struct clouds *clouds = &(*walk)->clouds;
    (*walk)->products = *problem;
    (*walk)->points = products_as_points(problem);
    TRY(control_init(&clouds->control, run, err));
    parot_status status = transport(clouds, &local, err);
    exact_free(&clouds->exact);
    if (status == PAROT_OK || status == PAROT_UNPROVED)
        keep_prices(clouds, &local.dual);
    else {
        products_walk_close(*walk);
        *walk = NULL;
    }
    if (status >= 0)
        *result = local;
    else
        parot_result_free(&local);
    return status;
}

parot_status partial_points_forced(const parot_points_problem *problem, const parot_prices *prices,
                                   const parot_run *run, parot_result *result, parot_error *err)
{
    struct clouds clouds = {.problem = problem, .prices = prices, .has_mass = 1};
    return run_clouds(&clouds, run, result, err);
}
