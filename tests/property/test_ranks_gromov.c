/* test_ranks_gromov.c - starts of Gromov-Wasserstein that are followed by other ranks, which are
 * threads here: the same bytes as without them, however the search ends. */
#include "gromov_answers.h"
#include "helped.h"
#include "test.h"

static const int32_t COUNTS[] = {1, 2, 3, 4, 8};
enum { COUNTED = sizeof COUNTS / sizeof *COUNTS };

/* ---- The same bytes ------------------------------------------------------ */

static void assert_same_numbers(const double *a, const double *b, int64_t count)
{
    if (count > 0)
        assert_memory_equal(a, b, (size_t)count * sizeof *a);
}

static void assert_same_trial(const parot_trial *a, const parot_trial *b)
{
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->status, b->status);
    assert_same_numbers(&a->objective, &b->objective, 1);
    assert_same_numbers(&a->stationarity, &b->stationarity, 1);
    assert_int_equal(a->iterations, b->iterations);
    assert_int_equal(a->history, b->history);
    assert_same_numbers(a->objectives, b->objectives, a->history);
    assert_same_numbers(a->stationarities, b->stationarities, a->history);
}

static void assert_same_transport(const parot_result *a, const parot_result *b)
{
    const parot_plan *plan = &a->plan;
    assert_int_equal(plan->count, b->plan.count);
    assert_same_numbers(plan->mass, b->plan.mass, plan->count);
    assert_memory_equal(plan->row, b->plan.row, (size_t)plan->count * sizeof *plan->row);
    assert_memory_equal(plan->col, b->plan.col, (size_t)plan->count * sizeof *plan->col);
    assert_same_numbers(a->dual.u, b->dual.u, plan->rows);
    assert_same_numbers(a->dual.v, b->dual.v, plan->cols);
    assert_same_numbers(&a->dual.lambda, &b->dual.lambda, 1);
    assert_same_numbers(&a->mass, &b->mass, 1);
    assert_same_numbers(&a->objective, &b->objective, 1);
    assert_same_numbers(&a->bound, &b->bound, 1);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->info.iterations, b->info.iterations);
    assert_int_equal(a->info.pivots, b->info.pivots);
}

static void assert_same_result(const parot_gromov_result *a, const parot_gromov_result *b)
{
    assert_same_transport(&a->transport, &b->transport);
    assert_same_numbers(&a->stationarity, &b->stationarity, 1);
    assert_same_numbers(a->asymmetry, b->asymmetry, 2);
    assert_int_equal(a->trials, b->trials);
    assert_int_equal(a->best, b->best);
    for (int64_t t = 0; t < a->trials; t++)
        assert_same_trial(&a->trial[t], &b->trial[t]);
    assert_same_numbers(a->moved, b->moved, a->trials * a->transport.plan.rows);
    assert_int_equal(a->history, b->history);
    assert_same_numbers(a->objectives, b->objectives, a->history);
    assert_same_numbers(a->stationarities, b->stationarities, a->history);
}

/* ---- Problems ------------------------------------------------------------ */

enum {
    SQUARE,
    KL,
    FUSED,
    WHOLE_ROWS,
    ANCHORS,
    GIVEN,
    MANY_STARTS, /* more than have a history */
    GAPS,        /* between the rows of the matrices; weights; not symmetric */
    TINY,        /* numbers that are scaled before they are used */
    FEW_STEPS,   /* a limit of iterations */
    COPIES,      /* a start finds the bound, and later ones are not tried */
    FAMILIES
};

struct posed {
    struct pair pair;
    double *cost, *wide;
    int32_t anchors[2][3];
    parot_gromov_options options;
    int64_t max_iterations;
};

/* The source with three numbers more in each row, that nobody may read. */
static void widen(struct posed *posed)
{
    int64_t n = posed->pair.n;
    posed->wide = calloc((size_t)(n * (n + 3)), sizeof(double));
    for (int64_t i = 0; i < n; i++) {
        memcpy(posed->wide + i * (n + 3), posed->pair.source + i * n, (size_t)n * sizeof(double));
        for (int64_t k = 0; k < 3; k++)
            posed->wide[i * (n + 3) + n + k] = NAN;
    }
    posed->wide[1] += 0.25;
    posed->pair.problem.source = (parot_matrix){posed->wide, n, n, n + 3};
    pair_weights(&posed->pair, 3, 1.5);
}

static void pose_matrices(struct posed *posed, int family, int64_t n, int64_t m)
{
    struct pair *pair = &posed->pair;
    posed->cost = calloc((size_t)(n * m), sizeof(double));
    fill_cost(posed->cost, n * m, 4);
    if (family == KL)
        for (int64_t k = 0; k < m * m; k++)
            pair->target[k] += 0.5;
    if (family == FUSED) {
        pair->problem.cost = (parot_matrix){posed->cost, n, m, m};
        pair->problem.alpha = 0.6;
    }
    if (family == GAPS)
        widen(posed);
    if (family == COPIES)
        memcpy(pair->target, pair->source, (size_t)(n * n) * sizeof(double));
    for (int64_t k = 0; family == TINY && k < n * n; k++)
        pair->source[k] *= 0x1p-300;
    for (int64_t k = 0; family == TINY && k < m * m; k++)
        pair->target[k] *= 0x1p-300;
}

static struct posed pose(int family)
{
    const int64_t n = 40, m = family == COPIES ? n : 35;
    struct posed posed = {.pair = pair_random((uint64_t)family, n, m, 0.75),
                          .options = options_with(0)};
    pose_matrices(&posed, family, n, m);
    parot_gromov_options *options = &posed.options;
    posed.pair.problem.loss = family == KL ? PAROT_LOSS_KL : PAROT_LOSS_SQUARE;
    options->restarts = family == MANY_STARTS ? 40 : 5;
    options->whole_rows = family == WHOLE_ROWS;
    options->steps = family == GAPS ? PAROT_STEPS_EXACT : PAROT_STEPS_AUTO;
    posed.max_iterations = family == FEW_STEPS ? 2 : 0;
    if (family == ANCHORS)
        options->anchors = 3;
    for (int64_t k = 0; family != COPIES && k < n * m; k++)
        posed.pair.start[k] = 0.75 / (double)(n * m);
    for (int64_t i = 0; family == COPIES && i < n; i++) /* no row to its copy */
        posed.pair.start[i * m + m - 1 - i] = 0.75 / (double)n;
    if (family == GIVEN || family == COPIES)
        options->start = posed.pair.start;
    if (family == COPIES)
        options->starts = PAROT_START_GIVEN | PAROT_START_TRIANGLES | PAROT_START_PRODUCT;
    return posed;
}

static void unpose(struct posed *posed)
{
    pair_free(&posed->pair);
    free(posed->cost);
    free(posed->wide);
}

static parot_status solve_posed(struct posed *posed, const parot_run *run,
                                parot_gromov_result *result)
{
    parot_run own = *run;
    for (int k = 0; k < 3; k++)
        posed->anchors[0][k] = posed->anchors[1][k] = 7 * k;
    posed->options.anchor_source = posed->anchors[0];
    posed->options.anchor_target = posed->anchors[1];
    own.max_iterations = posed->max_iterations;
    own.seed = 11;
    return parot_gromov(&posed->pair.problem, &posed->options, &own, result, NULL);
}

static void compare_posed(struct posed *posed, struct helped *helped,
                          const parot_gromov_result *alone)
{
    AUTO(parot_gromov_result, together);
    parot_ranks_info before, after;
    parot_ranks_get_info(helped->ranks, &before);
    assert_true(solve_posed(posed, &helped->run, &together) >= 0);
    assert_same_result(alone, &together);
    parot_ranks_get_info(helped->ranks, &after);
    assert_true(after.count == 1 ? after.jobs == 0 : after.jobs == before.jobs + 1);
}

/* Every problem with every number of ranks; in builds that take fewer instances, with one of these.
 */
TEST(starts_do_not_depend_on_the_number_of_ranks)
{
    const int stride = (int)test_stride(COUNTED);
    DEFAULTS(parot_run, plain);
    for (int family = 0; family < FAMILIES; family++) {
        struct posed posed = pose(family);
        AUTO(parot_gromov_result, alone);
        assert_true(solve_posed(&posed, &plain, &alone) >= 0);
        assert_true(alone.trials > 5);
        assert_true(isnan(alone.trial[alone.trials - 1].objective) == (family == COPIES));
        assert_true(family != COPIES || alone.best == 1);
        for (int k = family % stride; k < COUNTED; k += stride) {
            struct helped helped = helped_start(COUNTS[k]);
            compare_posed(&posed, &helped, &alone);
            helped_end(&helped);
        }
        unpose(&posed);
    }
}

/* Gradients by factors, which are there from 512 lines on. */
TEST(large_problems_begin_by_factors_on_all_ranks)
{
    struct posed posed = {.pair = pair_random(1, 560, 550, 1), .options = options_with(0)};
    struct helped helped = helped_start(3);
    AUTO(parot_gromov_result, alone);
    DEFAULTS(parot_run, plain);
    posed.options.starts = PAROT_START_PROFILES | PAROT_START_PRODUCT;
    posed.options.restarts = 2;
    assert_ok(solve_posed(&posed, &plain, &alone));
    compare_posed(&posed, &helped, &alone);
    helped_end(&helped);
    unpose(&posed);
}

/* Pieces of three starts; and ranks that were given other threads themselves. */
TEST(threads_of_ranks_do_not_matter)
{
    struct posed posed = pose(FUSED);
    struct helped helped = helped_start(3);
    AUTO(parot_gromov_result, alone);
    DEFAULTS(parot_run, plain);
    assert_ok(solve_posed(&posed, &plain, &alone));
    for (int32_t threads = 2; threads < 5; threads++) {
        helped.run.threads = threads;
        compare_posed(&posed, &helped, &alone);
    }
    helped_end(&helped);
    unpose(&posed);
}

/* ---- Clouds of points ------------------------------------------------------ */

enum { CLOUD_N = 70, CLOUD_M = 66, WIDE = 5 };

struct cloud_pair {
    double x[CLOUD_N * WIDE], y[CLOUD_M * WIDE], features[2][CLOUD_N], p[CLOUD_N];
    parot_gromov_points_problem problem;
    parot_gromov_options options;
};

/* By moments and by distances; the second fused, with weights, and with gaps between rows. */
static const parot_metric CLOUD_METRIC[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_SQEUCLIDEAN,
                                            PAROT_METRIC_COSINE,      PAROT_METRIC_EUCLIDEAN,
                                            PAROT_METRIC_CITYBLOCK,   PAROT_METRIC_SQEUCLIDEAN};
enum { CLOUD_PAIRS = sizeof CLOUD_METRIC / sizeof *CLOUD_METRIC, SAME_CLOUDS = CLOUD_PAIRS - 1 };

static void pose_clouds(struct cloud_pair *it, int number)
{
    const int64_t dims = number == 1 ? 3 : WIDE;
    *it = (struct cloud_pair){.options = options_with(0)};
    for (int k = 0; k < CLOUD_N * WIDE; k++)
        it->x[k] = test_normal(1, (uint64_t)k);
    for (int k = 0; k < CLOUD_M * WIDE; k++)
        it->y[k] = number == SAME_CLOUDS ? it->x[k] : test_normal(2, (uint64_t)k);
    for (int k = 0; k < CLOUD_N; k++) {
        it->features[0][k] = test_uniform(3, (uint64_t)k);
        it->features[1][k] = test_uniform(4, (uint64_t)k);
        it->p[k] = (0.5 + test_uniform(5, (uint64_t)k)) / CLOUD_N;
    }
    it->problem = (parot_gromov_points_problem){.x = {it->x, CLOUD_N, dims, WIDE},
                                                .y = {it->y, CLOUD_M, dims, WIDE},
                                                .metric = CLOUD_METRIC[number],
                                                .mass = 0.6,
                                                .alpha = 1};
    if (number == 1) {
        it->problem.x_features = it->features[0];
        it->problem.y_features = it->features[1];
        it->problem.features = 1;
        it->problem.alpha = 0.4;
        it->problem.p = it->p;
    }
    int is_quick = it->problem.metric == PAROT_METRIC_SQEUCLIDEAN;
    it->options.starts = is_quick ? 0 : PAROT_START_PRODUCT | PAROT_START_RANDOM;
    it->options.restarts = is_quick ? 4 : 7;
}

static void solve_clouds(const struct cloud_pair *it, const parot_run *run,
                         parot_gromov_result *result)
{
    DEFAULTS(parot_run, own);
    own.ranks = run ? run->ranks : NULL;
    own.seed = 7;
    assert_true(parot_gromov_points(&it->problem, &it->options, &own, result, NULL) >= 0);
}

/* Returns how many jobs the ranks were given. */
static int64_t compare_clouds(const struct cloud_pair *it, struct helped *helped,
                              const parot_gromov_result *alone)
{
    AUTO(parot_gromov_result, together);
    parot_ranks_info before, after;
    parot_ranks_get_info(helped->ranks, &before);
    solve_clouds(it, &helped->run, &together);
    assert_same_result(alone, &together);
    parot_ranks_get_info(helped->ranks, &after);
    return after.jobs - before.jobs;
}

TEST(starts_between_clouds_do_not_depend_on_ranks)
{
    const int stride = (int)test_stride(COUNTED);
    for (int number = 0; number < CLOUD_PAIRS; number++) {
        struct cloud_pair it;
        AUTO(parot_gromov_result, alone);
        pose_clouds(&it, number);
        solve_clouds(&it, NULL, &alone);
        for (int k = (number + 1) % stride; k < COUNTED; k += stride) {
            struct helped helped = helped_start(COUNTS[k]);
            assert_int_equal(compare_clouds(&it, &helped, &alone), COUNTS[k] > 1);
            helped_end(&helped);
        }
    }
}

/* Then they help with the linear problems of each start; so they do if they have no room for all
 * points. */
TEST(few_starts_between_clouds_are_not_shared)
{
    struct cloud_pair it;
    AUTO(parot_gromov_result, alone);
    pose_clouds(&it, 0);
    it.options.starts = PAROT_START_PRODUCT | PAROT_START_RANDOM;
    it.options.restarts = 1;
    solve_clouds(&it, NULL, &alone);
    for (int in_parts = 0; in_parts < 2; in_parts++) {
        struct helped helped = in_parts ? helped_in_parts(2, 2) : helped_start(3);
        assert_true(compare_clouds(&it, &helped, &alone) > 1);
        helped_end(&helped);
    }
}

/* ---- Stops --------------------------------------------------------------- */

/* Of the starts that came to their end, each ended as it does alone; the best of what there is, is
 * the answer. */
static void check_stopped(const struct posed *posed, const parot_gromov_result *alone,
                          const parot_gromov_result *some)
{
    assert_is_answer(&posed->pair, some);
    for (int64_t t = 0; t < some->trials; t++) {
        const parot_trial *trial = &some->trial[t];
        if (trial->status == PAROT_OK && t != some->best && t != alone->best)
            assert_same_trial(trial, &alone->trial[t]);
    }
}

TEST(a_stop_keeps_the_best_answer_so_far)
{
    struct posed posed = pose(FUSED);
    struct helped helped = helped_start(3);
    AUTO(parot_gromov_result, alone);
    int64_t stopped = 0;
    DEFAULTS(parot_run, plain);
    posed.options.restarts = 30;
    assert_ok(solve_posed(&posed, &plain, &alone));
    for (int64_t most = 0; most < 60; most += 1 + most / 8) {
        struct patience patience = {.most = most};
        parot_run run = impatient(helped.run, &patience);
        AUTO(parot_gromov_result, some);
        parot_status status = solve_posed(&posed, &run, &some);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        stopped += status == PAROT_CANCELLED;
        check_stopped(&posed, &alone, &some);
    }
    assert_true(stopped > 5);
    compare_posed(&posed, &helped, &alone);
    helped_end(&helped);
    unpose(&posed);
}

TEST(a_time_limit_keeps_the_best_answer_so_far)
{
    struct posed posed = {.pair = pair_random(1, 150, 140, 0.8), .options = options_with(0)};
    struct helped helped = helped_start(3);
    posed.options.restarts = 2000;
    for (int k = 0; k < 4; k++) {
        AUTO(parot_gromov_result, some);
        helped.run.time_limit = (double[]){1e-9, 0.01, 0.1, 0.4}[k];
        assert_int_equal(solve_posed(&posed, &helped.run, &some), PAROT_TIME_LIMIT);
        assert_is_answer(&posed.pair, &some);
        assert_int_equal(some.trial[some.trials - 1].status, PAROT_TIME_LIMIT);
    }
    helped_end(&helped);
    unpose(&posed);
}

/* Before there is any plan, that is said; afterwards it is the best so far. */
TEST(a_stop_between_clouds_keeps_the_best_answer_so_far)
{
    struct helped helped = helped_start(3);
    struct cloud_pair it;
    AUTO(parot_gromov_result, alone);
    int64_t stopped = 0;
    pose_clouds(&it, 0);
    it.options.restarts = 12;
    for (int64_t most = 0; most < 200; most += (int64_t)test_stride(4) + most / 4) {
        struct patience patience = {.most = most};
        parot_run run = impatient(helped.run, &patience);
        AUTO(parot_gromov_result, some);
        parot_status status = parot_gromov_points(&it.problem, &it.options, &run, &some, NULL);
        assert_true(status == PAROT_CANCELLED || status == PAROT_ESTOPPED || status == PAROT_OK);
        if (status >= 0) {
            stopped += status == PAROT_CANCELLED;
            assert_true(fabsl(plan_total(&some.transport.plan) - 0.6L) <= 1e-15L);
            for (int64_t t = 0; t < some.trials; t++)
                assert_false(some.trial[t].objective < some.transport.objective * (1 - 1e-14));
        }
    }
    assert_true(stopped > 3);
    solve_clouds(&it, NULL, &alone);
    assert_int_equal(compare_clouds(&it, &helped, &alone), 1);
    helped_end(&helped);
}

/* ---- Failures ------------------------------------------------------------ */

/* Found when the best start is brought to its end, on any rank. */
TEST(what_is_refused_is_refused_in_the_same_words)
{
    double far[9] = {.125, 8e-143, 2e-306, 8.625, .125, 1.158e188, 1e-310, 8.8e187, 1.5e-142};
    double at = 8.625, p[3] = {1, 0, 1}, q = 1 / 150.0;
    parot_gromov_options options = options_with(0);
    parot_gromov_result result = {0};
    parot_error alone = {0}, together = {0};
    parot_gromov_problem problem = {.source = {far, 3, 3, 3},
                                    .target = {&at, 1, 1, 1},
                                    .alpha = 1,
                                    .p = p,
                                    .q = &q,
                                    .mass = 0.004453125};
    options.restarts = 6;
    assert_int_equal(parot_gromov(&problem, &options, NULL, &result, &alone), PAROT_ENUMERIC);
    for (int k = 0; k < COUNTED; k++) {
        struct helped helped = helped_start(COUNTS[k]);
        assert_int_equal(parot_gromov(&problem, &options, &helped.run, &result, &together),
                         PAROT_ENUMERIC);
        assert_string_equal(alone.message, together.message);
        assert_string_equal(alone.argument, together.argument);
        helped_end(&helped);
    }
}

/* Wherever the link breaks, the call ends with an error, or with the answer of one process. */
TEST(a_broken_link_ends_all_ranks)
{
    struct posed posed = pose(SQUARE);
    AUTO(parot_gromov_result, alone);
    int64_t most = 0;
    DEFAULTS(parot_run, plain);
    assert_true(solve_posed(&posed, &plain, &alone) >= 0);
    for (int64_t k = 0; k <= most; k += 1 + most / 40) {
        struct helped helped = helped_start(3);
        parot_gromov_result result = {0};
        if (most > 0)
            thread_ranks_break(helped.threads, k);
        parot_status status = solve_posed(&posed, &helped.run, &result);
        parot_ranks_info info;
        parot_ranks_get_info(helped.ranks, &info);
        assert_true(most == 0 ? status >= 0 : status >= 0 || (status == PAROT_EIO && info.is_lost));
        if (status >= 0)
            assert_same_result(&alone, &result);
        parot_gromov_result_free(&result);
        int64_t operations = thread_ranks_operations(helped.threads);
        parot_ranks_close(helped.ranks);
        int failed = thread_ranks_join(helped.threads);
        assert_true(info.is_lost ? failed == 2 : most > 0 || failed == 0);
        most = most > 0 ? most : operations;
    }
    unpose(&posed);
}
