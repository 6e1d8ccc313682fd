/* walk.c - the three steps of Algorithm 1 (paper, Section 3.2), repeated.
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
#include "gromov/walk.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "gromov/step.h"

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
    relay_open(&walk->relay, control, crew);
    TRY(oracle_open(&walk->oracle, &linear, &walk->relay.control, err));
    layout(walk, &arena);
    TRY(arena_open(&arena, &walk->relay.control, err));
    layout(walk, &arena);
    return PAROT_OK;
}

void walk_close(struct walk *walk)
{
    oracle_close(&walk->oracle);
    block_free(walk->memory);
    walk->memory = NULL;
}

/* ---- Where T is --------------------------------------------------------- */

static parot_matrix gradient_of(const struct walk *walk)
{
    int64_t n = walk->problem->tensor.source.count, m = walk->problem->tensor.target.count;
    return (parot_matrix){walk->gradient, n, m, m};
}

static double cost_of(const struct walk *walk, const parot_plan *plan)
{
    return walk->problem->linear == 0 ? 0 : sparse_inner(walk->problem->cost, plan);
}

double walk_value(const struct walk *walk)
{
    return 2 * walk->problem->linear * walk->cost + walk->form;
}

double walk_objective(const struct walk *walk)
{
    return fmax(walk->problem->bound, walk->problem->unit * walk_value(walk));
}

/* G = k C + alpha (M o T), from nothing */
static struct blend fresh_gradient(const struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    return (struct blend){walk->gradient, 0, problem->alpha, problem->linear, problem->cost};
}

/* What rounding is relative to: the larger terms that `form` is a difference of. */
static void take_magnitude(struct walk *walk)
{
    const struct bench *bench = &walk->bench;
    double own = 0;
    for (int64_t i = 0; i < walk->problem->tensor.source.count; i++)
        own += fabs(bench->own_row[i] * bench->row_sum[i]);
    for (int64_t j = 0; j < walk->problem->tensor.target.count; j++)
        own += fabs(bench->own_col[j] * bench->col_sum[j]);
    walk->magnitude = walk->problem->alpha * own + fabs(walk->problem->linear * walk->cost);
}

void walk_from_outer(struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    int64_t n = problem->tensor.source.count, m = problem->tensor.target.count;
    struct sum cost = {0};
    walk->place = AT_OUTER;
    for (int64_t i = 0; problem->linear != 0 && i < n; i++)
        for (int64_t j = 0; j < m; j++)
            sum_add_product(&cost, walk->x[i] * walk->y[j],
                            problem->cost.data[i * problem->cost.stride + j]);
    walk->cost = sum_value(&cost);
    walk->form =
        problem->alpha * tensor_form_outer(&problem->tensor, walk->x, walk->y, &walk->bench);
    take_magnitude(walk);
    tensor_add_outer(&problem->tensor, &walk->bench, fresh_gradient(walk));
}

/* The entries of walk->dense that are not 0, in memory of their own. */
struct entries {
    parot_plan plan;
    struct lines lines;
};

static void entries_layout(struct entries *entries, const struct walk *walk, int64_t count,
                           struct arena *arena)
{
    int64_t n = walk->problem->tensor.source.count, m = walk->problem->tensor.target.count;
    sparse_layout(&entries->plan, n, m, count, arena);
    lines_layout(&entries->lines, n, m, count, arena);
}

static void start_at(struct walk *walk, const parot_plan *plan, struct lines *lines)
{
    const struct gromov *problem = walk->problem;
    lines_set(lines, plan);
    walk->cost = cost_of(walk, plan);
    walk->form = problem->alpha * tensor_form(&problem->tensor, lines, &walk->bench);
    take_magnitude(walk);
    tensor_add(&problem->tensor, lines, &walk->bench, fresh_gradient(walk));
}

void walk_from_vertex(struct walk *walk)
{
    walk->place = AT_VERTEX;
    sparse_copy(&walk->vertex, &walk->oracle.vertex);
    start_at(walk, &walk->vertex, &walk->lines);
}

parot_status walk_from_dense(struct walk *walk, parot_error *err)
{
    int64_t n = walk->problem->tensor.source.count, m = walk->problem->tensor.target.count;
    struct entries entries = {0};
    struct arena arena = {0};
    int64_t count = 0;
    for (int64_t k = 0; k < n * m; k++)
        count += walk->dense[k] != 0;
    entries_layout(&entries, walk, count, &arena);
    TRY(arena_open(&arena, &walk->relay.control, err));
    entries_layout(&entries, walk, count, &arena);
    for (int64_t k = 0; k < n * m; k++)
        if (walk->dense[k] != 0)
            sparse_put(&entries.plan, (int32_t)(k / m), (int32_t)(k % m), walk->dense[k]);
    walk->place = AT_DENSE;
    start_at(walk, &entries.plan, &entries.lines);
    block_free(arena.block);
    return PAROT_OK;
}

/* T, wherever it is, as a dense matrix times `scale`. */
static void spread(struct walk *walk, double scale)
{
    int64_t n = walk->problem->tensor.source.count, m = walk->problem->tensor.target.count;
    if (walk->place == AT_VERTEX) {
        memset(walk->dense, 0, (size_t)(n * m) * sizeof(double));
        sparse_add_to(walk->dense, scale, &walk->vertex);
    } else if (walk->place == AT_OUTER) {
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < m; j++)
                walk->dense[i * m + j] = scale * (walk->x[i] * walk->y[j]);
    } else {
        for (int64_t k = 0; k < n * m; k++)
            walk->dense[k] *= scale;
    }
    walk->place = AT_DENSE;
}

void walk_row_sums(const struct walk *walk, double *sums)
{
    int64_t n = walk->oracle.vertex.rows, m = walk->oracle.vertex.cols;
    memset(sums, 0, (size_t)n * sizeof *sums);
    if (walk->place == AT_VERTEX)
        for (int64_t e = 0; e < walk->vertex.count; e++)
            sums[walk->vertex.row[e]] += walk->vertex.mass[e];
    for (int64_t k = 0; walk->place == AT_DENSE && k < n * m; k++)
        sums[k / m] += walk->dense[k];
    for (int64_t k = 0; walk->place == AT_OUTER && k < n * m; k++)
        sums[k / m] += walk->x[k / m] * walk->y[k % m];
}

void walk_spread(struct walk *walk)
{
    spread(walk, 1);
}

/* T <- (1 - step) T + step S */
static void move_plan(struct walk *walk, double step)
{
    const parot_plan *vertex = &walk->oracle.vertex;
    if (step == 1) {
        sparse_copy(&walk->vertex, vertex);
        walk->place = AT_VERTEX;
        walk->is_whole = walk->oracle.amendment.amend != NULL;
        return;
    }
    if (walk->place == AT_VERTEX)
        atoms_reset(&walk->atoms, &walk->vertex);
    atoms_mix(&walk->atoms, vertex, step);
    spread(walk, 1 - step);
    sparse_add_to(walk->dense, step, vertex);
}

/* ---- One iteration ------------------------------------------------------ */

/* The way from T to the oracle's S. */
struct direction {
    int is_change;       /* walk->lines hold S - T, otherwise S */
    double a, b;         /* of the parabola */
    double cost, change; /* <C,S>; b without its linear part, 2 alpha <M o T, S - T> */
    double share;        /* of the lines of S, those where it differs from T; 1 if not known */
};

/* At a vertex, T's sums are those of the present G. */
static void refresh(struct walk *walk)
{
    if (walk->place != AT_VERTEX)
        return;
    walk->cost = cost_of(walk, &walk->vertex);
    walk->form =
        sparse_inner(gradient_of(walk), &walk->vertex) - walk->problem->linear * walk->cost;
}

static struct direction look(struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    const parot_plan *vertex = &walk->oracle.vertex;
    parot_matrix gradient = gradient_of(walk);
    struct direction way = {.share = 1};
    refresh(walk);
    if (walk->place == AT_VERTEX) {
        sparse_subtract(&walk->change, vertex, &walk->vertex);
        double lines = (double)lines_count(&walk->lines, vertex);
        way.share = (double)lines_count(&walk->lines, &walk->change) / lines;
        way.is_change = way.share <= 1;
    }
    lines_set(&walk->lines, way.is_change ? &walk->change : vertex);
    double form = problem->alpha * tensor_form(&problem->tensor, &walk->lines, &walk->bench);
    way.cost = cost_of(walk, vertex);
    double k = problem->linear, mixed = sparse_inner(gradient, vertex) - k * way.cost;
    if (way.is_change) {
        way.a = form;
        way.b = 2 * sparse_inner(gradient, &walk->change);
    } else { /* E = S - T: <M o E, E> = <M o S, S> - 2 <M o T, S> + <M o T, T> */
        take_magnitude(walk);
        way.a = form - 2 * mixed + walk->form;
        way.b = 2 * (mixed - walk->form + k * (way.cost - walk->cost));
    }
    way.change = way.b - 2 * k * (way.cost - walk->cost);
    return way;
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
    tensor_add(&problem->tensor, &walk->lines, &walk->bench, blend);
    move_plan(walk, step);
    walk->cost += step * (way->cost - walk->cost);
    walk->form += step * (way->change + step * way->a);
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
    parot_matrix gradient = gradient_of(walk);
    struct exchange way = {.from = atoms_worst(atoms, gradient)};
    double weight = atoms->weight[way.from];
    sparse_subtract(&walk->change, &walk->oracle.vertex, &atoms->vertex[way.from]);
    lines_set(&walk->lines, &walk->change);
    way.a = problem->alpha * tensor_form(&problem->tensor, &walk->lines, &walk->bench);
    way.b = 2 * sparse_inner(gradient, &walk->change);
    way.cost = cost_of(walk, &walk->change);
    way.step = weight * exact_step(way.a * weight * weight, way.b * weight);
    return way;
}

static void make_exchange(struct walk *walk, const struct exchange *way)
{
    const struct gromov *problem = walk->problem;
    struct atoms *atoms = &walk->atoms;
    int32_t before = atoms->count;
    tensor_add(&problem->tensor, &walk->lines, &walk->bench,
               (struct blend){walk->gradient, 1, problem->alpha * way->step, 0, problem->cost});
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
        tensor_form(&walk->problem->tensor, &walk->lines, &walk->bench);
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
    double unit = walk->problem->unit;
    if (walk->history < MOST_HISTORY) {
        walk->objectives[walk->history] = walk_objective(walk);
        walk->gaps[walk->history++] = unit * walk->gap;
    }
    walk->relay.now.iteration = walk->steps;
    walk->relay.now.objective = walk_objective(walk);
    walk->relay.now.gap = unit * walk->gap;
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

/* After a stop: the one step that T cannot do without, whatever the time. */
static parot_status make_whole(struct walk *walk, parot_error *err)
{
    struct control hurried = walk->relay.control;
    hurried.run.time_limit = 0;
    hurried.run.progress = NULL;
    hurried.is_cancelled = 0;
    TRY(oracle_solve(&walk->oracle, gradient_of(walk), &hurried, err));
    struct direction way = look(walk);
    advance(walk, &way, 1);
    return PAROT_OK;
}

/* Until T is stationary among the plans that the oracle knows. */
static parot_status descend(struct walk *walk, parot_error *err)
{
    struct control *control = &walk->relay.control;
    for (walk->gap = INFINITY;;) {
        walk->status = oracle_solve(&walk->oracle, gradient_of(walk), control, err); /* step 1 */
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
}

parot_status walk_run(struct walk *walk, parot_error *err)
{
    TRY(descend(walk, err));
    if (!walk->problem->amendment.amend || walk->oracle.amendment.amend)
        return PAROT_OK;
    walk_look_for_whole_rows(walk);
    demand_whole_rows(walk);
    if (walk->status == PAROT_OK)
        return descend(walk, err);
    return walk->is_whole ? PAROT_OK : make_whole(walk, err);
}
