/* register.c - two clouds, one moved onto the other (docs/theory/tasks.md, "Registering").
 *
 *   min over R, scale, shift and plans T of   sum_ij T_ij |scale R x_i + shift - y_j|^2,
 *
 * T 1 <= 1, T' 1 <= 1, 1' T 1 = k: k rows of each cloud are partners. For a transform the best plan
 * is partial transport, for a plan the best transform has a closed form; each step lowers the sum.
 * That ends in a local minimum, so there are several starts. All of them take a few steps; one that
 * is then among the best of those before it is followed to the end. Whether it is depends on no
 * start after it, so that more restarts never end higher.
 *
 * Clouds of many pairs have no matrix (partial/pairs.h). Steps then take seconds, so that the
 * starts are tried on a sample of both clouds, and only the best of them is followed on all rows.
 */
#include <math.h>

#include "base/options.h"
#include "base/words.h"
#include "cost/metric.h"
#include "partial/pairs.h"
#include "partial/solver.h"
#include "pu/problem/pu_problem.h"
#include "pu/problem/pu_tables.h"
#include "pu/problem/row_order.h"
#include "tasks/register/register_from.h"
#include "tasks/register/register_overlap.h"
#include "tasks/register/register_starts.h"

enum {
    COARSE = 6,   /* alternations of each start: enough to tell good from bad */
    FOLLOWED = 3, /* a start among so many best ones is followed to the end */
    MOST_ALTERNATIONS = 200,
    MOST_ROUNDS = 8, /* of transform and overlap, when both are to be found */
    SAMPLE = 1024    /* rows of each cloud that tell good starts from bad, in a second or so */
};

/* With less decrease than this an alternation has arrived. */
static const double ARRIVED = 1e-12;

/* What is tried while the overlap is not known: outliers of up to half of each cloud do not count.
 */
static const double GUESS = 0.5;

struct registration {
    struct control control;
    parot_register_options options;
    struct given_motions given;
    parot_matrix x, y; /* in order */
    int64_t k;         /* partners */
    int64_t most;      /* rows of the smaller cloud */
    int32_t *x_order, *y_order;
    struct order_item *items;
    double *x_rows, *y_rows, *moved, *ones;
    struct pairs pairs; /* moved rows to rows of y */
    struct restore_item *scratch;
    struct fitter fitter;
    struct starts starts;
    struct motion motion, best_motion;
    double coarse[FOLLOWED]; /* the lowest sums after COARSE alternations, the lowest first */
    parot_solver *solver;
    parot_result transport, best; /* for `motion` and for `best_motion`; best.owner NULL: none */
    int64_t rank, best_rank, iterations, trials;
    int has_elbow;
    void *memory;
};

WORDS(motion, "motion", {"rigid", PAROT_MOTION_RIGID}, {"similarity", PAROT_MOTION_SIMILARITY},
      {"translation", PAROT_MOTION_TRANSLATION});

void parot_register_options_init_sized(parot_register_options *options, size_t struct_size)
{
    parot_register_options defaults = {.overlap = NAN, .restarts = 8};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

/* ---- Making ready ------------------------------------------------------- */

static parot_status check_options(const parot_register_options *options, parot_error *err)
{
    if (!parot_motion_name(options->motion))
        return fail(err, PAROT_EINVAL, "options.motion: unknown value %d", (int)options->motion);
    if (!isnan(options->overlap) && !(options->overlap > 0 && options->overlap <= 1))
        return fail(err, PAROT_EINVAL,
                    "options.overlap: must be in (0,1], or NAN to find it, got %g",
                    options->overlap);
    if (options->restarts < 0)
        return fail(err, PAROT_EINVAL, "options.restarts: must be 0 or more, got %d",
                    (int)options->restarts);
    return PAROT_OK;
}

static void layout(struct registration *job, struct arena *arena)
{
    int64_t n = job->x.rows, m = job->y.rows, d = job->x.cols, larger = n > m ? n : m;
    pairs_layout(&job->pairs, arena);
    job->x_rows = arena_take(arena, n, (size_t)d * sizeof *job->x_rows);
    job->y_rows = arena_take(arena, m, (size_t)d * sizeof *job->y_rows);
    job->moved = arena_take(arena, n, (size_t)d * sizeof *job->moved);
    job->ones = arena_take(arena, larger, sizeof *job->ones);
    job->x_order = arena_take(arena, n, sizeof *job->x_order);
    job->y_order = arena_take(arena, m, sizeof *job->y_order);
    job->items = arena_take(arena, larger, sizeof *job->items);
    job->scratch = arena_take(arena, n + m + 1, sizeof *job->scratch);
    fitter_layout(&job->fitter, d, arena);
    starts_layout(&job->starts, d, arena);
    motion_layout(&job->motion, d, arena);
    motion_layout(&job->best_motion, d, arena);
}

static parot_status prepare(struct registration *job, parot_error *err)
{
    struct arena arena = {0};
    job->pairs = pairs_of(job->x, job->y, PAROT_METRIC_SQEUCLIDEAN, &job->control.run);
    layout(job, &arena);
    TRY(arena_open(&arena, &job->control, err));
    job->memory = arena.block;
    layout(job, &arena);
    parot_status status = order_rows(job->x, &job->control, job->items, job->x_order);
    if (status == PAROT_OK)
        status = order_rows(job->y, &job->control, job->items, job->y_order);
    TRY(pu_stopped(status, "any start", err));
    job->x = put_in_order(job->x, job->x_order, job->x_rows);
    job->y = put_in_order(job->y, job->y_order, job->y_rows);
    job->pairs.x = (parot_matrix){job->moved, job->x.rows, job->x.cols, job->x.cols};
    job->pairs.y = job->y;
    job->most = job->x.rows < job->y.rows ? job->x.rows : job->y.rows;
    for (int64_t i = 0; i < job->x.rows || i < job->y.rows; i++)
        job->ones[i] = 1;
    job->fitter.kind = job->options.motion;
    job->starts.x = job->x;
    job->starts.y = job->y;
    job->starts.restarts = job->options.restarts;
    job->starts.fitter = &job->fitter;
    job->fitter.control = &job->control;
    TRY(pu_stopped(starts_prepare(&job->starts), "any start", err));
    for (int f = 0; f < FOLLOWED; f++)
        job->coarse[f] = INFINITY;
    return PAROT_OK;
}

/* From now on k rows have a partner. */
static parot_status set_partners(struct registration *job, int64_t k, parot_error *err)
{
    parot_run run = control_rest(&job->control);
    run.max_iterations = 0;
    parot_solver_free(job->solver);
    job->solver = NULL;
    job->k = k;
    job->starts.overlap = (double)k / (double)job->most;
    if (!job->pairs.has_matrix)
        return PAROT_OK;
    return parot_solver_new(&(parot_problem){.cost = {.rows = job->x.rows, .cols = job->y.rows},
                                             .p = job->ones,
                                             .q = job->ones,
                                             .mass = (double)k},
                            &run, &job->solver, err);
}

/* ---- Steps -------------------------------------------------------------- */

/* Why a call inside this one stopped without an answer. */
static parot_status stop_reason(const struct registration *job)
{
    double limit = job->control.run.time_limit;
    return limit > 0 && control_seconds(&job->control) >= limit ? PAROT_TIME_LIMIT
                                                                : PAROT_CANCELLED;
}

/* job->pairs, for that transform */
static parot_status find_costs(struct registration *job, const struct motion *motion,
                               parot_error *err)
{
    parot_status status = motion_apply(motion, job->x, &job->control, job->moved, err);
    if (status == PAROT_OK)
        status = pairs_fill(&job->pairs, &job->control, err);
    return status == PAROT_ESTOPPED && job->best.owner ? stop_reason(job) : status;
}

static parot_run run_inside(const struct registration *job)
{
    parot_run run = control_rest(&job->control);
    run.max_iterations = 0; /* means alternations */
    return run;
}

/* The best plan between the moved rows and the others; a solver begins where it ended. */
static parot_status find_plan(struct registration *job, parot_error *err)
{
    parot_run run = run_inside(job);
    int64_t n = job->x.rows, m = job->y.rows;
    if (!job->solver)
        return pairs_partial(&job->pairs,
                             (struct pairs_weights){job->ones, job->ones, (double)job->k}, &run,
                             &job->transport, err);
    job->solver->control.run.time_limit = run.time_limit;
    return parot_solver_solve(job->solver, (parot_matrix){job->pairs.cost, n, m, m},
                              &job->transport, err);
}

/* Keeps the transform and its plan if there is none better. */
static void consider(struct registration *job)
{
    if (!job->transport.owner ||
        (job->best.owner && !(job->transport.objective < job->best.objective)))
        return;
    parot_result_free(&job->best);
    job->best = job->transport;
    job->transport = (parot_result){0};
    job->best_rank = job->rank;
    motion_copy(&job->best_motion, &job->motion);
}

/* The best plan for the transform; it is kept also when it was stopped early. */
static parot_status step(struct registration *job, parot_error *err)
{
    parot_result_free(&job->transport);
    TRY(find_costs(job, &job->motion, err));
    parot_status status = find_plan(job, err);
    if (status == PAROT_ESTOPPED && job->best.owner)
        return stop_reason(job);
    job->iterations += status >= 0;
    return status_of_step(status);
}

/* From job->motion downhill; job->transport is the best plan for it then. *has_arrived: going on
 * would not lower the sum. */
static parot_status alternate(struct registration *job, int64_t most, int *has_arrived,
                              parot_error *err)
{
    double last = INFINITY;
    *has_arrived = 0;
    for (int64_t k = 1;; k++) {
        TRY(step(job, err));
        double objective = job->transport.objective;
        parot_status status =
            control_poll(&job->control, "register", job->iterations, objective, NAN);
        if (status == PAROT_CANCELLED || status == PAROT_TIME_LIMIT)
            return status;
        *has_arrived = !(objective < last * (1 - ARRIVED));
        if (*has_arrived || k == most)
            return PAROT_OK;
        last = objective;
        TRY(motion_fit(&job->fitter, job->x, job->y, &job->transport.plan, &job->motion,
                       &job->rank));
    }
}

/* alternate, and what it found is considered however it ended. *objective: where it ended. */
static parot_status follow(struct registration *job, int64_t most, double *objective,
                           int *has_arrived, parot_error *err)
{
    parot_status status = alternate(job, most, has_arrived, err);
    *objective = job->transport.objective;
    if (status >= 0)
        consider(job);
    return status;
}

/* ---- Starts ------------------------------------------------------------- */

/* Is this one of the lowest sums so far? Then it takes its place among them. */
static int is_among_the_best(struct registration *job, double objective)
{
    int f = FOLLOWED - 1;
    if (!(objective < job->coarse[f]))
        return 0;
    for (; f > 0 && objective < job->coarse[f - 1]; f--)
        job->coarse[f] = job->coarse[f - 1];
    job->coarse[f] = objective;
    return 1;
}

static int64_t most_alternations(const struct registration *job)
{
    int64_t given = job->control.run.max_iterations;
    return given > 0 ? given : MOST_ALTERNATIONS;
}

/* Ends whose sums differ by less than this fraction are the same. */
static const double SAME = 1e-6;

/* job->motion, where a start ended, takes its place among the lowest that differ. */
static void keep_motion(struct registration *job, double objective)
{
    struct kept_motions *kept = job->given.kept;
    if (!kept || (kept->count == KEPT_MOTIONS && !(objective < kept->objective[KEPT_MOTIONS - 1])))
        return;
    for (int k = 0; k < kept->count; k++)
        if (fabs(objective - kept->objective[k]) <= SAME * objective)
            return;
    int k = kept->count < KEPT_MOTIONS ? kept->count++ : KEPT_MOTIONS - 1;
    for (; k > 0 && objective < kept->objective[k - 1]; k--) {
        motion_copy(&kept->motion[k], &kept->motion[k - 1]);
        kept->objective[k] = kept->objective[k - 1];
    }
    motion_copy(&kept->motion[k], &job->motion);
    kept->objective[k] = objective;
}

/* job->motion = start `number`, or the given one -1 - number. */
static parot_status make_start(struct registration *job, int64_t number, parot_error *err)
{
    if (number >= 0)
        return starts_make(&job->starts, number, &job->control, &job->motion, err);
    motion_copy(&job->motion, &job->given.motion[-1 - number]);
    return PAROT_OK;
}

/* A start that the numbers do not allow is left out. */
static parot_status try_start(struct registration *job, int64_t number, parot_error *err)
{
    int64_t most = most_alternations(job), few = most < COARSE ? most : COARSE;
    int has_arrived = 0;
    double objective = INFINITY;
    parot_status status = make_start(job, number, err);
    if (status == PAROT_ENUMERIC)
        return PAROT_OK;
    if (status == PAROT_ESTOPPED)
        return stop_reason(job);
    TRY(status);
    job->trials++;
    job->rank = job->x.cols;
    status = follow(job, few, &objective, &has_arrived, err);
    if (status != PAROT_OK || !is_among_the_best(job, objective))
        return status;
    if (!has_arrived && few < most)
        status = follow(job, most - few + 1, &objective, &has_arrived, err); /* 1: where we are */
    if (status == PAROT_OK)
        keep_motion(job, objective);
    return status;
}

/* ---- Overlap ------------------------------------------------------------ */

static parot_status read_overlap(struct registration *job, int64_t *k, parot_error *err)
{
    const struct overlap overlap = {&job->pairs, job->ones, job->most, &job->control};
    parot_status status = overlap_count(&overlap, k, err);
    return status == PAROT_ESTOPPED ? stop_reason(job) : status;
}

static parot_status find_overlap(struct registration *job, parot_error *err)
{
    int has_arrived = 0;
    double objective = INFINITY;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        int64_t k = 0;
        TRY(find_costs(job, &job->best_motion, err));
        TRY(read_overlap(job, &k, err));
        job->has_elbow = k > 0;
        k = k > 0 ? k : job->most;
        if (k == job->k)
            return PAROT_OK;
        TRY(set_partners(job, k, err));
        motion_copy(&job->motion, &job->best_motion);
        TRY(step(job, err));
        parot_result_free(&job->best); /* of another number of partners */
        job->rank = job->best_rank;
        consider(job);
        TRY(follow(job, most_alternations(job), &objective, &has_arrived, err));
    }
    return PAROT_OK;
}

/* ---- Many rows ---------------------------------------------------------- */

static parot_matrix sample_of(parot_matrix rows)
{
    rows.rows = rows.rows < SAMPLE ? rows.rows : SAMPLE; /* they are in random order */
    return rows;
}

static int has_sample(const struct registration *job)
{
    return !job->pairs.has_matrix && (job->x.rows > SAMPLE || job->y.rows > SAMPLE);
}

/* All starts on the sample; job->motion is the best transform. */
static parot_status try_sample(struct registration *job, parot_error *err)
{
    parot_register_options options = job->options;
    parot_register_result found = {0};
    parot_run run = control_rest(&job->control);
    options.overlap = job->starts.overlap;
    parot_status status = register_from(sample_of(job->x), sample_of(job->y), &options, job->given,
                                        &run, &found, err);
    if (status >= 0) {
        const struct motion motion = {found.dims, found.scale, found.rotation, found.shift};
        motion_copy(&job->motion, &motion);
        job->rank = found.rank;
        job->trials = found.trials;
        job->iterations = found.iterations;
    }
    parot_register_result_free(&found);
    return status;
}

/* The best start of the sample, followed on all rows. */
static parot_status follow_sample(struct registration *job, parot_error *err)
{
    int has_arrived = 0;
    double objective = INFINITY;
    parot_status sampled = try_sample(job, err);
    if (sampled < 0)
        return sampled;
    parot_status status = follow(job, most_alternations(job), &objective, &has_arrived, err);
    int is_stopped = sampled == PAROT_TIME_LIMIT || sampled == PAROT_CANCELLED;
    return status == PAROT_OK && is_stopped ? sampled : status;
}

static parot_status try_starts(struct registration *job, parot_error *err)
{
    int is_one = job->given.is_alone && job->given.count == 1;
    if (has_sample(job) && !is_one)
        return follow_sample(job, err);
    for (int64_t g = 0; g < job->given.count; g++)
        TRY(try_start(job, -1 - g, err));
    for (int64_t s = 0; s < starts_count(&job->starts) && !job->given.is_alone; s++)
        TRY(try_start(job, s, err));
    return PAROT_OK;
}

/* ---- The answer --------------------------------------------------------- */

static void result_layout(parot_register_result *result, struct arena *arena)
{
    int64_t d = result->dims;
    result->rotation = arena_take(arena, d, (size_t)d * sizeof *result->rotation);
    result->shift = arena_take(arena, d, sizeof *result->shift);
    result->match = arena_take(arena, result->count, sizeof *result->match);
    result->owner = arena->block;
}

static void fill_matches(parot_register_result *result)
{
    const parot_plan *plan = &result->transport.plan;
    for (int64_t i = 0; i < result->count; i++)
        result->match[i] = -1;
    for (int64_t e = 0; e < plan->count; e++)
        if (plan->mass[e] > 0.5) { /* masses are 1, except in plans that were stopped */
            result->match[plan->row[e]] = plan->col[e];
            result->inliers++;
        }
}

static parot_status publish(struct registration *job, parot_register_result *result,
                            parot_error *err)
{
    struct arena arena = {0};
    struct motion motion = {.dims = job->x.cols};
    result->dims = job->x.cols;
    result->count = job->x.rows;
    result_layout(result, &arena);
    TRY(arena_open(&arena, &job->control, err));
    result_layout(result, &arena);
    motion.rotation = result->rotation;
    motion.shift = result->shift;
    motion_copy(&motion, &job->best_motion);
    result->scale = motion.scale;
    result->has_elbow = job->has_elbow;
    result->rank = job->best_rank;
    result->trials = job->trials;
    result->iterations = job->iterations;
    restore_transport(&job->best, job->x_order, job->y_order, job->scratch);
    result->transport = job->best;
    job->best = (parot_result){0};
    result->overlap = result->transport.mass / (double)job->most;
    result->rms = sqrt(result->transport.objective / result->transport.mass);
    fill_matches(result);
    return PAROT_OK;
}

/* ---- The call ----------------------------------------------------------- */

/* Works: what it allocates is in *job and *result, also on failure. */
static parot_status solve(struct registration *job, parot_register_result *result, parot_error *err)
{
    double overlap = job->options.overlap;
    TRY(prepare(job, err));
    job->has_elbow = !isnan(overlap);
    int64_t k = (int64_t)llround((isnan(overlap) ? GUESS : overlap) * (double)job->most);
    TRY(set_partners(job, k > 0 ? k : 1, err));
    parot_status status = try_starts(job, err);
    if (status == PAROT_OK && isnan(overlap))
        status = find_overlap(job, err);
    if (status < 0)
        return status;
    if (!job->best.owner)
        return fail(err, PAROT_ESTOPPED, "stopped (%s) before there was a plan; allow more time",
                    parot_status_name(status));
    result->status = status;
    TRY(publish(job, result, err));
    return status;
}

static void close(struct registration *job)
{
    parot_solver_free(job->solver);
    parot_result_free(&job->transport);
    parot_result_free(&job->best);
    block_free(job->memory);
}

parot_status register_from(parot_matrix source, parot_matrix target,
                           const parot_register_options *options, struct given_motions given,
                           const parot_run *run, parot_register_result *result, parot_error *err)
{
    struct registration job = {.x = source, .y = target, .given = given};
    parot_register_result local = {0};
    parot_register_options_init(&job.options);
    if (!result)
        return fail(err, PAROT_EINVAL, "result: must not be NULL");
    if (options)
        TRY(options_take(&job.options, sizeof job.options, options, "options",
                         "parot_register_options", err));
    TRY(check_options(&job.options, err));
    TRY(control_init(&job.control, run, err));
    TRY(check_tables("source", source, "target", target, &job.control, err));
    TRY(check_distances((struct named_points){"source", source, NULL},
                        (struct named_points){"target", target, NULL}, PAROT_METRIC_SQEUCLIDEAN, "",
                        err));
    parot_status status = solve(&job, &local, err);
    close(&job);
    if (status >= 0)
        *result = local;
    else
        parot_register_result_free(&local);
    return status;
}

parot_status parot_register(parot_matrix source, parot_matrix target,
                            const parot_register_options *options, const parot_run *run,
                            parot_register_result *result, parot_error *err)
{
    return register_from(source, target, options, (struct given_motions){0}, run, result, err);
}

/* The solver, and plans of this step and of the best; with a matrix, the solver has its own. */
double parot_register_memory(parot_matrix source, parot_matrix target)
{
    parot_points_problem clouds = {.x = source, .y = target};
    double n = (double)source.rows, m = (double)target.rows;
    double tables = sizeof(double) * (n + m) * (2 * (double)source.cols + 16);
    return tables + (parot_points_pay(&clouds) ? parot_partial_points_memory(&clouds)
                                               : 2 * sizeof(double) * n * m);
}

void parot_register_result_free(parot_register_result *result)
{
    if (!result)
        return;
    parot_result_free(&result->transport);
    block_free(result->owner);
    *result = (parot_register_result){0};
}
