/* test_sums.c - compensated sums against exact integers of 128 bits.
 *
 * The bound is that of Ogita, Rump, Oishi (2005), with u = 2^-53:
 *   |computed - exact| <= u |exact| + (n u)^2 (sum of magnitudes), generously rounded up.
 */
#include "base/random.h"
#include "base/sums.h"
#include "test.h"

__extension__ typedef __int128 wide;

static const double UNIT = 0x1p-53;

struct exact {
    wide sum;
    double magnitudes;
};

static void assert_accurate(const struct sum *sum, const struct exact *exact, int64_t count)
{
    double error = fabs((double)((wide)sum_value(sum) - exact->sum));
    double spread = 2 * (double)count * UNIT;
    assert_true(error <= UNIT * fabs((double)exact->sum) + spread * spread * exact->magnitudes);
}

/* A whole number of either sign, below 2^bits: exact as a double for bits <= 53. */
static int64_t whole(uint64_t index, int bits)
{
    uint64_t drawn = random_bits(1, RANDOM_TEST, index);
    int64_t magnitude = (int64_t)(drawn >> 1 >> (63 - bits));
    return drawn & 1 ? -magnitude : magnitude;
}

TEST(a_sum_of_nothing_is_zero)
{
    struct sum sum = {0};
    assert_true(sum_value(&sum) == 0);
}

TEST(what_a_large_number_hides_comes_back)
{
    const double orders[][3] = {{1e16, 1, -1e16},
                                {1, 1e16, -1e16},
                                {-1e16, 1e16, 1},
                                {1e100, 1, -1e100},
                                {1, -1e308, 1e308}};
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        struct sum sum = {0};
        for (int i = 0; i < 3; i++)
            sum_add(&sum, orders[k][i]);
        assert_true(sum_value(&sum) == 1);
    }
}

TEST(tenths_add_up)
{
    struct sum sum = {0};
    for (int k = 0; k < 1000000; k++)
        sum_add(&sum, 0.1);
    assert_true(sum_value(&sum) == 100000);
}

TEST(sums_of_whole_numbers_are_exact_to_the_last_place)
{
    for (int64_t count = 1; count <= 10000; count *= 10) {
        struct sum sum = {0};
        struct exact exact = {0};
        for (int64_t i = 0; i < count; i++) {
            int64_t x = whole((uint64_t)i, 53) * (INT64_C(1) << i % 11); /* exact */
            sum_add(&sum, (double)x);
            exact.sum += x;
            exact.magnitudes += fabs((double)x);
        }
        assert_accurate(&sum, &exact, count);
    }
}

/* Every number comes back with the other sign; what is rounded away on the way fits in `low`. */
TEST(sums_survive_total_cancellation)
{
    enum { COUNT = 1000 };
    struct sum sum = {0};
    for (uint64_t i = 0; i < COUNT; i++)
        sum_add(&sum, ldexp((double)whole(i, 53), 10 * (int)(i % 4)));
    sum_add(&sum, 1);
    for (uint64_t i = 0; i < COUNT; i++)
        sum_add(&sum, -ldexp((double)whole(i, 53), 10 * (int)(i % 4)));
    assert_true(sum_value(&sum) == 1);
}

TEST(products_of_whole_numbers_are_exact_to_the_last_place)
{
    for (int64_t count = 1; count <= 10000; count *= 10) {
        struct sum sum = {0};
        struct exact exact = {0};
        for (int64_t i = 0; i < count; i++) {
            int64_t x = whole((uint64_t)(2 * i), 53), y = whole((uint64_t)(2 * i + 1), 53);
            sum_add_product(&sum, (double)x, (double)y);
            exact.sum += (wide)x * y;
            exact.magnitudes += fabs((double)x * (double)y);
        }
        assert_accurate(&sum, &exact, count);
    }
}

/* (2^27 + 1)^2 - 2^54 - 2^28 = 1 needs 55 bits on the way. */
TEST(a_product_keeps_the_bits_that_it_rounds_away)
{
    struct sum sum = {0};
    sum_add_product(&sum, 0x1p27 + 1, 0x1p27 + 1);
    sum_add_product(&sum, -0x1p27, 0x1p27);
    sum_add(&sum, -0x1p28);
    assert_true(sum_value(&sum) == 1);
}
