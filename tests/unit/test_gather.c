/* test_gather.c - the least and the small numbers of a row, against plain loops. */
#include "linalg/gather.h"

#include "instances.h"
#include "test.h"

enum { MOST = 70 };

static double c[MOST], v[MOST];

static double at(int64_t j)
{
    return 2 * c[j] - v[j];
}

static void fill(int64_t m)
{
    for (int64_t j = 0; j < m; j++) {
        c[j] = test_uniform((uint64_t)m, (uint64_t)j) < 0.1 ? INFINITY : (double)(j * 7 % 11);
        v[j] = test_uniform((uint64_t)m + 100, (uint64_t)j) < 0.1 ? -INFINITY
                                                                  : -0.25 * (double)(j % 3);
    }
}

TEST(the_minimum_is_that_of_a_loop)
{
    for (int64_t m = 1; m < MOST; m++) {
        double least = INFINITY;
        fill(m);
        for (int64_t j = 0; j < m; j++)
            least = fmin(least, at(j));
        assert_true(gather_minimum(c, v, m, 2) == least);
    }
}

TEST(small_numbers_are_found_in_order)
{
    for (int64_t m = 1; m < MOST; m++)
        for (double limit = -1; limit < 25; limit += 0.5) {
            int32_t index[MOST];
            int64_t count = 0;
            fill(m);
            int64_t found = gather_below(c, v, m, 2, limit, index);
            for (int64_t j = 0; j < m; j++)
                if (at(j) <= limit)
                    assert_int_equal(index[count++], j);
            assert_int_equal(found, count);
        }
}
