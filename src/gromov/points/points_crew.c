/* points_crew.c - a piece is one start, which a rank follows with all of its threads. The clouds
 * are sent once; see gromov/trials_crew.c for how the best start is found. */
#include "gromov/points/points_crew.h"

#include <stdlib.h>
#include <string.h>

#include "base/crew_pack.h"
#include "gromov/points/points_call.h"
#include "gromov/points/points_units.h"
#include "gromov/trials_crew.h"
#include "gromov/trials_wire.h"

enum { ABOUT_SETTINGS, ABOUT_X, ABOUT_Y, ABOUT_P, ABOUT_Q, ABOUT_X_FEATURES, ABOUT_Y_FEATURES };

struct settings {
    parot_gromov_options options; /* without pointers, as the caller gave them */
    int64_t n, m, ds, dt, features, metric;
    double mass, alpha;
    struct crew_rules rules;
};

/* ---- The clouds on other ranks ------------------------------------------- */

struct copy {
    struct points_call points; /* the first member: what POINT_STARTS_CREW calls the object */
    parot_gromov_points_problem problem;
};

static void close_copy(void *object)
{
    struct copy *copy = object;
    points_call_close(&copy->points);
    free(copy);
}

static parot_status open_copy(void **object, const struct crew_part *part, struct control *control)
{
    struct copy *copy = calloc(1, sizeof *copy);
    struct settings settings;
    if (!copy)
        return PAROT_ENOMEM;
    memcpy(&settings, part[ABOUT_SETTINGS].data, sizeof settings);
    copy->problem = (parot_gromov_points_problem){
        .x = {part[ABOUT_X].data, settings.n, settings.ds, settings.ds},
        .y = {part[ABOUT_Y].data, settings.m, settings.dt, settings.dt},
        .metric = (parot_metric)settings.metric,
        .p = part[ABOUT_P].data,
        .q = part[ABOUT_Q].data,
        .mass = settings.mass,
        .x_features = part[ABOUT_X_FEATURES].data,
        .y_features = part[ABOUT_Y_FEATURES].data,
        .features = settings.features,
        .alpha = settings.alpha};
    struct call *call = &copy->points.call;
    copy->points.problem = &copy->problem;
    *call = (struct call){.options = settings.options, .control = *control, .best = -1};
    crew_obey(&call->control.run, &settings.rules);
    parot_status status = points_call_open(&copy->points, NULL);
    if (status == PAROT_OK)
        *object = copy;
    else
        close_copy(copy);
    return status;
}

/* ---- A start, on any rank ------------------------------------------------- */

/* Has the arrays of the object, and a best start of its own. */
static parot_status begin_starts(void **state, void *object, const struct crew_part *part,
                                 struct control *control)
{
    struct points_call *points = malloc(sizeof *points);
    (void)part;
    *state = points;
    if (!points)
        return PAROT_ENOMEM;
    *points = *(const struct points_call *)object;
    struct call *call = &points->call;
    trials_begin(call, control);
    shared_run_open(&points->shared, &call->control, &call->team);
    points->gromov.shared = &points->shared;
    return PAROT_OK;
}

static void end_starts(void *state)
{
    struct points_call *points = state;
    points_descent_close(&points->here);
    points_descent_close(&points->best);
    pthread_mutex_destroy(&points->call.team.lock);
    free(points);
}

static int put_piece(struct points_call *points, int64_t t, struct crew_answer *message)
{
    struct answer answer = {0};
    parot_error err = {0};
    trials_name_stop(&points->call, &points->call.trial[t]);
    if (!trials_put(message, &points->call, t, t + 1))
        return 0;
    if (points->call.best != t)
        return 1;
    parot_status status = points_make_answer(points, &answer, &err);
    int is_put = answer_put(message, t, &answer, status, &err);
    parot_result_free(&answer.transport);
    return is_put;
}

/* A start that was stopped before it had a plan is one that was not tried. */
static parot_status run_piece(void *state, int64_t t, struct crew_answer *message)
{
    struct points_call *points = state;
    struct call *call = &points->call;
    parot_error err = {0};
    points_list_trial(points, t);
    call->failure = PAROT_OK;
    parot_status status = points_run_trial(points, t, &err);
    if (status == PAROT_ESTOPPED)
        call->trial[t].status = PAROT_CANCELLED;
    else if (status < 0)
        trials_note_failure(call, t, status, &err);
    if (put_piece(points, t, message))
        return PAROT_OK;
    message->bytes = 0;
    return PAROT_ENOMEM;
}

const struct crew_kind POINT_STARTS_CREW = {open_copy, close_copy, begin_starts, run_piece,
                                            end_starts};

/* ---- Rank 0 -------------------------------------------------------------- */

static struct settings settings_of(const struct points_call *points)
{
    const parot_gromov_points_problem *problem = points->problem;
    struct settings settings = {.options = points->call.options,
                                .n = problem->x.rows,
                                .m = problem->y.rows,
                                .ds = problem->x.cols,
                                .dt = problem->y.cols,
                                .features = problem->features,
                                .metric = problem->metric,
                                .mass = problem->mass,
                                .alpha = problem->alpha,
                                .rules = crew_rules(&points->call.control.run)};
    settings.options.restarts -= points_default_restarts(points);
    settings.options.anchors = 0; /* for which there are no starts here */
    settings.options.anchor_source = settings.options.anchor_target = NULL;
    return settings;
}

/* Works: x and y are the caller's to free. */
static parot_status share(struct points_call *points, double **x, double **y, parot_error *err)
{
    const parot_gromov_points_problem *problem = points->problem;
    struct settings settings = settings_of(points);
    int64_t n = problem->x.rows, m = problem->y.rows;
    struct crew_job job = {
        .number = CREW_POINT_STARTS,
        .kind = &POINT_STARTS_CREW,
        .object = points,
        .about = {[ABOUT_SETTINGS] = {&settings, sizeof settings},
                  [ABOUT_P] = crew_numbers(problem->p, n),
                  [ABOUT_Q] = crew_numbers(problem->q, m),
                  [ABOUT_X_FEATURES] = crew_numbers(problem->x_features, n * problem->features),
                  [ABOUT_Y_FEATURES] = crew_numbers(problem->y_features, m * problem->features)},
        .pieces = points->call.trials};
    int is_packed = crew_table(problem->x, x, &job.about[ABOUT_X]) &&
                    crew_table(problem->y, y, &job.about[ABOUT_Y]);
    return trials_run_job(&points->call, is_packed ? &job : NULL, err);
}

parot_status points_share(struct points_call *points, parot_error *err)
{
    struct call *call = &points->call;
    double *x = NULL, *y = NULL;
    call->perfect = call->trials;
    parot_status status = share(points, &x, &y, err);
    free(x);
    free(y);
    TRY(status);
    for (int64_t t = call->perfect + 1; t < call->trials; t++)
        points_list_trial(points, t);
    if (call->failure < 0 && err)
        *err = call->err;
    TRY(call->failure);
    if (call->best >= 0)
        return PAROT_OK;
    shared_run_open(&points->shared, &call->control, &call->team); /* which has been stopped */
    return points_run_trial(points, 0, err);
}

/* With fewer starts than ranks, or where ranks have no room for all points, they help with each
 * linear problem instead. */
int points_take_crew(const struct points_call *points)
{
    const struct call *call = &points->call;
    parot_ranks *ranks = call->control.run.ranks;
    double work = crew_work((double)points->problem->x.rows, (double)points->problem->y.rows,
                            points_rank(&points->gromov));
    return ranks && call->trials > 1 && call->trials >= crew_count(ranks) &&
           crew_parts(ranks) == 1 && !control_is_time_up(&call->control) &&
           crew_take(ranks, (double)call->trials * work);
}
