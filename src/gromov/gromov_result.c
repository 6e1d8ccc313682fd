/* gromov_result.c - the best descent as a result: plan, prices, record. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "gromov/call.h"
#include "gromov/gromov.h"
#include "gromov/objective.h"
#include "gromov/place.h"
#include "gromov/trials_wire.h"
#include "partial/result.h"

void parot_gromov_result_free(parot_gromov_result *result)
{
    if (!result)
        return;
    parot_result_free(&result->transport);
    block_free(result->owner);
    *result = (parot_gromov_result){0};
}

parot_status call_status(const struct call *call)
{
    for (int64_t t = 0; t < call->trials; t++)
        if (call->trial[t].status == PAROT_TIME_LIMIT || call->trial[t].status == PAROT_CANCELLED)
            return call->trial[t].status;
    return call->trial[call->best].status;
}

/* A mixture of vertices, or an outer product, which need not be written out before. */
static double entry_of(const struct frank_wolfe *descent, int64_t i, int64_t j)
{
    return descent->place == AT_OUTER
               ? descent->x[i] * descent->y[j]
               : descent->dense[i * descent->problem->tensor.target.count + j];
}

static void copy_entries(const struct frank_wolfe *descent, parot_plan *plan)
{
    int64_t count = 0;
    for (int64_t i = 0; i < plan->rows; i++)
        for (int64_t j = 0; j < plan->cols; j++) {
            double mass = entry_of(descent, i, j);
            if (mass > 0) {
                plan->row[count] = (int32_t)i;
                plan->col[count] = (int32_t)j;
                plan->mass[count++] = mass;
            }
        }
}

static int64_t count_entries(const struct frank_wolfe *descent)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            count += entry_of(descent, i, j) > 0;
    return count;
}

static parot_status fill_plan(struct call *call, struct frank_wolfe *descent,
                              parot_result *transport, parot_error *err)
{
    const parot_solver *solver = descent->oracle.solver;
    int64_t n = solver->p.count, m = solver->q.count;
    int is_vertex = descent->place == AT_VERTEX;
    int64_t count = is_vertex ? descent->vertex.count : count_entries(descent);
    transport->plan = (parot_plan){n, m, count, 0, 0, 0};
    TRY(result_open(transport, &call->control, err));
    parot_plan *plan = &transport->plan;
    transport->mass = solver->simplex.units.request;
    if (is_vertex) {
        sparse_copy(plan, &descent->vertex);
        return PAROT_OK;
    }
    copy_entries(descent, plan);
    plan_settle(plan, transport->mass, solver->p, solver->q, &solver->rounding);
    return PAROT_OK;
}

/* 2^exponent x, except for a gap: one that is not 0 stays that way. */
static double moved_gap(double gap, int exponent)
{
    double moved = ldexp(gap, exponent);
    return gap > 0 && moved == 0 ? DBL_TRUE_MIN : moved;
}

static void move_numbers(double *numbers, int64_t count, int exponent)
{
    for (int64_t k = 0; exponent != 0 && k < count; k++)
        numbers[k] = ldexp(numbers[k], exponent);
}

/* The prices of the last linear problem, for the caller's units and the whole gradient. */
static void fill_prices(const struct call *call, const struct frank_wolfe *descent,
                        parot_dual *dual)
{
    int exponent = 1 + call->scaled.value - call->scaled.mass; /* 1: G is half the gradient */
    oracle_prices(&descent->oracle, dual);
    dual->lambda = ldexp(dual->lambda, exponent);
    move_numbers(dual->u, descent->oracle.solver->p.count, exponent);
    move_numbers(dual->v, descent->oracle.solver->q.count, exponent);
}

void gromov_lay_history(parot_trial *trial, const parot_trial *from, struct arena *arena)
{
    size_t bytes = (size_t)from->history * sizeof(double);
    double *objectives = arena_take(arena, from->history, sizeof(double));
    double *stationarities = arena_take(arena, from->history, sizeof(double));
    if (!arena->block || from->history == 0)
        return;
    trial->objectives = memcpy(objectives, from->objectives, bytes);
    trial->stationarities = memcpy(stationarities, from->stationarities, bytes);
}

/* Each trial's history moves from the call, which is about to end, to the result. */
static void lay_histories(parot_gromov_result *result, const parot_trial *from, struct arena *arena)
{
    for (int64_t t = 0; t < result->trials; t++)
        gromov_lay_history(arena->block ? &result->trial[t] : NULL, &from[t], arena);
}

static void lay_record(parot_gromov_result *result, struct arena *arena)
{
    size_t rows = (size_t)result->transport.plan.rows;
    result->trial = arena_take(arena, result->trials, sizeof *result->trial);
    result->moved = arena_take(arena, result->trials, rows * sizeof *result->moved);
    result->objectives = arena_take(arena, result->history, sizeof(double));
    result->stationarities = arena_take(arena, result->history, sizeof(double));
    result->owner = arena->block;
}

/* A trial in the caller's units. */
static void convert_trial(const struct call *call, parot_trial *trial)
{
    trial->objective = ldexp(trial->objective, call->scaled.value);
    trial->stationarity = moved_gap(trial->stationarity, call->scaled.value);
    move_numbers(trial->objectives, trial->history, call->scaled.value);
    for (int64_t k = 0; k < trial->history; k++)
        trial->stationarities[k] = moved_gap(trial->stationarities[k], call->scaled.value);
}

parot_status answer_record(struct call *call, const parot_trial *best, parot_gromov_result *result,
                           parot_error *err)
{
    struct arena arena = {0};
    result->trials = call->trials;
    result->best = call->best;
    result->history = best->history;
    lay_record(result, &arena);
    lay_histories(result, call->trial, &arena);
    TRY(arena_open(&arena, &call->control, err));
    lay_record(result, &arena);
    memcpy(result->trial, call->trial, (size_t)call->trials * sizeof *call->trial);
    if (call->moved)
        memcpy(result->moved, call->moved,
               (size_t)(call->trials * result->transport.plan.rows) * sizeof *call->moved);
    move_numbers(result->moved, call->trials * result->transport.plan.rows, call->scaled.mass);
    lay_histories(result, call->trial, &arena);
    for (int64_t t = 0; t < call->trials; t++)
        convert_trial(call, &result->trial[t]);
    for (int64_t k = 0; k < best->history; k++) {
        result->objectives[k] = ldexp(best->objectives[k], call->scaled.value);
        result->stationarities[k] = moved_gap(best->stationarities[k], call->scaled.value);
    }
    return PAROT_OK;
}

/* By the definition as long as that costs no more than a few steps; in our units. */
static double objective_of(struct call *call, const struct frank_wolfe *descent,
                           const parot_plan *plan)
{
    const struct scaled *scaled = &call->scaled;
    if (plan->count > 4 * (plan->rows + plan->cols))
        return frank_wolfe_objective(descent);
    double form = gromov_form(&scaled->problem, plan, &call->control);
    return isnan(form)
               ? frank_wolfe_objective(descent)
               : scaled->quadratic * form + scaled->linear * frank_wolfe_cost(descent, plan);
}

parot_status call_check_range(const struct call *call, const parot_result *transport,
                              double objective, const char *numbers, parot_error *err)
{
    int exponent = call->scaled.value, has_prices = isfinite(transport->dual.lambda);
    for (int64_t i = 0; i < transport->plan.rows; i++)
        has_prices &= isfinite(transport->dual.u[i]);
    for (int64_t j = 0; j < transport->plan.cols; j++)
        has_prices &= isfinite(transport->dual.v[j]);
    if (leaves_range(objective, exponent))
        return fail(err, PAROT_ENUMERIC,
                    "objective: about 1e%+.0f, outside the range of double; multiply p, q and mass "
                    "by the same number, or all of %s",
                    log10(fabs(objective)) + exponent * log10(2), numbers);
    if (!has_prices || !isfinite(transport->bound))
        return fail(err, PAROT_ENUMERIC,
                    "prices: leave the range of double where masses are near %g; multiply p, q and "
                    "mass by the same number, or all of %s",
                    ldexp(transport->mass, call->scaled.mass), numbers);
    return PAROT_OK;
}

static parot_status check_resolution(const struct call *call, const struct frank_wolfe *descent,
                                     const parot_plan *plan, parot_error *err)
{
    const double *largest = call->spaces.largest;
    if (scaled_resolves(&call->scaled, call->problem, plan, descent->bench.row_sum,
                        descent->bench.col_sum))
        return PAROT_OK;
    return fail(err, PAROT_ENUMERIC,
                "source, target: distances of up to %g (costs of up to %g) hide the far smaller "
                "ones of the points that move; leave out the points that have them, or lower them",
                fmax(largest[0], largest[1]), call->largest_cost);
}

parot_status answer_make(struct call *call, struct answer *answer, parot_error *err)
{
    struct frank_wolfe *descent = call_descent(call, call->best);
    parot_result *transport = &answer->transport;
    parot_trial *trial = &answer->trial;
    TRY(frank_wolfe_confirm(descent, err));
    TRY(fill_plan(call, descent, transport, err));
    TRY(check_resolution(call, descent, &transport->plan, err));
    *trial = call->trial[call->best];
    if (descent->status != PAROT_OK || trial->status == PAROT_ITERATION_LIMIT)
        trial->status = descent->status;
    trial->stationarity = descent->gap;
    trial->iterations = descent->steps;
    trial->objective = objective_of(call, descent, &transport->plan);
    trial->history = descent->history;
    trial->objectives = descent->objectives;
    trial->stationarities = descent->gaps;
    fill_prices(call, descent, &transport->dual);
    answer->pivots = descent->oracle.pivots;
    return PAROT_OK;
}

parot_status answer_fill(struct call *call, parot_gromov_result *result, parot_error *err)
{
    struct answer answer = {0};
    parot_result *transport = &result->transport;
    const parot_trial *trial = &answer.trial;
    int exponent = call->scaled.value;
    parot_status status = call->kept.bytes > 0
                              ? answer_get(&call->kept, &answer, &call->control, err)
                              : answer_make(call, &answer, err);
    *transport = answer.transport;
    TRY(status);
    trials_store(call, call->best, trial);
    transport->objective = ldexp(trial->objective, exponent);
    transport->bound = ldexp(fmin(call->gromov.bound, trial->objective), exponent);
    transport->status = call_status(call);
    TRY(call_check_range(call, transport, trial->objective, "source, target (and cost)", err));
    TRY(answer_record(call, trial, result, err));
    move_numbers(transport->plan.mass, transport->plan.count, call->scaled.mass);
    transport->mass = ldexp(transport->mass, call->scaled.mass);
    result->stationarity = result->trial[call->best].stationarity;
    memcpy(result->asymmetry, call->spaces.asymmetry, sizeof result->asymmetry);
    transport->info = (parot_info){.iterations = trial->iterations, .pivots = answer.pivots};
    return PAROT_OK;
}

/* For each start that runs beside others three matrices of pairs; measured: 2.7 with one thread. */
double parot_gromov_memory(int64_t n, int64_t m, int64_t threads, int has_points)
{
    double pairs = (double)n * (double)m, starts = threads > 1 ? (double)threads : 1;
    double within = has_points ? (double)n * (double)n + (double)m * (double)m : 0;
    return sizeof(double) * (3 * pairs * starts + within);
}
