/* test_gromov_starts.c - where parot_gromov begins, and plans of whole rows. */
#include "gromov_answers.h"
#include "test.h"

/* Every kind runs; the best is the least of them; the plan depends neither on threads nor on what
 * else was tried. */
TEST(starts_are_all_told_and_the_best_one_wins)
{
    double cost[600];
    FREED_BY(pair_free) struct pair pair = pair_random(4, 30, 20, 0.4);
    parot_gromov_options options =
        options_with(PAROT_START_PRODUCT | PAROT_START_PARTIAL | PAROT_START_CLUSTERS |
                     PAROT_START_PROFILES | PAROT_START_PRIOR_PROFILES | PAROT_START_TRIANGLES |
                     PAROT_START_ANCHORS | PAROT_START_AXES | PAROT_START_REPRESENTATIVES);
    parot_gromov_result result[2] = {0};
    fill_cost(cost, 600, 4);
    pair.problem.cost = (parot_matrix){cost, 30, 20, 20};
    options.restarts = 3;
    options.anchors = 3;
    options.anchor_source = (const int32_t[]){0, 7, 20};
    options.anchor_target = (const int32_t[]){3, 1, 19};
    for (int k = 0; k < 2; k++) {
        parot_run run = run_with_threads(1 + 3 * k);
        assert_ok(parot_gromov(&pair.problem, &options, &run, &result[k], &err));
        assert_is_answer(&pair, &result[k]);
        assert_int_equal(result[k].trials, 14); /* three samples of representatives */
    }
    uint32_t seen = 0;
    for (int64_t t = 0; t < 14; t++) {
        const parot_trial *one = &result[0].trial[t], *other = &result[1].trial[t];
        size_t bytes = (size_t)one->history * sizeof(double);
        assert_memory_equal(one, other, offsetof(parot_trial, objectives));
        assert_true(one->history > 0);
        assert_memory_equal(one->objectives, other->objectives, bytes);
        assert_memory_equal(one->stationarities, other->stationarities, bytes);
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
}

/* Products, and the linear problems, on several threads. */
TEST(one_start_does_not_depend_on_threads)
{
    FREED_BY(pair_free) struct pair pair = pair_random(8, 260, 300, 0.5);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    parot_gromov_result result[2] = {0};
    for (int k = 0; k < 2; k++) {
        parot_run run = run_with_threads(1 + 2 * k);
        assert_ok(parot_gromov(&pair.problem, &options, &run, &result[k], &err));
    }
    const parot_plan *plan = &result[0].transport.plan;
    assert_true(result[0].transport.objective == result[1].transport.objective);
    assert_int_equal(result[0].history, result[1].history);
    assert_memory_equal(result[0].stationarities, result[1].stationarities,
                        (size_t)result[0].history * sizeof(double));
    assert_int_equal(plan->count, result[1].transport.plan.count);
    assert_memory_equal(plan->mass, result[1].transport.plan.mass,
                        (size_t)plan->count * sizeof(double));
    parot_gromov_result_free(&result[0]);
    parot_gromov_result_free(&result[1]);
}

/* The solver, the descent, the list of trials, the result and its record; nothing during the
 * descent. */
TEST(a_start_takes_five_blocks_of_memory)
{
    FREED_BY(pair_free) struct pair pair = pair_random(9, 30, 20, 0.5);
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    AUTO(parot_gromov_result, result);
    options.steps = PAROT_STEPS_LONG;
    assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
    assert_int_equal(result.transport.info.allocations, 5);
}

/* 3 of 5 points have partners at exactly the same distances. */
static struct pair pair_planted(uint64_t seed)
{
    struct pair pair = pair_alloc(5, 5, 2, 2, 0.6);
    for (int i = 0; i < 5; i++)
        for (int d = 0; d < 2; d++) {
            pair.x[2 * i + d] = test_normal(seed, (uint64_t)(2 * i + d));
            pair.y[2 * ((3 * i + 1) % 5) + 1 - d] =
                i < 3 ? 4 - pair.x[2 * i + d] : test_normal(seed + 500, (uint64_t)(2 * i + d));
        }
    pair_distances(&pair);
    return pair;
}

/* The best plan costs nothing, which is what going through all choices of 3 pairs says as well. */
TEST(planted_matches_are_found_where_all_triangles_are_tried)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_planted(seed);
        assert_true(solve_pair(&pair, PAROT_START_TRIANGLES) <= 1e-20);
    }
}

/* All vertices of these sets of plans are among the choices that injections go through: no start
 * ends at a lower one, and of 40 planted matches 40 are found. */
TEST(injections_find_all_planted_matches)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct pair pair = pair_planted(seed);
        assert_true(solve_pair(&pair, PAROT_START_INJECTIONS) <= 1e-20);
        pair_free(&pair);
        pair = pair_random(seed, 6, 6, 0.5);
        double injections = solve_pair(&pair, PAROT_START_INJECTIONS);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, others);
        options.restarts = 20;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &others, &err));
        int is_vertex = others.transport.plan.count == 3;
        assert_true(!is_vertex || injections <= others.transport.objective * (1 + 1e-9));
        pair_free(&pair);
    }
    struct pair pair = pair_random(1, 8, 6, 0.5);
    parot_gromov_options options = options_with(PAROT_START_INJECTIONS);
    parot_gromov_result result = {0};
    assert_refused(parot_gromov(&pair.problem, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.starts: injections are tried for up to 7 points");
    pair_free(&pair);
}

/* The order of the trials, by which a limit leaves out the last ones. */
static void assert_order(int64_t n, const parot_start *order, int64_t count)
{
    FREED_BY(pair_free) struct pair pair = pair_random(2, n, n, 0.4);
    AUTO(parot_gromov_result, result);
    assert_ok(parot_gromov(&pair.problem, NULL, NULL, &result, &err));
    assert_int_equal(result.trials, count);
    for (int64_t t = 0; t < count; t++)
        assert_int_equal(result.trial[t].start, order[t]);
}

TEST(starts_that_find_most_go_first)
{
    const parot_start order[] = {PAROT_START_REPRESENTATIVES, PAROT_START_REPRESENTATIVES,
                                 PAROT_START_REPRESENTATIVES, PAROT_START_TRIANGLES,
                                 PAROT_START_PROFILES,        PAROT_START_PRIOR_PROFILES,
                                 PAROT_START_PRODUCT,         PAROT_START_AXES,
                                 PAROT_START_CLUSTERS};
    const parot_start few[] = {PAROT_START_INJECTIONS, PAROT_START_TRIANGLES,
                               PAROT_START_PROFILES,   PAROT_START_PRIOR_PROFILES,
                               PAROT_START_PRODUCT,    PAROT_START_CLUSTERS};
    assert_order(64, order, 9);
    assert_order(63, order + 3, 6);
    assert_order(7, few, 6);
}

/* A time limit that is over at once leaves one trial, the first. */
TEST(the_first_start_is_the_answer_when_time_is_short)
{
    FREED_BY(pair_free) struct pair pair = pair_random(2, 80, 80, 0.4);
    AUTO(parot_gromov_result, result);
    DEFAULTS(parot_run, run);
    run.time_limit = 1e-9;
    parot_error err = {0};
    assert_int_equal(parot_gromov(&pair.problem, NULL, &run, &result, &err), PAROT_TIME_LIMIT);
    assert_int_equal(result.best, 0);
    assert_int_equal(result.trial[0].start, PAROT_START_REPRESENTATIVES);
    assert_is_plan(&pair, &result.transport);
    for (int64_t t = 1; t < result.trials; t++)
        assert_true(isnan(result.trial[t].objective));
}

TEST(names_of_starts_are_known)
{
    assert_string_equal(parot_start_name(PAROT_START_PRIOR_PROFILES), "prior-profiles");
    assert_null(parot_start_name((parot_start)3));
}

/* A plan that is stationary comes back as it was; the product as a given start is the product. */
TEST(a_given_plan_is_where_it_begins)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 9, 8, mass_of(seed));
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, first, second, third);
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
    }
}

/* Two tight groups on one side, one on the other: the part that lies together is the start. */
TEST(clusters_begin_with_the_part_that_lies_together)
{
    FREED_BY(pair_free) struct pair pair = pair_random(3, 30, 10, 1.0 / 3);
    for (int64_t i = 0; i < 60; i++)
        pair.x[i] = test_normal(8, (uint64_t)i) * (i < 20 ? 0.05 : 2);
    pair.dims_x = 2;
    pair_distances(&pair);
    for (int64_t k = 0; k < 20; k++)
        pair.y[k] *= 0.05;
    pair_distances(&pair);
    parot_gromov_options options = options_with(PAROT_START_CLUSTERS);
    AUTO(parot_gromov_result, result);
    assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
    for (int64_t e = 0; e < result.transport.plan.count; e++)
        assert_true(result.transport.plan.row[e] < 10);
}

TEST(every_start_tells_what_its_rows_moved)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 12, 9, 0.6);
        parot_gromov_options options = options_with(0);
        AUTO(parot_gromov_result, result);
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
    }
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

TEST(whole_rows_move_as_a_whole_or_not_at_all)
{
    for (uint64_t seed = 0; seed < 30; seed += test_stride(3)) {
        struct pair pair = pair_random(seed, 12, 7, 5.0 / 12); /* 7/12 rows fit into a column */
        parot_gromov_options options = options_with(0);        /* the product splits all rows */
        AUTO(parot_gromov_result, result);
        options.whole_rows = 1;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &result, &err));
        assert_is_plan(&pair, &result.transport);
        check_whole(&pair, &result.transport.plan, 5);
        pair_free(&pair);
    }
}

/* Whole rows are made where a start ends without them, and cost more than that. */
TEST(whole_rows_begin_at_stationary_plans)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 20, 11, 7.0 / 20);
        parot_gromov_options options = options_with(PAROT_START_PRODUCT);
        AUTO(parot_gromov_result, split, whole);
        options.steps = PAROT_STEPS_LONG;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &split, &err));
        options.whole_rows = 1;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &whole, &err));
        assert_true(whole.history >= split.history);
        for (int64_t k = 0; k < split.history; k++)
            assert_true(whole.objectives[k] == split.objectives[k]);
        check_whole(&pair, &whole.transport.plan, 7);
    }
}

/* A plan of whole rows that is given is never left for a dearer one. */
TEST(given_whole_rows_stay_whole)
{
    for (uint64_t seed = 0; seed < 20; seed += test_stride(3)) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 12, 7, 5.0 / 12);
        parot_gromov_options options = options_with(0);
        AUTO(parot_gromov_result, first, second);
        options.whole_rows = 1;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &first, &err));
        parot_plan_to_dense(&first.transport.plan, pair.start);
        options.start = pair.start;
        assert_ok(parot_gromov(&pair.problem, &options, NULL, &second, &err));
        check_whole(&pair, &second.transport.plan, 5);
        assert_true(second.transport.objective <= first.transport.objective * (1 + 1e-12));
    }
}

/* ---- Steps ---------------------------------------------------------------- */

static double end_of(const struct pair *pair, parot_steps steps, uint32_t starts, int64_t trial)
{
    parot_gromov_options options = options_with(starts);
    AUTO(parot_gromov_result, result);
    options.steps = steps;
    options.restarts = 2;
    assert_ok(parot_gromov(&pair->problem, &options, NULL, &result, &err));
    double objective = result.trial[trial].objective;
    return objective;
}

/* Neither kind of steps is lower everywhere: from each start the default takes the lower end. */
TEST(the_default_steps_end_no_higher_than_either_kind)
{
    int is_long = 0, is_exact = 0;
    for (uint64_t seed = 0; seed < 40; seed += test_stride(3)) {
        FREED_BY(pair_free)
        struct pair pair = pair_random(seed, 10 + (int64_t)(seed % 30), 12, mass_of(seed));
        for (int64_t trial = 0; trial < 3; trial++) {
            double both = end_of(&pair, PAROT_STEPS_AUTO, PAROT_START_PRODUCT, trial);
            double exact = end_of(&pair, PAROT_STEPS_EXACT, PAROT_START_PRODUCT, trial);
            double longer = end_of(&pair, PAROT_STEPS_LONG, PAROT_START_PRODUCT, trial);
            assert_true(both <= fmin(exact, longer) * (1 + 1e-12));
            is_long += longer < exact * (1 - 1e-6);
            is_exact += exact < longer * (1 - 1e-6);
        }
    }
    const int least = 5 / (int)test_stride(3);
    assert_true(is_long > least && is_exact > least);
}

static parot_gromov_result run_of(const struct pair *pair, parot_steps steps)
{
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    parot_gromov_result result = {0};
    options.steps = steps;
    assert_ok(parot_gromov(&pair->problem, &options, NULL, &result, &err));
    return result;
}

/* Both kinds go the same way at first, and the default goes it once: what it tells of exact steps
 * is what these tell by themselves, from the first on. */
TEST(a_shared_beginning_is_part_of_the_way)
{
    int is_shared = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        FREED_BY(pair_free)
        struct pair pair = pair_random(seed, 10 + (int64_t)(seed % 30), 12, mass_of(seed));
        FREED_BY(parot_gromov_result_free)
        parot_gromov_result both = run_of(&pair, PAROT_STEPS_AUTO);
        FREED_BY(parot_gromov_result_free)
        parot_gromov_result exact = run_of(&pair, PAROT_STEPS_EXACT);
        FREED_BY(parot_gromov_result_free)
        parot_gromov_result longer = run_of(&pair, PAROT_STEPS_LONG);
        const parot_trial *way = &both.trial[0], *other = &exact.trial[0];
        if (other->objective < longer.trial[0].objective * (1 - 1e-6)) {
            assert_int_equal(way->iterations, other->iterations);
            assert_int_equal(way->history, other->history);
            for (int64_t k = 0; k < way->history; k++)
                assert_close(way->objectives[k], other->objectives[k], 1e-9);
            is_shared += way->history > 1 && longer.trial[0].history > 1 &&
                         other->objectives[1] == longer.trial[0].objectives[1];
        }
    }
    assert_true(is_shared > 3);
}

/* ---- Nothing left to gain -------------------------------------------------- */

/* Copies, whose objective is 0: starts after the first that finds it are not tried, and one that
 * ran on another thread meanwhile is as if it had not. */
TEST(starts_end_where_nothing_can_be_lower)
{
    int left_out = 0;
    for (uint64_t seed = 0; seed < 20; seed += test_stride(4)) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, 12, 12, 0.5);
        memcpy(pair.target, pair.source, 144 * sizeof(double));
        parot_gromov_result results[3];
        memset(results, 0, sizeof results);
        for (int threads = 1; threads <= 3; threads++) {
            parot_gromov_result *result = &results[threads - 1];
            parot_gromov_options options = options_with(0);
            parot_run run = run_with_threads(threads);
            options.restarts = 40;
            assert_ok(parot_gromov(&pair.problem, &options, &run, result, &err));
            assert_int_equal(result->best, results[0].best);
            for (int64_t t = 0; t < result->trials; t++) {
                const parot_trial *trial = &result->trial[t], *one = &results[0].trial[t];
                assert_true(isnan(trial->objective) == isnan(one->objective));
                assert_int_equal(trial->iterations, one->iterations);
                assert_int_equal(trial->status, PAROT_OK);
                left_out += isnan(trial->objective);
                if (isnan(trial->objective))
                    assert_true(t > result->best && result->transport.objective == 0);
            }
        }
        for (int k = 0; k < 3; k++)
            parot_gromov_result_free(&results[k]);
    }
    assert_true(left_out > 1000 / (int)test_stride(4));
}
