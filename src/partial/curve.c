/* curve.c - PW(s) for all s at once (docs/theory/partial.md, "The curve").
 *
 * The parametric simplex moves mass along cheapest paths. After each of them the plan is optimal
 * for the mass moved so far, and the price of the path is the slope of the curve there. A row only
 * ever gains mass, so each row enters once.
 *
 * All of that runs in doubles, and as it goes on the curve is compared with a bound on what
 * rounding can have done to it. A level of the parametric simplex is a sum of at most `deepest`
 * costs, each at most twice the largest |slope| so far, so that times are known to within
 *
 *   (2 deepest + 3) 2^-52 max |slope|,
 *
 * and a plan that is optimal under prices off by that much costs at most that much a unit too much.
 * Where this could be seen, which takes costs of very different size, the parametric simplex starts
 * again with integers beside its doubles (parametric_integers.h), and every decision is exact.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/crew.h"
#include "base/options.h"
#include "base/sums.h"
#include "partial/curve.h"
#include "partial/curve_clouds.h"
#include "partial/infeasible.h"
#include "partial/problem.h"
#include "transport/parametric/parametric.h"

/* One call's memory: an arena, and the curve, which grows. The problem is a matrix, or two clouds,
 * in whose order everything is until the rows are listed. */
struct tracer {
    struct control control;
    const parot_problem *matrix;
    const parot_points_problem *given;
    struct curve_clouds clouds;
    struct arena arena;
    struct weights p, q;
    struct units units;
    struct parametric parametric;
    unit_count *enter; /* n: units moved before the row was first used; -1: never */
    unit_count *moved; /* n: the same in the caller's order */
    struct curve_pieces pieces;
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
    tracer->enter = tracer->moved = arena_take(arena, n, sizeof *tracer->enter);
    if (tracer->given) {
        tracer->moved = arena_take(arena, n, sizeof *tracer->moved);
        tracer->parametric.lists.clouds = &tracer->clouds.search;
    }
    parametric_layout(&tracer->parametric, n, m, PARAMETRIC_WANTED, arena);
}

static parot_status record(void *user, int32_t row, unit_count amount, double slope)
{
    struct tracer *tracer = user;
    const struct parametric *parametric = &tracer->parametric;
    if (tracer->enter[row] < 0)
        tracer->enter[row] = parametric->moved - amount;
    TRY(pieces_add(&tracer->pieces, amount, slope, &tracer->control, tracer->err));
    if (integers_are_on(&parametric->integers))
        return PAROT_OK;
    double roundings = ROUNDINGS * (parametric->deepest + 2) * DBL_EPSILON;
    double all = (double)tracer->units.mass; /* products with more units might overflow */
    tracer->paid += fabs(slope) * ((double)amount / all);
    tracer->is_blurred = roundings * tracer->pieces.scale * ((double)parametric->moved / all) >
                         VISIBLE * tracer->paid;
    return tracer->is_blurred ? PAROT_ENUMERIC : PAROT_OK;
}

static void restart(struct tracer *tracer, int is_exact)
{
    pieces_restart(&tracer->pieces, is_exact);
    tracer->paid = 0;
    tracer->is_blurred = 0;
    for (int64_t i = 0; i < tracer->p.count; i++)
        tracer->enter[i] = -1;
}

/* In doubles, and if these do not suffice, or costs would have to be scaled, in integers. */
static parot_status run_parametric(struct tracer *tracer, struct costs costs, parot_error *err)
{
    struct parametric_goal goal = {tracer->units.mass, INFINITY, record, tracer};
    if (costs.scale == 1) {
        restart(tracer, 0);
        parametric_start(&tracer->parametric, &costs, &tracer->units);
        parot_status status = parametric_run(&tracer->parametric, &goal, &tracer->control);
        if (!tracer->is_blurred)
            return status;
        tracer->pivots = tracer->parametric.pivots;
    }
    costs.scale = 1;
    restart(tracer, 1);
    TRY(parametric_start_exactly(&tracer->parametric, &costs, &tracer->units, &tracer->control,
                                 err));
    return parametric_run(&tracer->parametric, &goal, &tracer->control);
}

/* ---- The answer --------------------------------------------------------- */

void curve_layout(parot_curve *curve, struct arena *arena)
{
    curve->mass = arena_take(arena, curve->count, sizeof *curve->mass);
    curve->objective = arena_take(arena, curve->count, sizeof *curve->objective);
    curve->slope = arena_take(arena, curve->count, sizeof *curve->slope);
    curve->enter = arena_take(arena, curve->rows, sizeof *curve->enter);
    curve->order = arena_take(arena, curve->rows, sizeof *curve->order);
    curve->owner = arena->block;
}

double curve_mass(const struct units *units, unit_count amount)
{
    return amount == units->mass ? units->request : (double)((long double)amount * units->unit);
}

/* Totals that differ by rounding alone are made equal (units.h). Is what moved for that reason, at
 * the price of the last unit, a visible share of what the curve has paid? */
static int is_forced(const parot_curve *curve, const struct units *units, double paid)
{
    double forced = (double)((long double)units->trimmed * units->unit);
    double slope = curve->count > 1 ? curve->slope[curve->count - 2] : 0;
    return fabs(slope) * forced > PAROT_PROOF_TOLERANCE * paid;
}

/* mass_k+1 = mass_k + amount_k, objective_k+1 = objective_k + slope_k amount_k. A piece too short
 * to be seen in doubles makes no breakpoint; what it costs counts. Returns the sum of |slope_k|
 * amount_k. */
static double fill_breakpoints(parot_curve *curve, const struct curve_pieces *pieces,
                               const struct units *units, double scale)
{
    struct sum objective = {0};
    unit_count amount = 0;
    int64_t last = 0;
    double paid = 0;
    curve->mass[0] = curve->objective[0] = 0;
    for (int64_t k = 0; k < pieces->count; k++) {
        amount += pieces->piece[k].amount;
        double mass = curve_mass(units, amount);
        double slope = pieces->piece[k].slope / scale;
        double length = (double)((long double)pieces->piece[k].amount * units->unit);
        sum_add_product(&objective, slope, length);
        paid += fabs(slope) * length;
        if (mass > curve->mass[last]) {
            curve->slope[last++] = slope;
            curve->mass[last] = mass;
        }
        curve->objective[last] = sum_value(&objective);
    }
    curve->count = last + 1;
    return paid;
}

void curve_fill(parot_curve *curve, const struct curve_pieces *pieces, const struct units *units,
                double scale)
{
    double paid = fill_breakpoints(curve, pieces, units, scale);
    curve->elbow = parot_curve_elbow(curve, curve->count - 1, NULL);
    if (curve->status == PAROT_OK && is_forced(curve, units, paid))
        curve->status = PAROT_UNPROVED;
}

static int by_entry(const void *a, const void *b)
{
    const struct curve_entry *x = a, *y = b;
    if (x->enter != y->enter)
        return x->enter < y->enter ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

void curve_fill_order(const unit_count *moved, int64_t count, const struct units *units,
                      struct curve_entry *scratch, double *enter, int32_t *order)
{
    for (int32_t i = 0; i < count; i++) {
        enter[i] = moved[i] < 0 ? INFINITY : curve_mass(units, moved[i]);
        scratch[i] = (struct curve_entry){enter[i], i};
    }
    qsort(scratch, (size_t)count, sizeof *scratch, by_entry);
    for (int32_t i = 0; i < count; i++)
        order[i] = scratch[i].index;
}

static parot_status fill_curve(struct tracer *tracer, parot_curve *curve, parot_error *err)
{
    struct arena arena = {0};
    curve->rows = tracer->p.count;
    curve->count = tracer->pieces.count + 1;
    curve_layout(curve, &arena);
    TRY(arena_open(&arena, &tracer->control, err));
    curve_layout(curve, &arena);
    curve_fill(curve, &tracer->pieces, &tracer->units, tracer->parametric.lists.costs.scale);
    /* the parametric simplex is not needed any more, and its nodes are larger than an entry */
    for (int64_t i = 0; tracer->given && i < curve->rows; i++)
        tracer->moved[tracer->clouds.points.side[POINTS_ROWS].of[i]] = tracer->enter[i];
    curve_fill_order(tracer->moved, curve->rows, &tracer->units,
                     (struct curve_entry *)(void *)tracer->parametric.tree.nodes, curve->enter,
                     curve->order);
    for (int64_t k = 0; k < curve->count; k++)
        if (!isfinite(curve->objective[k]))
            return fail(err, PAROT_ENUMERIC,
                        "cost: costs times mass %g leave the range of double; rescale them",
                        curve->mass[k]);
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
    struct refusal refusal = {&tracer->parametric.lists.costs,
                              &tracer->units,
                              tracer->p,
                              tracer->q,
                              arcs,
                              branch_export(&tracer->parametric.tree, arcs)};
    parot_status status = refuse_infeasible(&refusal, &tracer->control, &cut, err);
    parot_result_free(&cut);
    return status;
}

/* All of the mass has moved, except for the rounding of a mass that was to be all that can move.
 * Clouds forbid no pair, so nothing else can be left there. */
static parot_status check_feasible(struct tracer *tracer, parot_error *err)
{
    const struct units *units = &tracer->units;
    unit_count left = units->mass - tracer->parametric.moved;
    struct arena arena = {0};
    if (!tracer->given && !is_rounding(units, left, tracer->p.count + tracer->q.count)) {
        parot_status status = refuse(tracer, &arena, err);
        block_free(arena.block);
        return status;
    }
    if (left > 0 && tracer->pieces.count > 0)
        tracer->pieces.piece[tracer->pieces.count - 1].amount += left;
    return PAROT_OK;
}

static parot_status take_matrix(struct tracer *tracer, struct costs *costs, parot_error *err)
{
    const parot_problem *problem = tracer->matrix;
    parot_matrix cost = problem->cost;
    struct cost_range range;
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_cost(cost, &range, err));
    TRY(check_weights("p", problem->p, cost.rows, err));
    TRY(check_weights("q", problem->q, cost.cols, err));
    tracer->p = (struct weights){problem->p, cost.rows};
    tracer->q = (struct weights){problem->q, cost.cols};
    *costs = (struct costs){
        cost.data, cost.stride, (int32_t)cost.rows, (int32_t)cost.cols, parametric_scale(range),
        INFINITY};
    return PAROT_OK;
}

/* Coordinates beyond this may have costs that need another scale. */
static const double LARGE = 1e100;

static int is_large(parot_matrix rows)
{
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t k = 0; k < rows.cols; k++)
            if (fabs(rows.data[i * rows.stride + k]) > LARGE)
                return 1;
    return 0;
}

static parot_status take_clouds(struct tracer *tracer, struct costs *costs, parot_error *err)
{
    TRY(curve_clouds_open(&tracer->clouds, tracer->given, &tracer->control, err));
    tracer->p = tracer->clouds.p;
    tracer->q = tracer->clouds.q;
    *costs = curve_clouds_costs(&tracer->clouds);
    if (is_large(tracer->given->x) || is_large(tracer->given->y))
        costs->scale = parametric_scale((struct cost_range){.largest = INFINITY});
    return PAROT_OK;
}

static parot_status prepare(struct tracer *tracer, struct costs *costs, parot_error *err)
{
    TRY(tracer->given ? take_clouds(tracer, costs, err) : take_matrix(tracer, costs, err));
    layout(tracer);
    TRY(arena_open(&tracer->arena, &tracer->control, err));
    layout(tracer);
    TRY(units_choose(&tracer->units, tracer->p, tracer->q,
                     tracer->given ? tracer->given->mass : tracer->matrix->mass, err));
    return pieces_init(&tracer->pieces, tracer->p.count + tracer->q.count, &tracer->control, err);
}

/* Works: what it allocates is in *tracer and *curve, also on failure. */
static parot_status trace(struct tracer *tracer, parot_curve *curve, parot_error *err)
{
    struct control *control = &tracer->control;
    struct costs costs;
    TRY(prepare(tracer, &costs, err));
    double begin = control_seconds(control);
    parot_status status = run_parametric(tracer, costs, err);
    if (status == PAROT_OK)
        TRY(check_feasible(tracer, err));
    if (status == PAROT_ENOMEM && tracer->given)
        return fail(err, PAROT_ENOMEM, "out of memory: no room for the curve of %lld x %lld points",
                    (long long)tracer->p.count, (long long)tracer->q.count);
    if (status == PAROT_EIO)
        return crew_fail(status, "the points", err);
    if (status < 0)
        return status;
    curve->status = status;
    TRY(fill_curve(tracer, curve, err));
    curve->info = (parot_info){
        .iterations = tracer->parametric.pivots,
        .pivots = tracer->pivots + tracer->parametric.pivots,
        .passes = passes_of(tracer->p.count, tracer->q.count,
                            tracer->parametric.lists.entries + tracer->clouds.search.asked),
        .allocations = control->allocations,
        .setup_seconds = begin,
        .solve_seconds = control_seconds(control) - begin,
    };
    return curve->status;
}

/* Owns. */
static parot_status run_tracer(struct tracer *tracer, const parot_run *run, parot_curve *curve,
                               parot_error *err)
{
    parot_curve local = {0};
    if ((!tracer->matrix && !tracer->given) || !curve)
        return fail_argument(err, PAROT_EINVAL, curve ? "problem" : "curve", "must not be NULL");
    TRY(control_init(&tracer->control, run, err));
    parot_status status = trace(tracer, &local, err);
    pieces_free(&tracer->pieces);
    integers_free(&tracer->parametric.integers);
    block_free(tracer->arena.block);
    curve_clouds_close(&tracer->clouds);
    if (status >= 0)
        *curve = local;
    else
        parot_curve_free(&local);
    return status;
}

parot_status parot_partial_curve(const parot_problem *problem, const parot_run *run,
                                 parot_curve *curve, parot_error *err)
{
    struct tracer tracer = {.matrix = problem, .err = err};
    return run_tracer(&tracer, run, curve, err);
}

parot_status parot_partial_points_curve(const parot_points_problem *problem, const parot_run *run,
                                        parot_curve *curve, parot_error *err)
{
    struct tracer tracer = {.given = problem, .err = err};
    return run_tracer(&tracer, run, curve, err);
}

void parot_curve_free(parot_curve *curve)
{
    if (!curve)
        return;
    block_free(curve->owner);
    *curve = (parot_curve){0};
}

double parot_curve_at(const parot_curve *curve, double mass, double *slope)
{
    int64_t low = 0, high = curve->count - 1;
    int is_inside = mass >= 0 && curve->count > 0 && mass <= curve->mass[high];
    if (slope)
        *slope = NAN;
    if (!is_inside || high == 0)
        return is_inside ? 0 : NAN;
    while (high - low > 1) { /* mass_low <= mass, and high is the last or above */
        int64_t middle = low + (high - low) / 2;
        if (curve->mass[middle] <= mass)
            low = middle;
        else
            high = middle;
    }
    if (slope)
        *slope = curve->slope[low];
    if (mass == curve->mass[high])
        return curve->objective[high];
    return curve->objective[low] + curve->slope[low] * (mass - curve->mass[low]);
}

double parot_curve_point(const parot_curve *curve, double most, double mass, double *slope)
{
    double last = curve->count > 0 ? curve->mass[curve->count - 1] : 0;
    if (mass < last || curve->count == 0)
        return parot_curve_at(curve, mass, slope);
    int is_end = parot_is_all(last, mass);
    if (slope)
        *slope = is_end && parot_is_all(last, most) ? INFINITY : NAN;
    return is_end ? curve->objective[curve->count - 1] : NAN;
}

/* argmax_k of rise_k - (objective_k - objective_0), where
 * rise_k = (mass_k - mass_0) / (mass_last - mass_0) (objective_last - objective_0) */
int64_t parot_curve_elbow(const parot_curve *curve, int64_t last, double *depth)
{
    double first = curve->objective[0], deepest = 0, share = 0;
    int64_t elbow = 0;
    for (int64_t k = 1; k < last; k++) {
        double part = (curve->mass[k] - curve->mass[0]) / (curve->mass[last] - curve->mass[0]);
        double rise = part * (curve->objective[last] - first);
        double below = rise - (curve->objective[k] - first);
        if (below > deepest) {
            deepest = below;
            share = below / fabs(rise);
            elbow = k;
        }
    }
    if (depth)
        *depth = share;
    return elbow;
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
