/* test_register.c - clouds are moved back where they came from. */
#include "moved_clouds.h"
#include "test.h"

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
    AUTO(parot_register_result, result);
    parot_register_options options = options_of(motion, overlap);
    assert_ok(parot_register(rows_of(clouds.x, N, dims), rows_of(clouds.y, N, dims), &options, NULL,
                             &result, &err));
    assert_int_equal(result.has_elbow, 1);
    assert_close(result.overlap, (double)COPIES / N, 1e-15);
    check_recovered(&clouds, &result);
    check_answer(&clouds, &result);
}

TEST(copies_among_outliers_are_moved_back)
{
    static const int64_t dims[] = {2, 3, 5};
    for (int k = 0; k < 3; k++)
        for (uint64_t seed = 1; seed <= 2; seed += test_stride(2)) {
            recover(dims[k], PAROT_MOTION_RIGID, 0.7, seed);
            recover(dims[k], PAROT_MOTION_SIMILARITY, 0.7, seed);
        }
}

TEST(an_unknown_overlap_is_found)
{
    recover(2, PAROT_MOTION_RIGID, NAN, 1);
    recover(3, PAROT_MOTION_RIGID, NAN, 1);
    recover(5, PAROT_MOTION_RIGID, NAN, 1);
    recover(3, PAROT_MOTION_SIMILARITY, NAN, 1);
}

TEST(translations_have_no_rotation)
{
    struct clouds clouds = make_clouds(3, 1, 4);
    AUTO(parot_register_result, result);
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
}

/* The mirror image of a cloud without symmetry is no rotated copy of it. */
TEST(reflections_are_not_considered)
{
    for (int64_t dims = 2; dims <= 3; dims++) {
        struct clouds clouds = make_clouds(dims, 1, 5);
        AUTO(parot_register_result, result);
        parot_register_options options = options_of(PAROT_MOTION_RIGID, 1);
        memcpy(clouds.y, clouds.x, sizeof clouds.x);
        for (int i = 0; i < N; i++)
            clouds.y[i * dims] *= -1;
        assert_ok(parot_register(rows_of(clouds.x, N, dims), rows_of(clouds.y, N, dims), &options,
                                 NULL, &result, &err));
        assert_true(result.rms > 0.05);
        check_answer(&clouds, &result);
    }
}

/* Without noise nothing is left to chance; with it, the transforms agree to rounding. */
TEST(order_and_threads_do_not_matter)
{
    struct clouds clouds = make_clouds(3, 1, 6);
    double x[N * 3], y[N * 3];
    AUTO(parot_register_result, one, other);
    parot_register_options options = options_of(PAROT_MOTION_RIGID, 0.6);
    parot_run run = run_with_threads(2);
    for (int k = 0; k < N * 3; k++)
        clouds.y[k] += 0.05 * test_normal(80, (uint64_t)k);
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
}

/* ---- Restarts ----------------------------------------------------------- */

/* Noise and few partners: most starts end in local minima of their own. */
static double sum_with_restarts(const struct clouds *clouds, parot_motion motion, int32_t restarts)
{
    int64_t d = clouds->dims;
    AUTO(parot_register_result, result);
    parot_register_options options = options_of(motion, 0.5);
    options.restarts = restarts;
    assert_ok(parot_register(rows_of(clouds->x, 20, d), rows_of(clouds->y, 20, d), &options, NULL,
                             &result, &err));
    double sum = result.transport.objective;
    return sum;
}

TEST(more_restarts_never_end_higher)
{
    int fallen = 0;
    for (uint64_t seed = 1; seed <= 40; seed += test_stride(4)) {
        parot_motion motion = (parot_motion)(seed % 3);
        struct clouds clouds = make_clouds(2 + (int64_t)(seed % 2), 1, seed);
        for (int k = 0; k < N * MOST_DIMS; k++)
            clouds.y[k] += 0.5 * test_normal(seed + 90, (uint64_t)k);
        double last = INFINITY;
        for (int32_t restarts = 0; restarts <= 64; restarts = 2 * restarts + (restarts < 2)) {
            double sum = sum_with_restarts(&clouds, motion, restarts);
            assert_true(sum <= last);
            fallen += restarts > 0 && sum < last;
            last = sum;
        }
    }
    assert_true(fallen > 10 / (int)test_stride(4)); /* otherwise the test would say nothing */
}

/* ---- Copies ------------------------------------------------------------- */

/* The first `copies` rows of y are those of x, turned or not; all is then far from 0 and scaled. */
static void copies_keep_their_partners(int64_t dims, int64_t copies, double unit, double offset)
{
    enum { ROWS = 30 };
    struct clouds clouds = make_clouds(dims, 1, (uint64_t)(copies + dims));
    AUTO(parot_register_result, result);
    for (int64_t i = 0; i < ROWS; i++)
        for (int64_t k = 0; k < dims; k++) {
            double *x = &clouds.x[i * dims + k], *y = &clouds.y[i * dims + k];
            if (i >= copies)
                *y = 40 + 20 * test_normal(7, (uint64_t)(i * dims + k));
            *y = unit * (*y + offset);
            *x *= unit;
        }
    assert_ok(parot_register(rows_of(clouds.x, ROWS, dims), rows_of(clouds.y, ROWS, dims), NULL,
                             NULL, &result, &err));
    assert_int_equal(result.inliers, copies);
    assert_true(result.rms <= 1e-13 * unit * (100 + offset));
    for (int64_t i = 0; i < ROWS; i++)
        assert_int_equal(result.match[i], i < copies ? i : -1);
}

TEST(copies_of_any_size_and_place_keep_their_partners)
{
    static const double units[] = {1e-9, 1e-4, 1, 1e3, 1e9}, offsets[] = {0, 1e2, 1e5};
    const int stride = (int)test_stride(3);
    for (int u = 0; u < 5; u++)
        for (int o = u % stride; o < 3; o += stride)
            for (int64_t dims = 2; dims <= 3; dims++) {
                copies_keep_their_partners(dims, 30, units[u], offsets[o]);
                copies_keep_their_partners(dims, 24, units[u], offsets[o]);
            }
}

/* Neither turned nor moved: distances of 0 and of rounding, in any mixture. */
TEST(a_cloud_is_its_own_copy)
{
    for (uint64_t seed = 1; seed <= 20; seed += test_stride(5)) {
        struct clouds clouds = make_clouds(2, 1, seed);
        AUTO(parot_register_result, result);
        for (int k = 0; k < 60; k++)
            clouds.y[k] = clouds.x[k] + (seed % 2 ? 3e-16 * (k % 5) : 0);
        assert_ok(parot_register(rows_of(clouds.x, 30, 2), rows_of(clouds.y, 30, 2), NULL, NULL,
                                 &result, &err));
        assert_int_equal(result.inliers, 30);
    }
}

/* ---- Degenerate clouds -------------------------------------------------- */

TEST(points_on_a_line_leave_the_rotation_open)
{
    double x[30], y[30];
    AUTO(parot_register_result, result);
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 3; k++) {
            x[3 * i + k] = k == 0 ? i * i : 0;
            y[3 * i + k] = k == 1 ? i * i + 2 : 0;
        }
    assert_ok(parot_register(rows_of(x, 10, 3), rows_of(y, 10, 3), NULL, NULL, &result, &err));
    assert_int_equal(result.rank, 1);
    assert_true(result.rms < 1e-12);
}

TEST(one_point_and_equal_points_are_shifted)
{
    double x[12] = {0}, y[12];
    test_set(y, 12, 3);
    for (int64_t n = 1; n <= 6; n += 5)
        for (int motion = PAROT_MOTION_RIGID; motion <= PAROT_MOTION_TRANSLATION; motion++) {
            AUTO(parot_register_result, result);
            parot_register_options options = options_of((parot_motion)motion, NAN);
            assert_ok(
                parot_register(rows_of(x, n, 2), rows_of(y, n, 2), &options, NULL, &result, &err));
            assert_true(result.rotation[0] == 1 && result.rotation[1] == 0 && result.scale == 1);
            assert_close(result.shift[0], 3, 1e-15);
            assert_int_equal(result.inliers, n);
            assert_true(result.rms == 0);
        }
}

TEST(one_coordinate_has_no_rotation)
{
    double x[5] = {0, 1, 3, 7, 20}, y[6] = {12, 11, 10, 17, 13, -40};
    AUTO(parot_register_result, result);
    parot_register_options options = options_of(PAROT_MOTION_RIGID, 0.8);
    assert_ok(parot_register(rows_of(x, 5, 1), rows_of(y, 6, 1), &options, NULL, &result, &err));
    assert_true(result.rotation[0] == 1);
    assert_close(result.shift[0], 10, 1e-14);
    assert_int_equal(result.match[4], -1);
}
