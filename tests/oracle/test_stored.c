/* test_stored.c - stored instances with the values that HiGHS found (make_instances.py). */
#include "instances.h"
#include "stored.h"
#include "test.h"

TEST(values_equal_those_of_highs)
{
    static double cost[400], p[20], q[20];
    FILE *file = fopen(INSTANCES, "r");
    int64_t count = 0;
    int n = 0, m = 0;
    double mass = 0, value = 0;
    assert_non_null(file);
    while (fscanf(file, "%d %d %lf %lf", &n, &m, &mass, &value) == 4) {
        AUTO(parot_result, result);
        assert_in_range(n, 1, 20);
        assert_in_range(m, 1, 20);
        read_numbers(file, p, n);
        read_numbers(file, q, m);
        read_numbers(file, cost, (int64_t)n * m);
        parot_problem problem = {{cost, n, m, m}, p, q, mass};
        assert_ok(parot_partial(&problem, NULL, &result, &err));
        if (!(fabs(result.objective - value) <= 1e-9 * fmax(fabs(value), 1e-3)))
            fail_msg("stored instance %d: %.12g, HiGHS %.12g", (int)count, result.objective, value);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 48);
}
