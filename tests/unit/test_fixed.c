/* test_fixed.c - sums of doubles without rounding, compared with sums that are known. */
#include "base/fixed.h"

#include "test.h"

static const struct fixed wide = {FIXED_MOST_LIMBS, -1100};

TEST(a_double_comes_back_as_it_was)
{
    const double values[] = {0,         1,          -1,    0.1,    -0.1,
                             0x1p-1074, -0x1p-1074, 1e300, -1e300, 0x1.fffffffffffffp1000};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        uint64_t number[FIXED_MOST_LIMBS];
        fixed_floor(wide, fixed_parts_of(values[k]), number);
        assert_true(fixed_round_up(wide, number) == values[k]);
        assert_true(fixed_round_down(wide, number) == values[k]);
        assert_int_equal(fixed_sign(FIXED_MOST_LIMBS, number), (values[k] > 0) - (values[k] < 0));
    }
}

/* 1e300 + tiny - 1e300 = tiny, and 1 + tiny lies between two neighbours. */
TEST(nothing_is_lost_in_sums)
{
    uint64_t sum[FIXED_MOST_LIMBS] = {0}, x[FIXED_MOST_LIMBS];
    const double values[] = {-1e300, -0x1p-1074, 1e300, -1};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        fixed_floor(wide, fixed_parts_of(values[k]), x);
        fixed_subtract(FIXED_MOST_LIMBS, sum, x, sum);
    }
    assert_true(fixed_round_down(wide, sum) == 1);
    assert_true(fixed_round_up(wide, sum) == nextafter(1, 2));
    fixed_floor(wide, fixed_parts_of(1), x);
    fixed_subtract(FIXED_MOST_LIMBS, sum, x, sum);
    assert_true(fixed_round_up(wide, sum) == 0x1p-1074);
}

TEST(what_does_not_fit_is_rounded_down)
{
    const struct fixed coarse = {2, -4};
    const double values[] = {0.3, -0.3, 1000.01, -1000.01, 1e-300, -1e-300};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        uint64_t number[2];
        fixed_floor(coarse, fixed_parts_of(values[k]), number);
        assert_true(fixed_round_up(coarse, number) == floor(values[k] * 16) / 16);
        assert_false(fixed_holds(coarse, fixed_parts_of(values[k])));
    }
    assert_true(fixed_holds(coarse, fixed_parts_of(-2.0625)));
    assert_false(fixed_has_room(coarse, fixed_parts_of(1e38)));
}

TEST(the_nearest_double_is_at_most_half_a_place_away)
{
    const double halves[] = {0x1p-53, 0x1.8p-53, 0x1p-54, 0x1p-53 + 0x1p-80};
    const double nearest[] = {1 + 0x1p-52, 1 + 0x1p-52, 1, 1 + 0x1p-52};
    for (int k = 0; k < 4; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            uint64_t sum[FIXED_MOST_LIMBS], x[FIXED_MOST_LIMBS];
            fixed_floor(wide, fixed_parts_of(sign), sum);
            fixed_floor(wide, fixed_parts_of(sign * halves[k]), x);
            fixed_add(FIXED_MOST_LIMBS, sum, x, sum);
            assert_true(fixed_round(wide, sum) == sign * nearest[k]);
        }
}

TEST(numbers_are_ordered_as_doubles_are)
{
    const double values[] = {-1e300, -1, -0x1p-1074, 0, 0x1p-1074, 0.1, 1e300};
    struct fixed_span span = FIXED_EMPTY_SPAN;
    for (int k = 0; k < 7; k++)
        fixed_extend(&span, fixed_parts_of(values[k]));
    struct fixed format = fixed_format(span, 3);
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 7; b++) {
            uint64_t x[FIXED_MOST_LIMBS], y[FIXED_MOST_LIMBS];
            assert_true(fixed_holds(format, fixed_parts_of(values[a])));
            fixed_floor(format, fixed_parts_of(values[a]), x);
            fixed_floor(format, fixed_parts_of(values[b]), y);
            assert_int_equal(fixed_is_less(format.limbs, x, y), values[a] < values[b]);
        }
}
