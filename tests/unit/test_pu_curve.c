/* test_pu_curve.c - the cost of every part of the rows, and when each enters. */
#include "ledger.h"
#include "pu_data.h"
#include "test.h"

static parot_pu_options plain_options(void)
{
    parot_pu_options options;
    parot_pu_options_init(&options);
    options.scale = PAROT_SCALE_NONE;
    options.metric = PAROT_METRIC_EUCLIDEAN;
    return options;
}

TEST(the_curve_is_that_of_partial_transport)
{
    static double cost[PU_N * PU_M];
    struct pu_tables tables;
    AUTO(parot_curve, curve);
    parot_pu_options options = plain_options();
    pu_tables_make(&tables, 3, 2, 0);
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
    struct pu_tables tables, moved;
    AUTO(parot_curve, curve);
    AUTO(parot_curve, other);
    pu_tables_make(&tables, 3, 2, 0);
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
    struct pu_tables tables;
    AUTO(parot_curve, curve);
    parot_pu_options options = plain_options();
    pu_tables_make(&tables, 3, 6, 0);
    assert_ok(parot_pu_curve(&tables.data, &options, NULL, &curve, &err));
    for (int r = 0; r < PU_N; r++)
        assert_int_equal(tables.truth[curve.order[r]], r < PU_K);
}

TEST(bad_input_is_refused)
{
    struct pu_tables tables;
    parot_curve curve = {0};
    pu_tables_make(&tables, 3, 2, 0);
    assert_refused(parot_pu_curve(NULL, NULL, NULL, &curve, &err), PAROT_EINVAL, "data");
    assert_refused(parot_pu_curve(&tables.data, NULL, NULL, NULL, &err), PAROT_EINVAL, "curve");
    tables.data.positive.rows = 0;
    assert_refused(parot_pu_curve(&tables.data, NULL, NULL, &curve, &err), PAROT_EINVAL,
                   "positive: must have a row");
}

TEST(failing_allocations_leave_nothing_behind)
{
    struct pu_tables tables;
    parot_status status = PAROT_ENOMEM;
    pu_tables_make(&tables, 2, 1, 0);
    for (int64_t k = 0; status != PAROT_OK && k < 1000; k++) {
        struct ledger ledger = {.refuse = k};
        parot_run run = run_with(&ledger);
        parot_curve curve = {0};
        parot_error err = {0};
        status = parot_pu_curve(&tables.data, NULL, &run, &curve, &err);
        assert_true(status == PAROT_OK || (status == PAROT_ENOMEM && !curve.owner));
        parot_curve_free(&curve);
        assert_int_equal(ledger.held, 0);
    }
    assert_int_equal(status, PAROT_OK);
}
