/* test_ranks_memory.c - each allocation of rank 0 and of those that help it refused in turn: the
 * call ends, with an error about memory or the link or with the answer, no rank waits for another,
 * and nothing stays behind. Ranks are threads, so that which of them is refused may vary.
 */
#include "clouds.h"
#include "failing.h"
#include "parot/tasks.h"
#include "pu_data.h"
#include "test.h"
#include "thread_link.h"

enum { RANKS = 3, MOST = 5000 };

static parot_status solve_and_prove(const parot_run *run, parot_error *error)
{
    static double x[300 * 3], y[280 * 3];
    test_fill(x, 300 * 3, 1);
    test_fill(y, 280 * 3, 2);
    parot_points_problem problem = {
        .x = {x, 300, 3, 3}, .y = {y, 280, 3, 3}, .mass = 0.7, .metric = PAROT_METRIC_EUCLIDEAN};
    AUTO(parot_result, result);
    parot_check check = {0};
    parot_status status = parot_partial_points(&problem, run, &result, error);
    if (status == PAROT_OK)
        status = parot_certify_points(&problem, &result, run, &check, error);
    return status;
}

static parot_status solve_pairs(const parot_run *run, parot_error *error)
{
    static double points[5][20 * 2];
    parot_pairwise_cloud cloud[5] = {0};
    AUTO(parot_pairwise_result, result);
    for (int c = 0; c < 5; c++) {
        for (int k = 0; k < 40; k++)
            points[c][k] = test_uniform((uint64_t)c, (uint64_t)k);
        cloud[c].points = (parot_matrix){points[c], 20, 2, 2};
    }
    parot_status status = parot_pairwise(cloud, 5, NULL, run, &result, error);
    return status;
}

static parot_status solve_starts(const parot_run *run, parot_error *error)
{
    static double source[12 * 12], target[11 * 11];
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 12; k++)
            source[12 * i + k] = fabs(test_uniform(1, (uint64_t)i) - test_uniform(1, (uint64_t)k));
    for (int j = 0; j < 11; j++)
        for (int l = 0; l < 11; l++)
            target[11 * j + l] = fabs(test_uniform(2, (uint64_t)j) - test_uniform(2, (uint64_t)l));
    parot_gromov_problem problem = {
        .source = {source, 12, 12, 12}, .target = {target, 11, 11, 11}, .alpha = 1, .mass = 0.7};
    AUTO(parot_gromov_result, result);
    DEFAULTS(parot_gromov_options, options);
    options.restarts = 3;
    options.starts = PAROT_START_PRODUCT | PAROT_START_PROFILES;
    parot_status status = parot_gromov(&problem, &options, run, &result, error);
    return status;
}

static parot_status solve_point_starts(const parot_run *run, parot_error *error)
{
    static double x[12 * 2], y[11 * 2];
    parot_gromov_points_problem problem = {
        .x = {x, 12, 2, 2}, .y = {y, 11, 2, 2}, .metric = PAROT_METRIC_SQEUCLIDEAN, .mass = 0.7};
    AUTO(parot_gromov_result, result);
    test_fill(x, 12 * 2, 1);
    test_fill(y, 11 * 2, 2);
    DEFAULTS(parot_gromov_options, options);
    options.steps = PAROT_STEPS_LONG;
    options.starts = PAROT_START_PRODUCT | PAROT_START_RANDOM;
    options.restarts = 3;
    parot_status status = parot_gromov_points(&problem, &options, run, &result, error);
    return status;
}

static parot_status send_spies(const parot_run *run, parot_error *error)
{
    static struct pu_tables tables;
    parot_pu_spies_result result = {0};
    pu_tables_make(&tables, 4, 0.4, 0);
    parot_pu_options options = pu_options_of(PAROT_PU_METHOD_RIDGE);
    return parot_pu_spies(&tables.data, &options, run, &result, error);
}

typedef parot_status call_function(const parot_run *run, parot_error *error);

/* The ranks are free and whole for the next call, unless the link is lost. */
static void check_again(call_function *call, const parot_run *run)
{
    parot_ranks_info before, after;
    parot_ranks_get_info(run->ranks, &before);
    if (before.is_lost)
        return;
    assert_ok(call(run, &err));
    parot_ranks_get_info(run->ranks, &after);
    assert_true(after.jobs > before.jobs);
}

/* Returns whether an allocation was refused. */
static int refuse_one(call_function *call, long number, int64_t parts)
{
    long before = failing_live();
    struct thread_ranks *threads = thread_ranks_start(RANKS);
    parot_link link = thread_ranks_link(threads);
    parot_ranks_options options;
    parot_ranks *ranks = NULL;
    parot_error error = {0};
    parot_run run;
    parot_ranks_options_init(&options);
    options.least_work = 0;
    options.parts = parts;
    assert_ok(parot_ranks_open(&ranks, &link, &options, &err));
    parot_run_init(&run);
    run.ranks = ranks;
    failing_arm(number);
    parot_status status = call(&run, &error);
    int is_hit = failing_hit();
    failing_arm(0);
    if (status != PAROT_OK) {
        assert_true(is_hit);
        assert_true(status == PAROT_ENOMEM || status == PAROT_EIO);
        assert_non_null(strstr(error.message, status == PAROT_ENOMEM ? "memory" : "link"));
    }
    check_again(call, &run);
    parot_ranks_close(ranks);
    thread_ranks_join(threads);
    assert_int_equal(failing_live(), before);
    return is_hit;
}

/* In steps from the hundredth on: there the same searches come again and again. */
static void refuse_each(call_function *call, int64_t parts)
{
    long number = 1;
    while (number < MOST && refuse_one(call, number, parts))
        number += (1 + number / 100) * (long)test_stride(7);
    assert_true(number > 20 && number < MOST);
}

TEST(answers_and_proofs_survive_every_refusal)
{
    refuse_each(solve_and_prove, 1);
}

TEST(points_in_parts_survive_every_refusal)
{
    refuse_each(solve_and_prove, 2);
}

TEST(pairs_survive_every_refusal)
{
    refuse_each(solve_pairs, 1);
}

TEST(starts_survive_every_refusal)
{
    refuse_each(solve_starts, 1);
}

TEST(starts_between_clouds_survive_every_refusal)
{
    refuse_each(solve_point_starts, 1);
}

TEST(spies_survive_every_refusal)
{
    refuse_each(send_spies, 1);
}
