/* gromov.c - parot_gromov: checks, starts side by side, and the best of them as the answer. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "gromov/evaluate.h"
#include "gromov/spaces.h"
#include "gromov/starts.h"
#include "gromov/step.h"
#include "gromov/whole_rows.h"
#include "partial/problem.h"
#include "partial/result.h"

enum { DEFAULT_ITERATIONS = 1000, MOST_STARTS = 1000000 };

static const double DEFAULT_TOLERANCE = 1e-9;

/* Kinds of starts, in the order in which they are tried. */
static const struct {
    parot_start kind;
    const char *name;
} KINDS[] = {{PAROT_START_GIVEN, "given"},       {PAROT_START_PRODUCT, "product"},
             {PAROT_START_PARTIAL, "partial"},   {PAROT_START_CLUSTERS, "clusters"},
             {PAROT_START_PROFILES, "profiles"}, {PAROT_START_PRIOR_PROFILES, "prior-profiles"},
             {PAROT_START_RANDOM, "random"}};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

const char *parot_start_name(parot_start start)
{
    for (int k = 0; k < KIND_COUNT; k++)
        if (KINDS[k].kind == start)
            return KINDS[k].name;
    return NULL;
}

void parot_gromov_options_init(parot_gromov_options *options)
{
    *options =
        (parot_gromov_options){.struct_size = sizeof *options, .tolerance = DEFAULT_TOLERANCE};
}

void parot_gromov_result_free(parot_gromov_result *result)
{
    if (!result)
        return;
    parot_result_free(&result->transport);
    block_free(result->owner);
    *result = (parot_gromov_result){0};
}

/* A call: what it was given, and what it has made of it. */
struct call {
    const parot_gromov_problem *problem;
    parot_gromov_options options;
    struct control control;
    struct spaces spaces;
    struct gromov gromov;
    double bound;

    struct crew crew;
    int64_t trials, best; /* best: -1 while there is none */
    struct start *start;  /* trials of each of these */
    parot_trial *trial;
    struct walk *walk; /* at most `best` and those that are under way are open */
    void *memory;
    parot_status failure; /* of the first trial that failed */
    int64_t failed;
    parot_error err;
};

/* ---- The door ----------------------------------------------------------- */

static parot_status check_options(struct call *call, const parot_gromov_options *options,
                                  parot_error *err)
{
    parot_gromov_options_init(&call->options);
    if (!options)
        return PAROT_OK;
    if (options->struct_size != sizeof *options)
        return fail(err, PAROT_EINVAL,
                    "options.struct_size: got %zu; call parot_gromov_options_init before setting "
                    "fields",
                    options->struct_size);
    if (!(options->tolerance >= 0 && options->tolerance < INFINITY))
        return fail(err, PAROT_EINVAL, "options.tolerance: must be finite and >= 0, got %g",
                    options->tolerance);
    if (options->restarts < 0 || options->restarts > MOST_STARTS)
        return fail(err, PAROT_EINVAL, "options.restarts: must be between 0 and %d, got %d",
                    MOST_STARTS, (int)options->restarts);
    if (options->starts >= 2 * PAROT_START_GIVEN)
        return fail(err, PAROT_EINVAL, "options.starts: must be a sum of parot_start, got %u",
                    (unsigned)options->starts);
    if (options->steps != PAROT_STEPS_LONG && options->steps != PAROT_STEPS_EXACT)
        return fail(err, PAROT_EINVAL, "options.steps: unknown value %d", (int)options->steps);
    if (options->starts & PAROT_START_GIVEN && !options->start)
        return fail(err, PAROT_EINVAL,
                    "options.start: is NULL, but options.starts asks for a start that is given");
    call->options = *options;
    return PAROT_OK;
}

static parot_status check_fused_cost(const parot_gromov_problem *problem, parot_error *err)
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
    return PAROT_OK;
}

static parot_status check_problem(struct call *call, parot_error *err)
{
    const parot_gromov_problem *problem = call->problem;
    if (!(problem->alpha >= 0 && problem->alpha <= 1))
        return fail(err, PAROT_EINVAL, "alpha: must be between 0 and 1, got %g", problem->alpha);
    TRY(spaces_check(&call->spaces, problem->source, problem->target, problem->loss, err));
    TRY(check_shape(problem->source.rows, problem->target.rows, err));
    TRY(check_weights("p", problem->p, problem->source.rows, err));
    TRY(check_weights("q", problem->q, problem->target.rows, err));
    TRY(check_fused_cost(problem, err));
    if (call->options.starts & PAROT_START_PARTIAL && !problem->cost.data)
        return fail(err, PAROT_EINVAL, "options.starts: a partial start needs problem.cost");
    if (call->options.whole_rows)
        return whole_rows_check((struct weights){problem->p, problem->source.rows}, problem->mass,
                                err);
    return PAROT_OK;
}

/* ---- Preparation -------------------------------------------------------- */

/* The problem in the tensor's unit. */
static parot_status prepare(struct call *call, parot_error *err)
{
    const parot_gromov_problem *problem = call->problem;
    struct gromov *gromov = &call->gromov;
    TRY(spaces_open(&call->spaces, problem->source, problem->target, problem->loss, &gromov->tensor,
                    &call->control, err));
    double unit = call->spaces.unit;
    if (!(unit > 0 && unit < INFINITY))
        return fail(err, PAROT_ENUMERIC,
                    "source, target: the loss of numbers near %g leaves the range of double; "
                    "rescale them",
                    fmax(call->spaces.largest[0], call->spaces.largest[1]));
    gromov->cost = problem->cost;
    gromov->alpha = problem->alpha;
    gromov->linear = (1 - problem->alpha) / 2 / unit;
    gromov->unit = unit;
    gromov->p = problem->p;
    gromov->q = problem->q;
    gromov->mass = problem->mass;
    gromov->amend = call->options.whole_rows ? whole_rows_amend : NULL;
    gromov->step = call->options.whole_rows                   ? whole_step
                   : call->options.steps == PAROT_STEPS_EXACT ? exact_step
                                                              : long_step;
    gromov->has_exchanges = gromov->step == long_step;
    gromov->tolerance = call->options.tolerance;
    gromov->max_iterations =
        call->control.run.max_iterations ? call->control.run.max_iterations : DEFAULT_ITERATIONS;
    return PAROT_OK;
}

/* Is there mass that stays, on either side? Otherwise some starts are the same as others. */
static int is_partial(const struct gromov *gromov)
{
    struct weights p = {gromov->p, gromov->tensor.source.count};
    struct weights q = {gromov->q, gromov->tensor.target.count};
    return gromov->mass < (1 - 1e-9) * fmax(weights_total(p), weights_total(q));
}

static uint32_t chosen_starts(const struct call *call)
{
    uint32_t starts = call->options.starts;
    if (starts == 0 && call->options.start)
        return PAROT_START_GIVEN;
    if (starts != 0)
        return starts & ~(uint32_t)PAROT_START_RANDOM;
    starts = PAROT_START_PRODUCT | PAROT_START_PROFILES;
    if (call->problem->cost.data)
        starts |= PAROT_START_PARTIAL;
    if (is_partial(&call->gromov))
        starts |= PAROT_START_CLUSTERS | PAROT_START_PRIOR_PROFILES;
    return starts;
}

static void layout(struct call *call, struct arena *arena)
{
    call->start = arena_take(arena, call->trials, sizeof *call->start);
    call->trial = arena_take(arena, call->trials, sizeof *call->trial);
    call->walk = arena_take(arena, call->trials, sizeof *call->walk);
    call->memory = arena->block;
}

static parot_status list_trials(struct call *call, parot_error *err)
{
    struct arena arena = {0};
    uint32_t starts = chosen_starts(call);
    int64_t count = 0;
    call->trials = __builtin_popcount(starts) + call->options.restarts;
    if (call->options.starts == PAROT_START_RANDOM && call->trials == 0)
        return fail(err, PAROT_EINVAL, "options.restarts: must be 1 or more for random starts");
    layout(call, &arena);
    TRY(arena_open(&arena, &call->control, err));
    layout(call, &arena);
    for (int k = 0; k < KIND_COUNT; k++)
        if (starts & KINDS[k].kind)
            call->start[count++] = (struct start){KINDS[k].kind, 0, call->options.start};
    for (int32_t r = 0; r < call->options.restarts; r++)
        call->start[count++] = (struct start){PAROT_START_RANDOM, r, NULL};
    return PAROT_OK;
}

/* ---- Trials ------------------------------------------------------------- */

/* A gap that was not reached is bounded by the prices at hand. */
static void close_gap(struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    parot_dual dual = {walk->bench.own_row, walk->bench.own_col, 0};
    if (walk->status == PAROT_OK || walk->status == PAROT_ITERATION_LIMIT)
        return;
    double here = problem->linear * walk->cost + walk->form;
    walk->gap = fmax(0, 2 * (here - oracle_prices(&walk->oracle, &dual)));
}

static int is_better(const struct call *call, int64_t t)
{
    if (call->best < 0)
        return 1;
    double ours = call->trial[t].objective, best = call->trial[call->best].objective;
    return ours < best || (ours == best && t < call->best);
}

/* Keeps the walk if it is the best so far; otherwise it goes. */
static void judge(struct call *call, int64_t t)
{
    pthread_mutex_lock(&call->crew.lock);
    int64_t loser = t;
    if (is_better(call, t)) {
        loser = call->best;
        call->best = t;
    }
    pthread_mutex_unlock(&call->crew.lock);
    if (loser >= 0)
        walk_close(&call->walk[loser]);
}

static void record_failure(struct call *call, int64_t t, parot_status status,
                           const parot_error *err)
{
    pthread_mutex_lock(&call->crew.lock);
    if (call->failure == PAROT_OK || t < call->failed) {
        call->failure = status;
        call->failed = t;
        call->err = *err;
    }
    pthread_mutex_unlock(&call->crew.lock);
}

static parot_status try_start(struct call *call, int64_t t, parot_error *err)
{
    struct walk *walk = &call->walk[t];
    TRY(walk_open(walk, &call->gromov, &call->control, &call->crew, err));
    TRY(start_walk(walk, call->start[t], err));
    return walk_run(walk, err);
}

static void run_trial(struct call *call, int64_t t)
{
    struct walk *walk = &call->walk[t];
    struct start start = call->start[t];
    parot_error err = {""};
    parot_status status = try_start(call, t, &err);
    if (status < 0) {
        walk_close(walk);
        record_failure(call, t, status, &err);
        return;
    }
    close_gap(walk);
    double unit = call->gromov.unit;
    call->trial[t] =
        (parot_trial){start.kind,       start.number, walk->status, unit * walk_value(walk),
                      unit * walk->gap, walk->steps};
    judge(call, t);
}

/* Why not to begin another trial. */
static parot_status reason_to_stop(struct call *call)
{
    double limit = call->control.run.time_limit;
    pthread_mutex_lock(&call->crew.lock);
    int is_stopped = call->crew.is_stopped;
    pthread_mutex_unlock(&call->crew.lock);
    if (is_stopped)
        return PAROT_CANCELLED;
    return limit > 0 && control_seconds(&call->control) >= limit ? PAROT_TIME_LIMIT : PAROT_OK;
}

/* The first start always runs: it is the answer when time is short. */
static int is_over(struct call *call, int64_t t)
{
    parot_status status = t == 0 ? PAROT_OK : reason_to_stop(call);
    if (status != PAROT_OK)
        call->trial[t] =
            (parot_trial){call->start[t].kind, call->start[t].number, status, NAN, NAN, 0};
    return status != PAROT_OK;
}

static void run_trials(int64_t begin, int64_t end, void *context)
{
    struct call *call = context;
    for (int64_t t = begin; t < end; t++)
        if (!is_over(call, t))
            run_trial(call, t);
}

/* ---- The answer --------------------------------------------------------- */

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
        memcpy(plan->row, walk->vertex.row, (size_t)count * sizeof *plan->row);
        memcpy(plan->col, walk->vertex.col, (size_t)count * sizeof *plan->col);
        memcpy(plan->mass, walk->vertex.mass, (size_t)count * sizeof *plan->mass);
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

static void lay_record(parot_gromov_result *result, struct arena *arena)
{
    result->trial = arena_take(arena, result->trials, sizeof *result->trial);
    result->objectives = arena_take(arena, result->history, sizeof(double));
    result->gaps = arena_take(arena, result->history, sizeof(double));
    result->owner = arena->block;
}

static parot_status fill_record(struct call *call, const struct walk *walk,
                                parot_gromov_result *result, parot_error *err)
{
    struct arena arena = {0};
    result->trials = call->trials;
    result->best = call->best;
    result->history = walk->history;
    lay_record(result, &arena);
    TRY(arena_open(&arena, &call->control, err));
    lay_record(result, &arena);
    memcpy(result->trial, call->trial, (size_t)call->trials * sizeof *call->trial);
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
    return plan->count <= sparse ? gromov_evaluate(call->problem, plan)
                                 : call->gromov.unit * walk_value(walk);
}

static parot_status answer(struct call *call, parot_gromov_result *result, parot_error *err)
{
    struct walk *walk = &call->walk[call->best];
    parot_result *transport = &result->transport;
    TRY(fill_plan(call, walk, transport, err));
    TRY(fill_record(call, walk, result, err));
    fill_prices(call, walk, &transport->dual);
    transport->objective = objective_of(call, walk, &transport->plan);
    result->trial[call->best].objective = transport->objective;
    transport->bound = fmin(call->bound, transport->objective);
    transport->status = status_of(call);
    result->gap = call->trial[call->best].gap;
    memcpy(result->asymmetry, call->spaces.asymmetry, sizeof result->asymmetry);
    if (!isfinite(transport->objective))
        return fail(err, PAROT_ENUMERIC,
                    "source, target: their loss leaves the range of double; rescale them");
    transport->info = (parot_info){walk->steps, walk->oracle.pivots, 0, 0, 0};
    return PAROT_OK;
}

/* ---- The call ----------------------------------------------------------- */

/* J >= 0, so nothing is below (1 - alpha) times the least <C,T>. */
static parot_status find_bound(struct call *call, parot_error *err)
{
    const parot_gromov_problem *problem = call->problem;
    parot_problem linear = {problem->cost, problem->p, problem->q, problem->mass};
    parot_result result = {0};
    parot_run run = call->control.run;
    if (problem->alpha == 1)
        return PAROT_OK;
    run.max_iterations = 0;
    parot_status status = parot_partial(&linear, &run, &result, err);
    if (status < 0)
        return status;
    call->crew.is_stopped = status == PAROT_CANCELLED;
    call->bound = (1 - problem->alpha) * result.bound;
    call->control.allocations += result.info.allocations;
    parot_result_free(&result);
    return PAROT_OK;
}

/* alpha = 0: no distances, hence partial Wasserstein, with its proof. */
static parot_status solve_linear(struct call *call, parot_gromov_result *result, parot_error *err)
{
    const parot_gromov_problem *problem = call->problem;
    parot_problem linear = {problem->cost, problem->p, problem->q, problem->mass};
    struct walk none = {0};
    parot_trial trial = {.start = PAROT_START_PARTIAL};
    parot_status status = parot_partial(&linear, &call->control.run, &result->transport, err);
    if (status < 0)
        return status;
    const parot_result *transport = &result->transport;
    trial.status = status;
    trial.objective = transport->objective;
    trial.gap = result->gap = transport->objective - transport->bound;
    trial.iterations = transport->info.iterations;
    call->trials = 1;
    call->trial = &trial;
    call->best = 0;
    parot_status recorded = fill_record(call, &none, result, err);
    call->best = -1;
    result->transport.info.allocations += call->control.allocations;
    memcpy(result->asymmetry, call->spaces.asymmetry, sizeof result->asymmetry);
    return recorded < 0 ? recorded : status;
}

/* Works: all that it acquires is in *call and *result, also on failure. */
static parot_status solve(struct call *call, parot_gromov_result *result, parot_error *err)
{
    TRY(check_problem(call, err));
    if (call->problem->alpha == 0)
        return solve_linear(call, result, err);
    TRY(prepare(call, err));
    if (call->options.start)
        TRY(start_check(call->options.start, &call->gromov, err));
    TRY(list_trials(call, err));
    TRY(find_bound(call, err));
    int32_t threads = call->control.run.threads;
    if (call->trials > 1)
        call->gromov.tensor.threads = call->control.run.threads = 1;
    double begin = control_seconds(&call->control);
    parallel_for(threads, call->trials, 1, run_trials, call);
    if (call->failure < 0) {
        if (err)
            *err = call->err;
        return call->failure;
    }
    TRY(answer(call, result, err));
    for (int64_t t = 0; t < call->trials; t++)
        call->control.allocations += call->walk[t].relay.control.allocations;
    parot_info *info = &result->transport.info;
    info->allocations = call->control.allocations;
    info->setup_seconds = begin;
    info->solve_seconds = control_seconds(&call->control) - begin;
    return result->transport.status;
}

static void call_close(struct call *call)
{
    if (call->best >= 0)
        walk_close(&call->walk[call->best]);
    block_free(call->memory);
    block_free(call->spaces.memory);
    pthread_mutex_destroy(&call->crew.lock);
}

parot_status parot_gromov(const parot_gromov_problem *problem, const parot_gromov_options *options,
                          const parot_run *run, parot_gromov_result *result, parot_error *err)
{
    struct call call = {.problem = problem, .best = -1};
    parot_gromov_result local = {0};
    if (!problem || !result)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", problem ? "result" : "problem");
    TRY(control_init(&call.control, run, err));
    TRY(check_options(&call, options, err));
    pthread_mutex_init(&call.crew.lock, NULL);
    parot_status status = solve(&call, &local, err);
    if (status >= 0)
        *result = local;
    else
        parot_gromov_result_free(&local);
    call_close(&call);
    return status;
}
