/* test_problem.c - what is refused at the door, and how the refusal reads. */
#include "partial/problem.h"

#include "instances.h"
#include "test.h"

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
    assert_true(result.objective == (status == PAROT_EINFEASIBLE ? 0 : 42));
    parot_result_free(&result);
    assert_int_equal(parot_partial(&problem, NULL, &result, NULL), status);
    parot_result_free(&result);
}

TEST(a_good_problem_is_solved)
{
    parot_problem problem = good();
    AUTO(parot_result, result);
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    /* row 0 to its cheapest columns: 0.25 at 1, 0.25 at 2 */
    assert_close(result.objective, 0.75, 1e-15);
    assert_close(result.bound, 0.75, 1e-15);
}

TEST(impossible_shapes_are_refused)
{
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

TEST(impossible_masses_are_refused)
{
    static const double bad[] = {0, -0.5, NAN, INFINITY, -INFINITY};
    parot_problem problem = good();
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        problem.mass = bad[k];
        assert_refused_problem(problem, PAROT_EINVAL, "mass: must be positive and finite, got");
    }
    problem.mass = 1.5;
    assert_refused_problem(problem, PAROT_EINVAL, "mass 1.5 exceeds min(sum p, sum q) = 1");
}

TEST(weights_without_mass_are_refused)
{
    static const double zeros[3] = {0, 0, 0};
    parot_problem problem = good();
    problem.p = zeros;
    assert_refused_problem(problem, PAROT_EINVAL, "p: all weights are 0");
    problem = good();
    problem.q = zeros;
    assert_refused_problem(problem, PAROT_EINVAL, "q: all weights are 0");
}

/* Rows 1 and 3 have no partner at all. */
TEST(forbidding_too_much_names_the_rows)
{
    const double walls[] = {1, 2, INFINITY, INFINITY, 3, 4, INFINITY, INFINITY};
    parot_problem problem = {{walls, 4, 2, 2}, NULL, NULL, 0.75};
    assert_refused_problem(problem, PAROT_EINFEASIBLE, "at most 0.5 of mass 0.75 can move");
    problem.mass = 0.5;
    parot_result result = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    parot_result_free(&result);
    problem.mass = 1;
    assert_refused_problem(problem, PAROT_EINFEASIBLE, "all allowed pairs are in rows 0, 2;");
}

TEST(forbidding_every_pair_says_so)
{
    const double wall[] = {INFINITY, INFINITY}, weights[] = {0, 1}, open[] = {1, INFINITY};
    parot_problem problem = {{wall, 2, 1, 1}, NULL, NULL, 0.5};
    assert_refused_problem(problem, PAROT_EINFEASIBLE, "there are no allowed pairs");
    problem.cost.data = open; /* the one pair that is allowed has no weight */
    problem.p = weights;
    assert_refused_problem(problem, PAROT_EINFEASIBLE, "of mass 0.5 can move");
}

/* Is the cut one: does it cover all allowed pairs, and weigh what it says, less than the mass? */
static void assert_cut(const parot_problem *problem, const parot_cut *cut)
{
    int64_t n = problem->cost.rows, m = problem->cost.cols;
    FREED char *in_row = calloc((size_t)n, 1), *in_col = calloc((size_t)m, 1);
    double most = 0;
    for (int64_t k = 0; k < cut->rows; k++) {
        assert_true(k == 0 || cut->row[k - 1] < cut->row[k]);
        in_row[cut->row[k]] = 1;
        most += problem->p ? problem->p[cut->row[k]] : 1.0 / (double)n;
    }
    for (int64_t k = 0; k < cut->cols; k++) {
        assert_true(k == 0 || cut->col[k - 1] < cut->col[k]);
        in_col[cut->col[k]] = 1;
        most += problem->q ? problem->q[cut->col[k]] : 1.0 / (double)m;
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            assert_true(in_row[i] || in_col[j] ||
                        problem->cost.data[i * problem->cost.stride + j] == INFINITY);
    assert_close(cut->most, most, 1e-14);
    assert_true(cut->most < problem->mass);
}

/* Costs of any size with many forbidden pairs: either a plan or a cut, and `most` can move. */
TEST(what_is_refused_as_infeasible_has_a_cut)
{
    enum { MOST = 6 };
    int refused = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        int n = 1 + (int)(test_uniform(seed, 0) * MOST),
            m = 1 + (int)(test_uniform(seed, 1) * MOST);
        double mixed[MOST * MOST], a[MOST], b[MOST], rows = 0, cols = 0;
        for (int k = 0; k < n * m; k++) {
            double x = test_uniform(seed, 10 + (uint64_t)k);
            mixed[k] = test_uniform(seed, 100 + (uint64_t)k) < 0.6 ? INFINITY
                       : seed % 3 == 0                             ? pow(10, 8 * x)
                                       : (x < 0.3 ? 1100 : 1 + floor(3 * x));
        }
        for (int i = 0; i < n; i++)
            rows += a[i] = test_uniform(seed, 200 + (uint64_t)i);
        for (int j = 0; j < m; j++)
            cols += b[j] = test_uniform(seed, 300 + (uint64_t)j);
        parot_problem problem = {{mixed, n, m, m}, a, b, 0.8 * fmin(rows, cols)};
        AUTO(parot_result, result);
        parot_status status = parot_partial(&problem, NULL, &result, NULL);
        if (status == PAROT_EINFEASIBLE) {
            assert_cut(&problem, &result.cut);
            assert_true(result.status == PAROT_EINFEASIBLE && result.plan.count == 0);
            problem.mass = result.cut.most;
            parot_result_free(&result);
            if (problem.mass > 0)
                assert_ok(parot_partial(&problem, NULL, &result, &err));
            refused++;
        }
    }
    assert_true(refused > 100);
}

/* The diagonal is a plan, although its costs are large and that of the pair across is not. */
TEST(large_costs_are_tried_before_a_problem_is_infeasible)
{
    const double costs[] = {1100, 1, INFINITY, 1100};
    parot_problem problem = {{costs, 2, 2, 2}, NULL, NULL, 1};
    AUTO(parot_result, result);
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_close(result.objective, 1100, 1e-15);
}

/* A second column of 1e-12 is no rounding of the first. */
TEST(a_small_column_does_not_take_from_a_large_one)
{
    const double costs[] = {2, INFINITY}, one[] = {1}, two[] = {1, 0x1p-40};
    parot_problem problem = {{costs, 1, 2, 2}, one, two, 1};
    AUTO(parot_result, result);
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_true(result.plan.count == 1 && result.plan.mass[0] == 1);
}

/* Only the diagonal is allowed: sum_i min(p_i, q_i) can move, however that sum was rounded. */
TEST(all_that_forbidden_pairs_leave_may_be_asked_for)
{
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
        AUTO(parot_result, result);
        parot_check check = {0};
        assert_ok(parot_partial(&problem, NULL, &result, &err));
        assert_close(result.mass, mass, 1e-14);
        assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
        assert_true(parot_is_proved(&check, 1e-12));
    }
}

TEST(a_solver_refuses_another_shape_and_survives)
{
    parot_solver *solver = NULL;
    AUTO(parot_result, result);
    double bad[] = {1, 2, 3, NAN, 5, 6};
    assert_ok(parot_solver_new(
        &(parot_problem){.cost = {.rows = 2, .cols = 3}, .p = p, .q = q, .mass = 0.5}, NULL,
        &solver, &err));
    assert_refused(parot_solver_solve(solver, (parot_matrix){cost, 3, 2, 2}, &result, &err),
                   PAROT_ESHAPE, "cost is 3 x 2, the solver 2 x 3");
    assert_refused(parot_solver_solve(solver, (parot_matrix){bad, 2, 3, 3}, &result, &err),
                   PAROT_EINVAL, "nan at (1,0)");
    assert_ok(parot_solver_solve(solver, (parot_matrix){cost, 2, 3, 3}, &result, &err));
    assert_close(result.objective, 0.75, 1e-15);
    parot_solver_free(solver);
}

TEST(huge_costs_times_huge_masses_are_refused)
{
    const double big[] = {1e300}, mass[] = {1e12};
    parot_problem problem = {{big, 1, 1, 1}, mass, mass, 1e12};
    assert_refused_problem(problem, PAROT_ENUMERIC, "leave the range of double");
}
