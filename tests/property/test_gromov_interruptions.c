/* test_gromov_interruptions.c - stops, limits and missing memory at every moment they can come. */
#include "quadratic.h"
#include "random_spaces.h"
#include "test.h"

enum { N = 14, M = 11 };

static const uint32_t ALL_STARTS = PAROT_START_PRODUCT | PAROT_START_PARTIAL |
                                   PAROT_START_CLUSTERS | PAROT_START_PROFILES |
                                   PAROT_START_PRIOR_PROFILES | PAROT_START_GIVEN;

struct fixture {
    struct pair pair;
    double cost[N * M];
    parot_gromov_options options;
};

/* Asymmetric, so that copies are made; fused; from every kind of start. */
static void open_fixture(struct fixture *it, uint64_t seed)
{
    *it = (struct fixture){.pair = pair_random(seed, N, M, 0.5)};
    for (int k = 0; k < N * M; k++) {
        it->cost[k] = test_uniform(seed, (uint64_t)k);
        it->pair.start[k] = 0.5 / (N * M);
    }
    it->pair.source[1] += 0.3;
    it->pair.problem.cost = (parot_matrix){it->cost, N, M, M};
    it->pair.problem.alpha = 0.7;
    it->options = options_with(ALL_STARTS);
    it->options.restarts = 2;
    it->options.start = it->pair.start;
}

static void assert_usable(const struct fixture *it, const parot_gromov_result *result)
{
    const parot_result *transport = &result->transport;
    double dense[N * M];
    assert_true(fabsl(plan_total(&transport->plan) - 0.5L) <= 2e-16L);
    for (int64_t i = 0; i < N; i++)
        assert_true(plan_row(&transport->plan, i) <= 1.0 / N * (1 + 1e-18L));
    for (int64_t j = 0; j < M; j++)
        assert_true(plan_col(&transport->plan, j) <= 1.0 / M * (1 + 1e-18L));
    parot_plan_to_dense(&transport->plan, dense);
    assert_close(transport->objective, (double)gromov_objective(&it->pair.problem, dense), 1e-12);
    assert_true(result->stationarity >= 0 && isfinite(result->stationarity));
    assert_true(transport->bound <= transport->objective);
}

/* ---- Memory ------------------------------------------------------------- */

/* ---- Stops -------------------------------------------------------------- */

struct countdown {
    int64_t left;
    double last;
};

static int stop_at_zero(const parot_progress *progress, void *user)
{
    struct countdown *countdown = user;
    int is_descent = strcmp(progress->stage, "frank-wolfe") == 0;
    assert_true(is_descent || strcmp(progress->stage, "simplex") == 0);
    assert_true(isnan(progress->stationarity) || (is_descent && progress->stationarity >= 0));
    assert_true(progress->seconds >= 0 && progress->iteration >= 0);
    return countdown->left-- == 0;
}

TEST(a_stop_at_any_callback_returns_a_feasible_plan)
{
    struct fixture it;
    parot_status status = PAROT_CANCELLED;
    open_fixture(&it, 5);
    int64_t calls = 0;
    for (; status != PAROT_OK; calls++) {
        struct countdown countdown = {calls, 0};
        AUTO(parot_gromov_result, result);
        DEFAULTS(parot_run, run);
        run.progress = stop_at_zero;
        run.progress_period = 0;
        run.user = &countdown;
        status = parot_gromov(&it.pair.problem, &it.options, &run, &result, NULL);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        assert_int_equal(result.transport.status, status);
        assert_usable(&it, &result);
    }
    assert_true(calls > 20);
    pair_free(&it.pair);
}

static void check_limit(const struct fixture *it, parot_run run, parot_status expected)
{
    AUTO(parot_gromov_result, result);
    assert_int_equal(parot_gromov(&it->pair.problem, &it->options, &run, &result, NULL), expected);
    assert_int_equal(result.transport.status, expected);
    assert_usable(it, &result);
}

TEST(limits_return_the_best_plan_so_far)
{
    struct fixture it;
    parot_run run;
    open_fixture(&it, 6);
    parot_run_init(&run);
    run.time_limit = 1e-9;
    check_limit(&it, run, PAROT_TIME_LIMIT);
    run.threads = 3;
    check_limit(&it, run, PAROT_TIME_LIMIT);
    parot_run_init(&run);
    run.max_iterations = 1;
    it.options = options_with(PAROT_START_PRODUCT);
    check_limit(&it, run, PAROT_ITERATION_LIMIT);
    pair_free(&it.pair);
}

/* The gap of a run that is cut short is that of the plan it returns. */
TEST(a_limit_on_steps_tells_the_gap_of_its_plan)
{
    struct fixture it;
    open_fixture(&it, 7);
    it.options = options_with(PAROT_START_PRODUCT);
    for (int64_t steps = 1; steps < 6; steps++) {
        AUTO(parot_gromov_result, cut, whole);
        DEFAULTS(parot_run, run);
        assert_true(parot_gromov(&it.pair.problem, &it.options, &run, &whole, NULL) >= 0);
        run.max_iterations = steps;
        assert_true(parot_gromov(&it.pair.problem, &it.options, &run, &cut, NULL) >= 0);
        if (steps < whole.history) {
            assert_close(cut.stationarity, whole.stationarities[steps], 1e-14);
            assert_close(cut.transport.objective, whole.objectives[steps], 1e-14);
            assert_int_equal(cut.transport.info.iterations, steps);
        }
    }
    pair_free(&it.pair);
}

/* ---- Passes over all distances ------------------------------------------- */

/* The first look at the clock after reading a matrix comes after four million numbers. */
enum { MANY = 2010 };

struct passes {
    int64_t looks; /* while distances are read, copied or checked */
};

static int count_until_the_descent(const parot_progress *progress, void *user)
{
    struct passes *passes = user;
    if (strcmp(progress->stage, "distances") != 0)
        return 1;
    passes->looks++;
    return 0;
}

static int64_t looks_at(double unit, parot_loss loss, double *distances)
{
    struct passes passes = {0};
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    AUTO(parot_gromov_result, result);
    for (int64_t i = 0; i < MANY; i++)
        for (int64_t k = 0; k < MANY; k++)
            distances[i * MANY + k] = unit * (1 + fabs((double)(i - k)));
    parot_matrix matrix = {distances, MANY, MANY, MANY};
    parot_gromov_problem problem = {
        .source = matrix, .target = matrix, .alpha = 1, .loss = loss, .mass = 0.5};
    DEFAULTS(parot_run, run);
    run.progress = count_until_the_descent;
    run.progress_period = 0;
    run.user = &passes;
    parot_status status = parot_gromov(&problem, &options, &run, &result, NULL);
    assert_true(status == PAROT_CANCELLED || status == PAROT_OK);
    return passes.looks;
}

/* Units far from 1 need copies of both matrices; the KL loss looks at the target once more. */
TEST(passes_that_change_units_can_be_stopped)
{
    FREED double *distances = malloc(sizeof *distances * MANY * MANY);
    assert_non_null(distances);
    int64_t square = looks_at(1, PAROT_LOSS_SQUARE, distances);
    int64_t kl = looks_at(1, PAROT_LOSS_KL, distances);
    assert_true(square >= 4);
    assert_true(looks_at(1e120, PAROT_LOSS_SQUARE, distances) >= square + 2);
    assert_true(looks_at(1e120, PAROT_LOSS_KL, distances) >= kl + 3);
}

static int count_down(const parot_progress *progress, void *user)
{
    (void)progress;
    return --*(int64_t *)user < 0;
}

/* Points without weight are not asked about, and have a price all the same. */
TEST(stopped_prices_of_points_without_weight_are_finite)
{
    double x[8 * 3], y[9 * 3], p[8], q[9];
    parot_gromov_points_problem problem = {.x = {x, 8, 3, 3},
                                           .y = {y, 9, 3, 3},
                                           .p = p,
                                           .q = q,
                                           .mass = 0.56,
                                           .x_features = x,
                                           .y_features = y,
                                           .features = 1,
                                           .alpha = 0.24};
    parot_gromov_options options = options_with(0);
    parot_status status = PAROT_CANCELLED;
    options.restarts = 7;
    test_fill(x, 8 * 3, 1);
    test_fill(y, 9 * 3, 2);
    for (int i = 0; i < 8; i++)
        p[i] = i % 3 ? 1.0 / 8 : 0;
    for (int j = 0; j < 9; j++)
        q[j] = j % 3 ? 1.0 / 9 : 0;
    for (int64_t most = 0; status != PAROT_OK; most += (int64_t)test_stride(7)) {
        int64_t left = most;
        AUTO(parot_gromov_result, result);
        DEFAULTS(parot_run, run);
        run.progress = count_down;
        run.progress_period = 0;
        run.user = &left;
        status = parot_gromov_points(&problem, &options, &run, &result, NULL);
        assert_true(status >= 0 || status == PAROT_ESTOPPED);
    }
}
