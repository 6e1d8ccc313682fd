/* test_pu_sensitivity.c - labels at other priors are those that the method gives there. */
#include "pu_data.h"
#include "test.h"

static const double LOW = 0.2, HIGH = 0.6;

static parot_pu_options options_of(parot_pu_method method)
{
    parot_pu_options options = pu_options_of(method);
    options.trees = 20;
    return options;
}

/* For every method, also for those whose ranks are said to tell. */
static void assert_is_another_run(const parot_pu_options *options, int is_relabelled)
{
    AUTO(parot_pu_result, result, low, high);
    FREED_BY(parot_pu_sensitivity_free) parot_pu_sensitivity_result found = {0};
    int64_t changed = 0, at_low = 0, at_high = 0;
    PU_TABLES(tables, 2, 1, 0);
    assert_ok(parot_pu_classify(&tables.data, options, NULL, &result, &err));
    assert_ok(parot_pu_sensitivity(&tables.data, options, &result, LOW, HIGH, NULL, &found, &err));
    tables.data.prior = LOW;
    assert_ok(parot_pu_classify(&tables.data, options, NULL, &low, &err));
    tables.data.prior = HIGH;
    assert_ok(parot_pu_classify(&tables.data, options, NULL, &high, &err));
    for (int i = 0; i < PU_N; i++) {
        int is_low = low.label[i] == result.label[i], is_high = high.label[i] == result.label[i];
        assert_int_equal(found.is_firm[i], is_low && is_high);
        at_low += !is_low;
        at_high += !is_high;
        changed += !(is_low && is_high);
    }
    assert_int_equal(found.low_changed, at_low);
    assert_int_equal(found.high_changed, at_high);
    assert_int_equal(found.changed, changed);
    assert_int_equal(found.low_positives, low.positives);
    assert_int_equal(found.high_positives, high.positives);
    assert_int_equal(found.is_relabelled, is_relabelled);
}

TEST(labels_at_the_ends_are_those_of_another_run)
{
    static const struct {
        parot_pu_method method;
        int is_relabelled;
    } methods[] = {{PAROT_PU_METHOD_WASSERSTEIN, 1}, {PAROT_PU_METHOD_GROMOV, 1},
                   {PAROT_PU_METHOD_FUSED, 1},       {PAROT_PU_METHOD_MATCHING, 1},
                   {PAROT_PU_METHOD_MINED, 1},       {PAROT_PU_METHOD_RIDGE, 0},
                   {PAROT_PU_METHOD_NEAREST, 0},     {PAROT_PU_METHOD_UPU, 1},
                   {PAROT_PU_METHOD_NNPU, 1},        {PAROT_PU_METHOD_PUSB, 1},
                   {PAROT_PU_METHOD_FOREST, 0},      {PAROT_PU_METHOD_ENSEMBLE, 1},
                   {PAROT_PU_METHOD_LEARNED, 1}};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        parot_pu_options options = options_of(methods[k].method);
        assert_is_another_run(&options, methods[k].is_relabelled);
    }
    parot_pu_options rounds = options_of(PAROT_PU_METHOD_FOREST);
    rounds.rounds = 2;
    assert_is_another_run(&rounds, 1);
    parot_pu_options lasso = options_of(PAROT_PU_METHOD_WASSERSTEIN);
    lasso.whole_rows = PAROT_PU_WHOLE_ROWS_LASSO;
    assert_is_another_run(&lasso, 0);
}

TEST(the_range_is_that_of_the_estimate)
{
    parot_pu_options options = options_of(PAROT_PU_METHOD_RIDGE);
    AUTO(parot_pu_result, result);
    parot_pu_prior_result estimate;
    parot_pu_sensitivity_result found = {0};
    PU_TABLES(tables, 3, 1, 0);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_ok(parot_pu_prior(&tables.data, &options, NULL, &estimate, &err));
    assert_ok(parot_pu_sensitivity(&tables.data, &options, &result, NAN, NAN, NULL, &found, &err));
    assert_true(found.low == estimate.low && found.high == estimate.high);
    parot_pu_sensitivity_free(&found);
    double prior = tables.data.prior;
    assert_ok(
        parot_pu_sensitivity(&tables.data, &options, &result, prior, prior, NULL, &found, &err));
    assert_int_equal(found.changed, 0);
    assert_int_equal(found.low_positives, result.positives);
    parot_pu_sensitivity_free(&found);
    /* A prior that rounds to no row, or to all of them. */
    assert_ok(
        parot_pu_sensitivity(&tables.data, &options, &result, 1e-9, 0.9999, NULL, &found, &err));
    assert_int_equal(found.low_positives, 1);
    assert_int_equal(found.high_positives, PU_N - 1);
    parot_pu_sensitivity_free(&found);
}

TEST(what_cannot_be_asked_is_refused)
{
    struct pu_tables tables;
    parot_pu_options options = options_of(PAROT_PU_METHOD_RIDGE);
    AUTO(parot_pu_result, result);
    parot_pu_sensitivity_result it = {.low = 77};
    pu_tables_make(&tables, 3, 1, 0);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_refused(
        parot_pu_sensitivity(&tables.data, &options, &result, HIGH, LOW, NULL, &it, &err),
        PAROT_EINVAL, "low: must be at most high, got 0.6 and 0.2");
    result.count--;
    assert_refused(
        parot_pu_sensitivity(&tables.data, &options, &result, LOW, HIGH, NULL, &it, &err),
        PAROT_ESHAPE, "result: has 59 labels for 60 unlabeled rows");
    result.count++;
    assert_true(it.low == 77);
}
