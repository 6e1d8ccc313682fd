/* test_oracle.c - the linear oracle answers as parot_partial does, from any basis. */
#include "small_descent.h"
#include "test.h"

enum { N = 30, M = 40 };

TEST(vertices_are_optimal_from_a_new_and_from_a_kept_basis)
{
    static double cost[N * M];
    OPENED(small_descent, small, pair_random(1, N, M, 0.7));
    struct oracle *oracle = &small.descent.oracle;
    for (uint64_t round = 0; round < 12; round++) {
        parot_matrix matrix = {cost, N, M, M};
        parot_problem problem = {matrix, NULL, NULL, 0.7};
        AUTO(parot_result, direct);
        for (uint64_t k = 0; k < N * M; k++)
            cost[k] = test_uniform(1, k) + 0.2 * test_uniform(2 + round, k);
        oracle->change = round % 3 == 0 ? 1 : 0; /* new, or kept */
        assert_ok(oracle_solve(oracle, matrix, &small.control, &err));
        assert_ok(parot_partial(&problem, NULL, &direct, &err));
        assert_close(sparse_inner(matrix, &oracle->vertex), direct.objective, 1e-13);
        assert_true(fabsl(plan_total(&oracle->vertex) - 0.7L) <= 2e-16L);
        double u[N], v[M];
        parot_dual dual = {u, v, 0};
        assert_close(oracle_prices(oracle, &dual), direct.objective, 1e-12);
    }
    assert_int_equal(oracle->solves, 12);
}

static parot_status drop_last(struct oracle *oracle, parot_matrix cost, struct control *control,
                              void *user, parot_error *err)
{
    (void)cost;
    (void)control;
    (void)err;
    ++*(int *)user;
    oracle->vertex.count--;
    return PAROT_OK;
}

TEST(a_hook_may_change_the_vertex)
{
    int calls = 0;
    OPENED(small_descent, small, pair_random(2, N, M, 0.5));
    struct oracle *oracle = &small.descent.oracle;
    parot_matrix matrix = {small.descent.gradient, N, M, M};
    test_fill(small.descent.gradient, N * M, 9);
    assert_ok(oracle_solve(oracle, matrix, &small.control, &err));
    int64_t count = oracle->vertex.count;
    oracle->whole_rows = (struct whole_rows){.make = drop_last, .user = &calls};
    assert_ok(oracle_solve(oracle, matrix, &small.control, &err));
    assert_int_equal(calls, 1);
    assert_int_equal(oracle->vertex.count, count - 1);
}
