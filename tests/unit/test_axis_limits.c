/* test_axis_limits.c - an axis shows the bulk of its numbers, and leaves out only what is far away.
 */
#include "test.h"

#include "base/random.h"
#include "plot/axis_limits.h"

enum { COUNT = 400 };

static double uniform(uint64_t k)
{
    return random_uniform(7, RANDOM_TEST, k);
}

/* Box and Muller. */
static double normal(uint64_t k)
{
    return sqrt(-2 * log(uniform(2 * k))) * cos(6.283185307179586 * uniform(2 * k + 1));
}

static struct scale scale_of(const double *values, int64_t count, int may_bend)
{
    const struct numbers set = {values, count, 1};
    struct scale scale = {NAN, NAN, 0};
    assert_ok(limits_choose(&set, 1, may_bend, &scale, &err));
    assert_true(scale.low < scale.high);
    return scale;
}

static int64_t outside(const struct scale *scale, const double *values, int64_t count)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < count; k++)
        sum += values[k] < scale->low || values[k] > scale->high;
    return sum;
}

TEST(at_most_one_in_twenty_is_left_out_whatever_the_numbers_are)
{
    for (int kind = 0; kind < 8; kind++)
        for (int count = 1; count <= COUNT; count = 1 + 3 * count) {
            double values[COUNT];
            for (int k = 0; k < count; k++) {
                double z = normal((uint64_t)(1000 * kind + k)), u = uniform((uint64_t)(77 + k));
                const double kinds[] = {
                    z,         u,          exp(3 * z), -exp(3 * z), tan(1.57 * (2 * u - 1)),
                    1e300 * z, 1e-300 * z, k % 9 == 0};
                values[k] = kinds[kind];
            }
            for (int may_bend = 0; may_bend < 2; may_bend++) {
                struct scale scale = scale_of(values, count, may_bend);
                assert_true(outside(&scale, values, count) <= count / 20);
            }
        }
}

TEST(a_few_far_numbers_do_not_squeeze_the_others)
{
    double values[COUNT];
    for (int k = 0; k < COUNT; k++)
        values[k] = normal((uint64_t)k);
    values[5] = 1e6;
    values[6] = -1e9;
    struct scale scale = scale_of(values, COUNT, 1);
    assert_int_equal(outside(&scale, values, COUNT), 2);
    assert_true(scale.high - scale.low < 12 && !scale.is_log && scale.bend == 0);
}

/* A second cluster is not an outlier; nor is anything among a handful, or the rarer of two values.
 */
TEST(clusters_handfuls_and_rare_values_are_shown)
{
    double values[COUNT], few[] = {1, 2, 3, 2, 1, 1000}, rare[COUNT] = {0};
    for (int k = 0; k < COUNT; k++)
        values[k] = normal((uint64_t)k) + (k % 10 == 0 ? 500 : 0);
    rare[3] = rare[4] = 1;
    struct scale scale = scale_of(values, COUNT, 0);
    assert_int_equal(outside(&scale, values, COUNT), 0);
    scale = scale_of(few, 6, 0);
    assert_int_equal(outside(&scale, few, 6), 0);
    scale = scale_of(rare, COUNT, 1);
    assert_int_equal(outside(&scale, rare, COUNT), 0);
}

/* Somewhat longer tails stay: the bulk has a third of the axis. */
TEST(what_does_not_squeeze_is_not_left_out)
{
    double values[COUNT];
    for (int k = 0; k < COUNT; k++)
        values[k] = uniform((uint64_t)k);
    values[9] = 2.5;
    struct scale scale = scale_of(values, COUNT, 0);
    assert_int_equal(outside(&scale, values, COUNT), 0);
}

TEST(positive_numbers_over_decades_are_logarithmic)
{
    double values[COUNT];
    for (int k = 0; k < COUNT; k++)
        values[k] = exp(3 * normal((uint64_t)k));
    struct scale scale = scale_of(values, COUNT, 1);
    assert_true(scale.is_log && scale.low > 0);
    assert_int_equal(outside(&scale, values, COUNT), 0);
    assert_false(scale_of(values, COUNT, 0).is_log);
    values[0] = 0;
    assert_false(scale_of(values, COUNT, 1).is_log);
    for (int k = 0; k < COUNT; k++)
        values[k] = 1 + 98 * uniform((uint64_t)k); /* two decades */
    assert_false(scale_of(values, COUNT, 1).is_log);
}

/* One in eight is beyond the fences: the axis bends, and shows all of them. */
TEST(heavy_tails_of_either_sign_bend_the_axis)
{
    double values[COUNT], last = -1;
    for (int k = 0; k < COUNT; k++)
        values[k] = (k % 2 ? 1 : -1) * exp(2.5 * normal((uint64_t)k));
    struct scale scale = scale_of(values, COUNT, 1);
    assert_true(scale.bend > 0 && !scale.is_log);
    assert_int_equal(outside(&scale, values, COUNT), 0);
    for (double x = scale.low; x <= scale.high; x += (scale.high - scale.low) / 999) {
        assert_true(scale_place(&scale, x) > last);
        last = scale_place(&scale, x);
    }
    assert_close(scale_place(&scale, scale.low), 0, 1e-9);
    struct ticks ticks = scale_ticks(&scale, 9);
    assert_true(ticks.count >= 3 && ticks.count <= 9);
    for (int k = 0; k < ticks.count; k++) {
        char text[TICK_SIZE];
        assert_true(ticks.value[k] >= scale.low && ticks.value[k] <= scale.high);
        assert_true(k == 0 || ticks.value[k] > ticks.value[k - 1]);
        assert_close(atof(tick_print(&ticks, k, text)), ticks.value[k], 1e-9);
    }
    assert_true(scale_of(values, COUNT, 0).bend == 0);
}

TEST(sets_share_one_axis)
{
    const double x[] = {1, -7, 2, -7}, y[] = {9};
    const struct numbers sets[] = {{x, 2, 2}, {y, 1, 1}};
    struct scale scale = {0};
    assert_ok(limits_choose(sets, 2, 0, &scale, &err));
    assert_close(scale.low, 1 - 0.05 * 8, 1e-12); /* a margin, and nothing of the other numbers */
    assert_close(scale.high, 9 + 0.05 * 8, 1e-12);
}
