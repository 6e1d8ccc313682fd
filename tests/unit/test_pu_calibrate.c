/* test_pu_calibrate.c - probabilities are those of the stated rule, and right where the truth is
 * known. */
#include "ledger.h"
#include "pu/trust/spies.h"
#include "pu_data.h"
#include "support.h"

static parot_pu_options cheap(void)
{
    parot_pu_options options;
    parot_pu_options_init(&options);
    options.method = PAROT_PU_METHOD_RIDGE;
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
    for (int r = 0; r < PU_N; r++)
        found[r] = 1.0 / PU_N;
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

static void probabilities_follow_the_spies(void **state)
{
    (void)state;
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 6; seed++) {
        parot_pu_result result = {0};
        parot_pu_calibration calibration = {0};
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
        parot_pu_result_free(&result);
        parot_pu_calibration_free(&calibration);
    }
}

static void recall_counts_spies(void **state)
{
    (void)state;
    struct pu_tables tables;
    parot_pu_result result = {0};
    parot_pu_calibration it = {0};
    double found[PU_N], so_far = 0;
    pu_tables_make(&tables, 3, 1, 0);
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
    parot_pu_result_free(&result);
    parot_pu_calibration_free(&it);
}

/* Over many draws, of the rows with about the same probability that part is positive; and the
 * ranges of the recall hold the truth about as often as they say. */
static void probabilities_are_frequencies(void **state)
{
    (void)state;
    enum { DRAWS = 24, BINS = 4 };
    struct pu_tables tables;
    double sum[BINS] = {0}, positive[BINS] = {0}, rows[BINS] = {0};
    int held = 0;
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        parot_pu_result result = {0};
        parot_pu_calibration it = {0};
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
        parot_pu_result_free(&result);
        parot_pu_calibration_free(&it);
    }
    for (int b = 0; b < BINS; b++)
        assert_true(rows[b] < 50 || fabs(sum[b] - positive[b]) <= 0.12 * rows[b]);
    assert_true(held >= DRAWS * 3 / 5); /* folds know fewer positives: a little too low */
}

static void the_cutoff_is_the_cheapest(void **state)
{
    (void)state;
    double probability[] = {0.9, 0.1, 0.5, 0.25, 1};
    parot_pu_calibration it = {.count = 5, .probability = probability};
    assert_int_equal(parot_pu_cutoff(&it, 1, 1), 3);
    assert_int_equal(parot_pu_cutoff(&it, 1, 3), 4);
    assert_int_equal(parot_pu_cutoff(&it, 1, 0), 1);
    assert_int_equal(parot_pu_cutoff(&it, 0, 1), 5);
    assert_int_equal(parot_pu_cutoff(NULL, 0, 1), 0);
}

static void what_cannot_be_calibrated_is_refused(void **state)
{
    (void)state;
    struct pu_tables tables;
    parot_pu_options options = cheap();
    parot_pu_result result = {0};
    parot_pu_calibration it = {.prior = 77};
    pu_tables_make(&tables, 3, 1, 0);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_refused(parot_pu_calibrate(NULL, &options, &result, NULL, &it, &err), PAROT_EINVAL,
                   "data: must not be NULL");
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
    parot_pu_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities_follow_the_spies),
        cmocka_unit_test(recall_counts_spies),
        cmocka_unit_test(probabilities_are_frequencies),
        cmocka_unit_test(the_cutoff_is_the_cheapest),
        cmocka_unit_test(what_cannot_be_calibrated_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
