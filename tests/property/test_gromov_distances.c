/* test_gromov_distances.c - parot_gromov_points for distances that are not squared Euclidean: value
 * and stationarity by the definition, from matrices that the answer was found without; and spaces
 * with hardly anything in them, from points and by matrices. */
#include "gromov_answers.h"
#include "points_pairs.h"
#include "stopping.h"
#include "test.h"

static const parot_metric metrics[] = {PAROT_METRIC_EUCLIDEAN, PAROT_METRIC_CITYBLOCK,
                                       PAROT_METRIC_CHEBYSHEV, PAROT_METRIC_COSINE,
                                       PAROT_METRIC_SQEUCLIDEAN};
enum { METRICS = sizeof metrics / sizeof *metrics };

/* The matrices that nobody else computes. */
static void set_distances(struct pair *pair, parot_metric metric)
{
    parot_gromov_points_problem problem = points_of(pair, metric);
    assert_ok(parot_cost(problem.x, problem.x, metric, NULL, pair->source, &err));
    assert_ok(parot_cost(problem.y, problem.y, metric, NULL, pair->target, &err));
}

static struct pair pair_of(enum family family, uint64_t seed, parot_metric metric)
{
    struct pair pair = pair_of_family(family, seed);
    set_distances(&pair, metric);
    return pair;
}

static double largest_square(const struct pair *pair)
{
    double largest = largest_of(pair);
    return largest > 0 ? largest * largest : 1;
}

/* sum_kl (source_ik - target_jl)^2 T_kl / 2, term by term */
static double half_gradient(const struct pair *pair, const parot_plan *plan, int64_t i, int64_t j)
{
    long double sum = 0;
    for (int64_t e = 0; e < plan->count; e++) {
        long double apart = (long double)pair->source[i * pair->n + plan->row[e]] -
                            pair->target[j * pair->m + plan->col[e]];
        sum += apart * apart * plan->mass[e];
    }
    return (double)(sum / 2);
}

/* J by its definition */
static double value_of(const struct pair *pair, const parot_plan *plan)
{
    long double sum = 0;
    for (int64_t e = 0; e < plan->count; e++)
        sum += (long double)half_gradient(pair, plan, plan->row[e], plan->col[e]) * plan->mass[e];
    return (double)sum;
}

/* The gap by the definition: the gradient of the matrices, and the exact linear problem for it. */
static double gap_of(const struct pair *pair, const parot_plan *plan)
{
    int64_t n = pair->n, m = pair->m;
    FREED double *gradient = calloc((size_t)(n * m), sizeof(double));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            gradient[i * m + j] = 2 * half_gradient(pair, plan, i, j);
    double gap = 2 * value_of(pair, plan) - least_of(pair, gradient);
    return gap;
}

/* What is said of the plan is true of the matrices: its value, and a stationarity no less than its
 * own that keeps to the tolerance. */
static void assert_answer(const struct pair *pair, const parot_gromov_result *result)
{
    const parot_result *transport = &result->transport;
    double unit = largest_square(pair);
    assert_plan(pair, transport);
    assert_close(transport->objective / unit, value_of(pair, &transport->plan) / unit, 1e-10);
    assert_true(result->stationarity / unit >= gap_of(pair, &transport->plan) / unit - 1e-10);
    assert_true(result->stationarity <= 1e-4 * transport->objective + 1e-9 * unit);
}

TEST(answers_are_stationary_plans_with_their_value)
{
    const uint64_t stride = test_stride(8);
    for (int k = 0; k < METRICS; k++)
        for (int family = 0; family < FAMILIES; family++)
            for (uint64_t seed = (uint64_t)(k + family) % stride; seed < 8; seed += stride) {
                struct pair pair = pair_of((enum family)family, seed, metrics[k]);
                parot_gromov_points_problem problem = points_of(&pair, metrics[k]);
                parot_gromov_options options = options_with(0);
                AUTO(parot_gromov_result, result);
                options.steps = (parot_steps)(seed % 3);
                assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
                assert_answer(&pair, &result);
                pair_free(&pair);
            }
}

TEST(correlations_have_answers_too)
{
    for (uint64_t seed = 0; seed < test_wanted(8); seed++) {
        FREED_BY(pair_free) struct pair pair = pair_alloc(20 + (int64_t)seed, 24, 5, 4, 0.6);
        fill_points(GAUSSIAN, seed, pair.x, pair.n, 5);
        fill_points(GAUSSIAN, seed + 100, pair.y, pair.m, 4);
        set_distances(&pair, PAROT_METRIC_CORRELATION);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_CORRELATION);
        parot_gromov_options options = options_with(0);
        AUTO(parot_gromov_result, result);
        assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
        assert_answer(&pair, &result);
    }
}

/* From the same start both walk the same way as a rule. */
TEST(ends_are_those_of_the_matrices)
{
    int same = 0, tried = 0;
    for (uint64_t seed = 0; seed < test_wanted(24); seed++) {
        FREED_BY(pair_free) struct pair pair = pair_of(GAUSSIAN, seed, PAROT_METRIC_EUCLIDEAN);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_EUCLIDEAN);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, result, matrix);
        options.steps = PAROT_STEPS_LONG;
        assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &matrix, &err));
        double unit = largest_square(&pair);
        same += fabs(result.transport.objective - matrix.transport.objective) <=
                1e-4 * matrix.transport.objective + 1e-12 * unit;
        tried++;
    }
    assert_true(same >= tried * 2 / 3);
}

/* More points than a sketch has columns: the proof is by the distances, not by the sketch. */
TEST(sketches_do_not_touch_the_proof)
{
    FREED_BY(pair_free) struct pair pair = pair_alloc(420, 390, 3, 2, 0.5);
    fill_points(GAUSSIAN, 1, pair.x, pair.n, 3);
    fill_points(GAUSSIAN, 2, pair.y, pair.m, 2);
    set_distances(&pair, PAROT_METRIC_EUCLIDEAN);
    parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_EUCLIDEAN);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    AUTO(parot_gromov_result, result);
    assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
    assert_answer(&pair, &result);
}

TEST(turned_clouds_cost_nothing)
{
    for (uint64_t seed = 1; seed < 6; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_isometric(seed, 40, 1);
        set_distances(&pair, PAROT_METRIC_EUCLIDEAN);
        parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_EUCLIDEAN);
        parot_gromov_options options = options_with(0);
        AUTO(parot_gromov_result, result);
        options.restarts = 20;
        assert_ok(parot_gromov_points(&problem, &options, NULL, &result, &err));
        assert_true(result.transport.objective <= 1e-20 * largest_square(&pair));
    }
}

/* ---- Hardly anything -------------------------------------------------------- */

static void solve_both(struct pair *pair, parot_metric metric)
{
    parot_gromov_points_problem problem = points_of(pair, metric);
    parot_gromov_options options = options_with(0);
    AUTO(parot_gromov_result, points, matrix);
    assert_ok(parot_gromov_points(&problem, &options, NULL, &points, &err));
    assert_answer(pair, &points);
    assert_ok(parot_gromov(&pair->problem, &options, NULL, &matrix, &err));
    assert_answer(pair, &matrix);
}

TEST(one_point_is_enough)
{
    for (int k = 0; k < METRICS; k++)
        for (int shape = 0; shape < 3; shape++) {
            struct pair pair = pair_alloc(shape == 1 ? 7 : 1, shape == 2 ? 9 : 1, 2, 3, 0.4);
            fill_points(GAUSSIAN, 3, pair.x, pair.n, 2);
            fill_points(GAUSSIAN, 4, pair.y, pair.m, 3);
            set_distances(&pair, metrics[k]);
            solve_both(&pair, metrics[k]);
            pair_free(&pair);
        }
}

/* All points of one side are equal: every plan costs the distances of the other alone. */
TEST(equal_points_are_no_trouble)
{
    for (int k = 0; k < METRICS; k++)
        for (int side = 0; side < 3; side++) {
            FREED_BY(pair_free) struct pair pair = pair_alloc(12, 15, 2, 2, 0.5);
            fill_points(side == 1 ? GAUSSIAN : EQUAL, 5, pair.x, 12, 2);
            fill_points(side == 0 ? GAUSSIAN : EQUAL, 6, pair.y, 15, 2);
            set_distances(&pair, metrics[k]);
            solve_both(&pair, metrics[k]);
        }
}

TEST(points_without_mass_do_not_move)
{
    for (int k = 0; k < METRICS; k++) {
        FREED_BY(pair_free) struct pair pair = pair_alloc(20, 25, 2, 2, 0.5);
        double p[20] = {0}, q[25] = {0};
        for (int i = 0; i < 20; i += 3)
            p[i] = 0.2;
        for (int j = 0; j < 25; j += 2)
            q[j] = 0.1;
        fill_points(TIES, 7, pair.x, 20, 2);
        fill_points(GAUSSIAN, 8, pair.y, 25, 2);
        set_distances(&pair, metrics[k]);
        pair.problem.p = p;
        pair.problem.q = q;
        solve_both(&pair, metrics[k]);
        pair.problem.p = pair.problem.q = NULL;
    }
}

TEST(any_mass_and_any_scale)
{
    const double masses[] = {1e-200, 1e-9, 0.999999, 1};
    const double scales[] = {1e-120, 1e-30, 1, 1e30};
    const int stride = (int)test_stride(2);
    for (int k = 0; k < 3; k++) /* those whose unit is that of the points */
        for (int s = 0; s < 4; s++)
            for (int l = (k + s) % stride; l < 4; l += stride) {
                FREED_BY(pair_free) struct pair pair = pair_alloc(14, 11, 2, 3, masses[l]);
                fill_points(GAUSSIAN, 9, pair.x, 14, 2);
                fill_points(GAUSSIAN, 10, pair.y, 11, 3);
                for (int64_t i = 0; i < 28; i++)
                    pair.x[i] *= scales[s];
                for (int64_t j = 0; j < 33; j++)
                    pair.y[j] *= scales[s];
                set_distances(&pair, metrics[k]);
                parot_gromov_points_problem problem = points_of(&pair, metrics[k]);
                parot_gromov_options options = options_with(0);
                parot_gromov_result result = {0};
                parot_status status = parot_gromov_points(&problem, &options, NULL, &result, NULL);
                double least = scales[s] * scales[s] * masses[l] * masses[l];
                if (least < 1e-290) /* the objective is below the range of double */
                    assert_true(status == PAROT_OK || status == PAROT_ENUMERIC);
                else {
                    assert_int_equal(status, PAROT_OK);
                    assert_true(result.transport.objective > 0 || masses[l] < 0.05);
                    assert_true(result.stationarity <=
                                1e-4 * result.transport.objective +
                                    1e-9 * largest_square(&pair) * masses[l] * masses[l]);
                }
                if (status >= 0)
                    parot_gromov_result_free(&result);
            }
}

/* 979 points against 20,000 (270 against 3000 where all distances are computed), stopped after one
 * step: a plan of that mass. */
TEST(shapes_may_be_long)
{
    for (int k = 0; k < METRICS; k += 4) {
        enum { MOST_N = 979, MOST_M = 20000 };
        int is_squared = metrics[k] == PAROT_METRIC_SQEUCLIDEAN;
        int64_t n = is_squared ? MOST_N : 270;
        int64_t m = (is_squared ? MOST_M : 3000) / (int64_t)test_stride(4);
        double *x = malloc(MOST_N * 2 * sizeof(double)), *y = malloc(MOST_M * 3 * sizeof(double));
        fill_points(GAUSSIAN, 11, x, n, 2);
        fill_points(GAUSSIAN, 12, y, m, 3);
        parot_gromov_points_problem problem = {
            .x = {x, n, 2, 2}, .y = {y, m, 3, 3}, .metric = metrics[k], .mass = 0.5};
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, result);
        DEFAULTS(parot_run, run);
        run.max_iterations = 1;
        parot_status status = parot_gromov_points(&problem, &options, &run, &result, NULL);
        assert_true(status == PAROT_OK || status == PAROT_ITERATION_LIMIT);
        assert_close(result.transport.mass, 0.5, 1e-15);
        assert_true(isfinite(result.stationarity));
        free(x);
        free(y);
    }
}

TEST(a_stopped_run_is_honest)
{
    FREED_BY(pair_free) struct pair pair = pair_of(GAUSSIAN, 3, PAROT_METRIC_EUCLIDEAN);
    parot_gromov_points_problem problem = points_of(&pair, PAROT_METRIC_EUCLIDEAN);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    for (int most = 1; most < 6; most++) {
        AUTO(parot_gromov_result, result);
        DEFAULTS(parot_run, run);
        run.max_iterations = most;
        parot_status status = parot_gromov_points(&problem, &options, &run, &result, NULL);
        assert_true(status >= 0);
        assert_true(result.stationarity >=
                    gap_of(&pair, &result.transport.plan) - 1e-12 * largest_square(&pair));
    }
}

static parot_status stopped_after(const struct pair *pair, int questions,
                                  parot_gromov_result *result)
{
    parot_gromov_points_problem problem = points_of(pair, PAROT_METRIC_EUCLIDEAN);
    parot_gromov_options options = options_with(PAROT_START_REPRESENTATIVES);
    parot_run run = run_that_stops(&questions);
    return parot_gromov_points(&problem, &options, &run, result, NULL);
}

/* There are so many points that the first step of a start can be stopped itself: the first stop
 * that returns a plan returns a whole one. */
TEST(a_stop_returns_a_whole_plan_or_none)
{
    FREED_BY(pair_free) struct pair pair = pair_random(5, 270, 266, 0.5);
    int none = 0, some = 0; /* questions after which a stop finds no plan; or a plan, 0: unknown */
    while (some == 0 || some - none > (int)test_stride(400)) {
        AUTO(parot_gromov_result, result);
        int questions = some > 0 ? (none + some) / 2 : 2 * none + 1;
        parot_status status = stopped_after(&pair, questions, &result);
        assert_true(status == PAROT_ESTOPPED || status >= 0);
        if (status >= 0)
            assert_is_plan(&pair, &result.transport);
        *(status >= 0 ? &some : &none) = questions;
    }
    assert_true(none > 0);
}
