/* test_gromov_fused_points.c - parot_gromov_points with features against the definition, and
 * against parot_gromov with the same costs as a matrix. */
#include "gromov_answers.h"
#include "points_pairs.h"
#include "test.h"

/* Spaces, features of their points, and the same as matrices. */
struct fused {
    struct pair pair;
    int64_t features;
    double *u, *w, *cost;
    parot_gromov_points_problem problem;
};

/* Costs by their definition, and both problems. */
static void state_problems(struct fused *fused, parot_metric metric, double alpha)
{
    struct pair *pair = &fused->pair;
    int64_t n = pair->n, m = pair->m, d = fused->features;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++) {
            double sum = 0;
            for (int64_t k = 0; k < d; k++)
                sum += pow(fused->u[i * d + k] - fused->w[j * d + k], 2);
            fused->cost[i * m + j] = sum;
        }
    pair_distances(pair);
    if (metric == PAROT_METRIC_SQEUCLIDEAN)
        square_distances(pair);
    pair->problem.alpha = alpha;
    pair->problem.cost = (parot_matrix){fused->cost, n, m, m};
    fused->problem = points_of(pair, metric);
    fused->problem.x_features = fused->u;
    fused->problem.y_features = fused->w;
    fused->problem.features = d;
    fused->problem.alpha = alpha;
}

/* Sizes, dimensions, weights, masses and units all differ from seed to seed. */
static struct fused fused_of(uint64_t seed, parot_metric metric, double alpha)
{
    static const double UNITS[] = {1, 1e3, 1e-4};
    int64_t n = 2 + (int64_t)(seed * 17 % 30), m = 2 + (int64_t)(seed * 11 % 23);
    struct fused fused = {.features = 1 + (int64_t)(seed % 3)};
    fused.pair = pair_random(seed, n, m, seed % 4 == 0 ? 1 : 0.1 + 0.2 * (double)(seed % 5));
    if (seed % 3 == 0)
        pair_weights(&fused.pair, seed, seed % 2 ? 1 : 2);
    multiply(fused.pair.x, n * fused.pair.dims_x, UNITS[seed % 2]);
    multiply(fused.pair.y, m * fused.pair.dims_y, UNITS[seed % 2]);
    fused.u = calloc((size_t)(n * fused.features), sizeof(double));
    fused.w = calloc((size_t)(m * fused.features), sizeof(double));
    fused.cost = calloc((size_t)(n * m), sizeof(double));
    for (int64_t k = 0; k < n * fused.features; k++)
        fused.u[k] = UNITS[seed % 3] * (5 + test_normal(seed + 500, (uint64_t)k));
    for (int64_t k = 0; k < m * fused.features; k++)
        fused.w[k] = UNITS[seed % 3] * (5 + test_normal(seed + 700, (uint64_t)k));
    state_problems(&fused, metric, alpha);
    return fused;
}

static void fused_free(struct fused *fused)
{
    pair_free(&fused->pair);
    free(fused->u);
    free(fused->w);
    free(fused->cost);
}

/* How large the terms of the gradient may be. */
static double size_of_terms(const struct fused *fused)
{
    const parot_gromov_problem *problem = &fused->pair.problem;
    double largest = largest_of(&fused->pair), cost = 0;
    for (int64_t k = 0; k < fused->pair.n * fused->pair.m; k++)
        cost = fmax(cost, fused->cost[k]);
    return (1 - problem->alpha) * cost + problem->alpha * problem->mass * largest * largest;
}

static void assert_answer(const struct fused *fused, const parot_gromov_result *result)
{
    const struct pair *pair = &fused->pair;
    const parot_dual *dual = &result->transport.dual;
    int64_t n = pair->n, m = pair->m;
    FREED double *dense = calloc((size_t)(n * m), sizeof(double));
    FREED double *gradient = calloc((size_t)(n * m), sizeof(double));
    assert_plan(pair, &result->transport);
    parot_plan_to_dense(&result->transport.plan, dense);
    double gap = gromov_slope(&pair->problem, dense, gradient) - least_of(pair, gradient);
    double size = size_of_terms(fused), unit = size * pair->problem.mass;
    double value = (double)gromov_objective(&pair->problem, dense);
    assert_true(fabs(result->transport.objective - value) <= 1e-11 * unit);
    for (int64_t k = 0; k < n * m; k++)
        assert_true(dual->lambda - dual->u[k / m] - dual->v[k % m] <= gradient[k] + 1e-10 * size);
    double tolerance = fused->problem.metric == PAROT_METRIC_SQEUCLIDEAN ? 1e-9 : 1e-4;
    assert_true(result->stationarity >= gap - 1e-10 * unit);
    assert_true(result->stationarity <= tolerance * value + 1e-10 * unit);
}

static const parot_metric METRICS[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN};
static const double ALPHAS[] = {0, 0.1, 0.5, 0.99, 1};

TEST(answers_are_stationary_plans_with_their_value)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct fused fused = fused_of(seed, METRICS[seed / 5 % 2], ALPHAS[seed % 5]);
        parot_gromov_options options = options_with(0);
        AUTO(parot_gromov_result, result);
        options.steps = (parot_steps)(seed % 3);
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &result, &err));
        assert_int_equal(result.trials, 6);
        assert_int_equal(result.trial[1].start, PAROT_START_PARTIAL);
        assert_answer(&fused, &result);
        fused_free(&fused);
    }
}

/* From the product and from the plan of the costs, with the same steps. */
TEST(ends_are_those_of_the_matrices)
{
    static const uint32_t STARTS[] = {PAROT_START_PRODUCT, PAROT_START_PARTIAL};
    int same = 0, higher = 0, tried = 0;
    for (uint64_t seed = 0; seed < 48; seed++) {
        struct fused fused = fused_of(seed, METRICS[seed % 2], ALPHAS[1 + seed / 2 % 3]);
        parot_gromov_options options = options_with(STARTS[seed / 4 % 2]);
        AUTO(parot_gromov_result, result, matrix);
        options.steps = PAROT_STEPS_LONG;
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &result, &err));
        assert_ok(parot_gromov(&fused.pair.problem, &options, NULL, &matrix, &err));
        double ours = result.transport.objective, theirs = matrix.transport.objective;
        double rounding = seed % 2 ? 1e-4 : 1e-9;
        same += fabs(ours - theirs) <= rounding * theirs;
        higher += ours > theirs * (1 + rounding);
        tried++;
        fused_free(&fused);
    }
    assert_true(same >= tried * 3 / 4);
    assert_true(higher <= tried / 8);
}

/* alpha = 0 is partial transport, alpha = 1 from the product the problem without features. */
TEST(the_ends_of_alpha_are_the_plain_problems)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        const parot_metric metric = METRICS[seed % 2];
        FREED_BY(fused_free) struct fused fused = fused_of(seed, metric, 0);
        parot_problem costs = {.cost = fused.pair.problem.cost,
                               .p = fused.pair.problem.p,
                               .q = fused.pair.problem.q,
                               .mass = fused.pair.problem.mass};
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, result, plain);
        AUTO(parot_result, partial);
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &result, &err));
        assert_ok(parot_partial(&costs, NULL, &partial, &err));
        assert_close(result.transport.objective / partial.objective, 1, 1e-9);
        parot_gromov_result_free(&result);
        fused.problem.alpha = 1;
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &result, &err));
        fused.problem.x_features = fused.problem.y_features = NULL;
        fused.problem.features = 0;
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &plain, &err));
        assert_true(fabs(result.transport.objective - plain.transport.objective) <=
                    (seed % 2 ? 1e-3 : 1e-9) * plain.transport.objective);
    }
}

/* A circle turned by any angle has the same distances. Features tell the points apart. */
TEST(features_decide_between_equal_matchings)
{
    enum { N = 24 };
    for (int k = 0; k < 2; k++) {
        struct fused fused = {.features = 1, .pair = pair_alloc(N, N, 2, 2, 1)};
        fused.u = calloc(N, sizeof(double));
        fused.w = calloc(N, sizeof(double));
        fused.cost = calloc(N * N, sizeof(double));
        for (int i = 0; i < N; i++) {
            double turn = 6.283185307179586 / N;
            fused.pair.x[2 * i] = cos(turn * i);
            fused.pair.x[2 * i + 1] = sin(turn * i);
            fused.pair.y[2 * i] = cos(turn * (5 - i));
            fused.pair.y[2 * i + 1] = sin(turn * (5 - i));
            fused.u[i] = fused.w[i] = i;
        }
        state_problems(&fused, METRICS[k], 0.5);
        AUTO(parot_gromov_result, result);
        assert_ok(parot_gromov_points(&fused.problem, NULL, NULL, &result, &err));
        assert_true(result.transport.objective < 1e-20);
        for (int64_t e = 0; e < result.transport.plan.count; e++)
            assert_int_equal(result.transport.plan.row[e], result.transport.plan.col[e]);
        fused_free(&fused);
    }
}

TEST(what_makes_no_sense_is_refused)
{
    struct fused fused = fused_of(1, PAROT_METRIC_SQEUCLIDEAN, 0.5);
    parot_gromov_points_problem problem = fused.problem;
    parot_gromov_options options = options_with(PAROT_START_PARTIAL);
    parot_gromov_result result = {0};
    problem = fused.problem;
    problem.features = 0;
    assert_refused(parot_gromov_points(&problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "features: must be the number of their columns, got 0");
    problem.x_features = problem.y_features = NULL;
    assert_refused(parot_gromov_points(&problem, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.starts: partial needs x_features and y_features");
    problem.features = 2;
    assert_refused(parot_gromov_points(&problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "x_features");
    fused.u[0] = NAN;
    assert_refused(parot_gromov_points(&fused.problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "x_features");
    fused.u[0] = 0;
    fused.w[fused.features] = 1e200;
    assert_refused(parot_gromov_points(&fused.problem, NULL, NULL, &result, &err), PAROT_ENUMERIC,
                   "y_features: squared distances of coordinates near 1e+200, as");
    fused_free(&fused);
}

TEST(squares_out_of_range_are_refused_by_their_row)
{
    struct fused fused = fused_of(1, PAROT_METRIC_SQEUCLIDEAN, 0.5);
    parot_gromov_result result = {0};
    fused.pair.y[2 * fused.pair.dims_y + 1] = -1e200;
    assert_refused(parot_gromov_points(&fused.problem, NULL, NULL, &result, &err), PAROT_ENUMERIC,
                   "y: squared distances of coordinates near 1e+200, as at (2,1)");
    fused_free(&fused);
}
