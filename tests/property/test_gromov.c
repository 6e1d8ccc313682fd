/* test_gromov.c - what is true of every answer of parot_gromov. */
#include "gromov_answers.h"
#include "test.h"

enum { PAIRS = 200 };

TEST(answers_for_random_pairs_are_plans_of_that_mass)
{
    for (uint64_t seed = 0; seed < test_wanted(PAIRS); seed++) {
        struct pair pair =
            pair_random(seed, 5 + (int64_t)(seed % 11), 5 + (int64_t)(seed % 13), mass_of(seed));
        if (seed % 3 == 0)
            pair_weights(&pair, seed, seed % 2 ? 1 : 1.7);
        solve_pair(&pair, seed % 2 ? PAROT_START_PRODUCT : 0);
        pair_free(&pair);
    }
}

TEST(answers_for_isometric_pairs_are_plans_of_that_mass)
{
    uint64_t found = 0, pairs = test_wanted(PAIRS);
    for (uint64_t seed = 0; seed < pairs; seed++) {
        FREED_BY(pair_free)
        struct pair pair = pair_isometric(seed, 6 + (int64_t)(seed % 15), mass_of(seed));
        found += solve_pair(&pair, 0) <= 1e-20;
    }
    assert_true(found >= pairs / 2); /* the isometry itself, or a part of it */
}

/* ---- Invariance --------------------------------------------------------- */

static void reverse_rows(double *points, int64_t count, int64_t dims)
{
    for (int64_t i = 0; i < count / 2; i++)
        for (int64_t d = 0; d < dims; d++) {
            double x = points[i * dims + d];
            points[i * dims + d] = points[(count - 1 - i) * dims + d];
            points[(count - 1 - i) * dims + d] = x;
        }
}

/* Shuffled points are the same space; so are points that were turned and moved. */
TEST(permutations_and_isometries_keep_the_value)
{
    for (uint64_t seed = 0; seed < test_wanted(PAIRS); seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 8, 7, mass_of(seed));
        double value = solve_pair(&pair, PAROT_START_PRODUCT);
        reverse_rows(pair.x, pair.n, pair.dims_x);
        for (int64_t j = 0; j < pair.m; j++) { /* a quarter turn, and a shift */
            double first = pair.y[2 * j];
            pair.y[2 * j] = 3 - pair.y[2 * j + 1];
            pair.y[2 * j + 1] = first + 2;
        }
        pair_distances(&pair);
        assert_close(solve_pair(&pair, PAROT_START_PRODUCT), value, 1e-12);
    }
}

TEST(exchanging_the_spaces_keeps_the_value)
{
    for (uint64_t seed = 0; seed < test_wanted(50); seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 9, 7, mass_of(seed));
        struct pair other = pair;
        other.n = pair.m;
        other.m = pair.n;
        other.problem.source = pair.problem.target;
        other.problem.target = pair.problem.source;
        assert_close(solve_pair(&other, PAROT_START_PRODUCT),
                     solve_pair(&pair, PAROT_START_PRODUCT), 1e-12);
    }
}

TEST(the_value_scales_with_the_distances)
{
    static const double sizes[] = {1e-140, 1e-12, 3, 1e120};
    for (uint64_t seed = 0; seed < test_wanted(20); seed++)
        for (int s = 0; s < 4; s++) {
            FREED_BY(pair_free) struct pair pair = pair_random(seed, 8, 7, 0.6);
            double value = solve_pair(&pair, PAROT_START_PRODUCT);
            for (int k = 0; k < 64; k++)
                pair.source[k] *= sizes[s];
            for (int k = 0; k < 49; k++)
                pair.target[k] *= sizes[s];
            parot_gromov_options options = options_with(PAROT_START_PRODUCT);
            AUTO(parot_gromov_result, result);
            assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
            assert_close(result.transport.objective / sizes[s] / sizes[s], value, 1e-11);
        }
}

TEST(spaces_may_have_a_single_point)
{
    static const int64_t sizes[][2] = {{1, 1}, {1, 5}, {5, 1}, {2, 1}, {2, 2}};
    for (uint64_t k = 0; k < 5; k++)
        for (int is_general = 0; is_general < 2; is_general++) {
            FREED_BY(pair_free) struct pair pair = pair_random(k, sizes[k][0], sizes[k][1], 1);
            if (is_general && pair.n > 1 && pair.m > 1)
                pair.source[1] = pair.target[2] = 3;
            solve_pair(&pair, 0);
        }
}

/* ---- Variants ----------------------------------------------------------- */

TEST(general_matrices_and_the_kl_loss_have_answers)
{
    for (uint64_t seed = 0; seed < test_wanted(60); seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 9, 8, mass_of(seed));
        for (int k = 0; k < 81; k++)
            pair.source[k] += 0.1 + (seed % 3 == 0 ? 0 : test_uniform(seed, (uint64_t)k));
        for (int k = 0; k < 64; k++)
            pair.target[k] += 0.1 + (seed % 3 == 1 ? 0 : test_uniform(seed + 1, (uint64_t)k));
        pair.problem.loss = seed % 2 ? PAROT_LOSS_KL : PAROT_LOSS_SQUARE;
        solve_pair(&pair, 0);
    }
}

/* What a distance computed in another order leaves behind is averaged out, and told. */
TEST(rounding_of_distances_is_told)
{
    FREED_BY(pair_free) struct pair pair = pair_random(1, 10, 9, 0.5);
    AUTO(parot_gromov_result, result);
    double value = solve_pair(&pair, PAROT_START_PRODUCT);
    pair.source[3] *= 1 + 1e-14;
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
    assert_close(result.transport.objective, value, 1e-12);
    assert_true(result.asymmetry[0] > 0 && result.asymmetry[0] < 1e-13 && result.asymmetry[1] == 0);
}

TEST(fused_answers_are_plans_at_every_alpha)
{
    double cost[90];
    for (uint64_t seed = 0; seed < test_wanted(60); seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 9, 10, mass_of(seed));
        fill_cost(cost, 90, seed);
        pair.problem.cost = (parot_matrix){cost, 9, 10, 10};
        pair.problem.alpha = (double)(seed % 6) / 5;
        solve_pair(&pair, 0);
    }
}

TEST(alpha_0_is_partial_wasserstein)
{
    double cost[90];
    for (uint64_t seed = 0; seed < 20; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 9, 10, mass_of(seed));
        AUTO(parot_gromov_result, result);
        AUTO(parot_result, plain);
        fill_cost(cost, 90, seed);
        cost[7] = seed % 2 ? INFINITY : cost[7];
        pair.problem.cost = (parot_matrix){cost, 9, 10, 10};
        pair.problem.alpha = 0;
        parot_problem linear = {pair.problem.cost, NULL, NULL, pair.problem.mass};
        assert_ok(parot_gromov(&pair.problem, NULL, NULL, &result, &err));
        assert_ok(parot_partial(&linear, NULL, &plain, &err));
        assert_true(result.transport.objective == plain.objective);
        assert_int_equal(result.transport.plan.count, plain.plan.count);
        assert_memory_equal(result.transport.plan.mass, plain.plan.mass,
                            (size_t)plain.plan.count * sizeof(double));
        assert_int_equal(result.trials, 1);
        assert_int_equal(result.trial[0].start, PAROT_START_PARTIAL);
    }
}

/* ---- Where other codes have failed -------------------------------------- */

/* Without a limit to raise or a number of dummy points to choose. */
TEST(default_arguments_do_for_hundreds_of_points)
{
    for (int64_t n = 300; n <= 600; n += 150 * (int64_t)test_stride(3)) {
        FREED_BY(pair_free) struct pair pair = pair_random((uint64_t)n, n, n, 0.5);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, result);
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        assert_is_plan(&pair, &result.transport);
        assert_true(result.stationarity <= 1e-9 * result.transport.objective);
        assert_true(result.transport.objective < 0.05 * result.objectives[0]);
    }
}

/* (M o T)_ij in doubles, by the entries of T. */
static void fill_gradient(const struct pair *pair, const parot_plan *plan, double *gradient)
{
    for (int64_t i = 0; i < pair->n; i++)
        for (int64_t j = 0; j < pair->m; j++) {
            double sum = 0;
            for (int64_t e = 0; e < plan->count; e++) {
                double difference = pair->source[i * pair->n + plan->row[e]] -
                                    pair->target[j * pair->m + plan->col[e]];
                sum += plan->mass[e] * difference * difference / 2;
            }
            gradient[i * pair->m + j] = sum;
        }
}

/* Large problems go by gradients that are not exact, or only in part; answers are stationary by the
 * definition nevertheless, and the same with any number of threads. */
TEST(large_answers_are_stationary_and_the_same_on_all_threads)
{
    const int64_t n =
        test_wanted(10000) < 10000 ? 300 : 800; /* sanitizers take ten times as long */
    const int64_t m = n + 50;
    FREED_BY(pair_free) struct pair pair = pair_random(77, n, m, 0.7);
    FREED double *gradient = calloc((size_t)(n * m), sizeof *gradient);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT | PAROT_START_PROFILES);
    parot_gromov_result result[2] = {0};
    DEFAULTS(parot_run, run);
    for (int t = 0; t < 2; t++) {
        run.threads = t == 0 ? 1 : 3;
        assert_ok(parot_gromov(&pair.problem, &options, &run, &result[t], &err));
        assert_is_plan(&pair, &result[t].transport);
    }
    const parot_plan *plan = &result[0].transport.plan;
    assert_int_equal(plan->count, result[1].transport.plan.count);
    assert_memory_equal(plan->mass, result[1].transport.plan.mass,
                        (size_t)plan->count * sizeof(double));
    assert_true(result[0].transport.objective == result[1].transport.objective);
    fill_gradient(&pair, plan, gradient);
    parot_problem linear = {{gradient, n, m, m}, pair.problem.p, pair.problem.q, 0.7};
    AUTO(parot_result, best);
    double here = 0;
    for (int64_t e = 0; e < plan->count; e++)
        here += plan->mass[e] * gradient[plan->row[e] * m + plan->col[e]];
    assert_ok(parot_partial(&linear, NULL, &best, &err));
    assert_close(here, result[0].transport.objective, 1e-11);
    assert_true(2 * (here - best.bound) <= 2e-9 * here);
    for (int t = 0; t < 2; t++)
        parot_gromov_result_free(&result[t]);
}

/* Where gradients vanish, a plan of any mass looks as good as one of the mass asked for. */
TEST(isometric_spaces_move_the_mass_asked_for)
{
    for (int tenths = 1; tenths <= 9; tenths++) {
        FREED_BY(pair_free) struct pair pair = pair_isometric((uint64_t)tenths, 40, 0.1 * tenths);
        assert_true(solve_pair(&pair, 0) <= 1e-20); /* and nothing has to be bent */
    }
}
