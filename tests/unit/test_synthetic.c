/* test_synthetic.c - synthetic points lie where their shape says, and weights are a distribution.
 *
 * Samples are fixed by the seed; bounds on moments are five standard deviations of the sample.
 */
#include "test.h"

static const double PI = 3.141592653589793;

enum { COUNT = 2000, SAMPLE = 100000 };

static parot_cloud cloud_of(parot_shape shape, int64_t count, double noise)
{
    parot_cloud cloud;
    memset(&cloud, 0xff, sizeof cloud);
    parot_cloud_init(&cloud);
    cloud.shape = shape;
    cloud.count = count;
    cloud.noise = noise;
    return cloud;
}

static void make(const parot_cloud *cloud, uint64_t seed, double *points)
{
    DEFAULTS(parot_run, run);
    run.seed = seed;
    assert_ok(parot_make_points(cloud, &run, points, &err));
}

TEST(the_default_cloud_can_be_made)
{
    parot_cloud cloud;
    memset(&cloud, 0xff, sizeof cloud);
    parot_cloud_init(&cloud);
    assert_int_equal(cloud.struct_size, sizeof cloud);
    assert_true(cloud.angle == 0 && cloud.center[0] == 0 && cloud.center[1] == 0);
    FREED double *points = malloc((size_t)(cloud.count * cloud.dims) * sizeof *points);
    assert_ok(parot_make_points(&cloud, NULL, points, &err));
    for (int64_t i = 0; i < cloud.count * cloud.dims; i++)
        assert_true(isfinite(points[i]));
}

/* Even points on the upper half of the unit circle, odd ones on the lower half of that around
 * (1, 1/2). */
TEST(moons_without_noise_lie_on_two_half_circles)
{
    static double points[COUNT][2];
    parot_cloud cloud = cloud_of(PAROT_SHAPE_MOONS, COUNT, 0);
    make(&cloud, 1, points[0]);
    for (int i = 0; i < COUNT; i++) {
        double x = points[i][0] - i % 2, y = points[i][1] - 0.5 * (i % 2);
        assert_close(hypot(x, y), 1, 1e-14);
        assert_true(i % 2 == 0 ? y >= 0 : y <= 0);
    }
}

/* The angle is uniform on an interval of length pi: its mean is the middle, its variance
 * pi^2 / 12. */
TEST(moons_are_evenly_filled)
{
    static double points[COUNT][2];
    parot_cloud cloud = cloud_of(PAROT_SHAPE_MOONS, COUNT, 0);
    make(&cloud, 1, points[0]);
    for (int moon = 0; moon < 2; moon++) {
        double sum = 0, sign = moon == 0 ? 1 : -1;
        for (int i = moon; i < COUNT; i += 2)
            sum += atan2(sign * (points[i][1] - 0.5 * moon), sign * (points[i][0] - moon)) - PI / 2;
        assert_true(fabs(sum) <= 5 * sqrt(PI * PI / 12 * COUNT / 2));
    }
}

/* Archimedes: at radius r the arm has turned by 4 pi r; the area within r is uniform. */
TEST(spirals_without_noise_lie_on_one_arm_of_two_turns)
{
    static double points[COUNT][2];
    double area = 0;
    parot_cloud cloud = cloud_of(PAROT_SHAPE_SPIRAL, COUNT, 0);
    make(&cloud, 1, points[0]);
    for (int i = 0; i < COUNT; i++) {
        double radius = hypot(points[i][0], points[i][1]);
        assert_true(radius > 0 && radius <= 1 + 1e-15);
        assert_close(points[i][0], radius * cos(4 * PI * radius), 1e-13);
        assert_close(points[i][1], radius * sin(4 * PI * radius), 1e-13);
        area += radius * radius - 0.5;
    }
    assert_true(fabs(area) <= 5 * sqrt(COUNT / 12.0));
}

TEST(blobs_without_noise_are_their_centres)
{
    static double points[COUNT * 5];
    for (int64_t dims = 1; dims <= 5; dims++)
        for (int64_t blobs = 2; blobs <= 7; blobs++) {
            parot_cloud cloud = cloud_of(PAROT_SHAPE_BLOBS, COUNT, 0);
            cloud.dims = dims;
            cloud.blobs = blobs;
            cloud.spread = 3;
            make(&cloud, 1, points);
            for (int64_t i = 0; i < COUNT; i++) {
                double turn = 2 * PI * (double)(i % blobs) / (double)blobs;
                const double centre[5] = {3 * cos(turn), 3 * sin(turn), 0, 0, 0};
                for (int64_t k = 0; k < dims; k++)
                    assert_close(points[i * dims + k], centre[k], 1e-15);
            }
        }
}

TEST(a_single_blob_is_centred_at_the_origin)
{
    double points[30];
    parot_cloud cloud = cloud_of(PAROT_SHAPE_BLOBS, 10, 0);
    cloud.dims = 3;
    cloud.blobs = 1;
    make(&cloud, 1, points);
    for (int k = 0; k < 30; k++)
        assert_true(points[k] == 0);
}

/* In every coordinate, and independent between two of them. */
TEST(noise_is_normal_with_the_given_deviation)
{
    static double points[SAMPLE][3];
    parot_cloud cloud = cloud_of(PAROT_SHAPE_BLOBS, SAMPLE, 0.3);
    cloud.dims = 3;
    make(&cloud, 1, points[0]);
    for (int k = 0; k < 3; k++) {
        double mean = 0, variance = 0, covariance = 0;
        for (int i = 0; i < SAMPLE; i++) {
            double z = points[i][k] / 0.3;
            mean += z / SAMPLE;
            variance += z * z / SAMPLE;
            covariance += z * points[i][(k + 1) % 3] / 0.3 / SAMPLE;
        }
        assert_true(fabs(mean) <= 5 / sqrt(SAMPLE));
        assert_true(fabs(variance - 1) <= 5 * sqrt(2.0 / SAMPLE));
        assert_true(fabs(covariance) <= 5 / sqrt(SAMPLE));
    }
}

TEST(noise_is_added_to_the_shape)
{
    static double still[COUNT * 2], once[COUNT * 2], twice[COUNT * 2];
    for (int shape = PAROT_SHAPE_MOONS; shape <= PAROT_SHAPE_SPIRAL; shape++) {
        parot_cloud cloud = cloud_of((parot_shape)shape, COUNT, 0);
        make(&cloud, 1, still);
        cloud.noise = 1;
        make(&cloud, 1, once);
        cloud.noise = 2;
        make(&cloud, 1, twice);
        for (int k = 0; k < 2 * COUNT; k++)
            assert_close(twice[k] - still[k], 2 * (once[k] - still[k]), 1e-14);
    }
}

/* First the rotation of the first two coordinates, then the shift. */
TEST(clouds_are_turned_and_then_moved)
{
    static double plain[COUNT][4], moved[COUNT][4];
    parot_cloud cloud = cloud_of(PAROT_SHAPE_BLOBS, COUNT, 0.5);
    cloud.dims = 4;
    cloud.blobs = 3;
    make(&cloud, 1, plain[0]);
    cloud.angle = 0.7;
    cloud.center[0] = 10;
    cloud.center[1] = -20;
    make(&cloud, 1, moved[0]);
    for (int i = 0; i < COUNT; i++) {
        double x = plain[i][0], y = plain[i][1];
        assert_close(moved[i][0], 10 + x * cos(0.7) - y * sin(0.7), 1e-14);
        assert_close(moved[i][1], -20 + x * sin(0.7) + y * cos(0.7), 1e-14);
        assert_true(moved[i][2] == plain[i][2] && moved[i][3] == plain[i][3]);
    }
}

TEST(a_line_is_moved_but_not_turned)
{
    double plain[10], moved[10];
    parot_cloud cloud = cloud_of(PAROT_SHAPE_BLOBS, 10, 0.5);
    cloud.dims = 1;
    make(&cloud, 1, plain);
    cloud.angle = 0.7;
    cloud.center[0] = 10;
    make(&cloud, 1, moved);
    for (int i = 0; i < 10; i++)
        assert_close(moved[i], plain[i] + 10, 1e-15);
}

TEST(a_point_does_not_depend_on_how_many_there_are)
{
    static double all[COUNT * 2], some[COUNT * 2];
    for (int shape = PAROT_SHAPE_MOONS; shape <= PAROT_SHAPE_SPIRAL; shape++) {
        parot_cloud cloud = cloud_of((parot_shape)shape, COUNT, 0.2);
        cloud.blobs = 3;
        make(&cloud, 9, all);
        for (cloud.count = 1; cloud.count < COUNT; cloud.count = 3 * cloud.count + 1) {
            make(&cloud, 9, some);
            assert_memory_equal(some, all, (size_t)cloud.count * 2 * sizeof(double));
        }
    }
}

TEST(every_seed_makes_another_cloud)
{
    double a[20], b[20], again[20];
    parot_cloud cloud = cloud_of(PAROT_SHAPE_SPIRAL, 10, 0);
    make(&cloud, 1, a);
    make(&cloud, 1, again);
    make(&cloud, UINT64_C(1) << 32, b);
    assert_memory_equal(a, again, sizeof a);
    for (int k = 0; k < 20; k++)
        assert_true(a[k] != b[k]);
}

static void refuse(const parot_cloud *cloud, const char *words)
{
    double points[6] = {7, 7, 7, 7, 7, 7};
    assert_refused(parot_make_points(cloud, NULL, points, &err), PAROT_EINVAL, words);
    for (int k = 0; k < 6; k++)
        assert_true(points[k] == 7);
}

TEST(clouds_that_make_no_sense_are_refused)
{
    const parot_cloud good = cloud_of(PAROT_SHAPE_MOONS, 3, 0);
    parot_cloud cloud = good;
    cloud = good;
    cloud = good;
    cloud.dims = 3;
    refuse(&cloud, "cloud.dims: moons and spirals have 2, got 3");
    cloud.shape = PAROT_SHAPE_SPIRAL;
    refuse(&cloud, "cloud.dims");
}

TEST(counts_must_be_positive)
{
    for (int64_t bad = -1; bad <= 0; bad++) {
        parot_cloud count = cloud_of(PAROT_SHAPE_BLOBS, bad, 0),
                    dims = cloud_of(PAROT_SHAPE_BLOBS, 3, 0);
        parot_cloud blobs = dims;
        dims.dims = bad;
        blobs.blobs = bad;
        refuse(&count, "must be positive");
        refuse(&dims, "must be positive");
        refuse(&blobs, "must be positive");
    }
}

TEST(weights_are_positive_and_sum_to_one)
{
    static double weights[SAMPLE];
    for (int64_t count = 1; count <= SAMPLE; count *= 10) {
        long double sum = 0;
        assert_ok(parot_make_weights(count, NULL, weights, &err));
        for (int64_t i = 0; i < count; i++) {
            assert_true(weights[i] > 0);
            sum += weights[i];
        }
        assert_true(fabsl(sum - 1) <= 1e-15L);
    }
    assert_ok(parot_make_weights(1, NULL, weights, &err));
    assert_true(weights[0] == 1);
}

/* Uniform on the simplex: n w_i is nearly exponential, so that sum (n w)^2 / n is 2 +- sqrt(20/n)
 * and the share of n w_i > 1 is 1/e. */
TEST(weights_are_spread_like_exponentials)
{
    static double weights[SAMPLE];
    double squares = 0, above = 0;
    assert_ok(parot_make_weights(SAMPLE, NULL, weights, &err));
    for (int i = 0; i < SAMPLE; i++) {
        squares += SAMPLE * weights[i] * weights[i];
        above += SAMPLE * weights[i] > 1 ? 1.0 / SAMPLE : 0;
    }
    assert_true(fabs(squares - 2) <= 5 * sqrt(20.0 / SAMPLE));
    assert_true(fabs(above - exp(-1)) <= 5 * 0.5 / sqrt(SAMPLE));
}

TEST(every_seed_makes_other_weights)
{
    double a[10], b[10], again[10];
    DEFAULTS(parot_run, run);
    assert_ok(parot_make_weights(10, &run, a, &err));
    assert_ok(parot_make_weights(10, NULL, again, &err));
    run.seed = 1;
    assert_ok(parot_make_weights(10, &run, b, &err));
    assert_memory_equal(a, again, sizeof a);
    for (int k = 0; k < 10; k++)
        assert_true(a[k] != b[k]);
}

TEST(weights_need_a_positive_count_and_room)
{
    double weight = 7;
    assert_refused(parot_make_weights(0, NULL, &weight, &err), PAROT_EINVAL, "got 0");
    assert_refused(parot_make_weights(-3, NULL, &weight, &err), PAROT_EINVAL, "got -3");
    assert_refused(parot_make_weights(1, NULL, NULL, &err), PAROT_EINVAL, "weights");
    assert_true(weight == 7);
}
