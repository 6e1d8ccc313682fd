/* gromov_path.c - one sweep over masses, each begun at the plans of its neighbours.
 *
 * A plan T of one mass begins the descent at another mass s with the step that Algorithm 1 would
 * take there: the vertex of mass s that is best for the gradient at T. It is a plan whether s is
 * larger or smaller. Masses are gone through downwards and upwards in turn; a mass whose plan has
 * become lower is tried by its neighbours again, until none changes. Which minimum is followed is
 * decided by the few masses that are solved from all starts.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/options.h"
#include "base/run.h"
#include "gromov/call.h"
#include "gromov/gromov.h"
#include "partial/problem.h"

enum {
    MOST_MASSES = 1000,
    DEFAULT_MASSES = 19,
    SEARCHED = 5, /* masses that are solved from all starts: what most of the time goes to */
    BETWEEN = 4,  /* near the elbow masses lie that many times as dense */
    AROUND = 16,  /* such masses at most, for the elbow itself lies between two of them */
    PASSES = 6    /* down and up in turn; improvements after that have not been seen */
};

static const double DEFAULT_LEAST = 0.1;

/* A plan that is lower by less than this is the same one. */
static const double LOWER = 1e-9;

/* What prices are rounded to, relative to the square of the largest distance. */
static const double ROUNDING = 1e-12;

struct sweep {
    struct control control;
    parot_gromov_problem problem; /* of any mass */
    parot_gromov_path_options path;
    parot_gromov_options options;
    parot_gromov_path_result *out;
    double *gradient, *start; /* n x m each */
    int64_t *changed;         /* when each mass got its plan; 0: it has none */
    int64_t *seen[2];         /* of the neighbour below, above: the plan that was tried last */
    int64_t clock;
    double rounding; /* prices below it are none */
    void *memory;
};

void parot_gromov_path_options_init_sized(parot_gromov_path_options *options, size_t struct_size)
{
    parot_gromov_path_options defaults = {.least = DEFAULT_LEAST, .masses = DEFAULT_MASSES};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

/* ---- The door ----------------------------------------------------------- */

static parot_status check_options(const struct sweep *sweep, parot_error *err)
{
    const parot_gromov_path_options *path = &sweep->path;
    if (!(path->least > 0 && path->least < 1))
        return fail(err, PAROT_EINVAL, "path.least: must be between 0 and 1, got %g", path->least);
    if (path->masses < 2 || path->masses > MOST_MASSES)
        return fail(err, PAROT_EINVAL, "path.masses: must be between 2 and %d, got %d", MOST_MASSES,
                    (int)path->masses);
    if (sweep->options.start || sweep->options.starts & PAROT_START_GIVEN)
        return fail(err, PAROT_EINVAL,
                    "options.start: must be NULL, since a plan has one mass and a path has many");
    if (sweep->options.whole_rows)
        return fail(err, PAROT_EINVAL,
                    "options.whole_rows: must be 0, since few masses are sums of whole rows");
    if (sweep->problem.alpha == 0)
        return fail(err, PAROT_EINVAL,
                    "alpha: must be above 0; parot_partial_curve has all masses of costs alone");
    return PAROT_OK;
}

static void layout_room(struct sweep *sweep, struct arena *arena)
{
    int64_t n = sweep->problem.source.rows, m = sweep->problem.target.rows;
    int64_t most = sweep->path.masses + AROUND;
    sweep->gradient = arena_take(arena, n, (size_t)m * sizeof *sweep->gradient);
    sweep->start = arena_take(arena, n, (size_t)m * sizeof *sweep->start);
    sweep->changed = arena_take(arena, most, sizeof *sweep->changed);
    sweep->seen[0] = arena_take(arena, most, sizeof *sweep->seen[0]);
    sweep->seen[1] = arena_take(arena, most, sizeof *sweep->seen[1]);
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
static parot_status find_total(const parot_gromov_problem *problem, double *total, parot_error *err)
{
    struct weights p = {problem->p, problem->source.rows}, q = {problem->q, problem->target.rows};
    TRY(check_shape(p.count, q.count, err));
    TRY(check_weights("p", p.values, p.count, err));
    TRY(check_weights("q", q.values, q.count, err));
    *total = fmin(weights_total(p), weights_total(q));
    return PAROT_OK;
}

/* Of distances that parot_gromov has not checked yet: whatever they are. */
static double square_of_largest(parot_matrix distance)
{
    double largest = 0;
    for (int64_t i = 0; distance.data && i < distance.rows; i++)
        for (int64_t k = 0; k < distance.cols; k++)
            largest = fmax(largest, fabs(distance.data[i * distance.stride + k]));
    return largest * largest;
}

static parot_status prepare(struct sweep *sweep, parot_error *err)
{
    struct arena room = {0}, kept = {0};
    int64_t count = sweep->path.masses;
    TRY(check_options(sweep, err));
    TRY(find_total(&sweep->problem, &sweep->out->total, err));
    layout_room(sweep, &room);
    TRY(arena_open(&room, &sweep->control, err));
    layout_room(sweep, &room);
    layout_result(sweep, &kept);
    TRY(arena_open(&kept, &sweep->control, err));
    layout_result(sweep, &kept);
    sweep->out->count = count;
    sweep->rounding =
        ROUNDING * sweep->out->total *
        fmax(square_of_largest(sweep->problem.source), square_of_largest(sweep->problem.target));
    for (int64_t k = 0; k < count - 1; k++)
        sweep->out->share[k] =
            sweep->path.least + (1 - sweep->path.least) * (double)k / (double)(count - 1);
    sweep->out->share[count - 1] = 1;
    return PAROT_OK;
}

/* ---- One mass ----------------------------------------------------------- */

/* Keeps the lower one of what was there and `found`. */
static void keep(struct sweep *sweep, int64_t k, parot_gromov_result *found)
{
    parot_gromov_result *kept = &sweep->out->result[k];
    sweep->out->descents += found->trials;
    if (sweep->changed[k] &&
        !(found->transport.objective < kept->transport.objective * (1 - LOWER))) {
        parot_gromov_result_free(found);
        return;
    }
    parot_gromov_result_free(kept);
    *kept = *found;
    sweep->changed[k] = ++sweep->clock;
}

static parot_status solve_mass(struct sweep *sweep, int64_t k, const double *start,
                               parot_error *err)
{
    parot_gromov_result found = {0};
    parot_gromov_options options = sweep->options;
    parot_run run = control_rest(&sweep->control);
    sweep->problem.mass = sweep->out->share[k] * sweep->out->total;
    if (start) {
        options.starts = 0;
        options.restarts = 0;
        options.start = start;
    }
    parot_status status = parot_gromov(&sweep->problem, &options, &run, &found, err);
    if (status >= 0)
        keep(sweep, k, &found);
    return status == PAROT_ITERATION_LIMIT ? PAROT_OK : status;
}

/* sweep->start = the vertex of that mass that is best for the gradient at `plan` */
static parot_status find_start(struct sweep *sweep, const parot_plan *plan, double mass,
                               parot_error *err)
{
    const parot_gromov_problem *problem = &sweep->problem;
    int64_t n = problem->source.rows, m = problem->target.rows;
    parot_result vertex = {0};
    TRY(gromov_plan_gradient(problem, plan, &sweep->control, sweep->gradient, err));
    parot_problem linear = {{sweep->gradient, n, m, m}, problem->p, problem->q, mass};
    parot_run run = control_rest(&sweep->control);
    run.max_iterations = 0;
    parot_status status = parot_partial(&linear, &run, &vertex, err);
    if (status >= 0)
        parot_plan_to_dense(&vertex.plan, sweep->start);
    parot_result_free(&vertex);
    return status == PAROT_UNPROVED ? PAROT_OK : status;
}

/* Mass k from the plan of its neighbour, unless that has been tried. side 0: the one below. */
static parot_status solve_from(struct sweep *sweep, int64_t k, int side, parot_error *err)
{
    int64_t from = side == 0 ? k - 1 : k + 1;
    if (from < 0 || from >= sweep->out->count || sweep->changed[from] == 0 ||
        sweep->seen[side][k] == sweep->changed[from])
        return PAROT_OK;
    sweep->seen[side][k] = sweep->changed[from];
    sweep->problem.mass = sweep->out->share[k] * sweep->out->total;
    TRY(find_start(sweep, &sweep->out->result[from].transport.plan, sweep->problem.mass, err));
    return solve_mass(sweep, k, sweep->start, err);
}

/* ---- All masses --------------------------------------------------------- */

/* Whether mass k of the first grid is one of those that are solved from all starts: the last one,
 * and others evenly below it. */
static int is_searched(const struct sweep *sweep, int64_t k)
{
    int64_t count = sweep->path.masses;
    for (int64_t s = 0; s < SEARCHED; s++)
        if (k == count - 1 - s * count / SEARCHED)
            return 1;
    return 0;
}

static parot_status pass_down(struct sweep *sweep, int is_first, parot_error *err)
{
    for (int64_t k = sweep->out->count - 1; k >= 0; k--) {
        if (is_first && is_searched(sweep, k)) {
            parot_status status = solve_mass(sweep, k, NULL, err);
            if (status != PAROT_OK)
                return status;
        }
        parot_status status = solve_from(sweep, k, 1, err);
        if (status != PAROT_OK)
            return status;
    }
    return PAROT_OK;
}

static parot_status pass_up(struct sweep *sweep, parot_error *err)
{
    for (int64_t k = 0; k < sweep->out->count; k++) {
        parot_status status = solve_from(sweep, k, 0, err);
        if (status != PAROT_OK)
            return status;
    }
    return PAROT_OK;
}

/* Down and up until nothing changes. */
static parot_status settle(struct sweep *sweep, int is_first, parot_error *err)
{
    for (int pass = 0; pass < PASSES; pass++) {
        int64_t before = sweep->clock;
        parot_status status =
            pass % 2 == 0 ? pass_down(sweep, is_first && pass == 0, err) : pass_up(sweep, err);
        if (status != PAROT_OK)
            return status;
        if (pass > 0 && sweep->clock == before)
            return PAROT_OK;
    }
    return PAROT_OK;
}

/* ---- The elbow ---------------------------------------------------------- */

static parot_gromov_elbow find_elbow(const struct sweep *sweep)
{
    const parot_gromov_path_result *out = sweep->out;
    double lambda[MOST_MASSES + AROUND];
    for (int64_t k = 0; k < out->count; k++) {
        double price = out->result[k].transport.dual.lambda;
        lambda[k] = price > sweep->rounding ? price : 0;
    }
    return parot_gromov_find_elbow(out->share, lambda, out->count);
}

static void insert(struct sweep *sweep, double share)
{
    parot_gromov_path_result *out = sweep->out;
    int64_t k = out->count;
    while (k > 0 && out->share[k - 1] > share)
        k--;
    size_t rest = (size_t)(out->count - k);
    memmove(out->share + k + 1, out->share + k, rest * sizeof *out->share);
    memmove(out->result + k + 1, out->result + k, rest * sizeof *out->result);
    memmove(sweep->changed + k + 1, sweep->changed + k, rest * sizeof *sweep->changed);
    for (int side = 0; side < 2; side++)
        memmove(sweep->seen[side] + k + 1, sweep->seen[side] + k, rest * sizeof *sweep->seen[side]);
    out->share[k] = share;
    out->result[k] = (parot_gromov_result){0};
    sweep->changed[k] = sweep->seen[0][k] = sweep->seen[1][k] = 0;
    out->count++;
}

/* More masses from one below the largest bend to two above it. */
static parot_status refine(struct sweep *sweep, parot_error *err)
{
    parot_gromov_elbow elbow = find_elbow(sweep);
    int64_t first = elbow.at - 1, last = elbow.at + 2;
    double around[4];
    if (elbow.at < 0)
        return PAROT_OK;
    last = last < sweep->out->count ? last : sweep->out->count - 1;
    for (int64_t k = first; k <= last; k++)
        around[k - first] = sweep->out->share[k];
    for (int64_t k = 0; k < last - first; k++)
        for (int part = 1; part < BETWEEN; part++)
            insert(sweep, around[k] + (around[k + 1] - around[k]) * part / BETWEEN);
    return settle(sweep, 0, err);
}

static void note_elbow(struct sweep *sweep)
{
    parot_gromov_path_result *out = sweep->out;
    parot_gromov_elbow elbow = find_elbow(sweep);
    out->has_elbow = elbow.has_elbow;
    out->elbow = elbow.elbow;
    out->low = elbow.low;
    out->high = elbow.high;
    out->bend = elbow.bend;
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
    parot_status status = settle(sweep, 1, err);
    if (status == PAROT_OK && !sweep->path.is_plain)
        status = refine(sweep, err);
    if (status == PAROT_ESTOPPED && sweep->clock > 0)
        status = control_is_time_up(&sweep->control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
    if (status < 0)
        return status;
    sweep->out->status = status;
    if (status == PAROT_OK)
        note_elbow(sweep);
    else
        leave_out_unsolved(sweep);
    return status;
}

parot_status parot_gromov_path(const parot_gromov_problem *problem,
                               const parot_gromov_path_options *path,
                               const parot_gromov_options *options, const parot_run *run,
                               parot_gromov_path_result *result, parot_error *err)
{
    struct sweep sweep = {0};
    parot_gromov_path_result local = {0};
    if (!problem || !result)
        return fail_argument(err, PAROT_EINVAL, problem ? "result" : "problem", "must not be NULL");
    TRY(CHECK_RESERVED(problem, err));
    TRY(control_init(&sweep.control, run, err));
    TRY(gromov_take_options(options, &sweep.options, err));
    parot_gromov_path_options_init(&sweep.path);
    if (path)
        TRY(options_take(&sweep.path, sizeof sweep.path, path, "path", "parot_gromov_path_options",
                         err));
    sweep.problem = *problem;
    sweep.out = &local;
    parot_status status = follow(&sweep, err);
    if (status >= 0)
        *result = local;
    else
        parot_gromov_path_result_free(&local);
    block_free(sweep.memory);
    return status;
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

static void layout_one(struct sweep *sweep, struct arena *arena)
{
    int64_t n = sweep->problem.source.rows, m = sweep->problem.target.rows;
    sweep->gradient = arena_take(arena, n, (size_t)m * sizeof *sweep->gradient);
    sweep->start = arena_take(arena, n, (size_t)m * sizeof *sweep->start);
    sweep->memory = arena->block;
}

/* From the plans of the masses next to it; the lower end is the answer. */
static parot_status solve_between(struct sweep *sweep, const parot_gromov_path_result *path,
                                  parot_gromov_result *result, parot_error *err)
{
    struct arena arena = {0};
    double mass = sweep->problem.mass;
    int64_t above = 0;
    layout_one(sweep, &arena);
    TRY(arena_open(&arena, &sweep->control, err));
    layout_one(sweep, &arena);
    while (above < path->count && path->share[above] * path->total < mass)
        above++;
    for (int64_t k = above - 1; k <= above; k++) {
        parot_gromov_result found = {0};
        if (k < 0 || k >= path->count)
            continue;
        const parot_plan *plan = &path->result[k].transport.plan;
        if (plan->rows != sweep->problem.source.rows || plan->cols != sweep->problem.target.rows)
            return fail(err, PAROT_ESHAPE, "path is for %lld x %lld points, the problem has others",
                        (long long)plan->rows, (long long)plan->cols);
        TRY(find_start(sweep, plan, mass, err));
        sweep->options.start = sweep->start;
        parot_run run = control_rest(&sweep->control);
        parot_status status = parot_gromov(&sweep->problem, &sweep->options, &run, &found, err);
        if (status < 0)
            return status;
        int is_lower =
            !result->transport.owner || found.transport.objective < result->transport.objective;
        parot_gromov_result_free(is_lower ? result : &found);
        if (is_lower)
            *result = found;
    }
    return result->transport.status;
}

parot_status parot_gromov_path_at(const parot_gromov_problem *problem,
                                  const parot_gromov_path_result *path,
                                  const parot_gromov_options *options, const parot_run *run,
                                  parot_gromov_result *result, parot_error *err)
{
    struct sweep sweep = {0};
    parot_gromov_result local = {0};
    double total = 0;
    if (!problem || !path || !result)
        return fail_argument(err, PAROT_EINVAL,
                             !problem ? "problem"
                             : !path  ? "path"
                                      : "result",
                             "must not be NULL");
    TRY(CHECK_RESERVED(problem, err));
    if (path->count < 1)
        return fail(err, PAROT_EINVAL, "path: has no masses; fill it with parot_gromov_path");
    TRY(control_init(&sweep.control, run, err));
    TRY(gromov_take_options(options, &sweep.options, err));
    TRY(find_total(problem, &total, err));
    sweep.options.starts = 0;
    sweep.options.restarts = 0;
    sweep.problem = *problem;
    parot_status status = solve_between(&sweep, path, &local, err);
    if (status >= 0)
        *result = local;
    else
        parot_gromov_result_free(&local);
    block_free(sweep.memory);
    return status;
}
