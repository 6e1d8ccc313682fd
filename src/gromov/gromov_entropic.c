/* gromov_entropic.c - linearise, solve with the entropy, repeat (Peyre, Cuturi, Solomon 2016).
 *
 *   T <- argmin <G, T> + reg sum T log T,   G = (1 - alpha) C + 2 alpha (M o T)
 *
 * The prices of one linear problem are nearly those of the next, so that a few iterations of the
 * dual (entropic_dual.h) are enough; and no linear problem has to be solved more closely than the
 * plans still change. The first one begins from nothing and is left to parot_partial_entropic.
 */
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "base/sums.h"
#include "gromov/spaces.h"
#include "linalg/gemm.h"
#include "parot/parot.h"
#include "partial/problem.h"
#include "partial/result.h"
#include "transport/entropic/entropic_dual.h"

enum { DEFAULT_ITERATIONS = 1000, MOST_CHANGES = 1000, INNER_ITERATIONS = 1000 };

/* How closely a linear problem is solved: a share of the last change, within limits. */
static const double CLOSER = 0.1, LOOSE = 1e-3, TIGHT = 1e-11;

struct entropic_job {
    const parot_gromov_problem *problem;
    struct control control;
    struct spaces spaces;
    struct tensor tensor;
    struct arena arena;
    struct bench bench;
    struct entropic entropic;
    double reg, largest_cost;
    double *plan, *next, *product, *cost; /* n m each: T, its successor, T K, G */
    double changes[MOST_CHANGES];
    double change;
    int64_t iterations;
};

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

/* ---- Costs --------------------------------------------------------------- */

/* product = T K', then cost -= weight H product; H' = -H for the odd parts */
static void subtract_product(struct entropic_job *job, const double *plan, int is_odd,
                             double weight)
{
    const struct space *source = &job->tensor.source, *target = &job->tensor.target;
    int64_t n = source->count, m = target->count;
    gemm_nt(n, m, m, 1, plan, m, is_odd ? target->odd : target->even,
            is_odd ? m : target->even_stride, job->product, m);
    gemm_tn_add(n, m, n, is_odd ? weight : -weight, is_odd ? source->odd : source->even,
                is_odd ? n : source->even_stride, job->product, m, job->cost, m);
}

/* cost = weight (M o T), for any T */
static void fill_tensor(struct entropic_job *job, const double *plan, double weight)
{
    int64_t n = job->tensor.source.count, m = job->tensor.target.count;
    struct bench *bench = &job->bench;
    memset(bench->col_sum, 0, (size_t)m * sizeof(double));
    for (int64_t i = 0; i < n; i++) {
        bench->row_sum[i] = total_of(plan + i * m, m);
        for (int64_t j = 0; j < m; j++)
            bench->col_sum[j] += plan[i * m + j];
    }
    tensor_own(&job->tensor, bench);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            job->cost[i * m + j] = weight * (bench->own_row[i] + bench->own_col[j]);
    subtract_product(job, plan, 0, weight);
    if (job->tensor.source.odd && job->tensor.target.odd)
        subtract_product(job, plan, 1, weight);
}

/* G */
static parot_status fill_cost(struct entropic_job *job, parot_error *err)
{
    const parot_gromov_problem *problem = job->problem;
    int64_t n = problem->source.rows, m = problem->target.rows;
    fill_tensor(job, job->plan, 2 * problem->alpha);
    job->largest_cost = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++) {
            double *cost = &job->cost[i * m + j];
            if (problem->alpha < 1)
                *cost += (1 - problem->alpha) * problem->cost.data[i * problem->cost.stride + j];
            job->largest_cost = fmax(job->largest_cost, fabs(*cost));
            if (!isfinite(*cost))
                return fail(err, PAROT_ENUMERIC,
                            "source, target, cost: the gradient leaves the range of double; "
                            "rescale them");
        }
    return PAROT_OK;
}

/* ---- Linear problems ----------------------------------------------------- */

static parot_matrix cost_of(const struct entropic_job *job)
{
    int64_t n = job->problem->source.rows, m = job->problem->target.rows;
    return (parot_matrix){job->cost, n, m, m};
}

/* The first one: prices from nothing, in full. */
static parot_status find_prices(struct entropic_job *job, parot_error *err)
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
        entropic->mass = result.mass;
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
    parot_status first = job->iterations == 0 ? find_prices(job, err) : PAROT_OK;
    if (first < 0)
        return first;
    inner.run.max_iterations = entropic->iterations + INNER_ITERATIONS;
    parot_status status = entropic_run(entropic, cost_of(job), job->reg, tolerance, &inner);
    job->control.is_cancelled = inner.is_cancelled;
    entropic_plan(entropic, job->next);
    status = status == PAROT_ITERATION_LIMIT ? PAROT_OK : status;
    return first != PAROT_OK ? first : status;
}

/* T <- next; what changed */
static void take_next(struct entropic_job *job)
{
    int64_t size = job->problem->source.rows * job->problem->target.rows;
    struct sum sum = {0};
    for (int64_t k = 0; k < size; k++)
        sum_add_product(&sum, job->next[k] - job->plan[k], job->next[k] - job->plan[k]);
    job->change = sqrt(sum_value(&sum)) / job->problem->mass;
    if (job->iterations < MOST_CHANGES)
        job->changes[job->iterations] = job->change;
    job->iterations++;
    memcpy(job->plan, job->next, (size_t)size * sizeof *job->plan);
}

static parot_status iterate(struct entropic_job *job, double tolerance, parot_error *err)
{
    int64_t most = job->control.run.max_iterations;
    for (job->change = INFINITY;;) {
        TRY(fill_cost(job, err));
        parot_status status = solve_linear(job, err);
        if (status < 0)
            return status;
        take_next(job);
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

static void result_layout(parot_gromov_entropic_result *result, struct arena *arena)
{
    result->plan = arena_take(arena, result->rows, (size_t)result->cols * sizeof(double));
    result->dual.u = arena_take(arena, result->rows, sizeof(double));
    result->dual.v = arena_take(arena, result->cols, sizeof(double));
    result->changes = arena_take(arena, result->history, sizeof(double));
    result->owner = arena->block;
}

/* Prices of points without weight are infinite; the largest useful one is enough. */
static void fill_prices(const struct entropic_job *job, const struct entropic_side *side,
                        double *price)
{
    double enough = fabs(job->entropic.lambda * job->reg) + job->largest_cost;
    for (int64_t i = 0; i < side->weights.count; i++)
        price[i] = side->price[i] < INFINITY ? side->price[i] * job->reg : enough;
}

static void fill_values(struct entropic_job *job, parot_gromov_entropic_result *result)
{
    const parot_gromov_problem *problem = job->problem;
    struct sum cost = {0}, form = {0}, entropy = {0};
    fill_tensor(job, job->plan, problem->alpha);
    for (int64_t i = 0; i < result->rows; i++)
        for (int64_t j = 0; j < result->cols; j++) {
            double mass = job->plan[i * result->cols + j];
            sum_add_product(&form, mass, job->cost[i * result->cols + j]);
            if (problem->alpha < 1)
                sum_add_product(&cost, mass, problem->cost.data[i * problem->cost.stride + j]);
            sum_add(&entropy, mass > 0 ? mass * log(mass) : 0);
        }
    result->objective = (1 - problem->alpha) * sum_value(&cost) + sum_value(&form);
    result->regularised = result->objective + job->reg * sum_value(&entropy);
}

static parot_status fill_result(struct entropic_job *job, parot_gromov_entropic_result *result,
                                parot_error *err)
{
    struct arena arena = {0};
    result->rows = job->problem->source.rows;
    result->cols = job->problem->target.rows;
    result->history = job->iterations < MOST_CHANGES ? job->iterations : MOST_CHANGES;
    result_layout(result, &arena);
    TRY(arena_open(&arena, &job->control, err));
    result_layout(result, &arena);
    memcpy(result->plan, job->plan, (size_t)(result->rows * result->cols) * sizeof(double));
    memcpy(result->changes, job->changes, (size_t)result->history * sizeof(double));
    fill_prices(job, &job->entropic.row, result->dual.u);
    fill_prices(job, &job->entropic.col, result->dual.v);
    result->dual.lambda = job->entropic.lambda * job->reg;
    result->mass = job->entropic.mass;
    result->change = job->change;
    result->inner = job->entropic.iterations;
    fill_values(job, result);
    if (!isfinite(result->regularised))
        return fail(err, PAROT_ENUMERIC,
                    "source, target: the objective leaves the range of double; rescale them");
    return PAROT_OK;
}

/* Works: what it allocates is in *job and *result, also on failure. */
static parot_status solve(struct entropic_job *job, const parot_gromov_entropic_problem *problem,
                          parot_gromov_entropic_result *result, parot_error *err)
{
    TRY(check(job, problem, err));
    TRY(spaces_open(&job->spaces, job->problem, &job->tensor, &job->control, err));
    job->entropic.row.weights = (struct weights){job->problem->p, job->problem->source.rows};
    job->entropic.col.weights = (struct weights){job->problem->q, job->problem->target.rows};
    layout(job, &job->arena);
    TRY(arena_open(&job->arena, &job->control, err));
    layout(job, &job->arena);
    TRY(fill_start(job, problem->start, err));
    double begin = control_seconds(&job->control);
    result->status = iterate(job, problem->tolerance, err);
    if (result->status < 0)
        return result->status;
    TRY(fill_result(job, result, err));
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
    if (!problem || !result)
        return fail_argument(err, PAROT_EINVAL, problem ? "result" : "problem", "must not be NULL");
    TRY(CHECK_RESERVED(problem, err));
    TRY(CHECK_RESERVED(&problem->gromov, err));
    struct entropic_job job = {.problem = &problem->gromov, .reg = problem->reg};
    TRY(control_init(&job.control, run, err));
    parot_status status = solve(&job, problem, &local, err);
    block_free(job.arena.block);
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
    if (!problem || !result)
        return fail_argument(err, PAROT_EINVAL, problem ? "result" : "problem", "must not be NULL");
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
