/* test_wide_sum.c - sums without rounding, against integers of 128 bits and against themselves. */
#include <float.h>

#include "base/random.h"
#include "base/wide_sum.h"
#include "test.h"

__extension__ typedef __int128 wide;

static int64_t whole(uint64_t index, int bits)
{
    uint64_t drawn = random_bits(3, RANDOM_TEST, index);
    int64_t magnitude = (int64_t)(drawn >> 1 >> (63 - bits));
    return drawn & 1 ? -magnitude : magnitude;
}

static void assert_between(struct wide_sum *sum, wide value)
{
    double upper = wide_sum_upper(sum), lower = wide_sum_lower(sum);
    assert_true((wide)upper >= value && (wide)lower <= value);
    assert_true(upper == lower || nextafter(lower, INFINITY) == upper);
    assert_int_equal(wide_sum_sign(sum), (value > 0) - (value < 0));
}

TEST(sums_of_products_are_those_of_integers)
{
    for (uint64_t round = 0; round < 200; round++) {
        struct wide_sum sum = {{0}, 0};
        wide value = 0;
        for (uint64_t k = 0; k < 50; k++) {
            int64_t x = whole(round * 1000 + 2 * k, 53), y = whole(round * 1000 + 2 * k + 1, 53);
            wide_sum_add_product(&sum, (double)x, (double)y);
            value += (wide)x * y;
            assert_between(&sum, value);
        }
    }
}

/* The smallest double squared is lost by nothing, not even beside the largest one squared. */
TEST(nothing_is_too_small_or_too_large)
{
    struct wide_sum sum = {{0}, 0};
    double tiny = 0x1p-1074;
    wide_sum_add_product(&sum, DBL_MAX, DBL_MAX);
    wide_sum_add_product(&sum, tiny, tiny);
    wide_sum_add_product(&sum, -DBL_MAX, DBL_MAX);
    assert_int_equal(wide_sum_sign(&sum), 1);
    assert_true(wide_sum_upper(&sum) == tiny && wide_sum_lower(&sum) == 0);
    wide_sum_add_product(&sum, tiny, -tiny);
    assert_int_equal(wide_sum_sign(&sum), 0);
    assert_true(wide_sum_upper(&sum) == 0 && wide_sum_lower(&sum) == 0);
    wide_sum_add_product(&sum, -DBL_MAX, DBL_MAX);
    assert_true(wide_sum_upper(&sum) == -DBL_MAX && wide_sum_lower(&sum) == -INFINITY);
    struct wide_sum above_one = {{0}, 0}, between = {{0}, 0}, large = {{0}, 0};
    wide_sum_add(&above_one, 1);
    wide_sum_add_product(&above_one, tiny, tiny);
    assert_true(wide_sum_upper(&above_one) == 1 + DBL_EPSILON && wide_sum_lower(&above_one) == 1);
    wide_sum_add_product(&between, tiny, 1.75);
    assert_true(wide_sum_upper(&between) == 2 * tiny && wide_sum_lower(&between) == tiny);
    wide_sum_add_product(&large, 0x1p1023, 0x1p1023);
    for (int k = 0; k < 100; k++) {
        struct wide_sum same = large;
        wide_sum_join(&large, &same, 1);
    }
    assert_true(isinf(wide_sum_upper(&large)) && wide_sum_lower(&large) == DBL_MAX);
}

/* A limb has room for 2^30 additions of 32 bits; what is left after a carry is as one of them. */
TEST(carries_wait_for_two_to_the_30_additions)
{
    const int64_t waits = INT64_C(5) << 32;
    struct wide_sum sum = {.waiting = (INT64_C(1) << 30) - 2};
    sum.limb[9] = waits;
    wide_sum_add(&sum, 1);
    assert_true(sum.limb[9] == waits && sum.limb[10] == 0);
    wide_sum_add(&sum, 1);
    assert_true(sum.limb[9] == 0 && sum.limb[10] == 5 && sum.waiting == 1);
    sum.limb[9] = waits;
    wide_sum_add(&sum, 1);
    assert_true(sum.limb[9] == waits && sum.limb[10] == 5);
}

TEST(nothing_has_no_sign)
{
    struct wide_sum sum = {{0}, 0};
    assert_false(signbit(wide_sum_upper(&sum)) || signbit(wide_sum_lower(&sum)));
}

TEST(every_double_comes_back)
{
    for (uint64_t k = 0; k < 20000; k++) {
        uint64_t bits = random_bits(4, RANDOM_TEST, k);
        double x = 0;
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x))
            continue;
        struct wide_sum sum = {{0}, 0};
        wide_sum_add(&sum, x);
        assert_true(wide_sum_upper(&sum) == x && wide_sum_lower(&sum) == x);
    }
}

/* sum / by, then by times that: less than `by` units of the last place away. */
TEST(shares_add_up_again)
{
    for (int by = 1; by < 200; by += 7)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct wide_sum share = {{0}, 0}, rest = {{0}, 0};
            wide_sum_add_product(&share, sign * 1e-300, 1e10 / 3);
            wide_sum_join(&rest, &share, -1);
            wide_sum_divide(&share, by);
            for (int k = 0; k < by; k++)
                wide_sum_join(&rest, &share, 1);
            assert_true(wide_sum_sign(&rest) >= 0);
            assert_true(rest.limb[0] < by);
            for (int k = 1; k < WIDE_SUM_LIMBS; k++)
                assert_true(rest.limb[k] == 0);
        }
}

/* 2^31 - 1 times the share, by doubling, of a sum whose limbs have not been carried. */
TEST(shares_of_the_largest_count_add_up_again)
{
    struct wide_sum share = {{0}, 0}, power, rest = {{0}, 0};
    for (uint64_t k = 0; k < 1000; k++)
        wide_sum_add_product(&share, 1 + 0x1p-52 * (double)whole(k, 50), 1e10 / 3);
    struct wide_sum all = share;
    wide_sum_join(&rest, &all, -1);
    wide_sum_divide(&share, INT32_MAX);
    power = share;
    for (int k = 0; k < 31; k++) {
        struct wide_sum same = power;
        wide_sum_join(&rest, &power, 1);
        wide_sum_join(&power, &same, 1);
    }
    assert_true(wide_sum_sign(&rest) >= 0 && rest.limb[0] < INT32_MAX);
    for (int k = 1; k < WIDE_SUM_LIMBS; k++)
        assert_true(rest.limb[k] == 0);
}

TEST(a_multiple_is_the_sum_of_the_multiples)
{
    for (uint64_t round = 0; round < 300; round++) {
        struct wide_sum sum = {{0}, 0}, multiple = {{0}, 0}, parts = {{0}, 0};
        double factor =
            round == 0 ? 1 : ldexp((double)whole(round, 53), (int)(round % 1900) - 1000);
        for (uint64_t k = 0; k < 20; k++) {
            double x = ldexp((double)whole(round * 20 + k + 999, 53), (int)(k * 97 % 1900) - 1000);
            wide_sum_add(&sum, x);
            wide_sum_add_product(&parts, x, factor);
        }
        wide_sum_add_scaled(&multiple, factor, &sum);
        wide_sum_join(&multiple, &parts, -1);
        assert_int_equal(wide_sum_sign(&multiple), 0);
    }
}
