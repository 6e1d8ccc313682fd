/* test_simplex.c - the main loop: its trees, its counters, its warm start. */
#include "small_simplex.h"
#include "test.h"

TEST(every_final_tree_is_sound)
{
    for (uint64_t number = 0; number < 600; number++) {
        OPENED(small_simplex, small, number, 20);
        assert_int_equal(small_simplex_solve(&small), PAROT_OK);
        assert_tree_is_sound(&small);
    }
}

TEST(solving_again_takes_no_pivot)
{
    for (uint64_t number = 0; number < 200; number++) {
        OPENED(small_simplex, small, number, 30);
        for (int k = 0; k < 2; k++)
            assert_int_equal(small_simplex_solve(&small), PAROT_OK);
        assert_int_equal(small.simplex.pivots, 0);
    }
}

/* One pair of enormous cost must not blur the others (POT: silently wrong plans). */
TEST(an_enormous_cost_does_not_change_the_plan)
{
    static struct arc plain[200], spoilt[200];
    for (uint64_t number = 0; number < 1300; number += 13) { /* "uniform" */
        OPENED(small_simplex, small, number, 30);
        assert_int_equal(small_simplex_solve(&small), PAROT_OK);
        int64_t count = simplex_plan(&small.simplex, plain);
        int32_t i = -1, j = -1;
        for (int32_t k = 0; k < small.costs.n * small.costs.m && i < 0; k++) {
            int is_used = 0;
            for (int64_t e = 0; e < count; e++)
                is_used |= plain[e].row == k / small.costs.m &&
                           plain[e].col == small.costs.n + 1 + k % small.costs.m;
            if (!is_used) {
                i = k / small.costs.m;
                j = k % small.costs.m;
            }
        }
        if (i >= 0) {
            small.instance.cost[i * small.costs.stride + j] = 1e250;
            small.range.largest = 1e250;
            small.simplex.has_basis = 0;
            assert_int_equal(small_simplex_solve(&small), PAROT_OK);
            assert_int_equal(simplex_plan(&small.simplex, spoilt), count);
            assert_memory_equal(spoilt, plain, (size_t)count * sizeof *plain);
        }
    }
}

/* Capped pairs in front of allowed ones, and paths over bridges 1000 times the costs in use. */
TEST(costs_at_the_cap_do_not_stall_the_simplex)
{
    const double cost[] = {1,    1500, 1500, 900,  500, 800, 1,    1100, 1500, 1000, 1100, 500, 1,
                           1300, 1200, 1200, 1000, 500, 1,   1100, 1100, 900,  1500, 800,  1};
    const double ones[] = {1, 1, 1, 1, 1};
    parot_problem problem = {{cost, 5, 5, 5}, ones, ones, 5};
    AUTO(parot_result, result);
    DEFAULTS(parot_run, run);
    run.max_iterations = 1000;
    assert_ok(parot_partial(&problem, &run, &result, &err));
    assert_true(result.objective == 5);
}

/* A cheap counter instead of a clock: random costs, little mass, few pivots. */
TEST(little_mass_takes_few_pivots)
{
    enum { N = 200 };
    FREED double *cost = malloc(N * N * sizeof *cost);
    test_fill(cost, N * N, 9);
    parot_problem problem = {{cost, N, N, N}, NULL, NULL, 0.3};
    AUTO(parot_result, result);
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_true(result.info.pivots < 2 * N);
}
