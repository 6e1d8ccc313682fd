/* trials.c - starts side by side over threads and ranks; the lowest objective wins.
 *
 * Small problems follow each start with long steps and again with exact ones, and keep the lower
 * end: neither kind is lower everywhere (docs/notes/gromov.md).
 */
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/words.h"
#include "gromov/call.h"
#include "gromov/objective.h"
#include "gromov/place.h"
#include "gromov/starts/coarse_spaces.h"
#include "gromov/starts/injections.h"

/* In the order in which they are tried, so that with a time limit those that find the right
 * matching most often go first (docs/notes/gromov.md): what the caller knows, then what is exact,
 * then representatives, triangles and profiles. */
WORDS(start, "start", {"given", PAROT_START_GIVEN}, {"anchors", PAROT_START_ANCHORS},
      {"injections", PAROT_START_INJECTIONS}, {"representatives", PAROT_START_REPRESENTATIVES},
      {"triangles", PAROT_START_TRIANGLES}, {"profiles", PAROT_START_PROFILES},
      {"prior-profiles", PAROT_START_PRIOR_PROFILES}, {"partial", PAROT_START_PARTIAL},
      {"product", PAROT_START_PRODUCT}, {"axes", PAROT_START_AXES},
      {"clusters", PAROT_START_CLUSTERS}, {"random", PAROT_START_RANDOM});

/* ---- Which ---------------------------------------------------------------- */

/* Is there mass that stays, on either side? Otherwise some starts are the same as others. */
static int is_partial(const struct gromov *gromov)
{
    struct weights p = {gromov->p, gromov->tensor.source.count};
    struct weights q = {gromov->q, gromov->tensor.target.count};
    return !parot_is_all(gromov->mass, fmax(weights_total(p), weights_total(q)));
}

static uint32_t chosen_starts(const struct call *call)
{
    uint32_t starts = call->options.starts;
    int64_t n = call->problem->source.rows, m = call->problem->target.rows;
    if (starts == 0 && call->options.start)
        return PAROT_START_GIVEN;
    if (starts != 0)
        return starts & ~(uint32_t)PAROT_START_RANDOM;
    starts = PAROT_START_PRODUCT | PAROT_START_PROFILES;
    if (call->problem->cost.data)
        starts |= PAROT_START_PARTIAL;
    if (call->options.anchors > 0)
        starts |= PAROT_START_ANCHORS;
    if (n >= 3 && m >= 3)
        starts |= PAROT_START_TRIANGLES;
    if (n <= INJECTIONS_MOST && m <= INJECTIONS_MOST)
        starts |= PAROT_START_INJECTIONS;
    else
        starts |= PAROT_START_AXES;
    if (n >= REPRESENTATIVES_LEAST && m >= REPRESENTATIVES_LEAST)
        starts |= PAROT_START_REPRESENTATIVES;
    if (is_partial(&call->gromov))
        starts |= PAROT_START_CLUSTERS | PAROT_START_PRIOR_PROFILES;
    return starts;
}

int64_t trials_records(const struct call *call)
{
    return call->trials < MOST_RECORDS ? call->trials : MOST_RECORDS;
}

static void layout(struct call *call, struct arena *arena)
{
    call->start = arena_take(arena, call->trials, sizeof *call->start);
    call->trial = arena_take(arena, call->trials, sizeof *call->trial);
    call->descent = arena_take(arena, 2 * call->trials, sizeof *call->descent);
    call->kind = arena_take(arena, call->trials, sizeof *call->kind);
    call->moved = arena_take(arena, call->trials, (size_t)call->rows * sizeof *call->moved);
    call->record = arena_take(arena, trials_records(call), 2 * MOST_HISTORY * sizeof *call->record);
    call->memory = arena->block;
}

/* Trials of one kind. Random ones are counted by options.restarts. */
static int32_t numbers_of(parot_start kind)
{
    return kind == PAROT_START_REPRESENTATIVES ? REPRESENTATIVES_SAMPLES
                                               : kind != PAROT_START_RANDOM;
}

parot_status trials_list(struct call *call, parot_error *err)
{
    struct arena arena = {0};
    uint32_t starts = chosen_starts(call);
    int64_t count = 0;
    call->rows = call->problem->source.rows;
    call->trials = call->options.restarts;
    for (const parot_word *word = parot_start_words(); word->name; word++)
        call->trials += starts & (uint32_t)word->value ? numbers_of((parot_start)word->value) : 0;
    if (call->options.starts == PAROT_START_RANDOM && call->trials == 0)
        return fail(err, PAROT_EINVAL, "options.restarts: must be 1 or more for random starts");
    layout(call, &arena);
    TRY(arena_open(&arena, &call->control, err));
    layout(call, &arena);
    for (const parot_word *word = parot_start_words(); word->name; word++)
        for (int32_t k = 0;
             starts & (uint32_t)word->value && k < numbers_of((parot_start)word->value); k++)
            call->start[count++] =
                (struct start){(parot_start)word->value, k, call->options.start, &call->options};
    for (int32_t r = 0; r < call->options.restarts; r++)
        call->start[count++] = (struct start){PAROT_START_RANDOM, r, NULL, NULL};
    return PAROT_OK;
}

/* ---- One by one ----------------------------------------------------------- */

/* Below the bound there is only rounding: of starts that reach it the first counts, whichever of
 * them ends first. */
static double counted(const struct call *call, int64_t t)
{
    return fmax(call->trial[t].objective, call->gromov.bound);
}

static int is_better(const struct call *call, int64_t t)
{
    if (call->best < 0)
        return 1;
    double ours = counted(call, t), best = counted(call, call->best);
    return ours < best || (ours == best && t < call->best);
}

/* A start that reaches the bound ends the search: those after it cannot be better, those before it
 * may be as good and come first. */
int trials_note(struct call *call, int64_t t)
{
    int is_best = is_better(call, t);
    if (call->trial[t].objective <= call->gromov.bound && t < call->perfect &&
        !call->whole_rows.tries_all)
        call->perfect = t;
    if (is_best)
        call->best = t;
    return is_best;
}

/* Keeps the descent if it is the best so far, and closes it or the one that was. */
static void judge(struct call *call, int64_t t)
{
    pthread_mutex_lock(&call->team.lock);
    int64_t best = call->best, loser = trials_note(call, t) ? best : t;
    pthread_mutex_unlock(&call->team.lock);
    if (loser >= 0)
        frank_wolfe_close(call_descent(call, loser));
}

void trials_note_failure(struct call *call, int64_t t, parot_status status, const parot_error *err)
{
    pthread_mutex_lock(&call->team.lock);
    if (call->failure == PAROT_OK || t < call->failed) {
        call->failure = status;
        call->failed = t;
        call->err = *err;
    }
    pthread_mutex_unlock(&call->team.lock);
}

void trials_store(struct call *call, int64_t t, const parot_trial *trial)
{
    parot_trial *to = &call->trial[t];
    size_t bytes = (size_t)trial->history * sizeof(double);
    double *record = call->record + 2 * MOST_HISTORY * t;
    *to = *trial;
    to->history = t < trials_records(call) ? trial->history : 0;
    to->objectives = to->history > 0 ? memmove(record, trial->objectives, bytes) : NULL;
    to->stationarities =
        to->history > 0 ? memmove(record + MOST_HISTORY, trial->stationarities, bytes) : NULL;
}

/* By the definition as long as that costs no more than a few steps. */
static double objective_of(const struct call *call, struct frank_wolfe *descent)
{
    const struct scaled *scaled = &call->scaled;
    if (descent->place != AT_VERTEX)
        return frank_wolfe_objective(descent);
    double form = gromov_form(&scaled->problem, &descent->vertex, &descent->shared.control);
    return isnan(form) ? frank_wolfe_objective(descent)
                       : scaled->quadratic * form +
                             scaled->linear * frank_wolfe_cost(descent, &descent->vertex);
}

/* Works: what it opens is the descent. */
static parot_status follow(struct call *call, int64_t t, struct frank_wolfe *descent,
                           const struct gromov *gromov, parot_error *err)
{
    TRY(frank_wolfe_open(descent, gromov, &call->control, &call->team, err));
    const struct frank_wolfe *first = &call->descent[2 * t];
    descent->shared.now.start = parot_start_name(call->start[t].kind);
    if (descent != first && first->fork.is_vertex)
        frank_wolfe_from_fork(descent, first);
    else
        TRY(start_descent(descent, call->start[t], err));
    return frank_wolfe_run(descent, err);
}

/* Is the second descent the better one? Not if it was cut short where the first one arrived. */
static int is_lower(const parot_trial *trial, const struct frank_wolfe *descent, double objective)
{
    return objective < trial->objective &&
           (descent->status == PAROT_OK || trial->status != PAROT_OK);
}

/* One start with one kind of steps; the trial is that of the lower descent, the other one is
 * closed. A stop is reported whichever of them it met. */
static parot_status try_steps(struct call *call, int64_t t, int kind, parot_error *err)
{
    struct frank_wolfe *descent = &call->descent[2 * t + kind];
    parot_trial *trial = &call->trial[t];
    parot_status status = follow(call, t, descent, kind ? &call->exact : &call->gromov, err);
    if (status < 0) {
        frank_wolfe_close(descent);
        return status;
    }
    frank_wolfe_close_gap(descent);
    double objective = objective_of(call, descent);
    int is_stopped = descent->status == PAROT_CANCELLED || descent->status == PAROT_TIME_LIMIT;
    if (kind == 1 && !is_lower(trial, descent, objective)) {
        trial->status = is_stopped ? descent->status : trial->status;
        frank_wolfe_close(descent);
        return PAROT_OK;
    }
    if (kind == 1)
        frank_wolfe_close(call_descent(call, t));
    call->kind[t] = (int8_t)kind;
    *trial = (parot_trial){.start = call->start[t].kind,
                           .number = call->start[t].number,
                           .status = descent->status,
                           .objective = objective,
                           .stationarity = descent->gap,
                           .iterations = descent->steps,
                           .history = descent->history,
                           .objectives = descent->objectives,
                           .stationarities = descent->gaps};
    return PAROT_OK;
}

/* Would exact steps go another way than the long ones have gone? With whole rows,
 * or by factors, nobody knows. */
static int has_other_steps(const struct call *call, int64_t t)
{
    return call->has_both &&
           (call->whole_rows.make || call->gromov.factors || call->descent[2 * t].fork.is_there);
}

static void run_trial(struct call *call, int64_t t)
{
    parot_error err = {0};
    parot_status status = try_steps(call, t, 0, &err);
    const parot_trial *trial = &call->trial[t];
    if (status == PAROT_OK && has_other_steps(call, t) && trial->objective > call->gromov.bound &&
        trial->status != PAROT_CANCELLED && trial->status != PAROT_TIME_LIMIT) {
        status = try_steps(call, t, 1, &err);
        if (status < 0)
            frank_wolfe_close(call_descent(call, t));
    }
    if (status < 0) {
        trials_leave_out(call, t, status);
        trials_note_failure(call, t, status, &err);
        return;
    }
    struct frank_wolfe *descent = call_descent(call, t);
    frank_wolfe_marginals(descent, call->moved + t * call->rows, descent->bench.col_sum);
    const parot_trial done = call->trial[t];
    trials_store(call, t, &done);
    judge(call, t);
}

void trials_leave_out(struct call *call, int64_t t, parot_status why)
{
    call->trial[t] = (parot_trial){.start = call->start[t].kind,
                                   .number = call->start[t].number,
                                   .status = why,
                                   .objective = NAN,
                                   .stationarity = NAN};
    memset(call->moved + t * call->rows, 0, (size_t)call->rows * sizeof *call->moved);
}

/* Is there no time, or no need, to begin this one? The first start always runs: it is the answer
 * when time is short. */
static int is_over(struct call *call, int64_t t)
{
    double limit = call->control.run.time_limit;
    pthread_mutex_lock(&call->team.lock);
    int is_stopped = call->team.is_stopped, is_needless = t > call->perfect;
    pthread_mutex_unlock(&call->team.lock);
    parot_status status = is_stopped                                              ? PAROT_CANCELLED
                          : limit > 0 && control_seconds(&call->control) >= limit ? PAROT_TIME_LIMIT
                                                                                  : PAROT_OK;
    if (t == 0 || (status == PAROT_OK && !is_needless))
        return 0;
    trials_leave_out(call, t, is_needless ? PAROT_OK : status);
    return 1;
}

/* A row of trials. */
struct some {
    struct call *call;
    int64_t first;
};

static void run_trials(int64_t begin, int64_t end, void *context)
{
    const struct some *some = context;
    for (int64_t t = some->first + begin; t < some->first + end; t++)
        if (!is_over(some->call, t))
            run_trial(some->call, t);
}

void trials_run_some(struct call *call, int32_t threads, int64_t begin, int64_t end)
{
    struct some some = {call, begin};
    parallel_for(threads, end - begin, 1, run_trials, &some);
}

parot_status trials_run(struct call *call, parot_error *err)
{
    int32_t threads = call->control.run.threads;
    if (call->trials > 1)
        call->exact.tensor.threads = call->gromov.tensor.threads = call->control.run.threads = 1;
    call->perfect = call->trials;
    if (trials_take_crew(call)) {
        TRY(trials_share(call, threads, err));
    } else {
        if (threads > 1 && call->trials > 1)
            call->control.run.ranks = NULL; /* which serve one thread */
        trials_run_some(call, threads, 0, call->trials);
    }
    /* Threads may have begun starts that one thread would not have: these do not count. */
    for (int64_t t = call->perfect + 1; t < call->trials; t++)
        trials_leave_out(call, t, PAROT_OK);
    if (call->failed > call->perfect)
        call->failure = PAROT_OK;
    if (call->failure < 0 && err)
        *err = call->err;
    return call->failure;
}
