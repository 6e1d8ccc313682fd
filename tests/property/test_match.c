/* test_match.c - pairs within calipers: against all choices, against their proof, and what does not
 * change them. */
#include "match_problems.h"
#include "parot/tasks.h"
#include "stopping.h"
#include "test.h"

enum { SMALL = 1500, LARGER = 600, SIDE = 4 };

/* ---- Against all choices ------------------------------------------------ */

struct choice {
    const struct match_case *made;
    int32_t row_left[MATCH_MOST], col_left[MATCH_MOST];
    int64_t pairs;
    double cost;
};

static void try_choices(struct choice *best, int64_t at, int64_t pairs, double cost)
{
    const struct match_case *made = best->made;
    int64_t m = match_case_cols(made), i = at / m, j = at % m;
    int has_price = made->options.order == PAROT_MATCH_ORDER_PRICE;
    if (i == match_case_rows(made)) {
        if (has_price ? cost < best->cost
                      : pairs > best->pairs || (pairs == best->pairs && cost < best->cost)) {
            best->pairs = pairs;
            best->cost = cost;
        }
        return;
    }
    try_choices(best, at + 1, pairs, cost);
    double added = match_case_cost(made, i, j);
    if (!(added < INFINITY) || best->row_left[i] == 0 || best->col_left[j] == 0)
        return;
    best->row_left[i]--;
    best->col_left[j]--;
    try_choices(best, at + 1, pairs + 1, cost + added - (has_price ? made->options.price : 0));
    best->row_left[i]++;
    best->col_left[j]++;
}

TEST(no_choice_is_better)
{
    for (uint64_t number = 0; number < SMALL; number++) {
        struct match_case made;
        AUTO(parot_match_result, result);
        match_case_make(&made, number, SIDE);
        int has_price = made.options.order == PAROT_MATCH_ORDER_PRICE;
        struct choice best = {.made = &made, .pairs = -1, .cost = has_price ? 0 : INFINITY};
        for (int64_t i = 0; i < match_case_rows(&made); i++)
            best.row_left[i] = match_case_row_room(&made, i);
        for (int64_t j = 0; j < match_case_cols(&made); j++)
            best.col_left[j] = match_case_col_room(&made, j);
        try_choices(&best, 0, 0, 0);
        assert_ok(parot_match(&made.problem, &made.options, NULL, &result, &err));
        if (!has_price)
            assert_int_equal(result.pairs, best.pairs);
        assert_close(result.objective - (has_price ? made.options.price * (double)result.pairs : 0),
                     best.cost, 1e-12);
    }
}

/* ---- What a result says ------------------------------------------------- */

static void check_sides(const struct match_case *made, const parot_match_result *result)
{
    int64_t candidates = 0, matched = 0;
    for (int64_t i = 0; i < result->x.count; i++) {
        int32_t found = 0;
        double nearest = INFINITY;
        for (int64_t j = 0; j < result->y.count; j++) {
            double cost = match_case_cost(made, i, j);
            found += cost < INFINITY;
            nearest = fmin(nearest, cost);
        }
        candidates += found;
        matched += result->x.partners[i] > 0;
        assert_int_equal(result->x.candidates[i], found);
        assert_true((result->x.reason[i] == PAROT_MATCH_REASON_MATCHED) ==
                    (result->x.partners[i] > 0));
        if (found > 0)
            assert_true(result->x.nearest_cost[i] == nearest);
        if (result->x.reason[i] == PAROT_MATCH_REASON_TAKEN)
            assert_true(found > 0);
        if (result->x.reason[i] == PAROT_MATCH_REASON_FAR)
            assert_true(found == 0 && result->x.nearest_cost[i] > made->options.caliper);
        if (result->x.reason[i] == PAROT_MATCH_REASON_COLUMN)
            assert_true(result->x.limited_by[i] > made->caliper[result->x.limited[i]]);
        if (result->x.reason[i] == PAROT_MATCH_REASON_NOBODY)
            assert_true(made->problem.x_stratum != NULL);
        if (result->x.reason[i] == PAROT_MATCH_REASON_PRICE)
            assert_true(nearest >= made->options.price);
    }
    assert_int_equal(result->candidates, candidates);
    assert_int_equal(result->x.matched, matched);
}

TEST(results_are_proved_and_say_why)
{
    for (uint64_t number = 0; number < LARGER; number++) {
        struct match_case made;
        AUTO(parot_match_result, result);
        parot_match_check check = {0};
        match_case_make(&made, number, MATCH_MOST);
        assert_ok(parot_match(&made.problem, &made.options, NULL, &result, &err));
        assert_ok(parot_match_certify(&made.problem, &made.options, &result, NULL, &check, &err));
        if (!parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE))
            fail_msg("case %d: %lld pairs, at most %lld; relative %g, faults %lld", (int)number,
                     (long long)result.pairs, (long long)check.most, check.relative,
                     (long long)check.faults);
        assert_int_equal(check.candidates, result.candidates);
        check_sides(&made, &result);
    }
}

TEST(what_is_wrong_is_not_proved)
{
    int64_t refused = 0;
    for (uint64_t number = 0; number < LARGER; number++) {
        struct match_case made;
        AUTO(parot_match_result, result);
        parot_match_check check = {0};
        match_case_make(&made, number, MATCH_MOST);
        assert_ok(parot_match(&made.problem, &made.options, NULL, &result, &err));
        if (result.pairs > 0 && made.options.order == PAROT_MATCH_ORDER_MOST) {
            result.pairs--; /* one pair fewer than there can be */
            assert_ok(
                parot_match_certify(&made.problem, &made.options, &result, NULL, &check, &err));
            assert_false(parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE));
            result.pairs++;
            result.cost[0] += 1; /* a cost that is not that of the pair */
            assert_ok(
                parot_match_certify(&made.problem, &made.options, &result, NULL, &check, &err));
            assert_false(parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE));
            result.cost[0] -= 1;
            for (int64_t i = 0; i < result.x.count; i++) /* prices that prove nothing */
                result.x.price[i] = i % 2 ? NAN : 1e300;
            assert_ok(
                parot_match_certify(&made.problem, &made.options, &result, NULL, &check, &err));
            assert_true(check.bound <= result.objective + 1e-9);
            refused++;
        }
    }
    assert_true(refused > LARGER / 3);
}

/* Another choice of as many pairs that costs more: rows 0 and 1 exchange partners. */
TEST(a_dearer_choice_is_not_proved)
{
    const double x[] = {0, 10}, y[] = {1, 11};
    parot_match_problem problem = {.x = {x, 2, 1, 1}, .y = {y, 2, 1, 1}};
    AUTO(parot_match_result, result);
    parot_match_check check = {0};
    assert_ok(parot_match(&problem, NULL, NULL, &result, &err));
    assert_true(result.pairs == 2 && result.col[0] == 0 && result.objective == 2);
    result.col[0] = 1;
    result.col[1] = 0;
    result.cost[0] = 11;
    result.cost[1] = 9;
    result.objective = 20;
    assert_ok(parot_match_certify(&problem, NULL, &result, NULL, &check, &err));
    assert_true(check.faults == 0 && check.most == 2);
    assert_close(check.excess, 18, 1e-12);
    assert_false(parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE));
}

/* ---- The case that others get wrong ------------------------------------- */

/* To assign all and to drop what is beyond 5 leaves nothing: the cheapest full assignment is 0-10
 * and 12-22, at 20 against 24. */
TEST(nothing_is_assigned_and_dropped)
{
    const double x[] = {0, 12}, y[] = {10, 22};
    parot_match_problem problem = {.x = {x, 2, 1, 1}, .y = {y, 2, 1, 1}};
    AUTO(parot_match_result, result);
    DEFAULTS(parot_match_options, options);
    options.caliper = 5;
    assert_ok(parot_match(&problem, &options, NULL, &result, &err));
    assert_int_equal(result.pairs, 1);
    assert_true(result.row[0] == 1 && result.col[0] == 0 && result.cost[0] == 2);
    assert_int_equal(result.x.reason[0], PAROT_MATCH_REASON_FAR);
    assert_true(result.x.nearest[0] == 0 && result.x.nearest_cost[0] == 10);
    assert_int_equal(result.y.reason[1], PAROT_MATCH_REASON_FAR);
}

TEST(nobody_within_the_caliper_is_an_answer)
{
    const double x[] = {0, 1, 2}, y[] = {10, 11};
    parot_match_problem problem = {.x = {x, 3, 1, 1}, .y = {y, 2, 1, 1}};
    AUTO(parot_match_result, result);
    parot_match_check check = {0};
    DEFAULTS(parot_match_options, options);
    options.caliper = 1;
    assert_ok(parot_match(&problem, &options, NULL, &result, &err));
    assert_true(result.pairs == 0 && result.objective == 0 && result.candidates == 0);
    assert_ok(parot_match_certify(&problem, &options, &result, NULL, &check, &err));
    assert_true(parot_match_is_proved(&result, &check, 0));
}

/* ---- What does not change it -------------------------------------------- */

enum { MANY = 700 };

static void fill_many(double *x, double *y, uint64_t seed)
{
    for (int k = 0; k < 3 * MANY; k++) {
        x[k] = test_uniform(seed, (uint64_t)k);
        y[k] = test_uniform(seed + 1, (uint64_t)k);
    }
}

TEST(order_of_rows_and_threads_change_nothing)
{
    static double x[3 * MANY], y[3 * MANY], turned[3 * MANY];
    fill_many(x, y, 11);
    for (int i = 0; i < MANY; i++)
        memcpy(turned + 3 * (MANY - 1 - i), x + 3 * i, 3 * sizeof(double));
    parot_match_problem problem = {.x = {x, MANY, 3, 3}, .y = {y, MANY - 50, 3, 3}};
    parot_match_problem other = problem;
    AUTO(parot_match_result, result, again);
    other.x.data = turned;
    DEFAULTS(parot_match_options, options);
    parot_run run = run_with_threads(3);
    options.caliper = 0.1;
    assert_ok(parot_match(&problem, &options, NULL, &result, &err));
    assert_ok(parot_match(&other, &options, &run, &again, &err));
    assert_true(result.candidates > 65536 / 64 && result.pairs > MANY / 3);
    assert_int_equal(result.pairs, again.pairs);
    static int32_t partner[MANY];
    for (int64_t k = 0; k < again.pairs; k++)
        partner[MANY - 1 - again.row[k]] = again.col[k] + 1;
    for (int64_t k = 0; k < result.pairs; k++)
        assert_int_equal(partner[result.row[k]], result.col[k] + 1);
}

/* By tiles, by columns with calipers, and pair by pair: the same candidates and the same sum. */
TEST(all_searches_find_the_same_pairs)
{
    static double x[3 * MANY], y[3 * MANY];
    fill_many(x, y, 5);
    const double caliper[] = {0.2, 0.15, 0.3};
    parot_match_problem by_columns = {.x = {x, MANY, 2, 3},
                                      .y = {y, MANY, 2, 3},
                                      .x_limited = {x, MANY, 3, 3},
                                      .y_limited = {y, MANY, 3, 3},
                                      .column_caliper = caliper};
    parot_match_problem by_cost = by_columns;
    static double cost[MANY * MANY];
    for (int i = 0; i < MANY; i++)
        for (int j = 0; j < MANY; j++)
            cost[i * MANY + j] =
                sqrt((x[3 * i] - y[3 * j]) * (x[3 * i] - y[3 * j]) +
                     (x[3 * i + 1] - y[3 * j + 1]) * (x[3 * i + 1] - y[3 * j + 1]));
    by_cost.x = by_cost.y = (parot_matrix){NULL, 0, 0, 0};
    by_cost.cost = (parot_matrix){cost, MANY, MANY, MANY};
    DEFAULTS(parot_match_options, options);
    for (int has_caliper = 0; has_caliper < 2; has_caliper++) {
        AUTO(parot_match_result, result, again);
        options.caliper = has_caliper ? 0.1 : INFINITY;
        assert_ok(parot_match(&by_columns, &options, NULL, &result, &err));
        assert_ok(parot_match(&by_cost, &options, NULL, &again, &err));
        assert_int_equal(result.candidates, again.candidates);
        assert_int_equal(result.pairs, again.pairs);
        assert_close(result.objective, again.objective, 1e-13);
        for (int i = 0; i < MANY; i++) {
            assert_int_equal(result.x.candidates[i], again.x.candidates[i]);
            assert_int_equal(result.x.reason[i], again.x.reason[i]);
            assert_true(result.x.nearest_cost[i] == again.x.nearest_cost[i]);
        }
    }
}

/* Rows with hundreds of candidates are asked again with more room. */
TEST(long_lists_are_complete)
{
    static double x[3 * MANY], y[3 * MANY];
    fill_many(x, y, 8);
    parot_match_problem problem = {.x = {x, MANY, 3, 3}, .y = {y, MANY, 3, 3}};
    AUTO(parot_match_result, result, all);
    parot_match_check check = {0};
    DEFAULTS(parot_match_options, options);
    assert_ok(parot_match(&problem, &options, NULL, &all, &err));
    options.caliper = 0.8;
    assert_ok(parot_match(&problem, &options, NULL, &result, &err));
    assert_ok(parot_match_certify(&problem, &options, &result, NULL, &check, &err));
    assert_true(result.candidates > 100 * MANY && check.candidates == result.candidates);
    assert_true(parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE));
    assert_close(result.objective, all.objective, 1e-12);
}

TEST(units_change_only_the_costs)
{
    static const double units[] = {1e-200, 1e-9, 1e9, 1e150};
    for (int k = 0; k < 4; k++) {
        static double x[3 * MANY], y[3 * MANY];
        AUTO(parot_match_result, result, again);
        parot_match_problem problem = {.x = {x, 200, 3, 3}, .y = {y, 220, 3, 3}};
        DEFAULTS(parot_match_options, options);
        fill_many(x, y, 3);
        options.caliper = 0.2;
        assert_ok(parot_match(&problem, &options, NULL, &result, &err));
        for (int i = 0; i < 3 * MANY; i++) {
            x[i] *= units[k];
            y[i] *= units[k];
        }
        options.caliper *= units[k];
        assert_ok(parot_match(&problem, &options, NULL, &again, &err));
        assert_int_equal(result.pairs, again.pairs);
        assert_close(again.objective / units[k] / result.objective, 1, 1e-9);
    }
}

/* An affine map of the columns does not change the distance of Mahalanobis; a column that is a
 * copy, or constant, does not either. */
TEST(mahalanobis_does_not_depend_on_the_axes)
{
    enum { COUNT = 60 };
    static double x[3 * MANY], y[3 * MANY], wide_x[4 * COUNT], wide_y[4 * COUNT];
    fill_many(x, y, 21);
    for (int i = 0; i < COUNT; i++) {
        const double *rows[2] = {x + 3 * i, y + 3 * i};
        double *to[2] = {wide_x + 4 * i, wide_y + 4 * i};
        for (int side = 0; side < 2; side++) {
            to[side][0] = 1e6 * rows[side][0] + 3;
            to[side][1] = rows[side][0] - 2 * rows[side][1];
            to[side][2] = 1e-3 * rows[side][1];
            to[side][3] = 7;
        }
    }
    parot_match_problem problem = {.x = {x, COUNT, 2, 3}, .y = {y, COUNT, 2, 3}};
    parot_match_problem other = {.x = {wide_x, COUNT, 4, 4}, .y = {wide_y, COUNT, 4, 4}};
    AUTO(parot_match_result, result, again);
    DEFAULTS(parot_match_options, options);
    options.metric = PAROT_MATCH_METRIC_MAHALANOBIS;
    options.caliper = 0.5;
    assert_ok(parot_match(&problem, &options, NULL, &result, &err));
    assert_ok(parot_match(&other, &options, NULL, &again, &err));
    assert_true(result.pairs > COUNT / 2);
    assert_int_equal(result.pairs, again.pairs);
    assert_close(result.objective, again.objective, 1e-9);
    for (int64_t k = 0; k < result.pairs; k++)
        assert_int_equal(result.col[k], again.col[k]);
}

/* Without a caliper 16 million pairs are not listed. */
TEST(large_tables_without_a_caliper_are_proved)
{
    enum { ROWS = 5000, COLS = 3300 };
    double *x = malloc(2 * ROWS * sizeof *x), *y = malloc(2 * COLS * sizeof *y);
    assert_non_null(x);
    assert_non_null(y);
    test_fill(x, 2 * ROWS, 1);
    test_fill(y, 2 * COLS, 2);
    for (int turn = 0; turn < 3; turn += (int)test_stride(2)) {
        parot_match_problem problem = {.x = {x, ROWS, 2, 2}, .y = {y, COLS, 2, 2}};
        parot_match_options options;
        parot_match_result result = {0}, listed = {0};
        parot_match_check check = {0};
        parot_match_options_init(&options);
        if (turn == 1) {
            problem.x = (parot_matrix){y, COLS, 2, 2};
            problem.y = (parot_matrix){x, ROWS, 2, 2};
        }
        if (turn == 2) {
            options.order = PAROT_MATCH_ORDER_PRICE;
            options.price = 0.01;
        }
        assert_ok(parot_match(&problem, &options, NULL, &result, &err));
        assert_true(result.candidates == -1 && (turn == 2 || result.pairs == COLS));
        assert_ok(parot_match_certify(&problem, &options, &result, NULL, &check, &err));
        assert_true(parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE));
        options.caliper = turn == 2 ? 0.01 : 0.2;
        assert_ok(parot_match(&problem, &options, NULL, &listed, &err));
        assert_int_equal(listed.pairs, result.pairs);
        assert_close(listed.objective, result.objective, 1e-10);
        result.objective += 1;
        assert_ok(parot_match_certify(&problem, &options, &result, NULL, &check, &err));
        assert_int_equal(check.faults, 1);
        result.objective -= 1;
        double *price = result.x.price;
        result.x.price = NULL;
        assert_refused(parot_match_certify(&problem, &options, &result, NULL, &check, &err),
                       PAROT_EINVAL, "result: has no pairs or prices");
        result.x.price = price;
        result.cost[0] = nextafter(result.cost[0], 1);
        assert_ok(parot_match_certify(&problem, &options, &result, NULL, &check, &err));
        assert_false(parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE));
        parot_match_result_free(&result);
        parot_match_result_free(&listed);
    }
    free(x);
    free(y);
}

/* Two strata too large to list, and a small one; pairs that a forger moved between them. */
TEST(large_strata_are_proved_beside_small_ones)
{
    enum { ROWS = 4200, COLS = 4000, FEW = 20, N = 2 * ROWS + FEW, M = 2 * COLS + FEW };
    double *x = malloc(N * sizeof *x), *y = malloc(M * sizeof *y), sum = 0;
    int32_t *stratum[2] = {malloc(N * sizeof(int32_t)), malloc(M * sizeof(int32_t))};
    AUTO(parot_match_result, result);
    parot_match_check check = {0};
    assert_true(x && y && stratum[0] && stratum[1]);
    for (int i = 0; i < N; i++) {
        x[i] = test_uniform(1, (uint64_t)i);
        stratum[0][i] = i / ROWS;
    }
    for (int j = 0; j < M; j++) {
        y[j] = test_uniform(2, (uint64_t)j);
        stratum[1][j] = j / COLS;
    }
    parot_match_problem problem = {.x = {x, N, 1, 1}, .y = {y, M, 1, 1}};
    DEFAULTS(parot_match_options, options);
    for (int k = 0; k < 3; k++) { /* each by itself */
        AUTO(parot_match_result, one);
        problem.x = (parot_matrix){x + k * ROWS, k < 2 ? ROWS : FEW, 1, 1};
        problem.y = (parot_matrix){y + k * COLS, k < 2 ? COLS : FEW, 1, 1};
        assert_ok(parot_match(&problem, &options, NULL, &one, &err));
        sum += one.objective;
    }
    problem = (parot_match_problem){
        .x = {x, N, 1, 1}, .y = {y, M, 1, 1}, .x_stratum = stratum[0], .y_stratum = stratum[1]};
    assert_ok(parot_match(&problem, &options, NULL, &result, &err));
    assert_int_equal(result.pairs, 2 * COLS + FEW);
    assert_close(result.objective, sum, 1e-9);
    assert_ok(parot_match_certify(&problem, &options, &result, NULL, &check, &err));
    assert_true(parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE));
    int64_t other = 0;
    while (stratum[1][result.col[other]] == stratum[1][result.col[0]])
        other++;
    int32_t kept = result.col[0];
    result.col[0] = result.col[other];
    result.col[other] = kept;
    assert_ok(parot_match_certify(&problem, &options, &result, NULL, &check, &err));
    assert_true(check.faults >= 2);
    assert_false(parot_match_is_proved(&result, &check, PAROT_PROOF_TOLERANCE));
    free(x);
    free(y);
    free(stratum[0]);
    free(stratum[1]);
}

/* ---- Balance ------------------------------------------------------------ */

/* Two treated, three controls; by hand. */
TEST(balance_is_that_of_the_definition)
{
    const double x[] = {0, 4}, y[] = {0, 1, 5, 100};
    parot_match_problem problem = {.x = {x, 2, 1, 1}, .y = {y, 4, 1, 1}};
    AUTO(parot_match_result, result);
    DEFAULTS(parot_match_options, options);
    options.caliper = 2;
    options.ratio = 2;
    assert_ok(parot_match(&problem, &options, NULL, &result, &err));
    /* 0 with 0 and 1, 4 with 5 */
    assert_int_equal(result.pairs, 3);
    assert_int_equal(result.covariates, 1);
    double mean = 106.0 / 4, variance = 0;
    for (int k = 0; k < 4; k++)
        variance += (y[k] - mean) * (y[k] - mean) / 3;
    assert_close(result.before[0].difference, (2 - mean) / sqrt((8 + variance) / 2), 1e-14);
    assert_close(result.before[0].variance_ratio, 8 / variance, 1e-14);
    assert_close(result.after[0].mean_y, (0.5 * 0 + 0.5 * 1 + 5) / 2, 1e-14);
    assert_close(result.after[0].difference, (2 - 2.75) / sqrt((8 + variance) / 2), 1e-14);
    double spread = 0.5 * 2.75 * 2.75 + 0.5 * 1.75 * 1.75 + 2.25 * 2.25;
    assert_close(result.after[0].variance_ratio, 8 / (spread / (2 - 1.5 / 2)), 1e-14);
}

/* ---- Stops and refusals ------------------------------------------------- */

TEST(a_stop_leaves_pairs_or_says_so)
{
    static double x[3 * MANY], y[3 * MANY];
    fill_many(x, y, 2);
    parot_match_problem problem = {.x = {x, MANY, 3, 3}, .y = {y, MANY, 3, 3}};
    int stopped = 0, left_some = 0;
    for (int k = 0; k < 60; k++) {
        int left = k;
        parot_run run = run_that_stops(&left);
        parot_match_options options;
        parot_match_result result = {0};
        parot_match_options_init(&options);
        options.caliper = 0.15;
        parot_status status = parot_match(&problem, &options, &run, &result, NULL);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED || status == PAROT_ESTOPPED);
        if (status == PAROT_CANCELLED) {
            parot_match_check check = {0};
            assert_ok(parot_match_certify(&problem, &options, &result, NULL, &check, &err));
            assert_int_equal(check.faults, 0);
            left_some++;
        }
        stopped += status != PAROT_OK;
        parot_match_result_free(&result);
    }
    assert_true(stopped > 3 && left_some > 0);
}

TEST(what_makes_no_sense_is_refused)
{
    const double x[] = {0, 1}, y[] = {0, NAN}, width[] = {-1};
    const int32_t capacity[] = {1, -1};
    parot_match_options options;
    parot_match_result result = {0};
    parot_match_problem problem = {.x = {x, 2, 1, 1}, .y = {x, 2, 1, 1}};
    parot_match_options_init(&options);
    assert_refused(parot_match(&(parot_match_problem){{0}}, NULL, NULL, &result, &err),
                   PAROT_EINVAL, "problem.x: data is NULL, and there is no problem.cost");
    problem.y.data = y;
    assert_refused(parot_match(&problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "problem.y: must be finite, got nan");
    problem.y.data = x;
    problem.x_capacity = capacity;
    assert_refused(parot_match(&problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "problem.x_capacity: must be 0 or more, got -1 at 1");
    problem.x_capacity = NULL;
    problem.x_stratum = capacity;
    assert_refused(parot_match(&problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "problem.y_stratum: must not be NULL");
    problem.x_stratum = NULL;
    problem.x_limited = problem.y_limited = problem.x;
    assert_refused(parot_match(&problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "problem.column_caliper: must not be NULL");
    problem.column_caliper = width;
    assert_refused(parot_match(&problem, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "problem.column_caliper: must be from 0 to 1e300, got -1 at 0");
    problem.x_limited = problem.y_limited = (parot_matrix){NULL, 0, 0, 0};
    problem.column_caliper = NULL;
    options.order = PAROT_MATCH_ORDER_PRICE;
    assert_refused(parot_match(&problem, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.price: must be finite");
}
