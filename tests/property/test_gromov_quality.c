/* test_gromov_quality.c - how near to the best parot_gromov comes, and how fast. */
#include "gromov_answers.h"
#include "test.h"

enum { SMALL = 6 };

/* The least J over all matchings of `left` more rows, from row i on; with equal weights these are
 * the vertices. */
static void enumerate(const struct pair *pair, double *x, int64_t i, int64_t left, double *least)
{
    if (left == 0) {
        *least = fmin(*least, (double)quadratic_form(&pair->problem, x));
        return;
    }
    if (pair->n - i < left)
        return;
    enumerate(pair, x, i + 1, left, least);
    for (int64_t j = 0; j < pair->m; j++) {
        int is_taken = 0;
        for (int64_t k = 0; k < i; k++)
            is_taken |= x[k * pair->m + j] > 0;
        if (is_taken)
            continue;
        x[i * pair->m + j] = 1;
        enumerate(pair, x, i + 1, left - 1, least);
        x[i * pair->m + j] = 0;
    }
}

TEST(many_starts_reach_the_best_vertex)
{
    int reached = 0, tried = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        int64_t n = 4 + (int64_t)(seed % 3), m = 3 + (int64_t)(seed / 3 % 4);
        int64_t rows = 1 + (int64_t)(seed % (uint64_t)(n < m ? n : m));
        FREED_BY(pair_free) struct pair pair = pair_random(seed, n, m, (double)rows);
        double x[SMALL * SMALL] = {0}, least = INFINITY;
        for (int64_t i = 0; i < n; i++)
            pair.p[i] = 1;
        for (int64_t j = 0; j < m; j++)
            pair.q[j] = 1;
        pair.problem.p = pair.p;
        pair.problem.q = pair.q;
        enumerate(&pair, x, 0, rows, &least);
        parot_gromov_options options = options_with(0);
        AUTO(parot_gromov_result, result);
        options.restarts = 500;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        reached += result.transport.objective <= least * (1 + 1e-9) + 1e-15;
        tried++;
    }
    assert_true(reached >= 0.95 * tried);
}

/* Lemma 1 (paper, appendix B.2) with its own constants:
 *   min_k gap_k <= 2 max(J_0, sqrt(2) s (max Cs + max Ct)) / sqrt(K + 1)
 * for distances up to 1, as the paper suggests. J_0 <= J(T_0), since J >= 0. */
TEST(gaps_fall_as_lemma_1_says)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 20, 15, mass_of(seed));
        double largest = 0, least = INFINITY;
        for (int k = 0; k < 400; k++)
            largest = fmax(largest, pair.source[k]);
        for (int k = 0; k < 225; k++)
            largest = fmax(largest, pair.target[k]);
        for (int k = 0; k < 400; k++)
            pair.source[k] /= largest;
        for (int k = 0; k < 225; k++)
            pair.target[k] /= largest;
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        options.steps = seed % 2 ? PAROT_STEPS_EXACT : PAROT_STEPS_LONG;
        AUTO(parot_gromov_result, result);
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        double bound = 2 * fmax(result.objectives[0], 2 * sqrt(2) * pair.problem.mass);
        for (int64_t k = 0; k < result.history; k++) {
            least = fmin(least, result.stationarities[k]);
            assert_true(least <= bound / sqrt((double)k + 1));
        }
    }
}

/* Where the answer stops, no plan is better to first order: the linear problem of the gradient says
 * so, solved and certified by parot_partial. */
TEST(answers_are_stationary)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 10, 9, mass_of(seed));
        AUTO(parot_gromov_result, result);
        double dense[90], gradient[90];
        assert_ok(parot_gromov(&pair.problem, NULL, NULL, &result, &err));
        parot_plan_to_dense(&result.transport.plan, dense);
        double here = gromov_slope(&pair.problem, dense, gradient);
        parot_problem linear = {{gradient, 10, 9, 9}, NULL, NULL, pair.problem.mass};
        AUTO(parot_result, best);
        assert_ok(parot_partial(&linear, NULL, &best, &err));
        assert_true(fabs(here - best.objective - result.stationarity) <= 1e-12);
        assert_true(result.stationarity <= 1e-9 * result.transport.objective + 1e-11);
    }
}

/* Random matrices have minima inside faces, where Frank-Wolfe alone creeps: exchanges of vertices
 * end. */
TEST(minima_inside_faces_are_reached)
{
    int is_mixed = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 20, 15, 0.6);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, result);
        for (int i = 0; i < 20; i++)
            for (int k = 0; k <= i; k++)
                pair.source[20 * i + k] = pair.source[20 * k + i] =
                    test_uniform(seed, (uint64_t)(20 * i + k));
        for (int j = 0; j < 15; j++)
            for (int l = 0; l <= j; l++)
                pair.target[15 * j + l] = pair.target[15 * l + j] =
                    test_uniform(seed + 500, (uint64_t)(15 * j + l));
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        assert_is_answer(&pair, &result);
        assert_true(result.stationarity <= 1e-9 * result.transport.objective);
        for (int64_t e = 0; e < result.transport.plan.count; e++) { /* vertices: whole 60ths */
            double units = 60 * result.transport.plan.mass[e];
            is_mixed += fabs(units - nearbyint(units)) > 1e-6;
        }
    }
    assert_true(is_mixed > 0);
}
