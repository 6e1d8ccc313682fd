/* test_exponential.c - exponentials against those of the C library. */
#include "linalg/exponential.h"
#include "test.h"

enum { COUNT = 1003 };

static double x[COUNT], y[COUNT], out[COUNT];

static void fill(double lowest)
{
    for (int j = 0; j < COUNT; j++) {
        x[j] = -lowest * j / COUNT;
        y[j] = 0.37 * sin(j);
    }
}

TEST(values_are_right_to_two_places)
{
    for (double lowest = -1; lowest > -800; lowest *= 1.7) {
        fill(lowest);
        exponential_row(COUNT, 0.5, x, y, out);
        for (int j = 0; j < COUNT; j++) {
            double right = exp(0.5 - x[j] - y[j]);
            assert_true(fabs(out[j] - right) <= 5e-16 * right || right < 1e-303);
        }
    }
}

TEST(the_lowest_numbers_are_nothing)
{
    double low[] = {701, 1e5, 1e300, INFINITY}, zero[4] = {0};
    exponential_row(4, 0, low, zero, out);
    for (int j = 0; j < 4; j++)
        assert_true(out[j] == 0);
    exponential_row(4, -INFINITY, zero, zero, out);
    assert_true(out[0] == 0 && out[3] == 0);
    exponential_row(1, 0, zero, zero, out);
    assert_true(out[0] == 1);
}

TEST(sums_are_sums_of_values)
{
    for (int64_t n = 0; n < 40; n++) {
        fill(-9);
        double least = exponential_least(n, x, y), smallest = INFINITY, sum = 0;
        for (int64_t j = 0; j < n; j++) {
            smallest = fmin(smallest, x[j] + y[j]);
            sum += exp(1 - x[j] - y[j]);
        }
        assert_true(least == smallest);
        assert_close(exponential_sum(n, 1, x, y), sum, 1e-14);
    }
}

TEST(columns_gather_what_rows_do)
{
    double least[COUNT], sum[COUNT] = {0};
    fill(-30);
    for (int j = 0; j < COUNT; j++)
        least[j] = 1;
    exponential_lower(COUNT, 0.25, x, least);
    exponential_add(COUNT, 0.25, x, least, sum);
    for (int j = 0; j < COUNT; j++) {
        assert_true(least[j] == fmin(1, x[j] + 0.25));
        assert_close(sum[j], exp(least[j] - x[j] - 0.25), 1e-15);
    }
}
