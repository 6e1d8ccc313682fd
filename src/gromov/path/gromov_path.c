/* gromov_path.c - a sweep over masses until its plans see an elbow; the plan of any other mass. */
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "cost/metric.h"
#include "gromov/call.h"
#include "gromov/path/path_sweep.h"
#include "gromov/spaces.h"
#include "partial/problem.h"

enum {
    MOST_MASSES = 1000,
    DEFAULT_MASSES = 19,
    DRAWS = 5, /* times that starts are drawn again where no plan sees an elbow */
    AROUND = 3 /* masses that are added: the elbow and both ends of its range */
};

static const double DEFAULT_LEAST = 0.1;

/* Masses that are nearer to each other, as shares, are the same one. */
static const double NEAR = 0.00125;

void parot_gromov_path_options_init_sized(parot_gromov_path_options *options, size_t struct_size)
{
    parot_gromov_path_options defaults = {.least = DEFAULT_LEAST, .masses = DEFAULT_MASSES};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

/* ---- The door ----------------------------------------------------------- */

static parot_status check_options(const struct sweep *sweep, parot_error *err)
{
    const parot_gromov_path_options *path = &sweep->path;
    const parot_gromov_options *options = &sweep->ways.options;
    if (!(path->least > 0 && path->least < 1))
        return fail(err, PAROT_EINVAL, "path.least: must be a share above 0 and below 1, got %g",
                    path->least);
    if (path->masses < 2 || path->masses > MOST_MASSES)
        return fail(err, PAROT_EINVAL, "path.masses: must be between 2 and %d, got %d", MOST_MASSES,
                    (int)path->masses);
    if (options->start || options->starts & PAROT_START_GIVEN)
        return fail(err, PAROT_EINVAL,
                    "options.start: must be NULL, since a plan has one mass and a path has many");
    if (options->whole_rows)
        return fail(err, PAROT_EINVAL,
                    "options.whole_rows: must be 0, since few masses are sums of whole rows");
    return PAROT_OK;
}

static parot_status check_points_problem(const parot_gromov_points_problem *points,
                                         parot_error *err)
{
    if (points->metric != PAROT_METRIC_SQEUCLIDEAN)
        return fail(
            err, PAROT_EINVAL,
            "metric: must be sqeuclidean for a path without matrices, got %s; use parot_cost "
            "and parot_gromov_path",
            parot_metric_name(points->metric) ? parot_metric_name(points->metric) : "?");
    if (points->features != 0)
        return fail(err, PAROT_EINVAL,
                    "features: must be 0 for a path without matrices, got %lld; use "
                    "parot_gromov_path",
                    (long long)points->features);
    TRY(check_points_shape(points->x, points->y, err));
    double largest = 0;
    TRY(check_points("x", points->x, points->metric, &largest, err));
    return check_points("y", points->y, points->metric, &largest, err);
}

static parot_status check_problem(const struct path_ways *ways, parot_error *err)
{
    if (ways->has_points)
        return check_points_problem(&ways->points, err);
    if (!(ways->matrices.alpha > 0 && ways->matrices.alpha <= 1))
        return fail(err, PAROT_EINVAL,
                    "alpha: must be above 0 and at most 1, got %g; parot_partial_curve has all "
                    "masses of costs alone",
                    ways->matrices.alpha);
    TRY(spaces_check_shape("source", ways->matrices.source, err));
    return spaces_check_shape("target", ways->matrices.target, err);
}

static void layout_room(struct sweep *sweep, struct arena *arena)
{
    int64_t most = sweep->path.masses + AROUND;
    sweep->changed = arena_take(arena, most, sizeof *sweep->changed);
    sweep->seen[0] = arena_take(arena, most, sizeof *sweep->seen[0]);
    sweep->seen[1] = arena_take(arena, most, sizeof *sweep->seen[1]);
    sweep->judged = arena_take(arena, most, sizeof *sweep->judged);
    sweep->seen_elbow = arena_take(arena, most, sizeof *sweep->seen_elbow);
    sweep_layout_samples(sweep, arena);
    sweep->memory = arena->block;
}

static void layout_result(struct sweep *sweep, struct arena *arena)
{
    parot_gromov_path_result *out = sweep->out;
    int64_t most = sweep->path.masses + AROUND;
    out->share = arena_take(arena, most, sizeof *out->share);
    out->result = arena_take(arena, most, sizeof *out->result);
    out->owner = arena->block;
}

/* The smaller of both totals. */
static parot_status find_total(const struct path_ways *ways, double *total, parot_error *err)
{
    struct weights p = {ways->has_points ? ways->points.p : ways->matrices.p, path_ways_rows(ways)};
    struct weights q = {ways->has_points ? ways->points.q : ways->matrices.q, path_ways_cols(ways)};
    TRY(check_weights("p", p.values, p.count, err));
    TRY(check_weights("q", q.values, q.count, err));
    *total = fmin(weights_total(p), weights_total(q));
    return PAROT_OK;
}

static parot_status prepare(struct sweep *sweep, parot_error *err)
{
    struct arena room = {0}, kept = {0};
    int64_t count = sweep->path.masses;
    TRY(check_options(sweep, err));
    TRY(check_problem(&sweep->ways, err));
    TRY(find_total(&sweep->ways, &sweep->out->total, err));
    TRY(path_ways_open(&sweep->ways, err));
    layout_room(sweep, &room);
    TRY(arena_open(&room, &sweep->control, err));
    layout_room(sweep, &room);
    layout_result(sweep, &kept);
    TRY(arena_open(&kept, &sweep->control, err));
    layout_result(sweep, &kept);
    sweep->out->count = count;
    sweep->rounding = path_ways_rounding(&sweep->ways, sweep->out->total);
    for (int64_t k = 0; k < count - 1; k++)
        sweep->out->share[k] =
            sweep->path.least + (1 - sweep->path.least) * (double)k / (double)(count - 1);
    sweep->out->share[count - 1] = 1;
    return PAROT_OK;
}

/* ---- The sweep ---------------------------------------------------------- */

/* Starts are drawn again until a plan sees an elbow, unless nothing costs anything. */
static parot_status search(struct sweep *sweep, parot_error *err)
{
    parot_status status = sweep_settle(sweep, 0, err);
    if (status == PAROT_OK)
        status = sweep_judge(sweep, err);
    for (int32_t draw = 1; draw <= DRAWS && status == PAROT_OK; draw++) {
        if (sweep->out->has_elbow || isnan(sweep->out->bend) || !path_ways_can_draw(&sweep->ways))
            return PAROT_OK;
        status = sweep_settle(sweep, draw, err);
        if (status == PAROT_OK)
            status = sweep_judge(sweep, err);
    }
    return status;
}

/* Masses at the elbow and at both ends of its range, for the table and for plans between. */
static parot_status refine(struct sweep *sweep, parot_error *err)
{
    const parot_gromov_path_result *out = sweep->out;
    if (!out->has_elbow)
        return PAROT_OK;
    sweep_insert(sweep, out->low, NEAR);
    sweep_insert(sweep, out->elbow, NEAR);
    sweep_insert(sweep, out->high, NEAR);
    return sweep_settle(sweep, -1, err);
}

/* After a stop: the masses that have a plan, in their order. */
static void leave_out_unsolved(struct sweep *sweep)
{
    parot_gromov_path_result *out = sweep->out;
    int64_t kept = 0;
    for (int64_t k = 0; k < out->count; k++)
        if (sweep->changed[k]) {
            out->share[kept] = out->share[k];
            out->result[kept++] = out->result[k];
        }
    out->count = kept;
    out->has_elbow = 0;
    out->elbow = out->low = out->high = 1;
    out->bend = NAN;
}

/* Works: all that it acquires is in *sweep and its result, also on failure. */
static parot_status follow(struct sweep *sweep, parot_error *err)
{
    TRY(prepare(sweep, err));
    parot_status status = search(sweep, err);
    if (status == PAROT_OK && !sweep->path.is_plain)
        status = refine(sweep, err);
    if (status == PAROT_ESTOPPED && sweep->clock > 0)
        status = control_is_time_up(&sweep->control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
    if (status < 0)
        return status;
    sweep->out->status = status;
    if (status != PAROT_OK)
        leave_out_unsolved(sweep);
    return status;
}

/* Owns: the problem is in *sweep. */
static parot_status run_path(struct sweep *sweep, const parot_gromov_path_options *path,
                             const parot_gromov_options *options, const parot_run *run,
                             parot_gromov_path_result *result, parot_error *err)
{
    parot_gromov_path_result local = {0};
    TRY(control_init(&sweep->control, run, err));
    TRY(gromov_take_options(options, &sweep->ways.options, err));
    parot_gromov_path_options_init(&sweep->path);
    if (path)
        TRY(options_take(&sweep->path, sizeof sweep->path, path, "path",
                         "parot_gromov_path_options", err));
    sweep->ways.control = &sweep->control;
    sweep->out = &local;
    parot_status status = follow(sweep, err);
    if (status >= 0)
        *result = local;
    else
        parot_gromov_path_result_free(&local);
    block_free(sweep->ways.memory);
    block_free(sweep->memory);
    return status;
}

parot_status parot_gromov_path(const parot_gromov_problem *problem,
                               const parot_gromov_path_options *path,
                               const parot_gromov_options *options, const parot_run *run,
                               parot_gromov_path_result *result, parot_error *err)
{
    struct sweep sweep = {0};
    TRY(CHECK_GIVEN(err, problem, result));
    TRY(CHECK_RESERVED(problem, err));
    sweep.ways.matrices = *problem;
    return run_path(&sweep, path, options, run, result, err);
}

parot_status parot_gromov_points_path(const parot_gromov_points_problem *problem,
                                      const parot_gromov_path_options *path,
                                      const parot_gromov_options *options, const parot_run *run,
                                      parot_gromov_path_result *result, parot_error *err)
{
    struct sweep sweep = {0};
    TRY(CHECK_GIVEN(err, problem, result));
    TRY(CHECK_RESERVED(problem, err));
    sweep.ways.points = *problem;
    sweep.ways.has_points = 1;
    return run_path(&sweep, path, options, run, result, err);
}

void parot_gromov_path_result_free(parot_gromov_path_result *result)
{
    if (!result)
        return;
    for (int64_t k = 0; k < result->count; k++)
        parot_gromov_result_free(&result->result[k]);
    block_free(result->owner);
    *result = (parot_gromov_path_result){0};
}

/* ---- Any mass ----------------------------------------------------------- */

/* From the plans of the masses next to it; the lower end is the answer. */
static parot_status solve_between(struct path_ways *ways, double mass,
                                  const parot_gromov_path_result *path, parot_gromov_result *result,
                                  parot_error *err)
{
    int64_t above = 0;
    parot_status stopped = PAROT_OK; /* a run that is stopped does not begin again with a plan */
    TRY(path_ways_open(ways, err));
    while (above < path->count && path->share[above] * path->total < mass)
        above++;
    for (int64_t k = above - 1; k <= above && !(stopped && result->transport.owner); k++) {
        parot_gromov_result found = {0};
        if (k < 0 || k >= path->count)
            continue;
        const parot_plan *plan = &path->result[k].transport.plan;
        if (plan->rows != path_ways_rows(ways) || plan->cols != path_ways_cols(ways))
            return fail(err, PAROT_ESHAPE, "path is for %lld x %lld points, the problem has others",
                        (long long)plan->rows, (long long)plan->cols);
        parot_status status = path_ways_solve(ways, mass, 0, plan, &found, err);
        if (status == PAROT_ESTOPPED)
            stopped = control_is_time_up(ways->control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
        if (status == PAROT_CANCELLED || status == PAROT_TIME_LIMIT)
            stopped = status;
        if (status == PAROT_ESTOPPED && k < above && above < path->count)
            continue; /* the plan of more mass is one of this mass, too */
        if (status < 0)
            return status;
        int is_lower =
            !result->transport.owner || found.transport.objective < result->transport.objective;
        parot_gromov_result_free(is_lower ? result : &found);
        if (is_lower)
            *result = found;
    }
    if (stopped)
        result->transport.status = stopped;
    return result->transport.status;
}

/* Owns: the problem is in *ways. */
static parot_status run_at(struct path_ways *ways, double mass,
                           const parot_gromov_path_result *path,
                           const parot_gromov_options *options, const parot_run *run,
                           parot_gromov_result *result, parot_error *err)
{
    struct control control = {0};
    parot_gromov_result local = {0};
    double total = 0;
    if (path->count < 1)
        return fail(err, PAROT_EINVAL, "path: has no masses; fill it with parot_gromov_path");
    TRY(control_init(&control, run, err));
    TRY(gromov_take_options(options, &ways->options, err));
    TRY(check_problem(ways, err));
    TRY(find_total(ways, &total, err));
    ways->control = &control;
    parot_status status = solve_between(ways, mass, path, &local, err);
    if (status >= 0)
        *result = local;
    else
        parot_gromov_result_free(&local);
    block_free(ways->memory);
    return status;
}

parot_status parot_gromov_path_at(const parot_gromov_problem *problem,
                                  const parot_gromov_path_result *path,
                                  const parot_gromov_options *options, const parot_run *run,
                                  parot_gromov_result *result, parot_error *err)
{
    struct path_ways ways = {0};
    TRY(CHECK_GIVEN(err, problem, path, result));
    TRY(CHECK_RESERVED(problem, err));
    ways.matrices = *problem;
    return run_at(&ways, problem->mass, path, options, run, result, err);
}

parot_status parot_gromov_points_path_at(const parot_gromov_points_problem *problem,
                                         const parot_gromov_path_result *path,
                                         const parot_gromov_options *options, const parot_run *run,
                                         parot_gromov_result *result, parot_error *err)
{
    struct path_ways ways = {.has_points = 1};
    TRY(CHECK_GIVEN(err, problem, path, result));
    TRY(CHECK_RESERVED(problem, err));
    ways.points = *problem;
    return run_at(&ways, problem->mass, path, options, run, result, err);
}
