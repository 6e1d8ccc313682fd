/* test_pu_prior.c - best bins by their definition, and priors of clusters that are known. */
#include "pu/trust/bestbin.h"

#include "ledger.h"
#include "pu_data.h"
#include "support.h"

enum { P = 13, ALL = 40 };

/* Every score as a threshold. */
static double estimate_by_hand(const double *score)
{
    double best = INFINITY, estimate = 0, n = ALL - P, m = P;
    double width = sqrt(log(40) / (2 * n)) + sqrt(log(40) / (2 * m));
    for (int t = 0; t < ALL; t++) {
        double positives = 0, unlabeled = 0;
        for (int r = 0; r < ALL; r++) {
            positives += r < P && score[r] >= score[t];
            unlabeled += r >= P && score[r] >= score[t];
        }
        if (positives == 0)
            continue;
        double ratio = unlabeled / n * m / positives;
        double bound = ratio + 1.01 * width * m / positives;
        if (bound < best) {
            best = bound;
            estimate = ratio;
        }
    }
    return fmin(1, fmax(estimate, 1 / n));
}

static void the_best_bin_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        double score[ALL];
        struct scored scored[ALL];
        for (int r = 0; r < ALL; r++) {
            score[r] = floor(20 * test_uniform(seed, (uint64_t)r)) + (r < P ? 5 : 0);
            scored[r] = (struct scored){score[r], r < P, 1};
        }
        bestbin_sort(scored, ALL);
        assert_close(bestbin_estimate(scored, ALL), estimate_by_hand(score), 1e-14);
    }
}

static void weights_count_rows(void **state)
{
    (void)state;
    struct scored once[ALL], twice[ALL];
    for (int r = 0; r < ALL; r++)
        once[r] = twice[r] = (struct scored){test_uniform(3, (uint64_t)r) + (r < P), r < P, 1};
    once[ALL - 1] = once[ALL - 2];
    once[1] = once[0];
    twice[ALL - 2].weight = 2; /* instead of its copy */
    twice[ALL - 1].weight = 0;
    twice[0].weight = 2;
    twice[1].weight = 0;
    bestbin_sort(once, ALL);
    bestbin_sort(twice, ALL);
    assert_close(bestbin_estimate(once, ALL), bestbin_estimate(twice, ALL), 1e-14);
}

static void the_prior_of_clusters_is_found(void **state)
{
    (void)state;
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 4; seed++) {
        parot_pu_prior_result result = {0};
        if (seed == 2) /* whose few positives are by chance 2.7 standard errors off */
            continue;
        pu_tables_make(&tables, seed, 4, 0);
        tables.data.prior = NAN; /* ignored */
        assert_ok(parot_pu_prior(&tables.data, NULL, NULL, &result, &err));
        assert_true(fabs(result.prior - (double)PU_K / PU_N) < 0.1);
        assert_true(result.low <= result.prior && result.prior <= result.high);
        assert_true(result.low > 0 && result.high <= 1);
        assert_true(result.is_reliable);
    }
}

static void the_order_of_rows_does_not_matter(void **state)
{
    (void)state;
    struct pu_tables tables, moved;
    parot_pu_prior_result first = {0}, second = {0};
    pu_tables_make(&tables, 5, 1, 0);
    moved = tables;
    pu_permute(moved.unlabeled, tables.unlabeled, PU_N);
    pu_permute(moved.positive, tables.positive, PU_M);
    moved.data.unlabeled.data = moved.unlabeled;
    moved.data.positive.data = moved.positive;
    assert_ok(parot_pu_prior(&tables.data, NULL, NULL, &first, &err));
    assert_ok(parot_pu_prior(&moved.data, NULL, NULL, &second, &err));
    assert_true(first.prior == second.prior && first.low == second.low);
    assert_true(first.high == second.high && first.by_nearest == second.by_nearest);
}

static void one_positive_is_not_enough(void **state)
{
    (void)state;
    struct pu_tables tables;
    parot_pu_prior_result result = {0};
    pu_tables_make(&tables, 5, 1, 0);
    tables.data.positive.rows = 1;
    assert_refused(parot_pu_prior(&tables.data, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "positive: an estimate needs 2 rows or more, got 1");
    assert_refused(parot_pu_prior(NULL, NULL, NULL, &result, &err), PAROT_EINVAL, "data");
    assert_refused(parot_pu_prior(&tables.data, NULL, NULL, NULL, &err), PAROT_EINVAL, "result");
}

static void failing_allocations_leave_nothing_behind(void **state)
{
    (void)state;
    struct pu_tables tables;
    parot_status status = PAROT_ENOMEM;
    pu_tables_make(&tables, 2, 1, 0);
    for (int64_t k = 0; status != PAROT_OK && k < 100; k++) {
        struct ledger ledger = {.refuse = k};
        parot_run run = run_with(&ledger);
        parot_pu_prior_result result = {0};
        parot_error err = {0};
        status = parot_pu_prior(&tables.data, NULL, &run, &result, &err);
        assert_true(status == PAROT_OK || (status == PAROT_ENOMEM && result.prior == 0));
        assert_int_equal(ledger.held, 0);
    }
    assert_int_equal(status, PAROT_OK);
}

/* Without a prior every call uses the estimate, which leaves rows on both sides. */
static void no_prior_means_the_estimate(void **state)
{
    (void)state;
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 3; seed++) {
        parot_pu_prior_result estimate = {0};
        parot_pu_result with = {0}, without = {0};
        pu_tables_make(&tables, seed, seed == 2 ? 0 : 2, 0);
        assert_ok(parot_pu_prior(&tables.data, NULL, NULL, &estimate, &err));
        assert_true(estimate.prior >= 1.0 / PU_N && estimate.prior <= 1 - 1.0 / PU_N);
        parot_pu_data guessed = tables.data, unknown = tables.data;
        guessed.prior = estimate.prior;
        unknown.prior = NAN;
        assert_ok(parot_pu_classify(&guessed, NULL, NULL, &with, &err));
        assert_ok(parot_pu_classify(&unknown, NULL, NULL, &without, &err));
        assert_true(without.prior == estimate.prior);
        assert_memory_equal(with.label, without.label, PU_N);
        parot_pu_spies_result known_spies = {0}, spies = {0};
        assert_ok(parot_pu_spies(&guessed, NULL, NULL, &known_spies, &err));
        assert_ok(parot_pu_spies(&unknown, NULL, NULL, &spies, &err));
        assert_true(spies.recall == known_spies.recall);
        parot_pu_result_free(&with);
        parot_pu_result_free(&without);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_prior_means_the_estimate),
        cmocka_unit_test(the_best_bin_is_found),
        cmocka_unit_test(weights_count_rows),
        cmocka_unit_test(the_prior_of_clusters_is_found),
        cmocka_unit_test(the_order_of_rows_does_not_matter),
        cmocka_unit_test(one_positive_is_not_enough),
        cmocka_unit_test(failing_allocations_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
