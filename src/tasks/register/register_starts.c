/* register_starts.c - starts are numbered: as it is, centred, principal axes with all signs,
 * distances matched by Gromov-Wasserstein at up to three scales, then random rotations or shifts.
 * Start k is the same however many follow. */
#include "tasks/register/register_starts.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "linalg/svd.h"

enum {
    FIXED = 2,        /* as it is, and centred */
    MOST_SIGNS = 8,   /* of principal axes: all of them up to four dimensions */
    MOST_SAMPLE = 256 /* points whose distances are compared: 0.1 s, and enough for a start */
};

void starts_layout(struct starts *starts, int64_t dims, struct arena *arena)
{
    size_t row = (size_t)dims * sizeof(double);
    starts->x_mean = arena_take(arena, 1, row);
    starts->y_mean = arena_take(arena, 1, row);
    starts->x_axes = arena_take(arena, dims, row);
    starts->y_axes = arena_take(arena, dims, row);
    starts->block = arena_take(arena, PCA_BLOCK, row);
    starts->pca = (struct pca){.dims = dims, .count = dims};
    pca_layout(&starts->pca, arena);
}

/* ---- Means and axes ----------------------------------------------------- */

parot_status starts_prepare(struct starts *starts)
{
    struct pca *pca = &starts->pca;
    size_t row = (size_t)pca->dims * sizeof(double);
    double spread[2];
    pca->control = starts->fitter->control;
    for (int side = 0; side < 2; side++) {
        TRY(pca_fit(pca, side ? starts->y : starts->x, starts->block));
        memcpy(side ? starts->y_mean : starts->x_mean, pca->mean, row);
        memcpy(side ? starts->y_axes : starts->x_axes, pca->eigen.vectors, (size_t)pca->dims * row);
        spread[side] = pca->unit * sqrt(pca->total);
    }
    starts->ratio =
        starts->fitter->kind == PAROT_MOTION_SIMILARITY && spread[0] > 0 && spread[1] > 0
            ? spread[1] / spread[0]
            : 1;
    return PAROT_OK;
}

/* ---- Counting ----------------------------------------------------------- */

static int turns(const struct starts *starts)
{
    return starts->fitter->kind != PAROT_MOTION_TRANSLATION && starts->fitter->dims > 1;
}

/* 2^(d-1): the last sign makes the determinant 1. */
static int64_t sign_count(const struct starts *starts)
{
    int64_t d = starts->fitter->dims;
    if (!turns(starts))
        return 0;
    return d > 3 ? MOST_SIGNS : INT64_C(1) << (d - 1);
}

/* Outliers hide the scale: distances are compared at three. */
static int64_t distance_count(const struct starts *starts)
{
    if (!turns(starts))
        return 0;
    return starts->fitter->kind == PAROT_MOTION_SIMILARITY ? 3 : 1;
}

int64_t starts_count(const struct starts *starts)
{
    return FIXED + sign_count(starts) + distance_count(starts) + starts->restarts;
}

/* ---- Making ------------------------------------------------------------- */

/* R = sum_k sign_k a_k b_k' for axes a of y and b of x; bit k of `signs` negates the k-th. */
static void align_axes(const struct starts *starts, int64_t signs, struct motion *motion)
{
    int64_t d = motion->dims;
    double *last = starts->fitter->v; /* scratch */
    memset(motion->rotation, 0, (size_t)(d * d) * sizeof *motion->rotation);
    for (int64_t k = 0; k < d; k++) {
        double sign = k < 62 && (signs >> k & 1) ? -1 : 1;
        for (int64_t i = 0; i < d; i++)
            for (int64_t j = 0; j < d; j++) {
                last[i * d + j] = sign * starts->y_axes[k * d + i] * starts->x_axes[k * d + j];
                motion->rotation[i * d + j] += last[i * d + j];
            }
    }
    if (determinant(d, motion->rotation, starts->fitter->work) < 0)
        for (int64_t k = 0; k < d * d; k++)
            motion->rotation[k] -= 2 * last[k];
}

/* number with its binary digits mirrored at the point: 0, 1/2, 1/4, 3/4, 1/8, ... Each number
 * halves one of the gaps that the numbers before it leave (van der Corput, 1935), and does not
 * depend on how many follow. */
static double halve_gaps(int64_t number)
{
    double value = 0, digit = 0.5;
    for (; number > 0; number /= 2, digit /= 2)
        value += number % 2 ? digit : 0;
    return value;
}

parot_status turn_at_random(struct fitter *fitter, uint64_t seed, int64_t number,
                            struct motion *motion)
{
    int64_t d = motion->dims, rank = 0;
    double value = 0;
    if (d == 2) {
        double turn = halve_gaps(number) + random_uniform(seed, RANDOM_ROTATION, 0);
        double angle = 2 * acos(-1) * turn;
        double rotation[4] = {cos(angle), -sin(angle), sin(angle), cos(angle)};
        memcpy(motion->rotation, rotation, sizeof rotation);
        return PAROT_OK;
    }
    for (int64_t k = 0; k < d * d; k++)
        fitter->cross[k] = random_normal(seed, RANDOM_ROTATION, (uint64_t)(number * d * d + k));
    return fit_rotation(fitter, motion->rotation, &value, &rank);
}

/* ---- Distances ---------------------------------------------------------- */

struct distances {
    parot_matrix x, y; /* samples */
    double *source, *target, *p, *q;
};

static void layout(struct distances *distances, struct arena *arena)
{
    int64_t n = distances->x.rows, m = distances->y.rows;
    distances->source = arena_take(arena, n, (size_t)n * sizeof(double));
    distances->target = arena_take(arena, m, (size_t)m * sizeof(double));
    distances->p = arena_take(arena, n, sizeof(double));
    distances->q = arena_take(arena, m, sizeof(double));
}

static parot_status measure(parot_matrix rows, double factor, const parot_run *run, double *to,
                            parot_error *err)
{
    TRY(parot_cost(rows, rows, PAROT_METRIC_EUCLIDEAN, run, to, err));
    for (int64_t k = 0; k < rows.rows * rows.rows; k++)
        to[k] *= factor;
    return PAROT_OK;
}

static void fill_ones(double *weights, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        weights[i] = 1;
}

/* A plan that keeps distances, those of x times motion->scale, and the transform that fits it. */
static parot_status fit_distances(const struct starts *starts, struct distances *distances,
                                  struct control *control, struct motion *motion, parot_error *err)
{
    int64_t n = distances->x.rows, m = distances->y.rows, rank = 0;
    parot_run run = control_rest(control);
    parot_gromov_result plan = {0};
    parot_gromov_options options;
    parot_gromov_options_init(&options);
    if (starts->fitter->kind == PAROT_MOTION_SIMILARITY) /* the scale is a guess: no equal sides */
        options.starts = PAROT_START_PRODUCT | PAROT_START_PROFILES | PAROT_START_CLUSTERS |
                         PAROT_START_PRIOR_PROFILES;
    run.max_iterations = 0;
    TRY(measure(distances->x, motion->scale, &run, distances->source, err));
    TRY(measure(distances->y, 1, &run, distances->target, err));
    fill_ones(distances->p, n);
    fill_ones(distances->q, m);
    parot_gromov_problem problem = {.source = {distances->source, n, n, n},
                                    .target = {distances->target, m, m, m},
                                    .alpha = 1,
                                    .p = distances->p,
                                    .q = distances->q,
                                    .mass =
                                        fmax(1, round(starts->overlap * (double)(n < m ? n : m)))};
    parot_status status = parot_gromov(&problem, &options, &run, &plan, err);
    if (status >= 0) {
        parot_status fitted = motion_fit(starts->fitter, distances->x, distances->y,
                                         &plan.transport.plan, motion, &rank);
        status = fitted == PAROT_OK ? status : fitted;
    }
    parot_gromov_result_free(&plan);
    return status;
}

/* Owns. */
static parot_status match_distances(const struct starts *starts, struct control *control,
                                    struct motion *motion, parot_error *err)
{
    struct arena arena = {0};
    struct distances distances = {.x = starts->x, .y = starts->y};
    if (distances.x.rows > MOST_SAMPLE)
        distances.x.rows = MOST_SAMPLE;
    if (distances.y.rows > MOST_SAMPLE)
        distances.y.rows = MOST_SAMPLE;
    layout(&distances, &arena);
    TRY(arena_open(&arena, control, err));
    layout(&distances, &arena);
    parot_status status = fit_distances(starts, &distances, control, motion, err);
    block_free(arena.block);
    return status;
}

parot_status starts_make(const struct starts *starts, int64_t number, struct control *control,
                         struct motion *motion, parot_error *err)
{
    static const double FACTORS[] = {1, 0.75, 1.33};
    int64_t signs = number - FIXED, distances = signs - sign_count(starts);
    int64_t random = distances - distance_count(starts);
    uint64_t seed = control->run.seed;
    motion_identity(motion);
    if (number == 0)
        return PAROT_OK;
    motion->scale = starts->ratio;
    if (random < 0 && distances >= 0) {
        motion->scale *= FACTORS[distances];
        return match_distances(starts, control, motion, err);
    }
    if (random >= 0 && turns(starts))
        TRY(turn_at_random(starts->fitter, seed, random, motion));
    else if (signs >= 0 && random < 0)
        align_axes(starts, signs, motion);
    motion_centre(motion, starts->x_mean, starts->y_mean);
    if (random >= 0 && !turns(starts)) {
        /* A random row of x onto a random row of y. */
        uint64_t index = 2 * (uint64_t)random;
        int64_t i =
            (int64_t)((double)starts->x.rows * random_uniform(seed, RANDOM_ROTATION, index));
        int64_t j =
            (int64_t)((double)starts->y.rows * random_uniform(seed, RANDOM_ROTATION, index + 1));
        motion_centre(motion, starts->x.data + i * starts->x.stride,
                      starts->y.data + j * starts->y.stride);
    }
    return PAROT_OK;
}
