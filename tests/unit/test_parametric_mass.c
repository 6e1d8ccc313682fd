/* test_parametric_mass.c - a given mass by the parametric simplex: the same answer, proved, or
 * given up. */
#include "partial/parametric_mass.h"

#include "instances.h"
#include "test.h"

enum { N = 240, M = 220, DIMS = 12 };

static double cost[N * M], p[N], q[M];

/* Squared distances in many dimensions. */
static void fill_costs(void)
{
    for (uint64_t i = 0; i < N; i++)
        for (uint64_t j = 0; j < M; j++) {
            double sum = 0;
            for (uint64_t d = 0; d < DIMS; d++)
                sum += pow(test_uniform(1, i * DIMS + d) - test_uniform(2, j * DIMS + d) - 0.1, 2);
            cost[i * M + j] = sum;
        }
    test_fill(p, N, 3);
    test_fill(q, M, 4);
}

static parot_problem problem_of(int has_weights, double share)
{
    const double *rows = has_weights ? p : NULL, *cols = has_weights ? q : NULL;
    double most = fmin(test_total(rows, N), test_total(cols, M));
    return (parot_problem){{cost, N, M, M}, rows, cols, share * most};
}

static void assert_proved(const parot_problem *problem, const parot_result *result)
{
    parot_check check = {0};
    assert_ok(parot_certify(problem, result, NULL, &check, &err));
    assert_true(parot_is_proved(&check, 1e-12));
}

/* parot_partial asks the parametric simplex, parot_solver_solve the simplex. */
TEST(both_engines_agree)
{
    int chosen = 0;
    fill_costs();
    for (int k = 0; k < 12; k++) {
        parot_problem problem = problem_of(k % 2, 0.6 + 0.08 * (k / 2));
        parot_solver *solver = NULL;
        AUTO(parot_result, once, kept);
        assert_ok(parot_solver_new(&(parot_problem){.cost = {.rows = N, .cols = M},
                                                    .p = problem.p,
                                                    .q = problem.q,
                                                    .mass = problem.mass},
                                   NULL, &solver, &err));
        assert_ok(parot_solver_solve(solver, problem.cost, &kept, &err));
        assert_ok(parot_partial(&problem, NULL, &once, &err));
        chosen += parametric_is_better(&solver->simplex);
        assert_proved(&problem, &once);
        assert_proved(&problem, &kept);
        assert_close(once.objective, kept.objective, 1e-13);
        parot_solver_free(solver);
    }
    assert_true(chosen >= 6); /* the others are for the simplex in both cases */
}

/* One forbidden pair, or one that is no number, is no matter for the parametric simplex. */
TEST(odd_costs_are_left_to_the_simplex)
{
    parot_problem problem = problem_of(0, 0.8);
    parot_result result = {0};
    fill_costs();
    cost[7 * M + 9] = INFINITY;
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_proved(&problem, &result);
    parot_result_free(&result);
    cost[7 * M + 9] = NAN;
    assert_int_equal(parot_partial(&problem, NULL, &result, NULL), PAROT_EINVAL);
}

static void *refuse_one(size_t bytes, void *user)
{
    int *left = user;
    return (*left)-- == 1 ? NULL : malloc(bytes);
}

static void release(void *block, void *user)
{
    (void)user;
    free(block);
}

/* The second block is the parametric simplex's: without it the simplex solves the problem. */
TEST(without_memory_for_the_parametric_simplex_the_answer_is_the_same)
{
    parot_problem problem = problem_of(1, 0.8);
    AUTO(parot_result, with, without);
    int left = 2;
    fill_costs();
    DEFAULTS(parot_run, run);
    run.alloc = refuse_one;
    run.release = release;
    run.user = &left;
    assert_ok(parot_partial(&problem, NULL, &with, &err));
    assert_ok(parot_partial(&problem, &run, &without, &err));
    assert_proved(&problem, &without);
    assert_close(without.objective, with.objective, 1e-13);
}

static int stop_at(const parot_progress *progress, void *user)
{
    int *left = user;
    (void)progress;
    return --*left == 0;
}

/* Wherever it is stopped, there is a plan of that mass and a bound. */
TEST(a_run_that_is_stopped_has_a_plan_and_a_bound)
{
    parot_problem problem = problem_of(1, 0.85);
    AUTO(parot_result, best);
    fill_costs();
    assert_ok(parot_partial(&problem, NULL, &best, &err));
    for (int k = 1; k < 400; k += 37) {
        AUTO(parot_result, result);
        parot_check check = {0};
        int left = k;
        DEFAULTS(parot_run, run);
        run.progress = stop_at;
        run.progress_period = 0;
        run.user = &left;
        assert_int_equal(parot_partial(&problem, &run, &result, NULL), PAROT_CANCELLED);
        assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
        assert_true(check.primal <= 1e-15 && check.dual <= 1e-12);
        assert_true(result.bound <= best.objective * (1 + 1e-12));
        assert_true(result.objective >= best.objective * (1 - 1e-12));
    }
}
