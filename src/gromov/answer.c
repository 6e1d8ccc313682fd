/* answer.c - the best walk as a result: plan, prices, record. */
#include <math.h>
#include <string.h>

#include "gromov/call.h"
#include "gromov/evaluate.h"
#include "partial/result.h"

void parot_gromov_result_free(parot_gromov_result *result)
{
    if (!result)
        return;
    parot_result_free(&result->transport);
    block_free(result->owner);
    *result = (parot_gromov_result){0};
}

static parot_status status_of(const struct call *call)
{
    for (int64_t t = 0; t < call->trials; t++)
        if (call->trial[t].status == PAROT_TIME_LIMIT || call->trial[t].status == PAROT_CANCELLED)
            return call->trial[t].status;
    return call->trial[call->best].status;
}

static void copy_dense(const struct walk *walk, parot_plan *plan)
{
    int64_t count = 0;
    for (int64_t i = 0; i < plan->rows; i++)
        for (int64_t j = 0; j < plan->cols; j++) {
            double mass = walk->dense[i * plan->cols + j];
            if (mass > 0) {
                plan->row[count] = (int32_t)i;
                plan->col[count] = (int32_t)j;
                plan->mass[count++] = mass;
            }
        }
}

static int64_t count_entries(const struct walk *walk)
{
    int64_t size = walk->problem->tensor.source.count * walk->problem->tensor.target.count;
    int64_t count = 0;
    for (int64_t k = 0; k < size; k++)
        count += walk->dense[k] > 0;
    return count;
}

static parot_status fill_plan(struct call *call, struct walk *walk, parot_result *transport,
                              parot_error *err)
{
    const parot_solver *solver = walk->oracle.solver;
    int64_t n = solver->p.count, m = solver->q.count;
    int is_vertex = walk->place == AT_VERTEX;
    if (walk->place == AT_OUTER)
        walk_spread(walk);
    int64_t count = is_vertex ? walk->vertex.count : count_entries(walk);
    transport->plan = (parot_plan){n, m, count, 0, 0, 0};
    TRY(result_open(transport, &call->control, err));
    parot_plan *plan = &transport->plan;
    transport->mass = solver->simplex.units.request;
    if (is_vertex) {
        sparse_copy(plan, &walk->vertex);
        return PAROT_OK;
    }
    copy_dense(walk, plan);
    plan_settle(plan, transport->mass, solver->p, solver->q, &solver->rounding);
    return PAROT_OK;
}

/* The prices of the last linear problem, for the caller's unit and the whole gradient. */
static void fill_prices(const struct call *call, const struct walk *walk, parot_dual *dual)
{
    double factor = 2 * call->gromov.unit;
    oracle_prices(&walk->oracle, dual);
    dual->lambda *= factor;
    for (int64_t i = 0; i < walk->oracle.solver->p.count; i++)
        dual->u[i] *= factor;
    for (int64_t j = 0; j < walk->oracle.solver->q.count; j++)
        dual->v[j] *= factor;
}

/* Each trial's history moves from the call, which is about to end, to the result. */
static void lay_histories(parot_gromov_result *result, const parot_trial *from, struct arena *arena)
{
    for (int64_t t = 0; t < result->trials; t++) {
        size_t bytes = (size_t)from[t].history * sizeof(double);
        double *objectives = arena_take(arena, from[t].history, sizeof(double));
        double *gaps = arena_take(arena, from[t].history, sizeof(double));
        if (!arena->block || from[t].history == 0)
            continue;
        result->trial[t].objectives = memcpy(objectives, from[t].objectives, bytes);
        result->trial[t].gaps = memcpy(gaps, from[t].gaps, bytes);
    }
}

static void lay_record(parot_gromov_result *result, struct arena *arena)
{
    size_t rows = (size_t)result->transport.plan.rows;
    result->trial = arena_take(arena, result->trials, sizeof *result->trial);
    result->moved = arena_take(arena, result->trials, rows * sizeof *result->moved);
    result->objectives = arena_take(arena, result->history, sizeof(double));
    result->gaps = arena_take(arena, result->history, sizeof(double));
    result->owner = arena->block;
}

parot_status answer_record(struct call *call, const struct walk *walk, parot_gromov_result *result,
                           parot_error *err)
{
    struct arena arena = {0};
    result->trials = call->trials;
    result->best = call->best;
    result->history = walk->history;
    lay_record(result, &arena);
    lay_histories(result, call->trial, &arena);
    TRY(arena_open(&arena, &call->control, err));
    lay_record(result, &arena);
    memcpy(result->trial, call->trial, (size_t)call->trials * sizeof *call->trial);
    if (call->moved)
        memcpy(result->moved, call->moved,
               (size_t)(call->trials * result->transport.plan.rows) * sizeof *call->moved);
    lay_histories(result, call->trial, &arena);
    for (int64_t k = 0; k < walk->history; k++) {
        result->objectives[k] = walk->objectives[k];
        result->gaps[k] = walk->gaps[k];
    }
    return PAROT_OK;
}

/* By the definition as long as that costs no more than a few steps. */
static double objective_of(const struct call *call, const struct walk *walk, const parot_plan *plan)
{
    int64_t sparse = 4 * (plan->rows + plan->cols);
    return plan->count <= sparse ? gromov_evaluate(call->problem, plan) : walk_objective(walk);
}

parot_status answer_fill(struct call *call, parot_gromov_result *result, parot_error *err)
{
    struct walk *walk = &call->walk[call->best];
    parot_result *transport = &result->transport;
    TRY(fill_plan(call, walk, transport, err));
    TRY(answer_record(call, walk, result, err));
    fill_prices(call, walk, &transport->dual);
    transport->objective = objective_of(call, walk, &transport->plan);
    result->trial[call->best].objective = transport->objective;
    transport->bound = fmin(call->gromov.bound, transport->objective);
    transport->status = status_of(call);
    result->gap = call->trial[call->best].gap;
    memcpy(result->asymmetry, call->spaces.asymmetry, sizeof result->asymmetry);
    if (!isfinite(transport->objective))
        return fail(err, PAROT_ENUMERIC,
                    "source, target: their loss leaves the range of double; rescale them");
    transport->info = (parot_info){.iterations = walk->steps, .pivots = walk->oracle.pivots};
    return PAROT_OK;
}
