/* distance_descent.c - the steps of Algorithm 1 for distances Dx and Dy that nobody stores.
 *
 *   half the gradient   G = (Dx^2 w)_i / 2 + (Dy^2 v)_j / 2 - (Dx T Dy)_ij,   w = T 1,  v = T' 1
 *
 * The sums are exact; the product is a sketch of some columns (product_sketch.h), whose linear
 * problem is solved as that of squared distances is. It leads to S. All values on the way to S are
 * exact: J and the parabola are sums of squares over pairs of entries of T and S (cloud_form). So
 * the objective falls for certain, and only the choice of S is approximate.
 *
 * At the end, and not before, G itself is computed, rows at a time. With the prices u, v, lambda of
 * the sketch, each u_i is raised until lambda - u_i - v_j <= G_ij for all j: then the prices prove
 * how much lower <G, S> can be for any S, and the gap is that of the true problem.
 */
#include "gromov/points/distance_descent.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/random.h"
#include "base/sums.h"
#include "gromov/frank_wolfe.h"
#include "gromov/points/fused.h"
#include "gromov/starts/coarse_points.h"
#include "gromov/step.h"
#include "linalg/gemm.h"
#include "partial/result.h"

const double DISTANCE_TOLERANCE = 1e-4;

/* The proof asks for more than the search can see: the search stops at this share of it. */
static const double SEARCHED = 0.3;

/* Of sums of squares, and of a step that must gain. */
static const double ROUNDING = 1e-13, FLAT = 1e-14;

/* As in points_descent.c. */
static const double NEAR = 0.93;

/* Columns to begin with, and that a search may use. The sketch grows when what it leaves out may be
 * so many times the gap, and beyond that when a proof fails. */
enum { FIRST_RANK = 32, SEARCH_RANK = 64 };
static const double LEFT_OUT = 3;

/* Features that are this small beside the gap do not enter the linear problem. */
static const double UNUSED = 0.02;

/* Rows of G at a time, and columns. */
enum { ROWS = 256, COLS = METRIC_TILE };

/* Entries of a plan, for each point: mixtures of more vertices are not searched further. */
enum { MOST_ENTRIES = 24 };

static int64_t smallest(int64_t a, int64_t b, int64_t c)
{
    int64_t least = a < b ? a : b;
    return least < c ? least : c;
}

static int64_t room_of(const struct points_gromov *gromov)
{
    return MOST_ENTRIES * (gromov->at.n + gromov->at.m + 1);
}

void distances_layout(struct points_gromov *gromov, struct arena *arena)
{
    struct distances *distances = &gromov->distances;
    struct sketch *sketch = &distances->sketch;
    const struct coordinates *at = &gromov->at;
    int64_t n = at->n, m = at->m, room = room_of(gromov);
    sketch->source = (struct cloud){n, at->ds, at->x, distances->metric};
    sketch->target = (struct cloud){m, at->dt, at->y, distances->metric};
    sketch->most = smallest(n, m, SKETCH_MOST);
    sketch->room = room;
    sketch_layout(sketch, arena);
    for (int side = 0; side < 2; side++) {
        distances->source[side] = arena_take(arena, room, (size_t)at->ds * sizeof(double));
        distances->target[side] = arena_take(arena, room, (size_t)at->dt * sizeof(double));
    }
    distances->part = arena_take(arena, room, sizeof(double));
    distances->rows = arena_take(arena, m, ROWS * sizeof(double));
    distances->need = arena_take(arena, m / COLS + 1, ROWS * sizeof(double));
}

/* ---- Values ------------------------------------------------------------------ */

static struct cloud_pairs gather(const struct points_gromov *gromov, const parot_plan *plan,
                                 int side)
{
    const struct distances *distances = &gromov->distances;
    const struct coordinates *at = &gromov->at;
    double *source = distances->source[side], *target = distances->target[side];
    for (int64_t e = 0; e < plan->count; e++) {
        memcpy(source + e * at->ds, at->x + plan->row[e] * at->ds, (size_t)at->ds * sizeof *source);
        memcpy(target + e * at->dt, at->y + plan->col[e] * at->dt, (size_t)at->dt * sizeof *target);
    }
    return (struct cloud_pairs){{plan->count, at->ds, source, distances->metric},
                                {plan->count, at->dt, target, distances->metric},
                                plan->mass};
}

/* <M o S, T> by its definition, and what costs add to that: fused_value */
static double form(const struct points_gromov *gromov, const parot_plan *s, const parot_plan *t)
{
    struct cloud_pairs a = gather(gromov, s, 0), b = gather(gromov, t, 1);
    double value = cloud_form(&a, &b, gromov->distances.part, gromov->shared->control.run.threads);
    return fused_value(&gromov->at, value,
                       (fused_cost(&gromov->at, s) + fused_cost(&gromov->at, t)) / 2);
}

/* <G,T> at T */
static double slope_of(const struct points_descent *descent, const struct points_gromov *gromov)
{
    return fused_slope(&gromov->at, descent->value, fused_cost(&gromov->at, &descent->answer.plan));
}

/* ---- Linear problems --------------------------------------------------------- */

static parot_status solve_linear(struct points_descent *descent, struct points_gromov *gromov,
                                 int64_t rank, int64_t used, parot_error *err)
{
    parot_run run = control_rest(&gromov->shared->control);
    parot_products_problem linear = gromov->linear;
    int is_near = descent->change <= NEAR && gromov->distances.used == used;
    linear.f.cols = linear.g.cols = gromov->distances.used = used;
    linear.f.stride = linear.g.stride = rank;
    parot_result_free(&descent->found);
    parot_status status =
        products_walk_solve(&descent->walk, is_near, &linear, &run, &descent->found, err);
    descent->pivots += status < 0 ? 0 : descent->found.info.pivots;
    gromov->shared->control.allocations += status < 0 ? 0 : descent->found.info.allocations;
    return status;
}

/* How many features are needed for costs that are right up to `error`, on average. */
static int64_t needed(const struct balance *balance, double error)
{
    int64_t used = balance->rank;
    for (double rest = 0; used > 1; used--) {
        rest += fmax(0, balance->variance[used - 1]);
        if (rest > error)
            break;
    }
    return used;
}

/* (Dx^2 w)_i / 2 and (Dy^2 v)_j / 2, and those of costs */
static void fill_offsets(struct points_gromov *gromov, const struct cloud *rows,
                         const double *row_mass, const struct cloud *cols, const double *col_mass)
{
    const struct sketch *sketch = &gromov->distances.sketch;
    const struct linear_costs *costs = &gromov->costs;
    int32_t threads = sketch->threads;
    cloud_sums(&sketch->source, rows, row_mass, 2, costs->alpha, threads);
    cloud_sums(&sketch->target, cols, col_mass, 2, costs->beta, threads);
    for (int64_t i = 0; i < gromov->at.n; i++)
        costs->alpha[i] /= 2;
    for (int64_t j = 0; j < gromov->at.m; j++)
        costs->beta[j] /= 2;
    fused_offsets(&gromov->at, costs);
}

/* S, in descent->found, for the gradient at T. */
static parot_status solve(struct points_descent *descent, struct points_gromov *gromov,
                          parot_error *err)
{
    struct distances *distances = &gromov->distances;
    struct sketch *sketch = &distances->sketch;
    const struct support *moved = &sketch->moved;
    const parot_plan *plan = &descent->answer.plan;
    const struct linear_costs *costs = &gromov->costs;
    struct cloud rows = {0, sketch->source.dims, moved->source, distances->metric};
    struct cloud cols = {0, sketch->target.dims, moved->target, distances->metric};
    sketch_support(sketch, plan);
    rows.count = moved->rows;
    cols.count = moved->cols;
    parot_status status = sketch_fill(sketch, plan, &gromov->shared->control);
    if (status < 0)
        return fail(err, status, "x, y: their distances leave the range of double");
    if (status != PAROT_OK)
        return status;
    fill_offsets(gromov, &rows, moved->row_mass, &cols, moved->col_mass);
    int64_t rank = sketch->rank, n = gromov->at.n, m = gromov->at.m;
    memcpy(costs->f, sketch->left, (size_t)(n * rank) * sizeof(double));
    memcpy(costs->g, sketch->right, (size_t)(m * rank) * sizeof(double));
    rank = fused_append(&gromov->at, rank, costs);
    memset(gromov->row_mass, 0, (size_t)n * sizeof(double));
    memset(gromov->col_mass, 0, (size_t)m * sizeof(double));
    for (int64_t e = 0; e < plan->count; e++) {
        gromov->row_mass[plan->row[e]] += plan->mass[e];
        gromov->col_mass[plan->col[e]] += plan->mass[e];
    }
    gromov->balance.rank = rank;
    struct weights p = {gromov->row_mass, n}, q = {gromov->col_mass, m};
    descent->magnitude = 0; /* of what the values of T and S are differences of */
    for (int64_t i = 0; i < n; i++)
        descent->magnitude += gromov->row_mass[i] * costs->alpha[i];
    for (int64_t j = 0; j < m; j++)
        descent->magnitude += gromov->col_mass[j] * costs->beta[j];
    int is_sorted = !sketch_is_whole(sketch) && balance_apply(&gromov->balance, p, q, costs);
    double mass = gromov->linear.mass, error = UNUSED * descent->gap / (2 * mass);
    int64_t used = is_sorted ? needed(&gromov->balance, error) : rank;
    /* with more than that, as many as last time, the tree of the last problem can be kept */
    used = used < distances->used && descent->change <= NEAR && distances->used <= rank
               ? distances->used
               : used;
    return solve_linear(descent, gromov, rank, used, err);
}

/* ---- The start ----------------------------------------------------------------- */

/* Weights times mass over their total. */
static void fill_marginal(struct weights weights, double mass, double *to)
{
    double factor = mass / weights_total(weights);
    for (int64_t i = 0; i < weights.count; i++)
        to[i] = factor * weight_at(weights, i);
}

/* A random linear relation between the coordinates, as many features as the target has. */
static int64_t draw_features(struct points_gromov *gromov, int32_t number)
{
    const struct coordinates *at = &gromov->at;
    const struct linear_costs *costs = &gromov->costs;
    for (int64_t l = 0; l < at->dt; l++)
        for (int64_t i = 0; i < at->n; i++) {
            double sum = 0;
            for (int64_t k = 0; k < at->ds; k++) {
                uint64_t index = (uint64_t)(((int64_t)number * at->ds + k) * at->dt + l);
                sum += random_normal(gromov->seed, RANDOM_START, index) * at->x[i * at->ds + k];
            }
            costs->f[i * at->dt + l] = 4 * gromov->linear.mass * sum;
        }
    memcpy(costs->g, at->y, (size_t)(at->m * at->dt) * sizeof(double));
    return at->dt;
}

/* T(0): the vertex that the gradient at the start leads to. */
static parot_status begin(struct points_descent *descent, struct points_gromov *gromov,
                          parot_start start, int32_t number, parot_error *err)
{
    const struct sketch *sketch = &gromov->distances.sketch;
    const struct linear_costs *costs = &gromov->costs;
    const parot_products_problem *linear = &gromov->linear;
    struct weights p = {linear->p, gromov->at.n}, q = {linear->q, gromov->at.m};
    fill_marginal(p, linear->mass, gromov->row_mass);
    fill_marginal(q, linear->mass, gromov->col_mass);
    const struct coordinates kept = gromov->at;
    if (start == PAROT_START_PARTIAL)
        fused_costs_alone(&gromov->at);
    fill_offsets(gromov, &sketch->source, gromov->row_mass, &sketch->target, gromov->col_mass);
    int64_t rank = 1;
    if (start == PAROT_START_RANDOM)
        rank = draw_features(gromov, number);
    else {
        cloud_sums(&sketch->source, &sketch->source, gromov->row_mass, 1, costs->f,
                   sketch->threads);
        cloud_sums(&sketch->target, &sketch->target, gromov->col_mass, 1, costs->g,
                   sketch->threads);
        for (int64_t i = 0; i < gromov->at.n; i++)
            costs->f[i] /= linear->mass;
    }
    gromov->balance.rank = rank = fused_append(&gromov->at, rank, costs);
    gromov->at = kept;
    gromov->distances.used = 0;
    if (start == PAROT_START_REPRESENTATIVES)
        TRY(coarse_points_plan(gromov, number, &descent->answer, err));
    int has_plan = descent->answer.plan.count > 0;
    if (!has_plan)
        balance_apply(&gromov->balance, p, q, costs);
    parot_status status =
        has_plan ? solve(descent, gromov, err) : solve_linear(descent, gromov, rank, rank, err);
    if (status < 0)
        return status;
    if (!descent->found.owner)
        return fail(err, PAROT_ESTOPPED, "start: stopped (%s); allow more time",
                    parot_status_name(status));
    descent->status = status == PAROT_UNPROVED ? PAROT_OK : status;
    parot_result_free(&descent->answer);
    descent->answer = descent->found;
    descent->found = (parot_result){0};
    descent->value = form(gromov, &descent->answer.plan, &descent->answer.plan);
    descent->gap = 2 * slope_of(descent, gromov);
    return PAROT_OK;
}

/* ---- The proof ------------------------------------------------------------------ */

struct proof {
    const struct points_gromov *gromov;
    const parot_dual *dual;
    int64_t first, count; /* rows */
};

/* rows[c][i] = (Dx T)_ic, for rows of the block and columns that T moves */
static void fill_rows(int64_t begin, int64_t end, void *context)
{
    const struct proof *proof = context;
    const struct points_gromov *gromov = proof->gromov;
    const struct distances *distances = &gromov->distances;
    const struct support *moved = &distances->sketch.moved;
    const parot_plan *plan = distances->plan;
    double *rows = distances->rows;
    struct point_pair pair = {.metric = distances->metric,
                              .n = moved->rows,
                              .m = end - begin,
                              .dims = gromov->at.ds,
                              .x = moved->source,
                              .y = gromov->at.x + (proof->first + begin) * gromov->at.ds};
    double line[COLS];
    int32_t last = -1;
    for (int64_t c = 0; c < moved->cols; c++)
        memset(rows + c * ROWS + begin, 0, (size_t)(end - begin) * sizeof *rows);
    for (int64_t e = 0; e < plan->count; e++) { /* entries are sorted by row */
        if (moved->row_of[e] != last)
            metric_rows(&pair, moved->row_of[e], moved->row_of[e] + 1, line, COLS);
        last = moved->row_of[e];
        for (int64_t i = begin; i < end; i++)
            rows[moved->col_of[e] * ROWS + i] += plan->mass[e] * line[i - begin];
    }
}

/* need[tile][i] = max over the columns of a tile of lambda - G_ij - v_j */
static void find_needs(int64_t begin, int64_t end, void *context)
{
    const struct proof *proof = context;
    const struct points_gromov *gromov = proof->gromov;
    const struct distances *distances = &gromov->distances;
    const struct support *moved = &distances->sketch.moved;
    const struct linear_costs *costs = &gromov->costs;
    double product[ROWS * COLS] = {0}, panel[COLS * COLS];
    struct point_pair pair = {.metric = distances->metric,
                              .n = moved->cols,
                              .m = end - begin,
                              .dims = gromov->at.dt,
                              .x = moved->target,
                              .y = gromov->at.y + begin * gromov->at.dt};
    for (int64_t first = 0; first < moved->cols; first += COLS) {
        int64_t last = first + COLS < moved->cols ? first + COLS : moved->cols;
        metric_rows(&pair, first, last, panel, COLS);
        gemm_tn_add(proof->count, end - begin, last - first, 1, distances->rows + first * ROWS,
                    ROWS, panel, COLS, product, COLS);
    }
    double *need = distances->need + begin / COLS * ROWS;
    for (int64_t i = 0; i < proof->count; i++) {
        need[i] = 0;
        for (int64_t j = begin; j < end; j++) {
            int64_t row = proof->first + i;
            double g = costs->alpha[row] + costs->beta[j] -
                       fused_product(&gromov->at, row, j, product[i * COLS + j - begin]);
            need[i] = fmax(need[i], proof->dual->lambda - g - proof->dual->v[j]);
        }
    }
}

/* What is proved about the gap of T: 2 (<G,T> - the least <G,S>), or why to stop. */
static parot_status prove(struct points_descent *descent, struct points_gromov *gromov, double *gap)
{
    struct distances *distances = &gromov->distances;
    const struct sketch *sketch = &distances->sketch;
    const struct support *moved = &sketch->moved;
    const parot_products_problem *linear = &gromov->linear;
    struct weights p = {linear->p, gromov->at.n}, q = {linear->q, gromov->at.m};
    struct cloud rows = {moved->rows, sketch->source.dims, moved->source, distances->metric};
    struct cloud cols = {moved->cols, sketch->target.dims, moved->target, distances->metric};
    parot_dual *dual = &descent->found.dual;
    struct sum bound = {0};
    distances->plan = &descent->answer.plan;
    fill_offsets(gromov, &rows, moved->row_mass, &cols, moved->col_mass);
    sum_add_product(&bound, dual->lambda, linear->mass);
    for (int64_t j = 0; j < q.count; j++)
        sum_add_product(&bound, -weight_at(q, j), dual->v[j]);
    for (int64_t first = 0; first < p.count; first += ROWS) {
        int64_t count = p.count - first < ROWS ? p.count - first : ROWS;
        struct proof proof = {gromov, dual, first, count};
        TRY(control_poll_part(&gromov->shared->control, "proof", first, p.count));
        parallel_for(sketch->threads, count, COLS, fill_rows, &proof);
        parallel_for(sketch->threads, q.count, COLS, find_needs, &proof);
        for (int64_t i = 0; i < count; i++) {
            double need = 0;
            for (int64_t tile = 0; tile * COLS < q.count; tile++)
                need = fmax(need, distances->need[tile * ROWS + i]);
            dual->u[first + i] = need;
            sum_add_product(&bound, -weight_at(p, first + i), need);
        }
    }
    *gap = 2 * fmax(0, slope_of(descent, gromov) - sum_value(&bound));
    return PAROT_OK;
}

/* ---- The loop ------------------------------------------------------------------- */

/* What the sketch may leave out: its last singular value stands for all that follow. */
static int is_coarse(const struct points_descent *descent, const struct points_gromov *gromov)
{
    const struct sketch *sketch = &gromov->distances.sketch;
    double size = sqrt((double)gromov->at.n * (double)gromov->at.m);
    double rest = sketch->value[sketch->rank - 1] / size * (double)sketch->rank;
    return sketch->rank < sketch->most && sketch->rank < SEARCH_RANK &&
           2 * gromov->linear.mass * fused_value(&gromov->at, rest, 0) > LEFT_OUT * descent->gap;
}

static void refine(struct points_descent *descent, struct points_gromov *gromov)
{
    struct sketch *sketch = &gromov->distances.sketch;
    int64_t twice = 2 * sketch->rank;
    sketch_grow(sketch, twice < sketch->most ? twice : sketch->most);
    gromov->distances.used = 0;
    descent->change = 1;
}

static void note(struct points_descent *descent, struct points_gromov *gromov)
{
    parot_progress *now = &gromov->shared->now;
    now->iteration = descent->steps;
    now->objective = ldexp(descent->value, gromov->exponent);
    now->stationarity = ldexp(descent->gap, gromov->exponent);
    if (descent->history == MOST_HISTORY)
        return;
    descent->objectives[descent->history] = descent->value;
    descent->gaps[descent->history++] = descent->gap;
}

/* T <- T + step (S - T) */
static parot_status move(struct points_descent *descent, struct points_gromov *gromov, double step,
                         double value, parot_error *err)
{
    descent->steps++;
    descent->value = fmax(0, value);
    descent->change =
        step == 1 ? plan_share_of_new(&descent->found.plan, &descent->answer.plan) : 1;
    if (step == 1) {
        parot_result_free(&descent->answer);
        descent->answer = descent->found;
        descent->found = (parot_result){0};
        return PAROT_OK;
    }
    parot_result blend = {0};
    parot_status status = mixture_blend(&blend, 1 - step, &descent->answer.plan, step,
                                        &descent->found.plan, &gromov->shared->control, err);
    if (status != PAROT_OK) {
        parot_result_free(&blend);
        return status;
    }
    blend.mass = descent->answer.mass;
    descent->is_mixed = 1;
    parot_result_free(&descent->answer);
    descent->answer = blend;
    return PAROT_OK;
}

/* The end, unless the sketch hides a step: *is_over stays 0 then. */
static parot_status finish(struct points_descent *descent, struct points_gromov *gromov,
                           double rounding, int *is_over)
{
    double wanted = fmax(gromov->tolerance, DISTANCE_TOLERANCE) * descent->value, gap;
    parot_status status = prove(descent, gromov, &gap);
    const struct sketch *sketch = &gromov->distances.sketch;
    *is_over = 1;
    if (status != PAROT_OK) {
        descent->status = status;
        descent->gap = 2 * slope_of(descent, gromov);
        return PAROT_OK;
    }
    descent->gap = gap;
    if (gap <= wanted || gap <= rounding) {
        descent->status = PAROT_OK;
        return PAROT_OK;
    }
    *is_over = sketch->rank == sketch->most || descent->steps >= gromov->max_iterations;
    descent->status = *is_over ? PAROT_UNPROVED : PAROT_OK;
    if (!*is_over)
        refine(descent, gromov);
    return PAROT_OK;
}

static parot_status stop(struct points_descent *descent, const struct points_gromov *gromov,
                         parot_status status, int *is_over)
{
    *is_over = 1;
    descent->status = status;
    descent->gap = 2 * slope_of(descent, gromov); /* M >= 0, C >= 0 */
    return PAROT_OK;
}

/* One iteration; *is_over if T stays where it is. */
static parot_status iterate(struct points_descent *descent, struct points_gromov *gromov,
                            int *is_over, parot_error *err)
{
    struct control *control = &gromov->shared->control;
    *is_over = 0;
    if (descent->status != PAROT_OK)
        return stop(descent, gromov, descent->status, is_over);
    parot_status status = solve(descent, gromov, err);
    if (status == PAROT_ESTOPPED)
        status = gromov->shared->crew->is_stopped ? PAROT_CANCELLED : PAROT_TIME_LIMIT;
    if (status < 0)
        return status;
    if (status != PAROT_OK && status != PAROT_UNPROVED)
        return stop(descent, gromov, status, is_over);
    double towards = form(gromov, &descent->found.plan, &descent->answer.plan);
    double there = form(gromov, &descent->found.plan, &descent->found.plan);
    double a = there - 2 * towards + descent->value, b = 2 * (towards - descent->value);
    double size = there + towards + descent->value, rounding = ROUNDING * descent->magnitude;
    double wanted = SEARCHED * fmax(gromov->tolerance, DISTANCE_TOLERANCE) * descent->value;
    descent->gap = fmax(0, -b);
    note(descent, gromov);
    double step = gromov->is_long ? long_step(a, b) : exact_step(a, b);
    step = step == 1 && a + b > -FLAT * size ? exact_step(a, b) : step;
    int64_t entries = descent->answer.plan.count + descent->found.plan.count;
    if (descent->gap <= wanted || descent->gap <= rounding || step == 0 ||
        (step < 1 && entries > room_of(gromov)))
        return finish(descent, gromov, rounding, is_over);
    status = control_poll(control, "frank-wolfe", descent->steps, 0, NAN);
    if (status == PAROT_OK && descent->steps >= gromov->max_iterations)
        status = PAROT_ITERATION_LIMIT;
    if (status == PAROT_ITERATION_LIMIT) {
        TRY(finish(descent, gromov, rounding, is_over));
        *is_over = 1;
        descent->status =
            descent->status == PAROT_UNPROVED ? PAROT_ITERATION_LIMIT : descent->status;
        return PAROT_OK;
    }
    if (status != PAROT_OK)
        return stop(descent, gromov, status, is_over);
    TRY(move(descent, gromov, step, descent->value + step * (b + step * a), err));
    if (is_coarse(descent, gromov))
        refine(descent, gromov);
    return PAROT_OK;
}

parot_status distance_descent_run(struct points_descent *descent, struct points_gromov *gromov,
                                  parot_start start, int32_t number, parot_error *err)
{
    struct sketch *sketch = &gromov->distances.sketch;
    sketch->threads = gromov->shared->control.run.threads;
    sketch->seed = gromov->seed;
    sketch->rank = sketch->drawn = 0;
    int is_whole = sketch->most == gromov->at.n || sketch->most == gromov->at.m;
    sketch_grow(sketch, is_whole || sketch->most < FIRST_RANK ? sketch->most : FIRST_RANK);
    TRY(begin(descent, gromov, start, number, err));
    for (int is_over = 0; !is_over;)
        TRY(iterate(descent, gromov, &is_over, err));
    products_walk_close(descent->walk);
    descent->walk = NULL;
    descent->objective = form(gromov, &descent->answer.plan, &descent->answer.plan);
    return PAROT_OK;
}
