/* frank_wolfe.c - the three steps of Algorithm 1 (paper, Section 3.2), repeated.
 *
 *   1. S <- argmin <G, S> over all plans                    oracle.c
 *   2. step <- argmin F(T + step (S - T)) over [0, 1]       step.c
 *   3. T <- T + step (S - T), and G with it                 tensor.c
 *
 * G is never computed anew: it changes by M o S, or by M o (S - T), whichever has fewer lines. With
 * E = S - T the parabola of step 2 is
 *
 *   F(T + x E) = F(T) + b x + a x^2,   a = alpha <M o E, E>,   b = 2 <G, E>
 *
 * and -b is the Frank-Wolfe gap.
 */
#include "gromov/frank_wolfe.h"

#include <math.h>
#include <string.h>

#include "gromov/approach.h"
#include "gromov/place.h"
#include "gromov/step.h"
#include "gromov/whole_row_oracles.h"
#include "linalg/scan.h"

/* Sums of numbers as large as `magnitude` leave a gap of this share of it when there is none; the
 * simplex itself stops at reduced costs of 2^-43 or so. */
static const double ROUNDING = 1e-13;

/* Of values: a step must gain more than that to be taken as a whole. */
static const double FLAT = 1e-14;

/* Of the entries that G has had: two units in their last place. A hundredfold of ROUNDING, beyond
 * which G is computed anew, is what gromov_wasserstein.h promises of the gap. */
static const double KEPT = 0x1p-51, WORN = 1e-11;

/* Of the tolerance: a G whose rounding is certainly less need not be computed anew in the end. */
static const double CLEAN = 0.01;

/* Share of the lines of the plan that a step may change where the next ones are looked for among
 * listed pairs; below so many pairs all of G is as quick. */
static const double NEARBY = 0.3, LEAST_PAIRS = 1e5;

/* Of the largest gap among listed pairs: below, others are likely to have more. */
static const double ENOUGH = 0.1;

/* Is it worth knowing where exact steps would have gone another way? Not by factors, which take
 * whole steps without looking. */
static int has_fork(const struct gromov *problem)
{
    return problem->step == long_step && !problem->factors && !problem->whole_rows.make;
}

/* ---- Life --------------------------------------------------------------- */

static void layout(struct frank_wolfe *descent, struct arena *arena)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    int64_t entries = n + m + 1;
    bench_layout(&descent->bench, n, m, arena);
    lines_layout(&descent->lines, n, m, 2 * entries, arena);
    oracle_layout(&descent->oracle, n, m, arena);
    sparse_layout(&descent->vertex, n, m, entries, arena);
    sparse_layout(&descent->change, n, m, 2 * entries, arena);
    sparse_layout(&descent->base, n, m, entries, arena);
    listed_layout(&descent->listed, n, m, &descent->oracle.solver->simplex.candidates, arena);
    if (descent->problem->has_exchanges)
        atoms_layout(&descent->atoms, n, m, arena);
    if (has_fork(descent->problem))
        sparse_layout(&descent->fork.vertex, n, m, entries, arena);
    descent->x = arena_take(arena, n, sizeof(double));
    descent->y = arena_take(arena, m, sizeof(double));
    descent->objectives = arena_take(arena, MOST_HISTORY, sizeof(double));
    descent->gaps = arena_take(arena, MOST_HISTORY, sizeof(double));
    descent->gradient = arena_take(arena, n, (size_t)m * sizeof(double));
    descent->dense = arena_take(arena, n, (size_t)m * sizeof(double));
    if (descent->problem->factors) {
        int64_t rank = descent->problem->factors->rank;
        descent->core = arena_take(arena, rank, (size_t)rank * sizeof(double));
    }
    descent->memory = arena->block;
}

parot_status frank_wolfe_open(struct frank_wolfe *descent, const struct gromov *problem,
                              const struct control *control, struct team *team, parot_error *err)
{
    struct arena arena = {0};
    int64_t n = problem->tensor.source.count, m = problem->tensor.target.count;
    parot_problem linear = {{NULL, n, m, m}, problem->p, problem->q, problem->mass};
    *descent = (struct frank_wolfe){.problem = problem};
    shared_run_open(&descent->shared, control, team);
    TRY(oracle_open(&descent->oracle, &linear, &descent->shared.control, err));
    layout(descent, &arena);
    TRY(arena_open(&arena, &descent->shared.control, err));
    layout(descent, &arena);
    return PAROT_OK;
}

void frank_wolfe_close(struct frank_wolfe *descent)
{
    oracle_close(&descent->oracle);
    block_free(descent->memory);
    descent->memory = NULL;
}

/* ---- One iteration ------------------------------------------------------ */

/* The way from T to the oracle's S. */
struct direction {
    int is_change;       /* descent->lines hold S - T, otherwise S */
    double a, b;         /* of the parabola */
    double cost, change; /* <C,S>; b without its linear part, 2 alpha <M o T, S - T> */
    double magnitude;    /* that of S; descent->magnitude has T and S */
    double share;        /* of the lines of S, those where it differs from T; 1 if not known */
};

/* At a vertex, T's sums are those of the present G. */
static void refresh(struct frank_wolfe *descent)
{
    if (descent->place != AT_VERTEX)
        return;
    descent->cost = frank_wolfe_cost(descent, &descent->vertex);
    descent->form = sparse_inner(frank_wolfe_gradient(descent), &descent->vertex) -
                    descent->problem->linear * descent->cost;
}

static struct direction look(struct frank_wolfe *descent)
{
    const struct gromov *problem = descent->problem;
    const parot_plan *vertex = &descent->oracle.vertex;
    parot_matrix gradient = frank_wolfe_gradient(descent);
    struct direction way = {.share = 1, .magnitude = descent->magnitude};
    refresh(descent);
    if (descent->place == AT_VERTEX) {
        sparse_subtract(&descent->change, vertex, &descent->vertex);
        double lines = (double)lines_count(&descent->lines, vertex);
        way.share = (double)lines_count(&descent->lines, &descent->change) / lines;
        way.is_change = way.share <= 1;
    }
    lines_set(&descent->lines, way.is_change ? &descent->change : vertex);
    double form =
        problem->alpha * tensor_form(&problem->tensor, &descent->lines, &descent->bench, NULL);
    way.cost = frank_wolfe_cost(descent, vertex);
    double k = problem->linear, mixed = sparse_inner(gradient, vertex) - k * way.cost;
    if (way.is_change) {
        way.a = form;
        way.b = 2 * sparse_inner(gradient, &descent->change);
    } else { /* E = S - T: <M o E, E> = <M o S, S> - 2 <M o T, S> + <M o T, T> */
        way.magnitude = frank_wolfe_magnitude(descent);
        descent->magnitude = fmax(descent->magnitude, way.magnitude);
        way.a = form - 2 * mixed + descent->form;
        way.b = 2 * (mixed - descent->form + k * (way.cost - descent->cost));
    }
    way.change = way.b - 2 * k * (way.cost - descent->cost);
    return way;
}

static double largest_entry(const struct frank_wolfe *descent)
{
    parot_matrix gradient = frank_wolfe_gradient(descent);
    double largest = 0;
    for (int64_t i = 0; i < gradient.rows; i++) {
        struct survey survey = scan_survey(gradient.data + i * gradient.stride, gradient.cols);
        largest = fmax(largest, survey.largest);
    }
    return largest;
}

/* Blends M o X into G, which keeps the rounding of numbers as large as G has been, and of the terms
 * that G is a difference of. After a stop T moves all the same: its value is known, its gap is
 * not. */
static void change_gradient(struct frank_wolfe *descent, struct blend blend)
{
    struct control *control = &descent->shared.control;
    double largest = blend.keep == 0 ? 0 : largest_entry(descent);
    largest = fmax(largest, descent->magnitude / descent->problem->mass);
    parot_status status =
        tensor_add(&descent->problem->tensor, &descent->lines, &descent->bench, blend, control);
    descent->largest = blend.keep == 0 ? 0 : fmax(descent->largest, largest);
    descent->changes = blend.keep == 0 ? 0 : descent->changes + 1;
    descent->has_gradient = status == PAROT_OK;
    if (status != PAROT_OK)
        descent->status = status;
}

/* Step 3. */
static void advance(struct frank_wolfe *descent, const struct direction *way, double step)
{
    const struct gromov *problem = descent->problem;
    struct blend blend = {descent->gradient, 1, problem->alpha * step, 0, problem->cost};
    if (!way->is_change) {
        blend.keep = 1 - step;
        blend.linear = problem->linear * step;
    }
    change_gradient(descent, blend);
    frank_wolfe_move(descent, step);
    descent->cost += step * (way->cost - descent->cost);
    descent->form += step * (way->change + step * way->a);
    descent->magnitude = step == 1 ? way->magnitude : descent->magnitude;
    descent->steps++;
    descent->oracle.change = step * way->share;
}

/* ---- Pairwise steps ------------------------------------------------------ */

/* From the worst of the vertices that T is made of, in place of all of them, to S. */
struct exchange {
    int32_t from;
    double a, b, cost; /* of the parabola along S - vertex; <C, S - vertex> */
    double step;       /* at most the weight of that vertex */
};

static double fall(double a, double b, double step)
{
    return -(a * step + b) * step;
}

static struct exchange look_for_exchange(struct frank_wolfe *descent)
{
    const struct gromov *problem = descent->problem;
    const struct atoms *atoms = &descent->atoms;
    parot_matrix gradient = frank_wolfe_gradient(descent);
    struct exchange way = {.from = atoms_worst(atoms, gradient)};
    double weight = atoms->weight[way.from];
    sparse_subtract(&descent->change, &descent->oracle.vertex, &atoms->vertex[way.from]);
    lines_set(&descent->lines, &descent->change);
    way.a = problem->alpha * tensor_form(&problem->tensor, &descent->lines, &descent->bench, NULL);
    way.b = 2 * sparse_inner(gradient, &descent->change);
    way.cost = frank_wolfe_cost(descent, &descent->change);
    way.step = weight * exact_step(way.a * weight * weight, way.b * weight);
    return way;
}

static void make_exchange(struct frank_wolfe *descent, const struct exchange *way)
{
    const struct gromov *problem = descent->problem;
    struct atoms *atoms = &descent->atoms;
    int32_t before = atoms->count;
    change_gradient(descent, (struct blend){descent->gradient, 1, problem->alpha * way->step, 0,
                                            problem->cost});
    atoms_move(atoms, way->from, &descent->oracle.vertex, way->step);
    if (!atoms->is_known || atoms->count >= before)
        sparse_add_to(descent->dense, way->step, &descent->change);
    else /* one is gone, and with it what rounding leaves of it */
        atoms_spread(atoms, descent->dense);
    if (atoms->is_known && atoms->count == 1) {
        sparse_copy(&descent->vertex, &atoms->vertex[0]);
        descent->place = AT_VERTEX;
    }
    descent->form += way->step * (way->b - 2 * problem->linear * way->cost + way->step * way->a);
    descent->cost += way->step * way->cost;
    descent->steps++;
    descent->oracle.change = way->step;
}

/* Long steps may use it, exact ones are the paper's; and only if it falls deeper than the step. */
static int exchanges(struct frank_wolfe *descent, const struct direction *way, double step)
{
    if (!descent->problem->has_exchanges || descent->place != AT_DENSE ||
        !descent->atoms.is_known || step == 1)
        return 0;
    struct exchange exchange = look_for_exchange(descent);
    if (!(fall(exchange.a, exchange.b, exchange.step) > fall(way->a, way->b, step))) {
        lines_set(&descent->lines, &descent->oracle.vertex);
        tensor_form(&descent->problem->tensor, &descent->lines, &descent->bench, NULL);
        return 0;
    }
    make_exchange(descent, &exchange);
    return 1;
}

/* ---- The loop ------------------------------------------------------------ */

static int has_converged(const struct frank_wolfe *descent)
{
    return descent->gap <= descent->problem->tolerance * fabs(frank_wolfe_value(descent)) ||
           descent->gap <= ROUNDING * descent->magnitude;
}

/* Has G kept rounding that matters, of entries far larger than those in use now? Where a distance
 * of 1e34 is no longer in use, G may have lost a cost of 1e34 beside its square, and both value and
 * S would be nonsense. What is in use now has to be measured: descent->magnitude is as old as G's
 * rounding. */
static int is_worn(struct frank_wolfe *descent)
{
    double rounding = KEPT * descent->largest * descent->problem->mass;
    return rounding > descent->problem->tolerance * fabs(frank_wolfe_value(descent)) &&
           rounding > WORN * frank_wolfe_measure(descent);
}

/* Can all that G has kept of its changes not matter to the gap of a vertex? */
static int is_clean(const struct frank_wolfe *descent)
{
    double rounding = (double)descent->changes * KEPT * descent->largest * descent->problem->mass;
    return descent->place == AT_VERTEX && descent->has_gradient && !descent->is_rough &&
           rounding <= CLEAN * descent->problem->tolerance * fabs(frank_wolfe_value(descent));
}

/* Is T a plan of the kind that the oracle's hook makes? */
static int is_allowed(const struct frank_wolfe *descent)
{
    return !descent->oracle.whole_rows.make || descent->is_whole;
}

static void demand_whole_rows(struct frank_wolfe *descent)
{
    descent->oracle.whole_rows = descent->problem->whole_rows;
}

/* Relative, of masses that were computed in doubles; parot_is_all has the other end. */
static const double NOTHING = 1e-9;

static int is_split(const struct frank_wolfe *descent, int64_t i, double moved)
{
    double weight =
        weight_at((struct weights){descent->problem->p, descent->oracle.vertex.rows}, i);
    return moved > NOTHING * weight && !parot_is_all(moved, weight);
}

void frank_wolfe_look_for_whole_rows(struct frank_wolfe *descent)
{
    int64_t n = descent->oracle.vertex.rows;
    descent->is_whole = 1;
    frank_wolfe_marginals(descent, descent->bench.row_sum, descent->bench.col_sum);
    for (int64_t i = 0; i < n; i++)
        descent->is_whole &= !is_split(descent, i, descent->bench.row_sum[i]);
    if (descent->is_whole && descent->problem->whole_rows.make)
        demand_whole_rows(descent);
}

/* A whole step between plans of equal value would be taken back and forth by rounding alone: there
 * the lowest point is in between, or nowhere. */
static double choose_step(const struct frank_wolfe *descent, const struct direction *way)
{
    if (!is_allowed(descent))
        return 1;
    double step = descent->oracle.whole_rows.make ? whole_step(way->a, way->b)
                                                  : descent->problem->step(way->a, way->b);
    int is_flat = way->a + way->b > -FLAT * descent->magnitude;
    if (step < 1 || !is_flat)
        return step;
    return descent->oracle.whole_rows.make ? 0 : exact_step(way->a, way->b);
}

/* After a limit of iterations: the one step that T cannot do without. After any other stop there is
 * no time for it, and maybe no G: T is what the last S becomes when its rows are made whole. */
static parot_status make_whole(struct frank_wolfe *descent, parot_error *err)
{
    struct control *control = &descent->shared.control;
    parot_status status = descent->status;
    if (status == PAROT_ITERATION_LIMIT)
        status = oracle_solve(&descent->oracle, frank_wolfe_gradient(descent), control, err);
    if (status < 0)
        return status;
    if (status == PAROT_OK) {
        struct direction way = look(descent);
        advance(descent, &way, 1);
        return PAROT_OK;
    }
    descent->status = status;
    TRY(whole_rows_hurry(&descent->oracle, frank_wolfe_gradient(descent), control, err));
    frank_wolfe_end_at_vertex(descent);
    return PAROT_OK;
}

/* ---- Steps among listed pairs -------------------------------------------- */

/* One whole step with G at the listed pairs alone; 0 if there is none to be made. */
static int step_nearby(struct frank_wolfe *descent, double *least)
{
    const struct gromov *problem = descent->problem;
    struct control *control = &descent->shared.control;
    descent->status = oracle_solve_listed(&descent->oracle, frank_wolfe_gradient(descent), control);
    if (descent->status == PAROT_OK)
        descent->status = control_poll(control, "frank-wolfe", descent->steps, 0, NAN);
    if (descent->status != PAROT_OK || descent->steps >= problem->max_iterations)
        return 0;
    struct direction way = look(descent);
    *least = fmax(*least, ENOUGH * -way.b);
    if (!way.is_change || -way.b <= *least || choose_step(descent, &way) < 1)
        return 0;
    descent->gap = fmax(0, -way.b);
    frank_wolfe_note(descent);
    listed_add(&descent->listed, &problem->tensor, &descent->lines, &descent->bench, problem->alpha,
               descent->gradient);
    frank_wolfe_move(descent, 1);
    descent->cost = way.cost;
    descent->form += way.change + way.a;
    descent->steps++;
    descent->oracle.change = way.share;
    return 1;
}

/* Has a whole step changed so little that the next ones are among listed pairs? */
static int is_nearby(const struct frank_wolfe *descent, const struct direction *way, double step)
{
    const struct tensor *tensor = &descent->problem->tensor;
    return step == 1 && way->is_change && way->share <= NEARBY && descent->place == AT_VERTEX &&
           !descent->oracle.whole_rows.make && !(tensor->source.odd && tensor->target.odd) &&
           (double)tensor->source.count * (double)tensor->target.count >= LEAST_PAIRS;
}

/* Brings the other entries of G from `base` to T. */
static void catch_up(struct frank_wolfe *descent)
{
    const struct gromov *problem = descent->problem;
    int64_t n = problem->tensor.source.count, m = problem->tensor.target.count;
    sparse_subtract(&descent->change, &descent->vertex, &descent->base);
    lines_set(&descent->lines, &descent->change);
    tensor_form(&problem->tensor, &descent->lines, &descent->bench, NULL);
    listed_save(&descent->listed, n, m, descent->gradient);
    change_gradient(descent,
                    (struct blend){descent->gradient, 1, problem->alpha, 0, problem->cost});
    listed_restore(&descent->listed, n, m, descent->gradient);
}

/* After a whole step that has changed little. */
static void stay_nearby(struct frank_wolfe *descent)
{
    int64_t steps = descent->steps;
    sparse_copy(&descent->base, &descent->vertex);
    listed_take(&descent->listed, &descent->oracle.solver->simplex);
    double least = descent->problem->tolerance * fabs(frank_wolfe_value(descent));
    while (step_nearby(descent, &least))
        ;
    if (descent->status != PAROT_OK) {
        descent->has_gradient &= descent->steps == steps;
        return;
    }
    if (descent->steps > steps)
        catch_up(descent);
}

/* Before a step that exact steps would not take, or that ends at no vertex. */
static void note_fork(struct frank_wolfe *descent, const struct direction *way, double step)
{
    struct fork *fork = &descent->fork;
    if (fork->is_there || !has_fork(descent->problem) ||
        (step == 1 && exact_step(way->a, way->b) == 1))
        return;
    fork->is_there = 1;
    fork->is_vertex = descent->place == AT_VERTEX;
    fork->steps = descent->steps;
    fork->history = descent->history; /* without this step, unless it had no room */
    fork->history -= descent->steps < MOST_HISTORY;
    if (fork->is_vertex)
        sparse_copy(&fork->vertex, &descent->vertex);
}

/* Until T is stationary among the plans that the oracle knows. */
static parot_status descend(struct frank_wolfe *descent, parot_error *err)
{
    struct control *control = &descent->shared.control;
    for (descent->gap = INFINITY; descent->has_gradient && descent->status == PAROT_OK;) {
        if (is_worn(descent)) {
            TRY(frank_wolfe_refresh(descent, err));
            continue;
        }
        descent->status = oracle_solve(&descent->oracle, frank_wolfe_gradient(descent), control,
                                       err); /* step 1 */
        if (descent->status != PAROT_OK)
            return descent->status < 0 ? descent->status : PAROT_OK;
        struct direction way = look(descent);
        descent->gap = fmax(0, -way.b);
        frank_wolfe_note(descent);
        if (has_converged(descent) && is_allowed(descent))
            return PAROT_OK;
        double step = choose_step(descent, &way); /* step 2 */
        if (step == 0)
            return PAROT_OK;
        descent->status = control_poll(control, "frank-wolfe", descent->steps, 0, NAN);
        if (descent->status == PAROT_OK && descent->steps >= descent->problem->max_iterations)
            descent->status = PAROT_ITERATION_LIMIT;
        if (descent->status != PAROT_OK)
            return PAROT_OK;
        note_fork(descent, &way, step);
        double next = frank_wolfe_value(descent) + way.a + way.b;
        if (step == 1 && frank_wolfe_may_approach(descent, way.share, next)) {
            TRY(frank_wolfe_approach_again(descent, err));
            continue;
        }
        if (!exchanges(descent, &way, step))
            advance(descent, &way, step); /* step 3 */
        if (descent->has_gradient && is_nearby(descent, &way, step))
            stay_nearby(descent);
    }
    return PAROT_OK;
}

parot_status frank_wolfe_run(struct frank_wolfe *descent, parot_error *err)
{
    TRY(frank_wolfe_approach(descent, err));
    if (descent->status == PAROT_OK)
        TRY(descend(descent, err));
    if (!descent->problem->whole_rows.make || descent->oracle.whole_rows.make)
        return PAROT_OK;
    frank_wolfe_look_for_whole_rows(descent);
    demand_whole_rows(descent);
    if (descent->status == PAROT_OK)
        TRY(descend(descent, err));
    return descent->status == PAROT_OK || descent->is_whole ? PAROT_OK : make_whole(descent, err);
}

/* ---- The end -------------------------------------------------------------- */

/* An answer that is not stationary once its rounding is gone goes on; more often than that it never
 * has been. */
enum { MOST_CONFIRMATIONS = 10 };

/* 2 (<G,T> - the least <G,S> that the prices prove) */
static double proved_gap(struct frank_wolfe *descent)
{
    parot_dual dual = {descent->bench.own_row, descent->bench.own_col, 0}; /* scratch */
    double here = descent->problem->linear * descent->cost + descent->form;
    return fmax(0, 2 * (here - oracle_prices(&descent->oracle, &dual)));
}

void frank_wolfe_close_gap(struct frank_wolfe *descent)
{
    double at_plan = 2 * (descent->problem->linear * descent->cost + descent->form);
    /* without prices: <dF, T> - <dF, S> <= 2 <G,T> - the least 2 k <C,S>, since M >= 0 */
    if (!descent->has_gradient || descent->oracle.solves == 0)
        descent->gap = fmax(0, at_plan - descent->problem->bound);
    else if (descent->status != PAROT_OK && descent->status != PAROT_ITERATION_LIMIT)
        descent->gap = proved_gap(descent);
}

/* The gap to the best of all plans, of whole rows or not. */
static parot_status find_gap(struct frank_wolfe *descent, parot_error *err)
{
    const struct whole_rows whole_rows = descent->oracle.whole_rows;
    descent->oracle.whole_rows = (struct whole_rows){0};
    descent->oracle.change = 0;
    parot_status status = oracle_solve(&descent->oracle, frank_wolfe_gradient(descent),
                                       &descent->shared.control, err);
    descent->oracle.whole_rows = whole_rows;
    if (status != PAROT_OK)
        return status;
    struct direction way = look(descent);
    descent->gap = fmax(0, -way.b);
    return PAROT_OK;
}

parot_status frank_wolfe_confirm(struct frank_wolfe *descent, parot_error *err)
{
    int is_finished = descent->status == PAROT_OK && !descent->problem->whole_rows.make;
    if (descent->status != PAROT_OK && descent->status != PAROT_ITERATION_LIMIT)
        return PAROT_OK;
    for (int k = 0; k < MOST_CONFIRMATIONS; k++) {
        if (!is_clean(descent))
            TRY(frank_wolfe_refresh(descent, err));
        if (!descent->has_gradient) {
            frank_wolfe_close_gap(descent);
            return PAROT_OK;
        }
        parot_status status = find_gap(descent, err);
        if (status < 0)
            return status;
        if (status > 0) {
            descent->status = status;
            frank_wolfe_close_gap(descent);
            return PAROT_OK;
        }
        if (!is_finished || has_converged(descent)) {
            double proved = proved_gap(descent);
            if (proved > descent->gap && proved > ROUNDING * descent->magnitude)
                descent->gap = proved; /* the linear problem was not solved to the last digit */
            return PAROT_OK;
        }
        TRY(descend(descent, err));
        if (descent->status != PAROT_OK) {
            frank_wolfe_close_gap(descent);
            return PAROT_OK;
        }
    }
    descent->status = PAROT_ITERATION_LIMIT;
    return PAROT_OK;
}
