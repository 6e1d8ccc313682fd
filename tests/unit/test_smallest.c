/* test_smallest.c - the k smallest are the first k of the sorted array. */
#include "base/random.h"
#include "linalg/smallest.h"
#include "test.h"

enum { MOST = 80 };

struct entry {
    double value;
    int32_t index;
};

static int by_value_then_index(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static int64_t sort(const double *x, int64_t n, struct entry *sorted)
{
    int64_t count = 0;
    for (int64_t j = 0; j < n; j++)
        if (x[j] < INFINITY)
            sorted[count++] = (struct entry){x[j], (int32_t)j};
    qsort(sorted, (size_t)count, sizeof *sorted, by_value_then_index);
    return count;
}

static void check_against_sorting(const double *x, int64_t n, int64_t k)
{
    struct entry sorted[MOST];
    int32_t index[MOST + 2];
    for (int64_t l = 0; l < MOST + 2; l++)
        index[l] = -7;
    int64_t candidates = sort(x, n, sorted);
    int64_t expected = k < candidates ? k : candidates;
    assert_int_equal(smallest_indices(x, n, k, index + 1), expected);
    for (int64_t l = 0; l < expected; l++)
        assert_int_equal(index[1 + l], sorted[l].index);
    assert_int_equal(index[0], -7); /* nothing is written outside the answer */
    assert_int_equal(index[1 + expected], -7);
}

/* Every n and k, k > n and both 0 included. */
static void check_arrays(double (*value)(uint64_t index))
{
    double x[MOST];
    for (int64_t n = 0; n <= 40; n++)
        for (int64_t k = 0; k <= 45; k++) {
            for (int64_t j = 0; j < n; j++)
                x[j] = value((uint64_t)(n * 10000 + k * 100 + j));
            check_against_sorting(x, n, k);
        }
}

static double different(uint64_t index)
{
    return random_normal(1, RANDOM_TEST, index);
}

static double tied(uint64_t index)
{
    return (double)(random_bits(2, RANDOM_TEST, index) % 4);
}

static double often_infinite(uint64_t index)
{
    const double values[] = {INFINITY, INFINITY, INFINITY, -INFINITY, 0, -0.0, 1, 1e308};
    return values[random_bits(3, RANDOM_TEST, index) % (sizeof values / sizeof *values)];
}

static double always_infinite(uint64_t index)
{
    (void)index;
    return INFINITY;
}

static double equal(uint64_t index)
{
    (void)index;
    return 3;
}

static double rising(uint64_t index)
{
    return (double)index;
}

static double falling(uint64_t index)
{
    return -(double)index;
}

TEST(different_numbers_come_in_order)
{
    check_arrays(different);
    check_arrays(rising);
    check_arrays(falling);
}

TEST(equal_numbers_come_by_index)
{
    check_arrays(tied);
    check_arrays(equal);
}

TEST(infinity_is_never_chosen)
{
    check_arrays(often_infinite);
    check_arrays(always_infinite);
}
