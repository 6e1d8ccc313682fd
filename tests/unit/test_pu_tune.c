/* test_pu_tune.c - spies choose, by the rule that the header states, and chance does not. */
#include "pu/trust/spies.h"

#include "pu_data.h"
#include "test.h"

/* The spies of one candidate, by the internal door. */
static void send(const struct pu_tables *tables, const parot_pu_candidate *candidate,
                 struct spy *spies)
{
    struct control control;
    parot_pu_options options = pu_options_of(candidate->method);
    options.kernel = candidate->kernel;
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(spies_send(&tables->data, &options, &control, spies, &err));
}

static double value(const struct spy *spy)
{
    return spy->found + 0.5 * spy->above;
}

/* Mean and standard error of m numbers, with `more` added to the sum of squares. */
static double mean_of(const double *x, double more, double *error)
{
    double sum = 0, squares = more;
    for (int s = 0; s < PU_M; s++)
        sum += x[s];
    for (int s = 0; s < PU_M; s++)
        squares += pow(x[s] - sum / PU_M, 2);
    *error = sqrt(squares / (PU_M - 1) / PU_M);
    return sum / PU_M;
}

TEST(scores_and_paired_errors_are_those_of_single_spies)
{
    struct spy first[PU_M], spies[PU_M];
    parot_pu_tune_result result = {0};
    PU_TABLES(tables, 4, 0.4, 0);
    assert_ok(parot_pu_tune(&tables.data, NULL, NULL, &result, &err));
    assert_int_equal(result.spies, PU_M);
    send(&tables, &result.candidates[0], first);
    for (int k = 0; k < result.count; k++) {
        const parot_pu_candidate *candidate = &result.candidates[k];
        double own[PU_M], difference[PU_M], error = 0, found = 0;
        send(&tables, candidate, spies);
        for (int s = 0; s < PU_M; s++) {
            own[s] = value(&spies[s]);
            difference[s] = own[s] - value(&first[s]);
            found += spies[s].found;
        }
        assert_close(candidate->recall, found / PU_M, 1e-14);
        assert_close(candidate->score, mean_of(own, 0, &error), 1e-12);
        assert_close(candidate->error, error, 1e-12);
        assert_close(candidate->lead, mean_of(difference, 2, &error), 1e-12);
        assert_close(candidate->lead_error, k ? error : 0, 1e-12);
    }
}

TEST(single_spies_add_up_to_the_result_of_spies)
{
    struct spy spies[PU_M];
    parot_pu_spies_result all = {0};
    parot_pu_candidate candidate = {.method = PAROT_PU_METHOD_WASSERSTEIN};
    double found = 0, behind = 0, part = (double)PU_K / PU_N;
    PU_TABLES(tables, 4, 0.4, 0);
    send(&tables, &candidate, spies);
    for (int s = 0; s < PU_M; s++) {
        assert_true(spies[s].found ? spies[s].above == 1 : spies[s].above < 1);
        assert_true(spies[s].above >= spies[s].behind);
        found += spies[s].found / PU_M;
        behind += spies[s].behind / PU_M;
    }
    parot_pu_options options = pu_options_of(candidate.method);
    assert_ok(parot_pu_spies(&tables.data, &options, NULL, &all, &err));
    assert_close(all.recall, found, 1e-14);
    assert_close(all.auc, (behind - part / 2) / (1 - part), 1e-12);
}

/* Whatever is chosen leads by more than two errors, and nothing that does leads by more. */
TEST(only_a_clear_lead_is_chosen)
{
    struct pu_tables tables;
    int switched = 0, stayed = 0;
    for (uint64_t seed = 0; seed < 8; seed++) {
        parot_pu_tune_result result = {0};
        pu_tables_make(&tables, seed, seed % 2 ? 0 : 3, 0);
        for (int i = 0; i < PU_N && seed % 2; i++) /* one column tells, on both sides: for trees */
            tables.unlabeled[i * PU_D] += tables.truth[i] ? 0 : i % 2 ? 2 : -2;
        assert_ok(parot_pu_tune(&tables.data, NULL, NULL, &result, &err));
        if (result.spies == 0) /* by chance they look biased */
            continue;
        const parot_pu_candidate *chosen = &result.candidates[result.chosen];
        assert_true(result.chosen == 0 || chosen->lead > 2 * chosen->lead_error);
        for (int k = 1; k < result.count; k++)
            assert_true(result.candidates[k].lead <= chosen->lead ||
                        result.candidates[k].lead <= 2 * result.candidates[k].lead_error);
        switched += result.chosen > 0;
        stayed += result.chosen == 0;
    }
    assert_true(switched > 0 && stayed > 0);
}

/* It would know the table that a row is from, and spies would not see it. */
TEST(no_forest_is_tried_between_domains)
{
    parot_pu_tune_result result = {0};
    DEFAULTS(parot_pu_options, options);
    options.kind = PAROT_PU_KIND_DOMAINS;
    PU_TABLES(tables, 3, 4, 0);
    assert_ok(parot_pu_tune(&tables.data, &options, NULL, &result, &err));
    assert_int_equal(result.count, 4);
    for (int k = 0; k < result.count; k++)
        assert_true(result.candidates[k].method != PAROT_PU_METHOD_FOREST);
}

TEST(the_first_is_the_default)
{
    parot_pu_tune_result result = {0};
    PU_TABLES(tables, 3, 4, 0);
    assert_ok(parot_pu_tune(&tables.data, NULL, NULL, &result, &err));
    assert_int_equal(result.candidates[0].method, PAROT_PU_METHOD_MINED);
    assert_int_equal(result.candidates[0].kernel, PAROT_PU_KERNEL_RBF);
    assert_int_equal(result.chosen, 0); /* every candidate finds every spy */
    assert_int_equal(result.count, 5);
    for (int k = 0; k < result.count; k++)
        assert_true(result.candidates[k].recall == 1);
}

TEST(the_order_of_rows_does_not_matter)
{
    struct pu_tables moved;
    parot_pu_tune_result first = {0}, second = {0};
    PU_TABLES(tables, 5, 0.5, 0);
    moved = tables;
    pu_permute(moved.unlabeled, tables.unlabeled, PU_N);
    pu_permute(moved.positive, tables.positive, PU_M);
    moved.data.unlabeled.data = moved.unlabeled;
    moved.data.positive.data = moved.positive;
    assert_ok(parot_pu_tune(&tables.data, NULL, NULL, &first, &err));
    assert_ok(parot_pu_tune(&moved.data, NULL, NULL, &second, &err));
    assert_int_equal(first.chosen, second.chosen);
    assert_int_equal(first.count, second.count);
    for (int k = 0; k < first.count; k++) {
        assert_true(first.candidates[k].score == second.candidates[k].score);
        assert_true(first.candidates[k].lead_error == second.candidates[k].lead_error);
    }
}

TEST(nothing_is_tried_when_the_choice_is_biased)
{
    parot_pu_tune_result result = {0};
    PU_TABLES(tables, 1, 3, 0);
    for (int e = 0; e < PU_M * PU_D; e++)
        tables.positive[e] -= 6;
    assert_ok(parot_pu_tune(&tables.data, NULL, NULL, &result, &err));
    assert_true(result.bias > PAROT_PU_BIASED && result.spies == 0 && result.chosen == 0);
    assert_true(isnan(result.candidates[0].score));
}

TEST(nothing_is_tried_without_time)
{
    parot_pu_tune_result result = {0};
    DEFAULTS(parot_run, run);
    run.time_limit = 1e-9;
    PU_TABLES(tables, 1, 3, 0);
    assert_ok(parot_pu_tune(&tables.data, NULL, &run, &result, &err));
    assert_true(result.spies == 0 && result.chosen == 0);
    for (int k = 0; k < result.count; k++)
        assert_true(isnan(result.candidates[k].score));
}

TEST(what_cannot_be_tuned_is_refused)
{
    struct pu_tables tables;
    parot_pu_tune_result result = {0};
    pu_tables_make(&tables, 1, 3, 0);
    tables.data.positive.rows = 4;
    assert_refused(parot_pu_tune(&tables.data, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "positive: spies (hidden positives) need 5 rows or more, got 4");
}
