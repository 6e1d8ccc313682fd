/* gromov_entropic.c - linearise, solve with the entropy, repeat (Peyre, Cuturi, Solomon 2016).
 *
 *   T <- argmin <G, T> + reg sum T log T,   G = (1 - alpha) C + 2 alpha (M o T)
 *
 * The prices of one linear problem are nearly those of the next, so that a few iterations of the
 * dual (entropic_dual.h) are enough; and no linear problem has to be solved more closely than the
 * plans still change. The first one begins at exact prices where reg is small.
 *
 * Once the changes fall steadily, the way to the end is found by mixing plans (mixing.h): G is
 * affine in T, so that a mixture need not be a plan, while the answer always is one. Not earlier: a
 * mixture also finds stationary points that the iteration passes and leaves for better ones. Where
 * the iteration goes back and forth between plans, it goes on with their mean.
 */
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "base/simd.h"
#include "base/sums.h"
#include "gromov/entropic_job.h"
#include "partial/problem.h"
#include "partial/result.h"

enum { DEFAULT_ITERATIONS = 1000, INNER_ITERATIONS = 1000 };

/* How closely a linear problem is solved: a share of the last change, within limits. */
static const double CLOSER = 0.1, LOOSE = 1e-3, TIGHT = 1e-11;

/* Mixing begins at a change of that share of |T|, when each of the last changes was that share of
 * the one before, give or take some of what it fell by. In 96 problems of 40 to 150 points, full
 * and half mass, the answers are those without mixing, in little more than half of the iterations;
 * with 1e-2 in place of 1e-3, two to five are worse. */
static const double MIX_BELOW = 1e-3, MIX_STEADY = 0.5;
enum { STEADY_STEPS = 3 };

/* Changes that fall faster than that do not need it. */
static const double MIX_SLOW = 0.3;

/* A mixture that more than doubles the change is forgotten, and the steps before it. */
static const double MIX_WORSE = 2;

/* Changes that have not fallen in so many iterations, to this share, do not fall. */
enum { CYCLE_STEPS = 50 };
static const double CYCLE_FALL = 0.9;

/* Below this part of the largest cost, the exact prices are worth an exact solve. */
static const double SMALL_REG = 0.05;

static parot_status check(struct entropic_job *job, const parot_gromov_entropic_problem *given,
                          parot_error *err)
{
    const parot_gromov_problem *problem = &given->gromov;
    struct cost_range range = {0};
    if (!(problem->alpha >= 0 && problem->alpha <= 1))
        return fail(err, PAROT_EINVAL, "alpha: must be between 0 and 1, got %g", problem->alpha);
    TRY(spaces_check(&job->spaces, problem, &job->control, err));
    TRY(check_shape(problem->source.rows, problem->target.rows, err));
    TRY(check_weights("p", problem->p, problem->source.rows, err));
    TRY(check_weights("q", problem->q, problem->target.rows, err));
    if (problem->alpha < 1) {
        if (!problem->cost.data || problem->cost.rows != problem->source.rows ||
            problem->cost.cols != problem->target.rows)
            return fail(err, PAROT_ESHAPE,
                        "cost: must be %lld x %lld beside alpha = %g; use alpha = 1 without costs",
                        (long long)problem->source.rows, (long long)problem->target.rows,
                        problem->alpha);
        TRY(check_cost(problem->cost, &range, err));
        if (range.has_forbidden)
            return fail(err, PAROT_EINVAL,
                        "cost: must be finite: with an entropy every pair gets something");
    }
    if (!(given->reg > 0 && isfinite(given->reg)))
        return fail(err, PAROT_EINVAL, "reg: must be positive and finite, got %g", given->reg);
    if (!(given->tolerance > 0 && given->tolerance < 1))
        return fail(err, PAROT_EINVAL, "tolerance: must be in (0, 1), got %g", given->tolerance);
    return PAROT_OK;
}

static void layout(struct entropic_job *job, struct arena *arena)
{
    int64_t n = job->problem->source.rows, m = job->problem->target.rows;
    size_t row = (size_t)m * sizeof(double);
    bench_layout(&job->bench, n, m, arena);
    entropic_layout(&job->entropic, n, m, arena);
    job->plan = arena_take(arena, n, row);
    job->next = arena_take(arena, n, row);
    job->product = arena_take(arena, n, row);
    job->cost = arena_take(arena, n, row);
}

/* ---- Start --------------------------------------------------------------- */

static double total_of(const double *values, int64_t count)
{
    struct sum sum = {0};
    for (int64_t k = 0; k < count; k++)
        sum_add(&sum, values[k]);
    return sum_value(&sum);
}

static parot_status fill_start(struct entropic_job *job, const double *start, parot_error *err)
{
    const parot_gromov_problem *problem = job->problem;
    struct weights p = {problem->p, problem->source.rows}, q = {problem->q, problem->target.rows};
    int64_t size = p.count * q.count;
    for (int64_t k = 0; k < size; k++) {
        job->plan[k] = start ? start[k] : weight_at(p, k / q.count) * weight_at(q, k % q.count);
        if (!(job->plan[k] >= 0 && isfinite(job->plan[k])))
            return fail(err, PAROT_EINVAL, "start: must be finite and >= 0, got %g at (%lld,%lld)",
                        job->plan[k], (long long)(k / q.count), (long long)(k % q.count));
    }
    double total = total_of(job->plan, size);
    if (!(total > 0))
        return fail(err, PAROT_EINVAL, "start: must have a positive mass, got %g", total);
    for (int64_t k = 0; k < size; k++)
        job->plan[k] *= problem->mass / total;
    return PAROT_OK;
}

/* ---- Linear problems ----------------------------------------------------- */

static parot_matrix cost_of(const struct entropic_job *job)
{
    int64_t n = job->problem->source.rows, m = job->problem->target.rows;
    return (parot_matrix){job->cost, n, m, m};
}

/* By parot_partial_entropic, which begins at the prices of the best plan without an entropy. */
static parot_status begin_at_exact_prices(struct entropic_job *job, parot_error *err)
{
    const parot_gromov_problem *problem = job->problem;
    struct entropic *entropic = &job->entropic;
    parot_problem linear = {cost_of(job), problem->p, problem->q, problem->mass};
    parot_entropic_result result = {0};
    parot_run run = control_rest(&job->control);
    run.max_iterations = INNER_ITERATIONS;
    parot_status status = parot_partial_entropic(&linear, job->reg, LOOSE, &run, &result, err);
    if (status >= 0) {
        for (int64_t i = 0; i < result.rows; i++)
            entropic->row.price[i] = result.dual.u[i] / job->reg;
        for (int64_t j = 0; j < result.cols; j++)
            entropic->col.price[j] = result.dual.v[j] / job->reg;
        entropic->lambda = result.dual.lambda / job->reg;
        entropic->reg = job->reg;
        entropic->iterations = result.info.iterations;
        job->control.allocations += result.info.allocations;
    }
    parot_entropic_result_free(&result);
    return status == PAROT_ITERATION_LIMIT ? PAROT_OK : status;
}

/* next = the best plan for G, about as close as the plans have come to each other. */
static parot_status solve_linear(struct entropic_job *job, parot_error *err)
{
    struct entropic *entropic = &job->entropic;
    struct control inner = job->control;
    double tolerance = fmax(TIGHT, fmin(LOOSE, CLOSER * job->change));
    int is_far = job->iterations == 0 && job->reg < SMALL_REG * job->largest_cost;
    parot_status first = is_far ? begin_at_exact_prices(job, err) : PAROT_OK;
    if (first < 0)
        return first;
    inner.run.max_iterations = entropic->iterations + INNER_ITERATIONS;
    parot_status status = entropic_run(entropic, cost_of(job), job->reg, tolerance, &inner);
    job->control.is_cancelled = inner.is_cancelled;
    entropic_near_plan(entropic, job->next);
    status = status == PAROT_ITERATION_LIMIT ? PAROT_OK : status;
    return first != PAROT_OK ? first : status;
}

/* Lanes fix the order of additions for any instruction set. */
enum { LANES = 8 };

/* sum (x - y)^2 and sum y^2 */
SIMD_CLONES static void measure(int64_t size, const double *restrict x, const double *restrict y,
                                double *difference, double *square)
{
    double lane[2][LANES] = {{0}};
    for (int64_t k = 0; k + LANES <= size; k += LANES)
        for (int l = 0; l < LANES; l++) {
            double d = x[k + l] - y[k + l];
            lane[0][l] += d * d;
            lane[1][l] += y[k + l] * y[k + l];
        }
    for (int64_t k = size - size % LANES; k < size; k++) {
        lane[0][0] += (x[k] - y[k]) * (x[k] - y[k]);
        lane[1][0] += y[k] * y[k];
    }
    *difference = *square = 0;
    for (int l = 0; l < LANES; l++) {
        *difference += lane[0][l];
        *square += lane[1][l];
    }
}

/* The change, whether changes fall steadily, and whether they fall at all. Returns it as a share of
 * |next|. */
static double take_change(struct entropic_job *job)
{
    const int64_t size = job->problem->source.rows * job->problem->target.rows;
    double before = job->change, difference, square;
    measure(size, job->plan, job->next, &difference, &square);
    job->change = sqrt(difference) / job->entropic.mass;
    if (job->iterations < MOST_CHANGES)
        job->changes[job->iterations] = job->change;
    job->iterations++;
    double ratio = job->change / before;
    int is_steady = fabs(ratio - job->ratio) <= MIX_STEADY * (1 - ratio);
    job->steady = is_steady ? job->steady + 1 : 0;
    job->ratio = ratio;
    if (job->iterations > CYCLE_STEPS && job->iterations < MOST_CHANGES && !job->is_mixing &&
        job->change > CYCLE_FALL * job->changes[job->iterations - 1 - CYCLE_STEPS])
        job->is_cycling = 1;
    return square > 0 ? sqrt(difference / square) : 0;
}

/* Most problems end before they need it, and it is half of all memory. */
static parot_status open_mixing(struct entropic_job *job, parot_error *err)
{
    const int64_t size = job->problem->source.rows * job->problem->target.rows;
    if (job->mixing_arena.block)
        return PAROT_OK;
    mixing_layout(&job->mixing, size, &job->mixing_arena);
    TRY(arena_open(&job->mixing_arena, &job->control, err));
    mixing_layout(&job->mixing, size, &job->mixing_arena);
    return PAROT_OK;
}

/* T <- what the next costs are made of */
static parot_status take_next(struct entropic_job *job, parot_error *err)
{
    const int64_t size = job->problem->source.rows * job->problem->target.rows;
    double share = take_change(job);
    int is_better = job->ratio < MIX_WORSE;
    int is_near = job->steady >= STEADY_STEPS && share < MIX_BELOW && job->ratio > MIX_SLOW;
    if (job->is_mixing ? is_better : is_near) {
        TRY(open_mixing(job, err));
        mixing_step(&job->mixing, job->plan, job->next);
        job->is_mixing = 1;
        return PAROT_OK;
    }
    mixing_clear(&job->mixing);
    job->is_mixing = 0;
    for (int64_t k = 0; k < size; k++)
        job->plan[k] = job->is_cycling ? (job->plan[k] + job->next[k]) / 2 : job->next[k];
    return PAROT_OK;
}

static parot_status iterate(struct entropic_job *job, double tolerance, parot_error *err)
{
    int64_t most = job->control.run.max_iterations;
    for (job->change = INFINITY;;) {
        TRY(entropic_fill_cost(job, err));
        parot_status status = solve_linear(job, err);
        if (status < 0)
            return status;
        TRY(take_next(job, err));
        if (status != PAROT_OK || job->change <= tolerance)
            return status;
        if (job->iterations >= (most > 0 ? most : DEFAULT_ITERATIONS))
            return PAROT_ITERATION_LIMIT;
        status = control_poll(&job->control, "entropic", 0, NAN, NAN);
        if (status != PAROT_OK)
            return status;
    }
}

/* ---- The answer ---------------------------------------------------------- */

/* Works: what it allocates is in *job and *result, also on failure. */
static parot_status solve(struct entropic_job *job, const parot_gromov_entropic_problem *problem,
                          parot_gromov_entropic_result *result, parot_error *err)
{
    TRY(check(job, problem, err));
    TRY(spaces_open(&job->spaces, job->problem, &job->tensor, &job->control, err));
    job->entropic.row.weights = (struct weights){job->problem->p, job->problem->source.rows};
    job->entropic.col.weights = (struct weights){job->problem->q, job->problem->target.rows};
    layout(job, &job->arena);
    TRY(entropic_take_mass(&job->entropic, job->problem->mass, &job->arena, err));
    TRY(arena_open(&job->arena, &job->control, err));
    layout(job, &job->arena);
    TRY(entropic_take_mass(&job->entropic, job->problem->mass, &job->arena, err));
    job->has_start = problem->start != NULL;
    TRY(fill_start(job, problem->start, err));
    double begin = control_seconds(&job->control);
    result->status = iterate(job, problem->tolerance, err);
    if (result->status < 0)
        return result->status;
    entropic_plan(&job->entropic, job->plan);
    TRY(entropic_fill_result(job, result, err));
    result->info = (parot_info){.iterations = job->iterations,
                                .passes = 4 * job->entropic.iterations,
                                .allocations = job->control.allocations,
                                .setup_seconds = begin,
                                .solve_seconds = control_seconds(&job->control) - begin};
    return result->status;
}

parot_status parot_gromov_entropic(const parot_gromov_entropic_problem *problem,
                                   const parot_run *run, parot_gromov_entropic_result *result,
                                   parot_error *err)
{
    parot_gromov_entropic_result local = {0};
    TRY(CHECK_GIVEN(err, problem, result));
    TRY(CHECK_RESERVED(problem, err));
    TRY(CHECK_RESERVED(&problem->gromov, err));
    struct entropic_job job = {.problem = &problem->gromov, .reg = problem->reg};
    TRY(control_init(&job.control, run, err));
    parot_status status = solve(&job, problem, &local, err);
    block_free(job.arena.block);
    block_free(job.mixing_arena.block);
    block_free(job.spaces.memory);
    if (status >= 0)
        *result = local;
    else
        parot_gromov_entropic_result_free(&local);
    return status;
}

void parot_gromov_entropic_result_free(parot_gromov_entropic_result *result)
{
    if (!result)
        return;
    block_free(result->owner);
    *result = (parot_gromov_entropic_result){0};
}

/* n m: four matrices of the job, C / reg, Newton's or the scaled kernel, eight for mixing, the
 * result. n^2: Newton's matrix; n^2 + m^2: even parts, and the distances themselves. */
double parot_gromov_entropic_memory(int64_t n, int64_t m, int has_points)
{
    double pairs = (double)n * (double)m, within = (double)n * (double)n + (double)m * (double)m;
    double newton = n <= 2000 ? (double)n * (double)n : 0;
    return sizeof(double) * (15 * pairs + newton + (has_points ? 2 : 1) * within);
}

/* ---- Derivatives --------------------------------------------------------- */

static void plan_layout(parot_plan *plan, struct arena *arena)
{
    plan->row = arena_take(arena, plan->rows, (size_t)plan->cols * sizeof *plan->row);
    plan->col = arena_take(arena, plan->rows, (size_t)plan->cols * sizeof *plan->col);
}

/* The plan may be held fixed at a solution, as without an entropy. */
parot_status parot_gromov_entropic_gradient(const parot_gromov_entropic_problem *problem,
                                            const parot_gromov_entropic_result *result,
                                            const parot_run *run,
                                            const parot_gromov_derivatives *derivatives,
                                            parot_error *err)
{
    struct control control;
    struct arena arena = {0};
    TRY(CHECK_GIVEN(err, problem, result));
    TRY(CHECK_RESERVED(problem, err));
    TRY(control_init(&control, run, err));
    parot_plan plan = {.rows = result->rows, .cols = result->cols, .mass = result->plan};
    plan_layout(&plan, &arena);
    TRY(arena_open(&arena, &control, err));
    plan_layout(&plan, &arena);
    plan.count = plan.rows * plan.cols;
    for (int64_t k = 0; k < plan.count; k++) {
        plan.row[k] = (int32_t)(k / plan.cols);
        plan.col[k] = (int32_t)(k % plan.cols);
    }
    parot_status status = parot_gromov_gradient(&problem->gromov, &plan, run, derivatives, err);
    block_free(arena.block);
    return status;
}
