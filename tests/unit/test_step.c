/* test_step.c - the exact step is the least of the parabola on [0, 1], in every case of a and b. */
#include "gromov/step.h"
#include "test.h"

static double parabola(double a, double b, double x)
{
    return (a * x + b) * x;
}

TEST(the_step_minimises_the_parabola)
{
    for (int i = -8; i <= 8; i++)
        for (int k = -8; k <= 8; k++) {
            double a = i / 4.0, b = k / 4.0, step = exact_step(a, b);
            assert_true(step >= 0 && step <= 1);
            for (int g = 0; g <= 1000; g++)
                assert_true(parabola(a, b, step) <= parabola(a, b, g / 1000.0) + 1e-15);
        }
}

TEST(a_line_is_least_at_an_end)
{
    assert_true(exact_step(0, -1) == 1);
    assert_true(exact_step(0, 1) == 0);
    assert_true(exact_step(0, 0) == 0); /* no reason to move */
}

TEST(a_concave_parabola_jumps_or_stays)
{
    assert_true(exact_step(-1, 0.5) == 1);
    assert_true(exact_step(-1, 1.5) == 0);
}

TEST(a_long_step_is_whole_whenever_that_descends)
{
    for (int i = -8; i <= 8; i++)
        for (int k = -8; k <= 8; k++) {
            double a = i / 4.0, b = k / 4.0, step = long_step(a, b);
            assert_true(parabola(a, b, step) <= 0); /* never up */
            assert_true(step == (parabola(a, b, 1) < 0 ? 1 : exact_step(a, b)));
            assert_true(whole_step(a, b) == (parabola(a, b, 1) < 0 ? 1 : 0));
        }
}
