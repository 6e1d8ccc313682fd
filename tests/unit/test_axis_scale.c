/* test_axis_scale.c - scales cover their numbers, and ticks are round numbers within them. */
#include "test.h"

#include "base/random.h"
#include "plot/axis_scale.h"

static int is_round(double step)
{
    double mantissa = step / pow(10, floor(log10(step) + 1e-9));
    return fabs(mantissa - 1) < 1e-9 || fabs(mantissa - 2) < 1e-9 || fabs(mantissa - 5) < 1e-9;
}

/* By the definition: multiples of a round step, inside, and no smaller round step would do. */
static void assert_ticks(struct scale scale, int most)
{
    struct ticks ticks = scale_ticks(&scale, most);
    double room = 1e-9 * (scale.high - scale.low);
    assert_true(is_round(ticks.step));
    assert_true(ticks.count >= 1 && ticks.count <= most);
    for (int k = 0; k < ticks.count; k++) {
        double multiple = ticks.value[k] / ticks.step;
        assert_true(ticks.value[k] >= scale.low - room && ticks.value[k] <= scale.high + room);
        assert_true(fabs(multiple - nearbyint(multiple)) <= 1e-6 * (1 + fabs(multiple)));
        if (k > 0)
            assert_close((ticks.value[k] - ticks.value[k - 1]) / ticks.step, 1, 1e-6);
    }
    assert_true(ticks.value[0] - ticks.step < scale.low + room);
    assert_true(ticks.value[ticks.count - 1] + ticks.step > scale.high - room);
    assert_true((scale.high - scale.low) / (ticks.step / 2.5) + 1 > most - 1);
}

TEST(ticks_are_multiples_of_a_round_step)
{
    for (uint64_t k = 0; k < 3000; k++) {
        double unit = pow(10, 20 * random_uniform(1, RANDOM_TEST, 3 * k) - 10);
        double low = unit * (random_uniform(1, RANDOM_TEST, 3 * k + 1) - 0.5);
        double high = low + unit * (0.01 + random_uniform(1, RANDOM_TEST, 3 * k + 2));
        assert_ticks((struct scale){low, high, 0}, 2 + (int)(k % (MOST_TICKS - 1)));
    }
    assert_ticks((struct scale){0, 1, 0}, 6);
    assert_ticks((struct scale){-1e300, 1e300, 0}, 6);
    assert_ticks((struct scale){1e-300, 3e-300, 0}, 6);
}

TEST(ticks_of_a_logarithmic_scale_are_powers_of_ten)
{
    for (int low = -300; low < 300; low += 37)
        for (int decades = 1; decades < 8 * (MOST_TICKS + 1) && low + decades < 308; decades += 5) {
            struct scale scale = {pow(10, low), pow(10, low + decades), 1};
            struct ticks ticks = scale_ticks(&scale, 5);
            assert_true(ticks.count >= 1 && ticks.count <= 5);
            for (int k = 0; k < ticks.count; k++) {
                double power = log10(ticks.value[k]);
                assert_true(fabs(power - nearbyint(power)) < 1e-9);
                assert_true(power > low - 1e-9 && power < low + decades + 1e-9);
            }
        }
}

TEST(labels_read_back_as_their_ticks_and_differ)
{
    for (uint64_t k = 0; k < 3000; k++) {
        double unit = pow(10, 24 * random_uniform(2, RANDOM_TEST, 2 * k) - 12);
        double low = unit * (random_uniform(2, RANDOM_TEST, 2 * k + 1) - 0.5);
        struct scale scale = {low, low + unit, 0};
        struct ticks ticks = scale_ticks(&scale, 7);
        char text[TICK_SIZE], before[TICK_SIZE] = "";
        for (int t = 0; t < ticks.count; t++) {
            assert_true(fabs(strtod(tick_print(&ticks, t, text), NULL) - ticks.value[t]) <
                        1e-6 * ticks.step);
            assert_string_not_equal(text, before);
            assert_true(strlen(text) < 12);
            memcpy(before, text, sizeof before);
        }
    }
}

TEST(labels_are_as_short_as_they_can_be)
{
    char text[TICK_SIZE];
    struct scale part = {0, 1, 0}, large = {0, 4e7, 0}, decades = {1e-7, 1e4, 1};
    struct ticks ticks = scale_ticks(&part, 6);
    assert_int_equal(ticks.count, 6);
    assert_string_equal(tick_print(&ticks, 0, text), "0");
    assert_string_equal(tick_print(&ticks, 3, text), "0.6");
    assert_string_equal(tick_print(&ticks, 5, text), "1.0");
    ticks = scale_ticks(&large, 5);
    assert_string_equal(tick_print(&ticks, 1, text), "1e7");
    ticks = scale_ticks(&decades, 12);
    assert_string_equal(tick_print(&ticks, 0, text), "1e-7");
    assert_string_equal(tick_print(&ticks, 5, text), "0.01");
    assert_string_equal(tick_print(&ticks, 8, text), "10");
}

TEST(scales_cover_what_they_are_made_for)
{
    const double values[] = {3, -2, 0.5}, one[] = {7}, zero[] = {0}, wide[] = {-1.7e308, 1.7e308};
    const double mixed[] = {0, -3, 2e-5, 40};
    struct scale scale = scale_around(values, 3, 0.1);
    assert_close(scale.low, -2.5, 1e-12);
    assert_close(scale.high, 3.5, 1e-12);
    assert_close(scale_place(&scale, 0.5), 0.5, 1e-12);
    assert_true(scale_place(&scale, scale.low) == 0 && scale_place(&scale, scale.high) == 1);
    scale = scale_around(one, 1, 0.1);
    assert_true(scale.low < 7 && scale.high > 7);
    scale = scale_around(zero, 1, 0.1);
    assert_true(scale.low < 0 && scale.high > 0);
    scale = scale_around(NULL, 0, 0.1);
    assert_true(scale.low < scale.high);
    scale = scale_around(wide, 2, 0.1);
    assert_true(isfinite(scale.low) && isfinite(scale.high));
    assert_close(scale_place(&scale, 0), 0.5, 1e-12);
    scale = scale_decades(mixed, 4);
    assert_true(scale.is_log);
    assert_close(scale.low / 1e-5, 1, 1e-9);
    assert_close(scale.high / 100, 1, 1e-9);
    assert_close(scale_place(&scale, 1e-5 * sqrt(1e7)), 0.5, 1e-9);
    scale = scale_decades(zero, 1);
    assert_true(scale.low > 0 && scale.low < scale.high);
}

/* Whatever the first digits are, what is printed and the offset make the number. */
TEST(numbers_far_from_zero_are_printed_without_their_first_digits)
{
    for (uint64_t k = 0; k < 2000; k++) {
        char text[TICK_SIZE];
        double base = (random_uniform(4, RANDOM_TEST, 2 * k) - 0.5) * 1e10;
        double range = pow(10, 6 * random_uniform(4, RANDOM_TEST, 2 * k + 1) - 2);
        struct scale scale = {base, base + range, 0};
        struct ticks ticks = scale_ticks(&scale, 8);
        double offset = ticks_offset(&ticks);
        for (int t = 0; t < ticks.count; t++) {
            double printed = strtod(tick_print(&ticks, t, text), NULL);
            assert_true(fabs(printed + offset - ticks.value[t]) < 0.01 * ticks.step);
            assert_true(strlen(text) <= 11); /* "-1.23456e9" */
        }
    }
    const struct scale near = {0, 5, 0};
    struct ticks ticks = scale_ticks(&near, 6);
    assert_true(ticks_offset(&ticks) == 0);
}
