/* test_gromov_points.c - parot_gromov_points against parot_gromov on the matrices, and against the
 * definition. */
#include "gromov_answers.h"
#include "points_pairs.h"
#include "stopping.h"
#include "test.h"

/* One family more than others: copies of each other. */
enum { ISOMETRIC = FAMILIES, ALL_FAMILIES };

static struct pair pair_of(int family, uint64_t seed)
{
    struct pair pair = {0};
    if (family == ISOMETRIC) {
        pair =
            pair_isometric(seed, 3 + (int64_t)(seed * 17 % 60), seed % 4 == 0 ? 1 : mass_of(seed));
    } else {
        pair = pair_of_family((enum family)family, seed);
        pair_distances(&pair);
    }
    square_distances(&pair);
    return pair;
}

/* J in units in which distances are at most 1. */
static double relative(const struct pair *pair, double objective)
{
    double largest = largest_of(pair);
    return largest > 0 ? objective / (largest * largest) : objective;
}

static void assert_value(const struct pair *pair, const parot_result *transport)
{
    FREED double *dense = calloc((size_t)(pair->n * pair->m), sizeof(double));
    parot_plan_to_dense(&transport->plan, dense);
    double value = (double)gromov_objective(&pair->problem, dense);
    assert_close(relative(pair, transport->objective), relative(pair, value), 1e-11);
}

/* The gradient by its definition, and the exact linear problem for it: nothing is lower. */
static void assert_stationary(const struct pair *pair, const parot_gromov_result *result)
{
    size_t pairs = (size_t)(pair->n * pair->m);
    FREED double *dense = calloc(pairs, sizeof(double)), *slope = calloc(pairs, sizeof(double));
    parot_plan_to_dense(&result->transport.plan, dense);
    double gap = gromov_slope(&pair->problem, dense, slope) - least_of(pair, slope);
    assert_close(relative(pair, result->stationarity), relative(pair, gap), 1e-10);
    assert_true(relative(pair, gap) <= 1e-9 * relative(pair, result->transport.objective) + 1e-11);
}

static void assert_answer(const struct pair *pair, const parot_gromov_result *result)
{
    const parot_result *transport = &result->transport;
    assert_plan(pair, transport);
    assert_value(pair, transport);
    assert_stationary(pair, result);
    assert_true(transport->bound == 0);
    for (int64_t k = 1; k < result->history; k++)
        assert_true(relative(pair, result->objectives[k]) <=
                    relative(pair, result->objectives[k - 1]) + 1e-13);
}

TEST(answers_are_stationary_plans_with_their_value)
{
    const uint64_t stride = test_stride(14);
    for (int family = 0; family < ALL_FAMILIES; family++)
        for (uint64_t seed = (uint64_t)family % stride; seed < 14; seed += stride) {
            FREED_BY(pair_free) struct pair pair = pair_of(family, seed);
            parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
            parot_gromov_options options = options_with(0);
            AUTO(parot_gromov_result, result);
            options.restarts = (int32_t)(seed % 3);
            options.steps = (parot_steps)(seed % 3);
            assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
            assert_int_equal(result.trials, 5 + seed % 3);
            assert_answer(&pair, &result);
        }
}

/* Of the same steps from the same start. Ways part where linear problems have several solutions, or
 * where the first step from the product is not a whole one; where they do not, the ends agree. */
TEST(ends_are_those_of_the_matrices)
{
    int same = 0, ways = 0, tried = 0;
    double higher = 0;
    for (uint64_t seed = 0; seed < test_wanted(60); seed++) {
        FREED_BY(pair_free) struct pair pair = pair_of(GAUSSIAN, seed);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, result, matrix);
        options.steps = PAROT_STEPS_LONG;
        assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &matrix, &err));
        double ours = relative(&pair, result.transport.objective);
        double theirs = relative(&pair, matrix.transport.objective);
        int is_same = fabs(ours - theirs) <= 1e-9 * fmax(ours, theirs) + 1e-13;
        int64_t steps = result.transport.info.iterations;
        int is_same_way = steps + 1 == matrix.transport.info.iterations;
        for (int64_t k = 0; is_same_way && k < result.history; k++)
            is_same_way = fabs(result.objectives[k] - matrix.objectives[k + 1]) <=
                          1e-9 * matrix.objectives[k + 1];
        assert_true(!is_same_way || is_same);
        ways += is_same_way;
        same += is_same;
        higher += ours > theirs * (1 + 1e-9) + 1e-13;
        tried++;
    }
    assert_true(ways >= tried / 2);
    assert_true(same >= tried * 3 / 4);
    assert_true(higher <= tried / 8.0);
}

/* The prices are derivatives, and prove the gap: lambda s - <u,p> - <v,q> <= <gradient, S>. */
TEST(prices_are_those_of_the_gradient)
{
    for (uint64_t seed = 1; seed < test_wanted(20); seed++) {
        FREED_BY(pair_free) struct pair pair = pair_of(GAUSSIAN, seed);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
        AUTO(parot_gromov_result, result);
        assert_ok(parot_gromov_points(&problem, NULL, NULL, &result, &err));
        const parot_dual *dual = &result.transport.dual;
        FREED double *dense = calloc((size_t)(pair.n * pair.m), sizeof(double));
        parot_plan_to_dense(&result.transport.plan, dense);
        for (int64_t i = 0; i < pair.n; i++)
            for (int64_t j = 0; j < pair.m; j++) {
                double entry = 2 * (double)tensor_entry(&pair.problem, dense, i, j);
                assert_true(dual->u[i] >= 0 && dual->v[j] >= 0);
                assert_true(relative(&pair, dual->lambda - dual->u[i] - dual->v[j]) <=
                            relative(&pair, entry) + 1e-11);
            }
    }
}

/* A cloud moved, turned and mirrored has the same distances: with its copy as the only other
 * thing the objective is 0 up to squares of rounding. */
TEST(equal_distances_cost_nothing)
{
    uint64_t found = 0, seeds = test_wanted(20);
    for (uint64_t seed = 0; seed < seeds; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_isometric(seed, 40, 1);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
        parot_gromov_options options = options_with(0);
        AUTO(parot_gromov_result, result);
        options.restarts = 8;
        assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
        if (result.transport.objective < 1e-6) {
            found++;
            assert_true(result.transport.objective < 1e-26);
        }
    }
    assert_true(10 * found >= 9 * seeds);
}

/* A cloud against a part of it, turned: targets move whole, and all rows are needed to the last.
 * Whatever start, linear problems end. */
TEST(parts_of_clouds_are_matched)
{
    int found = 0, seeds = 8 / (int)test_stride(8);
    for (uint64_t seed = 0; seed < (uint64_t)seeds; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_isometric(seed, 160, 0.625);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
        parot_gromov_options options = options_with(0);
        AUTO(parot_gromov_result, result);
        for (int64_t j = 0; j < 100; j++)
            pair.q[j] = 1 / 160.0;
        for (int64_t k = 0; k < 320; k++)
            pair.y[k] += 0.02 * test_normal(seed + 40, (uint64_t)k);
        problem.y.rows = 100;
        problem.q = pair.q;
        options.restarts = 4;
        assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
        found += result.transport.objective < 0.01;
    }
    assert_true(2 * found >= seeds);
}

/* All mass goes to one point, among others that take none: prices are far larger than costs. */
TEST(targets_without_room_are_no_trouble)
{
    double x[] = {-1, 0, 2}, y[] = {-1, 1, 1, -1, 0, 1, 1, 0}, q[] = {0, 0, 2, 0};
    for (uint64_t seed = 0; seed < test_wanted(200); seed++) {
        double p[3], total = 0;
        for (uint64_t i = 0; i < 3; i++)
            total += p[i] = test_uniform(seed, i);
        parot_gromov_points_problem problem = {.x = {x, 3, 1, 1},
                                               .y = {y, 4, 2, 2},
                                               .p = p,
                                               .q = q,
                                               .mass = fmin(total, 2) * test_uniform(seed, 3)};
        AUTO(parot_gromov_result, result);
        assert_ok(parot_gromov_points(&problem, NULL, NULL, &result, &err));
        for (int64_t e = 0; e < result.transport.plan.count; e++)
            assert_int_equal(result.transport.plan.col[e], 2);
    }
}

/* Three points of four weigh nothing, and are `far` from the rest. Behind these come the others. */
static struct pair pair_with_massless(uint64_t seed, int64_t count, double far)
{
    int64_t n = 4 * count;
    struct pair pair = pair_random(seed, n, n, 0.5);
    for (int64_t i = 0; i < 3 * count; i++) {
        for (int64_t k = 0; k < 3; k++)
            pair.x[3 * i + k] += far;
        for (int64_t k = 0; k < 2; k++)
            pair.y[2 * i + k] += far;
    }
    for (int64_t i = 3 * count; i < n; i++)
        pair.p[i] = pair.q[i] = 1.0 / (double)count;
    pair.problem.p = pair.p;
    pair.problem.q = pair.q;
    return pair;
}

/* Distances between points that move do not depend on them, and neither do digits. */
TEST(points_without_mass_do_not_matter)
{
    static const double FAR_AWAY[] = {0, 1e3, 1e5};
    for (uint64_t seed = 0; seed < 9; seed++) {
        int64_t count = 20 + (int64_t)seed, skipped = 3 * count;
        FREED_BY(pair_free) struct pair pair = pair_with_massless(seed, count, FAR_AWAY[seed % 3]);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, all, alone);
        assert_ok(parot_gromov_points(&problem, &options, NULL, &all, &err));
        problem.x = (parot_matrix){pair.x + 3 * skipped, count, 3, 3};
        problem.y = (parot_matrix){pair.y + 2 * skipped, count, 2, 2};
        problem.p = problem.q = NULL;
        assert_ok(parot_gromov_points(&problem, &options, NULL, &alone, &err));
        double objective = alone.transport.objective;
        assert_close(all.transport.objective / objective, 1, 1e-6);
        assert_true(all.stationarity <= 1e-6 * objective);
    }
}

/* Powers of two in coordinates and masses change no digit. */
TEST(powers_of_two_change_no_digit)
{
    static const int COORDINATES[] = {0, 200, -200, 3, 0, 0}, MASSES[] = {0, 0, 0, 0, 500, -400};
    FREED_BY(pair_free) struct pair pair = pair_of(GAUSSIAN, 33);
    parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
    AUTO(parot_gromov_result, first);
    assert_non_null(problem.p);
    assert_ok(parot_gromov_points(&problem, NULL, NULL, &first, &err));
    for (size_t k = 1; k < sizeof MASSES / sizeof *MASSES; k++) {
        AUTO(parot_gromov_result, result);
        double length = ldexp(1, COORDINATES[k]), mass = ldexp(1, MASSES[k]);
        FREED_BY(pair_free) struct pair other = pair_of(GAUSSIAN, 33);
        multiply(other.x, other.n * other.dims_x, length);
        multiply(other.y, other.m * other.dims_y, length);
        multiply(other.p, other.n, mass);
        multiply(other.q, other.m, mass);
        other.problem.mass *= mass;
        problem = points_of(&other, PAROT_METRIC_SQEUCLIDEAN);
        assert_ok(parot_gromov_points(&problem, NULL, NULL, &result, &err));
        int exponent = 4 * COORDINATES[k] + 2 * MASSES[k];
        assert_true(result.transport.objective == ldexp(first.transport.objective, exponent));
        assert_int_equal(result.transport.plan.count, first.transport.plan.count);
        for (int64_t e = 0; e < first.transport.plan.count; e++)
            assert_true(result.transport.plan.mass[e] == mass * first.transport.plan.mass[e]);
    }
}

TEST(numbers_out_of_range_are_refused)
{
    double x[] = {0, 1e200, 3e200}, y[] = {0, 2e200, 2.5e200};
    double far[] = {0, 1e-10, 1e150}, near[] = {0, 3e-10, 1e150};
    parot_gromov_points_problem problem = {.x = {x, 3, 1, 1}, .y = {y, 3, 1, 1}, .mass = 1};
    parot_gromov_result result = {0};
    assert_refused(parot_gromov_points(&problem, NULL, NULL, &result, &err), PAROT_ENUMERIC,
                   "x: squared distances of coordinates near 3e+200, as at (2,0)");
    problem.x.data = far;
    problem.y.data = near;
    problem.mass = 2 / 3.0;
    assert_refused(parot_gromov_points(&problem, NULL, NULL, &result, &err), PAROT_ENUMERIC,
                   "leave out the points that are so far away");
}

TEST(what_makes_no_sense_is_refused)
{
    FREED_BY(pair_free) struct pair pair = pair_of(GAUSSIAN, 5);
    parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN),
                                good = problem;
    parot_gromov_options options = options_with(0);
    parot_gromov_result result = {0};
    problem = good;
    problem.mass = 1.5;
    assert_refused(parot_gromov_points(&problem, NULL, NULL, &result, &err), PAROT_EINVAL, "mass");
    problem = good;
    pair.x[1] = INFINITY;
    assert_refused(parot_gromov_points(&good, NULL, NULL, &result, &err), PAROT_EINVAL, "x");
    pair.x[1] = 0;
    options.starts = PAROT_START_PROFILES;
    assert_refused(parot_gromov_points(&good, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.starts: only representatives, product, partial and random");
    options.starts = PAROT_START_RANDOM;
    assert_refused(parot_gromov_points(&good, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.restarts: must be 1 or more");
    options = options_with(0);
    options.start = pair.start;
    assert_refused(parot_gromov_points(&good, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.start: must be NULL");
    options = options_with(0);
    options.whole_rows = 1;
    assert_refused(parot_gromov_points(&good, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.whole_rows: must be 0");
}

/* Whenever it is stopped: a plan, its value, and a gap no less than its own; or PAROT_ESTOPPED. */
TEST(a_stopped_run_is_honest)
{
    FREED_BY(pair_free) struct pair pair = pair_of(GAUSSIAN, 17);
    parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    int answers = 0, is_over = 0;
    options.restarts = 2;
    for (int questions = 0; !is_over && questions < 5000; questions += 1 + questions / 8) {
        int left = questions;
        parot_run run = run_that_stops(&left);
        AUTO(parot_gromov_result, result);
        parot_error err = {0};
        parot_status status = parot_gromov_points(&problem, &options, &run, &result, &err);
        is_over = status == PAROT_OK;
        assert_true(status == PAROT_ESTOPPED || status == PAROT_CANCELLED || is_over);
        if (status >= 0) {
            answers++;
            assert_plan(&pair, &result.transport);
            assert_value(&pair, &result.transport);
            assert_int_equal(result.trials, 3);
            assert_true(is_over || result.trial[2].status == PAROT_CANCELLED);
        }
    }
    assert_true(is_over && answers > 3);
}

TEST(limits_of_iterations_and_time_are_kept)
{
    FREED_BY(pair_free) struct pair pair = pair_of(GAUSSIAN, 17);
    parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    AUTO(parot_gromov_result, result);
    options.steps = PAROT_STEPS_LONG;
    DEFAULTS(parot_run, run);
    run.max_iterations = 1;
    parot_status status = parot_gromov_points(&problem, &options, &run, &result, NULL);
    assert_int_equal(status, PAROT_ITERATION_LIMIT);
    assert_int_equal(result.transport.info.iterations, 1);
    assert_true(result.stationarity > 0);
    assert_plan(&pair, &result.transport);
    assert_value(&pair, &result.transport);
    parot_gromov_result_free(&result);
    run.time_limit = 1e-9;
    status = parot_gromov_points(&problem, &options, &run, &result, NULL);
    assert_true(status == PAROT_TIME_LIMIT || status == PAROT_ESTOPPED);
}

/* 2500 x 2000 points: a sparse plan, stationary, in less memory than any matrix takes. */
TEST(thousands_of_points_need_no_matrix)
{
    struct pair pair = {.n = 2500, .m = 2000, .dims_x = 3, .dims_y = 2, .problem.mass = 0.5};
    pair.x = calloc(7500, sizeof(double));
    pair.y = calloc(4000, sizeof(double));
    fill_points(GAUSSIAN, 1, pair.x, pair.n, 3);
    fill_points(GAUSSIAN, 2, pair.y, pair.m, 2);
    parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    AUTO(parot_gromov_result, result);
    parot_run run = run_with_threads(2);
    assert_ok(parot_gromov_points(&problem, &options, &run, &result, &err));
    assert_plan(&pair, &result.transport);
    assert_true(result.stationarity <= 1e-9 * result.transport.objective);
    assert_true(result.transport.plan.count <= 4501);
    assert_true(parot_gromov_points_memory(&problem) < 32e6);
    free(pair.x);
    free(pair.y);
}

/* ---- Memory ----------------------------------------------------------------- */

struct memory {
    size_t live, peak;
};

enum { HEADER = 64 };

static void *count_alloc(size_t bytes, void *user)
{
    struct memory *memory = user;
    char *block = malloc(bytes + HEADER);
    memcpy(block, &bytes, sizeof bytes);
    memory->live += bytes;
    memory->peak = memory->live > memory->peak ? memory->live : memory->peak;
    return block + HEADER;
}

static void count_release(void *block, void *user)
{
    struct memory *memory = user;
    size_t bytes;
    if (!block)
        return;
    memcpy(&bytes, (char *)block - HEADER, sizeof bytes);
    memory->live -= bytes;
    free((char *)block - HEADER);
}

TEST(memory_is_what_was_estimated)
{
    const parot_metric metrics[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN};
    enum { N = 1000 };
    for (int k = 0; k < 4; k += (int)test_stride(3)) { /* both metrics and both masses */
        FREED_BY(pair_free) struct pair pair = pair_alloc(N, N, 3, 2, k % 2 ? 1 : 0.5);
        fill_points(GAUSSIAN, 21, pair.x, N, 3);
        fill_points(GAUSSIAN, 22, pair.y, N, 2);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        parot_gromov_result result = {0};
        struct memory memory = {0};
        DEFAULTS(parot_run, run);
        run.alloc = count_alloc;
        run.release = count_release;
        run.user = &memory;
        run.max_iterations = 2;
        problem.metric = metrics[k / 2];
        assert_true(parot_gromov_points(&problem, &options, &run, &result, NULL) >= 0);
        double estimate = parot_gromov_points_memory(&problem);
        assert_in_range((uintmax_t)(100 * (double)memory.peak / estimate), 40, 110);
        parot_gromov_result_free(&result);
        assert_int_equal(memory.live, 0);
    }
}

TEST(the_choice_follows_sizes_and_options)
{
    parot_gromov_options options = options_with(0);
    parot_gromov_points_problem problem = {.x = {NULL, 2000, 3, 3}, .y = {NULL, 2000, 50, 50}};
    assert_false(parot_gromov_points_pay(&problem, NULL));
    assert_false(parot_gromov_points_pay(&problem, &options));
    options.starts = PAROT_START_PRODUCT;
    assert_true(parot_gromov_points_pay(&problem, &options));
    options.starts = 0;
    problem.x.rows = problem.y.rows = 4000;
    assert_true(parot_gromov_points_pay(&problem, NULL));
    assert_true(parot_gromov_points_pay(&problem, &options));
    options.starts = PAROT_START_PROFILES;
    assert_false(parot_gromov_points_pay(&problem, &options));
    problem.x.cols = 50;
    assert_false(parot_gromov_points_pay(&problem, NULL));
    problem.x.cols = 3;
    problem.x.rows = 20;
    assert_false(parot_gromov_points_pay(&problem, NULL));
    assert_true(parot_gromov_points_can(&problem, NULL));
    assert_false(parot_gromov_points_can(&problem, &options));
    options.starts = PAROT_START_PARTIAL;
    assert_false(parot_gromov_points_can(&problem, &options));
    problem.features = 3;
    assert_true(parot_gromov_points_can(&problem, &options));
    problem.x.rows = 4000;
    assert_true(parot_gromov_points_pay(&problem, &options));
    problem.features = 14;
    assert_false(parot_gromov_points_pay(&problem, &options));
    assert_false(parot_gromov_points_can(NULL, NULL));
    assert_false(parot_gromov_points_pay(NULL, NULL));
    assert_true(parot_gromov_points_memory(NULL) == 0);
}

/* ---- Many points: a coarse descent comes in between ---- */

enum { MANY = 4160, WITH_MASS = 900 };

/* A curved cloud and its copy in another order, mirrored and with noise; with weights, rows from
 * WITH_MASS on have none, and neither do some groups of neighbours. */
static struct pair pair_of_many(double *weights)
{
    struct pair pair = {.x = calloc(MANY * 3, sizeof(double)),
                        .y = calloc(MANY * 3, sizeof(double)),
                        .n = MANY,
                        .m = MANY,
                        .dims_x = 3,
                        .dims_y = 3};
    for (int64_t i = 0; i < MANY; i++) {
        double *x = pair.x + 3 * i, *y = pair.y + 3 * ((i * 7 + 5) % MANY);
        for (int k = 0; k < 3; k++)
            x[k] = (1 - .3 * k) * test_normal(31, (uint64_t)(3 * i + k));
        x[0] += .3 * x[1] * x[1];
        for (int k = 0; k < 3; k++)
            y[k] =
                (k == 1 ? -1 : 1) * x[(k + 1) % 3] + .02 * test_normal(32, (uint64_t)(3 * i + k));
        if (weights)
            weights[i] = i < WITH_MASS ? 1. / WITH_MASS : 0;
    }
    pair.problem.p = weights;
    pair.problem.mass = .8;
    return pair;
}

/* J of the plan between MANY points, by its definition. */
static double value_of_many(const struct pair *pair, const parot_plan *plan)
{
    long double value = 0;
    for (int64_t a = 0; a < plan->count; a++)
        for (int64_t b = 0; b < plan->count; b++) {
            double apart = 0;
            for (int k = 0; k < 3; k++) {
                double dx = pair->x[3 * plan->row[a] + k] - pair->x[3 * plan->row[b] + k];
                double dy = pair->y[3 * plan->col[a] + k] - pair->y[3 * plan->col[b] + k];
                apart += dx * dx - dy * dy;
            }
            value += (long double)plan->mass[a] * plan->mass[b] * apart * apart / 2;
        }
    return (double)value;
}

/* The gradient of J in row i, by its definition. */
static void gradient_of_many(const struct pair *pair, const parot_plan *plan, int64_t i,
                             double *gradient)
{
    for (int64_t j = 0; j < MANY; j++) {
        gradient[j] = 0;
        for (int64_t e = 0; e < plan->count; e++) {
            double apart = 0;
            for (int k = 0; k < 3; k++) {
                double dx = pair->x[3 * i + k] - pair->x[3 * plan->row[e] + k];
                double dy = pair->y[3 * j + k] - pair->y[3 * plan->col[e] + k];
                apart += dx * dx - dy * dy;
            }
            gradient[j] += plan->mass[e] * apart * apart;
        }
    }
}

/* Prices that fit the gradient prove the gap. */
static void assert_proved(const struct pair *pair, const parot_gromov_result *result,
                          double tolerance)
{
    const parot_dual *dual = &result->transport.dual;
    double bound = dual->lambda * pair->problem.mass;
    FREED double *gradient = calloc(MANY, sizeof(double));
    for (int64_t i = 0; i < MANY; i++)
        bound -=
            (pair->problem.p ? pair->problem.p[i] : 1. / MANY) * dual->u[i] + dual->v[i] / MANY;
    double gap = 2 * result->transport.objective - bound;
    assert_true(gap <= result->stationarity + 1e-9);
    assert_true(result->stationarity <= tolerance * result->transport.objective);
    const int64_t step = WITH_MASS / 16 * (int64_t)test_stride(5);
    for (int64_t i = 0; i < WITH_MASS; i += step) {
        gradient_of_many(pair, &result->transport.plan, i, gradient);
        for (int64_t j = 0; j < MANY; j++)
            assert_true(dual->lambda - dual->u[i] - dual->v[j] <= gradient[j] + 1e-9);
    }
}

TEST(many_points_end_at_a_proved_gap)
{
    FREED double *weights = calloc(MANY, sizeof(double));
    for (int has_weights = 0; has_weights < 2; has_weights++) {
        struct pair pair = pair_of_many(has_weights ? weights : NULL);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, result, again);
        DEFAULTS(parot_run, run);
        options.tolerance = test_stride(2) == 1 ? 1e-6 : 1e-3;
        options.steps = PAROT_STEPS_LONG;
        assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
        assert_proved(&pair, &result, options.tolerance);
        double value = value_of_many(&pair, &result.transport.plan);
        assert_close(result.transport.objective, value, 1e-9 * value);
        run.threads = 2;
        if (has_weights || test_stride(2) == 1) {
            assert_ok(parot_gromov_points(&problem, &options, &run, &again, &err));
            assert_true(again.transport.objective == result.transport.objective);
        }
        free(pair.x);
        free(pair.y);
    }
}

/* A cloud that is cut: 90 of 150 points of each side are in the other, which is turned. The truth
 * costs nothing. */
TEST(representatives_find_the_part_that_matches)
{
    parot_error err = {0};
    for (int k = 0; k < 2; k++) {
        FREED_BY(pair_free) struct pair pair = pair_alloc(150, 150, 3, 3, 0.6);
        for (int i = 0; i < 210; i++)
            for (int d = 0; d < 3; d++) {
                double at = d == 0 ? i / 50.0 : test_normal(31, (uint64_t)(3 * i + d));
                if (i < 150)
                    pair.x[3 * i + d] = at;
                if (i >= 60)
                    pair.y[3 * ((i - 60) * 7 % 150) + (d + 1) % 3] = 2 - at;
            }
        parot_gromov_points_problem problem = {.x = {pair.x, 150, 3, 3},
                                               .y = {pair.y, 150, 3, 3},
                                               .metric = k == 0 ? PAROT_METRIC_SQEUCLIDEAN
                                                                : PAROT_METRIC_EUCLIDEAN,
                                               .mass = 0.6};
        parot_gromov_result result = {0};
        parot_gromov_options options = options_with(PAROT_START_REPRESENTATIVES);
        assert_true(parot_gromov_points(&problem, &options, NULL, &result, &err) >= 0);
        assert_int_equal(result.trials, 3);
        assert_true(result.transport.objective <= 1e-12);
        const parot_plan *plan = &result.transport.plan;
        for (int64_t e = 0; e < plan->count; e++)
            assert_int_equal(plan->col[e], (plan->row[e] - 60) * 7 % 150);
        parot_gromov_result_free(&result);
        if (k % (int)test_stride(2) == 0) {
            assert_true(parot_gromov_points(&problem, NULL, NULL, &result, &err) >= 0);
            assert_int_equal(result.trials, 5);
            assert_int_equal(result.trial[0].start, PAROT_START_REPRESENTATIVES);
            assert_int_equal(result.trial[3].start, PAROT_START_PRODUCT);
            assert_int_equal(result.trial[4].start, PAROT_START_RANDOM);
            parot_gromov_result_free(&result);
        }
    }
}
