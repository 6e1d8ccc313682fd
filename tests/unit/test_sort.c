/* test_sort.c - the sorted numbers are the same ones, and none is above the next. */
#include "base/random.h"
#include "base/sort.h"
#include "test.h"

enum { MOST = 200 };

/* Few values, hence many that are equal; the ends of the range among them. */
static double number(int64_t count, int64_t i)
{
    static const double values[] = {0, -1, 1, 1e-300, -1e300, 1e300, INFINITY, -INFINITY};
    return values[random_bits((uint64_t)count, RANDOM_TEST, (uint64_t)i) % 8];
}

static int64_t occurrences(const double *numbers, int64_t count, double value)
{
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++)
        found += numbers[i] == value;
    return found;
}

TEST(numbers_increase_and_stay_the_same)
{
    double given[MOST], sorted[MOST];
    for (int64_t count = 0; count < MOST; count++) {
        for (int64_t i = 0; i < count; i++)
            given[i] = sorted[i] = number(count, i);
        sort_numbers(sorted, count);
        for (int64_t i = 0; i < count; i++) {
            assert_true(i == 0 || sorted[i - 1] <= sorted[i]);
            assert_int_equal(occurrences(sorted, count, given[i]),
                             occurrences(given, count, given[i]));
        }
    }
}

TEST(places_count_what_is_below)
{
    const double sorted[] = {-2, -2, 0, 1, 1, 1, 4};
    for (int64_t count = 0; count <= 7; count++)
        for (double x = -3; x <= 5; x += 0.5) {
            int64_t below = 0, not_above = 0;
            for (int64_t i = 0; i < count; i++) {
                below += sorted[i] < x;
                not_above += sorted[i] <= x;
            }
            assert_int_equal(count_below(sorted, count, x, 0), below);
            assert_int_equal(count_below(sorted, count, x, 1), not_above);
        }
}

TEST(permutations_have_each_number_once)
{
    const int32_t good[] = {2, 0, 3, 1}, twice[] = {2, 0, 2, 1}, beyond[] = {2, 0, 4, 1};
    const int32_t below[] = {2, 0, -1, 1};
    uint8_t seen[4] = {7, 7, 7, 7};
    assert_true(is_permutation(good, 4, seen));
    assert_true(is_permutation(good, 4, seen)); /* `seen` need not be cleared */
    assert_true(is_permutation(good, 0, seen));
    assert_false(is_permutation(good, 2, seen));
    assert_false(is_permutation(twice, 4, seen));
    assert_false(is_permutation(beyond, 4, seen));
    assert_false(is_permutation(below, 4, seen));
}
