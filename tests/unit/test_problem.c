/* test_problem.c - what is refused at the door, and how the refusal reads. */
#include "partial/problem.h"

#include "instances.h"
#include "support.h"

static const double cost[] = {1, 2, 3, 4, 5, 6};
static const double p[] = {0.5, 0.5}, q[] = {0.25, 0.25, 0.5};

static parot_problem good(void)
{
    return (parot_problem){{cost, 2, 3, 3}, p, q, 0.5};
}

static void assert_refused_problem(parot_problem problem, parot_status status, const char *words)
{
    parot_result result = {.objective = 42};
    assert_refused(parot_partial(&problem, NULL, &result, &err), status, words);
    assert_true(result.objective == 42);
    assert_int_equal(parot_partial(&problem, NULL, &result, NULL), status);
}

static void a_good_problem_is_solved(void **state)
{
    (void)state;
    parot_problem problem = good();
    parot_result result = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    /* row 0 to its cheapest columns: 0.25 at 1, 0.25 at 2 */
    assert_close(result.objective, 0.75, 1e-15);
    assert_close(result.bound, 0.75, 1e-15);
    parot_result_free(&result);
}

static void null_pointers_are_refused(void **state)
{
    (void)state;
    parot_problem problem = good();
    parot_result result = {0};
    parot_solver *solver = NULL;
    assert_refused(parot_partial(NULL, NULL, &result, &err), PAROT_EINVAL, "problem");
    assert_refused(parot_partial(&problem, NULL, NULL, &err), PAROT_EINVAL, "result");
    assert_refused(parot_solver_new(2, 3, p, q, 0.5, NULL, NULL, &err), PAROT_EINVAL, "solver");
    assert_refused(parot_solver_solve(solver, problem.cost, &result, &err), PAROT_EINVAL, "solver");
    problem.cost.data = NULL;
    assert_refused_problem(problem, PAROT_EINVAL, "cost: data is NULL");
}

static void impossible_shapes_are_refused(void **state)
{
    (void)state;
    parot_problem problem = good();
    problem.cost.rows = 0;
    assert_refused_problem(problem, PAROT_EINVAL, "got 0 x 3");
    problem = good();
    problem.cost.cols = -1;
    assert_refused_problem(problem, PAROT_EINVAL, "got 2 x -1");
    problem = good();
    problem.cost.stride = 2;
    assert_refused_problem(problem, PAROT_EINVAL, "stride 2 is less than its 3 columns");
    problem = good();
    problem.cost.stride = INT64_MAX / 2 + 1;
    assert_refused_problem(problem, PAROT_EINVAL, "overflow");
    problem = good();
    problem.cost.rows = INT64_MAX;
    assert_refused_problem(problem, PAROT_EINVAL, "together");
    problem = good();
    problem.p = NULL;
    problem.cost.rows = INT32_MAX / 2;
    assert_refused_problem(problem, PAROT_EINVAL, "together");
}

static void impossible_masses_are_refused(void **state)
{
    (void)state;
    static const double bad[] = {0, -0.5, NAN, INFINITY, -INFINITY};
    parot_problem problem = good();
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        problem.mass = bad[k];
        assert_refused_problem(problem, PAROT_EINVAL, "mass: must be positive and finite, got");
    }
    problem.mass = 1.5;
    assert_refused_problem(problem, PAROT_EINVAL, "mass 1.5 exceeds min(sum p, sum q) = 1");
}

static void weights_without_mass_are_refused(void **state)
{
    (void)state;
    static const double zeros[3] = {0, 0, 0};
    parot_problem problem = good();
    problem.p = zeros;
    assert_refused_problem(problem, PAROT_EINVAL, "p: all weights are 0");
    problem = good();
    problem.q = zeros;
    assert_refused_problem(problem, PAROT_EINVAL, "q: all weights are 0");
}

/* Rows 1 and 3 have no partner at all. */
static void forbidding_too_much_names_the_rows(void **state)
{
    (void)state;
    const double walls[] = {1, 2, INFINITY, INFINITY, 3, 4, INFINITY, INFINITY};
    parot_problem problem = {{walls, 4, 2, 2}, NULL, NULL, 0.75};
    assert_refused_problem(problem, PAROT_EINFEASIBLE, "at most 0.5 of mass 0.75 can move");
    problem.mass = 0.5;
    parot_result result = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    parot_result_free(&result);
    problem.mass = 1;
    assert_refused_problem(problem, PAROT_EINFEASIBLE, "cut off: rows 1, 3");
}

/* Only the diagonal is allowed: sum_i min(p_i, q_i) can move, however that sum was rounded. */
static void all_that_forbidden_pairs_leave_may_be_asked_for(void **state)
{
    (void)state;
    enum { N = 3 };
    for (uint64_t seed = 0; seed < 300; seed++) {
        double diagonal[N * N], a[N], b[N], mass = 0;
        for (int k = 0; k < N * N; k++)
            diagonal[k] = k % (N + 1) == 0 ? k : INFINITY;
        for (int i = 0; i < N; i++) {
            a[i] = test_uniform(seed, (uint64_t)i);
            b[i] = test_uniform(seed, (uint64_t)(N + i));
            mass += fmin(a[i], b[i]);
        }
        parot_problem problem = {{diagonal, N, N, N}, a, b, mass};
        parot_result result = {0};
        parot_check check = {0};
        assert_ok(parot_partial(&problem, NULL, &result, &err));
        assert_close(result.mass, mass, 1e-14);
        assert_ok(parot_certify(&problem, &result, &check, &err));
        assert_true(check.primal <= 1e-14 && check.gap <= 1e-12 && check.dual <= 1e-12);
        parot_result_free(&result);
    }
}

static void a_solver_refuses_another_shape_and_survives(void **state)
{
    (void)state;
    parot_solver *solver = NULL;
    parot_result result = {0};
    double bad[] = {1, 2, 3, NAN, 5, 6};
    assert_ok(parot_solver_new(2, 3, p, q, 0.5, NULL, &solver, &err));
    assert_refused(parot_solver_solve(solver, (parot_matrix){cost, 3, 2, 2}, &result, &err),
                   PAROT_ESHAPE, "cost is 3 x 2, the solver 2 x 3");
    assert_refused(parot_solver_solve(solver, (parot_matrix){bad, 2, 3, 3}, &result, &err),
                   PAROT_EINVAL, "nan at (1,0)");
    assert_ok(parot_solver_solve(solver, (parot_matrix){cost, 2, 3, 3}, &result, &err));
    assert_close(result.objective, 0.75, 1e-15);
    parot_result_free(&result);
    parot_solver_free(solver);
}

static void a_bad_run_is_refused(void **state)
{
    (void)state;
    parot_problem problem = good();
    parot_result result = {0};
    parot_run run;
    memset(&run, 0, sizeof run);
    assert_refused(parot_partial(&problem, &run, &result, &err), PAROT_EINVAL, "parot_run_init");
    parot_run_init(&run);
    run.threads = -1;
    assert_refused(parot_partial(&problem, &run, &result, &err), PAROT_EINVAL, "run.threads");
}

static void huge_costs_times_huge_masses_are_refused(void **state)
{
    (void)state;
    const double big[] = {1e300}, mass[] = {1e12};
    parot_problem problem = {{big, 1, 1, 1}, mass, mass, 1e12};
    assert_refused_problem(problem, PAROT_ENUMERIC, "leave the range of double");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_problem_is_solved),
        cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(impossible_shapes_are_refused),
        cmocka_unit_test(impossible_masses_are_refused),
        cmocka_unit_test(weights_without_mass_are_refused),
        cmocka_unit_test(forbidding_too_much_names_the_rows),
        cmocka_unit_test(all_that_forbidden_pairs_leave_may_be_asked_for),
        cmocka_unit_test(a_solver_refuses_another_shape_and_survives),
        cmocka_unit_test(a_bad_run_is_refused),
        cmocka_unit_test(huge_costs_times_huge_masses_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
