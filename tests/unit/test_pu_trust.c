/* test_pu_trust.c - the test for bias, spies, and labels beside the truth. */
#include "pu_data.h"
#include "test.h"

/* ---- Bias --------------------------------------------------------------- */

TEST(a_random_choice_is_no_bias)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 5; seed++) {
        double z = 0;
        pu_tables_make(&tables, seed, 3, 0);
        assert_ok(parot_pu_bias(&tables.data, NULL, NULL, &z, &err));
        assert_true(z < (seed == 2 ? 3.5 : 3)); /* draw 2: 2.7 standard errors off by chance */
    }
}

/* The positives at hand are all at one end of their cluster and not at the place where those among
 * the unlabeled rows are. */
TEST(positives_from_elsewhere_are_a_bias)
{
    double z = 0;
    PU_TABLES(tables, 1, 3, 0);
    for (int e = 0; e < PU_M * PU_D; e++)
        tables.positive[e] -= 6;
    assert_ok(parot_pu_bias(&tables.data, NULL, NULL, &z, &err));
    assert_true(z > 3);
}

/* ---- Spies -------------------------------------------------------------- */

TEST(spies_of_clusters_are_found)
{
    DEFAULTS(parot_pu_options, options);
    PU_TABLES(tables, 3, 4, 0);
    for (int method = 0; method < 2; method++) {
        parot_pu_spies_result spies = {0};
        options.method = method ? PAROT_PU_METHOD_MINED : PAROT_PU_METHOD_WASSERSTEIN;
        assert_ok(parot_pu_spies(&tables.data, &options, NULL, &spies, &err));
        assert_int_equal(spies.folds, 5);
        assert_int_equal(spies.spies, PU_M);
        assert_true(spies.recall == 1 && spies.recall_error == 0 && spies.accuracy == 1);
        assert_true(spies.auc > 0.6 && spies.auc <= 1); /* spies hide among their like */
        assert_close(spies.lee_liu, (double)PU_N / PU_K, 1e-14);
    }
}

TEST(spies_of_noise_are_not)
{
    parot_pu_spies_result spies = {0};
    PU_TABLES(tables, 3, 0, 0);
    assert_ok(parot_pu_spies(&tables.data, NULL, NULL, &spies, &err));
    assert_true(spies.recall < 0.9);
    assert_close(spies.accuracy, 1 - 2 * tables.data.prior * (1 - spies.recall), 1e-14);
    double samples = 1.0 / PU_M + 1.0 / PU_K; /* hidden positives, and those among the rows */
    assert_close(spies.recall_error, sqrt(spies.recall * (1 - spies.recall) * samples), 1e-14);
}

/* Positives and negatives alike: whatever the method, it finds as many of the positives as of all
 * rows, and the spies must say so though there are four times as many of them as of the rows. */
TEST(many_spies_do_not_help_each_other)
{
    enum { MANY = 4 * PU_N, SEEDS = 6 };
    double positive[MANY * PU_D], recall = 0, error = 0;
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        parot_pu_spies_result spies = {0};
        pu_tables_make(&tables, seed, 0, 0);
        for (int e = 0; e < MANY * PU_D; e++)
            positive[e] = 2 * test_uniform(seed + 2000, (uint64_t)e) - 1;
        tables.data.positive = (parot_matrix){positive, MANY, PU_D, PU_D};
        assert_ok(parot_pu_spies(&tables.data, NULL, NULL, &spies, &err));
        assert_int_equal(spies.spies, 5 * (PU_N / 10)); /* a tenth of the rows in each fold */
        recall += spies.recall / SEEDS;
        error += spies.recall_error / SEEDS;
    }
    assert_close(recall, (double)PU_K / PU_N, 3 * error / sqrt(SEEDS));
}

TEST(too_few_positives_cannot_hide)
{
    struct pu_tables tables;
    parot_pu_spies_result spies = {0};
    pu_tables_make(&tables, 3, 0, 0);
    tables.data.positive.rows = 4;
    assert_refused(parot_pu_spies(&tables.data, NULL, NULL, &spies, &err), PAROT_EINVAL,
                   "positive: spies (hidden positives) need 5 rows or more, got 4");
    tables.data.prior = 30;
    assert_refused(parot_pu_spies(&tables.data, NULL, NULL, &spies, &err), PAROT_EINVAL, "prior");
}

/* ---- Truth -------------------------------------------------------------- */

TEST(measures_are_what_they_are_called)
{
    /* labels + + + - - - - - and truth + - + - + - - - in the order of ranks */
    int8_t label[] = {1, 1, 1, -1, -1, -1, -1, -1}, truth[] = {1, -1, 1, -1, 1, 0, 0, 0};
    int32_t rank[] = {1, 2, 3, 4, 5, 6, 7, 8};
    parot_pu_result result = {.count = 8, .positives = 3, .label = label, .rank = rank};
    parot_pu_metrics metrics = {0};
    assert_ok(parot_pu_evaluate(&result, truth, &metrics, &err));
    assert_close(metrics.accuracy, 6.0 / 8, 1e-15);
    assert_close(metrics.precision, 2.0 / 3, 1e-15);
    assert_close(metrics.recall, 2.0 / 3, 1e-15);
    assert_close(metrics.f1, 2.0 / 3, 1e-15);
    assert_close(metrics.auc, (5 + 4 + 3) / 15.0, 1e-15); /* negatives behind each positive */
    assert_close(metrics.majority, 5.0 / 8, 1e-15);
    assert_close(metrics.worst_k, 2.0 / 8, 1e-15);
    assert_close(metrics.random_k, 3.0 / 8 * 3 / 8 + 5.0 / 8 * 5 / 8, 1e-15);
}

/* With exactly k of k positives: F1 = 1 - (1 - accuracy) / (2 prior). */
TEST(f1_follows_from_accuracy)
{
    AUTO(parot_pu_result, result);
    parot_pu_metrics metrics = {0};
    int8_t truth[PU_N];
    PU_TABLES(tables, 4, 0.5, 0);
    for (int i = 0; i < PU_N; i++)
        truth[i] = (int8_t)tables.truth[i];
    assert_ok(parot_pu_classify(&tables.data, NULL, NULL, &result, &err));
    assert_ok(parot_pu_evaluate(&result, truth, &metrics, &err));
    assert_close(metrics.f1, 1 - (1 - metrics.accuracy) / (2 * tables.data.prior), 1e-13);
}

TEST(one_class_has_no_area)
{
    int8_t label[] = {1, -1}, truth[] = {0, 0};
    int32_t rank[] = {1, 2};
    parot_pu_result result = {.count = 2, .positives = 1, .label = label, .rank = rank};
    parot_pu_metrics metrics = {0};
    assert_ok(parot_pu_evaluate(&result, truth, &metrics, &err));
    assert_true(isnan(metrics.auc) && isnan(metrics.recall) && metrics.majority == 1);
    result.count = 0;
    assert_refused(parot_pu_evaluate(&result, truth, &metrics, &err), PAROT_EINVAL,
                   "result: has no rows");
    assert_refused(parot_pu_evaluate(&result, NULL, &metrics, &err), PAROT_EINVAL,
                   "truth: must not be NULL");
}

/* Clusters that are told apart, whatever the prior that is given; as far as the estimates of the
 * prior hold the truth. */
TEST(the_range_of_accuracy_holds_the_truth_for_a_wrong_prior)
{
    static const double priors[] = {0.1, 0.25, (double)PU_K / PU_N, 0.45, NAN};
    struct pu_tables tables;
    int8_t truth[PU_N];
    int held = 0;
    for (uint64_t seed = 0; seed < 4; seed++)
        for (size_t k = 0; k < sizeof priors / sizeof *priors; k++) {
            AUTO(parot_pu_result, result);
            parot_pu_metrics metrics = {0};
            parot_pu_spies_result spies = {0};
            pu_tables_make(&tables, seed, 4, 0);
            tables.data.prior = priors[k];
            for (int i = 0; i < PU_N; i++)
                truth[i] = (int8_t)tables.truth[i];
            assert_ok(parot_pu_classify(&tables.data, NULL, NULL, &result, &err));
            assert_ok(parot_pu_evaluate(&result, truth, &metrics, &err));
            assert_ok(parot_pu_spies(&tables.data, NULL, NULL, &spies, &err));
            assert_true(spies.prior_low <= spies.prior_high);
            assert_true(spies.accuracy_low <= spies.accuracy &&
                        spies.accuracy <= spies.accuracy_high);
            double prior = (double)PU_K / PU_N;
            if (prior >= spies.prior_low && prior <= spies.prior_high) {
                assert_true(metrics.accuracy >= spies.accuracy_low - 0.02);
                assert_true(metrics.accuracy <= spies.accuracy_high + 0.02);
                held++;
            }
        }
    assert_true(held >= 15);
}
