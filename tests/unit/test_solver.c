/* test_solver.c - a solver that keeps its basis answers like a new one, with fewer pivots. */
#include "instances.h"
#include "support.h"

enum { N = 60, M = 80 };

static void fill_costs(double *cost, double change)
{
    for (uint64_t k = 0; k < N * M; k++)
        cost[k] = test_uniform(1, k) + change * test_uniform(2, k);
}

static void new_costs_give_the_answer_of_a_new_solver(void **state)
{
    (void)state;
    static double cost[N * M];
    static const double changes[] = {0, 0.001, 0.1, 10, -3, 0};
    parot_solver *solver = NULL;
    assert_ok(parot_solver_new(&(parot_problem){.cost = {.rows = N, .cols = M}, .mass = 0.8}, NULL,
                               &solver, &err));
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        parot_result warm = {0}, cold = {0};
        fill_costs(cost, changes[k]);
        parot_problem problem = {{cost, N, M, M}, NULL, NULL, 0.8};
        assert_ok(parot_solver_solve(solver, problem.cost, &warm, &err));
        assert_ok(parot_partial(&problem, NULL, &cold, &err));
        assert_close(warm.objective, cold.objective, 1e-14);
        assert_int_equal(warm.info.allocations, 1); /* the result */
        parot_result_free(&warm);
        parot_result_free(&cold);
    }
    parot_solver_free(solver);
}

static void a_small_change_takes_few_pivots(void **state)
{
    (void)state;
    static double cost[N * M];
    parot_solver *solver = NULL;
    parot_result first = {0}, second = {0};
    assert_ok(parot_solver_new(&(parot_problem){.cost = {.rows = N, .cols = M}, .mass = 0.9}, NULL,
                               &solver, &err));
    fill_costs(cost, 0);
    assert_ok(parot_solver_solve(solver, (parot_matrix){cost, N, M, M}, &first, &err));
    fill_costs(cost, 1e-4);
    assert_ok(parot_solver_solve(solver, (parot_matrix){cost, N, M, M}, &second, &err));
    assert_true(second.info.pivots * 2 < first.info.pivots);
    parot_result_free(&first);
    parot_result_free(&second);
    parot_solver_free(solver);
}

/* Forbidden pairs may come and go between solves. */
static void forbidden_pairs_may_come_and_go(void **state)
{
    (void)state;
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
        parot_result warm = {0};
        parot_check check = {0};
        assert_ok(parot_solver_solve(solver, problem.cost, &warm, &err));
        assert_ok(parot_certify(&problem, &warm, NULL, &check, &err));
        assert_true(parot_is_proved(&check, 1e-12));
        parot_result_free(&warm);
    }
    parot_solver_free(solver);
}

static void weights_are_copied(void **state)
{
    (void)state;
    static double cost[N * M];
    double p[N], q[M];
    parot_solver *solver = NULL;
    parot_result kept = {0}, direct = {0};
    fill_costs(cost, 0);
    for (int i = 0; i < N; i++)
        p[i] = test_uniform(4, (uint64_t)i);
    for (int j = 0; j < M; j++)
        q[j] = test_uniform(5, (uint64_t)j);
    parot_problem problem = {{cost, N, M, M}, p, q, 10};
    assert_ok(parot_partial(&problem, NULL, &direct, &err));
    assert_ok(parot_solver_new(
        &(parot_problem){.cost = {.rows = N, .cols = M}, .p = p, .q = q, .mass = 10}, NULL, &solver,
        &err));
    memset(p, 0, sizeof p);
    memset(q, 0, sizeof q);
    assert_ok(parot_solver_solve(solver, problem.cost, &kept, &err));
    assert_true(kept.objective == direct.objective);
    parot_result_free(&kept);
    parot_result_free(&direct);
    parot_solver_free(solver);
}

static void frees_accept_nothing(void **state)
{
    (void)state;
    parot_result empty = {0};
    parot_result_free(NULL);
    parot_result_free(&empty);
    parot_result_free(&empty);
    parot_solver_free(NULL);
}

static void the_dense_plan_holds_the_sparse_one(void **state)
{
    (void)state;
    static double cost[N * M], dense[N * M];
    parot_result result = {0};
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
    parot_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_costs_give_the_answer_of_a_new_solver),
        cmocka_unit_test(a_small_change_takes_few_pivots),
        cmocka_unit_test(forbidden_pairs_may_come_and_go),
        cmocka_unit_test(weights_are_copied),
        cmocka_unit_test(frees_accept_nothing),
        cmocka_unit_test(the_dense_plan_holds_the_sparse_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
