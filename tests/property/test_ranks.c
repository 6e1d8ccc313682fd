/* test_ranks.c - answers and proofs with the help of other ranks, which are threads here: the same
 * bytes as without them, whatever the clouds, and however the work ends.
 *
 * test_mpi.c has the same over MPI.
 */
#include "clouds.h"
#include "helped.h"
#include "same_answer.h"
#include "test.h"

/* ---- The same bytes ------------------------------------------------------ */

static void check_problem(const parot_points_problem *problem, const parot_run *run)
{
    struct answer alone = {0}, together = {0};
    answer_get(problem, NULL, &alone);
    answer_get(problem, run, &together);
    assert_same_answer(&alone, &together);
    answer_free(&alone);
    answer_free(&together);
}

/* Every cloud with every number of ranks; in builds that take fewer instances, with one of these.
 */
TEST(answers_do_not_depend_on_the_number_of_ranks)
{
    static const int32_t counts[] = {1, 2, 3, 4, 8};
    const uint64_t kinds = sizeof counts / sizeof *counts, stride = test_stride(kinds);
    for (uint64_t k = 0; k < kinds; k++) {
        struct helped helped = helped_start(counts[k]);
        for (uint64_t number = k % stride; number < ANSWER_CLOUDS; number += stride) {
            FREED_BY(clouds_free) struct clouds clouds = answer_clouds(number);
            parot_points_problem problem = answer_problem(&clouds, number);
            check_problem(&problem, &helped.run);
        }
        parot_ranks_info info;
        parot_ranks_get_info(helped.ranks, &info);
        assert_true(counts[k] == 1 ? info.jobs == 0
                                   : info.jobs > 4 * ANSWER_CLOUDS / (int64_t)stride);
        assert_true(counts[k] == 1 || info.pieces > info.own_pieces);
        helped_end(&helped);
    }
}

enum { WEIGHTED = 320 };

/* Of all costs, with weights: the metrics that need rows of another form, prices, and products. */
enum { COSINE, CHEBYSHEV, CORRELATION, PRICES, PRODUCTS, COSTS };

static void weigh(double *weight, int64_t count, double total, uint64_t seed)
{
    double sum = 0;
    for (int64_t k = 0; k < count; k++)
        sum += weight[k] = 0.2 + test_uniform(seed, (uint64_t)k);
    for (int64_t k = 0; k < count; k++)
        weight[k] *= total / sum;
}

static void answer_costs(int cost, const struct clouds *clouds, const parot_run *run,
                         struct answer *answer)
{
    static const parot_metric metric[] = {PAROT_METRIC_COSINE, PAROT_METRIC_CHEBYSHEV,
                                          PAROT_METRIC_CORRELATION, PAROT_METRIC_EUCLIDEAN};
    double p[WEIGHTED], q[WEIGHTED];
    parot_matrix x = cloud_x(clouds), y = cloud_y(clouds);
    weigh(p, x.rows, 1.2, 1);
    weigh(q, y.rows, 0.9, 2);
    if (cost == PRODUCTS) {
        parot_products_problem problem = {
            .f = x, .g = y, .alpha = p, .beta = q, .p = p, .q = q, .mass = 0.6};
        assert_ok(parot_partial_products(&problem, run, &answer->result, &err));
        assert_ok(parot_certify_products(&problem, &answer->result, run, &answer->check, &err));
        return;
    }
    parot_points_problem problem = {
        .x = x, .y = y, .metric = metric[cost], .p = p, .q = q, .mass = 0.6};
    const parot_prices prices = {.source = p, .target_each = 0.7};
    if (cost < PRICES) {
        answer_get(&problem, run, answer);
        return;
    }
    problem.mass = 0;
    assert_ok(parot_partial_points_prices(&problem, &prices, run, &answer->result, &err));
    assert_ok(
        parot_certify_points_prices(&problem, &prices, &answer->result, run, &answer->check, &err));
}

TEST(all_costs_are_shared_with_the_same_answers)
{
    for (int64_t parts = 1; parts < 4; parts += 2)
        for (int cost = 0; cost < COSTS; cost++) {
            struct helped helped = helped_in_parts(3, parts);
            struct clouds clouds = clouds_make(CLOUD_NORMAL, 300, 270, 5, (uint64_t)cost);
            struct answer alone = {0}, together = {0};
            parot_ranks_info info;
            answer_costs(cost, &clouds, NULL, &alone);
            answer_costs(cost, &clouds, &helped.run, &together);
            assert_same_answer(&alone, &together);
            assert_true(alone.result.plan.count > 0);
            parot_ranks_get_info(helped.ranks, &info);
            assert_true(info.jobs > 1);
            answer_free(&alone);
            answer_free(&together);
            clouds_free(&clouds);
            helped_end(&helped);
        }
}

/* No rank but 0 has more than a part of the points at a time. */
TEST(parts_of_the_points_give_the_same_answers)
{
    static const int64_t parts[] = {2, 3, 7};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        struct helped helped = helped_in_parts(2 + (int32_t)k, parts[k]);
        for (uint64_t number = k; number < ANSWER_CLOUDS; number += 2 * test_stride(3)) {
            FREED_BY(clouds_free) struct clouds clouds = answer_clouds(number);
            parot_points_problem problem = answer_problem(&clouds, number);
            check_problem(&problem, &helped.run);
        }
        helped_end(&helped);
    }
}

static int64_t jobs_of(const parot_points_problem *problem, const struct helped *helped)
{
    parot_ranks_info before, after;
    parot_ranks_get_info(helped->ranks, &before);
    check_problem(problem, &helped->run);
    parot_ranks_get_info(helped->ranks, &after);
    return after.jobs - before.jobs;
}

/* Searches in parts take more jobs; by default so small a problem is not shared. */
TEST(options_may_change_between_calls)
{
    struct helped helped = helped_start(3);
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 300, 400, 6, 3);
    parot_points_problem problem = answer_problem(&clouds, 2);
    parot_ranks_options options;
    int64_t jobs = jobs_of(&problem, &helped);
    assert_true(jobs > 0);
    parot_ranks_options_init(&options);
    options.least_work = 0;
    options.parts = 4;
    assert_ok(parot_ranks_set_options(helped.ranks, &options, &err));
    int64_t more = jobs_of(&problem, &helped);
    assert_true(more > 2 * jobs);
    options.parts = 5000;
    assert_refused(parot_ranks_set_options(helped.ranks, &options, &err), PAROT_EINVAL, "parts");
    assert_int_equal(jobs_of(&problem, &helped), more); /* what was refused changes nothing */
    assert_ok(parot_ranks_set_options(helped.ranks, NULL, &err));
    assert_int_equal(jobs_of(&problem, &helped), 0);
    assert_refused(parot_ranks_set_options(NULL, NULL, &err), PAROT_EINVAL, "ranks");
    clouds_free(&clouds);
    helped_end(&helped);
}

struct meddler {
    parot_ranks *ranks;
    int64_t tried, refused;
};

/* Points whole, then in four parts, then whole again. */
static int meddle(const parot_progress *progress, void *user)
{
    struct meddler *meddler = user;
    parot_error err = {{0}};
    (void)progress;
    DEFAULTS(parot_ranks_options, options);
    options.least_work = 0;
    options.parts = meddler->tried++ % 2 ? 4 : 1;
    meddler->refused += parot_ranks_set_options(meddler->ranks, &options, &err) == PAROT_EINVAL &&
                        strstr(err.message, "ranks: must not be at work");
    return 0;
}

/* They are refused while ranks work, and count from the next question on. */
TEST(options_may_change_between_questions)
{
    struct helped helped = helped_start(3);
    FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_NORMAL, 300, 400, 6, 3);
    parot_points_problem problem = answer_problem(&clouds, 2);
    struct meddler meddler = {.ranks = helped.ranks};
    helped.run.progress = meddle;
    helped.run.progress_period = 0;
    helped.run.user = &meddler;
    check_problem(&problem, &helped.run);
    assert_true(meddler.refused > 0 && meddler.refused < meddler.tried);
    helped_end(&helped);
}

TEST(threads_of_ranks_do_not_matter)
{
    struct helped helped = helped_start(3);
    FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_NORMAL, 700, 800, 6, 3);
    parot_points_problem problem = answer_problem(&clouds, 2);
    helped.run.threads = 3;
    check_problem(&problem, &helped.run);
    helped_end(&helped);
}

/* ---- Pairs of many clouds ------------------------------------------------- */

enum { MANY = 9 };

struct many {
    struct clouds made[MANY];
    parot_pairwise_cloud cloud[MANY];
    double weights[100];
};

static void many_make(struct many *many)
{
    for (int i = 0; i < 100; i++)
        many->weights[i] = 0.2 + test_uniform(5, (uint64_t)i);
    for (int k = 0; k < MANY; k++) {
        many->made[k] = clouds_make(CLOUD_NORMAL, 40 + 3 * k, 1, 3, (uint64_t)k);
        many->cloud[k] = (parot_pairwise_cloud){.points = cloud_x(&many->made[k]),
                                                .weights = k == 4 ? many->weights : NULL};
    }
}

static void many_free(struct many *many)
{
    for (int k = 0; k < MANY; k++)
        clouds_free(&many->made[k]);
}

static void assert_same_pairs(const parot_pairwise_result *a, const parot_pairwise_result *b)
{
    const size_t pairs = (size_t)(a->count * a->count);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->objective, b->objective, pairs * sizeof *a->objective);
    assert_memory_equal(a->statuses, b->statuses, pairs * sizeof *a->statuses);
    assert_int_equal(a->solved, b->solved);
    assert_int_equal(a->failed, b->failed);
    assert_int_equal(a->failures, b->failures);
    for (int64_t f = 0; f < a->failures; f++) {
        assert_int_equal(a->failure[f].first, b->failure[f].first);
        assert_int_equal(a->failure[f].second, b->failure[f].second);
        assert_string_equal(a->failure[f].error.message, b->failure[f].error.message);
    }
}

/* By both methods; and with a mass that one cloud, which has a weight of 1 in all, cannot move. */
TEST(pairs_do_not_depend_on_the_number_of_ranks)
{
    static const int32_t counts[] = {2, 3, 8};
    const uint64_t stride = test_stride(3);
    FREED_BY(many_free) struct many many = {0};
    many_make(&many);
    for (uint64_t kind = 0; kind < 3; kind++) {
        AUTO(parot_pairwise_result, alone);
        const int64_t clouds = kind == 1 ? MANY / (int64_t)test_stride(2) : MANY; /* slow */
        DEFAULTS(parot_run, plain);
        plain.seed = 11;
        DEFAULTS(parot_pairwise_options, options);
        options.method =
            kind == 1 ? PAROT_PAIRWISE_METHOD_GROMOV : PAROT_PAIRWISE_METHOD_WASSERSTEIN;
        options.share = 0.7;
        options.mass = kind == 2 ? 1.5 : NAN;
        assert_ok(parot_pairwise(many.cloud, clouds, &options, &plain, &alone, &err));
        assert_true(kind < 2 ? alone.failed == 0 : alone.failed > 0 && alone.failures > 0);
        for (uint64_t k = kind % stride; k < sizeof counts / sizeof *counts; k += stride) {
            struct helped helped = helped_start(counts[k]);
            AUTO(parot_pairwise_result, together);
            parot_ranks_info info;
            helped.run.seed = plain.seed;
            helped.run.threads = 1 + (int32_t)(k + kind) % 2;
            assert_ok(parot_pairwise(many.cloud, clouds, &options, &helped.run, &together, &err));
            assert_same_pairs(&alone, &together);
            parot_ranks_get_info(helped.ranks, &info);
            assert_int_equal(info.jobs, 1);
            helped_end(&helped);
        }
    }
}

/* ---- Stops --------------------------------------------------------------- */

/* A stop reaches all ranks, what there is holds, and the ranks are there for the next question. */
TEST(a_stop_reaches_all_ranks)
{
    struct helped helped = helped_start(4);
    FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_NORMAL, 900, 800, 10, 1);
    parot_points_problem problem = answer_problem(&clouds, 0);
    for (int64_t most = 0; most < 40; most += (int64_t)test_stride(5)) {
        struct patience patience = {.most = most};
        parot_run run = impatient(helped.run, &patience);
        AUTO(parot_result, result);
        parot_status status = parot_partial_points(&problem, &run, &result, NULL);
        assert_true(status == PAROT_CANCELLED || status == PAROT_ESTOPPED || status == PAROT_OK);
        if (status >= 0) {
            parot_check check = {0};
            assert_ok(parot_certify_points(&problem, &result, NULL, &check, &err));
            assert_true(result.bound <= check.bound * (1 + 1e-9) + 1e-12);
        }
    }
    check_problem(&problem, &helped.run);
    helped_end(&helped);
}

/* What was solved before the stop is what it is alone; the others were not begun. */
static void check_stopped_pairs(const struct many *many, const parot_pairwise_result *alone,
                                const parot_run *helped, int64_t most)
{
    struct patience patience = {.most = most};
    parot_run run = impatient(*helped, &patience);
    AUTO(parot_pairwise_result, some);
    parot_status status = parot_pairwise(many->cloud, MANY, NULL, &run, &some, NULL);
    /* The others may have solved all of them between two looks. */
    assert_true(status == PAROT_CANCELLED || (status == PAROT_OK && most > 0));
    assert_int_equal(status == PAROT_OK, some.solved == some.pairs);
    for (int k = 0; k < MANY * MANY; k++)
        assert_true(some.statuses[k] == PAROT_OK ? some.objective[k] == alone->objective[k]
                                                 : isnan(some.objective[k]));
}

TEST(stopped_pairs_are_left_out)
{
    struct helped helped = helped_start(3);
    AUTO(parot_pairwise_result, alone);
    struct many many;
    many_make(&many);
    assert_ok(parot_pairwise(many.cloud, MANY, NULL, NULL, &alone, &err));
    for (int64_t most = 0; most <= 12; most += 3)
        check_stopped_pairs(&many, &alone, &helped.run, most);
    many_free(&many);
    helped_end(&helped);
}

TEST(a_time_limit_reaches_all_ranks)
{
    struct helped helped = helped_start(3);
    FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_NORMAL, 3000, 3000, 20, 1);
    parot_points_problem problem = answer_problem(&clouds, 1);
    parot_run run = helped.run;
    AUTO(parot_result, result);
    run.time_limit = 0.01;
    parot_status status = parot_partial_points(&problem, &run, &result, NULL);
    assert_true(status == PAROT_TIME_LIMIT || status == PAROT_ESTOPPED);
    helped_end(&helped);
}

/* ---- Failures ------------------------------------------------------------ */

TEST(bad_input_leaves_the_ranks_ready)
{
    struct helped helped = helped_start(3);
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 300, 300, 3, 1);
    parot_points_problem problem = answer_problem(&clouds, 0);
    parot_result result = {0};
    double kept = clouds.x[7];
    clouds.x[7] = NAN;
    assert_refused(parot_partial_points(&problem, &helped.run, &result, &err), PAROT_EINVAL, "x");
    clouds.x[7] = kept;
    check_problem(&problem, &helped.run);
    clouds_free(&clouds);
    helped_end(&helped);
}

TEST(what_is_no_link_is_refused)
{
    struct thread_ranks *threads = thread_ranks_start(1);
    parot_link link = thread_ranks_link(threads);
    parot_ranks *ranks = NULL;
    assert_refused(parot_ranks_serve(&link, NULL, &err), PAROT_EINVAL, "rank");
    link.rank = 1;
    assert_refused(parot_ranks_open(&ranks, &link, NULL, &err), PAROT_EINVAL, "rank");
    link.rank = 0;
    assert_int_equal(thread_ranks_join(threads), 0);
}
