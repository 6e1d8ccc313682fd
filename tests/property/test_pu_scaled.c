/* test_pu_scaled.c - the rows that the methods see are those that transport is made of. */
#include "pu_data.h"

#include <math.h>

#include "test.h"

TEST(as_they_are_without_scaling)
{
    AUTO(parot_pu_scaled, scaled);
    DEFAULTS(parot_pu_options, options);
    options.scale = PAROT_SCALE_NONE;
    options.metric = PAROT_METRIC_EUCLIDEAN;
    options.noise = 0.25;
    PU_TABLES(tables, 1, 3, 0);
    assert_ok(parot_pu_scale(&tables.data, &options, NULL, &scaled, &err));
    assert_int_equal(scaled.cols, PU_D);
    assert_memory_equal(scaled.unlabeled, tables.unlabeled, sizeof tables.unlabeled);
    assert_memory_equal(scaled.positive, tables.positive, sizeof tables.positive);
    assert_true(scaled.metric == PAROT_METRIC_EUCLIDEAN && scaled.scale == PAROT_SCALE_NONE);
    assert_true(scaled.noise == 0.25);
}

/* Weights 1/n and (k/n + noise)/m, mass k/n: the cost is that of the method without grouping. */
TEST(transport_between_them_is_the_methods)
{
    AUTO(parot_pu_scaled, scaled);
    AUTO(parot_pu_result, labels);
    AUTO(parot_result, plan);
    double cost[PU_N * PU_M], q[PU_M], mass = (double)PU_K / PU_N;
    DEFAULTS(parot_pu_options, options);
    options.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
    PU_TABLES(tables, 2, 2, 0);
    assert_ok(parot_pu_scale(&tables.data, &options, NULL, &scaled, &err));
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &labels, &err));
    assert_int_equal(scaled.kind, labels.kind);
    assert_int_equal(scaled.scale, labels.scale);
    assert_int_equal(scaled.metric, labels.metric);
    parot_matrix x = {scaled.unlabeled, PU_N, scaled.cols, scaled.cols};
    parot_matrix y = {scaled.positive, PU_M, scaled.cols, scaled.cols};
    assert_ok(parot_cost(x, y, scaled.metric, NULL, cost, &err));
    for (int j = 0; j < PU_M; j++)
        q[j] = (mass + scaled.noise) / PU_M;
    parot_problem problem = {{cost, PU_N, PU_M, PU_M}, NULL, q, mass};
    assert_ok(parot_partial(&problem, NULL, &plan, &err));
    assert_close(plan.objective, labels.transport.objective, 1e-12);
}

/* Column by column what parot_pu_scale gives, in the place of the column; a constant one is 0. */
TEST(any_two_tables_are_scaled_alike)
{
    enum { COLS = PU_D + 1 };
    struct pu_tables tables;
    double x[PU_N * COLS], y[PU_M * COLS];
    pu_tables_make(&tables, 5, 2, 0);
    for (int scale = PAROT_AUTO; scale <= PAROT_SCALE_LOG; scale++) {
        AUTO(parot_pu_scaled, scaled);
        parot_pu_options options;
        parot_pu_options_init(&options);
        options.scale = scale;
        for (int i = 0; i < PU_N * COLS; i++)
            x[i] =
                i % COLS == 1 ? 7 : tables.unlabeled[i / COLS * PU_D + i % COLS - (i % COLS > 1)];
        for (int i = 0; i < PU_M * COLS; i++)
            y[i] = i % COLS == 1 ? 7 : tables.positive[i / COLS * PU_D + i % COLS - (i % COLS > 1)];
        parot_matrix first = {x, PU_N, COLS, COLS}, other = {y, PU_M, COLS, COLS};
        assert_ok(parot_scale_tables(scale, first, other, x, y, &err));
        assert_ok(parot_pu_scale(&tables.data, &options, NULL, &scaled, &err));
        for (int i = 0; i < PU_N * COLS; i++) {
            int k = i % COLS;
            double constant = scale == PAROT_SCALE_NONE ? 7 : 0;
            assert_true(x[i] ==
                        (k == 1 ? constant : scaled.unlabeled[i / COLS * PU_D + k - (k > 1)]));
        }
        for (int i = 0; i < PU_M; i++)
            assert_true(y[i * COLS] == scaled.positive[i * PU_D]);
    }
    parot_matrix wide = {x, 2, 2, 2}, narrow = {y, 2, 1, 1}, none = {NULL, 0, 2, 2};
    assert_refused(parot_scale_tables(9, wide, wide, x, x, &err), PAROT_EINVAL, "scale: unknown");
    assert_refused(parot_scale_tables(1, wide, narrow, x, y, &err), PAROT_ESHAPE, "first, other");
    assert_refused(parot_scale_tables(1, wide, none, NULL, NULL, &err), PAROT_EINVAL, "first");
    x[1] = INFINITY;
    assert_refused(parot_scale_tables(1, wide, none, x, NULL, &err), PAROT_EINVAL, "[0, 1] must");
}

/* (x - centre) * factor is what parot_scale_tables gives, and undone it is x again. */
TEST(affine_scales_can_be_taken_back)
{
    enum { N = 12, COLS = 3 };
    double x[N * COLS], scaled[N * COLS], back[N * COLS], centre[COLS], factor[COLS];
    for (int i = 0; i < N; i++) {
        x[i * COLS] = 1e6 + i * i;
        x[i * COLS + 1] = 7;
        x[i * COLS + 2] = 1e-3 * test_uniform(4, (uint64_t)i);
    }
    parot_matrix table = {x, N, COLS, COLS}, part = {x, 5, COLS, COLS};
    parot_matrix rest = {x + 5 * COLS, N - 5, COLS, COLS}, kept = {scaled, N, COLS, COLS};
    for (int scale = PAROT_SCALE_NONE; scale <= PAROT_SCALE_ROBUST; scale++) {
        assert_ok(parot_scale_tables(scale, part, rest, scaled, scaled + 5 * COLS, &err));
        assert_ok(parot_scale_fit(scale, part, rest, centre, factor, &err));
        assert_ok(parot_scale_undo(centre, factor, kept, back, &err));
        for (int i = 0; i < N * COLS; i++) {
            assert_true((x[i] - centre[i % COLS]) * factor[i % COLS] == scaled[i]);
            assert_close(back[i], x[i], 1e-14);
        }
    }
    for (int scale = PAROT_SCALE_RANK; scale <= PAROT_SCALE_LOG; scale++)
        assert_refused(parot_scale_fit(scale, part, rest, centre, factor, &err), PAROT_EINVAL,
                       "minmax, zscore and robust");
    assert_refused(parot_scale_fit(PAROT_AUTO, part, rest, centre, factor, &err), PAROT_EINVAL,
                   "rank does not");
    assert_refused(parot_scale_fit(1, part, rest, NULL, factor, &err), PAROT_EINVAL, "centre");
    assert_refused(parot_scale_undo(centre, NULL, kept, back, &err), PAROT_EINVAL, "factor");
    x[0] = -1.5e308;
    x[COLS] = 1.5e308;
    assert_refused(parot_scale_fit(1, table, (parot_matrix){0}, centre, factor, &err), PAROT_EINVAL,
                   "column 0 is too wide");
}
