/* gromov.c - parot_gromov: checks, starts side by side, and the best of them as the answer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "base/words.h"
#include "gromov/call.h"
#include "gromov/gromov.h"
#include "gromov/starts/injections.h"
#include "gromov/step.h"
#include "gromov/whole_row_oracles.h"
#include "partial/problem.h"

enum { MOST_STARTS = 1000000 };

static const double DEFAULT_TOLERANCE = 1e-9;

WORDS(loss, "loss", {"square", PAROT_LOSS_SQUARE}, {"kl", PAROT_LOSS_KL});

WORDS(steps, "steps", {"auto", PAROT_STEPS_AUTO}, {"long", PAROT_STEPS_LONG},
      {"exact", PAROT_STEPS_EXACT});

void parot_gromov_options_init_sized(parot_gromov_options *options, size_t struct_size)
{
    parot_gromov_options defaults = {.tolerance = DEFAULT_TOLERANCE};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

/* ---- The door ----------------------------------------------------------- */

parot_status gromov_take_options(const parot_gromov_options *given, parot_gromov_options *options,
                                 parot_error *err)
{
    parot_gromov_options_init(options);
    if (given)
        TRY(options_take(options, sizeof *options, given, "options", "parot_gromov_options", err));
    if (!(options->tolerance >= 0 && options->tolerance < INFINITY))
        return fail(err, PAROT_EINVAL, "options.tolerance: must be finite and >= 0, got %g",
                    options->tolerance);
    if (options->restarts < 0 || options->restarts > MOST_STARTS)
        return fail(err, PAROT_EINVAL, "options.restarts: must be between 0 and %d, got %d",
                    MOST_STARTS, (int)options->restarts);
    if (options->starts >= 2 * PAROT_START_INJECTIONS)
        return fail(err, PAROT_EINVAL, "options.starts: must be a sum of parot_start, got %u",
                    (unsigned)options->starts);
    if (!parot_steps_name(options->steps))
        return fail(err, PAROT_EINVAL, "options.steps: unknown value %d", (int)options->steps);
    if (options->starts & PAROT_START_GIVEN && !options->start)
        return fail(err, PAROT_EINVAL,
                    "options.start: is NULL, but options.starts asks for a start that is given");
    if (options->anchors < 0 ||
        (options->anchors > 0 && !(options->anchor_source && options->anchor_target)))
        return fail(err, PAROT_EINVAL,
                    "options.anchors: must be 0 or more, with anchor_source and anchor_target, "
                    "got %lld",
                    (long long)options->anchors);
    if (options->starts & PAROT_START_ANCHORS && options->anchors == 0)
        return fail(err, PAROT_EINVAL,
                    "options.anchors: is 0, but options.starts asks for a start by anchors");
    return PAROT_OK;
}

/* Anchors must be points. */
static parot_status check_anchors(const struct call *call, parot_error *err)
{
    const parot_gromov_options *options = &call->options;
    int64_t n = call->problem->source.rows, m = call->problem->target.rows;
    for (int64_t k = 0; k < options->anchors; k++)
        if (options->anchor_source[k] < 0 || options->anchor_source[k] >= n ||
            options->anchor_target[k] < 0 || options->anchor_target[k] >= m)
            return fail(err, PAROT_EINVAL,
                        "options.anchors: pair %lld is (%d,%d), but there are %lld and %lld points",
                        (long long)k, (int)options->anchor_source[k],
                        (int)options->anchor_target[k], (long long)n, (long long)m);
    return PAROT_OK;
}

static parot_status check_fused_cost(const parot_gromov_problem *problem, double *largest,
                                     parot_error *err)
{
    parot_matrix cost = problem->cost;
    struct cost_range range;
    if (!cost.data) {
        if (problem->alpha < 1)
            return fail(err, PAROT_EINVAL,
                        "cost: data is NULL, but alpha = %g gives it a weight; use alpha = 1",
                        problem->alpha);
        return PAROT_OK;
    }
    if (cost.rows != problem->source.rows || cost.cols != problem->target.rows)
        return fail(err, PAROT_ESHAPE, "cost is %lld x %lld, the spaces have %lld and %lld points",
                    (long long)cost.rows, (long long)cost.cols, (long long)problem->source.rows,
                    (long long)problem->target.rows);
    TRY(check_cost(cost, &range, err));
    if (range.has_forbidden && problem->alpha > 0)
        return fail(err, PAROT_EINVAL,
                    "cost: must be finite beside distances, got +inf; forbidden pairs need "
                    "alpha = 0");
    *largest = range.largest;
    return PAROT_OK;
}

static parot_status check_problem(struct call *call, parot_error *err)
{
    const parot_gromov_problem *problem = call->problem;
    if (!(problem->alpha >= 0 && problem->alpha <= 1))
        return fail(err, PAROT_EINVAL, "alpha: must be between 0 and 1, got %g", problem->alpha);
    TRY(spaces_check(&call->spaces, problem, &call->control, err));
    TRY(check_shape(problem->source.rows, problem->target.rows, err));
    TRY(check_weights("p", problem->p, problem->source.rows, err));
    TRY(check_weights("q", problem->q, problem->target.rows, err));
    TRY(check_fused_cost(problem, &call->largest_cost, err));
    TRY(check_anchors(call, err));
    if (call->options.starts & PAROT_START_TRIANGLES &&
        (problem->source.rows < 3 || problem->target.rows < 3))
        return fail(err, PAROT_EINVAL,
                    "options.starts: triangles need three points on each side, got %lld and %lld",
                    (long long)problem->source.rows, (long long)problem->target.rows);
    if (call->options.starts & PAROT_START_INJECTIONS &&
        (problem->source.rows > INJECTIONS_MOST || problem->target.rows > INJECTIONS_MOST))
        return fail(err, PAROT_EINVAL,
                    "options.starts: injections are tried for up to %d points on each side, got "
                    "%lld and %lld; use other starts",
                    INJECTIONS_MOST, (long long)problem->source.rows,
                    (long long)problem->target.rows);
    if (call->options.starts & PAROT_START_PARTIAL && !problem->cost.data)
        return fail(err, PAROT_EINVAL, "options.starts: a partial start needs problem.cost");
    if (call->options.whole_rows)
        return whole_rows_check((struct weights){problem->p, problem->source.rows}, problem->mass,
                                err);
    return PAROT_OK;
}

/* ---- Preparation -------------------------------------------------------- */

/* The problem in our units. */
static parot_status prepare(struct call *call, parot_error *err)
{
    const struct scaled *scaled = &call->scaled;
    const parot_gromov_problem *problem = &scaled->problem;
    struct gromov *gromov = &call->gromov;
    TRY(scaled_open(&call->scaled, call->problem, &call->spaces, call->largest_cost, &call->control,
                    err));
    TRY(spaces_open(&call->spaces, problem, &gromov->tensor, &call->control, err));
    gromov->cost = problem->cost;
    gromov->alpha = scaled->quadratic;
    gromov->linear = scaled->linear / 2;
    gromov->exponent = scaled->value;
    gromov->mass_exponent = scaled->mass;
    gromov->p = problem->p;
    gromov->q = problem->q;
    gromov->mass = problem->mass;
    gromov->whole_rows = call->whole_rows;
    gromov->step = call->options.steps == PAROT_STEPS_EXACT ? exact_step : long_step;
    gromov->has_exchanges = gromov->step == long_step;
    gromov->tolerance = call->options.tolerance;
    gromov->max_iterations =
        call->control.run.max_iterations ? call->control.run.max_iterations : DEFAULT_ITERATIONS;
    call->has_both = call->options.steps == PAROT_STEPS_AUTO &&
                     problem->source.rows * problem->target.rows <= MOST_PAIRS_FOR_BOTH;
    return PAROT_OK;
}

/* ---- The call ----------------------------------------------------------- */

/* J >= 0, so nothing is below (1 - alpha) times the least <C,T>. */
static parot_status find_bound(struct call *call, parot_error *err)
{
    const parot_gromov_problem *problem = &call->scaled.problem;
    parot_problem linear = {problem->cost, problem->p, problem->q, problem->mass};
    parot_result result = {0};
    parot_run run = control_rest(&call->control);
    if (problem->alpha == 1)
        return PAROT_OK;
    run.max_iterations = 0;
    parot_status status = parot_partial(&linear, &run, &result, err);
    if (status < 0) {
        parot_result_free(&result);
        return status;
    }
    call->team.is_stopped = status == PAROT_CANCELLED;
    call->gromov.bound = call->scaled.linear * result.bound;
    call->control.allocations += result.info.allocations;
    parot_result_free(&result);
    return PAROT_OK;
}

/* alpha = 0: no distances, hence partial Wasserstein, with its proof. */
static parot_status solve_linear(struct call *call, parot_gromov_result *result, parot_error *err)
{
    const parot_gromov_problem *problem = call->problem;
    parot_problem linear = {problem->cost, problem->p, problem->q, problem->mass};
    parot_trial trial = {.start = PAROT_START_PARTIAL};
    parot_status status = parot_partial(&linear, &call->control.run, &result->transport, err);
    if (status < 0)
        return status;
    const parot_result *transport = &result->transport;
    trial.status = status;
    trial.objective = transport->objective;
    trial.stationarity = result->stationarity = transport->objective - transport->bound;
    trial.iterations = transport->info.iterations;
    call->trials = 1;
    call->trial = &trial;
    call->best = 0;
    parot_status recorded = answer_record(call, &trial, result, err);
    call->best = -1;
    for (int64_t e = 0; recorded == PAROT_OK && e < transport->plan.count; e++)
        result->moved[transport->plan.row[e]] += transport->plan.mass[e];
    result->transport.info.allocations += call->control.allocations;
    memcpy(result->asymmetry, call->spaces.asymmetry, sizeof result->asymmetry);
    return recorded < 0 ? recorded : status;
}

/* Long steps begin with gradients by factors, where that is faster. */
static parot_status find_factors(struct call *call, parot_error *err)
{
    struct gromov *gromov = &call->gromov;
    struct weights p = {gromov->p, gromov->tensor.source.count};
    struct weights q = {gromov->q, gromov->tensor.target.count};
    double rows = gromov->mass / weights_total(p) * (double)p.count;
    double cols = gromov->mass / weights_total(q) * (double)q.count;
    if (gromov->step != long_step)
        return PAROT_OK;
    TRY(factors_open(&call->factors, &gromov->tensor, (int64_t)fmin(rows, cols), &call->control,
                     err));
    gromov->factors = call->factors.rank > 0 ? &call->factors : NULL;
    return PAROT_OK;
}

/* What all trials begin with; the bound is NULL where it has to be found. */
static parot_status set_up(struct call *call, const double *bound, parot_error *err)
{
    TRY(prepare(call, err));
    if (call->options.start)
        TRY(start_check(call->options.start, call->problem, err));
    TRY(trials_list(call, err));
    if (bound)
        call->gromov.bound = *bound;
    else
        TRY(find_bound(call, err));
    TRY(find_factors(call, err));
    call->exact = call->gromov;
    call->exact.factors = NULL;
    call->exact.step = exact_step;
    call->exact.has_exchanges = 0;
    return PAROT_OK;
}

parot_status call_open(struct call *call, double bound, parot_error *err)
{
    pthread_mutex_init(&call->team.lock, NULL);
    TRY(check_problem(call, err));
    return set_up(call, &bound, err);
}

/* Works: all that it acquires is in *call and *result, also on failure. */
static parot_status solve(struct call *call, parot_gromov_result *result, parot_error *err)
{
    TRY(check_problem(call, err));
    if (call->problem->alpha == 0)
        return solve_linear(call, result, err);
    TRY(set_up(call, NULL, err));
    double begin = control_seconds(&call->control);
    TRY(trials_run(call, err));
    TRY(answer_fill(call, result, err));
    for (int64_t t = 0; t < 2 * call->trials; t++)
        call->control.allocations += call->descent[t].shared.control.allocations;
    parot_info *info = &result->transport.info;
    info->allocations = call->control.allocations;
    info->setup_seconds = begin;
    info->solve_seconds = control_seconds(&call->control) - begin;
    return result->transport.status;
}

void call_close(struct call *call)
{
    if (call->best >= 0)
        frank_wolfe_close(call_descent(call, call->best));
    free(call->kept.data);
    block_free(call->memory);
    block_free(call->factors.memory);
    block_free(call->spaces.memory);
    block_free(call->scaled.memory);
    pthread_mutex_destroy(&call->team.lock);
}

parot_status gromov_with_whole_rows(const parot_gromov_problem *problem,
                                    const parot_gromov_options *options,
                                    struct whole_rows whole_rows, const parot_run *run,
                                    parot_gromov_result *result, parot_error *err)
{
    struct call call = {.problem = problem, .best = -1, .whole_rows = whole_rows};
    parot_gromov_result local = {0};
    TRY(control_init(&call.control, run, err));
    TRY(gromov_take_options(options, &call.options, err));
    pthread_mutex_init(&call.team.lock, NULL);
    parot_status status = solve(&call, &local, err);
    if (status >= 0)
        *result = local;
    else
        parot_gromov_result_free(&local);
    call_close(&call);
    return status;
}

parot_status parot_gromov(const parot_gromov_problem *problem, const parot_gromov_options *options,
                          const parot_run *run, parot_gromov_result *result, parot_error *err)
{
    struct whole_rows none = {0}, whole = {.make = whole_rows_make};
    TRY(CHECK_GIVEN(err, problem, result));
    TRY(CHECK_RESERVED(problem, err));
    parot_gromov_options taken;
    TRY(gromov_take_options(options, &taken, err));
    return gromov_with_whole_rows(problem, &taken, taken.whole_rows ? whole : none, run, result,
                                  err);
}
