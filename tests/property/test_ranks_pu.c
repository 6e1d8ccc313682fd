/* test_ranks_pu.c - fits of PU learning shared with other ranks, which are threads here: the same
 * bytes as without them, and the same failures, however the work ends.
 */
#include "helped.h"
#include "pu_data.h"
#include "stopping.h"
#include "test.h"

static const int32_t COUNTS[] = {1, 2, 3, 4, 8};
enum { COUNTS_COUNT = sizeof COUNTS / sizeof *COUNTS };

/* All that is fitted more than once. */
struct opinions {
    parot_pu_prior_result prior;
    parot_pu_tune_result tune;
    parot_pu_spies_result spies;
    parot_pu_trust trust;
    parot_pu_calibration calibration;
    parot_pu_sensitivity_result sensitivity;
};

static void ask(const parot_pu_data *data, parot_pu_method method, const parot_run *run,
                struct opinions *opinions)
{
    AUTO(parot_pu_result, labelled);
    parot_pu_options options = pu_options_of(method);
    memset(opinions, 0, sizeof *opinions);
    assert_ok(parot_pu_prior(data, &options, run, &opinions->prior, &err));
    assert_ok(parot_pu_tune(data, &options, run, &opinions->tune, &err));
    opinions->tune.seconds = 0;
    assert_ok(parot_pu_spies(data, &options, run, &opinions->spies, &err));
    assert_ok(parot_pu_classify(data, &options, run, &labelled, &err));
    assert_ok(parot_pu_inspect(data, &options, &labelled, NULL, run, &opinions->trust,
                               &opinions->calibration, &err));
    assert_ok(parot_pu_sensitivity(data, &options, &labelled, 0.2, 0.6, run, &opinions->sensitivity,
                                   &err));
}

static void forget(struct opinions *opinions)
{
    parot_pu_calibration_free(&opinions->calibration);
    parot_pu_sensitivity_free(&opinions->sensitivity);
}

static void assert_same_tune(const parot_pu_tune_result *a, const parot_pu_tune_result *b)
{
    assert_memory_equal(&a->bias, &b->bias, sizeof a->bias);
    assert_int_equal(a->spies, b->spies);
    assert_int_equal(a->chosen, b->chosen);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->candidates, b->candidates, sizeof a->candidates);
}

static void assert_same_opinions(const struct opinions *a, const struct opinions *b)
{
    size_t rows = (size_t)a->calibration.count * sizeof(double);
    assert_memory_equal(&a->prior, &b->prior, sizeof a->prior);
    assert_same_tune(&a->tune, &b->tune);
    assert_memory_equal(&a->spies, &b->spies, sizeof a->spies);
    assert_memory_equal(&a->trust, &b->trust, sizeof a->trust);
    assert_int_equal(a->calibration.count, b->calibration.count);
    assert_memory_equal(a->calibration.probability, b->calibration.probability, rows);
    assert_memory_equal(a->calibration.recall, b->calibration.recall, rows);
    assert_memory_equal(a->calibration.precision_low, b->calibration.precision_low, rows);
    assert_int_equal(a->sensitivity.low_changed, b->sensitivity.low_changed);
    assert_int_equal(a->sensitivity.high_changed, b->sensitivity.high_changed);
    assert_memory_equal(a->sensitivity.is_firm, b->sensitivity.is_firm,
                        (size_t)a->sensitivity.count);
}

/* ---- The same bytes ------------------------------------------------------- */

/* Positives that were chosen with unequal chances. */
static void make_propensities(double propensity[PU_M])
{
    for (int j = 0; j < PU_M; j++)
        propensity[j] = 0.2 + 0.7 * test_uniform(9, (uint64_t)j);
}

/* Every method with every number of ranks; in builds that take fewer instances, with a third of
 * these. */
TEST(opinions_do_not_depend_on_the_number_of_ranks)
{
    const size_t stride = test_stride(3);
    static const parot_pu_method methods[] = {PAROT_PU_METHOD_MINED, PAROT_PU_METHOD_WASSERSTEIN,
                                              PAROT_PU_METHOD_LEARNED};
    double propensity[PU_M];
    struct pu_tables tables;
    make_propensities(propensity);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        struct opinions alone, together;
        pu_tables_make(&tables, 4 + m, 0.8, 0);
        tables.data.propensity = m == 1 ? propensity : NULL;
        DEFAULTS(parot_run, plain);
        plain.seed = m;
        ask(&tables.data, methods[m], &plain, &alone);
        for (size_t k = (m + 1) % stride; k < COUNTS_COUNT; k += stride) {
            struct helped helped = helped_start(COUNTS[k]);
            parot_ranks_info info;
            helped.run.seed = m;
            helped.run.threads = 1 + (int32_t)k % 2;
            ask(&tables.data, methods[m], &helped.run, &together);
            assert_same_opinions(&alone, &together);
            parot_ranks_get_info(helped.ranks, &info);
            assert_true(COUNTS[k] == 1 ? info.jobs == 0 : info.pieces >= 40);
            assert_true(COUNTS[k] == 1 || info.pieces > info.own_pieces);
            forget(&together);
            helped_end(&helped);
        }
        forget(&alone);
    }
}

TEST(gaps_between_rows_do_not_matter)
{
    enum { STRIDE = PU_D + 3 };
    static double unlabeled[PU_N * STRIDE], positive[PU_M * STRIDE];
    struct helped helped = helped_start(3);
    parot_pu_spies_result alone = {0}, together = {0};
    PU_TABLES(tables, 5, 0.8, 0);
    assert_ok(parot_pu_spies(&tables.data, NULL, NULL, &alone, &err));
    for (int i = 0; i < PU_N; i++)
        memcpy(unlabeled + i * STRIDE, tables.unlabeled + i * PU_D, PU_D * sizeof *unlabeled);
    for (int j = 0; j < PU_M; j++)
        memcpy(positive + j * STRIDE, tables.positive + j * PU_D, PU_D * sizeof *positive);
    tables.data.unlabeled = (parot_matrix){unlabeled, PU_N, PU_D, STRIDE};
    tables.data.positive = (parot_matrix){positive, PU_M, PU_D, STRIDE};
    assert_ok(parot_pu_spies(&tables.data, NULL, &helped.run, &together, &err));
    assert_memory_equal(&alone, &together, sizeof alone);
    helped_end(&helped);
}

/* Rank 0 has the last fold; the four classifiers behind the prior go to the others. */
TEST(five_ranks_have_a_fold_each)
{
    struct helped helped = helped_start(5);
    parot_pu_spies_result result = {0};
    parot_ranks_info info;
    PU_TABLES(tables, 5, 0.8, 0);
    assert_ok(parot_pu_spies(&tables.data, NULL, &helped.run, &result, &err));
    parot_ranks_get_info(helped.ranks, &info);
    assert_int_equal(info.jobs, 2);
    assert_int_equal(info.pieces, 9);
    assert_int_equal(info.own_pieces, 1);
    helped_end(&helped);
}

/* ---- Failures -------------------------------------------------------------- */

static parot_status spies_of(const parot_pu_data *data, parot_pu_method method,
                             const parot_run *run, parot_pu_spies_result *result,
                             parot_error *error)
{
    parot_pu_options options = pu_options_of(method);
    return parot_pu_spies(data, &options, run, result, error);
}

static parot_status spy(const parot_pu_data *data, parot_pu_method method, const parot_run *run,
                        parot_error *error)
{
    parot_pu_spies_result result = {0};
    return spies_of(data, method, run, &result, error);
}

/* Folds need different numbers of pivots: the limit stops the same one, whoever comes to it first.
 */
TEST(the_first_fold_that_fails_is_told)
{
    int later = 0;
    PU_TABLES(tables, 6, 0.8, 0);
    for (size_t k = 1; k < COUNTS_COUNT; k++) {
        struct helped helped = helped_start(COUNTS[k]);
        for (int64_t most = 1; most < 200; most += (int64_t)test_stride(4) + most / 8) {
            parot_error alone = {0}, together = {0};
            DEFAULTS(parot_run, run);
            run.max_iterations = helped.run.max_iterations = most;
            parot_status status = spy(&tables.data, PAROT_PU_METHOD_WASSERSTEIN, &run, &alone);
            assert_int_equal(spy(&tables.data, PAROT_PU_METHOD_WASSERSTEIN, &helped.run, &together),
                             status);
            assert_string_equal(together.message, alone.message);
            later += strstr(alone.message, "in fold") && !strstr(alone.message, "fold 1 of");
        }
        helped_end(&helped);
    }
    assert_true(later > 0);
}

/* By the limit of PAROT_MEMORY, which all ranks have. */
TEST(a_refusal_is_that_of_one_process)
{
    struct pu_tables tables;
    pu_tables_make(&tables, 6, 0.8, 0);
    assert_int_equal(setenv("PAROT_MEMORY", "1000", 1), 0);
    parot_error alone = {0};
    parot_status status = spy(&tables.data, PAROT_PU_METHOD_RIDGE, NULL, &alone);
    assert_int_equal(status, PAROT_ENOMEM);
    for (size_t k = 1; k < COUNTS_COUNT; k++) {
        struct helped helped = helped_start(COUNTS[k]);
        parot_error together = {0};
        assert_int_equal(spy(&tables.data, PAROT_PU_METHOD_RIDGE, &helped.run, &together), status);
        assert_string_equal(together.message, alone.message);
        assert_string_equal(together.argument, alone.argument);
        helped_end(&helped);
    }
    assert_int_equal(unsetenv("PAROT_MEMORY"), 0);
}

/* ---- Stops ------------------------------------------------------------------ */

/* What a stop leaves is what there was time for; and the ranks are there for the next question. */
TEST(a_stop_reaches_all_ranks)
{
    struct helped helped = helped_start(4);
    struct pu_tables tables;
    parot_pu_spies_result alone = {0}, together = {0};
    int stopped = 0;
    pu_tables_make(&tables, 7, 0.8, 0);
    for (int most = 0; most < 60; most += 3) {
        int left = most;
        parot_run run = run_that_stops(&left);
        parot_error error = {0};
        run.ranks = helped.ranks;
        parot_status status = spy(&tables.data, PAROT_PU_METHOD_MINED, &run, &error);
        assert_true(status == PAROT_OK || status == PAROT_ESTOPPED);
        assert_true(status == PAROT_OK || strstr(error.message, "stopped"));
        stopped += status != PAROT_OK;
    }
    assert_true(stopped > 0);
    assert_ok(parot_pu_spies(&tables.data, NULL, NULL, &alone, &err));
    assert_ok(parot_pu_spies(&tables.data, NULL, &helped.run, &together, &err));
    assert_memory_equal(&alone, &together, sizeof alone);
    helped_end(&helped);
}

/* Each candidate is compared in full, or not at all; the first ones come first. */
TEST(a_budget_compares_candidates_in_full)
{
    struct helped helped = helped_start(3);
    parot_pu_tune_result alone = {0};
    PU_TABLES(tables, 8, 0.8, 0);
    assert_ok(parot_pu_tune(&tables.data, NULL, NULL, &alone, &err));
    for (double limit = 1e-4; limit < 2; limit *= 2) {
        parot_pu_tune_result some = {0};
        parot_error error = {0};
        helped.run.time_limit = limit;
        parot_status status = parot_pu_tune(&tables.data, NULL, &helped.run, &some, &error);
        assert_true(status == PAROT_OK || status == PAROT_ESTOPPED);
        for (int k = 0; status == PAROT_OK && k < some.count; k++) {
            assert_true(k == 0 || !isnan(some.candidates[k - 1].score) ||
                        isnan(some.candidates[k].score));
            if (!isnan(some.candidates[k].score))
                assert_memory_equal(&some.candidates[k], &alone.candidates[k],
                                    sizeof some.candidates[k]);
        }
    }
    helped_end(&helped);
}

/* Wherever the link breaks, the call ends with an error, or with the answer of one process. */
TEST(a_broken_link_ends_all_ranks)
{
    parot_pu_spies_result alone = {0};
    int64_t most = 0;
    PU_TABLES(tables, 9, 0.8, 0);
    assert_ok(spies_of(&tables.data, PAROT_PU_METHOD_RIDGE, NULL, &alone, &err));
    for (int64_t k = 0; k <= most; k += (int64_t)test_stride(7)) {
        struct helped helped = helped_start(3);
        parot_error error = {0};
        if (most > 0)
            thread_ranks_break(helped.threads, k);
        parot_pu_spies_result together = {0};
        parot_ranks_info info;
        parot_status status =
            spies_of(&tables.data, PAROT_PU_METHOD_RIDGE, &helped.run, &together, &error);
        parot_ranks_get_info(helped.ranks, &info);
        assert_true(most == 0 ? status == PAROT_OK : status == PAROT_EIO || status == PAROT_OK);
        assert_true(status == PAROT_OK || (info.is_lost && strstr(error.message, "link")));
        if (status == PAROT_OK)
            assert_memory_equal(&alone, &together, sizeof alone);
        int64_t operations = thread_ranks_operations(helped.threads);
        parot_ranks_close(helped.ranks);
        int failed = thread_ranks_join(helped.threads);
        assert_true(info.is_lost ? failed == 2 : most > 0 || failed == 0);
        most = most > 0 ? most : operations / 2;
    }
}
