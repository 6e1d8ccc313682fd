/* test_pu_prior.c - best bins by their definition, plateaus by the likelihood they maximise, and
 * priors of clusters that are known. */
#include "pu/trust/density.h"
#include "pu/trust/plateau.h"

#include "ledger.h"
#include "pu_data.h"
#include "random_spaces.h"
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
        struct bestbin bin = bestbin_find(scored, ALL);
        assert_close(bin.estimate, estimate_by_hand(score), 1e-14);
        double above = 0, other = 0; /* up to half of the positives of the bin */
        for (int r = 0; above / P < bin.recall / 2; r++)
            *(scored[r].is_positive ? &above : &other) += 1;
        assert_close(bin.half, other / (ALL - P) / (above / P), 1e-14);
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
    assert_close(bestbin_find(once, ALL).estimate, bestbin_find(twice, ALL).estimate, 1e-14);
}

/* ---- Steps and plateaus ------------------------------------------------- */

static void steps_keep_the_weight_and_are_standardised(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    struct scored scored[MANY];
    struct steps steps;
    for (int r = 0; r < MANY; r++)
        scored[r] =
            (struct scored){5 + 3 * test_uniform(1, (uint64_t)r), r % 3 == 0, r % 4, (int32_t)r};
    bestbin_sort(scored, MANY);
    steps_fill(&steps, scored, MANY);
    double positives = 0, others = 0, mean = 0, square = 0;
    for (int64_t b = 0; b < steps.count; b++) {
        double weight = steps.positive[b] + steps.other[b];
        positives += steps.positive[b];
        others += steps.other[b];
        mean += weight * steps.score[b];
        square += weight * steps.score[b] * steps.score[b];
        assert_true(b == 0 || steps.score[b] < steps.score[b - 1]);
    }
    double expected[2] = {0};
    for (int r = 0; r < MANY; r++)
        expected[scored[r].is_positive] += scored[r].weight;
    assert_int_equal(steps.count, STEPS);
    assert_close(positives, expected[1], 1e-14);
    assert_close(others, expected[0], 1e-14);
    assert_true(steps.positives == positives && steps.others == others);
    assert_true(fabs(mean / (positives + others)) < 1e-12);
    assert_close(square / (positives + others), 1, 1e-12);
}

/* 1 / (pi + (1 - pi) exp(-(a + b s))) */
static double ratio_at(struct plateau planted, double score)
{
    double odds = exp(-(planted.shift + planted.slope * score));
    return 1 / (planted.prior + (1 - planted.prior) * odds);
}

/* As many unlabeled rows in each step, and positives by the planted ratio, whose mean over
 * unlabeled rows is 1, as that of any ratio of densities is: `shift` is found by halving. */
static struct plateau plant(struct steps *steps, double prior, double slope)
{
    struct plateau planted = {prior, 0, slope};
    double least = -40, most = 40;
    *steps = (struct steps){.count = STEPS, .others = 8 * STEPS};
    for (int b = 0; b < STEPS; b++) {
        steps->score[b] = 1.7 * (1 - 2 * (b + 0.5) / STEPS);
        steps->other[b] = 8;
    }
    for (int pass = 0; pass < 100; pass++) {
        double mean = 0;
        planted.shift = (least + most) / 2;
        for (int b = 0; b < STEPS; b++)
            mean += ratio_at(planted, steps->score[b]) / STEPS;
        *(mean < 1 ? &least : &most) = planted.shift;
    }
    for (int b = 0; b < STEPS; b++) {
        steps->positive[b] = 4 * ratio_at(planted, steps->score[b]);
        steps->positives += steps->positive[b];
    }
    return planted;
}

static void a_planted_plateau_is_found(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++) {
        struct steps steps;
        double prior = (double[]){0.1, 0.3, 0.5, 0.8}[k % 4], slope = (double[]){2, 4, 8}[k / 4];
        struct plateau planted = plant(&steps, prior, slope), found = plateau_fit(&steps);
        assert_close(found.prior, planted.prior, 1e-3);
        assert_close(found.slope, planted.slope, 1e-2);
        assert_true(fabs(found.shift - planted.shift) < 1e-2);
    }
}

/* Scores of two overlapping classes, by chance. */
static void draw_steps(struct steps *steps, uint64_t seed)
{
    enum { MANY = 300, POSITIVES = 100 };
    struct scored scored[MANY];
    double apart = 0.5 + (double)(seed % 4), prior = 0.2 * (double)(1 + seed % 3);
    for (int r = 0; r < MANY; r++) {
        int is_high = r < POSITIVES || test_uniform(seed, 2 * (uint64_t)r) < prior;
        double noise = 0;
        for (uint64_t k = 0; k < 12; k++) /* nearly normal */
            noise += test_uniform(seed + 100, 12 * (uint64_t)r + k) - 0.5;
        scored[r] = (struct scored){noise + (is_high ? apart : 0), r < POSITIVES, 1, (int32_t)r};
    }
    bestbin_sort(scored, MANY);
    steps_fill(steps, scored, MANY);
}

static void no_point_of_a_grid_is_likelier_than_the_plateau(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct steps steps;
        draw_steps(&steps, seed);
        double best = plateau_likelihood(&steps, plateau_fit(&steps));
        for (int i = 1; i < 40; i++)
            for (int j = -20; j <= 20; j++)
                for (int k = 0; k < 20; k++) {
                    struct plateau other = {i / 40.0, j / 4.0, 0.05 * pow(400, k / 19.0)};
                    assert_true(plateau_likelihood(&steps, other) <= best + 1e-6);
                }
    }
}

static void the_likelihood_is_that_of_single_steps(void **state)
{
    (void)state;
    struct steps steps;
    struct plateau plateau = {0.3, 0.4, 1.5};
    double expected = 0;
    draw_steps(&steps, 1);
    for (int64_t b = 0; b < steps.count; b++) {
        double p = steps.positives * ratio_at(plateau, steps.score[b]);
        double f = p / (p + steps.others);
        expected += steps.positive[b] * log(f) + steps.other[b] * log(1 - f);
    }
    assert_close(plateau_likelihood(&steps, plateau), expected, 1e-12);
}

static void density_ratios_do_not_increase_and_find_clear_mixtures(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        struct steps steps;
        double ratio[STEPS], prior = (double[]){0.1, 0.3, 0.5, 0.8}[k];
        plant(&steps, prior, 12);
        density_ratio(&steps, ratio);
        for (int b = 1; b < STEPS; b++)
            assert_true(ratio[b] <= ratio[b - 1] && ratio[b] >= 0);
        assert_true(fabs(density_estimate(&steps) - prior) < 0.05);
    }
}

/* ---- Clusters ----------------------------------------------------------- */

/* Unlabeled rows of a table that is large enough for a prior to be found: a third is positive. */
/* A bin that holds all positives and nothing else is not only a bound. */
static void positives_that_stand_apart_have_a_narrow_range(void **state)
{
    (void)state;
    enum { M = 100, N = 200, D = 2 };
    static double positive[M * D], unlabeled[N * D];
    double low = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        parot_pu_prior_result result = {0};
        for (int e = 0; e < M * D; e++)
            positive[e] = test_normal(seed, (uint64_t)e);
        for (int e = 0; e < N * D; e++)
            unlabeled[e] = test_normal(seed + 50, (uint64_t)e) + (e / D % 5 < 2 ? 0 : 4);
        parot_pu_data data = {{unlabeled, N, D, D}, {positive, M, D, D}, NAN};
        assert_ok(parot_pu_prior(&data, NULL, NULL, &result, &err));
        assert_true(fabs(result.prior - 0.4) < 0.1);
        assert_true(result.low < 0.4 && 0.4 < result.high && result.high < 0.6);
        low += result.low / 6;
    }
    assert_true(low > 0.284); /* .279 by resamples alone */
}

static void large_clusters_have_ranges_that_hold_the_truth(void **state)
{
    (void)state;
    enum { M = 200, N = 300, D = 3 };
    static double positive[M * D], unlabeled[N * D];
    int held = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        parot_pu_prior_result result = {0};
        for (int e = 0; e < M * D; e++)
            positive[e] = test_uniform(seed, (uint64_t)e);
        for (int e = 0; e < N * D; e++)
            unlabeled[e] = test_uniform(seed + 50, (uint64_t)e) + (e / D % 3 == 0 ? 0 : 0.7);
        parot_pu_data data = {{unlabeled, N, D, D}, {positive, M, D, D}, NAN};
        assert_ok(parot_pu_prior(&data, NULL, NULL, &result, &err));
        assert_true(fabs(result.prior - 1.0 / 3) < 0.1);
        held += result.low <= 1.0 / 3 && 1.0 / 3 <= result.high;
        const double all[] = {result.by_nearest, result.by_linear,  result.by_rbf, result.by_forest,
                              result.by_plateau, result.by_density, result.low,    result.high};
        double least = 1, most = 0;
        for (int k = 0; k < 8; k++) {
            least = fmin(least, all[k]);
            most = fmax(most, all[k]);
        }
        assert_true(result.least == least && result.most == most);
        assert_true(result.low <= result.prior && result.prior <= result.high);
        assert_true(result.is_reliable);
    }
    assert_true(held >= 3);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    struct pu_tables tables;
    parot_pu_prior_result one = {0}, four = {0};
    parot_run run;
    parot_run_init(&run);
    run.threads = 4;
    pu_tables_make(&tables, 3, 1, 0);
    assert_ok(parot_pu_prior(&tables.data, NULL, NULL, &one, &err));
    assert_ok(parot_pu_prior(&tables.data, NULL, &run, &four, &err));
    assert_memory_equal(&one, &four, sizeof one);
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
        assert_true(fabs(result.by_plateau - result.upper) <= 0.1 || !result.is_reliable);
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
    assert_true(first.by_forest == second.by_forest && first.by_plateau == second.by_plateau);
    assert_true(first.by_density == second.by_density && first.upper == second.upper);
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
    for (int64_t k = 0; status != PAROT_OK && k < 200; k++) {
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
        cmocka_unit_test(steps_keep_the_weight_and_are_standardised),
        cmocka_unit_test(a_planted_plateau_is_found),
        cmocka_unit_test(no_point_of_a_grid_is_likelier_than_the_plateau),
        cmocka_unit_test(the_likelihood_is_that_of_single_steps),
        cmocka_unit_test(density_ratios_do_not_increase_and_find_clear_mixtures),
        cmocka_unit_test(positives_that_stand_apart_have_a_narrow_range),
        cmocka_unit_test(large_clusters_have_ranges_that_hold_the_truth),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(the_prior_of_clusters_is_found),
        cmocka_unit_test(the_order_of_rows_does_not_matter),
        cmocka_unit_test(one_positive_is_not_enough),
        cmocka_unit_test(failing_allocations_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
