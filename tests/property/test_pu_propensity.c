/* test_pu_propensity.c - positives that were chosen with known probabilities count in proportion to
 * their inverses: as if they were listed more often, and so that a biased choice is undone. */
#include "pu_data.h"
#include "test.h"

static const parot_pu_method METHODS[] = {
    PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_MINED,  PAROT_PU_METHOD_LEARNED,
    PAROT_PU_METHOD_RIDGE,       PAROT_PU_METHOD_FOREST, PAROT_PU_METHOD_ENSEMBLE,
    PAROT_PU_METHOD_UPU,         PAROT_PU_METHOD_NNPU,   PAROT_PU_METHOD_PUSB};
enum { COUNT = sizeof METHODS / sizeof *METHODS };

/* Risks are minimised for a grid of settings, which takes its time: one draw is enough. */
static uint64_t draws_of(parot_pu_method method, uint64_t draws)
{
    int is_risk = method == PAROT_PU_METHOD_UPU || method == PAROT_PU_METHOD_NNPU ||
                  method == PAROT_PU_METHOD_PUSB;
    return is_risk ? 1 : draws;
}

static parot_pu_options options_of(parot_pu_method method, uint64_t seed)
{
    parot_pu_options options = pu_options_of(method);
    options.noise = seed % 3 == 0 ? 0 : NAN;
    options.whole_rows = (parot_pu_whole_rows)(seed % 3);
    options.classifier = (parot_pu_classifier)(seed % 3);
    options.trees = 30;
    return options;
}

static void assert_same(const parot_pu_result *a, const parot_pu_result *b)
{
    assert_memory_equal(a->label, b->label, (size_t)a->count);
    assert_memory_equal(a->score, b->score, (size_t)a->count * sizeof *a->score);
    assert_memory_equal(a->rank, b->rank, (size_t)a->count * sizeof *a->rank);
    assert_true(a->transport.objective == b->transport.objective);
}

TEST(equal_propensities_change_nothing)
{
    struct pu_tables tables;
    double propensity[PU_M];
    test_set(propensity, PU_M, 0.3);
    for (int k = 0; k < COUNT; k++)
        for (uint64_t seed = 0; seed < draws_of(METHODS[k], 3); seed++) {
            AUTO(parot_pu_result, plain, weighed);
            parot_pu_options options = options_of(METHODS[k], seed);
            pu_tables_make(&tables, seed, 0.5, 0);
            assert_ok(parot_pu_classify(&tables.data, &options, NULL, &plain, &err));
            tables.data.propensity = propensity;
            assert_ok(parot_pu_classify(&tables.data, &options, NULL, &weighed, &err));
            assert_same(&plain, &weighed);
        }
}

TEST(equal_propensities_change_no_judgement)
{
    struct pu_tables tables;
    double propensity[PU_M];
    test_set(propensity, PU_M, 0.7);
    for (int is_weighed = 0; is_weighed < 2; is_weighed++) {
        static parot_pu_spies_result spies[2];
        static parot_pu_prior_result prior[2];
        static double z[2];
        parot_pu_options options = options_of(PAROT_PU_METHOD_RIDGE, 1);
        pu_tables_make(&tables, 5, 0.5, 0);
        tables.data.propensity = is_weighed ? propensity : NULL;
        assert_ok(parot_pu_bias(&tables.data, &options, NULL, &z[is_weighed], &err));
        assert_ok(parot_pu_spies(&tables.data, &options, NULL, &spies[is_weighed], &err));
        assert_ok(parot_pu_prior(&tables.data, &options, NULL, &prior[is_weighed], &err));
        if (!is_weighed)
            continue;
        assert_true(z[0] == z[1]);
        assert_memory_equal(&spies[0], &spies[1], sizeof *spies);
        assert_memory_equal(&prior[0], &prior[1], sizeof *prior);
    }
}

/* Row j of the tables r_j times, and the same number of them in inverse propensities. */
struct repeated {
    double positive[3 * PU_M * PU_D], propensity[PU_M];
    int64_t rows;
};

static void repeat(const struct pu_tables *tables, uint64_t seed, struct repeated *repeated)
{
    repeated->rows = 0;
    for (int j = 0; j < PU_M; j++) {
        int times = 1 + (int)(3 * test_uniform(seed + 77, (uint64_t)j));
        repeated->propensity[j] = 0.9 / times;
        for (int c = 0; c < times; c++)
            memcpy(repeated->positive + repeated->rows++ * PU_D, tables->positive + j * PU_D,
                   PU_D * sizeof(double));
    }
}

/* Min-max scaling looks at no numbers of rows. Plans may differ where several are best, so labels
 * are compared by what they cost. */
TEST(whole_weights_are_repeated_rows_in_transport)
{
    struct pu_tables tables;
    struct repeated repeated;
    int same = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        AUTO(parot_pu_result, once, often);
        parot_pu_options options = options_of(PAROT_PU_METHOD_WASSERSTEIN, seed);
        options.scale = PAROT_SCALE_MINMAX;
        options.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
        pu_tables_make(&tables, seed, 0.5, 0);
        repeat(&tables, seed, &repeated);
        parot_pu_data listed = tables.data;
        listed.positive = (parot_matrix){repeated.positive, repeated.rows, PU_D, PU_D};
        tables.data.propensity = repeated.propensity;
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &once, &err));
        assert_ok(parot_pu_classify(&listed, &options, NULL, &often, &err));
        assert_close(once.transport.objective, often.transport.objective, 1e-12);
        assert_close(once.transport.mass, often.transport.mass, 1e-15);
        same += memcmp(once.label, often.label, PU_N) == 0;
    }
    assert_true(same >= 29);
}

/* Propensities that have no common measure. */
static void fill_propensity(double *propensity, uint64_t seed)
{
    for (int j = 0; j < PU_M; j++)
        propensity[j] = 0.1 + 0.9 * test_uniform(seed + 31, (uint64_t)j);
}

TEST(weighed_plans_are_proved)
{
    static const parot_pu_method methods[] = {PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_MINED,
                                              PAROT_PU_METHOD_LEARNED};
    struct pu_tables tables;
    struct repeated repeated;
    double propensity[PU_M];
    for (uint64_t seed = 0; seed < 24; seed++) {
        AUTO(parot_pu_result, result);
        parot_check check = {0};
        parot_pu_options options = options_of(methods[seed % 3], seed / 3);
        pu_tables_make(&tables, seed, 0.5, 0);
        fill_propensity(propensity, seed);
        repeat(&tables, seed, &repeated);
        tables.data.propensity = seed % 2 ? propensity : repeated.propensity;
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        assert_ok(parot_pu_certify(&tables.data, &options, &result, NULL, &check, &err));
        int is_whole = options.method == PAROT_PU_METHOD_WASSERSTEIN &&
                       options.whole_rows != PAROT_PU_WHOLE_ROWS_NONE;
        assert_true(check.excess <= 1e-9 * (1 + fabs(result.transport.objective)) || is_whole);
        assert_true(check.infeasible <= 1e-12);
        assert_true(result.transport.bound <= result.transport.objective);
    }
}

/* No positive gets more than its weight allows: (k + noise n) w_j / (n m), and 2^-20 of a row. */
TEST(positives_take_what_they_count)
{
    double propensity[PU_M], sum = 0, got[PU_M] = {0};
    AUTO(parot_pu_result, result);
    parot_pu_options options = options_of(PAROT_PU_METHOD_WASSERSTEIN, 0); /* no noise */
    options.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
    PU_TABLES(tables, 3, 0.5, 0);
    fill_propensity(propensity, 3);
    tables.data.propensity = propensity;
    assert_true(parot_pu_effective(&tables.data) < PU_M);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    for (int j = 0; j < PU_M; j++)
        sum += 1 / propensity[j];
    for (int64_t e = 0; e < result.transport.plan.count; e++)
        got[result.transport.plan.col[e]] += result.transport.plan.mass[e];
    for (int j = 0; j < PU_M; j++)
        assert_true(fabs(got[j] - (double)PU_K / PU_N / propensity[j] / sum) <= 0x1p-20 * PU_M);
}

TEST(order_and_threads_do_not_matter)
{
    struct pu_tables tables;
    double propensity[PU_M], moved_propensity[PU_M];
    for (int k = 0; k < COUNT; k++)
        for (uint64_t seed = 0; seed < draws_of(METHODS[k], 4); seed++) {
            AUTO(parot_pu_result, first, second);
            DEFAULTS(parot_run, run);
            parot_pu_options options = options_of(METHODS[k], seed);
            pu_tables_make(&tables, seed, 0.5, seed % 2 ? 1 : 0); /* copies in every other */
            fill_propensity(propensity, seed);
            struct pu_tables moved = tables;
            tables.data.propensity = propensity;
            pu_permute(moved.positive, tables.positive, PU_M);
            for (int j = 0; j < PU_M; j++)
                moved_propensity[j] = propensity[pu_source(j, PU_M)];
            moved.data.unlabeled.data = moved.unlabeled;
            moved.data.positive.data = moved.positive;
            moved.data.propensity = moved_propensity;
            assert_ok(parot_pu_classify(&tables.data, &options, &run, &first, &err));
            run.threads = 3;
            assert_ok(parot_pu_classify(&moved.data, &options, &run, &second, &err));
            assert_same(&first, &second);
        }
}

TEST(models_keep_what_weights_taught)
{
    struct pu_tables tables;
    double propensity[PU_M];
    for (int k = 0; k < COUNT; k++) {
        AUTO(parot_pu_result, trained, predicted);
        AUTO(parot_pu_model, model);
        parot_pu_options options = options_of(METHODS[k], 2);
        if (!parot_pu_is_trainable(&options))
            continue;
        pu_tables_make(&tables, 8, 0.5, 0);
        fill_propensity(propensity, 8);
        tables.data.propensity = propensity;
        assert_ok(parot_pu_train(&tables.data, &options, NULL, &model, &trained, &err));
        assert_ok(parot_pu_predict(&model, tables.data.unlabeled, NAN, NULL, &predicted, &err));
        assert_memory_equal(trained.label, predicted.label, PU_N);
    }
}

/* ---- A biased choice ------------------------------------------------------- */

enum { ROWS = 200, KNOWN = 100, DIMS = 3 };

struct study {
    double unlabeled[ROWS * DIMS], positive[KNOWN * DIMS], propensity[KNOWN];
    int8_t truth[ROWS];
    parot_pu_data data;
};

/* Positives lie along the first column from -3 to 3; negatives are beside them. */
static void draw_row(struct draws *draws, int is_positive, double *row)
{
    row[0] = 6 * next_uniform(draws) - 3;
    for (int k = 1; k < DIMS; k++)
        row[k] = 0.6 * pu_normal(draws) + (is_positive ? 0 : 1.2);
}

/* A positive far to the right is chosen ten times as often as one far to the left. */
static double chance_of(const double *row)
{
    return row[0] > 0 ? 1 : 0.1;
}

static void draw_study(struct study *study, uint64_t seed)
{
    struct draws draws = {seed, 0};
    for (int i = 0; i < ROWS; i++) {
        study->truth[i] = next_uniform(&draws) < 0.4;
        draw_row(&draws, study->truth[i], study->unlabeled + i * DIMS);
    }
    for (int j = 0; j < KNOWN;) {
        double *row = study->positive + j * DIMS;
        draw_row(&draws, 1, row);
        study->propensity[j] = chance_of(row);
        j += next_uniform(&draws) < study->propensity[j];
    }
    study->data = (parot_pu_data){.unlabeled = {study->unlabeled, ROWS, DIMS, DIMS},
                                  .positive = {study->positive, KNOWN, DIMS, DIMS},
                                  .prior = 0.4};
}

static double accuracy_of(const struct study *study, const parot_pu_options *options,
                          const double *propensity)
{
    AUTO(parot_pu_result, result);
    parot_pu_metrics metrics = {0};
    parot_pu_data data = study->data;
    data.propensity = propensity;
    assert_ok(parot_pu_classify(&data, options, NULL, &result, &err));
    assert_ok(parot_pu_evaluate(&result, study->truth, &metrics, &err));
    return metrics.accuracy;
}

/* On average over draws, for each method that takes them. */
TEST(propensities_undo_a_biased_choice)
{
    static struct study study;
    const uint64_t draws = test_wanted(12);
    for (int k = 0; k < COUNT; k++) {
        double gain = 0;
        if (draws_of(METHODS[k], draws) < draws)
            continue; /* too slow; what they minimise is in test_pu_logistic */
        parot_pu_options options = pu_options_of(METHODS[k]);
        options.trees = 60;
        for (uint64_t seed = 0; seed < draws; seed++) {
            draw_study(&study, seed);
            gain += (accuracy_of(&study, &options, study.propensity) -
                     accuracy_of(&study, &options, NULL)) /
                    (double)draws;
        }
        print_message("%s: %+.1f points\n", parot_pu_method_name(METHODS[k]), 100 * gain);
        assert_true(gain > 0.01);
    }
}

/* ---- Refusals ---------------------------------------------------------------- */

TEST(what_cannot_be_weighed_is_refused)
{
    static const parot_pu_method methods[] = {PAROT_PU_METHOD_MATCHING, PAROT_PU_METHOD_NEAREST,
                                              PAROT_PU_METHOD_GROMOV, PAROT_PU_METHOD_FUSED};
    struct pu_tables tables;
    double propensity[PU_M];
    parot_pu_result result = {0};
    parot_pu_options options;
    pu_tables_make(&tables, 1, 0.5, 0);
    fill_propensity(propensity, 1);
    tables.data.propensity = propensity;
    for (int k = 0; k < 4; k++) {
        parot_pu_options_init(&options);
        options.method = methods[k];
        assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                       "cannot weigh positives; use mined");
    }
    parot_pu_options_init(&options);
    options.method = PAROT_PU_METHOD_WASSERSTEIN;
    options.whole_rows = PAROT_PU_WHOLE_ROWS_LASSO;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "wasserstein with lasso");
    static const double wrong[] = {0, -1, 1.5, NAN, INFINITY};
    for (int k = 0; k < 5; k++) {
        propensity[7] = wrong[k];
        assert_refused(parot_pu_classify(&tables.data, NULL, NULL, &result, &err), PAROT_EINVAL,
                       "propensity: must be in (0,1]");
    }
}
