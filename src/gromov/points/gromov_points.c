/* gromov_points.c - parot_gromov_points: starts one after the other, and the best of them as the
 * answer. Checks are in points_check.c, coordinates in our units in points_units.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "cost/metric.h"
#include "gromov/points/distance_descent.h"
#include "gromov/points/points_call.h"
#include "gromov/points/points_check.h"
#include "gromov/points/points_units.h"
#include "gromov/starts/coarse_spaces.h"
#include "gromov/trials_wire.h"
#include "partial/problem.h"
#include "partial/result.h"

/* Differences of points that move, in units of the largest: below, their fourth powers would leave
 * the range of double. */
static const double LEAST_SPREAD = 0x1p-240;

/* With so many pairs, and coordinates of the smaller side, points are faster than matrices: see
 * docs/notes/gromov.md. Where starts are not chosen, matrices have more kinds of them, and end
 * lower more often; that is worth their time up to the second number. */
static const double MANY_PAIRS = 4e6, MORE_PAIRS = 1.6e7;

/* For other metrics matrices are faster as long as there is room for them. */
static const double MOST_PAIRS = 1e8;
enum { MOST_DIMS = 16 };

/* Beside the product, if nobody says which starts to try: docs/notes/gromov.md. Where there are
 * representatives, they find more than random starts do. */
enum { DEFAULT_RANDOM = 4, RANDOM_BESIDE_REPRESENTATIVES = 1 };

/* ---- Our units ----------------------------------------------------------- */

static int has_start(const struct points_call *points, parot_start start)
{
    uint32_t starts = points->call.options.starts;
    int is_small = points->problem->x.rows < REPRESENTATIVES_LEAST ||
                   points->problem->y.rows < REPRESENTATIVES_LEAST;
    if (starts == 0 && start == PAROT_START_REPRESENTATIVES && is_small)
        return 0;
    return ((starts ? starts : points_known_starts(points->problem)) & start) != 0;
}

static int64_t representatives_count(const struct points_call *points)
{
    return has_start(points, PAROT_START_REPRESENTATIVES) ? REPRESENTATIVES_SAMPLES : 0;
}

int32_t points_default_restarts(const struct points_call *points)
{
    return points->call.options.starts != 0    ? 0
           : representatives_count(points) > 0 ? RANDOM_BESIDE_REPRESENTATIVES
                                               : DEFAULT_RANDOM;
}

static int64_t trial_count(const struct points_call *points)
{
    return representatives_count(points) + has_start(points, PAROT_START_PRODUCT) +
           has_start(points, PAROT_START_PARTIAL) + (int64_t)points->call.options.restarts;
}

static void layout_history(struct points_descent *descent, struct arena *arena)
{
    descent->objectives = arena_take(arena, MOST_HISTORY, sizeof(double));
    descent->gaps = arena_take(arena, MOST_HISTORY, sizeof(double));
}

static void layout(struct points_call *points, struct arena *arena)
{
    struct points_gromov *gromov = &points->gromov;
    struct call *call = &points->call;
    int64_t n = gromov->at.n, m = gromov->at.m;
    points_layout(gromov, arena);
    rounding_layout(&points->rounding, n, m, arena);
    points->p = arena_take(arena, n, sizeof(double));
    points->q = arena_take(arena, m, sizeof(double));
    points->scratch = arena_take(arena, n > m ? n : m, 2 * sizeof *points->scratch);
    layout_history(&points->here, arena);
    layout_history(&points->best, arena);
    call->trial = arena_take(arena, call->trials, sizeof *call->trial);
    call->rows = n;
    call->moved = arena_take(arena, call->trials, (size_t)n * sizeof *call->moved);
    call->record = arena_take(arena, trials_records(call), 2 * MOST_HISTORY * sizeof *call->record);
}

/* The linear problem: its weights and mass; the costs are in gromov->costs. */
static void fill_linear(struct points_call *points)
{
    const parot_gromov_points_problem *problem = points->problem;
    struct points_gromov *gromov = &points->gromov;
    struct weights p = {problem->p, problem->x.rows}, q = {problem->q, problem->y.rows};
    points_set_linear(gromov, problem->p, problem->q, problem->mass);
    if (!has_unusual_masses(problem->mass, p, q))
        return;
    int exponent = ilogb(problem->mass);
    scaled_weights(p, exponent, points->p);
    scaled_weights(q, exponent, points->q);
    gromov->linear.p = points->p;
    gromov->linear.q = points->q;
    gromov->linear.mass = ldexp(problem->mass, -exponent);
    points->call.scaled.mass = exponent;
}

/* J is made of products of two distances: it grows with this power of the coordinates. */
static int value_exponent(parot_metric metric)
{
    return metric == PAROT_METRIC_SQEUCLIDEAN || metric_is_angle(metric) ? 4 : 2;
}

/* F in units in which both of its parts have weights of at most 1; `features` is their exponent. */
static void set_units(struct points_call *points, int features)
{
    struct coordinates *at = &points->gromov.at;
    double alpha = points->problem->alpha;
    int mass = points->call.scaled.mass;
    int quadratic = value_exponent(points->problem->metric) * points->exponent + 2 * mass;
    int linear = 2 * features + mass;
    int value = at->features == 0 || alpha == 1    ? quadratic
                : alpha == 0 || linear > quadratic ? linear
                                                   : quadratic;
    points->call.scaled.value = points->gromov.exponent = value;
    at->quadratic = ldexp(alpha, quadratic - value);
    at->linear = ldexp(1 - alpha, linear - value);
    at->mass = points->gromov.linear.mass;
}

static parot_status prepare(struct points_call *points, double largest, parot_error *err)
{
    struct arena arena = {0};
    struct points_gromov *gromov = &points->gromov;
    struct call *call = &points->call;
    int64_t most = call->control.run.max_iterations;
    const parot_gromov_points_problem *problem = points->problem;
    gromov->at = (struct coordinates){.n = problem->x.rows,
                                      .m = problem->y.rows,
                                      .ds = problem->x.cols,
                                      .dt = problem->y.cols,
                                      .features = problem->features};
    points_set_metric(gromov, problem->metric);
    call->options.restarts += points_default_restarts(points);
    call->trials = trial_count(points);
    layout(points, &arena);
    TRY(arena_open(&arena, &call->control, err));
    layout(points, &arena);
    points->memory = arena.block;
    points->exponent = points_fill_coordinates(gromov, problem, largest, points->scratch);
    fill_linear(points);
    set_units(points,
              points_fill_features(gromov, problem, points->largest_feature, points->scratch));
    gromov->tolerance = call->options.tolerance;
    gromov->max_iterations = most ? most : DEFAULT_ITERATIONS;
    gromov->seed = call->control.run.seed;
    gromov->shared = &points->shared;
    call->has_both = call->options.steps == PAROT_STEPS_AUTO &&
                     gromov->at.n * gromov->at.m <= MOST_PAIRS_FOR_BOTH;
    shared_run_open(&points->shared, &call->control, &call->team);
    return PAROT_OK;
}

/* ---- Trials -------------------------------------------------------------- */

/* A descent without its plans; room for its history is kept. */
static void reset(struct points_descent *descent)
{
    points_descent_close(descent);
    *descent = (struct points_descent){
        .objectives = descent->objectives, .gaps = descent->gaps, .change = 1};
}

static void exchange(struct points_descent *a, struct points_descent *b)
{
    struct points_descent kept = *a;
    *a = *b;
    *b = kept;
}

/* A descent as the end of a start that was listed; its history is borrowed. */
static parot_trial trial_of(const struct points_descent *descent, const parot_trial *listed)
{
    return (parot_trial){.start = listed->start,
                         .number = listed->number,
                         .status = descent->status,
                         .objective = descent->objective,
                         .stationarity = descent->gap,
                         .iterations = descent->steps,
                         .history = descent->history,
                         .objectives = descent->objectives,
                         .stationarities = descent->gaps};
}

/* A descent as the record of trial t, if it is lower than the one that is there. */
static void record(struct points_call *points, int64_t t, const struct points_descent *descent)
{
    struct call *call = &points->call;
    const parot_trial trial = trial_of(descent, &call->trial[t]);
    const parot_plan *plan = &descent->answer.plan;
    double *moved = call->moved + t * plan->rows;
    memset(moved, 0, (size_t)plan->rows * sizeof *moved);
    for (int64_t e = 0; e < plan->count; e++)
        moved[plan->row[e]] += plan->mass[e];
    trials_store(call, t, &trial);
}

static int is_stop(parot_status status)
{
    return status == PAROT_CANCELLED || status == PAROT_TIME_LIMIT;
}

/* One start with one kind of steps. Of both kinds the lower one counts, unless it was cut short
 * where the other arrived; a stop is reported whichever of them it met. */
static parot_status follow(struct points_call *points, int64_t t, int is_long, int is_first,
                           parot_error *err)
{
    struct call *call = &points->call;
    struct points_descent *here = &points->here;
    parot_trial *trial = &call->trial[t];
    reset(here);
    points->gromov.is_long = is_long;
    points->shared.now.start = parot_start_name(trial->start);
    parot_status status =
        points->gromov.has_moments
            ? points_descent_run(here, &points->gromov, trial->start, trial->number, err)
            : distance_descent_run(here, &points->gromov, trial->start, trial->number, err);
    if (status == PAROT_ESTOPPED && (t > 0 || !is_first)) {
        trial->status = points->call.team.is_stopped ? PAROT_CANCELLED : PAROT_TIME_LIMIT;
        return PAROT_OK;
    }
    if (status < 0)
        return status;
    int is_lower =
        isnan(trial->objective) || (here->objective < trial->objective &&
                                    (here->status == PAROT_OK || trial->status != PAROT_OK));
    if (is_lower)
        record(points, t, here);
    else if (is_stop(here->status))
        trial->status = here->status;
    if (is_lower && (call->best < 0 || call->best == t ||
                     here->objective < call->trial[call->best].objective)) {
        exchange(here, &points->best);
        call->best = t;
    }
    return PAROT_OK;
}

/* Representatives, the product, the plan of the costs, and random starts. */
void points_list_trial(const struct points_call *points, int64_t t)
{
    const struct call *call = &points->call;
    int64_t samples = representatives_count(points);
    int64_t products = samples + has_start(points, PAROT_START_PRODUCT);
    int64_t first = call->trials - call->options.restarts;
    call->trial[t] = (parot_trial){.start = t < samples    ? PAROT_START_REPRESENTATIVES
                                            : t < products ? PAROT_START_PRODUCT
                                            : t < first    ? PAROT_START_PARTIAL
                                                           : PAROT_START_RANDOM,
                                   .number = t < samples ? (int32_t)t
                                             : t < first ? 0
                                                         : (int32_t)(t - first),
                                   .objective = NAN,
                                   .stationarity = NAN};
    memset(call->moved + t * call->rows, 0, (size_t)call->rows * sizeof *call->moved);
}

parot_status points_run_trial(struct points_call *points, int64_t t, parot_error *err)
{
    const struct call *call = &points->call;
    TRY(follow(points, t, call->options.steps != PAROT_STEPS_EXACT, 1, err));
    if (call->has_both && call->trial[t].objective > 0 && !is_stop(call->trial[t].status))
        TRY(follow(points, t, 0, 0, err));
    return PAROT_OK;
}

/* The first start always runs; the others while there is time, and something to gain. */
static parot_status run_trials(struct points_call *points, parot_error *err)
{
    struct call *call = &points->call;
    for (int64_t t = 0; t < call->trials; t++)
        points_list_trial(points, t);
    if (points_take_crew(points))
        return points_share(points, err);
    for (int64_t t = 0; t < call->trials; t++) {
        if (t > 0 && (call->team.is_stopped || control_is_time_up(&call->control)))
            call->trial[t].status = call->team.is_stopped ? PAROT_CANCELLED : PAROT_TIME_LIMIT;
        else if (t == 0 || call->trial[call->best].objective > 0)
            TRY(points_run_trial(points, t, err));
    }
    return PAROT_OK;
}

/* ---- The answer ---------------------------------------------------------- */

static parot_status fill_plan(struct points_call *points, parot_result *transport, parot_error *err)
{
    const struct points_descent *best = &points->best;
    const parot_products_problem *linear = &points->gromov.linear;
    const parot_plan *answer = &best->answer.plan;
    transport->plan = (parot_plan){answer->rows, answer->cols, answer->count, 0, 0, 0};
    TRY(result_open(transport, &points->call.control, err));
    sparse_copy(&transport->plan, answer);
    transport->mass = best->answer.mass;
    if (best->mixture.count > 1 || best->is_mixed)
        plan_settle(&transport->plan, best->answer.mass, (struct weights){linear->p, answer->rows},
                    (struct weights){linear->q, answer->cols}, &points->rounding);
    return PAROT_OK;
}

/* Those of the last linear problem; 0 if there was none. */
static void fill_prices(const struct points_call *points, parot_result *transport)
{
    const parot_result *found = &points->best.found;
    const int price = 1 + points->call.scaled.value - points->call.scaled.mass;
    if (!found->owner)
        return;
    for (int64_t i = 0; i < transport->plan.rows; i++)
        transport->dual.u[i] = ldexp(found->dual.u[i], price);
    for (int64_t j = 0; j < transport->plan.cols; j++)
        transport->dual.v[j] = ldexp(found->dual.v[j], price);
    transport->dual.lambda = ldexp(found->dual.lambda, price);
}

/* The largest difference of a coordinate between points that move. */
static double spread_of(parot_matrix points, const int32_t *moves, int64_t count)
{
    double spread = 0;
    for (int64_t e = 1; e < count; e++)
        for (int64_t k = 0; k < points.cols; k++)
            spread = fmax(spread, fabs(points.data[moves[e] * points.stride + k] -
                                       points.data[moves[0] * points.stride + k]));
    return spread;
}

static parot_status check_resolution(const struct points_call *points, parot_error *err)
{
    const parot_plan *plan = &points->best.answer.plan;
    double spread = fmax(spread_of(points->problem->x, plan->row, plan->count),
                         spread_of(points->problem->y, plan->col, plan->count));
    double least = ldexp(LEAST_SPREAD, points->exponent);
    if (spread == 0 || spread >= least || metric_is_angle(points->problem->metric))
        return PAROT_OK;
    return fail(err, PAROT_ENUMERIC,
                "x, y: the points that move differ by %g, which is lost beside points that are %g "
                "away; leave out the points that are so far away",
                spread, ldexp(1, points->exponent));
}

parot_status points_make_answer(struct points_call *points, struct answer *answer, parot_error *err)
{
    const struct call *call = &points->call;
    TRY(check_resolution(points, err));
    TRY(fill_plan(points, &answer->transport, err));
    fill_prices(points, &answer->transport);
    answer->trial = trial_of(&points->best, &call->trial[call->best]);
    answer->pivots = points->best.pivots;
    return PAROT_OK;
}

static parot_status fill(struct points_call *points, parot_gromov_result *result, parot_error *err)
{
    struct call *call = &points->call;
    struct answer answer = {0};
    parot_result *transport = &result->transport;
    parot_status status = call->kept.bytes > 0
                              ? answer_get(&call->kept, &answer, &call->control, err)
                              : points_make_answer(points, &answer, err);
    *transport = answer.transport;
    TRY(status);
    transport->objective = ldexp(answer.trial.objective, call->scaled.value);
    transport->status = call_status(call);
    transport->info.iterations = answer.trial.iterations;
    transport->info.pivots = answer.pivots;
    for (int64_t e = 0; e < transport->plan.count; e++)
        transport->plan.mass[e] = ldexp(transport->plan.mass[e], call->scaled.mass);
    TRY(call_check_range(call, transport, answer.trial.objective, "x and y", err));
    TRY(answer_record(call, &answer.trial, result, err));
    transport->mass = ldexp(transport->mass, call->scaled.mass);
    result->stationarity = result->trial[call->best].stationarity;
    return PAROT_OK;
}

parot_status points_call_open(struct points_call *points, parot_error *err)
{
    double largest = 0;
    pthread_mutex_init(&points->call.team.lock, NULL);
    TRY(points_check(points->problem, &points->call.options, &largest, &points->largest_feature,
                     err));
    return prepare(points, largest, err);
}

void points_call_close(struct points_call *points)
{
    points_descent_close(&points->here);
    points_descent_close(&points->best);
    block_free(points->memory);
    free(points->call.kept.data);
    pthread_mutex_destroy(&points->call.team.lock);
}

/* Works: all that it acquires is in *points and *result, also on failure. */
static parot_status solve(struct points_call *points, parot_gromov_result *result, parot_error *err)
{
    struct call *call = &points->call;
    TRY(points_call_open(points, err));
    double begin = control_seconds(&call->control);
    TRY(run_trials(points, err));
    TRY(fill(points, result, err));
    parot_info *info = &result->transport.info;
    info->allocations = call->control.allocations + points->shared.control.allocations;
    info->setup_seconds = begin;
    info->solve_seconds = control_seconds(&call->control) - begin;
    return result->transport.status;
}

parot_status parot_gromov_points(const parot_gromov_points_problem *problem,
                                 const parot_gromov_options *options, const parot_run *run,
                                 parot_gromov_result *result, parot_error *err)
{
    struct points_call points = {.problem = problem, .call.best = -1};
    parot_gromov_result local = {0};
    TRY(CHECK_GIVEN(err, problem, result));
    TRY(CHECK_RESERVED(problem, err));
    TRY(control_init(&points.call.control, run, err));
    TRY(gromov_take_options(options, &points.call.options, err));
    parot_status status = solve(&points, &local, err);
    if (status >= 0)
        *result = local;
    else
        parot_gromov_result_free(&local);
    points_call_close(&points);
    return status;
}

/* ---- Whether it pays ------------------------------------------------------ */

int parot_gromov_points_can(const parot_gromov_points_problem *problem,
                            const parot_gromov_options *options)
{
    return problem && parot_metric_name(problem->metric) &&
           !(options && (options->start || options->whole_rows ||
                         options->starts & ~points_known_starts(problem)));
}

int parot_gromov_points_pay(const parot_gromov_points_problem *problem,
                            const parot_gromov_options *options)
{
    if (!parot_gromov_points_can(problem, options))
        return 0;
    if (value_exponent(problem->metric) == 2)
        return (double)problem->x.rows * (double)problem->y.rows >= MOST_PAIRS;
    int64_t dims =
        (problem->x.cols < problem->y.cols ? problem->x.cols : problem->y.cols) + problem->features;
    double pairs = (double)problem->x.rows * (double)problem->y.rows;
    return dims <= MOST_DIMS && pairs >= (options && options->starts ? MANY_PAIRS : MORE_PAIRS);
}

/* Vertices that are kept at the same time: as a rule T is one, and there are S, the answer, the
 * best answer so far and mixtures of a few. */
enum { KEPT_PLANS = 8 };

/* Bytes beside the layout and the linear problem. */
static double plans_memory(const parot_gromov_points_problem *problem)
{
    double points = (double)problem->x.rows + (double)problem->y.rows;
    return KEPT_PLANS * points * (2 * sizeof(double) + 2 * sizeof(int32_t));
}

double parot_gromov_points_memory(const parot_gromov_points_problem *problem)
{
    struct arena arena = {0};
    if (!problem || check_shape(problem->x.rows, problem->y.rows, NULL) != PAROT_OK ||
        problem->x.cols < 1 || problem->y.cols < 1 || problem->features < 0)
        return 0;
    struct points_call points = {.gromov.at = {.n = problem->x.rows,
                                               .m = problem->y.rows,
                                               .ds = problem->x.cols,
                                               .dt = problem->y.cols,
                                               .features = problem->features},
                                 .problem = problem,
                                 .call.options.restarts = DEFAULT_RANDOM};
    points.call.trials = trial_count(&points);
    points_set_metric(&points.gromov, problem->metric);
    int64_t rank = points_rank(&points.gromov);
    parot_points_problem linear = {.x = {NULL, problem->x.rows, rank, rank},
                                   .y = {NULL, problem->y.rows, rank, rank},
                                   .metric = PAROT_METRIC_CITYBLOCK,
                                   .p = problem->p,
                                   .q = problem->q,
                                   .mass = problem->mass};
    layout(&points, &arena);
    return arena.overflow
               ? INFINITY
               : (double)arena.used + plans_memory(problem) + parot_partial_points_memory(&linear);
}
