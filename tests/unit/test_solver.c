/* test_solver.c - a solver that keeps its basis answers like a new one, with fewer pivots. */
#include "instances.h"
#include "test.h"

enum { N = 60, M = 80 };

static void fill_costs(double *cost, double change)
{
    for (uint64_t k = 0; k < N * M; k++)
        cost[k] = test_uniform(1, k) + change * test_uniform(2, k);
}

TEST(new_costs_give_the_answer_of_a_new_solver)
{
    static double cost[N * M];
    static const double changes[] = {0, 0.001, 0.1, 10, -3, 0};
    parot_solver *solver = NULL;
    assert_ok(parot_solver_new(&(parot_problem){.cost = {.rows = N, .cols = M}, .mass = 0.8}, NULL,
                               &solver, &err));
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        AUTO(parot_result, warm, cold);
        fill_costs(cost, changes[k]);
        parot_problem problem = {{cost, N, M, M}, NULL, NULL, 0.8};
        assert_ok(parot_solver_solve(solver, problem.cost, &warm, &err));
        assert_ok(parot_partial(&problem, NULL, &cold, &err));
        assert_close(warm.objective, cold.objective, 1e-14);
        assert_int_equal(warm.info.allocations, 1); /* the result */
    }
    parot_solver_free(solver);
}

TEST(a_small_change_takes_few_pivots)
{
    static double cost[N * M];
    parot_solver *solver = NULL;
    AUTO(parot_result, first, second);
    assert_ok(parot_solver_new(&(parot_problem){.cost = {.rows = N, .cols = M}, .mass = 0.9}, NULL,
                               &solver, &err));
    fill_costs(cost, 0);
    assert_ok(parot_solver_solve(solver, (parot_matrix){cost, N, M, M}, &first, &err));
    fill_costs(cost, 1e-4);
    assert_ok(parot_solver_solve(solver, (parot_matrix){cost, N, M, M}, &second, &err));
    assert_true(second.info.pivots * 2 < first.info.pivots);
    parot_solver_free(solver);
}

/* Forbidden pairs may come and go between solves. */
TEST(forbidden_pairs_may_come_and_go)
{
    static double cost[N * M], walls[N * M];
    parot_solver *solver = NULL;
    assert_ok(parot_solver_new(&(parot_problem){.cost = {.rows = N, .cols = M}, .mass = 0.7}, NULL,
                               &solver, &err));
    fill_costs(cost, 0);
    for (uint64_t k = 0; k < N * M; k++)
        walls[k] = test_uniform(3, k) < 0.8 ? INFINITY : cost[k];
    for (int round = 0; round < 4; round++) {
        const double *data = round % 2 ? walls : cost;
        parot_problem problem = {{data, N, M, M}, NULL, NULL, 0.7};
        AUTO(parot_result, warm);
        parot_check check = {0};
        assert_ok(parot_solver_solve(solver, problem.cost, &warm, &err));
        assert_ok(parot_certify(&problem, &warm, NULL, &check, &err));
        assert_true(parot_is_proved(&check, 1e-12));
    }
    parot_solver_free(solver);
}

TEST(weights_are_copied)
{
    static double cost[N * M];
    double p[N], q[M];
    parot_solver *solver = NULL;
    AUTO(parot_result, kept, direct);
    fill_costs(cost, 0);
    test_fill(p, N, 4);
    test_fill(q, M, 5);
    parot_problem problem = {{cost, N, M, M}, p, q, 10};
    assert_ok(parot_partial(&problem, NULL, &direct, &err));
    assert_ok(parot_solver_new(
        &(parot_problem){.cost = {.rows = N, .cols = M}, .p = p, .q = q, .mass = 10}, NULL, &solver,
        &err));
    memset(p, 0, sizeof p);
    memset(q, 0, sizeof q);
    assert_ok(parot_solver_solve(solver, problem.cost, &kept, &err));
    assert_true(kept.objective == direct.objective);
    parot_solver_free(solver);
}

TEST(the_dense_plan_holds_the_sparse_one)
{
    static double cost[N * M], dense[N * M];
    AUTO(parot_result, result);
    double sum = 0;
    fill_costs(cost, 0);
    parot_problem problem = {{cost, N, M, M}, NULL, NULL, 0.5};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    memset(dense, 0xff, sizeof dense);
    parot_plan_to_dense(&result.plan, dense);
    for (int k = 0; k < N * M; k++)
        sum += dense[k] * cost[k];
    assert_close(sum, result.objective, 1e-14);
    for (int64_t k = 0; k < result.plan.count; k++)
        assert_true(dense[result.plan.row[k] * M + result.plan.col[k]] == result.plan.mass[k]);
}
