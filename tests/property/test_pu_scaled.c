/* test_pu_scaled.c - the rows that the methods see are those that transport is made of. */
#include "pu_data.h"

#include "ledger.h"
#include "support.h"

static void as_they_are_without_scaling(void **state)
{
    (void)state;
    struct pu_tables tables;
    parot_pu_scaled scaled = {0};
    parot_pu_options options;
    parot_pu_options_init(&options);
    options.scale = PAROT_SCALE_NONE;
    options.metric = PAROT_EUCLIDEAN;
    options.noise = 0.25;
    pu_tables_make(&tables, 1, 3, 0);
    assert_ok(parot_pu_scale(&tables.data, &options, NULL, &scaled, &err));
    assert_int_equal(scaled.cols, PU_D);
    assert_memory_equal(scaled.unlabeled, tables.unlabeled, sizeof tables.unlabeled);
    assert_memory_equal(scaled.positive, tables.positive, sizeof tables.positive);
    assert_true(scaled.metric == PAROT_EUCLIDEAN && scaled.scale == PAROT_SCALE_NONE);
    assert_true(scaled.noise == 0.25);
    parot_pu_scaled_free(&scaled);
}

/* Weights 1/n and (k/n + noise)/m, mass k/n: the cost is that of the method without grouping. */
static void transport_between_them_is_the_methods(void **state)
{
    (void)state;
    struct pu_tables tables;
    parot_pu_scaled scaled = {0};
    parot_pu_result labels = {0};
    parot_result plan = {0};
    parot_pu_options options;
    double cost[PU_N * PU_M], q[PU_M], mass = (double)PU_K / PU_N;
    parot_pu_options_init(&options);
    options.group = PAROT_PU_SPLIT;
    pu_tables_make(&tables, 2, 2, 0);
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
    parot_result_free(&plan);
    parot_pu_result_free(&labels);
    parot_pu_scaled_free(&scaled);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    struct pu_tables tables;
    pu_tables_make(&tables, 3, 2, 0);
    int has_failed = 1;
    for (int64_t k = 0; has_failed; k++) {
        struct ledger ledger = {.refuse = k};
        parot_run run = run_with(&ledger);
        parot_pu_scaled scaled = {0};
        parot_status status = parot_pu_scale(&tables.data, NULL, &run, &scaled, NULL);
        has_failed = ledger.asked > k;
        assert_int_equal(status, has_failed ? PAROT_ENOMEM : PAROT_OK);
        parot_pu_scaled_free(&scaled);
        assert_int_equal(ledger.held, 0);
    }
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    struct pu_tables tables;
    parot_pu_scaled scaled = {0};
    pu_tables_make(&tables, 4, 2, 0);
    assert_refused(parot_pu_scale(NULL, NULL, NULL, &scaled, &err), PAROT_EINVAL, "data");
    assert_refused(parot_pu_scale(&tables.data, NULL, NULL, NULL, &err), PAROT_EINVAL, "scaled");
    tables.data.prior = 2;
    assert_refused(parot_pu_scale(&tables.data, NULL, NULL, &scaled, &err), PAROT_EINVAL, "prior");
    parot_pu_scaled_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_they_are_without_scaling),
        cmocka_unit_test(transport_between_them_is_the_methods),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
