/* test_pu_degenerate.c - tables that are hardly tables get a sensible answer or a clear refusal,
 * from every method and from everything that judges them. */
#include "pu_data.h"
#include "test.h"

struct method {
    parot_pu_method method;
    parot_pu_kernel kernel;
};

/* The last three are cross-validated and need five rows on both sides. */
static const struct method METHODS[] = {{PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_MATCHING, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_NEAREST, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_LEARNED, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_FOREST, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_RIDGE, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_ENSEMBLE, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_RIDGE, PAROT_PU_KERNEL_LINEAR},
                                        {PAROT_PU_METHOD_RIDGE, PAROT_PU_KERNEL_BOTH},
                                        {PAROT_PU_METHOD_MINED, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_MINED, PAROT_PU_KERNEL_LINEAR},
                                        {PAROT_PU_METHOD_MINED, PAROT_PU_KERNEL_BOTH},
                                        {PAROT_PU_METHOD_PUSB, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_UPU, PAROT_PU_KERNEL_RBF},
                                        {PAROT_PU_METHOD_NNPU, PAROT_PU_KERNEL_RBF}};
enum { BY_DISTANCE = 3, SQUARES_FROM = 5, BEFORE_MINED = 9, SIMPLE = 12, ALL = 15 };

static parot_pu_options options_of(int k)
{
    parot_pu_options options = pu_options_of(METHODS[k].method);
    options.kernel = METHODS[k].kernel;
    return options;
}

/* Labels, with what holds of every answer. */
static void label(const parot_pu_data *data, const parot_pu_options *options, int8_t *labels)
{
    AUTO(parot_pu_result, result);
    int64_t positives = 0;
    assert_ok(parot_pu_classify(data, options, NULL, &result, &err));
    for (int64_t i = 0; i < result.count; i++) {
        labels[i] = result.label[i];
        positives += result.label[i] > 0;
        assert_true(result.score[i] >= 0 && result.score[i] <= 1);
        assert_true(result.share[i] >= 0 && result.share[i] <= 1 + 1e-12);
        assert_true(result.rank[i] >= 1 && result.rank[i] <= result.count);
    }
    assert_int_equal(positives, result.positives);
    if (options->method != PAROT_PU_METHOD_UPU && options->method != PAROT_PU_METHOD_NNPU)
        assert_int_equal(positives, llround(data->prior * (double)data->unlabeled.rows));
}

static void refuse_label(const parot_pu_data *data, int from, int to, const char *words)
{
    for (int k = from; k < to; k++) {
        parot_pu_options options = options_of(k);
        parot_pu_result result = {0};
        assert_refused(parot_pu_classify(data, &options, NULL, &result, &err), PAROT_EINVAL, words);
    }
}

static void refuse_prior(const parot_pu_data *data, const char *words)
{
    parot_pu_prior_result prior = {0};
    assert_refused(parot_pu_prior(data, NULL, NULL, &prior, &err), PAROT_EINVAL, words);
}

/* Bias, spies and tune. */
static void refuse_trust(const parot_pu_data *data, const char *bias, const char *spies)
{
    parot_pu_spies_result result = {0};
    parot_pu_tune_result tuned = {0};
    double z = 0;
    if (bias)
        assert_refused(parot_pu_bias(data, NULL, NULL, &z, &err), PAROT_EINVAL, bias);
    assert_refused(parot_pu_spies(data, NULL, NULL, &result, &err), PAROT_EINVAL, spies);
    assert_refused(parot_pu_tune(data, NULL, NULL, &tuned, &err), PAROT_EINVAL, spies);
}

TEST(one_positive_labels_but_proves_nothing)
{
    struct pu_tables tables;
    int8_t labels[PU_N];
    double z = NAN;
    pu_tables_make(&tables, 3, 1.5, 0);
    tables.data.positive.rows = 1;
    for (int k = 0; k < SIMPLE; k++) {
        parot_pu_options options = options_of(k);
        label(&tables.data, &options, labels);
    }
    refuse_label(&tables.data, SIMPLE, ALL, "positive: cross-validation needs 5 rows, got 1");
    refuse_prior(&tables.data, "positive: an estimate needs 2 rows or more, got 1");
    refuse_trust(&tables.data, NULL,
                 "positive: spies (hidden positives) need 5 rows or more, got 1");
    assert_ok(parot_pu_bias(&tables.data, NULL, NULL, &z, &err));
    assert_true(z < PAROT_PU_BIASED);
}

TEST(equal_rows_are_refused)
{
    struct pu_tables tables;
    pu_tables_make(&tables, 3, 1.5, 0);
    for (int e = 0; e < PU_N * PU_D; e++)
        tables.unlabeled[e] = e % PU_D; /* constant columns */
    for (int e = 0; e < PU_M * PU_D; e++)
        tables.positive[e] = e % PU_D;
    refuse_label(&tables.data, 0, ALL, "all rows are equal, so nothing tells them apart");
    refuse_prior(&tables.data, "all rows are equal");
    refuse_trust(&tables.data, "all rows are equal", "all rows are equal");
}

TEST(a_prior_of_no_row_is_refused)
{
    struct pu_tables tables;
    parot_pu_prior_result prior = {0};
    pu_tables_make(&tables, 3, 1.5, 0);
    tables.data.prior = 1e-4;
    refuse_label(&tables.data, 0, ALL,
                 "prior: 0.0001 of 60 unlabeled rows is less than half a row");
    refuse_trust(&tables.data, "less than half a row", "less than half a row");
    assert_ok(parot_pu_prior(&tables.data, NULL, NULL, &prior, &err)); /* it is not asked for */
}

TEST(a_prior_of_all_rows_leaves_no_negatives)
{
    struct pu_tables tables;
    int8_t labels[PU_N];
    parot_pu_spies_result spies = {0};
    pu_tables_make(&tables, 3, 1.5, 0);
    tables.data.prior = 0.9999;
    for (int k = 0; k < BEFORE_MINED; k++) {
        parot_pu_options options = options_of(k);
        label(&tables.data, &options, labels);
    }
    refuse_label(&tables.data, BEFORE_MINED, SIMPLE,
                 "prior: 60 of 60 unlabeled rows would be positive, which leaves no negatives");
    parot_pu_options transport = options_of(0);
    assert_int_equal(transport.method, PAROT_PU_METHOD_WASSERSTEIN);
    assert_ok(parot_pu_spies(&tables.data, &transport, NULL, &spies, &err));
    assert_true(spies.recall == 1 && isnan(spies.auc));
}

TEST(more_positives_than_unlabeled_rows_are_fine)
{
    int8_t labels[PU_N];
    parot_pu_prior_result prior = {0};
    parot_pu_spies_result spies = {0};
    PU_TABLES(tables, 3, 4, 0);
    tables.data.unlabeled.rows = 8;
    int positives = 0;
    for (int i = 0; i < 8; i++)
        positives += tables.truth[i];
    tables.data.prior = positives / 8.0;
    for (int k = 0; k < ALL; k++) {
        parot_pu_options options = options_of(k);
        label(&tables.data, &options, labels);
        for (int i = 0; i < 8 && k < SIMPLE; i++)
            assert_int_equal(labels[i], tables.truth[i] ? 1 : -1);
    }
    assert_ok(parot_pu_prior(&tables.data, NULL, NULL, &prior, &err));
    assert_true(prior.prior > 0 && prior.prior <= 1);
    assert_ok(parot_pu_spies(&tables.data, NULL, NULL, &spies, &err));
    assert_true(spies.recall > 0.9);
}

/* Methods that go by distances label copies first; all the others give an answer. */
TEST(copies_of_positives_are_nearest)
{
    int8_t labels[PU_N];
    PU_TABLES(tables, 3, 0.2, 0);
    for (int j = 0; j < PU_K / 2; j++)
        memcpy(tables.unlabeled + 3 * j * PU_D, tables.positive + j * PU_D, PU_D * sizeof(double));
    for (int k = 0; k < ALL; k++) {
        parot_pu_options options = options_of(k);
        label(&tables.data, &options, labels);
        for (int j = 0; j < PU_K / 2 && k < BY_DISTANCE; j++)
            assert_int_equal(labels[3 * j], 1);
    }
}

TEST(one_unlabeled_row_is_positive_or_nothing_is_said)
{
    struct pu_tables tables;
    int8_t labels[1];
    parot_pu_prior_result prior = {0};
    double z = NAN;
    pu_tables_make(&tables, 3, 1.5, 0);
    tables.data.unlabeled.rows = 1;
    tables.data.prior = 0.5;
    for (int k = 0; k < BEFORE_MINED; k++) {
        parot_pu_options options = options_of(k);
        label(&tables.data, &options, labels);
        assert_int_equal(labels[0], 1);
    }
    refuse_label(&tables.data, BEFORE_MINED, SIMPLE, "prior: 1 of 1 unlabeled rows would be");
    refuse_label(&tables.data, SIMPLE, ALL, "unlabeled: cross-validation needs 5 rows, got 1");
    assert_ok(parot_pu_prior(&tables.data, NULL, NULL, &prior, &err));
    assert_true(prior.prior > 0 && prior.prior <= 1);
    assert_ok(parot_pu_bias(&tables.data, NULL, NULL, &z, &err));
    assert_true(z < PAROT_PU_BIASED);
}

TEST(one_column_is_enough)
{
    int8_t labels[PU_N];
    parot_pu_tune_result tuned = {0};
    PU_TABLES(tables, 3, 5, 0);
    tables.data.unlabeled.cols = tables.data.positive.cols = 1;
    for (int k = 0; k < ALL; k++) {
        parot_pu_options options = options_of(k);
        options.scale = PAROT_SCALE_MINMAX; /* ranks would close the gap */
        label(&tables.data, &options, labels);
        for (int i = 0; i < PU_N && k < SIMPLE; i++)
            assert_int_equal(labels[i], tables.truth[i] ? 1 : -1);
    }
    assert_ok(parot_pu_tune(&tables.data, NULL, NULL, &tuned, &err));
}

static int count_differences(const int8_t *a, const int8_t *b)
{
    int count = 0;
    for (int i = 0; i < PU_N; i++)
        count += a[i] != b[i];
    return count;
}

/* Scalings do not care for units: labels are those of the same table in other units, but for two
 * rows at most, for the numbers of a row also break its ties; and for eight with a forest, which
 * draws by them which tree learns from a row. The factors are powers of 2, 3e299 and 9e-302. */
TEST(units_do_not_matter_to_scalings)
{
    static const double factors[] = {0x1p995, 0x1p-1000};
    static const parot_scale scales[] = {PAROT_SCALE_MINMAX, PAROT_SCALE_ZSCORE, PAROT_SCALE_ROBUST,
                                         PAROT_SCALE_RANK};
    struct pu_tables plain, huge;
    int8_t expected[PU_N], labels[PU_N];
    for (int f = 0; f < 2; f++)
        for (int s = 0; s < 4; s++) {
            pu_tables_make(&plain, 3, 0.7, 0);
            pu_tables_make(&huge, 3, 0.7, 0);
            for (int e = 0; e < PU_N * PU_D; e++)
                huge.unlabeled[e] *= factors[f];
            for (int e = 0; e < PU_M * PU_D; e++)
                huge.positive[e] *= factors[f];
            for (int k = 0; k < SIMPLE; k++) {
                parot_pu_options options = options_of(k);
                options.scale = scales[s];
                label(&plain.data, &options, expected);
                label(&huge.data, &options, labels);
                int has_forest = options.method == PAROT_PU_METHOD_FOREST ||
                                 options.method == PAROT_PU_METHOD_ENSEMBLE ||
                                 options.method == PAROT_PU_METHOD_LEARNED;
                assert_true(count_differences(labels, expected) <= (has_forest ? 8 : 2));
            }
        }
}

TEST(squares_out_of_range_are_refused)
{
    struct pu_tables tables;
    for (int f = 0; f < 2; f++) {
        pu_tables_make(&tables, 3, 0.7, 0);
        for (int e = 0; e < PU_N * PU_D; e++)
            tables.unlabeled[e] *= f ? 0x1p-1000 : 0x1p995;
        for (int e = 0; e < PU_M * PU_D; e++)
            tables.positive[e] *= f ? 0x1p-1000 : 0x1p995;
        for (int k = SQUARES_FROM; k < ALL; k++) {
            parot_pu_options options = options_of(k);
            parot_pu_result result = {0};
            options.scale = PAROT_SCALE_NONE;
            assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err),
                           PAROT_ENUMERIC, "unlabeled, positive: squares of numbers near");
        }
    }
    tables.unlabeled[PU_D + 2] = -1.7e308;
    refuse_label(&tables.data, 0, ALL,
                 "unlabeled: must be at most 1e+300 in size, got -1.7e+308 at (1,2)");
}
