/* align_motion.c - a rotation and a shift that bring two tables together, when nothing is known of
 * either.
 *
 * The alternation of parot_register ends in a local minimum, and centred clouds are a poor start
 * where each is cut on one side: their means are not those of the rows that they share. So each
 * turn R is tried from several places. One has the means together. The others guess that the
 * tables were cut along a direction u: the share of the rows of the source that is farthest along u
 * goes with the share of the target that is farthest along -R u.
 *
 * All of them are tried on up to three samples, beside the starts of parot_register, among which is
 * a plan by distances. The best ends of each sample are followed on all rows. Mirror images are the
 * same search with the first coordinate of the source negated. */
#include <math.h>
#include <string.h>

#include "base/argsort.h"
#include "base/random.h"
#include "pu/problem/pu_problem.h"
#include "pu/problem/row_order.h"
#include "tasks/align/align.h"
#include "tasks/align/density_search.h"
#include "tasks/register/register_from.h"
#include "tasks/register/register_starts.h"

enum {
    SAMPLE = 320, /* rows of each table: some 10 ms for a start, and enough to tell good from bad */
    SAMPLES = 3,  /* what one sample does not show another may */
    PLACES = 6,   /* for each turn: centred, and five directions */
    MOST_ROUNDS = 6 /* of motion and share */
};

/* The overlap while it is not known: that of parot_register. */
static const double GUESS = 0.5;

/* A motion whose likelihood is lower by less than this factor (a logarithm) is as good; if there is
 * one elsewhere, nothing tells which is right. */
static const double LESS_LIKELY = 3;

struct search {
    struct alignment *job;
    double overlap;
    int64_t samples, candidates;
    parot_matrix table; /* the source, or its mirror image */
    double *mirrored;
    double *x_rows, *y_rows; /* tables in random order */
    int32_t *x_order, *y_order;
    struct order_item *items;
    struct keyed *sorted, *buffer;
    struct fitter fitter;
    struct motion *candidate;
    struct kept_motions kept;                        /* the best of a sample */
    struct motion found[SAMPLES * KEPT_MOTIONS + 1]; /* of all samples, and that of the anchors */
    int64_t found_count;
    int64_t trials, iterations; /* of all samples and sides */
    double *means;              /* 2 x dims, and a direction */
    int is_dense;               /* found[0] is a pose by densities */
    double score, other;        /* of that, and of the best pose elsewhere or mirrored */
    int64_t count;              /* pairs, where the share is found */
};

static int64_t larger_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void layout(struct search *search, struct arena *arena)
{
    const struct alignment *job = search->job;
    int64_t n = job->source.rows, m = job->target.rows, d = job->source.cols;
    size_t row = (size_t)d * sizeof(double);
    search->mirrored = arena_take(arena, n, row);
    search->x_rows = arena_take(arena, n, row);
    search->y_rows = arena_take(arena, m, row);
    search->x_order = arena_take(arena, n, sizeof *search->x_order);
    search->y_order = arena_take(arena, m, sizeof *search->y_order);
    search->items = arena_take(arena, larger_of(n, m), sizeof *search->items);
    search->sorted = arena_take(arena, SAMPLE, sizeof *search->sorted);
    search->buffer = arena_take(arena, SAMPLE, sizeof *search->buffer);
    search->candidate = arena_take(arena, search->candidates, sizeof *search->candidate);
    search->means = arena_take(arena, 4, row);
    fitter_layout(&search->fitter, d, arena);
    double *numbers = arena_take(arena, search->candidates * (d + 1), row);
    for (int64_t c = 0; c < search->candidates && numbers; c++)
        search->candidate[c] =
            (struct motion){d, 1, numbers + c * d * (d + 1), numbers + c * d * (d + 1) + d * d};
    for (int k = 0; k < KEPT_MOTIONS; k++)
        motion_layout(&search->kept.motion[k], d, arena);
    for (int k = 0; k <= SAMPLES * KEPT_MOTIONS; k++)
        motion_layout(&search->found[k], d, arena);
}

/* ---- Candidates --------------------------------------------------------- */

/* mean = that of the `count` rows that are farthest along `direction`. */
static void find_end(struct search *search, parot_matrix rows, const double *direction,
                     int64_t count, double *mean)
{
    int64_t d = rows.cols;
    for (int64_t i = 0; i < rows.rows; i++) {
        double along = 0;
        for (int64_t k = 0; k < d; k++)
            along += rows.data[i * rows.stride + k] * direction[k];
        search->sorted[i] = (struct keyed){-along, i};
    }
    argsort(search->sorted, rows.rows, search->buffer, NULL);
    memset(mean, 0, (size_t)d * sizeof *mean);
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < d; k++)
            mean[k] += rows.data[search->sorted[i].index * rows.stride + k] / (double)count;
}

/* The shift of candidate c, for its turn. */
static void place(struct search *search, parot_matrix x, parot_matrix y, int64_t c)
{
    struct motion *motion = &search->candidate[c];
    int64_t d = motion->dims, most = x.rows < y.rows ? x.rows : y.rows;
    int64_t count = larger_of(1, llround(search->overlap * (double)most));
    double *x_mean = search->means, *y_mean = x_mean + d, *along = y_mean + d, *back = along + d;
    for (int64_t k = 0; k < d; k++)
        along[k] =
            random_normal(search->job->control.run.seed, RANDOM_ALIGN, (uint64_t)(c * d + k));
    for (int64_t k = 0; k < d; k++) {
        back[k] = 0;
        for (int64_t l = 0; l < d; l++)
            back[k] -= motion->rotation[k * d + l] * along[l];
    }
    int is_centred = c % PLACES == 0;
    find_end(search, x, along, is_centred ? x.rows : count, x_mean);
    find_end(search, y, back, is_centred ? y.rows : count, y_mean);
    motion_centre(motion, x_mean, y_mean);
}

static parot_status make_candidates(struct search *search, parot_matrix x, parot_matrix y)
{
    for (int64_t c = 0; c < search->candidates; c++) {
        struct motion *motion = &search->candidate[c];
        motion->scale = 1;
        TRY(turn_at_random(&search->fitter, search->job->control.run.seed, c / PLACES, motion));
        place(search, x, y, c);
    }
    return PAROT_OK;
}

/* ---- Samples ------------------------------------------------------------ */

static parot_register_options options_of(double overlap)
{
    parot_register_options options;
    parot_register_options_init(&options);
    options.overlap = overlap;
    return options;
}

/* Sample s of rows in random order. */
static parot_matrix sample_of(parot_matrix rows, int64_t s)
{
    int64_t first = (s + 1) * SAMPLE <= rows.rows ? s * SAMPLE : 0, left = rows.rows - first;
    return (parot_matrix){rows.data + first * rows.stride, left < SAMPLE ? left : SAMPLE, rows.cols,
                          rows.stride};
}

/* The best motions of a sample; if it was stopped before any start ended, that of the answer. */
static void keep(struct search *search, const parot_register_result *found)
{
    const struct motion answer = {found->dims, found->scale, found->rotation, found->shift};
    for (int k = 0; k < search->kept.count; k++)
        motion_copy(&search->found[search->found_count++], &search->kept.motion[k]);
    if (search->kept.count == 0)
        motion_copy(&search->found[search->found_count++], &answer);
    search->trials += found->trials;
    search->iterations += found->iterations;
}

static parot_status try_sample(struct search *search, parot_matrix x, parot_matrix y,
                               parot_error *err)
{
    const parot_register_options options = options_of(search->overlap);
    parot_register_result found = {0};
    TRY(pu_stopped(make_candidates(search, x, y), "any start", err));
    parot_run run = control_rest(&search->job->control);
    search->kept.count = 0;
    const struct given_motions given = {
        .motion = search->candidate, .count = search->candidates, .kept = &search->kept};
    parot_status status = register_from(x, y, &options, given, &run, &found, err);
    if (status >= 0)
        keep(search, &found);
    parot_register_result_free(&found);
    return status;
}

/* ---- All rows ----------------------------------------------------------- */

/* A plan that holds the anchors, each of mass 1. */
static void anchors_layout(parot_plan *plan, struct arena *arena)
{
    plan->row = arena_take(arena, plan->count, sizeof *plan->row);
    plan->col = arena_take(arena, plan->count, sizeof *plan->col);
    plan->mass = arena_take(arena, plan->count, sizeof *plan->mass);
}

/* The motion that fits the anchors, or one of those that do. */
static parot_status fit_anchors(struct search *search, parot_error *err)
{
    const parot_align_options *options = &search->job->options;
    parot_plan plan = {.count = options->anchors};
    struct arena arena = {0};
    int64_t rank = 0;
    if (options->anchors == 0)
        return PAROT_OK;
    anchors_layout(&plan, &arena);
    TRY(arena_open(&arena, &search->job->control, err));
    anchors_layout(&plan, &arena);
    for (int64_t k = 0; k < plan.count; k++) {
        plan.row[k] = options->anchor_source[k];
        plan.col[k] = options->anchor_target[k];
        plan.mass[k] = 1;
    }
    parot_status status = motion_fit(&search->fitter, search->table, search->job->target, &plan,
                                     &search->found[search->found_count], &rank);
    search->found_count += status == PAROT_OK;
    block_free(arena.block);
    return pu_stopped(status, "any start", err);
}

/* The best of all starts for one side, on all rows. */
static parot_status search_side(struct search *search, parot_register_result *result,
                                parot_error *err)
{
    const parot_register_options options = options_of(search->overlap);
    parot_matrix x = put_in_order(search->table, search->x_order, search->x_rows);
    parot_matrix y = put_in_order(search->job->target, search->y_order, search->y_rows);
    parot_status sampled = PAROT_OK;
    search->found_count = 0;
    TRY(fit_anchors(search, err));
    for (int64_t s = 0; s < search->samples && sampled == PAROT_OK; s++)
        sampled = try_sample(search, sample_of(x, s), sample_of(y, s), err);
    if (search->found_count == 0)
        return sampled;
    parot_run run = control_rest(&search->job->control);
    parot_status status =
        register_from(search->table, search->job->target, &options,
                      (struct given_motions){
                          .motion = search->found, .count = search->found_count, .is_alone = 1},
                      &run, result, err);
    return status == PAROT_OK && sampled > 0 ? sampled : status;
}

/* The source, its first coordinate negated. */
static void mirror(struct search *search)
{
    parot_matrix source = search->job->source;
    for (int64_t i = 0; i < source.rows; i++)
        for (int64_t k = 0; k < source.cols; k++)
            search->mirrored[i * source.cols + k] =
                (k == 0 ? -1 : 1) * source.data[i * source.stride + k];
    search->table = (parot_matrix){search->mirrored, source.rows, source.cols, source.cols};
}

/* Why it was stopped, where there is an answer by then. */
static parot_status with_answer(const struct search *search, parot_status status)
{
    if (status != PAROT_ESTOPPED)
        return status;
    return control_is_time_up(&search->job->control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
}

static parot_status search_mirrored(struct search *search, parot_register_result *best,
                                    int32_t *is_mirrored, parot_error *err)
{
    parot_register_result other = {0};
    mirror(search);
    parot_status status = search_side(search, &other, err);
    *is_mirrored = status >= 0 && other.transport.objective < best->transport.objective;
    if (*is_mirrored) {
        parot_register_result swap = *best;
        *best = other;
        other = swap;
    } else {
        search->table = search->job->source;
    }
    parot_register_result_free(&other);
    return with_answer(search, status); /* the other side has one */
}

/* ---- The share ---------------------------------------------------------- */

static struct motion motion_of(const parot_register_result *result)
{
    return (struct motion){result->dims, result->scale, result->rotation, result->shift};
}

/* `count` pairs from that motion on; with `is_fixed` for that motion. */
static parot_status fit_pairs(struct search *search, const struct motion *motion, int64_t count,
                              int is_fixed, parot_register_result *result, parot_error *err)
{
    int64_t n = search->table.rows, m = search->job->target.rows, most = n < m ? n : m;
    const parot_register_options options = options_of((double)count / (double)most);
    parot_run run = control_rest(&search->job->control);
    run.max_iterations = is_fixed ? 1 : run.max_iterations;
    return register_from(search->table, search->job->target, &options,
                         (struct given_motions){.motion = motion, .count = 1, .is_alone = 1}, &run,
                         result, err);
}

/* *best after alternations for `count` pairs. A motion by densities is left only for one that is
 * about as likely: where noise exceeds the distance between neighbours, alternations go where
 * tables are densest. */
static parot_status follow(struct search *search, int64_t count, parot_register_result *best,
                           parot_error *err)
{
    parot_register_result again = {0};
    const struct motion motion = motion_of(best);
    struct alignment *job = search->job;
    parot_status status = fit_pairs(search, &motion, count, 0, &again, err);
    if (status == PAROT_OK && search->is_dense) {
        double score = 0;
        const struct motion moved = motion_of(&again);
        status = density_score(search->table, job->target, &job->control, &moved, &score, err);
        if (status == PAROT_OK && score < search->score - LESS_LIKELY) {
            parot_register_result_free(&again);
            status = fit_pairs(search, &search->found[0], count, 1, &again, err);
        }
    }
    if (status < 0) {
        parot_register_result_free(&again);
        return best->owner ? with_answer(search, status) : status;
    }
    again.iterations += best->iterations;
    parot_register_result_free(best);
    *best = again;
    return status;
}

/* The plan of *best for search->count pairs. */
static parot_status plan_again(struct search *search, parot_register_result *best, parot_error *err)
{
    parot_register_result again = {0};
    const struct motion motion = motion_of(best);
    if (search->count == best->inliers)
        return PAROT_OK;
    parot_status status = fit_pairs(search, &motion, search->count, 1, &again, err);
    if (status < 0)
        return with_answer(search, status);
    again.iterations += best->iterations;
    parot_register_result_free(best);
    *best = again;
    return status;
}

/* Motion and share in turn, until the share stays. The motion is fitted to the lower end of the
 * range: a pair too few costs precision, a pair too many draws the tables off. */
static parot_status find_share(struct search *search, parot_register_result *best,
                               parot_align_result *result, parot_error *err)
{
    int64_t n = search->table.rows, m = search->job->target.rows, most = n < m ? n : m;
    int64_t last = 0, count = 0;
    for (int round = 0; round < MOST_ROUNDS && (round == 0 || count != last); round++) {
        struct share_found share = {0};
        const struct motion motion = motion_of(best);
        parot_status status = align_share(search->job, search->table, &motion, &share, err);
        if (status != PAROT_OK)
            return with_answer(search, status);
        result->low = share.low;
        result->high = share.high;
        result->has_elbow =
            share.is_clear && (!search->is_dense || search->score - search->other > LESS_LIKELY);
        search->count = share.count;
        last = count;
        count = larger_of(1, llround(share.low * (double)most));
        if (count != last)
            TRY(follow(search, count, best, err));
    }
    return plan_again(search, best, err);
}

/* ---- Dense tables ------------------------------------------------------- */

/* search->found[0]: the pose in which densities agree best, of the table or its mirror image. */
static parot_status search_densities(struct search *search, int32_t *is_mirrored, parot_error *err)
{
    struct alignment *job = search->job;
    parot_matrix y = put_in_order(job->target, search->y_order, search->y_rows);
    parot_status status = PAROT_OK;
    for (int side = 0; side <= (job->options.allow_mirrors != 0) && status == PAROT_OK; side++) {
        struct density_found found = {0};
        search->table = job->source;
        if (side)
            mirror(search);
        status = density_search(put_in_order(search->table, search->x_order, search->x_rows), y,
                                &job->control, &search->found[1], &found, err);
        search->trials += found.trials;
        if (status < 0 || found.trials == 0)
            continue;
        search->other = fmax(search->other, fmax(found.other, fmin(found.score, search->score)));
        if (search->found_count > 0 && !(found.score > search->score))
            continue;
        search->score = found.score;
        *is_mirrored = side;
        motion_copy(&search->found[0], &search->found[1]);
        search->found_count = 1;
    }
    search->table = job->source;
    if (*is_mirrored)
        mirror(search);
    return status;
}

/* *best: the plan for the pose of the densities, or for the motion of the anchors if that is more
 * likely, for a share that is given or found. */
static parot_status match_densities(struct search *search, parot_align_result *result,
                                    parot_error *err)
{
    struct alignment *job = search->job;
    int64_t n = job->source.rows, m = job->target.rows, most = n < m ? n : m;
    parot_status searched = search_densities(search, &result->is_mirrored, err);
    if (search->found_count == 0 && searched == PAROT_OK) { /* all rows of a table are one point */
        search->is_dense = 0;
        return search_side(search, &result->registered, err);
    }
    if (search->found_count == 0)
        return pu_stopped(searched, "any start", err);
    TRY(fit_anchors(search, err));
    if (search->found_count > 1) {
        double score = 0;
        const struct motion *anchored = &search->found[1];
        TRY(density_score(search->table, job->target, &job->control, anchored, &score, err));
        if (score > search->score - LESS_LIKELY)
            motion_copy(&search->found[0], anchored);
    }
    double share = isnan(job->options.mass) ? GUESS : job->options.mass;
    TRY(fit_pairs(search, &search->found[0], larger_of(1, llround(share * (double)most)), 1,
                  &result->registered, err));
    if (searched != PAROT_OK || isnan(job->options.mass))
        return searched;
    return follow(search, larger_of(1, llround(share * (double)most)), &result->registered, err);
}

/* Works: what it allocates is in *arena and *result, also on failure. */
static parot_status run_search(struct search *search, struct arena *arena,
                               parot_align_result *result, parot_error *err)
{
    struct alignment *job = search->job;
    parot_register_result *best = &result->registered;
    layout(search, arena);
    TRY(arena_open(arena, &job->control, err));
    layout(search, arena);
    parot_status ordered = order_rows(job->source, &job->control, search->items, search->x_order);
    if (ordered == PAROT_OK)
        ordered = order_rows(job->target, &job->control, search->items, search->y_order);
    TRY(pu_stopped(ordered, "any start", err));
    search->table = job->source;
    parot_status status =
        search->is_dense ? match_densities(search, result, err) : search_side(search, best, err);
    if (status == PAROT_OK && job->options.allow_mirrors && !search->is_dense)
        status = search_mirrored(search, best, &result->is_mirrored, err);
    if (status == PAROT_OK && isnan(job->options.mass))
        status = find_share(search, best, result, err);
    if (status < 0)
        return status;
    for (int64_t k = 0; k < best->dims && result->is_mirrored; k++)
        best->rotation[k * best->dims] *= -1;
    best->trials = search->trials + (job->options.anchors > 0);
    best->iterations += search->iterations;
    best->status = result->status = status;
    best->has_elbow = result->has_elbow;
    return status;
}

parot_status align_by_motion(struct alignment *job, parot_align_result *result, parot_error *err)
{
    struct arena arena = {0};
    int64_t n = job->source.rows, m = job->target.rows, smaller = n < m ? n : m;
    struct search search = {.job = job,
                            .overlap = isnan(job->options.mass) ? GUESS : job->options.mass,
                            .samples = larger_of(1, smaller / SAMPLE),
                            .is_dense = density_pays(job->source, job->target),
                            .candidates = (int64_t)job->options.restarts * PLACES};
    search.samples = search.samples < SAMPLES ? search.samples : SAMPLES;
    search.fitter.kind = PAROT_MOTION_RIGID;
    search.fitter.control = &job->control;
    parot_status status = run_search(&search, &arena, result, err);
    block_free(arena.block);
    return status;
}
