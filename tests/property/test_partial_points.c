/* test_partial_points.c - clouds of points without a matrix: the same answers as with one, and
 * proved.
 *
 * Every family that might upset an order in space, a hierarchy or a list: clusters, lattices full
 * of ties, copies, lines, outliers, far clusters, one point many times, sides of very different
 * size.
 */
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "instances.h"
#include "stopping.h"
#include "test.h"

enum family {
    GAUSS,
    CLUSTERS,
    LATTICE,
    COPIES,
    LINE,
    OUTLIERS,
    FAR_CLUSTER,
    EQUAL,
    SORTED,
    FAMILIES
};

enum weights { UNIFORM, RANDOM, COUNTS, ZEROS, WEIGHTINGS };

struct clouds {
    int64_t n, m, dims;
    double *x, *y, *p, *q, *cost;
    parot_points_problem points;
    parot_problem matrix;
    char name[160];
};

/* The next number of a stream in [0, 1). */
static double draw(uint64_t *stream)
{
    return test_uniform(77, (*stream)++);
}

static double draw_normal(uint64_t *stream)
{
    double sum = -6;
    for (int k = 0; k < 12; k++)
        sum += draw(stream);
    return sum;
}

static double coordinate(enum family family, int64_t i, int64_t count, int64_t k, uint64_t *stream)
{
    double x = draw_normal(stream);
    switch (family) {
    case CLUSTERS:
        return 10 * (double)((i * 7 + k) % 5) + 0.1 * x;
    case LATTICE:
        return floor(3 * draw(stream));
    case COPIES:
        return (double)((i * 5 + 3 * k) % 11) / 8;
    case LINE:
        return k == 0 ? x : 1;
    case OUTLIERS:
        return i % 50 == 3 ? 1e6 * x : x;
    case FAR_CLUSTER:
        return i % 3 == 0 ? 1e6 + x : x;
    case EQUAL:
        return 0.7;
    case SORTED:
        return (double)(i * (k + 1)) / (double)count;
    default:
        return x;
    }
}

static double weight(enum weights kind, uint64_t *stream)
{
    double x = draw(stream);
    return kind == COUNTS ? 1 + floor(4 * x) : kind == ZEROS && x < 0.3 ? 0 : 0.01 + x;
}

/* Weights of total 1. */
static double *make_weights(enum weights kind, int64_t count, uint64_t *stream)
{
    double *w = malloc((size_t)count * sizeof *w), total = 0;
    for (int64_t i = 0; i < count; i++) {
        w[i] = i == 0 ? 0.5 : weight(kind, stream);
        total += w[i];
    }
    for (int64_t i = 0; i < count; i++)
        w[i] /= total;
    if (kind != UNIFORM)
        return w;
    free(w);
    return NULL;
}

static struct clouds make_clouds(enum family family, enum weights weights, parot_metric metric,
                                 int64_t n, int64_t m, int64_t dims, double share, uint64_t seed)
{
    struct clouds clouds = {.n = n, .m = m, .dims = dims};
    uint64_t stream = seed * 100003;
    clouds.x = malloc((size_t)(n * dims) * sizeof *clouds.x);
    clouds.y = malloc((size_t)(m * dims) * sizeof *clouds.y);
    clouds.cost = malloc((size_t)(n * m) * sizeof *clouds.cost);
    double shift = metric == PAROT_METRIC_COSINE ? 3 : family == LATTICE ? 1 : 0.5;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < dims; k++)
            clouds.x[i * dims + k] = coordinate(family, i, n, k, &stream) + shift;
    for (int64_t j = 0; j < m; j++)
        for (int64_t k = 0; k < dims; k++)
            clouds.y[j * dims + k] = coordinate(family, j, m, k, &stream) + 2 * shift;
    clouds.p = make_weights(weights, n, &stream);
    clouds.q = make_weights(weights, m, &stream);
    parot_matrix x = {clouds.x, n, dims, dims}, y = {clouds.y, m, dims, dims};
    clouds.points = (parot_points_problem){
        .x = x, .y = y, .metric = metric, .p = clouds.p, .q = clouds.q, .mass = share};
    assert_ok(parot_cost(x, y, metric, NULL, clouds.cost, &err));
    clouds.matrix = (parot_problem){
        .cost = {clouds.cost, n, m, m}, .p = clouds.p, .q = clouds.q, .mass = share};
    snprintf(clouds.name, sizeof clouds.name,
             "family %d, weights %d, %s, %lld x %lld in %lld dimensions, mass %g, seed %llu",
             (int)family, (int)weights, parot_metric_name(metric), (long long)n, (long long)m,
             (long long)dims, share, (unsigned long long)seed);
    return clouds;
}

static void free_clouds(struct clouds *clouds)
{
    free(clouds->x);
    free(clouds->y);
    free(clouds->p);
    free(clouds->q);
    free(clouds->cost);
}

/* The certificates are two computations of the same numbers. */
static void assert_same_check(const struct clouds *clouds, const parot_check *check,
                              const parot_check *dense)
{
    if (check->excess != dense->excess || check->bound != dense->bound ||
        check->infeasible != dense->infeasible || check->slackness != dense->slackness)
        fail_msg("%s: excess %.17g and %.17g, bound %.17g and %.17g", clouds->name, check->excess,
                 dense->excess, check->bound, dense->bound);
}

static void assert_proved(const struct clouds *clouds, const double *price,
                          const parot_result *result)
{
    parot_check check = {0}, dense = {0};
    assert_ok(price
                  ? parot_certify_points_price(&clouds->points, *price, result, NULL, &check, &err)
                  : parot_certify_points(&clouds->points, result, NULL, &check, &err));
    assert_ok(price ? parot_certify_price(&clouds->matrix, *price, result, NULL, &dense, &err)
                    : parot_certify(&clouds->matrix, result, NULL, &dense, &err));
    if (result->status != PAROT_OK || !parot_is_proved(&check, 1e-12))
        fail_msg("%s: status %d, relative %.3g, infeasible %.3g", clouds->name, result->status,
                 check.relative, check.infeasible);
    assert_same_check(clouds, &check, &dense);
}

static void assert_same(const struct clouds *clouds, const parot_result *a, const parot_result *b)
{
    size_t count = (size_t)a->plan.count;
    if (a->plan.count != b->plan.count || a->objective != b->objective || a->bound != b->bound ||
        memcmp(a->plan.row, b->plan.row, count * sizeof *a->plan.row) != 0 ||
        memcmp(a->plan.col, b->plan.col, count * sizeof *a->plan.col) != 0 ||
        memcmp(a->plan.mass, b->plan.mass, count * sizeof *a->plan.mass) != 0 ||
        memcmp(a->dual.u, b->dual.u, (size_t)clouds->n * sizeof *a->dual.u) != 0 ||
        memcmp(a->dual.v, b->dual.v, (size_t)clouds->m * sizeof *a->dual.v) != 0)
        fail_msg("%s: another answer with two threads", clouds->name);
}

static parot_run with_threads(int32_t threads)
{
    parot_run run;
    parot_run_init(&run);
    run.threads = threads;
    return run;
}

static void assert_near(const struct clouds *clouds, double value, double expected, double scale)
{
    if (!(fabs(value - expected) <= 1e-12 * scale))
        fail_msg("%s: %.17g, with a matrix %.17g", clouds->name, value, expected);
}

static double cost_scale(const parot_result *result)
{
    return fmax(result->objective, DBL_MIN);
}

static void check_mass(const struct clouds *clouds)
{
    AUTO(parot_result, dense);
    AUTO(parot_result, one);
    AUTO(parot_result, two);
    parot_run run = with_threads(2);
    assert_ok(parot_partial(&clouds->matrix, NULL, &dense, &err));
    assert_ok(parot_partial_points(&clouds->points, NULL, &one, &err));
    assert_ok(parot_partial_points(&clouds->points, &run, &two, &err));
    assert_near(clouds, one.objective, dense.objective, cost_scale(&dense));
    assert_near(clouds, one.mass, dense.mass, 1e-3 * dense.mass); /* sums in another order */
    assert_true(one.plan.count <= clouds->n + clouds->m + 1);
    assert_proved(clouds, NULL, &one);
    parot_claims claims = {0};
    assert_ok(parot_result_claims_points(&clouds->points, NAN, NULL, &one, &claims, &err));
    assert_near(clouds, claims.objective, one.objective, cost_scale(&one));
    int32_t col = one.plan.col[0];
    one.plan.col[0] = (int32_t)clouds->m;
    assert_refused(parot_result_claims_points(&clouds->points, NAN, NULL, &one, &claims, &err),
                   PAROT_EINVAL, "outside");
    one.plan.col[0] = col;
    assert_same(clouds, &one, &two);
}

/* Where moving more or less is worth the same, masses may differ, but not what is earned. */
static void check_price(const struct clouds *clouds, double price)
{
    AUTO(parot_result, dense);
    AUTO(parot_result, one);
    assert_ok(parot_partial_lagrange(&clouds->matrix, price, NULL, &dense, &err));
    assert_ok(parot_partial_points_lagrange(&clouds->points, price, NULL, &one, &err));
    assert_near(clouds, one.objective - price * one.mass, dense.objective - price * dense.mass,
                fmax(dense.objective + fabs(price) * dense.mass, DBL_MIN));
    assert_true(one.dual.lambda == price);
    assert_proved(clouds, &price, &one);
}

static const double SHARES[] = {0.05, 0.5, 0.8, 0.95, 1};
enum { SHARE_COUNT = sizeof SHARES / sizeof *SHARES };

/* Instance `number`: all families, metrics, weights and shares in turn. */
static struct clouds small_clouds(uint64_t number)
{
    static const int64_t sizes[][2] = {{40, 40}, {1, 1}, {60, 20}, {3, 90}, {100, 1}, {150, 140}};
    static const int64_t dims[] = {2, 1, 3, 10, 5};
    uint64_t k = number;
    enum family family = (enum family)(k % FAMILIES);
    enum weights weights = (enum weights)(k / FAMILIES % WEIGHTINGS);
    parot_metric metric = (parot_metric)(k * 3 % 5);
    const int64_t *size = sizes[k / 3 % 6];
    return make_clouds(family, weights, metric, size[0], size[1], dims[k / 7 % 5],
                       SHARES[k / 2 % SHARE_COUNT], number);
}

TEST(small_clouds_give_the_answers_of_their_matrix)
{
    for (uint64_t number = 0; number < test_wanted(900); number++) {
        struct clouds clouds = small_clouds(number);
        check_mass(&clouds);
        free_clouds(&clouds);
    }
}

TEST(prices_give_the_answers_of_their_matrix)
{
    for (uint64_t number = 0; number < test_wanted(180); number++) {
        struct clouds clouds = small_clouds(number);
        double middle = clouds.cost[(clouds.n * clouds.m) / 2];
        check_price(&clouds, middle * 0.3);
        check_price(&clouds, middle);
        check_price(&clouds, -1);
        check_price(&clouds, 3 * middle + 1);
        free_clouds(&clouds);
    }
}

/* Large enough for coarse problems. */
TEST(larger_clouds_give_the_answers_of_their_matrix)
{
    uint64_t count = test_wanted(2 * FAMILIES);
    for (uint64_t number = 0; number < count; number++) {
        enum family family = (enum family)(number % FAMILIES);
        int64_t n = number % 4 == 3 ? 4000 : 1700, m = number % 4 == 3 ? 40 : 1600;
        struct clouds clouds = make_clouds(
            family, (enum weights)(number * 3 % WEIGHTINGS), (parot_metric)((number * 2 + 1) % 5),
            n, m, number % 3 == 2 ? 5 : 2, SHARES[(2 + number) % SHARE_COUNT], 5000 + number);
        check_mass(&clouds);
        if (number % 5 == 0)
            check_price(&clouds, clouds.cost[n * m / 2] * 0.2);
        free_clouds(&clouds);
    }
}

/* So many columns that the proof has them in groups; and prices that are wrong. */
TEST(groups_of_columns_are_proved_like_their_matrix)
{
    uint64_t count = test_wanted(2 * FAMILIES);
    for (uint64_t number = 0; number < count; number++) {
        struct clouds clouds =
            make_clouds((enum family)(number % FAMILIES), (enum weights)(number % WEIGHTINGS),
                        (parot_metric)(number % 5), 25, 13000, 1 + (int64_t)(number / 3 % 4),
                        SHARES[number % SHARE_COUNT], 7000 + number);
        parot_result result = {0};
        parot_check check = {0}, dense = {0};
        assert_ok(parot_partial_points(&clouds.points, NULL, &result, &err));
        assert_proved(&clouds, NULL, &result);
        for (int64_t j = 0; j < clouds.m; j++)
            result.dual.v[j] *= 1 + 0.3 * test_uniform(number, (uint64_t)j);
        assert_ok(parot_certify_points(&clouds.points, &result, NULL, &check, &err));
        assert_ok(parot_certify(&clouds.matrix, &result, NULL, &dense, &err));
        assert_same_check(&clouds, &check, &dense);
        parot_result_free(&result);
        free_clouds(&clouds);
    }
}

/* A plan that keeps its constraints, and a bound that is one. */
static void assert_feasible(const struct clouds *clouds, const parot_result *result, double optimum)
{
    parot_check check = {0};
    assert_ok(parot_certify_points(&clouds->points, result, NULL, &check, &err));
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
    struct clouds clouds = make_clouds(GAUSS, RANDOM, PAROT_METRIC_CITYBLOCK, 1200, 1100, 2, 1, 5);
    parot_result dense = {0}, points = {0};
    parot_check check = {0};
    assert_ok(parot_partial(&clouds.matrix, NULL, &dense, &err));
    assert_ok(parot_partial_points(&clouds.points, NULL, &points, &err));
    assert_near(&clouds, points.objective, dense.objective, cost_scale(&dense));
    assert_proved(&clouds, NULL, &points);
    assert_ok(parot_certify(&clouds.matrix, &dense, NULL, &check, &err));
    assert_true(parot_is_proved(&check, 1e-13));
    assert_true(dense.info.pivots < 10 * (clouds.n + clouds.m));
    assert_true(points.info.pivots < 10 * (clouds.n + clouds.m));
    parot_result_free(&dense);
    parot_result_free(&points);
    free_clouds(&clouds);
}

/* All rows have the same few columns nearest to them: lists by cost hold no plan, at any share of
 * the mass. 12 pivots a node, and more the more nodes there are, where 3 are enough. */
TEST(clouds_far_apart_are_no_harder_than_others)
{
    struct clouds clouds =
        make_clouds(GAUSS, RANDOM, PAROT_METRIC_SQEUCLIDEAN, 2000, 1900, 2, 0.5, 6);
    parot_result points = {0};
    for (int64_t k = 0; k < 2 * clouds.m; k++)
        clouds.y[k] += 100;
    assert_ok(parot_cost(clouds.points.x, clouds.points.y, PAROT_METRIC_SQEUCLIDEAN, NULL,
                         clouds.cost, &err));
    assert_ok(parot_partial_points(&clouds.points, NULL, &points, &err));
    assert_proved(&clouds, NULL, &points);
    assert_true(points.info.pivots < 5 * (clouds.n + clouds.m));
    parot_result_free(&points);
    free_clouds(&clouds);
}

/* Mass that is met in order is optimal along parallel lines, for every norm: hardly any pivots,
 * where lists take several for each point. */
TEST(parallel_lines_are_met_in_order)
{
    static const parot_metric metrics[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN,
                                           PAROT_METRIC_CITYBLOCK, PAROT_METRIC_CHEBYSHEV};
    for (uint64_t number = 0; number < test_wanted(24); number++) {
        enum weights weights = (enum weights)(number / 4 % WEIGHTINGS);
        int64_t m = weights == UNIFORM ? 1500 : 1200;
        struct clouds clouds = make_clouds(LINE, weights, metrics[number % 4], 1500, m,
                                           1 + (int64_t)number % 3, 1, number);
        for (int64_t j = 0; number % 5 == 1 && j < m * clouds.dims; j++)
            clouds.y[j] *= -1; /* the other way round */
        assert_ok(parot_cost(clouds.points.x, clouds.points.y, clouds.points.metric, NULL,
                             clouds.cost, &err));
        parot_result result = {0};
        check_mass(&clouds);
        assert_ok(parot_partial_points(&clouds.points, NULL, &result, &err));
        if (result.info.pivots > 100)
            fail_msg("%s: %lld pivots", clouds.name, (long long)result.info.pivots);
        parot_result_free(&result);
        free_clouds(&clouds);
    }
}

TEST(stopped_runs_have_a_feasible_plan_and_a_true_bound)
{
    for (uint64_t number = 0; number < test_wanted(12); number++) {
        struct clouds clouds =
            make_clouds((enum family)(number % FAMILIES), (enum weights)(number % WEIGHTINGS),
                        (parot_metric)(number % 5), 900, 2300, 2, SHARES[2 + number % 3], number);
        parot_result best = {0};
        assert_ok(parot_partial(&clouds.matrix, NULL, &best, &err));
        for (int stop = 0; stop < 400; stop = 2 * stop + 1) {
            AUTO(parot_result, result);
            int left = stop;
            parot_run run = run_that_stops(&left);
            parot_status status = parot_partial_points(&clouds.points, &run, &result, NULL);
            if (status == PAROT_ESTOPPED) /* before there was an order */
                continue;
            assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
            assert_feasible(&clouds, &result, best.objective);
        }
        parot_result_free(&best);
        free_clouds(&clouds);
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
    struct clouds clouds =
        make_clouds((enum family)0, (enum weights)0, PAROT_METRIC_SQEUCLIDEAN, 80, 80, 10, 1, 7);
    int refused = 0, went_on = 0, left = 0;
    for (int k = 1; left <= 0; k++) {
        AUTO(parot_result, result);
        parot_run run = with_threads(1);
        left = k;
        run.alloc = refuse_one;
        run.release = give_back;
        run.user = &left;
        parot_status status = parot_partial_points(&clouds.points, &run, &result, NULL);
        if (status == PAROT_OK)
            assert_proved(&clouds, NULL, &result);
        else
            assert_int_equal(status, PAROT_ENOMEM);
        refused += status == PAROT_ENOMEM;
        went_on += status == PAROT_OK && left <= 0;
    }
    assert_true(refused > 0 && went_on > 0);
    free_clouds(&clouds);
}

/* Blocks begin with their size. */
enum { BLOCK_HEAD = 64 };
static double live_bytes, most_bytes;

static void *take_counted(size_t bytes, void *user)
{
    (void)user;
    char *block = aligned_alloc(BLOCK_HEAD, (bytes + 2 * BLOCK_HEAD - 1) / BLOCK_HEAD * BLOCK_HEAD);
    assert_non_null(block);
    memcpy(block, &bytes, sizeof bytes);
    live_bytes += (double)bytes;
    most_bytes = fmax(most_bytes, live_bytes);
    return block + BLOCK_HEAD;
}

static void count_back(void *block, void *user)
{
    size_t bytes;
    (void)user;
    memcpy(&bytes, (char *)block - BLOCK_HEAD, sizeof bytes);
    live_bytes -= (double)bytes;
    free((char *)block - BLOCK_HEAD);
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
        struct clouds clouds =
            make_clouds(GAUSS, RANDOM, PAROT_METRIC_SQEUCLIDEAN, shapes[k].n, shapes[k].m,
                        shapes[k].dims, shapes[k].mass > 0 ? shapes[k].mass : 1, (uint64_t)k);
        parot_run run = with_threads(1);
        parot_result result = {0};
        run.alloc = take_counted;
        run.release = count_back;
        most_bytes = 0;
        if (shapes[k].mass > 0)
            assert_ok(parot_partial_points(&clouds.points, &run, &result, &err));
        else
            assert_ok(parot_partial_points_lagrange(&clouds.points, 0.1, &run, &result, &err));
        clouds.points.x.data = clouds.points.y.data = NULL;
        clouds.points.mass *= shapes[k].mass > 0;
        double estimate = parot_partial_points_memory(&clouds.points);
        if (!(estimate >= 0.9 * most_bytes && estimate <= 1.5 * most_bytes))
            fail_msg("%s: %g bytes were taken, the estimate was %g", clouds.name, most_bytes,
                     estimate);
        parot_result_free(&result);
        free_clouds(&clouds);
    }
    assert_true(live_bytes == 0);
    assert_true(parot_partial_points_memory(NULL) == 0);
    assert_true(parot_partial_points_memory(&(parot_points_problem){0}) == 0);
}

TEST(bad_points_are_refused)
{
    double x[] = {0, 1}, y[] = {2, NAN}, p[] = {0.5, -1};
    parot_points_problem problem = {.x = {x, 2, 1, 1}, .y = {y, 2, 1, 1}, .mass = 1};
    parot_result result = {0};
    parot_check check = {0};
    assert_refused(parot_partial_points(NULL, NULL, &result, &err), PAROT_EINVAL, "problem");
    assert_refused(parot_partial_points(&problem, NULL, NULL, &err), PAROT_EINVAL, "result");
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
    assert_refused(parot_partial_points_lagrange(&problem, INFINITY, NULL, &result, &err),
                   PAROT_EINVAL, "price");
    problem.y.cols = problem.y.stride = 2;
    problem.y.rows = 1;
    assert_refused(parot_partial_points(&problem, NULL, &result, &err), PAROT_ESHAPE, "columns");
    problem.y = (parot_matrix){y, 2, 1, 1};
    problem.reserved[1] = 1;
    assert_refused(parot_partial_points(&problem, NULL, &result, &err), PAROT_EINVAL, "reserved");
    problem.reserved[1] = 0;
    assert_refused(parot_certify_points(&problem, &result, NULL, &check, &err), PAROT_ESHAPE,
                   "plan is 0 x 0");
    assert_refused(parot_certify_points(&problem, NULL, NULL, &check, &err), PAROT_EINVAL,
                   "result");
}
