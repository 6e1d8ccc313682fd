/* trials_crew.c - a piece is as many starts as a rank has threads, followed side by side.
 *
 * The problem is sent once, and every rank prepares it as rank 0 has done. A start is followed the
 * same way wherever that is. A rank compares those that it has followed; one that is better than
 * all before is brought to its end there, and the answer is sent with it. Rank 0 compares the
 * starts of all, in their order, and the answer of the best has come with it: pieces of a rank come
 * in order, so the best of all was the best of its rank so far.
 */
#include "gromov/trials_crew.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/crew_pack.h"
#include "gromov/trials_wire.h"
#include "gromov/whole_row_oracles.h"

enum {
    ABOUT_SETTINGS,
    ABOUT_SOURCE,
    ABOUT_TARGET,
    ABOUT_COST,
    ABOUT_P,
    ABOUT_Q,
    ABOUT_START,
    ABOUT_ANCHORS
};

struct settings {
    parot_gromov_options options; /* without pointers */
    int64_t n, m, loss;
    double alpha, mass, bound;
    int64_t is_whole, tries_all;
    struct crew_rules rules;
};

/* ---- The problem on other ranks ------------------------------------------ */

struct copy {
    struct call call; /* the first member: what STARTS_CREW calls the object */
    parot_gromov_problem problem;
};

static void close_copy(void *object)
{
    struct copy *copy = object;
    call_close(&copy->call);
    free(copy);
}

static parot_gromov_options options_of(const struct settings *settings,
                                       const struct crew_part *part)
{
    parot_gromov_options options = settings->options;
    options.start = part[ABOUT_START].data;
    options.anchor_source = part[ABOUT_ANCHORS].data;
    options.anchor_target = options.anchors > 0 ? options.anchor_source + options.anchors : NULL;
    return options;
}

static parot_status open_copy(void **object, const struct crew_part *part, struct control *control)
{
    struct copy *copy = calloc(1, sizeof *copy);
    struct settings settings;
    if (!copy)
        return PAROT_ENOMEM;
    memcpy(&settings, part[ABOUT_SETTINGS].data, sizeof settings);
    int64_t n = settings.n, m = settings.m;
    copy->problem = (parot_gromov_problem){.source = {part[ABOUT_SOURCE].data, n, n, n},
                                           .target = {part[ABOUT_TARGET].data, m, m, m},
                                           .alpha = settings.alpha,
                                           .loss = (parot_loss)settings.loss,
                                           .p = part[ABOUT_P].data,
                                           .q = part[ABOUT_Q].data,
                                           .mass = settings.mass};
    if (part[ABOUT_COST].data)
        copy->problem.cost = (parot_matrix){part[ABOUT_COST].data, n, m, m};
    copy->call = (struct call){
        .problem = &copy->problem,
        .options = options_of(&settings, part),
        .whole_rows = {settings.is_whole ? whole_rows_make : NULL, NULL, (int)settings.tries_all},
        .control = *control,
        .best = -1};
    crew_obey(&copy->call.control.run, &settings.rules);
    parot_status status = call_open(&copy->call, settings.bound, NULL);
    if (status == PAROT_OK)
        *object = copy;
    else
        close_copy(copy);
    return status;
}

/* ---- Starts, on any rank -------------------------------------------------- */

struct share {
    struct call call; /* has the arrays of the object, and a best start of its own */
    int32_t threads;
};

void trials_begin(struct call *call, const struct control *control)
{
    const struct crew_rules rules = crew_rules(&call->control.run);
    call->control = *control;
    crew_obey(&call->control.run, &rules);
    call->perfect = call->trials;
    call->team = (struct team){.is_stopped = 0};
    pthread_mutex_init(&call->team.lock, NULL);
}

static parot_status begin_starts(void **state, void *object, const struct crew_part *part,
                                 struct control *control)
{
    struct share *share = malloc(sizeof *share);
    (void)part;
    *state = share;
    if (!share)
        return PAROT_ENOMEM;
    *share = (struct share){.call = *(const struct call *)object, .threads = control->run.threads};
    struct call *call = &share->call;
    trials_begin(call, control);
    call->control.run.threads = 1;
    call->gromov.tensor.threads = call->exact.tensor.threads = 1;
    return PAROT_OK;
}

static void end_starts(void *state)
{
    struct share *share = state;
    if (share->call.best >= 0)
        frank_wolfe_close(call_descent(&share->call, share->call.best));
    pthread_mutex_destroy(&share->call.team.lock);
    free(share);
}

void trials_name_stop(const struct call *call, parot_trial *trial)
{
    if (trial->status == PAROT_CANCELLED && control_is_time_up(&call->control))
        trial->status = PAROT_TIME_LIMIT;
}

/* The trials of a piece, and the answer if the best so far is one of them. */
static int put_piece(struct call *call, int64_t begin, int64_t end, struct crew_answer *message)
{
    struct answer answer = {0};
    parot_error err = {0};
    for (int64_t t = begin; t < end; t++)
        trials_name_stop(call, &call->trial[t]);
    if (!trials_put(message, call, begin, end))
        return 0;
    if (call->best < begin)
        return 1;
    parot_status status = answer_make(call, &answer, &err);
    trials_name_stop(call, &answer.trial);
    int is_put = answer_put(message, call->best, &answer, status, &err);
    parot_result_free(&answer.transport);
    frank_wolfe_close(call_descent(call, call->best));
    return is_put;
}

static parot_status run_piece(void *state, int64_t piece, struct crew_answer *message)
{
    struct share *share = state;
    struct call *call = &share->call;
    int64_t begin = piece * share->threads, end = begin + share->threads;
    end = end < call->trials ? end : call->trials;
    call->failure = PAROT_OK;
    trials_run_some(call, share->threads, begin, end);
    if (put_piece(call, begin, end, message))
        return PAROT_OK;
    message->bytes = 0;
    return PAROT_ENOMEM;
}

const struct crew_kind STARTS_CREW = {open_copy, close_copy, begin_starts, run_piece, end_starts};

/* ---- Rank 0 -------------------------------------------------------------- */

static parot_status run_job(struct call *call, struct crew_job *job)
{
    parot_ranks *ranks = call->control.run.ranks;
    int64_t id = 0;
    job->object_id = &id;
    job->take = trials_take;
    job->user = call;
    job->is_long = job->takes_rest = 1;
    job->stage = "starts";
    parot_status status = crew_run(ranks, job, &call->control);
    crew_forget(ranks, id);
    return status;
}

parot_status trials_run_job(struct call *call, struct crew_job *job, parot_error *err)
{
    parot_status status = job ? run_job(call, job) : PAROT_ENOMEM;
    crew_release(call->control.run.ranks);
    if (status < 0)
        return crew_fail(status, "the problem and its starts", err);
    if (call->failure < 0 || call->perfect < call->trials)
        return PAROT_OK;
    call->team.is_stopped |= status == PAROT_CANCELLED;
    for (int64_t t = 0; status > 0 && t < call->trials; t++)
        if (isnan(call->trial[t].objective) && call->trial[t].status == PAROT_OK)
            call->trial[t].status = status;
    return PAROT_OK;
}

/* ---- What is sent -------------------------------------------------------- */

static struct settings settings_of(const struct call *call)
{
    const parot_gromov_problem *problem = call->problem;
    struct settings settings = {.options = call->options,
                                .n = problem->source.rows,
                                .m = problem->target.rows,
                                .loss = problem->loss,
                                .alpha = problem->alpha,
                                .mass = problem->mass,
                                .bound = call->gromov.bound,
                                .is_whole = call->whole_rows.make != NULL,
                                .tries_all = call->whole_rows.tries_all,
                                .rules = crew_rules(&call->control.run)};
    settings.options.start = NULL;
    settings.options.anchor_source = settings.options.anchor_target = NULL;
    return settings;
}

/* Copies of what has gaps between its rows, or is in two places. */
struct packed {
    double *source, *target, *cost;
    int32_t *anchors;
};

static int pack_anchors(const parot_gromov_options *options, int32_t **packed,
                        struct crew_part *part)
{
    size_t bytes = (size_t)options->anchors * sizeof **packed;
    if (options->anchors == 0)
        return 1;
    *packed = malloc(2 * bytes);
    if (!*packed)
        return 0;
    memcpy(*packed, options->anchor_source, bytes);
    memcpy(*packed + options->anchors, options->anchor_target, bytes);
    *part = (struct crew_part){*packed, 2 * bytes};
    return 1;
}

static int pack_all(const struct call *call, struct packed *packed, struct crew_part *about)
{
    const parot_gromov_problem *problem = call->problem;
    int64_t n = problem->source.rows, m = problem->target.rows;
    about[ABOUT_P] = crew_numbers(problem->p, n);
    about[ABOUT_Q] = crew_numbers(problem->q, m);
    about[ABOUT_START] = crew_numbers(call->options.start, n * m);
    return crew_table(problem->source, &packed->source, &about[ABOUT_SOURCE]) &&
           crew_table(problem->target, &packed->target, &about[ABOUT_TARGET]) &&
           crew_table(problem->cost, &packed->cost, &about[ABOUT_COST]) &&
           pack_anchors(&call->options, &packed->anchors, &about[ABOUT_ANCHORS]);
}

static parot_status share(struct call *call, struct packed *packed, parot_error *err)
{
    struct settings settings = settings_of(call);
    int32_t together = call->control.run.threads;
    struct crew_job job = {.number = CREW_STARTS,
                           .kind = &STARTS_CREW,
                           .object = call,
                           .about = {[ABOUT_SETTINGS] = {&settings, sizeof settings}},
                           .pieces = (call->trials + together - 1) / together};
    return trials_run_job(call, pack_all(call, packed, job.about) ? &job : NULL, err);
}

/* A start that was stopped before its end is the answer if no other has come. */
parot_status trials_share(struct call *call, int32_t threads, parot_error *err)
{
    struct packed packed = {0};
    for (int64_t t = 0; t < call->trials; t++)
        trials_leave_out(call, t, PAROT_OK);
    call->control.run.threads = threads;
    parot_status status = share(call, &packed, err);
    call->control.run.threads = 1;
    free(packed.source);
    free(packed.target);
    free(packed.cost);
    free(packed.anchors);
    if (status == PAROT_OK && call->best < 0 && call->failure == PAROT_OK)
        trials_run_some(call, 1, 0, 1);
    return status;
}

/* As if each start were a few steps; a hook of the caller cannot be sent. */
int trials_take_crew(const struct call *call)
{
    double n = (double)call->problem->source.rows, m = (double)call->problem->target.rows;
    int is_known = !call->whole_rows.make || call->whole_rows.make == whole_rows_make;
    return call->control.run.ranks && call->trials > 1 && is_known && !call->team.is_stopped &&
           !control_is_time_up(&call->control) &&
           crew_take(call->control.run.ranks, (double)call->trials * n * m * (n + m));
}
