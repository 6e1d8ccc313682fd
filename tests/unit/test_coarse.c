/* test_coarse.c - prices of a sample: a guess that helps, and never changes the answer. */
#include "transport/simplex/coarse.h"

#include "instances.h"
#include "test.h"

enum { N = 420, M = 380 };

/* Two clouds on a line, apart: nearly all of the mass has to travel. */
static void fill_costs(double *cost)
{
    for (uint64_t i = 0; i < N; i++)
        for (uint64_t j = 0; j < M; j++)
            cost[i * M + j] = pow(test_uniform(1, i) - test_uniform(2, j) - 0.7, 2);
}

static void fill_weights(double *p, double *q)
{
    test_fill(p, N, 3);
    test_fill(q, M, 4);
}

static void assert_proved(const parot_problem *problem)
{
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_ok(parot_partial(problem, NULL, &result, &err));
    assert_ok(parot_certify(problem, &result, NULL, &check, &err));
    assert_true(parot_is_proved(&check, 1e-12));
}

TEST(large_problems_of_nearly_all_mass_are_proved)
{
    static double cost[N * M], p[N], q[M];
    fill_costs(cost);
    fill_weights(p, q);
    for (int k = 0; k < 6; k++) {
        const double *rows = k % 2 ? p : NULL, *cols = k % 2 ? q : NULL;
        double most = fmin(test_total(rows, N), test_total(cols, M));
        parot_problem problem = {{cost, N, M, M}, rows, cols, most * (0.92 + 0.04 * (k / 2))};
        assert_proved(&problem);
    }
}

/* Another seed draws another sample: other pivots, the same value. */
TEST(the_sample_does_not_change_the_value)
{
    static double cost[N * M];
    double first = 0;
    fill_costs(cost);
    for (uint64_t seed = 0; seed < 4; seed++) {
        parot_problem problem = {{cost, N, M, M}, NULL, NULL, 1};
        AUTO(parot_result, result);
        DEFAULTS(parot_run, run);
        run.seed = seed;
        assert_ok(parot_partial(&problem, &run, &result, &err));
        first = seed == 0 ? result.objective : first;
        assert_close(result.objective, first, 1e-14);
    }
}

static void *refuse_all_but(size_t bytes, void *user)
{
    int *left = user;
    return (*left)-- == 1 ? NULL : malloc(bytes);
}

static void release(void *block, void *user)
{
    (void)user;
    free(block);
}

/* The second allocation is the sample's: without it the solve takes longer, that is all. */
TEST(without_memory_for_a_sample_the_answer_is_the_same)
{
    static double cost[N * M];
    int left = 2;
    fill_costs(cost);
    parot_problem problem = {{cost, N, M, M}, NULL, NULL, 1};
    AUTO(parot_result, with, without);
    DEFAULTS(parot_run, run);
    run.alloc = refuse_all_but;
    run.release = release;
    run.user = &left;
    assert_ok(parot_partial(&problem, NULL, &with, &err));
    assert_ok(parot_partial(&problem, &run, &without, &err));
    assert_close(without.objective, with.objective, 1e-14);
    assert_true(without.info.allocations < with.info.allocations);
}

/* Columns that could each take all: their masses together are more than an integer holds. */
TEST(columns_with_room_for_everything_are_no_trouble)
{
    static double cost[N * M], p[N], q[M];
    fill_costs(cost);
    fill_weights(p, q);
    for (int j = 0; j < M; j++)
        q[j] = 1e4 * (1 + q[j]);
    parot_problem problem = {{cost, N, M, M}, p, q, 0.97 * test_total(p, N)};
    assert_proved(&problem);
}

/* A sample knows nothing of a cost that it did not draw. */
TEST(odd_costs_outside_the_sample_are_found)
{
    static double cost[N * M];
    const double odd[] = {INFINITY, NAN, -INFINITY};
    for (int k = 0; k < 30; k++) {
        fill_costs(cost);
        cost[(k * 7919) % (N * M)] = odd[k % 3];
        parot_problem problem = {{cost, N, M, M}, NULL, NULL, 1};
        AUTO(parot_result, result);
        parot_check check = {0};
        parot_status status = parot_partial(&problem, NULL, &result, NULL);
        assert_int_equal(status, k % 3 == 0 ? PAROT_OK : PAROT_EINVAL);
        if (status == PAROT_OK) {
            assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
            assert_true(check.relative_gap <= 1e-12);
        }
    }
}
