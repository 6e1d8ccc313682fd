/* test_pu_certify.c - labels are proved from the tables alone, doubted by rule, counted by one
 * rule.
 */
#include "parot/pu.h"

#include "pu_data.h"
#include "stopping.h"
#include "test.h"

static parot_pu_options options_of(parot_pu_method method, double noise)
{
    parot_pu_options options = pu_options_of(method);
    options.noise = noise;
    return options;
}

/* ---- The proof ---------------------------------------------------------- */

/* Whatever the capacities: fractions of a row, more than all rows that move, any decimals. */
TEST(labels_by_transport_are_proved_from_the_tables)
{
    static const double noises[] = {0, 0.1, 0.3, 1.7, 40, NAN};
    static const double priors[] = {0.02, 0.4, 0.731, 0.98};
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 24; seed++) {
        parot_pu_options options = options_of(
            seed % 2 ? PAROT_PU_METHOD_MINED : PAROT_PU_METHOD_WASSERSTEIN, noises[seed % 6]);
        AUTO(parot_pu_result, result);
        parot_check check = {0};
        pu_tables_make(&tables, seed, 0.5, seed % 3 == 0 ? 2 : 0);
        tables.data.positive.rows = seed % 5 == 0 ? 1 : PU_M;
        tables.data.prior = priors[seed / 6];
        options.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        tables.data.prior = NAN;
        assert_ok(parot_pu_certify(&tables.data, &options, &result, NULL, &check, &err));
        assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
        assert_true(check.bound <= result.transport.objective * (1 + 1e-12));
    }
}

TEST(all_rows_are_proved_too)
{
    AUTO(parot_pu_result, result);
    parot_check check = {0};
    parot_pu_options options = options_of(PAROT_PU_METHOD_WASSERSTEIN, NAN);
    PU_TABLES(tables, 1, 0.5, 0);
    tables.data.prior = 0.9999;
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_int_equal(result.positives, PU_N);
    assert_ok(parot_pu_certify(&tables.data, &options, &result, NULL, &check, &err));
    assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
}

/* Two entries of the plan change places: it is as feasible as before, and costs more. */
TEST(a_worse_plan_is_not_proved)
{
    AUTO(parot_pu_result, result);
    parot_check check = {0};
    parot_pu_options options = options_of(PAROT_PU_METHOD_WASSERSTEIN, 0);
    PU_TABLES(tables, 5, 0.5, 0);
    tables.data.prior = (double)PU_M / PU_N; /* a row to each positive */
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    parot_plan *plan = &result.transport.plan;
    assert_int_equal(plan->count, PU_M);
    int32_t kept = plan->col[0];
    plan->col[0] = plan->col[1];
    plan->col[1] = kept;
    assert_ok(parot_pu_certify(&tables.data, &options, &result, NULL, &check, &err));
    assert_false(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    assert_true(check.excess > 0 && check.infeasible < 1e-12);
}

TEST(what_has_no_such_proof_is_refused)
{
    struct pu_tables tables;
    parot_check check = {.bound = 77};
    AUTO(parot_pu_result, result);
    pu_tables_make(&tables, 1, 0.5, 0);
    for (int method = PAROT_PU_METHOD_WASSERSTEIN; method <= PAROT_PU_METHOD_PUSB; method++) {
        parot_pu_options options = options_of((parot_pu_method)method, NAN);
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        int is_proved = method == PAROT_PU_METHOD_WASSERSTEIN || method == PAROT_PU_METHOD_MINED;
        assert_int_equal(parot_pu_is_transport(&options), is_proved);
        if (!is_proved)
            assert_refused(parot_pu_certify(&tables.data, &options, &result, NULL, &check, &err),
                           PAROT_EINVAL, "");
        parot_pu_result_free(&result);
    }
    parot_pu_options lasso = options_of(PAROT_PU_METHOD_WASSERSTEIN, NAN);
    lasso.whole_rows = PAROT_PU_WHOLE_ROWS_LASSO;
    assert_false(parot_pu_is_transport(&lasso));
    assert_true(parot_pu_is_transport(NULL));
    assert_ok(parot_pu_classify(&tables.data, NULL, NULL, &result, &err));
    tables.data.positive.rows--;
    assert_refused(parot_pu_certify(&tables.data, NULL, &result, NULL, &check, &err), PAROT_ESHAPE,
                   "60 x 25");
    assert_refused(parot_pu_certify(&tables.data, NULL, NULL, NULL, &check, &err), PAROT_EINVAL,
                   "result");
    assert_true(check.bound == 77);
}

/* ---- Rows of a prior ---------------------------------------------------- */

TEST(every_call_rounds_a_prior_alike)
{
    PU_TABLES(tables, 1, 0.5, 0);
    tables.data.unlabeled.rows = 30;
    for (int k = 1; k < 60; k++) {
        AUTO(parot_pu_result, result);
        parot_pu_options options = options_of(PAROT_PU_METHOD_WASSERSTEIN, NAN);
        tables.data.prior = k / 60.0; /* every other one is half a row */
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        assert_int_equal(result.positives, (k + 1) / 2);
        assert_int_equal(parot_pu_rows(tables.data.prior, 30), result.positives);
    }
}

TEST(a_prior_of_all_rows_and_back)
{
    assert_close(parot_pu_prior_to_all(0.25, 80, 20), 0.4, 1e-15);
    assert_close(parot_pu_prior_from_all(0.4, 80, 20), 0.25, 1e-15);
    assert_true(parot_pu_prior_from_all(0.1, 80, 20) < 0);
}

/* ---- The widest column -------------------------------------------------- */

TEST(the_widest_column_has_its_part_of_the_squared_distances)
{
    int64_t column = -1;
    double part = 0, all = 0, own = 0;
    PU_TABLES(tables, 3, 0.5, 0);
    for (int i = 0; i < PU_N; i++)
        tables.unlabeled[i * PU_D + 2] *= 3;
    assert_ok(parot_pu_widest(&tables.data, &column, &part, &err));
    assert_int_equal(column, 2);
    for (int a = 0; a < PU_N + PU_M; a++)
        for (int b = 0; b < PU_N + PU_M; b++)
            for (int k = 0; k < PU_D; k++) {
                double x = a < PU_N ? tables.unlabeled[a * PU_D + k]
                                    : tables.positive[(a - PU_N) * PU_D + k];
                double y = b < PU_N ? tables.unlabeled[b * PU_D + k]
                                    : tables.positive[(b - PU_N) * PU_D + k];
                all += (x - y) * (x - y);
                own += k == 2 ? (x - y) * (x - y) : 0;
            }
    assert_close(part, own / all, 1e-12);
}

/* ---- Doubts ------------------------------------------------------------- */

static parot_pu_trust check_of(const struct pu_tables *tables, const parot_pu_options *options)
{
    AUTO(parot_pu_result, result);
    parot_pu_trust trust = {0};
    assert_ok(parot_pu_classify(&tables->data, options, NULL, &result, &err));
    assert_ok(parot_pu_check(&tables->data, options, &result, NULL, &trust, &err));
    return trust;
}

TEST(labels_of_clear_data_are_not_doubted)
{
    double z = 0;
    parot_pu_spies_result spies = {0};
    PU_TABLES(tables, 6, 5, 0);
    parot_pu_trust trust = check_of(&tables, NULL);
    assert_int_equal(trust.doubts, 0);
    assert_true(trust.has_bias && trust.has_spies && !trust.has_prior);
    assert_ok(parot_pu_bias(&tables.data, NULL, NULL, &z, &err));
    assert_ok(parot_pu_spies(&tables.data, NULL, NULL, &spies, &err));
    assert_true(trust.bias == z && trust.spies.recall == spies.recall);
    assert_close(trust.chance, 0.4, 1e-15);
    assert_close(trust.alike, 0.6, 1e-15);
}

TEST(a_prior_out_of_range_is_doubted)
{
    PU_TABLES(tables, 6, 5, 0);
    tables.data.prior = 0.1;
    assert_true(check_of(&tables, NULL).doubts & PAROT_PU_DOUBT_PRIOR_SMALL);
    tables.data.prior = 0.95;
    parot_pu_trust trust = check_of(&tables, NULL);
    assert_true(trust.doubts & (PAROT_PU_DOUBT_FIT | PAROT_PU_DOUBT_PRIOR_LARGE));
    assert_int_equal((trust.doubts & PAROT_PU_DOUBT_FIT) != 0, trust.has_prior);
}

/* Positives that no unlabeled row is like: no prior fits. */
TEST(positives_of_another_kind_do_not_fit)
{
    PU_TABLES(tables, 2, 0, 0);
    for (int e = 0; e < PU_M * PU_D; e++)
        tables.positive[e] += 10;
    tables.data.prior = 0.5;
    parot_pu_trust trust = check_of(&tables, NULL);
    assert_true(trust.doubts == PAROT_PU_DOUBT_FIT && trust.has_prior && !trust.has_spies);
    assert_true(trust.bias > PAROT_PU_BIASED && trust.prior.prior < 0.3);
}

/* What was found out before the stop is kept. */
TEST(a_check_that_is_stopped_says_what_it_knows)
{
    struct pu_tables tables;
    AUTO(parot_pu_result, result);
    int with_bias_alone = 0;
    pu_tables_make(&tables, 6, 5, 0);
    assert_ok(parot_pu_classify(&tables.data, NULL, NULL, &result, &err));
    for (int k = 0, is_stopped = 1; is_stopped && k < 20000; k += 1 + k / 8) {
        int left = k;
        parot_pu_trust trust = {0};
        parot_run run = run_that_stops(&left);
        parot_status status = parot_pu_check(&tables.data, NULL, &result, &run, &trust, NULL);
        is_stopped = status == PAROT_CANCELLED;
        assert_true(is_stopped || status == PAROT_OK);
        assert_int_equal(trust.has_spies, !is_stopped);
        with_bias_alone += trust.has_bias && !trust.has_spies;
    }
    assert_true(with_bias_alone > 0);
}
