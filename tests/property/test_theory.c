/* test_theory.c - what theory says of the optimal value when the problem is changed.
 *
 * Tolerances are 1e-12 of the scale: the largest cost times the mass.
 */
#include <float.h>

#include "instances.h"
#include "test.h"

enum { INSTANCES = 600, SIZE = 24 };

/* Weights of 1e11 beside 1e-6 may leave a last digit of the mass worth more than all of the cost:
 * the value is then right up to that, and not proved. */
static double solve_value(const parot_problem *problem)
{
    parot_result result = {0};
    parot_status status = parot_partial(problem, NULL, &result, NULL);
    if (status != PAROT_UNPROVED)
        assert_ok(status);
    double objective = result.objective;
    parot_result_free(&result);
    return objective;
}

static double cost_of(const parot_problem *problem, int64_t i, int64_t j)
{
    return problem->cost.data[i * problem->cost.stride + j];
}

static double largest_cost(const parot_problem *problem)
{
    double largest = 0;
    for (int64_t i = 0; i < problem->cost.rows; i++)
        for (int64_t j = 0; j < problem->cost.cols; j++)
            if (isfinite(cost_of(problem, i, j)))
                largest = fmax(largest, fabs(cost_of(problem, i, j)));
    return largest;
}

/* A copy that can be changed: dense, weights written out. */
struct variant {
    parot_problem problem;
    double *cost, *p, *q;
};

static struct variant variant_new(int64_t n, int64_t m, double mass)
{
    struct variant variant = {.cost = malloc((size_t)(n * m) * sizeof(double)),
                              .p = malloc((size_t)n * sizeof(double)),
                              .q = malloc((size_t)m * sizeof(double))};
    variant.problem = (parot_problem){{variant.cost, n, m, m}, variant.p, variant.q, mass};
    return variant;
}

static void variant_free(struct variant *variant)
{
    free(variant->cost);
    free(variant->p);
    free(variant->q);
}

/* variant row i is row source_row(i) of the problem, likewise columns */
static struct variant variant_of(const parot_problem *problem, int64_t n, int64_t m,
                                 int64_t (*source_row)(int64_t, int64_t),
                                 int64_t (*source_col)(int64_t, int64_t))
{
    int64_t rows = problem->cost.rows, cols = problem->cost.cols;
    struct variant variant = variant_new(n, m, problem->mass);
    for (int64_t i = 0; i < n; i++)
        variant.p[i] = test_weight(problem->p, rows, source_row(i, rows));
    for (int64_t j = 0; j < m; j++)
        variant.q[j] = test_weight(problem->q, cols, source_col(j, cols));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            variant.cost[i * m + j] = cost_of(problem, source_row(i, rows), source_col(j, cols));
    return variant;
}

static int64_t same(int64_t i, int64_t count)
{
    return i < count ? i : count - 1; /* an added row or column copies the last */
}

static int64_t reversed(int64_t i, int64_t count)
{
    return count - 1 - i;
}

static void assert_value(const struct instance *instance, double value, double expected)
{
    double scale = largest_cost(&instance->problem) * instance->problem.mass;
    if (!(fabs(value - expected) <= 1e-12 * fmax(scale, fabs(expected))))
        fail_msg("%s %lld x %lld: %.17g instead of %.17g", instance->family,
                 (long long)instance->problem.cost.rows, (long long)instance->problem.cost.cols,
                 value, expected);
}

/* Runs `check` on instances of all families, with their values. */
static void for_each_instance(void (*check)(const struct instance *, double))
{
    for (uint64_t number = 0; number < INSTANCES; number++) {
        FREED_BY(instance_free) struct instance instance = {0};
        instance_make(&instance, number, SIZE);
        check(&instance, solve_value(&instance.problem));
    }
}

/* ---- Symmetries --------------------------------------------------------- */

static void check_permuted(const struct instance *instance, double value)
{
    const parot_matrix *cost = &instance->problem.cost;
    struct variant variant =
        variant_of(&instance->problem, cost->rows, cost->cols, reversed, reversed);
    assert_value(instance, solve_value(&variant.problem), value);
    variant_free(&variant);
}

TEST(permuting_rows_and_columns_keeps_the_value)
{
    for_each_instance(check_permuted);
}

static void check_transposed(const struct instance *instance, double value)
{
    const parot_problem *problem = &instance->problem;
    int64_t n = problem->cost.rows, m = problem->cost.cols;
    FREED_BY(variant_free) struct variant variant = variant_new(m, n, problem->mass);
    for (int64_t j = 0; j < m; j++)
        variant.p[j] = test_weight(problem->q, m, j);
    for (int64_t i = 0; i < n; i++)
        variant.q[i] = test_weight(problem->p, n, i);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            variant.cost[j * n + i] = cost_of(problem, i, j);
    assert_value(instance, solve_value(&variant.problem), value);
}

TEST(transposing_keeps_the_value)
{
    for_each_instance(check_transposed);
}

/* ---- Changes of cost ---------------------------------------------------- */

static void check_scaled(const struct instance *instance, double value)
{
    const parot_matrix *cost = &instance->problem.cost;
    int exponent = largest_cost(&instance->problem) > 1 ? -40 : 40;
    FREED_BY(variant_free)
    struct variant variant = variant_of(&instance->problem, cost->rows, cost->cols, same, same);
    for (int64_t k = 0; k < cost->rows * cost->cols; k++)
        variant.cost[k] = ldexp(variant.cost[k], exponent);
    assert_value(instance, ldexp(solve_value(&variant.problem), -exponent), value);
}

TEST(scaling_costs_scales_the_value)
{
    for_each_instance(check_scaled);
}

static void check_shifted(const struct instance *instance, double value)
{
    const parot_matrix *cost = &instance->problem.cost;
    double constant = 0.37 * largest_cost(&instance->problem);
    FREED_BY(variant_free)
    struct variant variant = variant_of(&instance->problem, cost->rows, cost->cols, same, same);
    for (int64_t k = 0; k < cost->rows * cost->cols; k++)
        variant.cost[k] += constant;
    assert_value(instance, solve_value(&variant.problem),
                 value + constant * instance->problem.mass);
}

TEST(a_constant_on_all_costs_adds_its_share)
{
    for_each_instance(check_shifted);
}

/* ---- Changes of weight -------------------------------------------------- */

static void check_split(const struct instance *instance, double value)
{
    int64_t n = instance->problem.cost.rows, m = instance->problem.cost.cols;
    FREED_BY(variant_free)
    struct variant variant = variant_of(&instance->problem, n + 1, m + 1, same, same);
    variant.p[n] = 0.25 * variant.p[n - 1];
    variant.p[n - 1] *= 0.75;
    variant.q[m] = 0.5 * variant.q[m - 1];
    variant.q[m - 1] *= 0.5;
    assert_value(instance, solve_value(&variant.problem), value);
}

TEST(splitting_a_weight_in_two_keeps_the_value)
{
    for_each_instance(check_split);
}

/* lambda is a slope: PW(s + t) >= PW(s) + lambda t for every t. */
static void check_convex(const struct instance *instance, double value)
{
    parot_problem problem = instance->problem;
    parot_result result = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    double slope = result.dual.lambda, mass = problem.mass;
    parot_result_free(&result);
    for (int k = 1; k <= 3; k++) {
        problem.mass = mass * k / 4;
        double below = solve_value(&problem);
        double line = value + slope * (problem.mass - mass);
        double scale = fmax(largest_cost(&problem), fabs(slope)) * mass;
        if (!(below >= line - 1e-12 * scale - DBL_MIN)) /* products of tiny numbers underflow */
            fail_msg("%s %lld x %lld: value %.17g at mass %.17g is below the line %.17g",
                     instance->family, (long long)problem.cost.rows, (long long)problem.cost.cols,
                     below, problem.mass, line);
    }
}

TEST(the_value_is_convex_in_the_mass)
{
    for_each_instance(check_convex);
}

/* ---- Threads ------------------------------------------------------------ */

/* From points to plan, bit for bit. */
TEST(the_number_of_threads_changes_nothing)
{
    enum { N = 150, M = 130, DIMS = 30 };
    static double x[N * DIMS], y[M * DIMS], cost[N * M];
    AUTO(parot_result, first);
    for (uint64_t k = 0; k < N * DIMS; k++)
        x[k] = test_uniform(1, k);
    for (uint64_t k = 0; k < M * DIMS; k++)
        y[k] = test_uniform(2, k);
    for (int threads = 1; threads <= 4; threads++) {
        parot_run run;
        AUTO(parot_result, result);
        parot_problem problem = {{cost, N, M, M}, NULL, NULL, 0.8};
        parot_run_init(&run);
        run.threads = threads;
        assert_ok(parot_cost((parot_matrix){x, N, DIMS, DIMS}, (parot_matrix){y, M, DIMS, DIMS},
                             PAROT_METRIC_EUCLIDEAN, &run, cost, &err));
        assert_ok(parot_partial(&problem, &run, &result, &err));
        if (threads == 1) {
            first = result;
            result = (parot_result){0};
            continue;
        }
        assert_true(result.objective == first.objective && result.bound == first.bound);
        assert_int_equal(result.plan.count, first.plan.count);
        assert_memory_equal(result.plan.mass, first.plan.mass, (size_t)first.plan.count * 8);
    }
}

/* ---- Proposition 1 ------------------------------------------------------ */

/* The paper's extended problem: [C, xi; xi, 2 xi + A], weights [p, |q| - s] and [q, |p| - s]. */
static struct variant extended(const parot_problem *problem, double xi, double corner)
{
    int64_t n = problem->cost.rows, m = problem->cost.cols;
    double p = test_total(problem->p, n), q = test_total(problem->q, m), s = problem->mass;
    struct variant variant = variant_of(problem, n + 1, m + 1, same, same);
    for (int64_t i = 0; i <= n; i++)
        variant.cost[i * (m + 1) + m] = xi;
    for (int64_t j = 0; j <= m; j++)
        variant.cost[n * (m + 1) + j] = xi;
    variant.cost[n * (m + 1) + m] = 2 * xi + corner;
    variant.p[n] = q - s;
    variant.q[m] = p - s;
    variant.problem.mass = fmin(test_total(variant.p, n + 1), test_total(variant.q, m + 1));
    return variant;
}

/* W(extended) - PW = xi (|p| + |q| - 2 s), here for costs of about 1 and masses of about 1. */
TEST(the_extended_problem_has_the_value_of_proposition_1)
{
    static const double xis[] = {0, 1, -0.5, 10}, corners[] = {1.01, 3, 1000};
    for (uint64_t number = 0; number < 200; number++) {
        FREED_BY(instance_free) struct instance instance = {0};
        instance_make(&instance, number * (uint64_t)instance_families(), SIZE); /* "uniform" */
        parot_problem *problem = &instance.problem;
        double p = test_total(problem->p, problem->cost.rows);
        double q = test_total(problem->q, problem->cost.cols);
        problem->mass = 0.6 * fmin(p, q);
        double value = solve_value(problem);
        for (size_t k = 0; k < 12; k++) {
            double xi = xis[k % 4];
            FREED_BY(variant_free) struct variant variant = extended(problem, xi, corners[k / 4]);
            double expected = value + xi * (p + q - 2 * problem->mass);
            assert_close(solve_value(&variant.problem) / (p + q), expected / (p + q), 2e-12);
        }
    }
}
