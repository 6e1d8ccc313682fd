/* test_register.c - clouds are moved back where they came from. */
#include "parot/tasks.h"

#include "instances.h"
#include "ledger.h"
#include "stopping.h"
#include "support.h"

enum { N = 60, COPIES = 42, MOST_DIMS = 5 }; /* 30 % outliers on each side */

static double normal(uint64_t seed, uint64_t index)
{
    return sqrt(-2 * log(test_uniform(seed, 2 * index))) *
           cos(2 * acos(-1) * test_uniform(seed, 2 * index + 1));
}

/* Two clouds, the first COPIES rows of which correspond: y = scale R x + shift. */
struct clouds {
    int64_t dims;
    double scale, rotation[MOST_DIMS * MOST_DIMS], shift[MOST_DIMS];
    double x[N * MOST_DIMS], y[N * MOST_DIMS];
};

/* A product of turns in coordinate planes, hence of determinant 1. */
static void choose_rotation(struct clouds *clouds, uint64_t seed)
{
    int64_t d = clouds->dims;
    uint64_t turn = 0;
    for (int64_t k = 0; k < d * d; k++)
        clouds->rotation[k] = k % (d + 1) == 0;
    for (int64_t a = 0; a < d; a++)
        for (int64_t b = a + 1; b < d; b++) {
            double angle = 2 * acos(-1) * test_uniform(seed + 50, turn++);
            for (int64_t k = 0; k < d; k++) {
                double *row = clouds->rotation, x = row[a * d + k], y = row[b * d + k];
                row[a * d + k] = cos(angle) * x - sin(angle) * y;
                row[b * d + k] = sin(angle) * x + cos(angle) * y;
            }
        }
}

static void map_row(const struct clouds *clouds, const double *x, double *to)
{
    for (int64_t k = 0; k < clouds->dims; k++) {
        to[k] = clouds->shift[k];
        for (int64_t l = 0; l < clouds->dims; l++)
            to[k] += clouds->scale * clouds->rotation[k * clouds->dims + l] * x[l];
    }
}

static struct clouds make_clouds(int64_t dims, double scale, uint64_t seed)
{
    struct clouds clouds = {.dims = dims, .scale = scale};
    choose_rotation(&clouds, seed);
    for (int64_t k = 0; k < dims; k++)
        clouds.shift[k] = 5 * test_uniform(seed + 60, (uint64_t)k);
    for (int64_t k = 0; k < N * dims; k++)
        clouds.x[k] = normal(seed, (uint64_t)k);
    for (int64_t i = 0; i < N; i++) {
        double other[MOST_DIMS];
        for (int64_t k = 0; k < dims; k++)
            other[k] = normal(seed + 70, (uint64_t)(i * dims + k));
        map_row(&clouds, i < COPIES ? clouds.x + i * dims : other, clouds.y + i * dims);
    }
    return clouds;
}

static parot_matrix rows_of(const double *data, int64_t rows, int64_t cols)
{
    return (parot_matrix){data, rows, cols, cols};
}

static parot_register_options options_of(parot_motion motion, double overlap)
{
    parot_register_options options;
    parot_register_options_init(&options);
    options.motion = motion;
    options.overlap = overlap;
    return options;
}

/* R' R = 1, det R = 1 (up to three dimensions), and the plan is proved for the transform. */
static void check_answer(const struct clouds *clouds, const parot_register_result *result)
{
    int64_t d = clouds->dims;
    const double *r = result->rotation;
    for (int64_t i = 0; i < d; i++)
        for (int64_t j = 0; j < d; j++) {
            double dot = 0;
            for (int64_t k = 0; k < d; k++)
                dot += r[k * d + i] * r[k * d + j];
            assert_close(dot, i == j, 1e-12);
        }
    if (d == 2)
        assert_close(r[0] * r[3] - r[1] * r[2], 1, 1e-12);
    if (d == 3)
        assert_close(r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) +
                         r[2] * (r[3] * r[7] - r[4] * r[6]),
                     1, 1e-12);
    double moved[N * MOST_DIMS], cost[N * N], ones[N];
    parot_check check = {0};
    for (int k = 0; k < N; k++)
        ones[k] = 1;
    assert_ok(parot_register_apply(result, rows_of(clouds->x, N, d), moved, &err));
    assert_ok(parot_cost(rows_of(moved, N, d), rows_of(clouds->y, N, d), PAROT_METRIC_SQEUCLIDEAN,
                         NULL, cost, &err));
    parot_problem problem = {rows_of(cost, N, N), ones, ones, result->transport.mass};
    assert_ok(parot_certify(&problem, &result->transport, NULL, &check, &err));
    assert_true(check.primal <= 1e-12);
    if (result->rms > 1e-9) /* costs that are rounding prove nothing relative to themselves */
        assert_true(check.dual <= 1e-10 && check.slackness <= 1e-10 && check.relative_gap <= 1e-10);
}

static void check_recovered(const struct clouds *clouds, const parot_register_result *result)
{
    int64_t d = clouds->dims;
    for (int64_t k = 0; k < d * d; k++)
        assert_close(result->rotation[k], clouds->rotation[k], 1e-12);
    for (int64_t k = 0; k < d; k++)
        assert_close(result->shift[k], clouds->shift[k], 1e-12);
    assert_close(result->scale, clouds->scale, 1e-12);
    assert_true(result->rms < 1e-12);
    assert_int_equal(result->inliers, COPIES);
    assert_int_equal(result->rank, d);
    for (int i = 0; i < N; i++)
        assert_int_equal(result->match[i], i < COPIES ? i : -1);
}

static void recover(int64_t dims, parot_motion motion, double overlap, uint64_t seed)
{
    struct clouds clouds = make_clouds(dims, motion == PAROT_MOTION_SIMILARITY ? 1.7 : 1, seed);
    parot_register_result result = {0};
    parot_register_options options = options_of(motion, overlap);
    assert_ok(parot_register(rows_of(clouds.x, N, dims), rows_of(clouds.y, N, dims), &options, NULL,
                             &result, &err));
    assert_int_equal(result.has_elbow, 1);
    assert_close(result.overlap, (double)COPIES / N, 1e-15);
    check_recovered(&clouds, &result);
    check_answer(&clouds, &result);
    parot_register_result_free(&result);
}

static void copies_among_outliers_are_moved_back(void **state)
{
    (void)state;
    static const int64_t dims[] = {2, 3, 5};
    for (int k = 0; k < 3; k++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            recover(dims[k], PAROT_MOTION_RIGID, 0.7, seed);
            recover(dims[k], PAROT_MOTION_SIMILARITY, 0.7, seed);
        }
}

static void an_unknown_overlap_is_found(void **state)
{
    (void)state;
    recover(2, PAROT_MOTION_RIGID, NAN, 1);
    recover(3, PAROT_MOTION_RIGID, NAN, 1);
    recover(5, PAROT_MOTION_RIGID, NAN, 1);
    recover(3, PAROT_MOTION_SIMILARITY, NAN, 1);
}

static void translations_have_no_rotation(void **state)
{
    (void)state;
    struct clouds clouds = make_clouds(3, 1, 4);
    parot_register_result result = {0};
    parot_register_options options = options_of(PAROT_MOTION_TRANSLATION, 0.7);
    for (int64_t i = 0; i < N * 3; i++)
        clouds.y[i] = i < COPIES * 3 ? clouds.x[i] + (double)(i % 3) : clouds.y[i];
    assert_ok(parot_register(rows_of(clouds.x, N, 3), rows_of(clouds.y, N, 3), &options, NULL,
                             &result, &err));
    for (int k = 0; k < 9; k++)
        assert_true(result.rotation[k] == (k % 4 == 0));
    for (int k = 0; k < 3; k++)
        assert_close(result.shift[k], k, 1e-12);
    assert_int_equal(result.inliers, COPIES);
    parot_register_result_free(&result);
}

/* The mirror image of a cloud without symmetry is no rotated copy of it. */
static void reflections_are_not_considered(void **state)
{
    (void)state;
    for (int64_t dims = 2; dims <= 3; dims++) {
        struct clouds clouds = make_clouds(dims, 1, 5);
        parot_register_result result = {0};
        parot_register_options options = options_of(PAROT_MOTION_RIGID, 1);
        memcpy(clouds.y, clouds.x, sizeof clouds.x);
        for (int i = 0; i < N; i++)
            clouds.y[i * dims] *= -1;
        assert_ok(parot_register(rows_of(clouds.x, N, dims), rows_of(clouds.y, N, dims), &options,
                                 NULL, &result, &err));
        assert_true(result.rms > 0.05);
        check_answer(&clouds, &result);
        parot_register_result_free(&result);
    }
}

/* Without noise nothing is left to chance; with it, the transforms agree to rounding. */
static void order_and_threads_do_not_matter(void **state)
{
    (void)state;
    struct clouds clouds = make_clouds(3, 1, 6);
    double x[N * 3], y[N * 3];
    parot_register_result one = {0}, other = {0};
    parot_register_options options = options_of(PAROT_MOTION_RIGID, 0.6);
    parot_run run;
    parot_run_init(&run);
    run.threads = 2;
    for (int k = 0; k < N * 3; k++)
        clouds.y[k] += 0.05 * normal(80, (uint64_t)k);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 3; k++) {
            x[(N - 1 - i) * 3 + k] = clouds.x[i * 3 + k];
            y[(i + 11) % N * 3 + k] = clouds.y[i * 3 + k];
        }
    assert_ok(parot_register(rows_of(clouds.x, N, 3), rows_of(clouds.y, N, 3), &options, NULL, &one,
                             &err));
    assert_ok(parot_register(rows_of(x, N, 3), rows_of(y, N, 3), &options, &run, &other, &err));
    assert_memory_equal(one.rotation, other.rotation, 9 * sizeof(double));
    assert_memory_equal(one.shift, other.shift, 3 * sizeof(double));
    assert_true(one.rms == other.rms && one.iterations == other.iterations);
    for (int i = 0; i < N; i++)
        assert_int_equal(other.match[N - 1 - i], one.match[i] < 0 ? -1 : (one.match[i] + 11) % N);
    check_answer(&clouds, &one);
    parot_register_result_free(&one);
    parot_register_result_free(&other);
}

/* ---- Restarts ----------------------------------------------------------- */

/* Noise and few partners: most starts end in local minima of their own. */
static double sum_with_restarts(const struct clouds *clouds, parot_motion motion, int32_t restarts)
{
    int64_t d = clouds->dims;
    parot_register_result result = {0};
    parot_register_options options = options_of(motion, 0.5);
    options.restarts = restarts;
    assert_ok(parot_register(rows_of(clouds->x, 20, d), rows_of(clouds->y, 20, d), &options, NULL,
                             &result, &err));
    double sum = result.transport.objective;
    parot_register_result_free(&result);
    return sum;
}

static void more_restarts_never_end_higher(void **state)
{
    (void)state;
    int fallen = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        parot_motion motion = (parot_motion)(seed % 3);
        struct clouds clouds = make_clouds(2 + (int64_t)(seed % 2), 1, seed);
        for (int k = 0; k < N * MOST_DIMS; k++)
            clouds.y[k] += 0.5 * normal(seed + 90, (uint64_t)k);
        double last = INFINITY;
        for (int32_t restarts = 0; restarts <= 64; restarts = 2 * restarts + (restarts < 2)) {
            double sum = sum_with_restarts(&clouds, motion, restarts);
            assert_true(sum <= last);
            fallen += restarts > 0 && sum < last;
            last = sum;
        }
    }
    assert_true(fallen > 10); /* otherwise the test would say nothing */
}

/* ---- Copies ------------------------------------------------------------- */

/* The first `copies` rows of y are those of x, turned or not; all is then far from 0 and scaled. */
static void copies_keep_their_partners(int64_t dims, int64_t copies, double unit, double offset)
{
    enum { ROWS = 30 };
    struct clouds clouds = make_clouds(dims, 1, (uint64_t)(copies + dims));
    parot_register_result result = {0};
    for (int64_t i = 0; i < ROWS; i++)
        for (int64_t k = 0; k < dims; k++) {
            double *x = &clouds.x[i * dims + k], *y = &clouds.y[i * dims + k];
            if (i >= copies)
                *y = 40 + 20 * normal(7, (uint64_t)(i * dims + k));
            *y = unit * (*y + offset);
            *x *= unit;
        }
    assert_ok(parot_register(rows_of(clouds.x, ROWS, dims), rows_of(clouds.y, ROWS, dims), NULL,
                             NULL, &result, &err));
    assert_int_equal(result.inliers, copies);
    assert_true(result.rms <= 1e-13 * unit * (100 + offset));
    for (int64_t i = 0; i < ROWS; i++)
        assert_int_equal(result.match[i], i < copies ? i : -1);
    parot_register_result_free(&result);
}

static void copies_of_any_size_and_place_keep_their_partners(void **state)
{
    (void)state;
    static const double units[] = {1e-9, 1e-4, 1, 1e3, 1e9}, offsets[] = {0, 1e2, 1e5};
    for (int u = 0; u < 5; u++)
        for (int o = 0; o < 3; o++)
            for (int64_t dims = 2; dims <= 3; dims++) {
                copies_keep_their_partners(dims, 30, units[u], offsets[o]);
                copies_keep_their_partners(dims, 24, units[u], offsets[o]);
            }
}

/* Neither turned nor moved: distances of 0 and of rounding, in any mixture. */
static void a_cloud_is_its_own_copy(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct clouds clouds = make_clouds(2, 1, seed);
        parot_register_result result = {0};
        for (int k = 0; k < 60; k++)
            clouds.y[k] = clouds.x[k] + (seed % 2 ? 3e-16 * (k % 5) : 0);
        assert_ok(parot_register(rows_of(clouds.x, 30, 2), rows_of(clouds.y, 30, 2), NULL, NULL,
                                 &result, &err));
        assert_int_equal(result.inliers, 30);
        parot_register_result_free(&result);
    }
}

/* ---- Degenerate clouds -------------------------------------------------- */

static void points_on_a_line_leave_the_rotation_open(void **state)
{
    (void)state;
    double x[30], y[30];
    parot_register_result result = {0};
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 3; k++) {
            x[3 * i + k] = k == 0 ? i * i : 0;
            y[3 * i + k] = k == 1 ? i * i + 2 : 0;
        }
    assert_ok(parot_register(rows_of(x, 10, 3), rows_of(y, 10, 3), NULL, NULL, &result, &err));
    assert_int_equal(result.rank, 1);
    assert_true(result.rms < 1e-12);
    parot_register_result_free(&result);
}

static void one_point_and_equal_points_are_shifted(void **state)
{
    (void)state;
    double x[12] = {0}, y[12];
    for (int k = 0; k < 12; k++)
        y[k] = 3;
    for (int64_t n = 1; n <= 6; n += 5)
        for (int motion = PAROT_MOTION_RIGID; motion <= PAROT_MOTION_TRANSLATION; motion++) {
            parot_register_result result = {0};
            parot_register_options options = options_of((parot_motion)motion, NAN);
            assert_ok(
                parot_register(rows_of(x, n, 2), rows_of(y, n, 2), &options, NULL, &result, &err));
            assert_true(result.rotation[0] == 1 && result.rotation[1] == 0 && result.scale == 1);
            assert_close(result.shift[0], 3, 1e-15);
            assert_int_equal(result.inliers, n);
            assert_true(result.rms == 0);
            parot_register_result_free(&result);
        }
}

static void one_coordinate_has_no_rotation(void **state)
{
    (void)state;
    double x[5] = {0, 1, 3, 7, 20}, y[6] = {12, 11, 10, 17, 13, -40};
    parot_register_result result = {0};
    parot_register_options options = options_of(PAROT_MOTION_RIGID, 0.8);
    assert_ok(parot_register(rows_of(x, 5, 1), rows_of(y, 6, 1), &options, NULL, &result, &err));
    assert_true(result.rotation[0] == 1);
    assert_close(result.shift[0], 10, 1e-14);
    assert_int_equal(result.match[4], -1);
    parot_register_result_free(&result);
}

/* ---- Limits ------------------------------------------------------------- */

/* So many columns that a pass over WIDE_ROWS rows takes several questions. */
enum { WIDE = 200, WIDE_ROWS = 130 };

static int stop_at_stage(const parot_progress *progress, void *user)
{
    return strcmp(progress->stage, user) == 0;
}

static parot_status register_wide(const double *x, const double *y, const char *stage,
                                  parot_register_result *result)
{
    parot_run run;
    char name[16];
    parot_register_options options;
    parot_error err = {0};
    parot_register_options_init(&options);
    options.overlap = 1;
    parot_run_init(&run);
    run.progress = stop_at_stage;
    run.progress_period = 0;
    run.user = strcpy(name, stage);
    return parot_register(rows_of(x, WIDE_ROWS, WIDE), rows_of(y, WIDE_ROWS, WIDE), &options, &run,
                          result, &err);
}

/* sum of |scale R x_i + shift - y_match|^2 over pairs */
static double sum_of_squares(const parot_register_result *result, const double *x, const double *y)
{
    double sum = 0, *moved = malloc(sizeof *moved * WIDE_ROWS * WIDE);
    assert_non_null(moved);
    assert_ok(parot_register_apply(result, rows_of(x, WIDE_ROWS, WIDE), moved, &err));
    for (int64_t i = 0; i < WIDE_ROWS; i++)
        for (int64_t k = 0; result->match[i] >= 0 && k < WIDE; k++) {
            double difference = moved[i * WIDE + k] - y[result->match[i] * WIDE + k];
            sum += difference * difference;
        }
    free(moved);
    return sum;
}

/* Before the first plan there is nothing to keep; a stop inside a fit keeps the transform that the
 * plan belongs to. */
static void wide_clouds_can_be_stopped_inside_each_pass(void **state)
{
    (void)state;
    double *x = malloc(sizeof *x * 2 * WIDE_ROWS * WIDE), *y = x + WIDE_ROWS * WIDE;
    assert_non_null(x);
    for (uint64_t k = 0; k < 2 * WIDE_ROWS * WIDE; k++)
        x[k] = normal(5, k);
    parot_register_result result = {0};
    assert_int_equal(register_wide(x, y, "covariance", &result), PAROT_ESTOPPED);
    assert_int_equal(register_wide(x, y, "transform", &result), PAROT_ESTOPPED);
    assert_int_equal(register_wide(x, y, "fit", &result), PAROT_CANCELLED);
    assert_close(sum_of_squares(&result, x, y), result.transport.objective, 1e-10);
    parot_register_result_free(&result);
    free(x);
}

/* Stopped at the k-th question, the answer is a transform with a valid plan, or none. */
static void stopping_keeps_the_best(void **state)
{
    (void)state;
    struct clouds clouds = make_clouds(3, 1, 8);
    int had_none = 0, had_some = 0;
    for (int stop = 0; stop < 60; stop += 3) {
        int left = stop;
        parot_run run = run_that_stops(&left);
        parot_register_result result = {0};
        parot_error err = {0};
        parot_status status = parot_register(rows_of(clouds.x, N, 3), rows_of(clouds.y, N, 3), NULL,
                                             &run, &result, &err);
        if (status == PAROT_ESTOPPED) {
            had_none = 1;
            assert_null(result.owner);
            continue;
        }
        assert_int_equal(status, PAROT_CANCELLED);
        assert_int_equal(result.status, PAROT_CANCELLED);
        assert_int_equal(result.count, N);
        assert_true(result.transport.plan.count > 0 && isfinite(result.rms));
        had_some = 1;
        parot_register_result_free(&result);
    }
    assert_true(had_none && had_some);
}

static void a_limit_of_alternations_is_kept(void **state)
{
    (void)state;
    struct clouds clouds = make_clouds(3, 1, 8);
    parot_run run;
    parot_run_init(&run);
    run.max_iterations = 1;
    parot_register_result result = {0};
    parot_register_options options = options_of(PAROT_MOTION_RIGID, 0.7);
    assert_ok(parot_register(rows_of(clouds.x, N, 3), rows_of(clouds.y, N, 3), &options, &run,
                             &result, &err));
    assert_int_equal(result.iterations, result.trials);
    parot_register_result_free(&result);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    struct clouds clouds = make_clouds(2, 1, 9);
    int64_t asked = 0;
    for (int64_t k = 0; k <= asked; k++) {
        struct ledger ledger = {.refuse = k};
        parot_run run = run_with(&ledger);
        parot_register_result result = {0};
        parot_error err = {0};
        parot_status status = parot_register(rows_of(clouds.x, 20, 2), rows_of(clouds.y, 25, 2),
                                             NULL, &run, &result, &err);
        if (ledger.asked > k) {
            assert_int_equal(status, PAROT_ENOMEM);
            assert_null(result.owner);
            asked = k + 1;
        } else {
            assert_int_equal(status, PAROT_OK);
        }
        parot_register_result_free(&result);
        assert_int_equal(ledger.held, 0);
    }
}

/* ---- Refusals ----------------------------------------------------------- */

static void nonsense_is_refused(void **state)
{
    (void)state;
    double x[4] = {0, 1, 2, NAN}, moved[4];
    parot_register_result result = {0};
    parot_register_options options = options_of(PAROT_MOTION_RIGID, 0.5);
    parot_matrix good = rows_of(x, 3, 1), bad = rows_of(x, 2, 2);
    assert_refused(parot_register(good, good, NULL, NULL, NULL, &err), PAROT_EINVAL, "result");
    assert_refused(parot_register(bad, bad, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "source: must be finite, got nan at (1,1)");
    x[3] = 2e300;
    assert_refused(parot_register(bad, bad, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "must be at most 1e+300 in size");
    assert_refused(parot_register(good, rows_of(x, 1, 3), NULL, NULL, &result, &err), PAROT_ESHAPE,
                   "source has 1 columns, target has 3");
    assert_refused(parot_register(rows_of(x, 0, 1), good, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "source: must have a row");
    assert_refused(parot_register(good, rows_of(NULL, 1, 1), NULL, NULL, &result, &err),
                   PAROT_EINVAL, "target: data is NULL");
    options.overlap = 0;
    assert_refused(parot_register(good, good, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.overlap: must be in (0,1], or NAN to find it, got 0");
    options = options_of((parot_motion)3, 1);
    assert_refused(parot_register(good, good, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.motion: unknown value 3");
    options = options_of(PAROT_MOTION_RIGID, 1);
    options.restarts = -1;
    assert_refused(parot_register(good, good, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.restarts");
    options.struct_size = 0;
    assert_refused(parot_register(good, good, &options, NULL, &result, &err), PAROT_EINVAL,
                   "parot_register_options_init");
    assert_refused(parot_register_apply(&result, good, moved, &err), PAROT_EINVAL, "result");
    assert_ok(parot_register(good, good, NULL, NULL, &result, &err));
    assert_refused(parot_register_apply(&result, rows_of(x, 1, 2), moved, &err), PAROT_ESHAPE,
                   "points has 2 columns, the transform 1");
    assert_refused(parot_register_apply(&result, good, NULL, &err), PAROT_EINVAL, "moved");
    parot_register_result_free(&result);
    parot_register_result_free(NULL);
}

/* Moving scaled rows and undoing the scale is one affine map of the rows as they were. */
static void a_motion_of_scaled_rows_is_affine(void **state)
{
    (void)state;
    const double centre[] = {1e3, -2, 0.5}, factor[] = {1e-3, 1, 40};
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct clouds clouds = make_clouds(3, seed % 2 ? 1 : 1.5, seed);
        double moved[N * 3], linear[9], shift[3];
        parot_register_options options;
        parot_register_result result = {0};
        parot_register_options_init(&options);
        options.motion = seed % 2 ? PAROT_MOTION_RIGID : PAROT_MOTION_SIMILARITY;
        parot_matrix x = rows_of(clouds.x, N, 3), y = rows_of(clouds.y, N, 3);
        assert_ok(parot_register(x, y, &options, NULL, &result, &err));
        assert_ok(parot_register_apply(&result, x, moved, &err));
        assert_ok(parot_scale_undo(centre, factor, rows_of(moved, N, 3), moved, &err));
        assert_ok(parot_scale_undo(centre, factor, x, clouds.x, &err));
        assert_ok(parot_register_unscale(&result, centre, factor, linear, shift, &err));
        for (int i = 0; i < N * 3; i++) {
            const double *row = clouds.x + i / 3 * 3, *a = linear + i % 3 * 3;
            double mapped = a[0] * row[0] + a[1] * row[1] + a[2] * row[2] + shift[i % 3];
            assert_true(fabs(mapped - moved[i]) <= 1e-11 / factor[i % 3]);
        }
        assert_refused(parot_register_unscale(&result, centre, linear, linear, NULL, &err),
                       PAROT_EINVAL, "shift");
        assert_refused(
            parot_register_unscale(&result, factor, (double[]){1, 0, 1}, linear, shift, &err),
            PAROT_EINVAL, "factors above 0; [1] is 1, 0");
        parot_register_result_free(&result);
        assert_refused(parot_register_unscale(&result, centre, factor, linear, shift, &err),
                       PAROT_EINVAL, "result: must not be empty");
    }
}

static void motions_have_names(void **state)
{
    (void)state;
    assert_string_equal(parot_motion_name(PAROT_MOTION_RIGID), "rigid");
    assert_string_equal(parot_motion_name(PAROT_MOTION_TRANSLATION), "translation");
    assert_null(parot_motion_name((parot_motion)3));
    assert_null(parot_motion_name((parot_motion)-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_among_outliers_are_moved_back),
        cmocka_unit_test(an_unknown_overlap_is_found),
        cmocka_unit_test(translations_have_no_rotation),
        cmocka_unit_test(reflections_are_not_considered),
        cmocka_unit_test(order_and_threads_do_not_matter),
        cmocka_unit_test(more_restarts_never_end_higher),
        cmocka_unit_test(copies_of_any_size_and_place_keep_their_partners),
        cmocka_unit_test(a_cloud_is_its_own_copy),
        cmocka_unit_test(points_on_a_line_leave_the_rotation_open),
        cmocka_unit_test(one_point_and_equal_points_are_shifted),
        cmocka_unit_test(one_coordinate_has_no_rotation),
        cmocka_unit_test(stopping_keeps_the_best),
        cmocka_unit_test(wide_clouds_can_be_stopped_inside_each_pass),
        cmocka_unit_test(a_limit_of_alternations_is_kept),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(a_motion_of_scaled_rows_is_affine),
        cmocka_unit_test(motions_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
