/* test_prices.c - a price for each point: what leaving it unmatched costs.
 *
 * Against the scalar price, which is a special case; against all partial matchings of two small
 * persistence diagrams, which are the definition of their Wasserstein distance; and whatever holds
 * of every solver: allocations that fail, stops, refusals. tests/attack/attack_prices.c compares
 * with exact arithmetic, tests/oracle/test_glpk.c with an LP solver.
 */
#include <float.h>

#include "curves.h"
#include "test.h"

enum { INSTANCES = 1300, SIZE = 24, POINTS = 5 };

/* Prices of the size of the costs in use, some 0, some below 0, some far above. */
struct priced {
    struct instance instance;
    parot_prices prices;
    double *a, *b;
};

static void priced_make(struct priced *priced, uint64_t number)
{
    instance_make(&priced->instance, number, number % 10 == 0 ? 3 * SIZE : SIZE);
    parot_matrix cost = priced->instance.problem.cost;
    double size = fabs(cost.data[(number % (uint64_t)cost.rows) * (uint64_t)cost.stride]);
    size = size < 1e200 && size > 0 ? size : 1;
    priced->a = malloc((size_t)cost.rows * sizeof *priced->a);
    priced->b = malloc((size_t)cost.cols * sizeof *priced->b);
    for (int64_t i = 0; i < cost.rows; i++)
        priced->a[i] = test_price(number + 1, (uint64_t)i, size);
    for (int64_t j = 0; j < cost.cols; j++)
        priced->b[j] = test_price(number + 1, (uint64_t)(cost.rows + j), size);
    priced->prices = (parot_prices){.source = priced->a, .target = priced->b};
}

static void priced_free(struct priced *priced)
{
    instance_free(&priced->instance);
    free(priced->a);
    free(priced->b);
}

static void for_each_priced(void (*check)(const struct priced *))
{
    for (uint64_t number = 0; number < INSTANCES; number++) {
        MADE(priced, priced, number);
        check(&priced);
    }
}

/* ---- The answer proves itself ------------------------------------------- */

/* u_i >= -a_i, v_j >= -b_j, -u_i - v_j <= C_ij; and equal where mass is left. */
static void check_duals(const struct priced *priced, const parot_result *result)
{
    const parot_problem *problem = &priced->instance.problem;
    const double *u = result->dual.u, *v = result->dual.v;
    int64_t n = problem->cost.rows, m = problem->cost.cols;
    assert_true(result->dual.lambda == 0);
    for (int64_t i = 0; i < n; i++) {
        double weight = test_weight(problem->p, n, i);
        assert_true(u[i] >= -priced->a[i]);
        if (weight > 0 && plan_row(&result->plan, i) == 0)
            assert_true(u[i] == -priced->a[i]);
        for (int64_t j = 0; j < m; j++) {
            double cost = problem->cost.data[i * problem->cost.stride + j];
            double slip = 1e-14 * (fabs(u[i]) + fabs(v[j]) + fabs(cost));
            assert_true(isinf(cost) || -u[i] - v[j] <= cost + slip);
        }
    }
    for (int64_t j = 0; j < m; j++) {
        assert_true(v[j] >= -priced->b[j]);
        if (test_weight(problem->q, m, j) > 0 && plan_col(&result->plan, j) == 0)
            assert_true(v[j] == -priced->b[j]);
    }
}

static void check_proof(const struct priced *priced)
{
    const parot_problem *problem = &priced->instance.problem;
    AUTO(parot_result, result);
    parot_check check = {0};
    parot_status status = parot_partial_prices(problem, &priced->prices, NULL, &result, NULL);
    if (status == PAROT_ENUMERIC)
        return;
    assert_int_equal(status, PAROT_OK);
    assert_ok(parot_certify_prices(problem, &priced->prices, &result, NULL, &check, &err));
    if (!parot_is_proved(&check, 1e-12))
        fail_msg("%s: relative %.3g, infeasible %.3g", priced->instance.family, check.relative,
                 check.infeasible);
    assert_true(result.plan.count <= result.plan.rows + result.plan.cols + 1);
    assert_true(result.bound <= result.objective);
    assert_int_equal(result.status, PAROT_OK);
    check_duals(priced, &result);
}

TEST(every_answer_is_proved_by_its_own_prices)
{
    for_each_priced(check_proof);
}

/* A worse plan has at least the excess that it has. */
TEST(the_certificate_sees_what_a_wrong_plan_costs)
{
    double cost[] = {1, 9, 9, 2}, ones[] = {1, 1}, a[] = {3, 1}, b[] = {2, 2};
    parot_problem problem = {.cost = {cost, 2, 2, 2}, .p = ones, .q = ones};
    parot_prices prices = {.source = a, .target = b};
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_ok(parot_partial_prices(&problem, &prices, NULL, &result, &err));
    assert_int_equal(result.plan.count, 2);
    assert_true(result.objective == 3 && result.unmatched == 0 && result.bound == 3);
    result.plan.count = 1; /* the second pair, which saves 1, is left out */
    assert_ok(parot_certify_prices(&problem, &prices, &result, NULL, &check, &err));
    assert_true(check.excess == 1 && check.bound == 3);
    assert_false(parot_is_proved(&check, 1e-3));
    result.plan.count = 2;
    result.dual.v[0] += 0.5; /* a price that proves less, and nothing wrong */
    assert_ok(parot_certify_prices(&problem, &prices, &result, NULL, &check, &err));
    assert_true(check.bound <= 3 && check.excess >= 0);
    prices = (parot_prices){0}; /* what is proved at some prices is not at others */
    assert_ok(parot_certify_prices(&problem, &prices, &result, NULL, &check, &err));
    assert_false(parot_is_proved(&check, 1e-3));
}

/* ---- Against the scalar price ------------------------------------------- */

/* With a = x and b = price - x for all points, whatever x: <C,T> - price |T| + x |p| + (price - x)
 * |q|.
 */
static void check_scalar(const struct priced *priced)
{
    const parot_problem *problem = &priced->instance.problem;
    double price = priced->a[0] + priced->b[0], half = price / 2;
    parot_prices prices = {.source_each = half, .target_each = half};
    AUTO(parot_result, each, same);
    if (parot_partial_lagrange(problem, price, NULL, &each, NULL) != PAROT_OK ||
        parot_partial_prices(problem, &prices, NULL, &same, NULL) != PAROT_OK)
        return;
    double p = test_total(problem->p, problem->cost.rows);
    double q = test_total(problem->q, problem->cost.cols);
    double value = each.objective - price * each.mass + half * p + half * q;
    double scale = fabs(each.objective) + fabs(price) * (p + q);
    assert_close(same.objective, value, 1e-13 * scale + DBL_MIN);
}

TEST(equal_prices_are_a_price_for_each_unit)
{
    for_each_priced(check_scalar);
}

TEST(arrays_and_numbers_for_all_mean_the_same)
{
    double cost[] = {1, 2, 3, 1}, a[] = {2, 2}, b[] = {-1, -1};
    parot_problem problem = {.cost = {cost, 2, 2, 2}};
    parot_prices arrays = {.source = a, .target = b};
    parot_prices numbers = {.source_each = 2, .target_each = -1}, none = {.source = a};
    AUTO(parot_result, x, y);
    assert_ok(parot_partial_prices(&problem, &arrays, NULL, &x, &err));
    assert_ok(parot_partial_prices(&problem, &numbers, NULL, &y, &err));
    assert_true(x.objective == y.objective && x.unmatched == y.unmatched && x.mass == y.mass);
    parot_result_free(&x);
    assert_ok(parot_partial_prices(&problem, &none, NULL, &x, &err)); /* b = 0 */
    assert_true(x.mass == 1 && x.objective == 1);
}

/* ---- Persistence diagrams ----------------------------------------------- */

struct point {
    double birth, death;
};

static double square(double x)
{
    return x * x;
}

/* Squared Euclidean distance of a point to the diagonal, and to another. */
static double to_diagonal(struct point x)
{
    return square(x.death - x.birth) / 2;
}

static double apart(struct point x, struct point y)
{
    return square(x.birth - y.birth) + square(x.death - y.death);
}

/* The definition: the least over all partial matchings of the points from `i` on, with the points
 * of y that are not `used`; whatever is left goes to the diagonal. */
static double brute_force(const struct point *x, int n, const struct point *y, int m, int i,
                          unsigned used)
{
    double best = 0;
    if (i == n) {
        for (int j = 0; j < m; j++)
            best += used >> j & 1 ? 0 : to_diagonal(y[j]);
        return best;
    }
    best = to_diagonal(x[i]) + brute_force(x, n, y, m, i + 1, used);
    for (int j = 0; j < m; j++)
        if (!(used >> j & 1))
            best = fmin(best, apart(x[i], y[j]) + brute_force(x, n, y, m, i + 1, used | 1u << j));
    return best;
}

static int draw_diagram(uint64_t seed, struct point *x)
{
    int count = 1 + (int)(POINTS * test_uniform(seed, 0));
    for (int k = 0; k < count; k++) {
        double birth = test_uniform(seed, (uint64_t)(2 * k + 1));
        double life = square(test_uniform(seed, (uint64_t)(2 * k + 2)));
        x[k] = (struct point){birth, birth + life};
        if (seed % 3 == 0) /* ties */
            x[k] = (struct point){floor(4 * birth), floor(4 * birth) + 1 + floor(2 * life)};
    }
    return count;
}

TEST(the_distance_of_diagrams_is_that_of_its_definition)
{
    for (uint64_t seed = 0; seed < 2000; seed += 2) {
        struct point x[POINTS], y[POINTS];
        double cost[POINTS * POINTS], a[POINTS], b[POINTS], ones[POINTS] = {1, 1, 1, 1, 1};
        int n = draw_diagram(seed, x), m = draw_diagram(seed + 1, y);
        for (int i = 0; i < n; i++)
            a[i] = to_diagonal(x[i]);
        for (int j = 0; j < m; j++)
            b[j] = to_diagonal(y[j]);
        for (int k = 0; k < n * m; k++)
            cost[k] = apart(x[k / m], y[k % m]);
        parot_problem problem = {.cost = {cost, n, m, m}, .p = ones, .q = ones};
        parot_prices prices = {.source = a, .target = b};
        AUTO(parot_result, result);
        assert_ok(parot_partial_prices(&problem, &prices, NULL, &result, &err));
        double expected = brute_force(x, n, y, m, 0, 0);
        assert_close(sqrt(result.objective), sqrt(expected), 1e-14 * (1 + sqrt(expected)));
        for (int64_t k = 0; k < result.plan.count; k++)
            assert_true(result.plan.mass[k] == 1); /* a matching */
    }
}

/* ---- Interruptions, refusals -------------------------------------------- */

/* A stopped plan is feasible, its objective its own, and its bound true of the optimum. */
static void check_stopped(const struct priced *priced)
{
    const parot_problem *problem = &priced->instance.problem;
    parot_result whole = {0};
    parot_status status = PAROT_CANCELLED;
    if (parot_partial_prices(problem, &priced->prices, NULL, &whole, NULL) != PAROT_OK)
        return;
    for (int64_t calls = 0; status != PAROT_OK; calls += 1 + calls / 4) {
        int64_t left = calls;
        parot_run run = run_until(&left);
        parot_result result = {0};
        parot_check check = {0};
        status = parot_partial_prices(problem, &priced->prices, &run, &result, NULL);
        if (status < 0)
            break; /* beyond double */
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        assert_ok(parot_certify_prices(problem, &priced->prices, &result, NULL, &check, &err));
        assert_true(check.infeasible <= 1e-14);
        double size = fabs(whole.objective) + fabs(whole.unmatched) + fabs(result.objective) +
                      fabs(result.bound);
        assert_true(result.bound <= whole.objective + 1e-12 * size);
        assert_true(result.objective >= whole.bound - 1e-12 * size);
        parot_result_free(&result);
    }
    parot_result_free(&whole);
}

TEST(a_stopped_run_returns_a_feasible_plan)
{
    for_each_priced(check_stopped);
}

TEST(refusals_name_the_argument)
{
    double cost[] = {1, 2, 3, 4}, bad[] = {1, NAN}, good[] = {1, 1};
    parot_problem problem = {.cost = {cost, 2, 2, 2}};
    parot_prices prices = {.source = good, .target = bad};
    parot_result result = {0};
    parot_check check = {0};
    assert_refused(parot_partial_prices(&problem, &prices, NULL, &result, &err), PAROT_EINVAL,
                   "prices.target: must be finite, got nan at 1");
    prices = (parot_prices){.source = good, .source_each = 2};
    assert_refused(parot_partial_prices(&problem, &prices, NULL, &result, &err), PAROT_EINVAL,
                   "prices.source_each: must be 0 beside prices.source, got 2");
    prices = (parot_prices){.source = good};
    assert_ok(parot_partial_prices(&problem, &prices, NULL, &result, &err));
    prices.source = bad;
    assert_refused(parot_certify_prices(&problem, &prices, &result, NULL, &check, &err),
                   PAROT_EINVAL, "prices.source: must be finite");
    parot_result_free(&result);
}
