/* test_pu_prior.c - best bins by their definition, beliefs by sums over grids, and priors of
 * clusters that are known. */
#include "pu/trust/density.h"
#include "pu/trust/plateau.h"

#include "pu_data.h"
#include "random_spaces.h"
#include "test.h"

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

TEST(the_best_bin_is_found)
{
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

TEST(weights_count_rows)
{
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

TEST(steps_keep_the_weight_and_are_standardised)
{
    enum { MANY = 1000 };
    struct scored scored[MANY];
    struct steps steps;
    for (int r = 0; r < MANY; r++)
        scored[r] =
            (struct scored){5 + 3 * test_uniform(1, (uint64_t)r), r % 3 == 0, r % 4, (int32_t)r};
    bestbin_sort(scored, MANY);
    steps_fill(&steps, scored, MANY, STEPS);
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

TEST(ranks_become_normal_quantiles)
{
    enum { MANY = 401 };
    struct scored scored[MANY];
    for (int r = 0; r < MANY; r++)
        scored[r] = (struct scored){-floor(r / 3.0), r % 2, 1, (int32_t)r};
    steps_rank(scored, MANY);
    for (int r = 0; r < MANY; r++) {
        int first = 3 * (r / 3), end = first + 3 < MANY ? first + 3 : MANY;
        double rank =
            (first + end) / 2.0 / MANY; /* of all rows are above the middle of its copies */
        assert_true(fabs(erfc(scored[r].score / sqrt(2)) / 2 - rank) < 3e-4);
        assert_true(scored[r].score == scored[first].score && scored[r].row == r);
    }
}

/* 1 / (pi + (1 - pi) exp(-b (w(s) - w(s0)))) */
static double ratio_at(struct plateau planted, double score)
{
    double k = planted.bend, s = fmin(3, fmax(-3, score));
    double way = k == 0 ? s - planted.middle : (exp(k * s) - exp(k * planted.middle)) / k;
    return 1 / (planted.prior + (1 - planted.prior) * exp(-planted.slope * way));
}

/* As many unlabeled rows in each step, and positives by the planted ratio, whose mean over
 * unlabeled rows is 1, as that of any ratio of densities is: `middle` is found by halving. */
static struct plateau plant(struct steps *steps, double prior, double slope)
{
    struct plateau planted = {prior, 0, slope, 0};
    double least = -40, most = 40;
    *steps = (struct steps){.count = STEPS, .others = 8 * STEPS};
    for (int b = 0; b < STEPS; b++) {
        steps->score[b] = 1.7 * (1 - 2 * (b + 0.5) / STEPS);
        steps->other[b] = 8;
    }
    for (int pass = 0; pass < 100; pass++) {
        double mean = 0;
        planted.middle = (least + most) / 2;
        for (int b = 0; b < STEPS; b++)
            mean += ratio_at(planted, steps->score[b]) / STEPS;
        *(mean < 1 ? &most : &least) = planted.middle;
    }
    for (int b = 0; b < STEPS; b++) {
        steps->positive[b] = 4 * ratio_at(planted, steps->score[b]);
        steps->positives += steps->positive[b];
    }
    return planted;
}

TEST(a_planted_plateau_is_found)
{
    for (int k = 0; k < 12; k += (int)test_stride(3)) {
        struct steps steps;
        struct evidence evidence;
        double prior = (double[]){0.1, 0.3, 0.5, 0.8}[k % 4], slope = (double[]){2, 4, 8}[k / 4];
        plant(&steps, prior, slope);
        plateau_evidence(&steps, &evidence);
        double low = belief_quantile(&evidence.belief[2], 0.05), high = 0;
        high = belief_quantile(&evidence.belief[2], 0.95); /* 2: without bend, as planted */
        assert_true(low < prior && prior < high);
        assert_true(slope < 4 || fabs(belief_quantile(&evidence.belief[2], 0.5) - prior) < 0.05);
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
    steps_fill(steps, scored, MANY, PLATEAU_STEPS);
}

/* The mean likelihood over the grid that the header states, from the likelihood itself. */
TEST(evidence_is_the_mean_likelihood)
{
    static const double BEND[BENDS] = {-0.8, -0.4, 0, 0.4, 0.8};
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct steps steps;
        struct evidence evidence;
        int bend = (int)(seed + 1) % BENDS;
        double mean[CELLS] = {0}, all = 0, shift = -1e300;
        draw_steps(&steps, seed);
        plateau_evidence(&steps, &evidence);
        int slopes = plateau_slopes(&steps), middles = plateau_middles(&steps);
        for (int pass = 0; pass < 2; pass++) /* the first finds what to subtract from exponents */
            for (int c = 0; c < CELLS; c++)
                for (int i = 0; i < slopes * middles; i++) {
                    double slope = 0.3 * pow(40, i / middles / (slopes - 1.0));
                    double middle = 4.8 * (i % middles) / (middles - 1) - 2.4;
                    double value = plateau_likelihood(
                        &steps, (struct plateau){belief_prior(c), middle, slope, BEND[bend]});
                    shift = pass == 0 ? fmax(shift, value) : shift;
                    mean[c] += pass == 1 ? exp(value - shift) / slopes / middles : 0;
                }
        for (int c = 0; c < CELLS; c++)
            all += mean[c] * (belief_edge(c + 1) - belief_edge(c));
        for (int c = 0; c < CELLS; c++) {
            double mass = mean[c] * (belief_edge(c + 1) - belief_edge(c)) / all;
            assert_true(fabs(evidence.belief[bend].mass[c] - mass) < 1e-6);
        }
        /* Of another bend the value differs by the quotient of means, whatever the constant. */
        double other = evidence.value[bend] - (shift + log(all));
        draw_steps(&steps, seed);
        struct plateau any = {0.4, 0.3, 2, 0.4};
        double constant = 0;
        for (int64_t b = 0; b < steps.count; b++) {
            constant +=
                steps.positive[b] * log(steps.positives) + steps.other[b] * log(steps.others);
        }
        assert_true(fabs(other + constant) < 1e-6 && plateau_likelihood(&steps, any) < 0);
    }
}

TEST(models_count_by_the_fourth_root_of_their_evidence)
{
    struct evidence evidence[2];
    struct belief belief;
    double expected[CELLS] = {0}, sum = 0;
    for (int e = 0; e < 2; e++)
        for (int k = 0; k < BENDS; k++) {
            evidence[e].value[k] = 10 * test_uniform(5, (uint64_t)(BENDS * e + k)) - 700;
            for (int c = 0; c < CELLS; c++)
                evidence[e].belief[k].mass[c] =
                    test_uniform(6, (uint64_t)((BENDS * e + k) * CELLS + c));
            belief_normalise(&evidence[e].belief[k]);
            double weight = sqrt(sqrt(exp(evidence[e].value[k] + 700)));
            for (int c = 0; c < CELLS; c++)
                expected[c] += weight * evidence[e].belief[k].mass[c];
            sum += weight;
        }
    plateau_mix(evidence, 2, &belief);
    for (int c = 0; c < CELLS; c++)
        assert_close(belief.mass[c], expected[c] / sum, 1e-12);
}

TEST(quantiles_divide_the_mass)
{
    struct belief belief;
    for (int c = 0; c < CELLS; c++)
        belief.mass[c] = c % 7 == 3 ? 0 : test_uniform(8, (uint64_t)c);
    belief_normalise(&belief);
    for (int k = 1; k < 100; k++) {
        double at = belief_quantile(&belief, k / 100.0), below = 0;
        for (int c = 0; c < CELLS; c++) {
            double low = belief_edge(c), high = belief_edge(c + 1);
            below += belief.mass[c] * fmin(1, fmax(0, (at - low) / (high - low)));
            assert_true(low < belief_prior(c) && belief_prior(c) < high);
        }
        assert_close(below, k / 100.0, 1e-12);
    }
    assert_true(belief_edge(0) == 0 && fabs(belief_edge(CELLS) - 1) < 1e-15);
}

/* Above the bin its error counts, below it what it would have of negatives. */
TEST(a_bin_bounds_what_is_believed)
{
    struct bestbin bin = {.estimate = 0.3, .error = 0.02};
    struct belief belief;
    double expected[CELLS], sum = 0;
    test_set(belief.mass, CELLS, 1.0 / CELLS);
    for (int c = 0; c < CELLS; c++) {
        double pi = belief_prior(c);
        double off = pi > 0.3 ? (pi - 0.3) / 0.04 : (0.3 - pi) / (1 - pi) / 0.4;
        expected[c] = exp(-off * off / 2);
        sum += expected[c];
    }
    belief_weigh_bin(&belief, bin);
    for (int c = 0; c < CELLS; c++)
        assert_true(fabs(belief.mass[c] - expected[c] / sum) < 1e-12);
    /* Where the bin contradicts all of it, the bin remains. */
    belief = (struct belief){{0}};
    belief.mass[CELLS - 1] = 1;
    bin.error = 1e-3;
    belief_weigh_bin(&belief, bin);
    assert_true(fabs(belief_quantile(&belief, 0.5) - 0.15) < 0.05);
    assert_true(belief_quantile(&belief, 0.99) < 0.32);
}

TEST(the_likelihood_is_that_of_single_steps)
{
    struct steps steps;
    struct plateau plateau = {0.3, 0.4, 1.5, -0.4};
    double expected = 0;
    draw_steps(&steps, 1);
    for (int64_t b = 0; b < steps.count; b++) {
        double p = steps.positives * ratio_at(plateau, steps.score[b]);
        double f = p / (p + steps.others);
        expected += steps.positive[b] * log(f) + steps.other[b] * log(1 - f);
    }
    assert_close(plateau_likelihood(&steps, plateau), expected, 1e-12);
}

TEST(density_ratios_do_not_increase_and_find_clear_mixtures)
{
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

static parot_pu_prior_result estimate_of_normals(uint64_t seed, double apart, int in_ten)
{
    enum { M = 100, N = 200, D = 2 };
    static double positive[M * D], unlabeled[N * D];
    parot_pu_prior_result result = {0};
    for (int e = 0; e < M * D; e++)
        positive[e] = test_normal(seed, (uint64_t)e);
    for (int e = 0; e < N * D; e++)
        unlabeled[e] = test_normal(seed + 50, (uint64_t)e) + (e / D % 10 < in_ten ? 0 : apart);
    parot_pu_data data = {{unlabeled, N, D, D}, {positive, M, D, D}, NAN};
    assert_ok(parot_pu_prior(&data, NULL, NULL, &result, &err));
    return result;
}

/* Positives that stand apart have a narrow range. Those of another class that is nearly the same
 * leave the prior open, and the range says so. */
TEST(ranges_hold_the_truth_and_tell_what_is_known)
{
    enum { DRAWS = 6 };
    double width[2] = {0};
    int held[2] = {0};
    for (uint64_t seed = 0; seed < DRAWS; seed++)
        for (int is_hard = 0; is_hard < 2; is_hard++) {
            int in_ten = 2 + 2 * (int)(seed % 3);
            parot_pu_prior_result result = estimate_of_normals(seed, is_hard ? 0.7 : 4, in_ten);
            held[is_hard] += result.low < in_ten / 10.0 && in_ten / 10.0 < result.high;
            width[is_hard] += (result.high - result.low) / DRAWS;
            assert_true(is_hard || fabs(result.prior - in_ten / 10.0) < 0.1);
            assert_true(!is_hard || !result.is_reliable);
            assert_true(result.is_reliable ==
                        (result.prior - result.low <= 0.15 && result.high - result.prior <= 0.15 &&
                         result.prior <= 2 * result.low && result.high <= 2 * result.prior));
        }
    assert_true(held[0] >= DRAWS - 1 && held[1] >= DRAWS - 2);
    assert_true(width[0] < 0.25 && width[1] > 0.35);
}

/* Unlabeled rows of a table that is large enough for a prior to be found: a third is positive. */
TEST(large_clusters_have_ranges_that_hold_the_truth)
{
    enum { M = 200, N = 300, D = 3 };
    static double positive[M * D], unlabeled[N * D];
    int held = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        parot_pu_prior_result result = {0};
        test_fill(positive, M * D, seed);
        for (int e = 0; e < N * D; e++)
            unlabeled[e] = test_uniform(seed + 50, (uint64_t)e) + (e / D % 3 == 0 ? 0 : 0.7);
        parot_pu_data data = {{unlabeled, N, D, D}, {positive, M, D, D}, NAN};
        assert_ok(parot_pu_prior(&data, NULL, NULL, &result, &err));
        assert_true(fabs(result.prior - 1.0 / 3) < 0.1);
        held += result.low <= 1.0 / 3 && 1.0 / 3 <= result.high;
        const double all[] = {result.by_nearest, result.by_linear, result.by_rbf,
                              result.by_forest,  result.by_mean,   result.by_plateau,
                              result.by_density, result.low,       result.high};
        const parot_pu_range ranges[] = {
            result.nearest_range, result.linear_range,  result.rbf_range,    result.forest_range,
            result.mean_range,    result.plateau_range, result.density_range};
        for (int k = 0; k < 7; k++) {
            assert_true(ranges[k].low <= all[k] && all[k] <= ranges[k].high);
            assert_true(ranges[k].low >= 0 && ranges[k].high <= 1);
        }
        double least = 1, most = 0;
        for (int k = 0; k < 9; k++) {
            least = fmin(least, all[k]);
            most = fmax(most, all[k]);
        }
        assert_true(result.least == least && result.most == most);
        assert_true(result.low <= result.prior && result.prior <= result.high);
        assert_true(result.is_reliable);
    }
    assert_true(held >= 3);
}

TEST(the_prior_of_clusters_is_found)
{
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
    }
}

TEST(the_order_of_rows_does_not_matter)
{
    struct pu_tables moved;
    parot_pu_prior_result first = {0}, second = {0};
    PU_TABLES(tables, 5, 1, 0);
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

TEST(one_positive_is_not_enough)
{
    struct pu_tables tables;
    parot_pu_prior_result result = {0};
    pu_tables_make(&tables, 5, 1, 0);
    tables.data.positive.rows = 1;
    assert_refused(parot_pu_prior(&tables.data, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "positive: an estimate needs 2 rows or more, got 1");
    assert_refused(parot_pu_prior(NULL, NULL, NULL, &result, &err), PAROT_EINVAL, "data");
    assert_refused(parot_pu_prior(&tables.data, NULL, NULL, NULL, &err), PAROT_EINVAL, "result");
}

/* Without a prior every call uses the estimate, which leaves rows on both sides. */
TEST(no_prior_means_the_estimate)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 3; seed++) {
        parot_pu_prior_result estimate = {0};
        AUTO(parot_pu_result, with, without);
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
    }
}
