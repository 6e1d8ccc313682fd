/* test_pu_curve.c - the cost of every part of the rows, and when each enters. */
#include "pu_data.h"
#include "test.h"

static parot_pu_options plain_options(void)
{
    DEFAULTS(parot_pu_options, options);
    options.scale = PAROT_SCALE_NONE;
    options.metric = PAROT_METRIC_EUCLIDEAN;
    return options;
}

TEST(the_curve_is_that_of_partial_transport)
{
    static double cost[PU_N * PU_M];
    AUTO(parot_curve, curve);
    parot_pu_options options = plain_options();
    PU_TABLES(tables, 3, 2, 0);
    tables.data.prior = NAN; /* ignored */
    assert_ok(parot_pu_curve(&tables.data, &options, NULL, &curve, &err));
    assert_ok(parot_cost(tables.data.unlabeled, tables.data.positive, PAROT_METRIC_EUCLIDEAN, NULL,
                         cost, &err));
    for (double mass = 0.1; mass < 1; mass += 0.2) {
        AUTO(parot_result, best);
        parot_problem problem = {{cost, PU_N, PU_M, PU_M}, NULL, NULL, mass};
        assert_ok(parot_partial(&problem, NULL, &best, &err));
        assert_close(parot_curve_at(&curve, mass, NULL), best.objective, 1e-12);
    }
}

/* Rows of the caller: each enters where it enters when the tables are permuted. */
TEST(rows_enter_wherever_they_are_listed)
{
    struct pu_tables moved;
    AUTO(parot_curve, curve, other);
    PU_TABLES(tables, 3, 2, 0);
    moved = tables;
    pu_permute(moved.unlabeled, tables.unlabeled, PU_N);
    pu_permute(moved.positive, tables.positive, PU_M);
    moved.data.unlabeled.data = moved.unlabeled;
    moved.data.positive.data = moved.positive;
    assert_ok(parot_pu_curve(&tables.data, NULL, NULL, &curve, &err));
    assert_ok(parot_pu_curve(&moved.data, NULL, NULL, &other, &err));
    for (int64_t i = 0; i < PU_N; i++) {
        assert_true(other.enter[i] == curve.enter[pu_source(i, PU_N)]);
        assert_true(i == 0 || curve.enter[curve.order[i - 1]] <= curve.enter[curve.order[i]]);
    }
}

/* Far apart, all positives enter before any negative: one order for every prior. */
TEST(rows_like_the_positives_enter_first)
{
    AUTO(parot_curve, curve);
    parot_pu_options options = plain_options();
    PU_TABLES(tables, 3, 6, 0);
    assert_ok(parot_pu_curve(&tables.data, &options, NULL, &curve, &err));
    for (int r = 0; r < PU_N; r++)
        assert_int_equal(tables.truth[curve.order[r]], r < PU_K);
}
