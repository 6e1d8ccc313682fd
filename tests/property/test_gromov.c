/* test_gromov.c - what is true of every answer of parot_gromov. */
#include "quadratic.h"
#include "spaces.h"
#include "support.h"

enum { PAIRS = 200 };

/* Mass asked for, rows and columns within their weights, all entries positive. */
static void assert_is_plan(const struct pair *pair, const parot_result *transport)
{
    const parot_plan *plan = &transport->plan;
    double mass = pair->problem.mass;
    assert_true(fabsl(plan_total(plan) - mass) <= 4e-16L * mass);
    assert_true(transport->mass == mass);
    for (int64_t e = 0; e < plan->count; e++)
        assert_true(plan->mass[e] > 0);
    for (int64_t i = 0; i < pair->n; i++)
        assert_true(plan_row(plan, i) <= test_weight(pair->problem.p, pair->n, i) * (1 + 1e-18L));
    for (int64_t j = 0; j < pair->m; j++)
        assert_true(plan_col(plan, j) <= test_weight(pair->problem.q, pair->m, j) * (1 + 1e-18L));
}

static void assert_objective(const struct pair *pair, const parot_result *transport)
{
    double *dense = calloc((size_t)(pair->n * pair->m), sizeof(double));
    parot_plan_to_dense(&transport->plan, dense);
    double value = (double)gromov_objective(&pair->problem, dense);
    assert_close(transport->objective, value, 1e-12);
    assert_true(transport->objective >= transport->bound);
    free(dense);
}

/* Objectives fall, gaps are not negative; the best trial's are the result's. */
static void assert_histories(const parot_gromov_result *result)
{
    for (int64_t t = 0; t < result->trials; t++) {
        const parot_trial *trial = &result->trial[t];
        for (int64_t k = 0; k < trial->history; k++)
            assert_true(trial->gaps[k] >= 0);
        for (int64_t k = 1; k < trial->history; k++)
            assert_true(trial->objectives[k] <= trial->objectives[k - 1] * (1 + 1e-12) + 1e-14);
    }
    const parot_trial *best = &result->trial[result->best];
    size_t bytes = (size_t)best->history * sizeof(double);
    assert_true(best->history == result->history || result->best >= 32);
    if (best->history == 0)
        return;
    assert_memory_equal(best->objectives, result->objectives, bytes);
    assert_memory_equal(best->gaps, result->gaps, bytes);
}

static void assert_is_answer(const struct pair *pair, const parot_gromov_result *result)
{
    const parot_result *transport = &result->transport;
    assert_is_plan(pair, transport);
    assert_objective(pair, transport);
    assert_true(result->gap >= 0);
    for (int64_t k = 0; k < result->history; k++)
        assert_true(result->gaps[k] >= 0);
    for (int64_t k = 1; k < result->history; k++)
        assert_true(result->objectives[k] <= result->objectives[k - 1] * (1 + 1e-12) + 1e-14);
    assert_histories(result);
    for (int64_t t = 0; t < result->trials; t++)
        assert_true(result->trial[t].objective >= transport->objective - 1e-14);
}

static double solve_pair(const struct pair *pair, uint32_t starts)
{
    parot_gromov_options options = options_with(starts);
    parot_gromov_result result = {0};
    assert_ok(parot_gromov(&pair->problem, &options, NULL, &result, &err));
    assert_is_answer(pair, &result);
    double objective = result.transport.objective;
    parot_gromov_result_free(&result);
    return objective;
}

static double mass_of(uint64_t seed)
{
    return 0.1 * (double)(1 + seed % 9);
}

static void answers_for_random_pairs_are_plans_of_that_mass(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < PAIRS; seed++) {
        struct pair pair =
            pair_random(seed, 5 + (int64_t)(seed % 11), 5 + (int64_t)(seed % 13), mass_of(seed));
        if (seed % 3 == 0)
            pair_weights(&pair, seed, seed % 2 ? 1 : 1.7);
        solve_pair(&pair, seed % 2 ? PAROT_START_PRODUCT : 0);
        pair_free(&pair);
    }
}

static void answers_for_isometric_pairs_are_plans_of_that_mass(void **state)
{
    (void)state;
    int found = 0;
    for (uint64_t seed = 0; seed < PAIRS; seed++) {
        struct pair pair = pair_isometric(seed, 6 + (int64_t)(seed % 15), mass_of(seed));
        found += solve_pair(&pair, 0) <= 1e-20;
        pair_free(&pair);
    }
    assert_true(found >= PAIRS / 2); /* the isometry itself, or a part of it */
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
static void permutations_and_isometries_keep_the_value(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < PAIRS; seed++) {
        struct pair pair = pair_random(seed, 8, 7, mass_of(seed));
        double value = solve_pair(&pair, PAROT_START_PRODUCT);
        reverse_rows(pair.x, pair.n, pair.dims_x);
        for (int64_t j = 0; j < pair.m; j++) { /* a quarter turn, and a shift */
            double first = pair.y[2 * j];
            pair.y[2 * j] = 3 - pair.y[2 * j + 1];
            pair.y[2 * j + 1] = first + 2;
        }
        pair_distances(&pair);
        assert_close(solve_pair(&pair, PAROT_START_PRODUCT), value, 1e-12);
        pair_free(&pair);
    }
}

static void exchanging_the_spaces_keeps_the_value(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct pair pair = pair_random(seed, 9, 7, mass_of(seed)), other = pair;
        other.n = pair.m;
        other.m = pair.n;
        other.problem.source = pair.problem.target;
        other.problem.target = pair.problem.source;
        assert_close(solve_pair(&other, PAROT_START_PRODUCT),
                     solve_pair(&pair, PAROT_START_PRODUCT), 1e-12);
        pair_free(&pair);
    }
}

static void the_value_scales_with_the_distances(void **state)
{
    (void)state;
    static const double sizes[] = {1e-140, 1e-12, 3, 1e120};
    for (uint64_t seed = 0; seed < 20; seed++)
        for (int s = 0; s < 4; s++) {
            struct pair pair = pair_random(seed, 8, 7, 0.6);
            double value = solve_pair(&pair, PAROT_START_PRODUCT);
            for (int k = 0; k < 64; k++)
                pair.source[k] *= sizes[s];
            for (int k = 0; k < 49; k++)
                pair.target[k] *= sizes[s];
            parot_gromov_options options = options_with(PAROT_START_PRODUCT);
            parot_gromov_result result = {0};
            assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
            assert_close(result.transport.objective / sizes[s] / sizes[s], value, 1e-11);
            parot_gromov_result_free(&result);
            pair_free(&pair);
        }
}

static void spaces_may_have_a_single_point(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{1, 1}, {1, 5}, {5, 1}, {2, 1}, {2, 2}};
    for (uint64_t k = 0; k < 5; k++)
        for (int is_general = 0; is_general < 2; is_general++) {
            struct pair pair = pair_random(k, sizes[k][0], sizes[k][1], 1);
            if (is_general && pair.n > 1 && pair.m > 1)
                pair.source[1] = pair.target[2] = 3;
            solve_pair(&pair, 0);
            pair_free(&pair);
        }
}

/* ---- Variants ----------------------------------------------------------- */

static void general_matrices_and_the_kl_loss_have_answers(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct pair pair = pair_random(seed, 9, 8, mass_of(seed));
        for (int k = 0; k < 81; k++)
            pair.source[k] += 0.1 + (seed % 3 == 0 ? 0 : test_uniform(seed, (uint64_t)k));
        for (int k = 0; k < 64; k++)
            pair.target[k] += 0.1 + (seed % 3 == 1 ? 0 : test_uniform(seed + 1, (uint64_t)k));
        pair.problem.loss = seed % 2 ? PAROT_KL_LOSS : PAROT_SQUARE_LOSS;
        solve_pair(&pair, 0);
        pair_free(&pair);
    }
}

/* What a distance computed in another order leaves behind is averaged out, and told. */
static void rounding_of_distances_is_told(void **state)
{
    (void)state;
    struct pair pair = pair_random(1, 10, 9, 0.5);
    parot_gromov_result result = {0};
    double value = solve_pair(&pair, PAROT_START_PRODUCT);
    pair.source[3] *= 1 + 1e-14;
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
    assert_close(result.transport.objective, value, 1e-12);
    assert_true(result.asymmetry[0] > 0 && result.asymmetry[0] < 1e-13 && result.asymmetry[1] == 0);
    parot_gromov_result_free(&result);
    pair_free(&pair);
}

static void fill_cost(double *cost, int64_t size, uint64_t seed)
{
    for (int64_t k = 0; k < size; k++)
        cost[k] = test_uniform(seed + 50, (uint64_t)k) - 0.3;
}

static void fused_answers_are_plans_at_every_alpha(void **state)
{
    (void)state;
    double cost[90];
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct pair pair = pair_random(seed, 9, 10, mass_of(seed));
        fill_cost(cost, 90, seed);
        pair.problem.cost = (parot_matrix){cost, 9, 10, 10};
        pair.problem.alpha = (double)(seed % 6) / 5;
        solve_pair(&pair, 0);
        pair_free(&pair);
    }
}

static void alpha_0_is_partial_wasserstein(void **state)
{
    (void)state;
    double cost[90];
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct pair pair = pair_random(seed, 9, 10, mass_of(seed));
        parot_gromov_result result = {0};
        parot_result plain = {0};
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
        parot_result_free(&plain);
        parot_gromov_result_free(&result);
        pair_free(&pair);
    }
}

/* ---- Starts ------------------------------------------------------------- */

/* Every kind runs; the best is the least of them; the plan depends neither on threads nor on what
 * else was tried. */
static void starts_are_all_told_and_the_best_one_wins(void **state)
{
    (void)state;
    double cost[600];
    struct pair pair = pair_random(4, 30, 20, 0.4);
    parot_gromov_options options =
        options_with(PAROT_START_PRODUCT | PAROT_START_PARTIAL | PAROT_START_CLUSTERS |
                     PAROT_START_PROFILES | PAROT_START_PRIOR_PROFILES);
    parot_gromov_result result[2] = {0};
    fill_cost(cost, 600, 4);
    pair.problem.cost = (parot_matrix){cost, 30, 20, 20};
    options.restarts = 3;
    for (int k = 0; k < 2; k++) {
        parot_run run;
        parot_run_init(&run);
        run.threads = 1 + 3 * k;
        assert_ok(parot_gromov(&pair.problem, &options, &run, &result[k], &err));
        assert_is_answer(&pair, &result[k]);
        assert_int_equal(result[k].trials, 8);
    }
    uint32_t seen = 0;
    for (int64_t t = 0; t < 8; t++) {
        const parot_trial *one = &result[0].trial[t], *other = &result[1].trial[t];
        size_t bytes = (size_t)one->history * sizeof(double);
        assert_memory_equal(one, other, offsetof(parot_trial, objectives));
        assert_true(one->history > 0);
        assert_memory_equal(one->objectives, other->objectives, bytes);
        assert_memory_equal(one->gaps, other->gaps, bytes);
        assert_non_null(parot_start_name(result[0].trial[t].start));
        seen |= result[0].trial[t].start;
    }
    assert_int_equal(seen, options.starts | PAROT_START_RANDOM);
    assert_int_equal(result[0].best, result[1].best);
    assert_int_equal(result[0].transport.plan.count, result[1].transport.plan.count);
    assert_memory_equal(result[0].transport.plan.mass, result[1].transport.plan.mass,
                        (size_t)result[0].transport.plan.count * sizeof(double));
    parot_gromov_result_free(&result[0]);
    parot_gromov_result_free(&result[1]);
    pair_free(&pair);
}

/* Products, and the linear problems, on several threads. */
static void one_start_does_not_depend_on_threads(void **state)
{
    (void)state;
    struct pair pair = pair_random(8, 260, 300, 0.5);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    parot_gromov_result result[2] = {0};
    for (int k = 0; k < 2; k++) {
        parot_run run;
        parot_run_init(&run);
        run.threads = 1 + 2 * k;
        assert_ok(parot_gromov(&pair.problem, &options, &run, &result[k], &err));
    }
    const parot_plan *plan = &result[0].transport.plan;
    assert_true(result[0].transport.objective == result[1].transport.objective);
    assert_int_equal(result[0].history, result[1].history);
    assert_memory_equal(result[0].gaps, result[1].gaps, (size_t)result[0].history * sizeof(double));
    assert_int_equal(plan->count, result[1].transport.plan.count);
    assert_memory_equal(plan->mass, result[1].transport.plan.mass,
                        (size_t)plan->count * sizeof(double));
    parot_gromov_result_free(&result[0]);
    parot_gromov_result_free(&result[1]);
    pair_free(&pair);
}

/* The solver, the walk, the list of trials, the result and its record; nothing during the walk. */
static void a_start_takes_five_blocks_of_memory(void **state)
{
    (void)state;
    struct pair pair = pair_random(9, 30, 20, 0.5);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    parot_gromov_result result = {0};
    assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
    assert_int_equal(result.transport.info.allocations, 5);
    parot_gromov_result_free(&result);
    pair_free(&pair);
}

static void names_of_starts_are_known(void **state)
{
    (void)state;
    assert_string_equal(parot_start_name(PAROT_START_PRIOR_PROFILES), "prior-profiles");
    assert_null(parot_start_name((parot_start)3));
}

/* A plan that is stationary comes back as it was; the product as a given start is the product. */
static void a_given_plan_is_where_it_begins(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct pair pair = pair_random(seed, 9, 8, mass_of(seed));
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        parot_gromov_result first = {0}, second = {0}, third = {0};
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &first, &err));
        options = options_with(0);
        options.start = pair.start;
        for (int k = 0; k < 72; k++)
            pair.start[k] = pair.problem.mass / 72;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &second, &err));
        assert_close(second.transport.objective, first.transport.objective, 1e-12);
        assert_int_equal(second.transport.info.iterations, first.transport.info.iterations);
        parot_plan_to_dense(&first.transport.plan, pair.start);
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &third, &err));
        assert_close(third.transport.objective, first.transport.objective, 1e-12);
        assert_int_equal(third.trials, 1);
        parot_gromov_result_free(&first);
        parot_gromov_result_free(&second);
        parot_gromov_result_free(&third);
        pair_free(&pair);
    }
}

/* Two tight groups on one side, one on the other: the part that lies together is the start. */
static void clusters_begin_with_the_part_that_lies_together(void **state)
{
    (void)state;
    struct pair pair = pair_random(3, 30, 10, 1.0 / 3);
    for (int64_t i = 0; i < 60; i++)
        pair.x[i] = test_normal(8, (uint64_t)i) * (i < 20 ? 0.05 : 2);
    pair.dims_x = 2;
    pair_distances(&pair);
    for (int64_t k = 0; k < 20; k++)
        pair.y[k] *= 0.05;
    pair_distances(&pair);
    parot_gromov_options options = options_with(PAROT_START_CLUSTERS);
    parot_gromov_result result = {0};
    assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
    for (int64_t e = 0; e < result.transport.plan.count; e++)
        assert_true(result.transport.plan.row[e] < 10);
    parot_gromov_result_free(&result);
    pair_free(&pair);
}

/* ---- Whole rows --------------------------------------------------------- */

static void check_whole(const struct pair *pair, const parot_plan *plan, int64_t rows)
{
    int64_t moved = 0;
    for (int64_t i = 0; i < pair->n; i++) {
        long double share = plan_row(plan, i) * pair->n;
        assert_true(share == 0 || fabsl(share - 1) < 1e-12L);
        moved += share > 0;
    }
    assert_int_equal(moved, rows);
}

static void whole_rows_move_as_a_whole_or_not_at_all(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct pair pair = pair_random(seed, 12, 7, 5.0 / 12); /* 7/12 rows fit into a column */
        parot_gromov_options options = options_with(0);        /* the product splits all rows */
        parot_gromov_result result = {0};
        options.whole_rows = 1;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        assert_is_plan(&pair, &result.transport);
        check_whole(&pair, &result.transport.plan, 5);
        parot_gromov_result_free(&result);
        pair_free(&pair);
    }
}

/* Whole rows are made where a start ends without them, and cost more than that. */
static void whole_rows_begin_at_stationary_plans(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct pair pair = pair_random(seed, 20, 11, 7.0 / 20);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        parot_gromov_result split = {0}, whole = {0};
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &split, &err));
        options.whole_rows = 1;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &whole, &err));
        assert_true(whole.history >= split.history);
        for (int64_t k = 0; k < split.history; k++)
            assert_true(whole.objectives[k] == split.objectives[k]);
        check_whole(&pair, &whole.transport.plan, 7);
        parot_gromov_result_free(&split);
        parot_gromov_result_free(&whole);
        pair_free(&pair);
    }
}

/* A plan of whole rows that is given is never left for a dearer one. */
static void given_whole_rows_stay_whole(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct pair pair = pair_random(seed, 12, 7, 5.0 / 12);
        parot_gromov_options options = options_with(0);
        parot_gromov_result first = {0}, second = {0};
        options.whole_rows = 1;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &first, &err));
        parot_plan_to_dense(&first.transport.plan, pair.start);
        options.start = pair.start;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &second, &err));
        check_whole(&pair, &second.transport.plan, 5);
        assert_true(second.transport.objective <= first.transport.objective * (1 + 1e-12));
        parot_gromov_result_free(&first);
        parot_gromov_result_free(&second);
        pair_free(&pair);
    }
}

static void every_start_tells_what_its_rows_moved(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct pair pair = pair_random(seed, 12, 9, 0.6);
        parot_gromov_options options = options_with(0);
        parot_gromov_result result = {0};
        options.restarts = 2;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        for (int64_t t = 0; t < result.trials; t++) {
            double total = 0;
            for (int64_t i = 0; i < pair.n; i++) {
                double moved = result.moved[t * pair.n + i];
                total += moved;
                assert_true(moved >= 0 && moved <= 1.0 / 12 + 1e-15);
                if (t == result.best)
                    assert_close(moved, (double)plan_row(&result.transport.plan, i), 1e-12);
            }
            assert_close(total, 0.6, 1e-12);
        }
        parot_gromov_result_free(&result);
        pair_free(&pair);
    }
}

/* ---- How good ----------------------------------------------------------- */

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

static void many_starts_reach_the_best_vertex(void **state)
{
    (void)state;
    int reached = 0, tried = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        int64_t n = 4 + (int64_t)(seed % 3), m = 3 + (int64_t)(seed / 3 % 4);
        int64_t rows = 1 + (int64_t)(seed % (uint64_t)(n < m ? n : m));
        struct pair pair = pair_random(seed, n, m, (double)rows);
        double x[SMALL * SMALL] = {0}, least = INFINITY;
        for (int64_t i = 0; i < n; i++)
            pair.p[i] = 1;
        for (int64_t j = 0; j < m; j++)
            pair.q[j] = 1;
        pair.problem.p = pair.p;
        pair.problem.q = pair.q;
        enumerate(&pair, x, 0, rows, &least);
        parot_gromov_options options = options_with(0);
        parot_gromov_result result = {0};
        options.restarts = 500;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        reached += result.transport.objective <= least * (1 + 1e-9) + 1e-15;
        tried++;
        parot_gromov_result_free(&result);
        pair_free(&pair);
    }
    assert_true(reached >= 0.95 * tried);
}

/* Lemma 1 (paper, appendix B.2) with its own constants:
 *   min_k gap_k <= 2 max(J_0, sqrt(2) s (max Cs + max Ct)) / sqrt(K + 1)
 * for distances up to 1, as the paper suggests. J_0 <= J(T_0), since J >= 0. */
static void gaps_fall_as_lemma_1_says(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct pair pair = pair_random(seed, 20, 15, mass_of(seed));
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
        parot_gromov_result result = {0};
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        double bound = 2 * fmax(result.objectives[0], 2 * sqrt(2) * pair.problem.mass);
        for (int64_t k = 0; k < result.history; k++) {
            least = fmin(least, result.gaps[k]);
            assert_true(least <= bound / sqrt((double)k + 1));
        }
        parot_gromov_result_free(&result);
        pair_free(&pair);
    }
}

/* Where the answer stops, no plan is better to first order: the linear problem of the gradient says
 * so, solved and certified by parot_partial. */
static void answers_are_stationary(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct pair pair = pair_random(seed, 10, 9, mass_of(seed));
        parot_gromov_result result = {0};
        double dense[90], gradient[90], here = 0;
        assert_ok(parot_gromov(&pair.problem, NULL, NULL, &result, &err));
        parot_plan_to_dense(&result.transport.plan, dense);
        for (int64_t k = 0; k < 90; k++) {
            gradient[k] = 2 * (double)tensor_entry(&pair.problem, dense, k / 9, k % 9);
            here += gradient[k] * dense[k];
        }
        parot_problem linear = {{gradient, 10, 9, 9}, NULL, NULL, pair.problem.mass};
        parot_result best = {0};
        assert_ok(parot_partial(&linear, NULL, &best, &err));
        assert_true(fabs(here - best.objective - result.gap) <= 1e-12);
        assert_true(result.gap <= 1e-9 * result.transport.objective + 1e-11);
        parot_result_free(&best);
        parot_gromov_result_free(&result);
        pair_free(&pair);
    }
}

/* Random matrices have minima inside faces, where Frank-Wolfe alone creeps: exchanges of vertices
 * end. */
static void minima_inside_faces_are_reached(void **state)
{
    (void)state;
    int is_mixed = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct pair pair = pair_random(seed, 20, 15, 0.6);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        parot_gromov_result result = {0};
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
        assert_true(result.gap <= 1e-9 * result.transport.objective);
        for (int64_t e = 0; e < result.transport.plan.count; e++) { /* vertices: whole 60ths */
            double units = 60 * result.transport.plan.mass[e];
            is_mixed += fabs(units - nearbyint(units)) > 1e-6;
        }
        parot_gromov_result_free(&result);
        pair_free(&pair);
    }
    assert_true(is_mixed > 0);
}

/* ---- Where other codes have failed -------------------------------------- */

/* Without a limit to raise or a number of dummy points to choose. */
static void default_arguments_do_for_hundreds_of_points(void **state)
{
    (void)state;
    for (int64_t n = 300; n <= 600; n += 150) {
        struct pair pair = pair_random((uint64_t)n, n, n, 0.5);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        parot_gromov_result result = {0};
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        assert_is_plan(&pair, &result.transport);
        assert_true(result.gap <= 1e-9 * result.transport.objective);
        assert_true(result.transport.objective < 0.05 * result.objectives[0]);
        parot_gromov_result_free(&result);
        pair_free(&pair);
    }
}

/* Where gradients vanish, a plan of any mass looks as good as one of the mass asked for. */
static void isometric_spaces_move_the_mass_asked_for(void **state)
{
    (void)state;
    for (int tenths = 1; tenths <= 9; tenths++) {
        struct pair pair = pair_isometric((uint64_t)tenths, 40, 0.1 * tenths);
        assert_true(solve_pair(&pair, 0) <= 1e-20); /* and nothing has to be bent */
        pair_free(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_for_random_pairs_are_plans_of_that_mass),
        cmocka_unit_test(answers_for_isometric_pairs_are_plans_of_that_mass),
        cmocka_unit_test(permutations_and_isometries_keep_the_value),
        cmocka_unit_test(exchanging_the_spaces_keeps_the_value),
        cmocka_unit_test(the_value_scales_with_the_distances),
        cmocka_unit_test(spaces_may_have_a_single_point),
        cmocka_unit_test(general_matrices_and_the_kl_loss_have_answers),
        cmocka_unit_test(rounding_of_distances_is_told),
        cmocka_unit_test(fused_answers_are_plans_at_every_alpha),
        cmocka_unit_test(alpha_0_is_partial_wasserstein),
        cmocka_unit_test(starts_are_all_told_and_the_best_one_wins),
        cmocka_unit_test(one_start_does_not_depend_on_threads),
        cmocka_unit_test(a_start_takes_five_blocks_of_memory),
        cmocka_unit_test(names_of_starts_are_known),
        cmocka_unit_test(a_given_plan_is_where_it_begins),
        cmocka_unit_test(clusters_begin_with_the_part_that_lies_together),
        cmocka_unit_test(whole_rows_move_as_a_whole_or_not_at_all),
        cmocka_unit_test(whole_rows_begin_at_stationary_plans),
        cmocka_unit_test(given_whole_rows_stay_whole),
        cmocka_unit_test(every_start_tells_what_its_rows_moved),
        cmocka_unit_test(many_starts_reach_the_best_vertex),
        cmocka_unit_test(gaps_fall_as_lemma_1_says),
        cmocka_unit_test(answers_are_stationary),
        cmocka_unit_test(minima_inside_faces_are_reached),
        cmocka_unit_test(default_arguments_do_for_hundreds_of_points),
        cmocka_unit_test(isometric_spaces_move_the_mass_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
