/* test_points_prices.c - a price for each point of two clouds, and costs that are products, without
 * a matrix.
 *
 * Against the matrix that defines the same problem, over clouds of every family, metric and kind of
 * weights; persistence diagrams of 20,000 points against the certificate.
 */
#include <float.h>
#include <stdio.h>

#include "hostile_clouds.h"
#include "instances.h"
#include "stopping.h"
#include "test.h"

enum { CLOUDS = 900, MOST_PAIRS = 250000, DIAGRAM = 20000 };

struct priced {
    struct hostile_clouds clouds;
    parot_prices prices;
    double *a, *b;
};

static void priced_make(struct priced *priced, uint64_t number)
{
    const parot_points_problem *points = &priced->clouds.problem;
    int64_t n = points->x.rows, m = points->y.rows;
    assert_ok(hostile_matrix(&priced->clouds));
    priced->a = malloc((size_t)n * sizeof *priced->a);
    priced->b = malloc((size_t)m * sizeof *priced->b);
    double size = priced->clouds.cost[number % (uint64_t)(n * m)];
    size = size > 0 ? size : 1;
    for (int64_t i = 0; i < n; i++)
        priced->a[i] = test_price(number, (uint64_t)i, size);
    for (int64_t j = 0; j < m; j++)
        priced->b[j] = test_price(number, (uint64_t)(n + j), size);
    priced->prices = number % 4 == 1
                         ? (parot_prices){.source_each = priced->a[0], .target = priced->b}
                         : (parot_prices){.source = priced->a, .target = priced->b};
}

static void priced_free(struct priced *priced)
{
    hostile_free(&priced->clouds);
    free(priced->a);
    free(priced->b);
}

static void for_each_priced(uint64_t count, int64_t most_pairs, void (*check)(struct priced *))
{
    for (uint64_t number = 0; number < count; number += test_stride(11)) { /* sees every family */
        FREED_BY(priced_free) struct priced priced = {.a = NULL};
        hostile_make(&priced.clouds, number);
        if (priced.clouds.problem.x.rows * priced.clouds.problem.y.rows > most_pairs)
            continue;
        priced_make(&priced, number);
        check(&priced);
    }
}

/* ---- Against the matrix ------------------------------------------------- */

static double magnitude(const struct priced *priced, const parot_result *result)
{
    const parot_problem *problem = &priced->clouds.matrix;
    double sum = fabs(result->objective);
    for (int64_t i = 0; i < problem->cost.rows; i++)
        sum += test_weight(problem->p, problem->cost.rows, i) *
               fabs(priced->prices.source ? priced->a[i] : priced->a[0]);
    for (int64_t j = 0; j < problem->cost.cols; j++)
        sum += test_weight(problem->q, problem->cost.cols, j) * fabs(priced->b[j]);
    return sum + DBL_MIN;
}

static void assert_proved(const struct priced *priced, const parot_result *result)
{
    parot_check points = {0}, dense = {0};
    assert_ok(parot_certify_points_prices(&priced->clouds.problem, &priced->prices, result, NULL,
                                          &points, &err));
    assert_ok(
        parot_certify_prices(&priced->clouds.matrix, &priced->prices, result, NULL, &dense, &err));
    if (!parot_is_proved(&points, 1e-12))
        fail_msg("%s: relative %.3g, infeasible %.3g", priced->clouds.name, points.relative,
                 points.infeasible);
    assert_true(points.excess == dense.excess && points.bound == dense.bound);
    assert_true(points.dual == dense.dual && points.slackness == dense.slackness);
}

static void check_answer(struct priced *priced)
{
    AUTO(parot_result, points, dense);
    parot_claims claims = {0};
    assert_ok(
        parot_partial_points_prices(&priced->clouds.problem, &priced->prices, NULL, &points, &err));
    assert_ok(parot_partial_prices(&priced->clouds.matrix, &priced->prices, NULL, &dense, &err));
    double scale = magnitude(priced, &dense);
    if (!(fabs(points.objective - dense.objective) <= 1e-13 * scale))
        fail_msg("%s: %.17g without a matrix, %.17g with one", priced->clouds.name,
                 points.objective, dense.objective);
    assert_true(points.dual.lambda == 0 && points.bound <= points.objective);
    assert_proved(priced, &points);
    assert_ok(parot_result_claims_points(&priced->clouds.problem, NAN, &priced->prices, &points,
                                         &claims, &err));
    assert_true(claims.error <= 1e-12);
}

TEST(answers_are_those_with_a_matrix_and_proved)
{
    for_each_priced(CLOUDS, MOST_PAIRS, check_answer);
}

/* Prices that differ from each other by the last bits of numbers as large as 1e12 times the costs:
 * C - a - b would be rounded to nothing. */
TEST(large_prices_leave_the_costs_their_digits)
{
    double x[] = {0, 1, 2, 3}, y[] = {0.25, 1.125, 2.5, 3.0625};
    double a[4], ones[] = {1, 1, 1, 1};
    for (int i = 0; i < 4; i++)
        a[i] = 1e12 + i % 2;
    parot_points_problem problem = {.x = {x, 4, 1, 1},
                                    .y = {y, 4, 1, 1},
                                    .metric = PAROT_METRIC_EUCLIDEAN,
                                    .p = ones,
                                    .q = ones};
    parot_prices prices = {.source = a, .target_each = -1e12};
    AUTO(parot_result, result);
    assert_ok(parot_partial_points_prices(&problem, &prices, NULL, &result, &err));
    assert_int_equal(result.plan.count, 2); /* a + b is 0 or 1: rows 1 and 3 move */
    assert_true(result.plan.row[0] == 1 && result.plan.row[1] == 3);
    assert_true(result.plan.col[0] == 1 && result.plan.col[1] == 3);
}

/* ---- Diagrams ----------------------------------------------------------- */

/* Birth uniform, lives short as a rule; the second one is the first with noise, and others. */
static double *draw_diagram(uint64_t seed, int64_t count, const double *near)
{
    double *points = malloc((size_t)(2 * count) * sizeof *points);
    for (int64_t i = 0; i < count; i++) {
        uint64_t at = 4 * (uint64_t)i;
        double birth = test_uniform(seed, at), life = test_uniform(seed, at + 1);
        points[2 * i] = birth;
        points[2 * i + 1] = birth + 0.5 * life * life * life;
        if (near && i % 4 > 0) {
            points[2 * i] = near[2 * i] + 0.01 * (test_uniform(seed, at + 2) - 0.5);
            points[2 * i + 1] = near[2 * i + 1] + 0.01 * test_uniform(seed, at + 3);
        }
    }
    return points;
}

static double *to_diagonal(const double *points, int64_t count)
{
    double *prices = malloc((size_t)count * sizeof *prices);
    for (int64_t i = 0; i < count; i++) {
        double life = points[2 * i + 1] - points[2 * i];
        prices[i] = life * life / 2;
    }
    return prices;
}

TEST(diagrams_of_many_points_are_proved)
{
    int64_t n = DIAGRAM, m = DIAGRAM - 1000;
    FREED double *x = draw_diagram(1, n, NULL), *y = draw_diagram(2, m, x);
    FREED double *a = to_diagonal(x, n), *b = to_diagonal(y, m),
                 *ones = malloc((size_t)n * sizeof *ones);
    for (int64_t i = 0; i < n; i++)
        ones[i] = 1;
    parot_points_problem problem = {.x = {x, n, 2, 2}, .y = {y, m, 2, 2}, .p = ones, .q = ones};
    parot_prices prices = {.source = a, .target = b};
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_ok(parot_partial_points_prices(&problem, &prices, NULL, &result, &err));
    assert_ok(parot_certify_points_prices(&problem, &prices, &result, NULL, &check, &err));
    assert_true(parot_is_proved(&check, 1e-12));
    assert_true(result.plan.count > n / 4 && result.plan.count < m);
    for (int64_t k = 0; k < result.plan.count; k++)
        assert_true(result.plan.mass[k] == 1); /* a matching */
}

/* ---- Interruptions, refusals -------------------------------------------- */

static void check_stopped(struct priced *priced)
{
    const parot_points_problem *problem = &priced->clouds.problem;
    AUTO(parot_result, whole);
    parot_status status = PAROT_CANCELLED;
    assert_ok(parot_partial_points_prices(problem, &priced->prices, NULL, &whole, &err));
    for (int calls = 0; status != PAROT_OK; calls += 1 + calls / 2) {
        int left = calls;
        parot_run run = run_that_stops(&left);
        AUTO(parot_result, result);
        parot_check check = {0};
        status = parot_partial_points_prices(problem, &priced->prices, &run, &result, NULL);
        if (status == PAROT_ESTOPPED)
            continue;
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        assert_ok(
            parot_certify_points_prices(problem, &priced->prices, &result, NULL, &check, &err));
        double size = magnitude(priced, &whole) + fabs(result.bound);
        assert_true(check.infeasible <= 1e-14);
        if (!(result.bound <= whole.objective + 1e-12 * size))
            fail_msg("%s: bound %.17g, optimum %.17g", priced->clouds.name, result.bound,
                     whole.objective);
        assert_true(result.objective >= whole.bound - 1e-12 * size);
    }
}

TEST(a_stopped_run_has_a_feasible_plan_and_a_true_bound)
{
    for_each_priced(CLOUDS / 3, MOST_PAIRS / 4, check_stopped);
}

TEST(refusals_name_the_argument)
{
    double x[] = {1, 2}, bad[] = {1, INFINITY};
    parot_points_problem problem = {.x = {x, 2, 1, 1}, .y = {x, 2, 1, 1}};
    parot_prices prices = {.target = bad};
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_refused(parot_partial_points_prices(&problem, &prices, NULL, &result, &err),
                   PAROT_EINVAL, "prices.target: must be finite, got inf at 1");
    prices = (parot_prices){.source_each = 1};
    assert_ok(parot_partial_points_prices(&problem, &prices, NULL, &result, &err));
    prices.source_each = NAN;
    assert_refused(parot_certify_points_prices(&problem, &prices, &result, NULL, &check, &err),
                   PAROT_EINVAL, "prices.source_each: must be finite");
}

/* What no cloud may have, whoever is asked. */
TEST(tables_that_make_no_cloud_are_refused)
{
    double fine[] = {1, 2, 3, 4}, infinite[] = {1, 2, 3, INFINITY}, nan[] = {1, NAN, 3, 4};
    double huge[] = {1e200, 2, 3, 4};
    parot_prices prices = {.source_each = 1};
    parot_matrix y = {fine, 2, 2, 2};
    const struct {
        parot_matrix x;
        parot_status status;
        const char *words;
    } cases[] = {
        {{nan, 2, 2, 2}, PAROT_EINVAL, "x: must be finite, got nan at (0,1)"},
        {{infinite, 2, 2, 2}, PAROT_EINVAL, "x: must be finite, got inf at (1,1)"},
        {{huge, 2, 2, 2},
         PAROT_ENUMERIC,
         "x: squared distances of coordinates near 1e+200, as at (0,0), leave"},
        {{fine, (int64_t)1 << 31, 2, 2}, PAROT_EINVAL, "take a sample"},
        {{fine, 2, 1, 2}, PAROT_ESHAPE, "x has 1 columns, y has 2"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parot_points_problem problem = {.x = cases[k].x, .y = y, .mass = 0.5};
        parot_result result = {0};
        parot_judgement judgement;
        parot_given_plan given = {.plan = {cases[k].x.rows, 2, 0, NULL, NULL, NULL}};
        assert_refused(parot_partial_points(&problem, NULL, &result, &err), cases[k].status,
                       cases[k].words);
        assert_refused(parot_partial_points_lagrange(&problem, 1, NULL, &result, &err),
                       cases[k].status, cases[k].words);
        assert_refused(parot_partial_points_prices(&problem, &prices, NULL, &result, &err),
                       cases[k].status, cases[k].words);
        assert_refused(parot_judge_points(&problem, &given, NULL, &judgement, &err),
                       cases[k].status, cases[k].words);
    }
}

/* ---- Products ----------------------------------------------------------- */

struct products {
    int64_t n, m, dims;
    double *f, *g, *alpha, *beta, *cost;
    parot_products_problem problem;
    parot_problem matrix;
};

static double *draw(uint64_t seed, int64_t count, double low, double high, int is_tied)
{
    double *x = malloc((size_t)count * sizeof *x);
    for (int64_t k = 0; k < count; k++) {
        double z = low + (high - low) * test_uniform(seed, (uint64_t)k);
        x[k] = is_tied ? rint(2 * z) : z;
    }
    return x;
}

/* alpha and beta: none, any, or what makes |f - g|^2 / 2 of it. */
static struct products products_make(uint64_t seed)
{
    static const int64_t dims[] = {1, 2, 3, 8, 20};
    struct products products = {.n = 1 + (int64_t)(200 * test_uniform(seed, 1)),
                                .m = 1 + (int64_t)(200 * test_uniform(seed, 2)),
                                .dims = dims[seed % 5]};
    int64_t n = products.n, m = products.m, d = products.dims;
    int is_tied = seed % 3 == 0, kind = (int)(seed % 4);
    double scale = seed % 11 == 0 ? 1e60 : 1;
    products.f = draw(4 * seed + 1, n * (d + 1), -scale, scale, is_tied); /* with a gap of one */
    products.g = draw(4 * seed + 2, m * d, -1, 2, is_tied);
    products.alpha = draw(4 * seed + 3, n, -scale, 0, is_tied);
    products.beta = draw(4 * seed + 4, m, 0, scale, is_tied);
    products.cost = malloc((size_t)(n * m) * sizeof *products.cost);
    for (int64_t i = 0; kind == 2 && i < n; i++) {
        products.alpha[i] = 0;
        for (int64_t k = 0; k < d; k++)
            products.alpha[i] += products.f[i * (d + 1) + k] * products.f[i * (d + 1) + k] / 2;
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++) {
            double sum = 0;
            for (int64_t k = 0; k < d; k++)
                sum += products.f[i * (d + 1) + k] * products.g[j * d + k];
            products.cost[i * m + j] =
                (kind ? products.alpha[i] : 0) + (kind % 2 ? products.beta[j] : 0) - sum;
        }
    static const double shares[] = {0.1, 0.5, 0.9, 1};
    products.problem = (parot_products_problem){.f = {products.f, n, d, d + 1},
                                                .g = {products.g, m, d, d},
                                                .alpha = kind ? products.alpha : NULL,
                                                .beta = kind % 2 ? products.beta : NULL,
                                                .mass = shares[seed / 4 % 4]};
    products.matrix =
        (parot_problem){.cost = {products.cost, n, m, m}, .mass = products.problem.mass};
    return products;
}

static void products_free(struct products *products)
{
    free(products->f);
    free(products->g);
    free(products->alpha);
    free(products->beta);
    free(products->cost);
}

static double size_of(const struct products *products, const parot_result *result)
{
    double sum = DBL_MIN;
    for (int64_t k = 0; k < result->plan.count; k++)
        sum += result->plan.mass[k] *
               fabs(products->cost[result->plan.row[k] * products->m + result->plan.col[k]]);
    return sum;
}

TEST(products_have_the_answers_of_their_matrix)
{
    for (uint64_t seed = 0; seed < test_wanted(400); seed++) {
        FREED_BY(products_free) struct products products = products_make(seed);
        AUTO(parot_result, points, dense);
        parot_check own = {0}, other = {0};
        assert_ok(parot_partial_products(&products.problem, NULL, &points, &err));
        assert_ok(parot_partial(&products.matrix, NULL, &dense, &err));
        double size = size_of(&products, &points);
        if (!(fabs(points.objective - dense.objective) <= 1e-13 * size))
            fail_msg("seed %d: %.17g without a matrix, %.17g with one", (int)seed, points.objective,
                     dense.objective);
        assert_ok(parot_certify_products(&products.problem, &points, NULL, &own, &err));
        assert_ok(parot_certify(&products.matrix, &points, NULL, &other, &err));
        assert_true(parot_is_proved(&own, 1e-12));
        assert_true(own.excess == other.excess && own.bound == other.bound);
    }
}

TEST(stopped_products_have_true_bounds)
{
    for (uint64_t seed = 0; seed < test_wanted(60); seed++) {
        FREED_BY(products_free) struct products products = products_make(seed);
        AUTO(parot_result, whole);
        parot_status status = PAROT_CANCELLED;
        assert_ok(parot_partial_products(&products.problem, NULL, &whole, &err));
        for (int calls = 0; status != PAROT_OK; calls += 1 + calls / 2) {
            int left = calls;
            parot_run run = run_that_stops(&left);
            AUTO(parot_result, result);
            status = parot_partial_products(&products.problem, &run, &result, NULL);
            if (status == PAROT_ESTOPPED)
                continue;
            double size = size_of(&products, &whole) + fabs(result.bound);
            assert_true(result.bound <= whole.objective + 1e-12 * size);
            assert_true(result.objective >= whole.bound - 1e-12 * size);
        }
    }
}

TEST(products_that_leave_double_are_refused)
{
    double f[] = {1, 2}, nan[] = {1, NAN}, huge[] = {1e160, 1};
    parot_products_problem problem = {.f = {f, 2, 1, 1}, .g = {nan, 2, 1, 1}, .mass = 1};
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_refused(parot_partial_products(NULL, NULL, &result, &err), PAROT_EINVAL, "problem");
    assert_refused(parot_partial_products(&problem, NULL, &result, &err), PAROT_EINVAL,
                   "g: must be finite, got nan at (1,0)");
    problem.f.data = problem.g.data = huge;
    assert_refused(parot_partial_products(&problem, NULL, &result, &err), PAROT_ENUMERIC,
                   "f, g: products of numbers near 1e+160");
    problem.f.data = problem.g.data = f;
    problem.alpha = nan;
    assert_refused(parot_partial_products(&problem, NULL, &result, &err), PAROT_EINVAL,
                   "alpha: must be finite, got nan at 1");
    problem.alpha = NULL;
    problem.g.cols = 0;
    assert_refused(parot_partial_products(&problem, NULL, &result, &err), PAROT_EINVAL, "2 x 0");
    problem.g = (parot_matrix){f, 1, 2, 2};
    assert_refused(parot_partial_products(&problem, NULL, &result, &err), PAROT_ESHAPE,
                   "f has 1 columns, g has 2");
    problem.g = (parot_matrix){f, 2, 1, 1};
    problem.reserved[1] = 3;
    assert_refused(parot_partial_products(&problem, NULL, &result, &err), PAROT_EINVAL, "reserved");
    problem.reserved[1] = 0;
    assert_ok(parot_partial_products(&problem, NULL, &result, &err));
    problem.beta = nan;
    assert_refused(parot_certify_products(&problem, &result, NULL, &check, &err), PAROT_EINVAL,
                   "beta: must be finite");
}
