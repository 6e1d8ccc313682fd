/* test_stored_gromov.c - stored spaces with the values that POT found (make_gromov.py).
 *
 * With all mass moved, partial Gromov-Wasserstein is plain Gromov-Wasserstein.
 */
#include "random_spaces.h"
#include "stored.h"
#include "test.h"

static void check_value(const struct pair *pair, parot_steps steps, double value, int number)
{
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    AUTO(parot_gromov_result, result);
    options.steps = steps;
    options.tolerance = 1e-12;
    assert_true(parot_gromov(&pair->problem, &options, NULL, &result, NULL) >= 0);
    if (!(fabs(result.transport.objective - value) <= 1e-6 * value))
        fail_msg("stored pair %d: %.12g, POT %.12g", number, result.transport.objective, value);
}

TEST(values_equal_those_of_pot)
{
    FILE *file = fopen(GROMOV_INSTANCES, "r");
    int n = 0, m = 0, count = 0;
    double value = 0;
    assert_non_null(file);
    for (; fscanf(file, "%d %d %lf", &n, &m, &value) == 3; count++) {
        assert_in_range(n, 1, 20);
        assert_in_range(m, 1, 20);
        FREED_BY(pair_free) struct pair pair = pair_alloc(n, m, 3, 2, 1);
        read_numbers(file, pair.x, 3 * n);
        read_numbers(file, pair.y, 2 * m);
        read_numbers(file, pair.p, n);
        read_numbers(file, pair.q, m);
        pair_distances(&pair);
        pair.problem.p = pair.p;
        pair.problem.q = pair.q;
        check_value(&pair, PAROT_STEPS_EXACT, value, count);
        check_value(&pair, PAROT_STEPS_LONG, value, count);
    }
    fclose(file);
    assert_int_equal(count, 30);
}
