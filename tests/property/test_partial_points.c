/* test_partial_points.c - clouds of points without a matrix: the same answers as with one, and
 * proved.
 *
 * Every family that might upset an order in space, a hierarchy or a list: clusters, lattices full
 * of ties, copies, lines, outliers, far clusters, one point many times, sides of very different
 * size.
 */
#include <float.h>

#include "hostile_clouds.h"
#include "instances.h"
#include "stopping.h"
#include "test.h"
#include "watched_run.h"

static struct hostile_clouds make_clouds(struct hostile_shape shape, uint64_t seed)
{
    struct hostile_clouds clouds;
    hostile_shape(&clouds, &shape, seed);
    assert_ok(hostile_matrix(&clouds));
    return clouds;
}

/* Of a family, with random weights. */
static struct hostile_clouds clouds_of(const char *family, parot_metric metric, int64_t n,
                                       int64_t m, int64_t dims, double share)
{
    struct hostile_shape shape = {.family = hostile_family(family),
                                  .weights = hostile_weights("random"),
                                  .metric = metric,
                                  .n = n,
                                  .m = m,
                                  .dims = dims,
                                  .share = share};
    return make_clouds(shape, 5);
}

/* All families, weights, metrics and shares in turn. */
static struct hostile_clouds clouds_number(uint64_t number, int64_t n, int64_t m, int64_t dims)
{
    static const double shares[] = {0.05, 0.5, 0.8, 0.95, 1};
    struct hostile_shape shape = {.family = (int)(number % HOSTILE_FAMILIES),
                                  .weights = (int)(number / 5 % HOSTILE_WEIGHTINGS),
                                  .metric = (parot_metric)(number * 3 % 5),
                                  .n = n,
                                  .m = m,
                                  .dims = dims,
                                  .share = shares[(number / 2 + 2) % 5]};
    return make_clouds(shape, number);
}

/* The certificates are two computations of the same numbers. */
static void assert_same_check(const struct hostile_clouds *clouds, const parot_check *check,
                              const parot_check *dense)
{
    if (check->excess != dense->excess || check->bound != dense->bound ||
        check->infeasible != dense->infeasible || check->slackness != dense->slackness)
        fail_msg("%s: excess %.17g and %.17g, bound %.17g and %.17g", clouds->name, check->excess,
                 dense->excess, check->bound, dense->bound);
}

static void assert_proved(const struct hostile_clouds *clouds, const parot_result *result)
{
    parot_check check = {0}, dense = {0};
    assert_ok(hostile_certify(clouds, result, &check));
    assert_ok(hostile_certify_matrix(clouds, result, &dense));
    if (result->status != PAROT_OK || !parot_is_proved(&check, 1e-12))
        fail_msg("%s: status %d, relative %.3g, infeasible %.3g", clouds->name, result->status,
                 check.relative, check.infeasible);
    assert_same_check(clouds, &check, &dense);
}

static void assert_same(const struct hostile_clouds *clouds, const parot_result *a,
                        const parot_result *b)
{
    size_t count = (size_t)a->plan.count;
    if (a->plan.count != b->plan.count || a->objective != b->objective || a->bound != b->bound ||
        memcmp(a->plan.row, b->plan.row, count * sizeof *a->plan.row) != 0 ||
        memcmp(a->plan.col, b->plan.col, count * sizeof *a->plan.col) != 0 ||
        memcmp(a->plan.mass, b->plan.mass, count * sizeof *a->plan.mass) != 0 ||
        memcmp(a->dual.u, b->dual.u, (size_t)a->plan.rows * sizeof *a->dual.u) != 0 ||
        memcmp(a->dual.v, b->dual.v, (size_t)a->plan.cols * sizeof *a->dual.v) != 0)
        fail_msg("%s: another answer with two threads", clouds->name);
}

static void assert_near(const struct hostile_clouds *clouds, double value, double expected,
                        double scale)
{
    if (!(fabs(value - expected) <= 1e-12 * scale))
        fail_msg("%s: %.17g, with a matrix %.17g", clouds->name, value, expected);
}

static double cost_scale(const parot_result *result)
{
    return fmax(result->objective, DBL_MIN);
}

static void check_mass(const struct hostile_clouds *clouds)
{
    AUTO(parot_result, dense, one, two);
    parot_run run = run_with_threads(2);
    assert_ok(parot_partial(&clouds->matrix, NULL, &dense, &err));
    assert_ok(parot_partial_points(&clouds->problem, NULL, &one, &err));
    assert_ok(parot_partial_points(&clouds->problem, &run, &two, &err));
    assert_near(clouds, one.objective, dense.objective, cost_scale(&dense));
    assert_near(clouds, one.mass, dense.mass, 1e-3 * dense.mass); /* sums in another order */
    assert_true(one.plan.count <= one.plan.rows + one.plan.cols + 1);
    assert_proved(clouds, &one);
    parot_claims claims = {0};
    assert_ok(parot_result_claims_points(&clouds->problem, NAN, NULL, &one, &claims, &err));
    assert_near(clouds, claims.objective, one.objective, cost_scale(&one));
    int32_t col = one.plan.col[0];
    one.plan.col[0] = (int32_t)one.plan.cols;
    assert_refused(parot_result_claims_points(&clouds->problem, NAN, NULL, &one, &claims, &err),
                   PAROT_EINVAL, "outside");
    one.plan.col[0] = col;
    assert_same(clouds, &one, &two);
}

/* Where moving more or less is worth the same, masses may differ, but not what is earned. */
static void check_price(struct hostile_clouds *clouds, double price)
{
    clouds->has_price = 1;
    clouds->price = price;
    AUTO(parot_result, dense, one);
    assert_ok(hostile_solve_matrix(clouds, NULL, &dense));
    assert_ok(hostile_solve(clouds, NULL, &one));
    assert_near(clouds, one.objective - price * one.mass, dense.objective - price * dense.mass,
                fmax(dense.objective + fabs(price) * dense.mass, DBL_MIN));
    assert_true(one.dual.lambda == price);
    assert_proved(clouds, &one);
}

static struct hostile_clouds small_clouds(uint64_t number)
{
    static const int64_t sizes[][2] = {{40, 40}, {1, 1}, {60, 20}, {3, 90}, {100, 1}, {150, 140}};
    static const int64_t dims[] = {2, 1, 3, 10, 5};
    const int64_t *size = sizes[number / 3 % 6];
    return clouds_number(number, size[0], size[1], dims[number / 7 % 5]);
}

TEST(small_clouds_give_the_answers_of_their_matrix)
{
    for (uint64_t number = 0; number < test_wanted(900); number++) {
        FREED_BY(hostile_free) struct hostile_clouds clouds = small_clouds(number);
        check_mass(&clouds);
    }
}

TEST(prices_give_the_answers_of_their_matrix)
{
    for (uint64_t number = 0; number < test_wanted(180); number++) {
        FREED_BY(hostile_free) struct hostile_clouds clouds = small_clouds(number);
        parot_matrix cost = clouds.matrix.cost;
        double middle = clouds.cost[cost.rows * cost.cols / 2];
        check_price(&clouds, middle * 0.3);
        check_price(&clouds, middle);
        check_price(&clouds, -1);
        check_price(&clouds, 3 * middle + 1);
    }
}

/* Large enough for coarse problems. */
TEST(larger_clouds_give_the_answers_of_their_matrix)
{
    for (uint64_t number = 0; number < test_wanted(HOSTILE_FAMILIES); number++) {
        int64_t n = number % 4 == 3 ? 4000 : 1700, m = number % 4 == 3 ? 40 : 1600;
        FREED_BY(hostile_free)
        struct hostile_clouds clouds = clouds_number(number, n, m, number % 3 == 2 ? 5 : 2);
        check_mass(&clouds);
        if (number % 5 == 0)
            check_price(&clouds, clouds.cost[n * m / 2] * 0.2);
    }
}

/* So many columns that the proof has them in groups; and prices that are wrong. */
TEST(groups_of_columns_are_proved_like_their_matrix)
{
    for (uint64_t number = 0; number < test_wanted(HOSTILE_FAMILIES); number++) {
        FREED_BY(hostile_free)
        struct hostile_clouds clouds =
            clouds_number(number, 25, 13000, 1 + (int64_t)(number / 3 % 4));
        AUTO(parot_result, result);
        parot_check check = {0}, dense = {0};
        assert_ok(hostile_solve(&clouds, NULL, &result));
        assert_proved(&clouds, &result);
        for (int64_t j = 0; j < result.plan.cols; j++)
            result.dual.v[j] *= 1 + 0.3 * test_uniform(number, (uint64_t)j);
        assert_ok(hostile_certify(&clouds, &result, &check));
        assert_ok(hostile_certify_matrix(&clouds, &result, &dense));
        assert_same_check(&clouds, &check, &dense);
    }
}

/* A plan that keeps its constraints, and a bound that is one. */
static void assert_feasible(const struct hostile_clouds *clouds, const parot_result *result,
                            double optimum)
{
    parot_check check = {0};
    assert_ok(parot_certify_points(&clouds->problem, result, NULL, &check, &err));
    if (!(check.infeasible <= 1e-12))
        fail_msg("%s: infeasible %.3g", clouds->name, check.infeasible);
    double slack = 1e-12 * fmax(optimum, DBL_MIN);
    if (!(result->bound <= optimum + slack && result->objective >= optimum - slack))
        fail_msg("%s: stopped with objective %.17g and bound %.17g, optimum %.17g", clouds->name,
                 result->objective, result->bound, optimum);
    /* the stated prices prove the stated bound */
    if (!(check.bound >= result->bound - slack))
        fail_msg("%s: bound %.17g, proved %.17g", clouds->name, result->bound, check.bound);
}

/* Sums of distances tie in a quarter of all pairs, up to rounding. Exact pivots would go on for
 * ever: 20 a node, where 3 are enough. */
TEST(near_ties_end_soon_and_are_proved)
{
    FREED_BY(hostile_free)
    struct hostile_clouds clouds = clouds_of("gauss", PAROT_METRIC_CITYBLOCK, 1200, 1100, 2, 1);
    AUTO(parot_result, dense, points);
    parot_check check = {0};
    assert_ok(hostile_solve_matrix(&clouds, NULL, &dense));
    assert_ok(hostile_solve(&clouds, NULL, &points));
    assert_near(&clouds, points.objective, dense.objective, cost_scale(&dense));
    assert_proved(&clouds, &points);
    assert_ok(hostile_certify_matrix(&clouds, &dense, &check));
    assert_true(parot_is_proved(&check, 1e-13));
    assert_true(dense.info.pivots < 10 * (1200 + 1100));
    assert_true(points.info.pivots < 10 * (1200 + 1100));
}

/* All rows have the same few columns nearest to them: lists by cost hold no plan, at any share of
 * the mass. 12 pivots a node, and more the more nodes there are, where 3 are enough. */
TEST(clouds_far_apart_are_no_harder_than_others)
{
    FREED_BY(hostile_free)
    struct hostile_clouds clouds =
        clouds_of("separated", PAROT_METRIC_SQEUCLIDEAN, 2000, 1900, 2, 0.5);
    AUTO(parot_result, points);
    assert_ok(hostile_solve(&clouds, NULL, &points));
    assert_proved(&clouds, &points);
    assert_true(points.info.pivots < 5 * (2000 + 1900));
}

/* Mass that is met in order is optimal along parallel lines, for every norm: hardly any pivots,
 * where lists take several for each point. */
TEST(parallel_lines_are_met_in_order)
{
    static const parot_metric metrics[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN,
                                           PAROT_METRIC_CITYBLOCK, PAROT_METRIC_CHEBYSHEV};
    for (uint64_t number = 0; number < test_wanted(24); number++) {
        static const int of_total_1[] = {0, 1, 3, 4};
        int weights = of_total_1[number / 4 % 4];
        int64_t m = weights == 0 ? 1500 : 1200, dims = 1 + (int64_t)number % 3;
        struct hostile_shape shape = {.family = hostile_family("rails"),
                                      .weights = weights,
                                      .metric = metrics[number % 4],
                                      .n = 1500,
                                      .m = m,
                                      .dims = dims,
                                      .share = 1};
        FREED_BY(hostile_free) struct hostile_clouds clouds = make_clouds(shape, number);
        for (int64_t j = 0; number % 5 == 1 && j < m * dims; j++)
            clouds.y[j] *= -1; /* the other way round */
        assert_ok(hostile_matrix(&clouds));
        AUTO(parot_result, result);
        check_mass(&clouds);
        assert_ok(hostile_solve(&clouds, NULL, &result));
        if (result.info.pivots > 100)
            fail_msg("%s: %lld pivots", clouds.name, (long long)result.info.pivots);
    }
}

TEST(stopped_runs_have_a_feasible_plan_and_a_true_bound)
{
    for (uint64_t number = 0; number < test_wanted(12); number++) {
        FREED_BY(hostile_free) struct hostile_clouds clouds = clouds_number(number, 900, 2300, 2);
        AUTO(parot_result, best);
        assert_ok(hostile_solve_matrix(&clouds, NULL, &best));
        for (int stop = 0; stop < 400; stop = 2 * stop + 1) {
            AUTO(parot_result, result);
            int left = stop;
            parot_run run = run_that_stops(&left);
            parot_status status = parot_partial_points(&clouds.problem, &run, &result, NULL);
            if (status == PAROT_ESTOPPED) /* before there was an order */
                continue;
            assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
            assert_feasible(&clouds, &result, best.objective);
        }
    }
}

/* Refuses one request, the `left`-th. */
static void *refuse_one(size_t bytes, void *user)
{
    int *left = user;
    return --*left == 0 ? NULL : calloc(1, bytes);
}

static void give_back(void *block, void *user)
{
    (void)user;
    free(block);
}

/* The auction needs room of its own, and a solve starts without it if there is none. */
TEST(refused_memory_ends_a_run_or_changes_only_its_start)
{
    struct hostile_shape shape = {.n = 80, .m = 80, .dims = 10, .share = 1};
    FREED_BY(hostile_free) struct hostile_clouds clouds = make_clouds(shape, 7);
    int refused = 0, went_on = 0, left = 0;
    for (int k = 1; left <= 0; k++) {
        AUTO(parot_result, result);
        parot_run run = run_with_threads(1);
        left = k;
        run.alloc = refuse_one;
        run.release = give_back;
        run.user = &left;
        parot_status status = parot_partial_points(&clouds.problem, &run, &result, NULL);
        if (status == PAROT_OK)
            assert_proved(&clouds, &result);
        else
            assert_int_equal(status, PAROT_ENOMEM);
        refused += status == PAROT_ENOMEM;
        went_on += status == PAROT_OK && left <= 0;
    }
    assert_true(refused > 0 && went_on > 0);
}

/* By lists, by lists and auctions, from nothing, and at a price (mass 0). */
TEST(the_estimate_of_memory_is_near_what_is_taken)
{
    static const struct {
        int64_t n, m, dims;
        double mass;
    } shapes[] = {{2000, 2000, 2, 0.95}, {3000, 300, 10, 0.95}, {300, 3000, 3, 0.95},
                  {2000, 2000, 10, 1},   {2000, 2000, 10, 0.5}, {3000, 3000, 2, 0.3},
                  {3000, 3000, 3, 0},    {500, 4000, 10, 0}};
    for (int k = 0; k < 8; k++) {
        FREED_BY(hostile_free)
        struct hostile_clouds clouds =
            clouds_of("gauss", PAROT_METRIC_SQEUCLIDEAN, shapes[k].n, shapes[k].m, shapes[k].dims,
                      shapes[k].mass > 0 ? shapes[k].mass : 1);
        struct watch watch = {.limit = INFINITY};
        parot_run run = watched_run(&watch);
        run.threads = 1;
        clouds.has_price = shapes[k].mass == 0;
        clouds.price = 0.1;
        parot_result result = {0};
        assert_ok(hostile_solve(&clouds, &run, &result));
        clouds.problem.x.data = clouds.problem.y.data = NULL;
        double estimate = hostile_memory(&clouds);
        if (!(estimate >= 0.9 * watch.most && estimate <= 1.5 * watch.most))
            fail_msg("%s: %g bytes were taken, the estimate was %g", clouds.name, watch.most,
                     estimate);
        parot_result_free(&result);
        assert_true(watch.live == 0);
    }
    assert_true(parot_partial_points_memory(NULL) == 0);
    assert_true(parot_partial_points_memory(&(parot_points_problem){0}) == 0);
}

TEST(bad_points_are_refused)
{
    double x[] = {0, 1}, y[] = {2, NAN}, p[] = {0.5, -1};
    parot_points_problem problem = {.x = {x, 2, 1, 1}, .y = {y, 2, 1, 1}, .mass = 1};
    parot_result result = {0};
    parot_check check = {0};
    assert_refused(parot_partial_points(&problem, NULL, &result, &err), PAROT_EINVAL, "y");
    y[1] = 1e200;
    assert_refused(parot_partial_points(&problem, NULL, &result, &err), PAROT_ENUMERIC, "range");
    y[1] = 3;
    problem.p = p;
    assert_refused(parot_partial_points(&problem, NULL, &result, &err), PAROT_EINVAL, "p");
    problem.p = NULL;
    problem.mass = 2;
    assert_refused(parot_partial_points(&problem, NULL, &result, &err), PAROT_EINVAL, "mass");
    problem.mass = 1;
    problem.y.cols = problem.y.stride = 2;
    problem.y.rows = 1;
    assert_refused(parot_partial_points(&problem, NULL, &result, &err), PAROT_ESHAPE, "columns");
    problem.y = (parot_matrix){y, 2, 1, 1};
    assert_refused(parot_certify_points(&problem, &result, NULL, &check, &err), PAROT_ESHAPE,
                   "plan is 0 x 0");
}
