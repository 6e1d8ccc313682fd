/* test_pu_model.c - models judge new rows like the training did, and refuse what is no model. */
#include "pu_data.h"
#include "test.h"

static parot_pu_options options_for(parot_pu_method method)
{
    parot_pu_options options = pu_options_of(method);
    return options;
}

/* From LINEAR_FROM on with the linear kernel, from BOTH_FROM on with both. */
static const parot_pu_method METHODS[] = {
    PAROT_PU_METHOD_FOREST, PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_NEAREST,
    PAROT_PU_METHOD_MINED,  PAROT_PU_METHOD_RIDGE,       PAROT_PU_METHOD_MINED,
    PAROT_PU_METHOD_RIDGE,  PAROT_PU_METHOD_MINED,       PAROT_PU_METHOD_RIDGE};
enum { LINEAR_FROM = 5, BOTH_FROM = 7 };
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

/* That of src/pu/model/model.c: 52 bits over the numbers, with 0 in its own place. */
enum { CHECKSUM_AT = 3 };

static double checksum(const double *data, int64_t count)
{
    uint64_t hash = 0;
    for (int64_t e = 0; e < count; e++) {
        uint64_t bits = 0;
        double x = e == CHECKSUM_AT ? 0 : data[e] + 0.0;
        memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return (double)(hash >> 12);
}

static void assert_labels(const parot_pu_model *model, const struct pu_tables *fresh, double prior)
{
    AUTO(parot_pu_result, result);
    assert_ok(parot_pu_predict(model, fresh->data.unlabeled, prior, NULL, &result, &err));
    for (int i = 0; i < PU_N; i++) {
        assert_int_equal(result.label[i], fresh->truth[i] ? 1 : -1);
        assert_true((result.score[i] > 0.5) == fresh->truth[i]);
    }
}

/* Rows of another draw of the same clusters, as columns or (pca > 0) turned as those of the
 * training. */
static void check_new_rows(int32_t pca)
{
    PU_TABLES(tables, 3, 3, 0);
    PU_TABLES(fresh, 4, 3, 0);
    for (int method = 0; method < METHOD_COUNT; method++)
        for (int scale = PAROT_AUTO; scale <= PAROT_SCALE_LOG; scale++) {
            parot_pu_options options = options_for(METHODS[method]);
            AUTO(parot_pu_model, model);
            options.scale = scale;
            options.pca = pca;
            options.kernel = method < LINEAR_FROM ? PAROT_PU_KERNEL_RBF
                             : method < BOTH_FROM ? PAROT_PU_KERNEL_LINEAR
                                                  : PAROT_PU_KERNEL_BOTH;
            assert_ok(parot_pu_train(&tables.data, &options, NULL, &model, NULL, &err));
            assert_labels(&model, &fresh, NAN);
            assert_labels(&model, &fresh, fresh.data.prior);
        }
}

/* Rows between the clusters have nearly the rank of the border: two of 60 may be wrong, and only
 * there. */
TEST(an_ensemble_knows_new_rows_of_clusters)
{
    struct pu_tables tables, fresh;
    for (uint64_t seed = 0; seed < 6; seed++)
        for (int is_mined = 0; is_mined < 2; is_mined++) {
            parot_pu_options options =
                options_for(is_mined ? PAROT_PU_METHOD_MINED : PAROT_PU_METHOD_ENSEMBLE);
            AUTO(parot_pu_model, model);
            AUTO(parot_pu_result, result);
            int wrong = 0;
            pu_tables_make(&tables, seed, 3, 0);
            pu_tables_make(&fresh, seed + 20, 3, 0);
            options.classifier = PAROT_PU_CLASSIFIER_ENSEMBLE;
            options.rounds = (int32_t)seed % 3;
            assert_ok(parot_pu_train(&tables.data, &options, NULL, &model, NULL, &err));
            assert_ok(parot_pu_predict(&model, fresh.data.unlabeled, NAN, NULL, &result, &err));
            for (int i = 0; i < PU_N; i++) {
                wrong += (result.label[i] > 0) != fresh.truth[i];
                assert_true(fresh.truth[i] ? result.score[i] > 0.49 : result.score[i] < 0.51);
            }
            assert_true(wrong <= 2);
        }
}

TEST(new_rows_of_clusters_are_told_apart)
{
    check_new_rows(0);
}

TEST(principal_components_are_remembered)
{
    check_new_rows(2);
}

TEST(too_many_components_are_refused)
{
    struct pu_tables tables;
    parot_pu_result result = {0};
    parot_pu_options options = options_for(PAROT_PU_METHOD_NEAREST);
    pu_tables_make(&tables, 3, 3, 0);
    options.pca = PU_D + 1;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.pca: must be at most the number of columns, 4, got 5");
    options.pca = -1;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.pca: must be 0 or more, got -1");
    for (int i = 0; i < PU_N; i++)
        tables.unlabeled[i * PU_D] = 1;
    for (int j = 0; j < PU_M; j++)
        tables.positive[j * PU_D] = 1;
    options.pca = PU_D;
    options.scale = PAROT_SCALE_MINMAX;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.pca: must be at most the number of columns that vary, 3, got 4");
}

/* Without a prior, and as the batch that they were. */
static void check_training_rows(const struct pu_tables *tables, const parot_pu_options *options)
{
    AUTO(parot_pu_model, model);
    AUTO(parot_pu_result, trained);
    assert_ok(parot_pu_train(&tables->data, options, NULL, &model, &trained, &err));
    for (int has_prior = 0; has_prior < 2; has_prior++) {
        AUTO(parot_pu_result, again);
        assert_ok(parot_pu_predict(&model, tables->data.unlabeled,
                                   has_prior ? tables->data.prior : NAN, NULL, &again, &err));
        assert_memory_equal(again.label, trained.label, PU_N);
        for (int i = 0; i < PU_N && !has_prior; i++)
            assert_true(again.score[i] == trained.score[i]);
    }
}

TEST(rows_of_the_training_keep_their_labels)
{
    struct pu_tables tables;
    for (int method = 0; method < METHOD_COUNT; method++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            parot_pu_options options = options_for(METHODS[method]);
            options.kernel = method < LINEAR_FROM ? PAROT_PU_KERNEL_RBF : PAROT_PU_KERNEL_LINEAR;
            options.whole_rows = (parot_pu_whole_rows)(seed % 3);
            options.noise = seed % 2 ? 0 : NAN;
            options.pca = seed == 4 ? 2 : 0;
            pu_tables_make(&tables, seed, 0.6, 0);
            check_training_rows(&tables, &options);
        }
}

/* A row is judged alone: its label and score do not depend on the others. */
/* A metric that the model's reader does not know would be refused. */
TEST(models_of_every_metric_and_scale_are_read_back)
{
    parot_pu_options options = options_for(PAROT_PU_METHOD_WASSERSTEIN);
    PU_TABLES(tables, 1, 0.6, 0);
    for (const parot_word *metric = parot_metric_words(); metric->name; metric++)
        for (const parot_word *scale = parot_scale_words(); scale->name; scale++) {
            options.metric = metric->value;
            options.scale = scale->value;
            check_training_rows(&tables, &options);
        }
}

TEST(company_does_not_matter)
{
    AUTO(parot_pu_model, model);
    AUTO(parot_pu_result, all);
    parot_pu_options options = options_for(PAROT_PU_METHOD_MINED);
    PU_TABLES(tables, 5, 0.6, 0);
    assert_ok(parot_pu_train(&tables.data, &options, NULL, &model, NULL, &err));
    assert_ok(parot_pu_predict(&model, tables.data.unlabeled, NAN, NULL, &all, &err));
    for (int i = 0; i < PU_N; i += 7) {
        AUTO(parot_pu_result, one);
        parot_matrix row = {tables.unlabeled + i * PU_D, 1, PU_D, PU_D};
        assert_ok(parot_pu_predict(&model, row, NAN, NULL, &one, &err));
        assert_int_equal(one.label[0], all.label[i]);
        assert_close(one.score[0], all.score[i], 1e-12);
    }
}

TEST(training_is_classifying)
{
    PU_TABLES(tables, 6, 0.6, 0);
    for (int method = 0; method < METHOD_COUNT; method++) {
        parot_pu_options options = options_for(METHODS[method]);
        AUTO(parot_pu_model, model);
        AUTO(parot_pu_result, trained, plain);
        assert_ok(parot_pu_train(&tables.data, &options, NULL, &model, &trained, &err));
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &plain, &err));
        assert_memory_equal(trained.label, plain.label, PU_N);
        assert_memory_equal(trained.score, plain.score, PU_N * sizeof *plain.score);
    }
}

/* ---- Refusals ----------------------------------------------------------- */

static void refuse(parot_pu_model *model, parot_matrix rows, double prior, parot_status status,
                   const char *words)
{
    parot_pu_result result = {.count = 77};
    assert_refused(parot_pu_predict(model, rows, prior, NULL, &result, &err), status, words);
    assert_int_equal(result.count, 77);
}

TEST(what_is_no_model_is_refused)
{
    struct pu_tables tables;
    parot_pu_model model = {0}, other;
    pu_tables_make(&tables, 6, 0.6, 0);
    parot_matrix rows = tables.data.unlabeled;
    assert_ok(parot_pu_train(&tables.data, NULL, NULL, &model, NULL, &err));
    other = model;
    refuse(&(parot_pu_model){0}, rows, NAN, PAROT_EFORMAT, "is not a model of parot");
    other.count--;
    refuse(&other, rows, NAN, PAROT_EFORMAT, "model: must have");
    double kept = model.data[0];
    model.data[0] = 1;
    refuse(&model, rows, NAN, PAROT_EFORMAT, "is not a model of parot");
    model.data[0] = kept;
    model.data[1] = 3;
    refuse(&model, rows, NAN, PAROT_EFORMAT, "has version 3, this library reads 2");
    model.data[1] = 1;
    for (int64_t e = 4; e < model.count; e += 11) {
        kept = model.data[e];
        model.data[e] += 1;
        refuse(&model, rows, NAN, PAROT_EFORMAT, "check sum");
        model.data[e] = kept;
    }
    rows.cols = 3;
    refuse(&model, rows, NAN, PAROT_ESHAPE, "rows has 3 columns, the model was trained on 4");
    rows = tables.data.unlabeled;
    refuse(&model, rows, 2, PAROT_EINVAL, "prior: must be in (0,1), or NAN");
    rows.rows = 0;
    refuse(&model, rows, NAN, PAROT_EINVAL, "rows: must have data");
    tables.unlabeled[5] = NAN;
    refuse(&model, tables.data.unlabeled, NAN, PAROT_EINVAL, "got nan at (1,1)");
    parot_pu_model_free(&model);
    parot_pu_model_free(&model);
    parot_pu_model_free(NULL);
}

/* Numbers of a forest that make no sense, with a check sum that fits, lead to a refusal and not out
 * of the list. */
TEST(damaged_trees_are_refused)
{
    struct pu_tables tables;
    AUTO(parot_pu_model, model);
    parot_pu_options options = options_for(PAROT_PU_METHOD_ENSEMBLE);
    pu_tables_make(&tables, 6, 0.6, 0);
    options.trees = 2;
    assert_ok(parot_pu_train(&tables.data, &options, NULL, &model, NULL, &err));
    const double wrong[] = {-2, -1, 0, 1, 4, 1e9, 0x1p60, -INFINITY, NAN, 0.5};
    int refused = 0;
    for (int64_t e = 1; e < model.count; e++) {
        double kept = model.data[e], sum = model.data[CHECKSUM_AT];
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong && e != CHECKSUM_AT; k++) {
            AUTO(parot_pu_result, result);
            model.data[e] = wrong[k];
            model.data[CHECKSUM_AT] = checksum(model.data, model.count);
            parot_status status =
                parot_pu_predict(&model, tables.data.unlabeled, NAN, NULL, &result, NULL);
            assert_true(status == PAROT_OK || status == PAROT_EFORMAT || status == PAROT_ENUMERIC ||
                        status == PAROT_EINVAL || status == PAROT_ESHAPE);
            refused += status != PAROT_OK;
        }
        model.data[e] = kept;
        model.data[CHECKSUM_AT] = sum;
    }
    assert_true(refused > 100);
}

/* What is said to be trainable is trained, and nothing else is. */
TEST(trainable_methods_are_those_with_a_model)
{
    PU_TABLES(tables, 6, 0.6, 0);
    for (int method = 0; parot_pu_method_name((parot_pu_method)method); method++)
        for (int whole_rows = 0; parot_pu_whole_rows_name((parot_pu_whole_rows)whole_rows);
             whole_rows++)
            for (int32_t neighbours = 1; neighbours <= 2; neighbours++) {
                AUTO(parot_pu_model, model);
                parot_pu_options options = options_for((parot_pu_method)method);
                options.whole_rows = (parot_pu_whole_rows)whole_rows;
                options.neighbours = neighbours;
                parot_status status =
                    parot_pu_train(&tables.data, &options, NULL, &model, NULL, NULL);
                if (parot_pu_is_trainable(&options))
                    assert_int_equal(status, PAROT_OK);
                else
                    assert_int_equal(status, PAROT_ENOTSUP);
            }
    assert_true(parot_pu_is_trainable(NULL)); /* the defaults */
}

TEST(methods_without_a_model_say_so)
{
    struct pu_tables tables;
    parot_pu_model model = {0};
    pu_tables_make(&tables, 6, 0.6, 0);
    parot_pu_options options = options_for(PAROT_PU_METHOD_MATCHING);
    assert_refused(parot_pu_train(&tables.data, &options, NULL, &model, NULL, &err), PAROT_ENOTSUP,
                   "matching with these options cannot label new rows");
    options = options_for(PAROT_PU_METHOD_NEAREST);
    options.neighbours = 5;
    assert_refused(parot_pu_train(&tables.data, &options, NULL, &model, NULL, &err), PAROT_ENOTSUP,
                   "nearest with one neighbour");
    assert_null(model.owner);
}
