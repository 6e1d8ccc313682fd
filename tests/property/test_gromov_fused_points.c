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

static void scale(double *numbers, int64_t count, double factor)
{
    for (int64_t k = 0; k < count; k++)
        numbers[k] *= factor;
}

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
    for (int64_t k = 0; metric == PAROT_METRIC_SQEUCLIDEAN && k < n * n; k++)
        pair->source[k] *= pair->source[k];
    for (int64_t k = 0; metric == PAROT_METRIC_SQEUCLIDEAN && k < m * m; k++)
        pair->target[k] *= pair->target[k];
    pair->problem.alpha = alpha;
    pair->problem.cost = (parot_matrix){fused->cost, n, m, m};
    fused->problem = (parot_gromov_points_problem){.x = {pair->x, n, pair->dims_x, pair->dims_x},
                                                   .y = {pair->y, m, pair->dims_y, pair->dims_y},
                                                   .metric = metric,
                                                   .p = pair->problem.p,
                                                   .q = pair->problem.q,
                                                   .mass = pair->problem.mass,
                                                   .x_features = fused->u,
                                                   .y_features = fused->w,
                                                   .features = d,
                                                   .alpha = alpha};
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
    scale(fused.pair.x, n * fused.pair.dims_x, UNITS[seed % 2]);
    scale(fused.pair.y, m * fused.pair.dims_y, UNITS[seed % 2]);
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

/* (1 - alpha) C + 2 alpha (M o T), by its definition; returns how large its terms may be. */
static double fill_gradient(const struct fused *fused, const double *dense, double *gradient)
{
    const parot_gromov_problem *problem = &fused->pair.problem;
    double largest = 0, cost = 0;
    int64_t n = fused->pair.n, m = fused->pair.m;
    for (int64_t k = 0; k < n * n; k++)
        largest = fmax(largest, fused->pair.source[k]);
    for (int64_t k = 0; k < m * m; k++)
        largest = fmax(largest, fused->pair.target[k]);
    for (int64_t k = 0; k < n * m; k++) {
        cost = fmax(cost, fused->cost[k]);
        gradient[k] = (1 - problem->alpha) * fused->cost[k] +
                      2 * problem->alpha * (double)tensor_entry(problem, dense, k / m, k % m);
    }
    return (1 - problem->alpha) * cost + problem->alpha * problem->mass * largest * largest;
}

static void assert_answer(const struct fused *fused, const parot_gromov_result *result)
{
    const struct pair *pair = &fused->pair;
    const parot_dual *dual = &result->transport.dual;
    int64_t n = pair->n, m = pair->m;
    double *dense = calloc((size_t)(n * m), sizeof(double));
    double *gradient = calloc((size_t)(n * m), sizeof(double)), here = 0;
    struct pair asked = *pair;
    asked.problem.mass = result->transport.mass;
    assert_true(fabs(asked.problem.mass - pair->problem.mass) <= 1e-14 * pair->problem.mass);
    assert_is_plan(&asked, &result->transport);
    parot_plan_to_dense(&result->transport.plan, dense);
    double size = fill_gradient(fused, dense, gradient), unit = size * pair->problem.mass;
    double value = (double)gromov_objective(&pair->problem, dense);
    assert_true(fabs(result->transport.objective - value) <= 1e-11 * unit);
    for (int64_t k = 0; k < n * m; k++) {
        here += gradient[k] * dense[k];
        assert_true(dual->lambda - dual->u[k / m] - dual->v[k % m] <= gradient[k] + 1e-10 * size);
    }
    double gap = here - least_of(pair, gradient);
    double tolerance = fused->problem.metric == PAROT_METRIC_SQEUCLIDEAN ? 1e-9 : 1e-4;
    assert_true(result->stationarity >= gap - 1e-10 * unit);
    assert_true(result->stationarity <= tolerance * value + 1e-10 * unit);
    free(gradient);
    free(dense);
}

static const parot_metric METRICS[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN};
static const double ALPHAS[] = {0, 0.1, 0.5, 0.99, 1};

TEST(answers_are_stationary_plans_with_their_value)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct fused fused = fused_of(seed, METRICS[seed / 5 % 2], ALPHAS[seed % 5]);
        parot_gromov_options options = options_with(0);
        parot_gromov_result result = {0};
        options.steps = (parot_steps)(seed % 3);
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &result, &err));
        assert_int_equal(result.trials, 6);
        assert_int_equal(result.trial[1].start, PAROT_START_PARTIAL);
        assert_answer(&fused, &result);
        parot_gromov_result_free(&result);
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
        parot_gromov_result result = {0}, matrix = {0};
        options.steps = PAROT_STEPS_LONG;
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &result, &err));
        assert_ok(parot_gromov(&fused.pair.problem, &options, NULL, &matrix, &err));
        double ours = result.transport.objective, theirs = matrix.transport.objective;
        double rounding = seed % 2 ? 1e-4 : 1e-9;
        same += fabs(ours - theirs) <= rounding * theirs;
        higher += ours > theirs * (1 + rounding);
        tried++;
        parot_gromov_result_free(&result);
        parot_gromov_result_free(&matrix);
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
        struct fused fused = fused_of(seed, metric, 0);
        parot_problem costs = {.cost = fused.pair.problem.cost,
                               .p = fused.pair.problem.p,
                               .q = fused.pair.problem.q,
                               .mass = fused.pair.problem.mass};
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        parot_gromov_result result = {0}, plain = {0};
        parot_result partial = {0};
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &result, &err));
        assert_ok(parot_partial(&costs, NULL, &partial, &err));
        assert_close(result.transport.objective / partial.objective, 1, 1e-9);
        parot_result_free(&partial);
        parot_gromov_result_free(&result);
        fused.problem.alpha = 1;
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &result, &err));
        fused.problem.x_features = fused.problem.y_features = NULL;
        fused.problem.features = 0;
        assert_ok(parot_gromov_points(&fused.problem, &options, NULL, &plain, &err));
        assert_true(fabs(result.transport.objective - plain.transport.objective) <=
                    (seed % 2 ? 1e-3 : 1e-9) * plain.transport.objective);
        parot_gromov_result_free(&result);
        parot_gromov_result_free(&plain);
        fused_free(&fused);
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
        parot_gromov_result result = {0};
        assert_ok(parot_gromov_points(&fused.problem, NULL, NULL, &result, &err));
        assert_true(result.transport.objective < 1e-20);
        for (int64_t e = 0; e < result.transport.plan.count; e++)
            assert_int_equal(result.transport.plan.row[e], result.transport.plan.col[e]);
        parot_gromov_result_free(&result);
        fused_free(&fused);
    }
}

TEST(what_makes_no_sense_is_refused)
{
    struct fused fused = fused_of(1, PAROT_METRIC_SQEUCLIDEAN, 0.5);
    parot_gromov_points_problem problem = fused.problem;
    parot_gromov_options options = options_with(PAROT_START_PARTIAL);
    parot_gromov_result result = {0};
    problem.alpha = 1.5;
    assert_refused(parot_gromov_points(&problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "alpha: must be between 0 (costs alone) and 1 (distances alone), got 1.5");
    problem = fused.problem;
    problem.features = -1;
    assert_refused(parot_gromov_points(&problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "features: must be 0 or more columns, got -1");
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
