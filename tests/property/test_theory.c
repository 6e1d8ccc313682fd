/* test_theory.c - what theory says of the optimal value when the problem is changed.
 *
 * Tolerances are 1e-12 of the scale: the largest cost times the mass.
 */
#include <float.h>

#include "copied_instances.h"
#include "test.h"

enum { INSTANCES = 600, SIZE = 24 };

/* Weights of 1e11 beside 1e-6 may leave a last digit of the mass worth more than all of the cost:
 * the value is then right up to that, and not proved. */
static double solve_value(const parot_problem *problem)
{
    AUTO(parot_result, result);
    parot_status status = parot_partial(problem, NULL, &result, NULL);
    if (status != PAROT_UNPROVED)
        assert_ok(status);
    double objective = result.objective;
    return objective;
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
        MADE(instance, instance, number, SIZE);
        check(&instance, solve_value(&instance.problem));
    }
}

/* ---- Symmetries --------------------------------------------------------- */

static void check_permuted(const struct instance *instance, double value)
{
    const parot_matrix *cost = &instance->problem.cost;
    struct instance variant =
        variant_of(&instance->problem, cost->rows, cost->cols, reversed, reversed);
    assert_value(instance, solve_value(&variant.problem), value);
    instance_free(&variant);
}

TEST(permuting_rows_and_columns_keeps_the_value)
{
    for_each_instance(check_permuted);
}

static void check_transposed(const struct instance *instance, double value)
{
    const parot_problem *problem = &instance->problem;
    int64_t n = problem->cost.rows, m = problem->cost.cols;
    FREED_BY(instance_free) struct instance variant = variant_new(m, n, problem->mass);
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
    FREED_BY(instance_free)
    struct instance variant = variant_of(&instance->problem, cost->rows, cost->cols, same, same);
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
    FREED_BY(instance_free)
    struct instance variant = variant_of(&instance->problem, cost->rows, cost->cols, same, same);
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
    FREED_BY(instance_free)
    struct instance variant = variant_of(&instance->problem, n + 1, m + 1, same, same);
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
    AUTO(parot_result, result);
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    double slope = result.dual.lambda, mass = problem.mass;
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

/* ---- Proposition 1 ------------------------------------------------------ */

/* The paper's extended problem: [C, xi; xi, 2 xi + A], weights [p, |q| - s] and [q, |p| - s]. */
static struct instance extended(const parot_problem *problem, double xi, double corner)
{
    int64_t n = problem->cost.rows, m = problem->cost.cols;
    double p = test_total(problem->p, n), q = test_total(problem->q, m), s = problem->mass;
    struct instance variant = variant_of(problem, n + 1, m + 1, same, same);
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
            FREED_BY(instance_free) struct instance variant = extended(problem, xi, corners[k / 4]);
            double expected = value + xi * (p + q - 2 * problem->mass);
            assert_close(solve_value(&variant.problem) / (p + q), expected / (p + q), 2e-12);
        }
    }
}
