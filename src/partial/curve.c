/* curve.c - PW(s) for all s at once (docs/theory/partial.md, "The curve").
 *
 * The forest moves mass along cheapest paths. After each of them the plan is optimal for the mass
 * moved so far, and the price of the path is the slope of the curve there. A row only ever gains
 * mass, so each row enters once.
 *
 * All of that runs in doubles, and as it goes on the curve is compared with a bound on what
 * rounding can have done to it. A level of the forest is a sum of at most `deepest` costs, each at
 * most twice the largest |slope| so far, so that times are known to within
 *
 *   (2 deepest + 3) 2^-52 max |slope|,
 *
 * and a plan that is optimal under prices off by that much costs at most that much a unit too much.
 * Where this could be seen, which takes costs of very different size, the forest starts again with
 * integers beside its doubles (parametric_integers.h), and every decision is exact.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/options.h"
#include "base/sums.h"
#include "partial/curve.h"
#include "partial/infeasible.h"
#include "partial/problem.h"
#include "transport/parametric/parametric.h"

/* One call's memory: an arena, and the curve, which grows. */
struct tracer {
    struct control control;
    struct arena arena;
    struct weights p, q;
    struct units units;
    struct forest forest;
    unit_count *enter; /* n: units moved before the row was first used; -1: never */
    struct curve curve;
    double paid;    /* sum of |slope| amount so far, for a mass of 1 */
    int is_blurred; /* rounding might be visible */
    int64_t pivots; /* of a run that was given up for this */
    parot_error *err;
};

/* What a curve may be off by, as a share of what moving costs; half of what a proof allows. */
static const double VISIBLE = 0.5 * PAROT_PROOF_TOLERANCE;

/* Prices are off by what two times are, and a plan's cost by that and two levels a unit. */
enum { ROUNDINGS = 8 };

static void layout(struct tracer *tracer)
{
    struct arena *arena = &tracer->arena;
    int32_t n = (int32_t)tracer->p.count, m = (int32_t)tracer->q.count;
    tracer->units.row = arena_take(arena, n, sizeof *tracer->units.row);
    tracer->units.col = arena_take(arena, m, sizeof *tracer->units.col);
    tracer->enter = arena_take(arena, n, sizeof *tracer->enter);
    forest_layout(&tracer->forest, n, m, FOREST_WANTED, arena);
}

static parot_status record(void *user, int32_t row, unit_count amount, double slope)
{
    struct tracer *tracer = user;
    const struct forest *forest = &tracer->forest;
    if (tracer->enter[row] < 0)
        tracer->enter[row] = forest->moved - amount;
    TRY(curve_add(&tracer->curve, amount, slope, &tracer->control, tracer->err));
    if (integers_are_on(&forest->integers))
        return PAROT_OK;
    double roundings = ROUNDINGS * (forest->deepest + 2) * DBL_EPSILON;
    double all = (double)tracer->units.mass; /* products with more units might overflow */
    tracer->paid += fabs(slope) * ((double)amount / all);
    tracer->is_blurred =
        roundings * tracer->curve.scale * ((double)forest->moved / all) > VISIBLE * tracer->paid;
    return tracer->is_blurred ? PAROT_ENUMERIC : PAROT_OK;
}

static void restart(struct tracer *tracer, int is_exact)
{
    curve_restart(&tracer->curve, is_exact);
    tracer->paid = 0;
    tracer->is_blurred = 0;
    for (int64_t i = 0; i < tracer->p.count; i++)
        tracer->enter[i] = -1;
}

/* In doubles, and if these do not suffice, or costs would have to be scaled, in integers. */
static parot_status run_forest(struct tracer *tracer, struct costs costs, parot_error *err)
{
    struct forest_goal goal = {tracer->units.mass, INFINITY, record, tracer};
    if (costs.scale == 1) {
        restart(tracer, 0);
        forest_start(&tracer->forest, &costs, &tracer->units);
        parot_status status = forest_run(&tracer->forest, &goal, &tracer->control);
        if (!tracer->is_blurred)
            return status;
        tracer->pivots = tracer->forest.pivots;
    }
    costs.scale = 1;
    restart(tracer, 1);
    TRY(forest_start_exactly(&tracer->forest, &costs, &tracer->units, &tracer->control, err));
    return forest_run(&tracer->forest, &goal, &tracer->control);
}

/* ---- The answer --------------------------------------------------------- */

void path_layout(parot_curve *path, struct arena *arena)
{
    path->mass = arena_take(arena, path->count, sizeof *path->mass);
    path->objective = arena_take(arena, path->count, sizeof *path->objective);
    path->slope = arena_take(arena, path->count, sizeof *path->slope);
    path->enter = arena_take(arena, path->rows, sizeof *path->enter);
    path->order = arena_take(arena, path->rows, sizeof *path->order);
    path->owner = arena->block;
}

double path_mass(const struct units *units, unit_count amount)
{
    return amount == units->mass ? units->request : (double)((long double)amount * units->unit);
}

/* Totals that differ by rounding alone are made equal (units.h). Is what moved for that reason, at
 * the price of the last unit, a visible share of what the curve has paid? */
static int is_forced(const parot_curve *path, const struct units *units, double paid)
{
    double forced = (double)((long double)units->trimmed * units->unit);
    double slope = path->count > 1 ? path->slope[path->count - 2] : 0;
    return fabs(slope) * forced > PAROT_PROOF_TOLERANCE * paid;
}

/* mass_k+1 = mass_k + amount_k, objective_k+1 = objective_k + slope_k amount_k. A piece too short
 * to be seen in doubles makes no breakpoint; what it costs counts. Returns the sum of |slope_k|
 * amount_k. */
static double fill_curve(parot_curve *path, const struct curve *curve, const struct units *units,
                         double scale)
{
    struct sum objective = {0};
    unit_count amount = 0;
    int64_t last = 0;
    double paid = 0;
    path->mass[0] = path->objective[0] = 0;
    for (int64_t k = 0; k < curve->count; k++) {
        amount += curve->pieces[k].amount;
        double mass = path_mass(units, amount);
        double slope = curve->pieces[k].slope / scale;
        double length = (double)((long double)curve->pieces[k].amount * units->unit);
        sum_add_product(&objective, slope, length);
        paid += fabs(slope) * length;
        if (mass > path->mass[last]) {
            path->slope[last++] = slope;
            path->mass[last] = mass;
        }
        path->objective[last] = sum_value(&objective);
    }
    path->count = last + 1;
    return paid;
}

/* argmax_k of (objective_0 + share_k (objective_last - objective_0)) - objective_k */
static int64_t find_elbow(const parot_curve *path)
{
    int64_t last = path->count - 1, elbow = 0;
    double deepest = 0;
    for (int64_t k = 1; k < last; k++) {
        double share = path->mass[k] / path->mass[last];
        double depth = share * path->objective[last] - path->objective[k];
        if (depth > deepest) {
            deepest = depth;
            elbow = k;
        }
    }
    return elbow;
}

void path_fill(parot_curve *path, const struct curve *curve, const struct units *units,
               double scale)
{
    double paid = fill_curve(path, curve, units, scale);
    path->elbow = find_elbow(path);
    if (path->status == PAROT_OK && is_forced(path, units, paid))
        path->status = PAROT_UNPROVED;
}

static int by_entry(const void *a, const void *b)
{
    const struct path_entry *x = a, *y = b;
    if (x->enter != y->enter)
        return x->enter < y->enter ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

void path_fill_order(const unit_count *moved, int64_t count, const struct units *units,
                     struct path_entry *scratch, double *enter, int32_t *order)
{
    for (int32_t i = 0; i < count; i++) {
        enter[i] = moved[i] < 0 ? INFINITY : path_mass(units, moved[i]);
        scratch[i] = (struct path_entry){enter[i], i};
    }
    qsort(scratch, (size_t)count, sizeof *scratch, by_entry);
    for (int32_t i = 0; i < count; i++)
        order[i] = scratch[i].index;
}

static parot_status fill_path(struct tracer *tracer, parot_curve *path, parot_error *err)
{
    struct arena arena = {0};
    path->rows = tracer->p.count;
    path->count = tracer->curve.count + 1;
    path_layout(path, &arena);
    TRY(arena_open(&arena, &tracer->control, err));
    path_layout(path, &arena);
    path_fill(path, &tracer->curve, &tracer->units, tracer->forest.lists.costs.scale);
    /* the forest is not needed any more, and its nodes are larger than an entry */
    path_fill_order(tracer->enter, path->rows, &tracer->units,
                    (struct path_entry *)(void *)tracer->forest.tree.nodes, path->enter,
                    path->order);
    for (int64_t k = 0; k < path->count; k++)
        if (!isfinite(path->objective[k]))
            return fail(err, PAROT_ENUMERIC,
                        "cost: costs times mass %g leave the range of double; rescale them",
                        path->mass[k]);
    return PAROT_OK;
}

/* ---- The call ----------------------------------------------------------- */

/* Works: the block in `arena` belongs to the caller. */
static parot_status refuse(struct tracer *tracer, struct arena *arena, parot_error *err)
{
    int64_t nodes = tracer->p.count + tracer->q.count;
    parot_result cut = {0};
    arena_take(arena, nodes, sizeof(struct arc));
    TRY(arena_open(arena, &tracer->control, err));
    struct arc *arcs = arena_take(arena, nodes, sizeof *arcs);
    struct refusal refusal = {&tracer->forest.lists.costs,
                              &tracer->units,
                              tracer->p,
                              tracer->q,
                              arcs,
                              branch_export(&tracer->forest.tree, arcs)};
    parot_status status = refuse_infeasible(&refusal, &tracer->control, &cut, err);
    parot_result_free(&cut);
    return status;
}

/* All of the mass has moved, but for the rounding of a mass that was to be all that can move. */
static parot_status check_feasible(struct tracer *tracer, parot_error *err)
{
    const struct units *units = &tracer->units;
    unit_count left = units->mass - tracer->forest.moved;
    struct arena arena = {0};
    if (!is_rounding(units, left, tracer->p.count + tracer->q.count)) {
        parot_status status = refuse(tracer, &arena, err);
        block_free(arena.block);
        return status;
    }
    if (left > 0 && tracer->curve.count > 0)
        tracer->curve.pieces[tracer->curve.count - 1].amount += left;
    return PAROT_OK;
}

static parot_status prepare(struct tracer *tracer, const parot_problem *problem,
                            struct costs *costs, parot_error *err)
{
    parot_matrix cost = problem->cost;
    struct cost_range range;
    TRY(check_cost(cost, &range, err));
    TRY(check_weights("p", problem->p, cost.rows, err));
    TRY(check_weights("q", problem->q, cost.cols, err));
    tracer->p = (struct weights){problem->p, cost.rows};
    tracer->q = (struct weights){problem->q, cost.cols};
    layout(tracer);
    TRY(arena_open(&tracer->arena, &tracer->control, err));
    layout(tracer);
    TRY(units_choose(&tracer->units, tracer->p, tracer->q, problem->mass, err));
    *costs = (struct costs){cost.data,          cost.stride,         (int32_t)cost.rows,
                            (int32_t)cost.cols, forest_scale(range), INFINITY};
    return curve_init(&tracer->curve, cost.rows + cost.cols, &tracer->control, err);
}

/* Works: what it allocates is in *tracer and *path, also on failure. */
static parot_status trace(struct tracer *tracer, const parot_problem *problem, parot_curve *path,
                          parot_error *err)
{
    struct control *control = &tracer->control;
    struct costs costs;
    TRY(prepare(tracer, problem, &costs, err));
    double begin = control_seconds(control);
    parot_status status = run_forest(tracer, costs, err);
    if (status == PAROT_OK)
        TRY(check_feasible(tracer, err));
    if (status < 0)
        return status;
    path->status = status;
    TRY(fill_path(tracer, path, err));
    path->info = (parot_info){
        .iterations = tracer->forest.pivots,
        .pivots = tracer->pivots + tracer->forest.pivots,
        .passes = passes_of(problem->cost.rows, problem->cost.cols, tracer->forest.lists.entries),
        .allocations = control->allocations,
        .setup_seconds = begin,
        .solve_seconds = control_seconds(control) - begin,
    };
    return path->status;
}

parot_status parot_partial_curve(const parot_problem *problem, const parot_run *run,
                                 parot_curve *path, parot_error *err)
{
    struct tracer tracer = {.err = err};
    parot_curve local = {0};
    if (!problem || !path)
        return fail_argument(err, PAROT_EINVAL, problem ? "curve" : "problem", "must not be NULL");
    TRY(CHECK_RESERVED(problem, err));
    TRY(control_init(&tracer.control, run, err));
    parot_status status = trace(&tracer, problem, &local, err);
    curve_free(&tracer.curve);
    integers_free(&tracer.forest.integers);
    block_free(tracer.arena.block);
    if (status >= 0)
        *path = local;
    else
        parot_curve_free(&local);
    return status;
}

void parot_curve_free(parot_curve *path)
{
    if (!path)
        return;
    block_free(path->owner);
    *path = (parot_curve){0};
}

double parot_curve_at(const parot_curve *path, double mass, double *slope)
{
    int64_t low = 0, high = path->count - 1;
    int is_inside = mass >= 0 && path->count > 0 && mass <= path->mass[high];
    if (slope)
        *slope = NAN;
    if (!is_inside || high == 0)
        return is_inside ? 0 : NAN;
    while (high - low > 1) { /* mass_low <= mass, and high is the last or above */
        int64_t middle = low + (high - low) / 2;
        if (path->mass[middle] <= mass)
            low = middle;
        else
            high = middle;
    }
    if (slope)
        *slope = path->slope[low];
    if (mass == path->mass[high])
        return path->objective[high];
    return path->objective[low] + path->slope[low] * (mass - path->mass[low]);
}

/* Distances are summed at POINTS equal steps of the mass. */
int parot_curve_has_elbow(const parot_curve *curve)
{
    enum { POINTS = 256 };
    int64_t k = curve->elbow, last = curve->count - 1;
    int is_whole = curve->status == PAROT_OK || curve->status == PAROT_UNPROVED;
    if (!is_whole || k <= 0 || k >= last)
        return 0;
    double s = curve->mass[k], end = curve->mass[last], first = curve->objective[0];
    double before = (curve->objective[k] - first) / s;
    double behind = (curve->objective[last] - curve->objective[k]) / (end - s);
    double by_lines = 0, by_parabola = 0;
    for (int i = 1; i < POINTS; i++) {
        double mass = end * ((double)i / POINTS), cost = parot_curve_at(curve, mass, NULL);
        double lines = first + before * fmin(mass, s) + behind * fmax(mass - s, 0);
        double parabola = first + mass * (before + (behind - before) / end * (mass - s));
        by_lines += fabs(cost - lines);
        by_parabola += fabs(cost - parabola);
    }
    return by_lines < by_parabola;
}
