/* test_vector.c - sums along memory, of every length around the width of a register. */
#include "base/random.h"
#include "linalg/vector.h"
#include "test.h"

enum { MOST = 70 };

static double number(uint64_t stream, int64_t k)
{
    return random_uniform(stream, RANDOM_TEST, (uint64_t)k) - 0.5;
}

TEST(additions_touch_every_number_once_and_no_other)
{
    double x[MOST] = {0}, y[MOST + 1], z[MOST + 1];
    for (int64_t n = 0; n <= MOST; n++) {
        for (int64_t k = 0; k < n; k++) {
            x[k] = number(1, k);
            y[k] = z[k] = number(2, k);
        }
        y[n] = z[n] = 42;
        vector_add(n, 0.3, x, y);
        vector_add_squares(n, -0.7, x, z);
        for (int64_t k = 0; k < n; k++) {
            assert_true(y[k] == number(2, k) + 0.3 * x[k]);
            assert_true(z[k] == number(2, k) + -0.7 * (x[k] * x[k]));
        }
        assert_true(y[n] == 42 && z[n] == 42);
    }
}

/* |error| <= n u sum |x_k y_k|, whatever the order */
TEST(dot_products_have_the_error_of_a_sum)
{
    double x[MOST] = {0}, y[MOST] = {0};
    for (int64_t n = 0; n <= MOST; n++) {
        long double exact = 0, magnitude = 0;
        for (int64_t k = 0; k < n; k++) {
            x[k] = number(3, k);
            y[k] = number(4, k);
            exact += (long double)x[k] * y[k];
            magnitude += fabsl((long double)x[k] * y[k]);
        }
        long double bound = (long double)(n + 1) * 0x1p-53L * magnitude;
        assert_true(fabsl(vector_dot(n, x, y) - exact) <= bound);
    }
}
