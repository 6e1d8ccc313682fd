/* partial_entropic.c - the door to partial transport with an entropy.
 *
 * With a small reg the iterations crawl from 0 to the prices, a few reg at a time. They begin at
 * the prices of the exact plan then, which are off by some reg at most.
 */
#include "base/options.h"
#include "transport/entropic/entropic_dual.h"

#include <math.h>

#include "base/sums.h"
#include "partial/problem.h"
#include "partial/result.h"

/* Below this part of the largest cost, an exact solve is cheaper than the iterations it saves. */
static const double SMALL_REG = 0.05;

/* The way through larger regs, for what has not arrived after so many iterations. */
static const double FIRST_STEP = 64, STEP = 4, STEP_TOLERANCE = 1e-3;
enum { PATIENCE = 1000, STEP_ITERATIONS = 20 };

/* Below, the exponents have no correct digit after the point any more. */
static const double LEAST_REG = 1e-12;

/* Below, values would have lost digits, or be 0. */
static const double LEAST_VALUE = 0x1p-960;

enum { MOST_ITERATIONS = 10000 };

struct job {
    struct control control;
    struct arena arena;
    struct entropic entropic;
    double largest;
};

static parot_status check(const parot_problem *problem, double reg, double tolerance,
                          double *largest, parot_error *err)
{
    struct cost_range range;
    TRY(check_cost(problem->cost, &range, err));
    TRY(check_weights("p", problem->p, problem->cost.rows, err));
    TRY(check_weights("q", problem->q, problem->cost.cols, err));
    if (range.has_forbidden)
        return fail(err, PAROT_EINVAL,
                    "cost: must be finite: with an entropy every pair gets something; give "
                    "forbidden pairs a large cost");
    if (!(reg > 0 && isfinite(reg)))
        return fail(err, PAROT_EINVAL, "reg: must be positive and finite, got %g", reg);
    if (reg < LEAST_REG * range.largest)
        return fail(err, PAROT_EINVAL,
                    "reg: %g is less than %g of the largest cost, %g; solve without an entropy",
                    reg, LEAST_REG, range.largest);
    if (!(tolerance > 0 && tolerance < 1))
        return fail(err, PAROT_EINVAL, "tolerance: must be in (0, 1), got %g", tolerance);
    *largest = range.largest;
    return PAROT_OK;
}

static parot_status prepare(struct job *job, const parot_problem *problem, parot_error *err)
{
    struct entropic *entropic = &job->entropic;
    entropic->row.weights = (struct weights){problem->p, problem->cost.rows};
    entropic->col.weights = (struct weights){problem->q, problem->cost.cols};
    entropic_layout(entropic, problem->cost.rows, problem->cost.cols, &job->arena);
    TRY(entropic_take_mass(entropic, problem->mass, &job->arena, err));
    TRY(arena_open(&job->arena, &job->control, err));
    entropic_layout(entropic, problem->cost.rows, problem->cost.cols, &job->arena);
    return entropic_take_mass(entropic, problem->mass, &job->arena, err);
}

/* A stop on the way is none: the iterations notice the same limit. */
static parot_status start_at_exact_prices(struct job *job, const parot_problem *problem, double reg,
                                          parot_error *err)
{
    parot_run run = control_rest(&job->control);
    parot_result exact = {0};
    run.max_iterations = 0;
    parot_status status = parot_partial(problem, &run, &exact, err);
    job->control.allocations += exact.info.allocations;
    if (status >= 0) {
        for (int64_t i = 0; i < job->entropic.row.weights.count; i++)
            job->entropic.row.price[i] = exact.dual.u[i] / reg;
        for (int64_t j = 0; j < job->entropic.col.weights.count; j++)
            job->entropic.col.price[j] = exact.dual.v[j] / reg;
        job->entropic.lambda = exact.dual.lambda / reg;
        job->entropic.reg = reg;
    }
    job->control.is_cancelled = status == PAROT_CANCELLED;
    parot_result_free(&exact);
    return status < 0 ? status : PAROT_OK;
}

/* Iterates up to a limit of its own; PAROT_ITERATION_LIMIT may mean that one. */
static parot_status run_for(struct job *job, const parot_problem *problem, double reg,
                            double tolerance, int64_t iterations)
{
    int64_t most = job->control.run.max_iterations, end = job->entropic.iterations + iterations;
    job->control.run.max_iterations = end < most ? end : most;
    parot_status status =
        entropic_run(&job->entropic, problem->cost, reg, tolerance, &job->control);
    job->control.run.max_iterations = most;
    return status;
}

/* The exact prices may be at a border of those that prove the plan, where the residual falls like
 * 1 / iterations. A few iterations with larger regs bring them to the middle. */
static parot_status descend(struct job *job, const parot_problem *problem, double reg,
                            double tolerance)
{
    int64_t most = job->control.run.max_iterations;
    int64_t first = most < 2 * PATIENCE ? (most + 1) / 2 : PATIENCE;
    parot_status status = run_for(job, problem, reg, tolerance, first);
    if (status != PAROT_ITERATION_LIMIT || job->entropic.iterations >= most)
        return status;
    for (double step = FIRST_STEP * reg; step > reg; step /= STEP)
        (void)run_for(job, problem, step, STEP_TOLERANCE, STEP_ITERATIONS);
    return entropic_run(&job->entropic, problem->cost, reg, tolerance, &job->control);
}

/* ---- The answer --------------------------------------------------------- */

static void layout(parot_entropic_result *result, struct arena *arena)
{
    int64_t size = 0;
    if (!multiply_sizes(result->rows, result->cols, &size))
        arena->overflow = 1;
    result->plan = arena_take(arena, size, sizeof *result->plan);
    result->dual.u = arena_take(arena, result->rows, sizeof *result->dual.u);
    result->dual.v = arena_take(arena, result->cols, sizeof *result->dual.v);
    result->owner = arena->block;
}

/* Prices of points without weight are infinite; the largest useful one proves as much. */
static void fill_prices(const struct entropic_side *side, double reg, double enough, double *price)
{
    for (int64_t i = 0; i < side->weights.count; i++)
        price[i] = side->price[i] < INFINITY ? side->price[i] * reg : enough;
}

static void fill_values(parot_entropic_result *result, const parot_problem *problem, double reg)
{
    struct sum cost = {0}, entropy = {0};
    for (int64_t i = 0; i < result->rows; i++)
        for (int64_t j = 0; j < result->cols; j++) {
            double mass = result->plan[i * result->cols + j];
            sum_add_product(&cost, mass, problem->cost.data[i * problem->cost.stride + j]);
            sum_add(&entropy, mass > 0 ? mass * log(mass) : 0);
        }
    result->objective = sum_value(&cost);
    result->regularised = result->objective + reg * sum_value(&entropy);
}

static parot_status fill_result(struct job *job, const parot_problem *problem,
                                parot_entropic_result *result, parot_error *err)
{
    struct entropic *entropic = &job->entropic;
    struct arena arena = {0};
    double reg = entropic->reg;
    result->rows = problem->cost.rows;
    result->cols = problem->cost.cols;
    layout(result, &arena);
    TRY(arena_open(&arena, &job->control, err));
    layout(result, &arena);
    result->mass = entropic->mass;
    result->reg = reg;
    result->residual = entropic->residual;
    result->dual.lambda = entropic->lambda * reg;
    double enough = fabs(result->dual.lambda) + job->largest;
    fill_prices(&entropic->row, reg, enough, result->dual.u);
    fill_prices(&entropic->col, reg, enough, result->dual.v);
    entropic_plan(entropic, result->plan);
    fill_values(result, problem, reg);
    result->bound =
        dual_value(&result->dual, entropic->row.weights, entropic->col.weights, result->mass);
    if (!isfinite(result->regularised) || !isfinite(result->bound) ||
        (job->largest > 0 && job->largest * result->mass < LEAST_VALUE))
        return fail(err, PAROT_ENUMERIC,
                    "cost: costs times mass %g leave the range of double; rescale them",
                    result->mass);
    return PAROT_OK;
}

/* Works: what it allocates is in *job and *result, also on failure. */
static parot_status solve(struct job *job, const parot_problem *problem, double reg,
                          double tolerance, parot_entropic_result *result, parot_error *err)
{
    TRY(check(problem, reg, tolerance, &job->largest, err));
    TRY(prepare(job, problem, err));
    if (job->control.run.max_iterations == 0)
        job->control.run.max_iterations = MOST_ITERATIONS;
    double begin = control_seconds(&job->control);
    if (reg < SMALL_REG * job->largest) {
        TRY(start_at_exact_prices(job, problem, reg, err));
        result->status = descend(job, problem, reg, tolerance);
    } else {
        result->status = entropic_run(&job->entropic, problem->cost, reg, tolerance, &job->control);
    }
    TRY(fill_result(job, problem, result, err));
    result->info = (parot_info){.iterations = job->entropic.iterations,
                                .passes = 4 * job->entropic.iterations,
                                .allocations = job->control.allocations,
                                .setup_seconds = begin,
                                .solve_seconds = control_seconds(&job->control) - begin};
    return result->status;
}

parot_status parot_partial_entropic(const parot_problem *problem, double reg, double tolerance,
                                    const parot_run *run, parot_entropic_result *result,
                                    parot_error *err)
{
    struct job job = {0};
    parot_entropic_result local = {0};
    TRY(CHECK_GIVEN(err, problem, result));
    TRY(CHECK_RESERVED(problem, err));
    TRY(control_init(&job.control, run, err));
    parot_status status = solve(&job, problem, reg, tolerance, &local, err);
    block_free(job.arena.block);
    if (status >= 0)
        *result = local;
    else
        parot_entropic_result_free(&local);
    return status;
}

void parot_entropic_result_free(parot_entropic_result *result)
{
    if (!result)
        return;
    block_free(result->owner);
    *result = (parot_entropic_result){0};
}
