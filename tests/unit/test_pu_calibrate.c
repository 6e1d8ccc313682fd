/* test_pu_calibrate.c - probabilities are those of the stated rule, and right where the truth is
 * known. */
#include "pu/trust/spies.h"
#include "pu_data.h"
#include "test.h"

static parot_pu_options cheap(void)
{
    parot_pu_options options = pu_options_of(PAROT_PU_METHOD_RIDGE);
    return options;
}

static void label_and_calibrate(const parot_pu_data *data, parot_pu_result *result,
                                parot_pu_calibration *calibration)
{
    parot_pu_options options = cheap();
    assert_ok(parot_pu_classify(data, &options, NULL, result, &err));
    assert_ok(parot_pu_calibrate(data, &options, result, NULL, calibration, &err));
}

/* found[r]: spies in place r, plus their share of one more. */
static void count_spies(const parot_pu_data *data, double *found)
{
    struct control control;
    struct spy spies[PU_M];
    parot_pu_options options = cheap();
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(spies_send(data, &options, &control, spies, &err));
    test_set(found, PU_N, 1.0 / PU_N);
    for (int s = 0; s < PU_M; s++) {
        int before = PU_N - (int)lround(spies[s].behind * PU_N);
        found[before < PU_N ? before : PU_N - 1]++;
    }
}

/* The decreasing sequence nearest to x has at r the least over a <= r of the largest mean of
 * x[a..b] over b >= r. */
static double nearest_decreasing(const double *x, int r)
{
    double least = INFINITY;
    for (int a = 0; a <= r; a++) {
        double sum = 0, most = 0;
        for (int b = a; b < PU_N; b++) {
            sum += x[b];
            if (b >= r)
                most = fmax(most, sum / (b - a + 1));
        }
        least = fmin(least, most);
    }
    return least;
}

TEST(probabilities_follow_the_spies)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 6; seed++) {
        AUTO(parot_pu_result, result);
        AUTO(parot_pu_calibration, calibration);
        double found[PU_N], expected[PU_N], sum = 0, factor = 0;
        pu_tables_make(&tables, seed, 0.5 * (double)(seed % 3), 0);
        label_and_calibrate(&tables.data, &result, &calibration);
        count_spies(&tables.data, found);
        for (int i = 0; i < PU_N; i++) {
            expected[i] = nearest_decreasing(found, result.rank[i] - 1);
            sum += calibration.probability[i];
            assert_true(calibration.probability[i] > 0);
            if (calibration.probability[i] < 1)
                factor = calibration.probability[i] / expected[i];
        }
        assert_close(sum, tables.data.prior * PU_N, 1e-10);
        for (int i = 0; i < PU_N; i++)
            assert_close(calibration.probability[i], fmin(1, factor * expected[i]), 1e-12);
    }
}

TEST(recall_counts_spies)
{
    AUTO(parot_pu_result, result);
    AUTO(parot_pu_calibration, it);
    double found[PU_N], so_far = 0;
    PU_TABLES(tables, 3, 1, 0);
    label_and_calibrate(&tables.data, &result, &it);
    count_spies(&tables.data, found);
    for (int r = 0; r < PU_N; r++) {
        so_far += found[r] - 1.0 / PU_N;
        double precision = fmin(1, tables.data.prior * it.recall[r] * PU_N / (r + 1));
        assert_close(it.recall[r], so_far / PU_M, 1e-12);
        assert_close(it.precision[r], precision, 1e-12);
        assert_true(it.recall_low[r] <= it.recall[r] && it.recall[r] <= it.recall_high[r]);
        assert_true(it.precision_low[r] <= precision && precision <= it.precision_high[r]);
    }
    assert_true(it.recall[PU_N - 1] == 1 && it.count == PU_N && it.spies == PU_M);
}

/* Over many draws, of the rows with about the same probability that part is positive; and the
 * ranges of the recall hold the truth about as often as they say. */
TEST(probabilities_are_frequencies)
{
    enum { DRAWS = 24, BINS = 4 };
    struct pu_tables tables;
    double sum[BINS] = {0}, positive[BINS] = {0}, rows[BINS] = {0};
    int held = 0;
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        AUTO(parot_pu_result, result);
        AUTO(parot_pu_calibration, it);
        double found = 0, actual = 0;
        pu_tables_make(&tables, seed, 1, 0);
        label_and_calibrate(&tables.data, &result, &it);
        for (int i = 0; i < PU_N; i++) {
            int bin = (int)fmin(BINS - 1, it.probability[i] * BINS);
            sum[bin] += it.probability[i];
            positive[bin] += tables.truth[i];
            rows[bin]++;
            actual += tables.truth[i];
            found += tables.truth[i] && result.rank[i] <= PU_K;
        }
        held +=
            it.recall_low[PU_K - 1] <= found / actual && found / actual <= it.recall_high[PU_K - 1];
    }
    for (int b = 0; b < BINS; b++)
        assert_true(rows[b] < 50 || fabs(sum[b] - positive[b]) <= 0.12 * rows[b]);
    assert_true(held >= DRAWS * 3 / 5); /* folds know fewer positives: a little too low */
}

TEST(the_cutoff_is_the_cheapest)
{
    double probability[] = {0.9, 0.1, 0.5, 0.25, 1};
    parot_pu_calibration it = {.count = 5, .probability = probability};
    assert_int_equal(parot_pu_cutoff(&it, 1, 1), 3);
    assert_int_equal(parot_pu_cutoff(&it, 1, 3), 4);
    assert_int_equal(parot_pu_cutoff(&it, 1, 0), 1);
    assert_int_equal(parot_pu_cutoff(&it, 0, 1), 5);
    assert_int_equal(parot_pu_cutoff(NULL, 0, 1), 0);
}

TEST(what_cannot_be_calibrated_is_refused)
{
    struct pu_tables tables;
    parot_pu_options options = cheap();
    AUTO(parot_pu_result, result);
    parot_pu_calibration it = {.prior = 77};
    pu_tables_make(&tables, 3, 1, 0);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    result.rank[7] = 0;
    assert_refused(parot_pu_calibrate(&tables.data, &options, &result, NULL, &it, &err),
                   PAROT_EINVAL, "result: rank[7] must be from 1 to 60, got 0");
    result.rank[7] = 1;
    result.count--;
    assert_refused(parot_pu_calibrate(&tables.data, &options, &result, NULL, &it, &err),
                   PAROT_ESHAPE, "result: has 59 ranks for 60 unlabeled rows");
    result.count++;
    tables.data.positive.rows = 4;
    assert_refused(parot_pu_calibrate(&tables.data, &options, &result, NULL, &it, &err),
                   PAROT_EINVAL, "need 5 rows or more, got 4");
    assert_true(it.prior == 77);
}

/* ---- Criteria ----------------------------------------------------------- */

/* By the spies themselves, pair by pair. */
TEST(criteria_follow_from_pairs)
{
    struct pu_tables tables;
    struct control control;
    struct spy spies[PU_M];
    parot_pu_options options = cheap();
    AUTO(parot_pu_result, result);
    AUTO(parot_pu_calibration, it);
    parot_pu_criteria_result criteria;
    double mean = 0, variance = 0, before[PU_N] = {0}, of_rows = 0, prior = 0;
    pu_tables_make(&tables, 4, 1, 0);
    prior = tables.data.prior;
    label_and_calibrate(&tables.data, &result, &it);
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(spies_send(&tables.data, &options, &control, spies, &err));
    for (int s = 0; s < PU_M; s++) {
        int first = PU_N - (int)lround(spies[s].behind * PU_N);
        mean += spies[s].behind / PU_M;
        for (int r = 0; r < PU_N; r++)
            before[r] += (r >= first) / (double)PU_M;
    }
    for (int s = 0; s < PU_M; s++)
        variance += pow(spies[s].behind - mean, 2) / (PU_M - 1) / PU_M;
    for (int r = 0; r < PU_N; r++)
        of_rows += pow(before[r] - mean, 2) / (PU_N - 1) / PU_N;
    assert_ok(parot_pu_criteria(&it, PU_K, &criteria, &err));
    /* Spies behind all rows share the last place. */
    assert_close(criteria.proxy_auc, mean, 1.0 / PU_N);
    assert_close(criteria.proxy_auc_error, sqrt(variance + of_rows), 0.01);
    assert_close(criteria.auc, fmin(1, (criteria.proxy_auc - prior / 2) / (1 - prior)), 1e-12);
    double recall = it.recall[PU_K - 1], right = prior * recall, part = (double)PU_K / PU_N;
    assert_close(criteria.recall, recall, 0);
    assert_close(criteria.accuracy, right + (1 - part - (prior - right)), 1e-12);
    assert_close(criteria.f1, 2 * right / (prior + part), 1e-12);
    assert_close(criteria.precision, right / part, 1e-12);
    assert_close(criteria.lee_liu, recall * recall / part, 1e-12);
    double least[2] = {1, 1}, most[2] = {0, 0}; /* over a grid of the prior and of both errors */
    for (int k = 0; k <= 50; k++)
        for (int s = -10; s <= 10; s++) {
            double q = it.prior_low + (it.prior_high - it.prior_low) * k / 50, e = 0.164 * s;
            double r = fmin(1, recall + e * criteria.recall_error);
            double b = criteria.proxy_auc + e * criteria.proxy_auc_error;
            const double at[] = {1 - part - q + 2 * fmin(part, q * r),
                                 fmin(1, (b - q / 2) / (1 - q))};
            for (int j = 0; j < 2; j++) {
                least[j] = fmin(least[j], at[j]);
                most[j] = fmax(most[j], at[j]);
            }
        }
    assert_true(it.prior_low < prior && prior < it.prior_high);
    assert_close(criteria.accuracy_low, least[0], 1e-9);
    assert_close(criteria.accuracy_high, most[0], 5e-3); /* its peak lies between */
    assert_close(criteria.auc_low, least[1], 1e-9);
    assert_close(criteria.auc_high, most[1], 1e-9);
    assert_ok(parot_pu_criteria(&it, 0, &criteria, &err));
    assert_true(isnan(criteria.precision) && criteria.recall == 0 && criteria.lee_liu == 0);
    assert_close(criteria.accuracy, 1 - prior, 1e-12);
    assert_refused(parot_pu_criteria(&it, PU_N + 1, &criteria, &err), PAROT_EINVAL,
                   "rows: must be from 0 to 60, got 61");
}

/* What the criteria say without the truth is near what the truth says, over draws. */
TEST(criteria_agree_with_the_truth)
{
    enum { DRAWS = 8 };
    double accuracy = 0, auc = 0, spread = 0;
    for (uint64_t seed = 100; seed < 100 + DRAWS; seed++) {
        int8_t truth[PU_N];
        AUTO(parot_pu_result, result);
        AUTO(parot_pu_calibration, it);
        parot_pu_criteria_result criteria;
        parot_pu_metrics metrics;
        PU_TABLES(tables, seed, 1, 0);
        for (int i = 0; i < PU_N; i++)
            truth[i] = (int8_t)tables.truth[i];
        label_and_calibrate(&tables.data, &result, &it);
        assert_ok(parot_pu_criteria(&it, result.positives, &criteria, &err));
        assert_ok(parot_pu_evaluate(&result, truth, &metrics, &err));
        accuracy += (criteria.accuracy - metrics.accuracy) / DRAWS;
        auc += (criteria.auc - metrics.auc) / DRAWS;
        spread += pow((criteria.auc - metrics.auc) / criteria.auc_error, 2) / DRAWS;
    }
    /* Too low rather than too high: folds know 20 of the 25 positives. */
    assert_true(accuracy > -0.08 && accuracy < 0.03 && auc > -0.08 && auc < 0.03);
    assert_true(spread < 2.5); /* 1 if the errors are what they say */
}

TEST(the_fewest_rows_reach_a_recall)
{
    double recall[] = {0, 0.25, 0.25, 0.75, 1};
    parot_pu_calibration it = {.count = 5, .recall = recall};
    assert_int_equal(parot_pu_recall_rows(&it, 0), 1);
    assert_int_equal(parot_pu_recall_rows(&it, 0.25), 2);
    assert_int_equal(parot_pu_recall_rows(&it, 0.3), 4);
    assert_int_equal(parot_pu_recall_rows(&it, 1), 5);
    assert_int_equal(parot_pu_recall_rows(&it, 2), 5);
    assert_int_equal(parot_pu_recall_rows(NULL, 1), 0);
}

/* ---- Other cuts --------------------------------------------------------- */

TEST(labels_follow_another_cut)
{
    parot_pu_options options = cheap();
    PU_TABLES(tables, 5, 1, 0);
    for (int64_t rows = 0; rows <= PU_N; rows += 12) {
        AUTO(parot_pu_result, result);
        int32_t rank[PU_N];
        double by_rank[PU_N];
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        memcpy(rank, result.rank, sizeof rank);
        assert_ok(parot_pu_relabel(&result, rows, &err));
        assert_memory_equal(rank, result.rank, sizeof rank);
        assert_int_equal(result.positives, rows);
        for (int i = 0; i < PU_N; i++) {
            assert_int_equal(result.label[i], rank[i] <= rows ? 1 : -1);
            assert_true(result.label[i] > 0 ? result.score[i] >= 0.5 : result.score[i] <= 0.5);
            by_rank[rank[i] - 1] = result.score[i];
        }
        for (int r = 1; r < PU_N; r++)
            assert_true(by_rank[r] <= by_rank[r - 1]);
    }
}

/* The ridge does not depend on the prior: scores are those of the prior that labels as many. */
TEST(another_cut_is_another_prior)
{
    struct pu_tables tables;
    parot_pu_options options = cheap();
    AUTO(parot_pu_result, result, other);
    pu_tables_make(&tables, 6, 1, 0);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    tables.data.prior = 40.0 / PU_N;
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &other, &err));
    assert_ok(parot_pu_relabel(&result, 40, &err));
    for (int i = 0; i < PU_N; i++) {
        assert_int_equal(result.label[i], other.label[i]);
        assert_close(result.score[i], other.score[i], 1e-9);
    }
    assert_refused(parot_pu_relabel(&result, -1, &err), PAROT_EINVAL,
                   "rows: must be from 0 to 60, got -1");
    assert_refused(parot_pu_relabel(NULL, 1, &err), PAROT_EINVAL, "result: must not be NULL");
}

/* ---- All of it at once -------------------------------------------------- */

TEST(an_inspection_is_a_check_and_a_calibration)
{
    parot_pu_options options = cheap();
    AUTO(parot_pu_result, result);
    parot_pu_calibration both = {0};
    AUTO(parot_pu_calibration, alone);
    parot_pu_trust checked, inspected;
    parot_pu_prior_result estimate;
    PU_TABLES(tables, 7, 1, 0);
    label_and_calibrate(&tables.data, &result, &alone);
    assert_ok(parot_pu_check(&tables.data, &options, &result, NULL, &checked, &err));
    assert_ok(parot_pu_prior(&tables.data, &options, NULL, &estimate, &err));
    for (int k = 0; k < 2; k++) {
        assert_ok(parot_pu_inspect(&tables.data, &options, &result, k ? &estimate : NULL, NULL,
                                   &inspected, &both, &err));
        assert_memory_equal(&checked, &inspected, sizeof checked);
        assert_memory_equal(alone.probability, both.probability, PU_N * sizeof *both.probability);
        assert_memory_equal(alone.precision_low, both.precision_low,
                            PU_N * sizeof *both.precision_low);
        parot_pu_calibration_free(&both);
    }
}

/* A prior that does not fit: no word on accuracy, but who asks for probabilities gets them. */
TEST(a_bias_is_told_beside_probabilities)
{
    parot_pu_options options = cheap();
    AUTO(parot_pu_result, result);
    AUTO(parot_pu_calibration, it);
    parot_pu_trust trust;
    PU_TABLES(tables, 7, 4, 0);
    tables.data.prior = 0.95;
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_ok(parot_pu_inspect(&tables.data, &options, &result, NULL, NULL, &trust, &it, &err));
    assert_true((trust.doubts & PAROT_PU_DOUBT_FIT) && !trust.has_spies && trust.has_prior);
    assert_int_equal(it.count, PU_N);
}
