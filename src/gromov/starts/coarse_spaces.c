/* coarse_spaces.c - random points of both sides; more of the target than of the source.
 *
 * Of a point of the source that stands for others the partner must be at hand, or nearly: so the
 * target keeps up to four times as many, and each of them has room for a whole point of the source.
 * With as many on both sides, the objective would be that of the distances to the next
 * representative, and would not tell right from wrong (docs/notes/gromov.md).
 *
 * The plan of these, as one of the whole problem, has a gradient at all points. The vertex that
 * this leads to is the start.
 */
#include "gromov/starts/coarse_spaces.h"

#include <math.h>
#include <string.h>

#include "base/random.h"

enum {
    SOURCES = 100, /* of the source: more are slower, fewer are not found again */
    TARGETS = 400  /* of the target */
};

/* With more of them the objective of the representatives is lower, but the end is not. */
static const uint32_t STARTS =
    PAROT_START_TRIANGLES | PAROT_START_PRIOR_PROFILES | PAROT_START_AXES;

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void coarse_spaces_layout(struct coarse_spaces *it, int64_t n, int64_t m, int has_cost,
                          struct arena *arena)
{
    it->u = smaller(SOURCES, n);
    it->v = smaller(TARGETS, m);
    it->rows = arena_take(arena, n, sizeof *it->rows);
    it->cols = arena_take(arena, m, sizeof *it->cols);
    it->p = arena_take(arena, it->u, sizeof *it->p);
    it->q = arena_take(arena, it->v, sizeof *it->q);
    it->source = arena_take(arena, it->u, (size_t)it->u * sizeof(double));
    it->target = arena_take(arena, it->v, (size_t)it->v * sizeof(double));
    it->cost = has_cost ? arena_take(arena, it->u, (size_t)it->v * sizeof(double)) : NULL;
}

/* Points in random order, each number its own. */
static void shuffle(int32_t *points, int64_t count, uint64_t seed, uint64_t first)
{
    for (int64_t i = 0; i < count; i++)
        points[i] = (int32_t)i;
    random_shuffle(points, count, seed, RANDOM_REPRESENTATIVE, first);
}

static double copy_weights(struct weights weights, const int32_t *points, int64_t count, double *to)
{
    double total = 0;
    for (int64_t k = 0; k < count; k++)
        total += to[k] = weight_at(weights, points[k]);
    return total;
}

void coarse_spaces_choose(struct coarse_spaces *it, struct weights p, struct weights q, double mass,
                          uint64_t seed, int32_t number)
{
    int64_t n = p.count, m = q.count;
    uint64_t first = (uint64_t)number * (uint64_t)(n + m);
    shuffle(it->rows, n, seed, first);
    shuffle(it->cols, m, seed, first + (uint64_t)n);
    double rows = copy_weights(p, it->rows, it->u, it->p);
    double cols = copy_weights(q, it->cols, it->v, it->q);
    double grown = rows > 0 ? weights_total(p) / rows : 0;
    double room = cols > 0 ? fmax(grown, weights_total(q) / cols) : 0;
    for (int64_t k = 0; k < it->u; k++)
        it->p[k] *= grown;
    for (int64_t k = 0; k < it->v; k++)
        it->q[k] *= room;
    it->problem = (parot_gromov_problem){.source = {it->source, it->u, it->u, it->u},
                                         .target = {it->target, it->v, it->v, it->v},
                                         .alpha = 1,
                                         .p = it->p,
                                         .q = it->q};
    /* Rounding of the new weights must not ask for more than there is. */
    it->problem.mass =
        fmin(mass, (1 - 1e-12) * fmin(weights_total((struct weights){it->p, it->u}),
                                      weights_total((struct weights){it->q, it->v})));
}

/* ---- Solving ------------------------------------------------------------ */

static int by_place(const parot_plan *plan, int64_t a, int64_t b)
{
    return plan->row[a] != plan->row[b] ? plan->row[a] < plan->row[b] : plan->col[a] < plan->col[b];
}

/* Entries in the order of a plan; there are a few hundred. */
static void sort_entries(parot_plan *plan)
{
    for (int64_t e = 1; e < plan->count; e++)
        for (int64_t k = e; k > 0 && by_place(plan, k, k - 1); k--) {
            int32_t row = plan->row[k], col = plan->col[k];
            double mass = plan->mass[k];
            plan->row[k] = plan->row[k - 1];
            plan->col[k] = plan->col[k - 1];
            plan->mass[k] = plan->mass[k - 1];
            plan->row[k - 1] = row;
            plan->col[k - 1] = col;
            plan->mass[k - 1] = mass;
        }
}

parot_status coarse_spaces_solve(struct coarse_spaces *it, int64_t n, int64_t m, int32_t number,
                                 struct control *control, parot_gromov_result *result,
                                 parot_error *err)
{
    parot_gromov_options options;
    parot_run run = control_rest(control);
    parot_gromov_options_init(&options);
    options.steps = PAROT_STEPS_LONG;
    options.starts = STARTS | (it->cost ? PAROT_START_PARTIAL : 0);
    run.threads = 1; /* starts run side by side already */
    run.max_iterations = 0;
    run.seed += (uint64_t)number;
    if (!(it->problem.mass > 0)) /* the points that were drawn weigh nothing */
        return PAROT_OK;
    parot_status status = parot_gromov(&it->problem, &options, &run, result, err);
    if (status == PAROT_ESTOPPED)
        return PAROT_OK;
    if (status < 0)
        return status;
    control->allocations += result->transport.info.allocations;
    parot_plan *plan = &result->transport.plan;
    for (int64_t e = 0; e < plan->count; e++) {
        plan->row[e] = it->rows[plan->row[e]];
        plan->col[e] = it->cols[plan->col[e]];
    }
    plan->rows = n;
    plan->cols = m;
    sort_entries(plan);
    return PAROT_OK;
}

/* ---- From matrices ------------------------------------------------------ */

static void copy_distances(const struct space *space, const int32_t *points, int64_t count,
                           double *to)
{
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < count; k++)
            to[i * count + k] = space->distance[points[i] * space->distance_stride + points[k]];
}

static void copy_numbers(struct coarse_spaces *it, const struct gromov *problem)
{
    copy_distances(&problem->tensor.source, it->rows, it->u, it->source);
    copy_distances(&problem->tensor.target, it->cols, it->v, it->target);
    it->problem.loss = problem->tensor.source.own ? PAROT_LOSS_KL : PAROT_LOSS_SQUARE;
    if (!it->cost)
        return;
    for (int64_t i = 0; i < it->u; i++)
        for (int64_t j = 0; j < it->v; j++)
            it->cost[i * it->v + j] =
                problem->cost.data[it->rows[i] * problem->cost.stride + it->cols[j]];
    it->problem.cost = (parot_matrix){it->cost, it->u, it->v, it->v};
    it->problem.alpha = problem->alpha / (problem->alpha + 2 * problem->linear);
}

/* k C + alpha (M o T) */
static parot_status fill_cost(struct frank_wolfe *descent, const parot_plan *plan, double *cost,
                              parot_error *err)
{
    const struct gromov *problem = descent->problem;
    struct control *control = &descent->shared.control;
    struct lines lines;
    struct arena arena = {0};
    struct blend blend = {cost, 0, problem->alpha, problem->linear, problem->cost};
    lines_layout(&lines, plan->rows, plan->cols, plan->count, &arena);
    TRY(arena_open(&arena, control, err));
    lines_layout(&lines, plan->rows, plan->cols, plan->count, &arena);
    lines_set(&lines, plan);
    int is_stopped =
        isnan(tensor_form(&problem->tensor, &lines, &descent->bench, control)) ||
        tensor_add(&problem->tensor, &lines, &descent->bench, blend, control) != PAROT_OK;
    if (is_stopped) /* a start is wanted in any case */
        memset(cost, 0, (size_t)(plan->rows * plan->cols) * sizeof *cost);
    block_free(arena.block);
    return PAROT_OK;
}

/* Works: the block in `arena` and the result belong to the caller. */
static parot_status find(struct frank_wolfe *descent, int32_t number, struct arena *arena,
                         parot_gromov_result *result, double *cost, parot_error *err)
{
    const struct gromov *problem = descent->problem;
    struct weights p = {problem->p, problem->tensor.source.count};
    struct weights q = {problem->q, problem->tensor.target.count};
    struct control *control = &descent->shared.control;
    struct coarse_spaces it = {0};
    int has_cost = problem->linear != 0;
    coarse_spaces_layout(&it, p.count, q.count, has_cost, arena);
    TRY(arena_open(arena, control, err));
    coarse_spaces_layout(&it, p.count, q.count, has_cost, arena);
    coarse_spaces_choose(&it, p, q, problem->mass, control->run.seed, number);
    copy_numbers(&it, problem);
    TRY(coarse_spaces_solve(&it, p.count, q.count, number, control, result, err));
    if (result->transport.plan.count > 0)
        return fill_cost(descent, &result->transport.plan, cost, err);
    memset(cost, 0, (size_t)(p.count * q.count) * sizeof *cost);
    return PAROT_OK;
}

parot_status representatives_cost(struct frank_wolfe *descent, int32_t number, double *cost,
                                  parot_error *err)
{
    struct arena arena = {0};
    parot_gromov_result result = {0};
    parot_status status = find(descent, number, &arena, &result, cost, err);
    parot_gromov_result_free(&result);
    block_free(arena.block);
    return status;
}
