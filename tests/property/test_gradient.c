/* test_gradient.c - derivatives by points and of entropic plans against differences of values,
 * where the answer is unique; and what they are where a metric has a kink. */
#include "instances.h"
#include "test.h"

enum { N = 7, M = 5, DIMS = 3 };
static const double STEP = 1e-6;

static double x[N * DIMS], y[M * DIMS];

static parot_matrix table(const double *data, int64_t rows)
{
    return (parot_matrix){data, rows, DIMS, DIMS};
}

static void fill_clouds(uint64_t seed)
{
    for (int k = 0; k < N * DIMS; k++)
        x[k] = test_uniform(seed, (uint64_t)k) + 0.3 * (k % DIMS);
    for (int k = 0; k < M * DIMS; k++)
        y[k] = test_uniform(seed + 1, (uint64_t)k) + 0.2 * (k % 2);
}

/* ---- By points ---------------------------------------------------------- */

static double value_at(parot_metric metric)
{
    AUTO(parot_result, result);
    parot_points_problem problem = {
        .x = table(x, N), .y = table(y, M), .metric = metric, .mass = 0.55};
    assert_ok(parot_partial_points(&problem, NULL, &result, &err));
    double value = result.objective;
    return value;
}

static double slope_at(double *coordinate, parot_metric metric)
{
    double kept = *coordinate;
    *coordinate = kept + STEP;
    double up = value_at(metric);
    *coordinate = kept - STEP;
    double down = value_at(metric);
    *coordinate = kept;
    return (up - down) / (2 * STEP);
}

TEST(slopes_of_the_value_are_derivatives_by_points)
{
    for (int metric = 0; parot_metric_name((parot_metric)metric); metric++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            double by_x[N * DIMS], by_y[M * DIMS], dense_x[N * DIMS], dense_y[M * DIMS],
                dense[N * M];
            fill_clouds(10 * seed);
            AUTO(parot_result, result);
            parot_points_problem problem = {
                .x = table(x, N), .y = table(y, M), .metric = (parot_metric)metric, .mass = 0.55};
            assert_ok(parot_partial_points(&problem, NULL, &result, &err));
            assert_ok(parot_cost_gradient(problem.x, problem.y, problem.metric, &result.plan, NULL,
                                          &(parot_points_derivatives){.x = by_x, .y = by_y}, &err));
            parot_plan_to_dense(&result.plan, dense);
            assert_ok(parot_cost_gradient_dense(
                problem.x, problem.y, problem.metric, (parot_matrix){dense, N, M, M}, NULL,
                &(parot_points_derivatives){.x = dense_x, .y = dense_y}, &err));
            assert_memory_equal(by_x, dense_x, sizeof by_x);
            assert_memory_equal(by_y, dense_y, sizeof by_y);
            for (int k = 0; k < N * DIMS; k++)
                assert_close(by_x[k], slope_at(&x[k], problem.metric), 1e-7);
            for (int k = 0; k < M * DIMS; k++)
                assert_close(by_y[k], slope_at(&y[k], problem.metric), 1e-7);
        }
}

static void pair_gradient(parot_metric metric, const double *a, const double *b, double out[3])
{
    int32_t zero = 0;
    double one = 1;
    parot_plan plan = {1, 1, 1, &zero, &zero, &one};
    assert_ok(parot_cost_gradient(table(a, 1), table(b, 1), metric, &plan, NULL,
                                  &(parot_points_derivatives){.x = out}, &err));
}

TEST(kinks_have_the_slopes_of_the_header)
{
    const double a[] = {1, 2, 3}, b[] = {1, 1, 4};
    double out[3];
    pair_gradient(PAROT_METRIC_EUCLIDEAN, a, a, out);
    assert_true(out[0] == 0 && out[1] == 0 && out[2] == 0);
    pair_gradient(PAROT_METRIC_CITYBLOCK, a, b, out);
    assert_true(out[0] == 0 && out[1] == 1 && out[2] == -1);
    pair_gradient(PAROT_METRIC_CHEBYSHEV, a, b, out);
    assert_true(out[0] == 0 && out[1] == 1 && out[2] == 0);
}

TEST(coordinates_of_any_size_have_derivatives)
{
    const double factors[] = {1e-300, 1e-160, 1e160, 1e300};
    const double a[] = {1, 2, -3}, b[] = {2, 1, 1};
    double here[3], expected[3], big_a[3], big_b[3];
    for (int f = 0; f < 4; f++)
        for (int metric = PAROT_METRIC_EUCLIDEAN; parot_metric_name((parot_metric)metric);
             metric++) {
            int is_angle = metric == PAROT_METRIC_COSINE || metric == PAROT_METRIC_CORRELATION;
            for (int k = 0; k < 3; k++) {
                big_a[k] = factors[f] * a[k];
                big_b[k] = factors[f] * b[k];
            }
            pair_gradient((parot_metric)metric, a, b, expected);
            pair_gradient((parot_metric)metric, big_a, big_b, here);
            for (int k = 0; k < 3; k++)
                assert_close(here[k] * (is_angle ? factors[f] : 1), expected[k], 1e-12);
        }
}

TEST(wrong_plans_are_refused)
{
    fill_clouds(1);
    int32_t row = 0, col = M;
    double mass = 1, out[N * DIMS];
    parot_points_derivatives to = {.x = out};
    parot_plan plan = {N, M, 1, &row, &col, &mass};
    assert_refused(
        parot_cost_gradient(table(x, N), table(y, M), PAROT_METRIC_COSINE, &plan, NULL, &to, &err),
        PAROT_EINVAL, "outside of 7 x 5");
    col = 0;
    mass = NAN;
    assert_refused(
        parot_cost_gradient(table(x, N), table(y, M), PAROT_METRIC_COSINE, &plan, NULL, &to, &err),
        PAROT_EINVAL, "");
    plan.rows = M;
    assert_refused(
        parot_cost_gradient(table(x, N), table(y, M), PAROT_METRIC_COSINE, &plan, NULL, &to, &err),
        PAROT_ESHAPE, "");
    assert_refused(parot_cost_gradient_dense(table(x, N), table(y, M), PAROT_METRIC_COSINE,
                                             (parot_matrix){out, M, N, N}, NULL, &to, &err),
                   PAROT_ESHAPE, "");
}

/* ---- Of entropic plans -------------------------------------------------- */

struct entropic {
    double cost[N * M], p[N], q[M], mass, reg;
};

static double objective_of(const struct entropic *it, int is_regularised)
{
    AUTO(parot_entropic_result, result);
    parot_problem problem = {{it->cost, N, M, M}, it->p, it->q, it->mass};
    assert_ok(parot_partial_entropic(&problem, it->reg, 1e-13, NULL, &result, &err));
    double value = is_regularised ? result.regularised : result.objective;
    return value;
}

static double entropic_slope(struct entropic *it, double *number, int is_regularised)
{
    double kept = *number, step = 1e-5;
    *number = kept + step;
    double up = objective_of(it, is_regularised);
    *number = kept - step;
    double down = objective_of(it, is_regularised);
    *number = kept;
    return (up - down) / (2 * step);
}

static void check_entropic(struct entropic *it)
{
    double cost[N * M], p[N], q[M], mass;
    AUTO(parot_entropic_result, result);
    parot_problem problem = {{it->cost, N, M, M}, it->p, it->q, it->mass};
    assert_ok(parot_partial_entropic(&problem, it->reg, 1e-13, NULL, &result, &err));
    assert_true(result.reg == it->reg);
    assert_ok(parot_entropic_gradient(
        &result, NULL, &(parot_entropic_derivatives){.cost = cost, .p = p, .q = q, .mass = &mass},
        &err));
    for (int k = 0; k < N * M; k++) {
        assert_close(cost[k], entropic_slope(it, &it->cost[k], 0), 2e-5);
        assert_close(result.plan[k], entropic_slope(it, &it->cost[k], 1), 2e-5);
    }
    for (int k = 0; k < N; k++) {
        assert_close(p[k], entropic_slope(it, &it->p[k], 0), 2e-4);
        assert_close(-result.dual.u[k], entropic_slope(it, &it->p[k], 1), 2e-4);
    }
    for (int k = 0; k < M; k++)
        assert_close(q[k], entropic_slope(it, &it->q[k], 0), 2e-4);
    assert_close(mass, entropic_slope(it, &it->mass, 0), 2e-4);
    assert_close(result.dual.lambda + result.reg, entropic_slope(it, &it->mass, 1), 2e-4);
}

/* From little mass, where hardly any row is full, to most of it. */
TEST(slopes_of_an_entropic_cost_are_its_derivatives)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct entropic it = {.mass = 0.3 + 0.4 * (double)seed, .reg = seed % 2 ? 0.05 : 0.3};
        test_fill(it.cost, N * M, seed);
        for (int k = 0; k < N; k++)
            it.p[k] = 0.3 + test_uniform(seed + 50, (uint64_t)k);
        for (int k = 0; k < M; k++)
            it.q[k] = 0.4 + test_uniform(seed + 70, (uint64_t)k);
        check_entropic(&it);
    }
}

/* Where all is full, weights and mass change together: along such a change the derivative is that
 * of the value. */
TEST(where_all_is_full_sums_have_a_meaning)
{
    struct entropic it = {.mass = 1, .reg = 0.1};
    double p[N], q[M], mass;
    test_fill(it.cost, N * M, 3);
    test_set(it.p, N, 1.0 / N);
    test_set(it.q, M, 1.0 / M);
    AUTO(parot_entropic_result, result);
    parot_problem problem = {{it.cost, N, M, M}, it.p, it.q, it.mass};
    assert_ok(parot_partial_entropic(&problem, it.reg, 1e-13, NULL, &result, &err));
    assert_ok(parot_entropic_gradient(
        &result, NULL, &(parot_entropic_derivatives){.p = p, .q = q, .mass = &mass}, &err));
    const double step = 1e-5;
    it.p[2] += step, it.p[3] -= step;
    double up = objective_of(&it, 0);
    it.p[2] -= 2 * step, it.p[3] += 2 * step;
    assert_close(p[2] - p[3], (up - objective_of(&it, 0)) / (2 * step), 1e-4);
    it.p[2] += 2 * step, it.p[3] -= step, it.q[1] += step, it.mass += step;
    up = objective_of(&it, 0);
    it.p[2] -= 2 * step, it.q[1] -= 2 * step, it.mass -= 2 * step;
    assert_close(p[2] + q[1] + mass, (up - objective_of(&it, 0)) / (2 * step), 1e-4);
}
