/* test_register_limits.c - registering that is stopped, short of memory or asked for nonsense. */
#include "moved_clouds.h"
#include "stopping.h"
#include "test.h"

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
    char name[16];
    parot_error err = {0};
    DEFAULTS(parot_register_options, options);
    options.overlap = 1;
    DEFAULTS(parot_run, run);
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
TEST(wide_clouds_can_be_stopped_inside_each_pass)
{
    double *x = malloc(sizeof *x * 2 * WIDE_ROWS * WIDE), *y = x + WIDE_ROWS * WIDE;
    assert_non_null(x);
    for (uint64_t k = 0; k < 2 * WIDE_ROWS * WIDE; k++)
        x[k] = test_normal(5, k);
    AUTO(parot_register_result, result);
    assert_int_equal(register_wide(x, y, "covariance", &result), PAROT_ESTOPPED);
    assert_int_equal(register_wide(x, y, "transform", &result), PAROT_ESTOPPED);
    assert_int_equal(register_wide(x, y, "fit", &result), PAROT_CANCELLED);
    assert_close(sum_of_squares(&result, x, y), result.transport.objective, 1e-10);
    free(x);
}

/* Stopped at the k-th question, the answer is a transform with a valid plan, or none. */
TEST(stopping_keeps_the_best)
{
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

TEST(a_limit_of_alternations_is_kept)
{
    struct clouds clouds = make_clouds(3, 1, 8);
    DEFAULTS(parot_run, run);
    run.max_iterations = 1;
    AUTO(parot_register_result, result);
    parot_register_options options = options_of(PAROT_MOTION_RIGID, 0.7);
    assert_ok(parot_register(rows_of(clouds.x, N, 3), rows_of(clouds.y, N, 3), &options, &run,
                             &result, &err));
    assert_int_equal(result.iterations, result.trials);
}

/* ---- Refusals ----------------------------------------------------------- */

TEST(nonsense_is_refused)
{
    double x[4] = {0, 1, 2, NAN}, moved[4];
    parot_register_result result = {0};
    parot_matrix good = rows_of(x, 3, 1), bad = rows_of(x, 2, 2);
    assert_refused(parot_register(bad, bad, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "source: must be finite, got nan at (1,1)");
    x[3] = 2e300;
    assert_refused(parot_register(bad, bad, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "must be at most 1e+300 in size");
    assert_refused(parot_register(good, rows_of(x, 1, 3), NULL, NULL, &result, &err), PAROT_ESHAPE,
                   "source has 1 columns, target has 3");
    assert_refused(parot_register_apply(&result, good, moved, &err), PAROT_EINVAL, "result");
    assert_ok(parot_register(good, good, NULL, NULL, &result, &err));
    assert_refused(parot_register_apply(&result, rows_of(x, 1, 2), moved, &err), PAROT_ESHAPE,
                   "points has 2 columns, the transform 1");
    parot_register_result_free(&result);
}

/* Moving scaled rows and undoing the scale is one affine map of the rows as they were. */
TEST(a_motion_of_scaled_rows_is_affine)
{
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

TEST(motions_have_names)
{
    assert_string_equal(parot_motion_name(PAROT_MOTION_RIGID), "rigid");
    assert_string_equal(parot_motion_name(PAROT_MOTION_TRANSLATION), "translation");
    assert_null(parot_motion_name((parot_motion)3));
    assert_null(parot_motion_name((parot_motion)-1));
}
