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

#include "gromov/place.h"
#include "gromov/step.h"
#include "gromov/whole_row_oracles.h"

/* Sums of numbers as large as `magnitude` leave a gap of this share of it when there is none; the
 * simplex itself stops at reduced costs of 2^-43 or so. */
static const double ROUNDING = 1e-13;

/* Of values: a step must gain more than that to be taken as a whole. */
static const double FLAT = 1e-14;

/* ---- Life --------------------------------------------------------------- */

static void layout(struct walk *walk, struct arena *arena)
{
    int64_t n = walk->problem->tensor.source.count, m = walk->problem->tensor.target.count;
    int64_t entries = n + m + 1;
    bench_layout(&walk->bench, n, m, arena);
    lines_layout(&walk->lines, n, m, 2 * entries, arena);
    oracle_layout(&walk->oracle, n, m, arena);
    sparse_layout(&walk->vertex, n, m, entries, arena);
    sparse_layout(&walk->change, n, m, 2 * entries, arena);
    atoms_layout(&walk->atoms, n, m, arena);
    walk->x = arena_take(arena, n, sizeof(double));
    walk->y = arena_take(arena, m, sizeof(double));
    walk->objectives = arena_take(arena, MOST_HISTORY, sizeof(double));
    walk->gaps = arena_take(arena, MOST_HISTORY, sizeof(double));
    walk->gradient = arena_take(arena, n, (size_t)m * sizeof(double));
    walk->dense = arena_take(arena, n, (size_t)m * sizeof(double));
    walk->memory = arena->block;
}

parot_status walk_open(struct walk *walk, const struct gromov *problem,
                       const struct control *control, struct crew *crew, parot_error *err)
{
    struct arena arena = {0};
    int64_t n = problem->tensor.source.count, m = problem->tensor.target.count;
    parot_problem linear = {{NULL, n, m, m}, problem->p, problem->q, problem->mass};
    *walk = (struct walk){.problem = problem};
    shared_run_open(&walk->shared, control, crew);
    TRY(oracle_open(&walk->oracle, &linear, &walk->shared.control, err));
    layout(walk, &arena);
    TRY(arena_open(&arena, &walk->shared.control, err));
    layout(walk, &arena);
    return PAROT_OK;
}

void walk_close(struct walk *walk)
{
    oracle_close(&walk->oracle);
    block_free(walk->memory);
    walk->memory = NULL;
}

/* ---- One iteration ------------------------------------------------------ */

/* The way from T to the oracle's S. */
struct direction {
    int is_change;       /* walk->lines hold S - T, otherwise S */
    double a, b;         /* of the parabola */
    double cost, change; /* <C,S>; b without its linear part, 2 alpha <M o T, S - T> */
    double magnitude;    /* of S, as walk->magnitude is of T and S */
    double share;        /* of the lines of S, those where it differs from T; 1 if not known */
};

/* At a vertex, T's sums are those of the present G. */
static void refresh(struct walk *walk)
{
    if (walk->place != AT_VERTEX)
        return;
    walk->cost = walk_cost(walk, &walk->vertex);
    walk->form =
        sparse_inner(walk_gradient(walk), &walk->vertex) - walk->problem->linear * walk->cost;
}

static struct direction look(struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    const parot_plan *vertex = &walk->oracle.vertex;
    parot_matrix gradient = walk_gradient(walk);
    struct direction way = {.share = 1, .magnitude = walk->magnitude};
    refresh(walk);
    if (walk->place == AT_VERTEX) {
        sparse_subtract(&walk->change, vertex, &walk->vertex);
        double lines = (double)lines_count(&walk->lines, vertex);
        way.share = (double)lines_count(&walk->lines, &walk->change) / lines;
        way.is_change = way.share <= 1;
    }
    lines_set(&walk->lines, way.is_change ? &walk->change : vertex);
    double form = problem->alpha * tensor_form(&problem->tensor, &walk->lines, &walk->bench, NULL);
    way.cost = walk_cost(walk, vertex);
    double k = problem->linear, mixed = sparse_inner(gradient, vertex) - k * way.cost;
    if (way.is_change) {
        way.a = form;
        way.b = 2 * sparse_inner(gradient, &walk->change);
    } else { /* E = S - T: <M o E, E> = <M o S, S> - 2 <M o T, S> + <M o T, T> */
        way.magnitude = walk_magnitude(walk);
        walk->magnitude = fmax(walk->magnitude, way.magnitude);
        way.a = form - 2 * mixed + walk->form;
        way.b = 2 * (mixed - walk->form + k * (way.cost - walk->cost));
    }
    way.change = way.b - 2 * k * (way.cost - walk->cost);
    return way;
}

/* Blends M o X into G. After a stop T moves all the same: its value is known, its gap is not. */
static void change_gradient(struct walk *walk, struct blend blend)
{
    struct control *control = &walk->shared.control;
    parot_status status =
        tensor_add(&walk->problem->tensor, &walk->lines, &walk->bench, blend, control);
    walk->has_gradient = status == PAROT_OK;
    if (status != PAROT_OK)
        walk->status = status;
}

/* Step 3. */
static void advance(struct walk *walk, const struct direction *way, double step)
{
    const struct gromov *problem = walk->problem;
    struct blend blend = {walk->gradient, 1, problem->alpha * step, 0, problem->cost};
    if (!way->is_change) {
        blend.keep = 1 - step;
        blend.linear = problem->linear * step;
    }
    change_gradient(walk, blend);
    walk_move(walk, step);
    walk->cost += step * (way->cost - walk->cost);
    walk->form += step * (way->change + step * way->a);
    walk->magnitude = step == 1 ? way->magnitude : walk->magnitude;
    walk->steps++;
    walk->oracle.change = step * way->share;
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

static struct exchange look_for_exchange(struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    const struct atoms *atoms = &walk->atoms;
    parot_matrix gradient = walk_gradient(walk);
    struct exchange way = {.from = atoms_worst(atoms, gradient)};
    double weight = atoms->weight[way.from];
    sparse_subtract(&walk->change, &walk->oracle.vertex, &atoms->vertex[way.from]);
    lines_set(&walk->lines, &walk->change);
    way.a = problem->alpha * tensor_form(&problem->tensor, &walk->lines, &walk->bench, NULL);
    way.b = 2 * sparse_inner(gradient, &walk->change);
    way.cost = walk_cost(walk, &walk->change);
    way.step = weight * exact_step(way.a * weight * weight, way.b * weight);
    return way;
}

static void make_exchange(struct walk *walk, const struct exchange *way)
{
    const struct gromov *problem = walk->problem;
    struct atoms *atoms = &walk->atoms;
    int32_t before = atoms->count;
    change_gradient(
        walk, (struct blend){walk->gradient, 1, problem->alpha * way->step, 0, problem->cost});
    atoms_move(atoms, way->from, &walk->oracle.vertex, way->step);
    if (!atoms->is_known || atoms->count >= before)
        sparse_add_to(walk->dense, way->step, &walk->change);
    else /* one is gone, and with it what rounding leaves of it */
        atoms_spread(atoms, walk->dense);
    if (atoms->is_known && atoms->count == 1) {
        sparse_copy(&walk->vertex, &atoms->vertex[0]);
        walk->place = AT_VERTEX;
    }
    walk->form += way->step * (way->b - 2 * problem->linear * way->cost + way->step * way->a);
    walk->cost += way->step * way->cost;
    walk->steps++;
    walk->oracle.change = way->step;
}

/* Long steps may use it, exact ones are the paper's; and only if it falls deeper than the step. */
static int exchanges(struct walk *walk, const struct direction *way, double step)
{
    if (!walk->problem->has_exchanges || walk->place != AT_DENSE || !walk->atoms.is_known ||
        step == 1)
        return 0;
    struct exchange exchange = look_for_exchange(walk);
    if (!(fall(exchange.a, exchange.b, exchange.step) > fall(way->a, way->b, step))) {
        lines_set(&walk->lines, &walk->oracle.vertex);
        tensor_form(&walk->problem->tensor, &walk->lines, &walk->bench, NULL);
        return 0;
    }
    make_exchange(walk, &exchange);
    return 1;
}

/* ---- The loop ------------------------------------------------------------ */

static int has_converged(const struct walk *walk)
{
    return walk->gap <= walk->problem->tolerance * fabs(walk_value(walk)) ||
           walk->gap <= ROUNDING * walk->magnitude;
}

static void tell(struct walk *walk)
{
    int exponent = walk->problem->exponent;
    if (walk->history < MOST_HISTORY) {
        walk->objectives[walk->history] = walk_objective(walk);
        walk->gaps[walk->history++] = walk->gap;
    }
    walk->shared.now.iteration = walk->steps;
    walk->shared.now.objective = ldexp(walk_objective(walk), exponent);
    walk->shared.now.gap = ldexp(walk->gap, exponent);
}

/* Is T a plan of the kind that the oracle's hook makes? */
static int is_allowed(const struct walk *walk)
{
    return !walk->oracle.amendment.amend || walk->is_whole;
}

static void demand_whole_rows(struct walk *walk)
{
    walk->oracle.amendment = walk->problem->amendment;
}

/* Relative, of masses that were computed in doubles. */
static const double WHOLE = 1e-9;

static int is_split(const struct walk *walk, int64_t i, double moved)
{
    double weight = weight_at((struct weights){walk->problem->p, walk->oracle.vertex.rows}, i);
    return moved > WHOLE * weight && moved < (1 - WHOLE) * weight;
}

void walk_look_for_whole_rows(struct walk *walk)
{
    int64_t n = walk->oracle.vertex.rows;
    walk->is_whole = 1;
    walk_row_sums(walk, walk->bench.row_sum);
    for (int64_t i = 0; i < n; i++)
        walk->is_whole &= !is_split(walk, i, walk->bench.row_sum[i]);
    if (walk->is_whole && walk->problem->amendment.amend)
        demand_whole_rows(walk);
}

/* A whole step between plans of equal value would be taken back and forth by rounding alone: there
 * the lowest point is in between, or nowhere. */
static double choose_step(const struct walk *walk, const struct direction *way)
{
    if (!is_allowed(walk))
        return 1;
    double step = walk->oracle.amendment.amend ? whole_step(way->a, way->b)
                                               : walk->problem->step(way->a, way->b);
    int is_flat = way->a + way->b > -FLAT * walk->magnitude;
    if (step < 1 || !is_flat)
        return step;
    return walk->oracle.amendment.amend ? 0 : exact_step(way->a, way->b);
}

/* After a limit of iterations: the one step that T cannot do without. After any other stop there is
 * no time for it, and maybe no G: T is what the last S becomes when its rows are made whole. */
static parot_status make_whole(struct walk *walk, parot_error *err)
{
    struct control *control = &walk->shared.control;
    parot_status status = walk->status;
    if (status == PAROT_ITERATION_LIMIT)
        status = oracle_solve(&walk->oracle, walk_gradient(walk), control, err);
    if (status < 0)
        return status;
    if (status == PAROT_OK) {
        struct direction way = look(walk);
        advance(walk, &way, 1);
        return PAROT_OK;
    }
    walk->status = status;
    TRY(whole_rows_hurry(&walk->oracle, walk_gradient(walk), control, err));
    walk_end_at_vertex(walk);
    return PAROT_OK;
}

/* Until T is stationary among the plans that the oracle knows. */
static parot_status descend(struct walk *walk, parot_error *err)
{
    struct control *control = &walk->shared.control;
    for (walk->gap = INFINITY; walk->has_gradient;) {
        walk->status = oracle_solve(&walk->oracle, walk_gradient(walk), control, err); /* step 1 */
        if (walk->status != PAROT_OK)
            return walk->status < 0 ? walk->status : PAROT_OK;
        struct direction way = look(walk);
        walk->gap = fmax(0, -way.b);
        tell(walk);
        if (has_converged(walk) && is_allowed(walk))
            return PAROT_OK;
        double step = choose_step(walk, &way); /* step 2 */
        if (step == 0)
            return PAROT_OK;
        walk->status = control_poll(control, "frank-wolfe", walk->steps, 0, NAN);
        if (walk->status == PAROT_OK && walk->steps >= walk->problem->max_iterations)
            walk->status = PAROT_ITERATION_LIMIT;
        if (walk->status != PAROT_OK)
            return PAROT_OK;
        if (!exchanges(walk, &way, step))
            advance(walk, &way, step); /* step 3 */
    }
    return PAROT_OK;
}

parot_status walk_run(struct walk *walk, parot_error *err)
{
    TRY(descend(walk, err));
    if (!walk->problem->amendment.amend || walk->oracle.amendment.amend)
        return PAROT_OK;
    walk_look_for_whole_rows(walk);
    demand_whole_rows(walk);
    if (walk->status == PAROT_OK)
        TRY(descend(walk, err));
    return walk->status == PAROT_OK || walk->is_whole ? PAROT_OK : make_whole(walk, err);
}

/* ---- The end -------------------------------------------------------------- */

/* An answer that is not stationary once its rounding is gone goes on; more often than that it never
 * has been. */
enum { MOST_CONFIRMATIONS = 10 };

/* 2 (<G,T> - the least <G,S> that the prices prove) */
static double proved_gap(struct walk *walk)
{
    parot_dual dual = {walk->bench.own_row, walk->bench.own_col, 0}; /* scratch */
    double here = walk->problem->linear * walk->cost + walk->form;
    return fmax(0, 2 * (here - oracle_prices(&walk->oracle, &dual)));
}

/* <dF, T> - <dF, S> <= 2 <G,T> - the least 2 k <C,S>, since M >= 0. */
static double crude_gap(const struct walk *walk)
{
    return fmax(0, 2 * (walk->problem->linear * walk->cost + walk->form) - walk->problem->bound);
}

void walk_close_gap(struct walk *walk)
{
    if (!walk->has_gradient)
        walk->gap = crude_gap(walk);
    else if (walk->status != PAROT_OK && walk->status != PAROT_ITERATION_LIMIT)
        walk->gap = proved_gap(walk);
}

/* The gap to the best of all plans, amended or not. */
static parot_status find_gap(struct walk *walk, parot_error *err)
{
    const struct amendment amendment = walk->oracle.amendment;
    walk->oracle.amendment = (struct amendment){0};
    walk->oracle.change = 0;
    parot_status status =
        oracle_solve(&walk->oracle, walk_gradient(walk), &walk->shared.control, err);
    walk->oracle.amendment = amendment;
    if (status != PAROT_OK)
        return status;
    struct direction way = look(walk);
    walk->gap = fmax(0, -way.b);
    return PAROT_OK;
}

parot_status walk_confirm(struct walk *walk, parot_error *err)
{
    int is_finished = walk->status == PAROT_OK && !walk->problem->amendment.amend;
    if (walk->status != PAROT_OK && walk->status != PAROT_ITERATION_LIMIT)
        return PAROT_OK;
    for (int k = 0; k < MOST_CONFIRMATIONS; k++) {
        TRY(walk_refresh(walk, err));
        if (!walk->has_gradient) {
            walk_close_gap(walk);
            return PAROT_OK;
        }
        parot_status status = find_gap(walk, err);
        if (status < 0)
            return status;
        if (status > 0) {
            walk->status = status;
            walk_close_gap(walk);
            return PAROT_OK;
        }
        if (!is_finished || has_converged(walk)) {
            double proved = proved_gap(walk);
            if (proved > walk->gap && proved > ROUNDING * walk->magnitude)
                walk->gap = proved; /* the linear problem was not solved to the last digit */
            return PAROT_OK;
        }
        TRY(descend(walk, err));
        if (walk->status != PAROT_OK) {
            walk_close_gap(walk);
            return PAROT_OK;
        }
    }
    walk->status = PAROT_ITERATION_LIMIT;
    return PAROT_OK;
}
