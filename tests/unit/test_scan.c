/* test_scan.c - passes over a row against the definition, at every length around the lanes. */
#include "linalg/scan.h"

#include <float.h>

#include "instances.h"
#include "test.h"

enum { MOST = 70 };

struct row {
    double c[MOST], v[MOST];
    struct scan scan;
};

static void make_row(struct row *row, uint64_t seed, int64_t m, double cap)
{
    for (int64_t j = 0; j < m; j++) {
        row->c[j] = floor(20 * test_uniform(seed, (uint64_t)j)) - 5;
        row->v[j] = floor(8 * test_uniform(seed + 1, (uint64_t)j));
        if (test_uniform(seed + 2, (uint64_t)j) < 0.1)
            row->v[j] = -INFINITY; /* a column outside the tree */
        if (test_uniform(seed + 3, (uint64_t)j) < 0.1)
            row->c[j] = INFINITY;
    }
    row->scan = (struct scan){row->c, row->v, m, 0.5, cap};
}

static double at(const struct row *row, int64_t j)
{
    double cost = row->c[j] * row->scan.scale;
    return cost > row->scan.cap ? INFINITY : cost - row->v[j];
}

TEST(the_minimum_is_found_where_it_is)
{
    for (uint64_t seed = 0; seed < 40; seed++)
        for (int64_t m = 1; m <= MOST; m++) {
            static struct row row;
            make_row(&row, seed, m, seed % 2 ? INFINITY : 3);
            double least = INFINITY;
            for (int64_t j = 0; j < m; j++)
                least = fmin(least, at(&row, j));
            assert_true(scan_minimum(&row.scan) == least);
            if (least < INFINITY) {
                int64_t found = scan_find(&row.scan, least);
                assert_true(at(&row, found) == least);
                for (int64_t j = 0; j < found; j++)
                    assert_true(at(&row, j) > least);
            }
        }
}

TEST(all_numbers_below_a_limit_are_found)
{
    for (uint64_t seed = 0; seed < 20; seed++)
        for (int64_t m = 1; m <= MOST; m++) {
            static struct row row;
            int32_t found[MOST];
            int64_t expected = 0;
            double limit = (double)(seed % 10) - 6;
            make_row(&row, seed, m, seed % 2 ? INFINITY : 3);
            int64_t count = scan_below(&row.scan, limit, MOST, found);
            for (int64_t j = 0; j < m; j++)
                if (at(&row, j) <= limit)
                    assert_int_equal(found[expected++], j);
            assert_int_equal(count, expected);
            if (count > 1)
                assert_int_equal(scan_below(&row.scan, limit, 1, found), 1);
        }
}

/* On average, and within a factor of two: it is a guess. */
TEST(a_limit_has_about_as_many_numbers_below_as_wanted)
{
    enum { M = 2000 };
    static double c[M], v[M];
    static int32_t found[M];
    for (int count = 10; count <= 40; count += 15) {
        int64_t total = 0;
        for (uint64_t seed = 0; seed < 50; seed++) {
            test_fill(c, M, seed);
            struct scan scan = {c, v, M, 1, INFINITY};
            total += scan_below(&scan, scan_limit(&scan, count), M, found);
        }
        assert_in_range(total, 50 * count / 2, 50 * count * 2);
    }
}

TEST(a_survey_finds_the_largest_and_counts_what_is_not_finite)
{
    static const double others[] = {INFINITY, -INFINITY, NAN};
    double c[MOST], v[MOST] = {0};
    for (int64_t m = 1; m <= MOST; m++)
        for (int64_t odd = 0; odd < 4; odd++) {
            double largest = 0;
            int64_t expected = 0;
            int32_t found[MOST], below[MOST];
            for (int64_t j = 0; j < m; j++) {
                c[j] = test_uniform(9, (uint64_t)(m * MOST + j)) - 0.7;
                if (odd > 0 && j % 5 == odd) {
                    c[j] = others[odd - 1];
                    expected++;
                } else {
                    largest = fmax(largest, fabs(c[j]));
                }
            }
            struct scan scan = {c, v, m, 1, DBL_MAX};
            struct survey survey = scan_survey(c, m), same;
            int64_t most = m % 2 == 0 ? m : m / 3;
            int64_t count = scan_survey_below(&scan, 0.1, most, found, &same);
            assert_true(survey.largest == largest && same.largest == largest);
            assert_int_equal(survey.forbidden, odd == 1 ? expected : 0);
            assert_int_equal(survey.invalid, odd > 1 ? expected : 0);
            assert_int_equal(same.forbidden, survey.forbidden);
            assert_int_equal(same.invalid, survey.invalid);
            assert_int_equal(count, scan_below(&scan, 0.1, most, below));
            assert_memory_equal(found, below, (size_t)count * sizeof *found);
        }
}

TEST(a_sum_of_costs_may_overflow)
{
    double c[40];
    test_set(c, 40, DBL_MAX);
    struct survey survey = scan_survey(c, 40);
    assert_true(survey.largest == DBL_MAX);
    assert_int_equal(survey.forbidden + survey.invalid, 0);
}
