/* test_explain.c - columns are credited with what they do to the score, and with nothing else. */
#include "parot/tasks.h"

#include "instances.h"
#include "test.h"

enum { N = 60, M = 40, D = 5 };

/* Positives about 0; the second half of the unlabeled rows is far away in column 1, and a little in
 * column 3. Column 4 is constant. */
struct tables {
    double unlabeled[N * D], positive[M * D];
    parot_pu_data data;
};

static void fill_row(double *row, uint64_t seed, int64_t i, int is_far)
{
    for (int64_t k = 0; k < D; k++)
        row[k] = k == 4 ? 7 : test_uniform(seed, (uint64_t)(i * D + k)) - 0.5;
    if (is_far) {
        row[1] += 5;
        row[3] += 0.4;
    }
}

static void make_tables(struct tables *tables, uint64_t seed)
{
    for (int64_t i = 0; i < N; i++)
        fill_row(tables->unlabeled + i * D, seed, i, i >= N / 2);
    for (int64_t j = 0; j < M; j++)
        fill_row(tables->positive + j * D, seed + 1, j, 0);
    tables->data = (parot_pu_data){{tables->unlabeled, N, D, D}, {tables->positive, M, D, D}, 0.5};
}

static const parot_pu_method METHODS[] = {PAROT_PU_METHOD_MINED, PAROT_PU_METHOD_RIDGE,
                                          PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_NEAREST};
enum { METHOD_COUNT = 4 };

static parot_pu_model train(const struct tables *tables, parot_pu_method method)
{
    parot_pu_model model = {0};
    DEFAULTS(parot_pu_options, options);
    options.method = method;
    assert_ok(parot_pu_train(&tables->data, &options, NULL, &model, NULL, &err));
    return model;
}

static double score_of(const parot_pu_model *model, const double *row)
{
    AUTO(parot_pu_result, result);
    assert_ok(parot_pu_predict(model, (parot_matrix){row, 1, D, D}, NAN, NULL, &result, &err));
    double score = result.score[0];
    return score;
}

TEST(parts_add_up_to_the_score)
{
    for (int method = 0; method < METHOD_COUNT; method++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct tables tables;
            AUTO(parot_explain_result, result);
            make_tables(&tables, 100 * seed);
            FREED_BY(parot_pu_model_free) parot_pu_model model = train(&tables, METHODS[method]);
            const double *row = tables.unlabeled + (N - 1) * D;
            assert_ok(parot_explain_row(&model, tables.data.positive, row, NULL, &result, &err));
            double sum = result.rest;
            for (int k = 0; k < D; k++)
                sum += result.part[k];
            assert_close(sum, result.score - result.usual, 1e-12);
            assert_close(result.score, score_of(&model, row), 1e-12);
            assert_true(result.rest == 0);
        }
}

TEST(the_column_that_differs_is_named_first)
{
    for (int method = 0; method < METHOD_COUNT; method++) {
        struct tables tables;
        AUTO(parot_explain_result, result);
        make_tables(&tables, 17);
        FREED_BY(parot_pu_model_free) parot_pu_model model = train(&tables, METHODS[method]);
        const double *row = tables.unlabeled + (N - 2) * D;
        assert_ok(parot_explain_row(&model, tables.data.positive, row, NULL, &result, &err));
        assert_int_equal(result.order[0], 1);
        assert_true(result.part[1] < 0 && result.score <= 0.5 && result.usual > 0.5);
        assert_true(result.part[4] == 0 && result.error[4] == 0); /* it is the same everywhere */
        for (int k = 1; k < D; k++)
            assert_true(result.part[result.order[k - 1]] <= result.part[result.order[k]]);
    }
}

/* Of learned, the move is that of its last plan: each cost is a distance and the row's toll. */
TEST(the_move_of_learned_pays_its_toll)
{
    for (int64_t row = 0; row < N; row += 7) {
        struct tables tables;
        AUTO(parot_pu_result, labels);
        AUTO(parot_label_reasons, reasons);
        AUTO(parot_pu_transport, plain);
        DEFAULTS(parot_pu_options, options);
        options.method = PAROT_PU_METHOD_LEARNED;
        options.trees = 30;
        make_tables(&tables, 3);
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &labels, &err));
        const parot_labelled_row labelled = {.label = labels.label, .row = row};
        assert_ok(parot_explain_label(&tables.data, &options, &labelled, NULL, &reasons, &err));
        assert_ok(parot_pu_transport_open(&tables.data, &options, NULL, &plain, &err));
        const double *distance = plain.problem.cost.data + row * M;
        assert_true(reasons.has_transport && !reasons.has_columns && reasons.other_labels == 0);
        assert_true(reasons.toll == labels.toll[row] && reasons.toll > 0);
        assert_close(reasons.move.nearest_cost, distance[reasons.move.nearest] + reasons.toll,
                     1e-12);
        assert_int_equal(reasons.move.is_none, labels.share[row] == 0);
        for (int64_t k = 0; k < reasons.move.matches; k++)
            assert_close(reasons.move.match_cost[k], distance[reasons.move.match[k]] + reasons.toll,
                         1e-12);
    }
}

/* With one positive, and a row that differs from it in one column, there is only one answer. */
TEST(one_difference_takes_all)
{
    struct tables tables;
    AUTO(parot_explain_result, result);
    double row[D];
    make_tables(&tables, 5);
    FREED_BY(parot_pu_model_free) parot_pu_model model = train(&tables, PAROT_PU_METHOD_MINED);
    memcpy(row, tables.positive, sizeof row);
    row[2] += 0.3;
    parot_matrix one = {tables.positive, 1, D, D};
    assert_ok(parot_explain_row(&model, one, row, NULL, &result, &err));
    assert_close(result.part[2], score_of(&model, row) - score_of(&model, tables.positive), 1e-12);
    assert_true(result.part[0] == 0 && result.part[1] == 0 && result.part[3] == 0);
}

TEST(the_order_of_positives_does_not_matter)
{
    struct tables tables;
    AUTO(parot_explain_result, first, other);
    double turned[M * D];
    make_tables(&tables, 9);
    FREED_BY(parot_pu_model_free) parot_pu_model model = train(&tables, PAROT_PU_METHOD_RIDGE);
    for (int64_t j = 0; j < M; j++)
        memcpy(turned + j * D, tables.positive + (M - 1 - j) * D, D * sizeof *turned);
    const double *row = tables.unlabeled + 3 * D;
    assert_ok(parot_explain_row(&model, tables.data.positive, row, NULL, &first, &err));
    assert_ok(parot_explain_row(&model, (parot_matrix){turned, M, D, D}, row, NULL, &other, &err));
    assert_memory_equal(first.part, other.part, D * sizeof *first.part);
    assert_memory_equal(first.median, other.median, D * sizeof *first.median);
}

/* More columns than can be told apart: the rest is one of them. */
TEST(many_columns_are_explained_by_those_that_differ)
{
    enum { COLS = 400, ROWS = 20 };
    FREED double *unlabeled = calloc(ROWS * COLS, sizeof *unlabeled);
    FREED double *positive = calloc(ROWS * COLS, sizeof *positive);
    AUTO(parot_explain_result, result);
    AUTO(parot_pu_model, model);
    for (int64_t k = 0; k < ROWS * COLS; k++) {
        unlabeled[k] =
            test_uniform(1, (uint64_t)k) + (k >= ROWS * COLS / 2 && k % COLS == 333 ? 9 : 0);
        positive[k] = test_uniform(2, (uint64_t)k);
    }
    parot_pu_data data = {{unlabeled, ROWS, COLS, COLS}, {positive, ROWS, COLS, COLS}, 0.5};
    DEFAULTS(parot_pu_options, options);
    options.scale = PAROT_SCALE_NONE;
    options.metric = PAROT_METRIC_EUCLIDEAN;
    options.method = PAROT_PU_METHOD_NEAREST;
    assert_ok(parot_pu_train(&data, &options, NULL, &model, NULL, &err));
    assert_ok(parot_explain_row(&model, data.positive, unlabeled + (ROWS - 1) * COLS, NULL, &result,
                                &err));
    double sum = result.rest;
    int64_t changed = 0;
    for (int64_t k = 0; k < COLS; k++) {
        sum += result.part[k];
        changed += result.part[k] != 0;
    }
    assert_close(sum, result.score - result.usual, 1e-12);
    assert_true(changed <= 256);
    assert_int_equal(result.order[0], 333);
}

static int stop(const parot_progress *progress, void *user)
{
    (void)user;
    return strcmp(progress->stage, "explain") == 0 && progress->iteration == 2;
}

TEST(what_makes_no_sense_is_refused)
{
    struct tables tables;
    parot_explain_result result = {0};
    parot_run run;
    double row[D] = {0};
    make_tables(&tables, 5);
    parot_pu_model model = train(&tables, PAROT_PU_METHOD_RIDGE), none = {0};
    parot_matrix positive = tables.data.positive, narrow = {tables.positive, M, D - 1, D};
    assert_refused(parot_explain_row(&none, positive, row, NULL, &result, &err), PAROT_EINVAL,
                   "model");
    assert_refused(parot_explain_row(&model, narrow, row, NULL, &result, &err), PAROT_ESHAPE,
                   "4 columns");
    row[3] = NAN;
    assert_refused(parot_explain_row(&model, positive, row, NULL, &result, &err), PAROT_EINVAL,
                   "column 3");
    row[3] = 0;
    tables.positive[D + 1] = NAN;
    assert_refused(parot_explain_row(&model, positive, row, NULL, &result, &err), PAROT_EINVAL,
                   "positive: must be finite, got nan at (1,1)");
    tables.positive[D + 1] = 0;
    parot_run_init(&run);
    run.progress = stop;
    run.progress_period = 0;
    assert_refused(parot_explain_row(&model, positive, row, &run, &result, &err), PAROT_ESTOPPED,
                   "4 of 64 walks");
    assert_null(result.owner);
    parot_pu_model_free(&model);
}
