/* test_pot_cases.c - inputs on which POT fails or is wrong (its issues, and our measurements). */
#include "instances.h"
#include "test.h"

enum { N = 12, M = 15 };

struct data {
    double cost[N * M], p[N], q[M];
};

static struct data make_data(uint64_t seed)
{
    struct data data;
    test_fill(data.cost, N * M, seed);
    for (int i = 0; i < N; i++)
        data.p[i] = (0.5 + test_uniform(seed + 1, (uint64_t)i)) / N;
    for (int j = 0; j < M; j++)
        data.q[j] = (0.5 + test_uniform(seed + 2, (uint64_t)j)) / M;
    return data;
}

static parot_problem problem_of(const struct data *data, double mass)
{
    return (parot_problem){{data->cost, N, M, M}, data->p, data->q, mass};
}

/* Solves, lets the certificate judge, and returns the objective. */
static double proved_value(const parot_problem *problem)
{
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_ok(parot_partial(problem, NULL, &result, &err));
    assert_ok(parot_certify(problem, &result, NULL, &check, &err));
    assert_true(parot_is_proved(&check, 1e-12));
    assert_close((double)(plan_total(&result.plan) / problem->mass), 1, 1e-15);
    double objective = result.objective;
    return objective;
}

TEST(negative_and_zero_costs_move_the_mass_asked_for)
{
    struct data data = make_data(3);
    for (int k = 0; k < N * M; k++)
        data.cost[k] -= 2;
    parot_problem problem = problem_of(&data, 0.5);
    double value = proved_value(&problem);
    assert_true(value < -0.5 && value >= -1);
    memset(data.cost, 0, sizeof data.cost);
    assert_true(proved_value(&problem) == 0);
}

TEST(costs_of_any_scale_give_the_same_plan)
{
    static const double factors[] = {1e-10, 1e-12, 1e12, 1e-300, 1e300};
    struct data data = make_data(4), scaled = data;
    parot_problem problem = problem_of(&data, 0.5), other = problem_of(&scaled, 0.5);
    double value = proved_value(&problem);
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
        for (int k = 0; k < N * M; k++)
            scaled.cost[k] = data.cost[k] * factors[f];
        assert_close(proved_value(&other) / factors[f], value, 1e-14);
    }
}

TEST(masses_of_any_scale_give_the_same_plan)
{
    static const double factors[] = {1e8, 1e-8, 1e12, 1e-12, 1e-290};
    struct data data = make_data(4), scaled = data;
    parot_problem problem = problem_of(&data, 0.5);
    double value = proved_value(&problem);
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
        for (int i = 0; i < N; i++)
            scaled.p[i] = data.p[i] * factors[f];
        for (int j = 0; j < M; j++)
            scaled.q[j] = data.q[j] * factors[f];
        parot_problem other = problem_of(&scaled, 0.5 * factors[f]);
        assert_close(proved_value(&other) / factors[f], value, 1e-14);
    }
}

/* Forbidding a pair by a large cost or by +inf is the same, and others are not affected. */
TEST(one_forbidden_pair_is_avoided_and_nothing_else_changes)
{
    static const double prices[] = {100, 1e12, 1e300, INFINITY};
    struct data data = make_data(5);
    double first = 0;
    data.cost[2 * M + 3] = -1; /* the most attractive pair of all, until it is forbidden */
    parot_problem problem = problem_of(&data, 0.7);
    double allowed = proved_value(&problem);
    for (size_t k = 0; k < sizeof prices / sizeof *prices; k++) {
        AUTO(parot_result, result);
        data.cost[2 * M + 3] = prices[k];
        assert_ok(parot_partial(&problem, NULL, &result, &err));
        for (int64_t e = 0; e < result.plan.count; e++)
            assert_false(result.plan.row[e] == 2 && result.plan.col[e] == 3);
        first = k == 0 ? result.objective : first;
        assert_close(result.objective, first, 1e-14);
    }
    assert_true(first > allowed);
}

TEST(uniform_weights_written_out_move_completely)
{
    static double cost[199 * 199], weights[199];
    for (int64_t n = 2; n < 200; n++) {
        test_fill(cost, n * n, 6);
        for (int64_t i = 0; i < n; i++)
            weights[i] = 1.0 / (double)n;
        parot_problem problem = {{cost, n, n, n}, weights, weights, 1.0};
        AUTO(parot_result, result);
        assert_ok(parot_partial(&problem, NULL, &result, &err));
        assert_int_equal(result.plan.count, n); /* a permutation, without dust */
        for (int64_t k = 0; k < n; k++)
            assert_true(result.plan.mass[k] == weights[k]);
    }
}

TEST(a_whole_number_of_uniform_rows_moves_whole)
{
    static double cost[100 * 70];
    test_fill(cost, 100 * 70, 7);
    for (int64_t rows = 1; rows <= 100; rows++) {
        parot_problem problem = {{cost, 100, 70, 70}, NULL, NULL, (double)rows / 100};
        AUTO(parot_result, result);
        int64_t full = 0;
        assert_ok(parot_partial(&problem, NULL, &result, &err));
        for (int64_t k = 0; k < result.plan.count; k++)
            assert_true(result.plan.mass[k] > 1e-4); /* multiples of 1/700 */
        for (int64_t i = 0; i < 100; i++)
            full += plan_row(&result.plan, i) > 0;
        assert_true(full >= rows);
    }
}

TEST(bad_numbers_are_refused_by_name)
{
    struct data data = make_data(8);
    parot_result result = {0};
    parot_problem problem = problem_of(&data, 0.5);
    data.cost[17] = NAN;
    assert_refused(parot_partial(&problem, NULL, &result, &err), PAROT_EINVAL, "nan at (1,2)");
    data.cost[17] = -INFINITY;
    assert_refused(parot_partial(&problem, NULL, &result, &err), PAROT_EINVAL, "-inf at (1,2)");
    data.cost[17] = 0;
    data.p[4] = -0.25;
    assert_refused(parot_partial(&problem, NULL, &result, &err), PAROT_EINVAL, "p: must be");
    data.p[4] = NAN;
    assert_refused(parot_partial(&problem, NULL, &result, &err), PAROT_EINVAL, "nan at 4");
    data.p[4] = 0.1;
    data.q[2] = INFINITY;
    assert_refused(parot_partial(&problem, NULL, &result, &err), PAROT_EINVAL, "q: must be");
    assert_null(result.owner);
}
