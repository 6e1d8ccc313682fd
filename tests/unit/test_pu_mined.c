/* test_pu_mined.c - each round learns from the labels of the one before, and mining ends where
 * labels stay. */
#include "pu/methods/mined.h"

#include "pu/methods/learner.h"
#include "pu/methods/wasserstein.h"
#include "pu_data.h"
#include "stopping.h"
#include "test.h"

static const parot_pu_method METHODS[] = {PAROT_PU_METHOD_MINED, PAROT_PU_METHOD_RIDGE,
                                          PAROT_PU_METHOD_FOREST, PAROT_PU_METHOD_ENSEMBLE};
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

static parot_pu_options options_for(int k, uint64_t seed, int32_t rounds)
{
    parot_pu_options options = pu_options_of(METHODS[k]);
    options.classifier = (parot_pu_classifier)(seed % 3);
    options.trees = 30;
    options.rounds = rounds;
    return options;
}

/* Labels by a classifier fitted on those that were labelled -1 before. */
static void refit(const parot_pu_data *data, const parot_pu_options *options, const int8_t *before,
                  int8_t *label)
{
    struct control control;
    FREED_BY(pu_problem_close) struct pu_problem problem = {0};
    FREED_BY(learner_plan_close) struct learner_plan plan = {0};
    FREED_BY(learner_close) struct learner learner = {0};
    double value[PU_N];
    char is_negative[PU_N];
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(pu_problem_open(&problem, data, options, &control, &err));
    assert_ok(learner_plan_open(&plan, options, &problem, &control, &err));
    for (int64_t r = 0; r < PU_N; r++)
        is_negative[r] = before[problem.unlabeled_order[r]] < 0;
    assert_ok(learner_fit(&learner, &plan, &problem, is_negative, &control, value, &err));
    for (int64_t r = 0; r < PU_N; r++) {
        int64_t better = 0;
        for (int64_t s = 0; s < PU_N; s++)
            better += value[s] > value[r] || (value[s] == value[r] && s < r);
        label[problem.unlabeled_order[r]] = better < PU_K ? 1 : -1;
    }
}

TEST(each_round_learns_from_the_labels_before)
{
    struct pu_tables tables;
    for (int k = 0; k < METHOD_COUNT; k++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            int8_t expected[PU_N] = {0}, before[PU_N] = {0};
            pu_tables_make(&tables, seed, 0.4, 0);
            for (int32_t rounds = 0; rounds < 5; rounds++) {
                parot_pu_options options = options_for(k, seed, rounds);
                AUTO(parot_pu_result, result);
                int64_t changed = 0;
                assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
                assert_true(result.rounds <= rounds);
                if (rounds > 0)
                    assert_memory_equal(result.label, expected, PU_N);
                for (int i = 0; i < PU_N; i++)
                    changed += result.label[i] != before[i];
                if (result.rounds == rounds && rounds > 0)
                    assert_int_equal(result.changed, changed);
                if (result.rounds < rounds && rounds > 1)
                    assert_int_equal(changed, 0); /* it was over before */
                memcpy(before, result.label, PU_N);
                refit(&tables.data, &options, before, expected);
            }
        }
}

/* place[i]: rows before row i, by share, then value, then place. */
static void count_before(const double *share, const double *value, int64_t *place)
{
    for (int i = 0; i < PU_N; i++) {
        place[i] = 0;
        for (int l = 0; l < PU_N; l++) {
            double by_share = share ? share[l] - share[i] : 0, by_value = value[l] - value[i];
            place[i] += by_share > 0 || (by_share == 0 && by_value > 0) ||
                        (by_share == 0 && by_value == 0 && l < i);
        }
    }
}

/* Rows outside the k least 1/4 place by transport + 3/4 place by a classifier against all. */
TEST(transport_and_a_classifier_choose_the_first_negatives)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 9; seed++) {
        parot_pu_options options = options_for(0, seed, 0);
        struct control control;
        FREED_BY(pu_problem_close) struct pu_problem problem = {0};
        FREED_BY(pu_result_close) struct pu_result plan = {0};
        FREED_BY(learner_plan_close) struct learner_plan how = {0};
        FREED_BY(learner_close) struct learner learner = {0};
        AUTO(parot_pu_result, result);
        double value[PU_N], vote[PU_N];
        int64_t by_plan[PU_N], by_learner[PU_N], place[PU_N];
        int8_t first[PU_N], label[PU_N];
        pu_tables_make(&tables, seed, 0.4, 0);
        assert_ok(control_init(&control, NULL, &err));
        assert_ok(pu_problem_open(&problem, &tables.data, &options, &control, &err));
        assert_ok(pu_wasserstein(&problem, PAROT_PU_WHOLE_ROWS_NONE, &control, &plan, &err));
        count_before(plan.share, plan.value, by_plan);
        assert_ok(learner_plan_open(&how, &options, &problem, &control, &err));
        assert_ok(learner_fit(&learner, &how, &problem, NULL, &control, value, &err));
        count_before(NULL, value, by_learner);
        for (int i = 0; i < PU_N; i++)
            vote[i] = -(double)(by_plan[i] + 3 * by_learner[i]);
        count_before(NULL, vote, place);
        for (int r = 0; r < PU_N; r++)
            first[problem.unlabeled_order[r]] = place[r] < PU_K ? 1 : -1;
        refit(&tables.data, &options, first, label);
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        assert_memory_equal(result.label, label, PU_N);
    }
}

/* Where mining ends by itself, one more fit gives the same labels. */
TEST(labels_stay_where_mining_ends)
{
    struct pu_tables tables;
    int ended = 0;
    for (int k = 0; k < METHOD_COUNT; k++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            parot_pu_options options = options_for(k, seed, 50);
            AUTO(parot_pu_result, result);
            int8_t again[PU_N];
            pu_tables_make(&tables, seed, 0.8, 0);
            assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
            refit(&tables.data, &options, result.label, again);
            if (result.rounds < 50) {
                assert_int_equal(result.changed, 0);
                assert_memory_equal(again, result.label, PU_N);
                ended++;
            }
        }
    assert_true(ended > METHOD_COUNT * 6 / 3);
}

TEST(a_mean_of_ranks_is_that_of_two_lists)
{
    const double a[4] = {1, 2, 2, 5}, b[4] = {-3, -2, -1, 0};
    struct ensemble both = {.n = 4, .by_ridge = a, .by_forest = b, .forest_part = 0.5};
    assert_close(ensemble_rank(&both, 0, -4), 0, 0);
    assert_close(ensemble_rank(&both, 9, 9), 1, 0);
    assert_close(ensemble_rank(&both, 2, -3), (0.5 + 0.125) / 2, 0);
    assert_close(ensemble_rank(&both, 5, -1.5), (0.875 + 0.5) / 2, 0);
    assert_close(ensemble_rank(&both, 3, -1), ((2 + 1.5 / 3) / 4 + 0.625) / 2, 1e-15);
    both.forest_part = 0.75;
    assert_close(ensemble_rank(&both, 2, -3), 0.25 * 0.5 + 0.75 * 0.125, 0);
}

enum { JUDGED = 20, JUDGES = 7 };

/* The part of pairs in the wrong order, by counting them; equal numbers count a half. */
static double count_errors(const double *rows, const double *positive, const double *weight,
                           double prior)
{
    double wrong = 0, all = 0;
    for (int j = 0; j < JUDGES; j++)
        for (int i = 0; i < JUDGED; i++) {
            double w = weight ? weight[j] : 1;
            wrong += w * ((rows[i] > positive[j]) + 0.5 * (rows[i] == positive[j]));
            all += w;
        }
    /* a part of the rows is positive: of them half are above, whoever judges */
    return fmax((wrong / all - prior / 2) / (1 - prior), 1e-3);
}

static int is_before(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

TEST(who_errs_less_counts_more)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        double a[JUDGED], b[JUDGED], x[JUDGES], y[JUDGES], weight[JUDGES];
        for (uint64_t i = 0; i < JUDGED; i++) {
            a[i] = floor(8 * test_uniform(seed, i));
            b[i] = test_uniform(seed + 1000, i);
        }
        for (uint64_t j = 0; j < JUDGES; j++) {
            x[j] = a[(int)(JUDGED * test_uniform(seed + 2000, j))];
            y[j] = b[(int)(JUDGED * test_uniform(seed + 3000, j))];
            weight[j] = 0.5 + test_uniform(seed + 4000, j);
        }
        qsort(a, JUDGED, sizeof *a, is_before);
        qsort(b, JUDGED, sizeof *b, is_before);
        struct ensemble both = {.n = JUDGED, .by_ridge = a, .by_forest = b};
        const double *given = seed % 2 ? weight : NULL;
        double ridge = pow(count_errors(a, x, given, 0.25), 4);
        double forest = pow(count_errors(b, y, given, 0.25), 4);
        double part = ensemble_weigh(&both, (struct opinions){x, y, given, JUDGES}, JUDGED / 4);
        double exact = fmin(fmax(ridge / (ridge + forest), 1. / 64), 63. / 64);
        assert_close(part, exact, 0.5 / 64 + 1e-12);
        assert_close(64 * part, floor(64 * part), 0);
    }
    struct ensemble none = {.n = JUDGED};
    assert_close(ensemble_weigh(&none, (struct opinions){0}, 3), 0.5, 0);
    assert_close(ensemble_weigh(&none, (struct opinions){.m = 1}, JUDGED), 0.5, 0);
}

/* Importances belong to the caller's columns: column 1 is constant, column 2 alone tells. */
TEST(importances_are_in_the_order_of_the_columns)
{
    PU_TABLES(tables, 5, 0, 0);
    for (int i = 0; i < PU_N; i++) {
        tables.unlabeled[i * PU_D + 1] = 3;
        tables.unlabeled[i * PU_D + 2] += tables.truth[i] ? 0 : 2;
    }
    for (int j = 0; j < PU_M; j++)
        tables.positive[j * PU_D + 1] = 3;
    for (int pca = 0; pca < 2; pca++)
        for (int k = 0; k < METHOD_COUNT; k++) {
            parot_pu_options options = options_for(k, 1, 0); /* mined: with a forest */
            AUTO(parot_pu_result, result);
            double sum = 0;
            options.pca = pca;
            assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
            int has_any = !pca && METHODS[k] != PAROT_PU_METHOD_RIDGE;
            assert_int_equal(result.importances, has_any ? PU_D : 0);
            assert_int_equal(result.importance != NULL, has_any);
            for (int64_t c = 0; c < result.importances; c++)
                sum += result.importance[c];
            if (has_any) {
                assert_close(sum, 1, 1e-12);
                assert_true(result.importance[1] == 0 && result.importance[2] > 0.7);
            }
        }
}

TEST(options_of_forests_and_rounds_are_checked)
{
    struct pu_tables tables;
    parot_pu_result result = {0};
    pu_tables_make(&tables, 5, 1, 0);
    parot_pu_options options = options_for(2, 0, -2);
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.rounds: must be 0 or more, or -1 (PAROT_AUTO), got -2");
    options = options_for(2, 0, 0);
    options.trees = 0;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.trees: must be between 1 and 1000000, got 0");
    options = options_for(2, 0, 0);
    options.leaf = 0;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.leaf: must be 1 or more, got 0");
    options = options_for(2, 0, 0);
    options.classifier = (parot_pu_classifier)9;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.classifier: unknown value 9");
}

/* All rows are positive: ridges and forests rank them, and there is nothing to fit again. */
TEST(no_round_is_made_without_negatives)
{
    PU_TABLES(tables, 5, 1, 0);
    tables.data.prior = 0.999;
    for (int k = 1; k < METHOD_COUNT; k++) {
        parot_pu_options options = options_for(k, 0, 3);
        AUTO(parot_pu_result, result);
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        assert_int_equal(result.positives, PU_N);
        assert_int_equal(result.rounds, 0);
    }
}

/* Forests for tables alone, and not before there are 50 positives and 50 negatives. */
TEST(auto_is_decided_by_kind_and_size)
{
    const struct {
        parot_pu_kind kind;
        int64_t m, n, k;
        int32_t classifier;
    } cases[] = {{PAROT_PU_KIND_TABLE, 50, 90, 40, PAROT_PU_CLASSIFIER_ENSEMBLE},
                 {PAROT_PU_KIND_TABLE, 49, 90, 40, PAROT_PU_CLASSIFIER_RIDGE},
                 {PAROT_PU_KIND_TABLE, 50, 90, 41, PAROT_PU_CLASSIFIER_RIDGE},
                 {PAROT_PU_KIND_BINARY, 50, 90, 40, PAROT_PU_CLASSIFIER_RIDGE},
                 {PAROT_PU_KIND_IMAGE, 50, 90, 40, PAROT_PU_CLASSIFIER_RIDGE},
                 {PAROT_PU_KIND_DOMAINS, 50, 90, 40, PAROT_PU_CLASSIFIER_RIDGE}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const struct pu_problem problem = {
            .m = cases[c].m, .n = cases[c].n, .k = cases[c].k, .preset = {.kind = cases[c].kind}};
        parot_pu_options options, given;
        parot_pu_options_init(&options);
        given = options;
        given.classifier = PAROT_PU_CLASSIFIER_FOREST;
        mined_settle(&options, &problem);
        mined_settle(&given, &problem);
        assert_int_equal(options.classifier, cases[c].classifier);
        assert_int_equal(given.classifier, PAROT_PU_CLASSIFIER_FOREST);
    }
}

/* The labels, and the model, are those of a smaller number of rounds. */
TEST(who_stops_a_round_gets_the_labels_before)
{
    struct pu_tables tables, fresh;
    int8_t label[2][PU_N];
    int kept = 0;
    pu_tables_make(&tables, 4, 0.3, 0);
    pu_tables_make(&fresh, 40, 0.3, 0);
    for (int64_t after = 1; after < 60; after++) {
        parot_pu_options options = options_for(3, 0, 4);
        AUTO(parot_pu_model, model);
        AUTO(parot_pu_result, result);
        int left = (int)after;
        parot_run run = run_that_stops(&left);
        parot_error reason;
        if (parot_pu_train(&tables.data, &options, &run, &model, &result, &reason) !=
            PAROT_CANCELLED)
            continue;
        for (int whole = 0; whole < 2; whole++) {
            AUTO(parot_pu_model, again);
            AUTO(parot_pu_result, labels, predicted);
            options.rounds = (int32_t)result.rounds;
            assert_ok(parot_pu_train(&tables.data, &options, NULL, &again, &labels, &err));
            assert_memory_equal(labels.label, result.label, PU_N);
            assert_ok(parot_pu_predict(whole ? &again : &model, fresh.data.unlabeled, NAN, NULL,
                                       &predicted, &err));
            memcpy(label[whole], predicted.label, PU_N);
        }
        assert_memory_equal(label[0], label[1], PU_N);
        kept++;
    }
    assert_true(kept > 0);
}
