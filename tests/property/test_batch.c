/* test_batch.c - each answer of a batch is that of its problem alone, for any threads and beside
 * any bad neighbour. */
#include "instances.h"
#include "ledger.h"
#include "stopping.h"
#include "test.h"

enum { COUNT = 60, SIZE = 20 };

/* Hostile problems of many sizes; families that have infeasible members among them. */
struct problems {
    struct instance instance[COUNT];
    parot_problem problem[COUNT];
};

static void open_problems(struct problems *problems)
{
    for (int k = 0; k < COUNT; k++) {
        instance_make(&problems->instance[k], (uint64_t)k, SIZE);
        problems->problem[k] = problems->instance[k].problem;
    }
}

static void close_problems(struct problems *problems)
{
    for (int k = 0; k < COUNT; k++)
        instance_free(&problems->instance[k]);
}

/* ---- Equal to the call for one problem ---------------------------------- */

static void assert_same_numbers(const double *a, const double *b, int64_t count)
{
    assert_true(count == 0 || memcmp(a, b, (size_t)count * sizeof *a) == 0);
}

static void assert_same_plan(const parot_batch_result *batch, int64_t k, const parot_plan *plan)
{
    int64_t entry = batch->start[batch->row_at[k]];
    assert_int_equal(batch->row_at[k + 1] - batch->row_at[k], plan->rows);
    assert_int_equal(batch->col_at[k + 1] - batch->col_at[k], plan->cols);
    assert_int_equal(batch->start[batch->row_at[k + 1]] - entry, plan->count);
    for (int64_t e = 0; e < plan->count; e++, entry++) {
        int64_t row = batch->row_at[k] + plan->row[e];
        assert_true(batch->start[row] <= entry && entry < batch->start[row + 1]);
        assert_int_equal(batch->col[entry], plan->col[e]);
        assert_true(batch->value[entry] == plan->mass[e]);
    }
}

static void assert_same(const parot_batch_result *batch, int64_t k, parot_status status,
                        const parot_result *alone)
{
    assert_int_equal(batch->statuses[k], status);
    if (status < 0) {
        assert_true(isnan(batch->objective[k]) && isnan(batch->lambda[k]));
        return;
    }
    assert_true(batch->objective[k] == alone->objective && batch->bound[k] == alone->bound);
    assert_true(batch->mass[k] == alone->mass && batch->lambda[k] == alone->dual.lambda);
    assert_int_equal(batch->pivots[k], alone->info.pivots);
    assert_same_numbers(batch->u + batch->row_at[k], alone->dual.u, alone->plan.rows);
    assert_same_numbers(batch->v + batch->col_at[k], alone->dual.v, alone->plan.cols);
    assert_same_plan(batch, k, &alone->plan);
}

TEST(each_answer_is_that_of_the_problem_alone)
{
    struct problems problems;
    open_problems(&problems);
    for (int32_t threads = 1; threads <= 5; threads += threads < 2 ? 1 : 3) {
        AUTO(parot_batch_result, batch);
        parot_run run = run_with_threads(threads);
        assert_ok(parot_partial_batch(problems.problem, COUNT, NULL, &run, &batch, &err));
        for (int k = 0; k < COUNT; k++) {
            AUTO(parot_result, alone);
            parot_status status = parot_partial(&problems.problem[k], NULL, &alone, NULL);
            assert_same(&batch, k, status, &alone);
        }
    }
    close_problems(&problems);
}

TEST(a_price_gives_what_it_gives_alone)
{
    struct problems problems;
    double price[COUNT];
    AUTO(parot_batch_result, batch);
    parot_run run = run_with_threads(2);
    open_problems(&problems);
    test_fill(price, COUNT, 3);
    assert_ok(
        parot_partial_lagrange_batch(problems.problem, price, COUNT, NULL, &run, &batch, &err));
    for (int k = 0; k < COUNT; k++) {
        AUTO(parot_result, alone);
        parot_status status =
            parot_partial_lagrange(&problems.problem[k], price[k], NULL, &alone, NULL);
        assert_same(&batch, k, status, &alone);
    }
    close_problems(&problems);
}

TEST(dense_plans_are_the_sparse_ones)
{
    struct problems problems;
    AUTO(parot_batch_result, sparse, dense, none);
    open_problems(&problems);
    DEFAULTS(parot_batch_options, options);
    assert_ok(parot_partial_batch(problems.problem, COUNT, &options, NULL, &sparse, &err));
    options.plans = PAROT_BATCH_PLANS_DENSE;
    assert_ok(parot_partial_batch(problems.problem, COUNT, &options, NULL, &dense, &err));
    options.plans = PAROT_BATCH_PLANS_NONE;
    assert_ok(parot_partial_batch(problems.problem, COUNT, &options, NULL, &none, &err));
    assert_null(dense.start);
    assert_null(none.start);
    assert_null(none.dense);
    for (int k = 0; k < COUNT; k++) {
        if (sparse.statuses[k] < 0)
            continue;
        assert_true(none.objective[k] == sparse.objective[k]);
        int64_t rows = sparse.row_at[k + 1] - sparse.row_at[k];
        int64_t cols = sparse.col_at[k + 1] - sparse.col_at[k];
        FREED double *expected = calloc((size_t)(rows * cols), sizeof *expected);
        for (int64_t i = 0; i < rows; i++)
            for (int64_t e = sparse.start[sparse.row_at[k] + i];
                 e < sparse.start[sparse.row_at[k] + i + 1]; e++)
                expected[i * cols + sparse.col[e]] = sparse.value[e];
        assert_same_numbers(dense.dense + dense.dense_at[k], expected, rows * cols);
    }
    close_problems(&problems);
}

TEST(certified_answers_say_how_far_they_can_be)
{
    struct problems problems;
    AUTO(parot_batch_result, batch);
    open_problems(&problems);
    DEFAULTS(parot_batch_options, options);
    options.certify = 1;
    assert_ok(parot_partial_batch(problems.problem, COUNT, &options, NULL, &batch, &err));
    for (int k = 0; k < COUNT; k++)
        if (batch.statuses[k] == PAROT_OK)
            assert_true(batch.relative[k] <= PAROT_PROOF_TOLERANCE &&
                        batch.infeasible[k] <= PAROT_PROOF_TOLERANCE);
        else
            assert_true(batch.statuses[k] >= 0 || isnan(batch.relative[k]));
    close_problems(&problems);
}

/* ---- Other kinds -------------------------------------------------------- */

enum { POINTS = 9, LINES = 25 };

TEST(lines_give_what_they_give_alone)
{
    double x[LINES * POINTS], y[LINES * POINTS];
    parot_line line[LINES];
    AUTO(parot_batch_result, batch);
    parot_run run = run_with_threads(2);
    for (int k = 0; k < LINES; k++) {
        for (int i = 0; i < POINTS; i++) {
            x[k * POINTS + i] = test_uniform(1, (uint64_t)(k * POINTS + i));
            y[k * POINTS + i] = test_uniform(2, (uint64_t)(k * POINTS + i));
        }
        line[k] = (parot_line){.x = x + k * POINTS,
                               .y = y + k * POINTS,
                               .n = POINTS - k % 3,
                               .m = POINTS - k % 4,
                               .mass = 0.7,
                               .exponent = 1 + k % 2};
    }
    line[3].mass = -1;
    assert_ok(parot_partial_line_batch(line, LINES, NULL, &run, &batch, &err));
    for (int k = 0; k < LINES; k++) {
        AUTO(parot_line_result, alone);
        parot_status status = parot_partial_line(&line[k], NULL, &alone, NULL);
        assert_int_equal(batch.statuses[k], status);
        if (status < 0)
            continue;
        assert_true(batch.objective[k] == alone.objective && batch.mass[k] == alone.mass);
        assert_true(batch.lambda[k] == alone.curve.slope[alone.curve.count - 2]);
        assert_same_plan(&batch, k, &alone.plan);
    }
    assert_int_equal(batch.failed, 1);
    assert_null(batch.u);
}

TEST(entropic_answers_are_those_alone)
{
    struct problems problems;
    const double reg = 0.5, tolerance = 1e-6;
    open_problems(&problems);
    AUTO(parot_batch_result, batch);
    parot_run run = run_with_threads(2);
    run.max_iterations = 60;
    assert_ok(parot_partial_entropic_batch(problems.problem, COUNT, reg, tolerance, NULL, &run,
                                           &batch, &err));
    run.threads = 1;
    for (int k = 0; k < COUNT; k++) {
        AUTO(parot_entropic_result, alone);
        parot_status status =
            parot_partial_entropic(&problems.problem[k], reg, tolerance, &run, &alone, NULL);
        assert_int_equal(batch.statuses[k], status);
        if (status < 0)
            continue;
        assert_true(batch.regularised[k] == alone.regularised);
        assert_same_numbers(batch.dense + batch.dense_at[k], alone.plan, alone.rows * alone.cols);
        assert_same_numbers(batch.u + batch.row_at[k], alone.dual.u, alone.rows);
    }
    close_problems(&problems);
}

TEST(gromov_answers_are_those_alone)
{
    enum { SPACES = 8 };
    double distances[SPACES][POINTS * POINTS];
    parot_gromov_problem problem[SPACES];
    AUTO(parot_batch_result, batch);
    parot_run run = run_with_threads(3);
    for (int k = 0; k < SPACES; k++)
        for (int i = 0; i < POINTS; i++)
            for (int j = 0; j < POINTS; j++)
                distances[k][i * POINTS + j] = fabs(test_uniform(7, (uint64_t)(k * POINTS + i)) -
                                                    test_uniform(7, (uint64_t)(k * POINTS + j)));
    for (int k = 0; k < SPACES; k++) {
        int64_t m = POINTS - k % 3;
        problem[k] = (parot_gromov_problem){.source = {distances[k], POINTS, POINTS, POINTS},
                                            .target = {distances[(k + 1) % SPACES], m, m, POINTS},
                                            .alpha = 1,
                                            .mass = 0.6};
    }
    problem[5].alpha = 3;
    assert_ok(parot_gromov_batch(problem, SPACES, NULL, NULL, &run, &batch, &err));
    for (int k = 0; k < SPACES; k++) {
        AUTO(parot_gromov_result, alone);
        parot_status status = parot_gromov(&problem[k], NULL, NULL, &alone, NULL);
        assert_int_equal(batch.statuses[k], status);
        if (status < 0)
            continue;
        assert_true(batch.stationarity[k] == alone.stationarity);
        assert_same(&batch, k, status, &alone.transport);
    }
    assert_int_equal(batch.failures, 1);
    assert_int_equal(batch.failure[0].problem, 5);
}

/* ---- Bad neighbours, bad calls ------------------------------------------ */

TEST(a_bad_problem_does_not_spoil_the_others)
{
    double cost[3][4] = {{1, 2, 3, 4}, {1, NAN, 3, 4}, {4, 3, 2, 1}};
    parot_problem problem[7] = {{.cost = {cost[0], 2, 2, 2}, .mass = 0.5},
                                {.cost = {cost[1], 2, 2, 2}, .mass = 0.5},
                                {.cost = {cost[2], 2, 2, 2}, .mass = 7},
                                {.cost = {NULL, 2, 2, 2}, .mass = 0.5},
                                {.cost = {cost[2], -3, 2, 2}, .mass = 0.5},
                                {.cost = {cost[2], 2, INT64_MAX, INT64_MAX}, .mass = 0.5},
                                {.cost = {cost[2], 2, 2, 2}, .mass = 0.5}};
    const char *words[7] = {
        NULL, "cost: must be a number", "mass 7", "data is NULL", "-3 x 2", "more than", NULL};
    for (int32_t threads = 1; threads <= 2; threads++) {
        AUTO(parot_batch_result, batch);
        parot_run run = run_with_threads(threads);
        assert_ok(parot_partial_batch(problem, 7, NULL, &run, &batch, &err));
        assert_int_equal(batch.solved, 2);
        assert_int_equal(batch.failed, 5);
        assert_true(batch.objective[0] == 0.5 && batch.objective[6] == 0.5);
        assert_int_equal(batch.failures, 5);
        for (int f = 0; f < 5; f++) {
            assert_int_equal(batch.failure[f].problem, f + 1);
            assert_non_null(strstr(batch.failure[f].error.message, words[f + 1]));
        }
    }
}

TEST(an_empty_batch_is_solved)
{
    AUTO(parot_batch_result, batch);
    assert_ok(parot_partial_batch(NULL, 0, NULL, NULL, &batch, &err));
    assert_int_equal(batch.count, 0);
    assert_int_equal(batch.row_at[0], 0);
    assert_int_equal(batch.start[0], 0);
}

TEST(calls_that_make_no_sense_are_refused)
{
    double cost[4] = {1, 2, 3, 4};
    parot_problem problem = {.cost = {cost, 2, 2, 2}, .mass = 0.5};
    parot_problem wrong = {.cost = {cost, 2, 2, 2}, .mass = -1};
    parot_batch_result batch = {.count = 42};
    parot_batch_options options;
    parot_batch_options_init(&options);
    parot_batch_options_init(&options);
    options.certify = 1;
    assert_refused(parot_partial_entropic_batch(&problem, 1, 1, 1e-6, &options, NULL, &batch, &err),
                   PAROT_EINVAL, "options.certify: is for exact plans");
    options.certify = 0;
    options.reference = &wrong;
    assert_refused(parot_partial_batch(&problem, 1, &options, NULL, &batch, &err), PAROT_EINVAL,
                   "mass: must be positive");
    assert_int_equal(batch.count, 42);
}

/* ---- Numbers that are filled in ----------------------------------------- */

static parot_status fill_from_single(int64_t k, parot_batch_part part, double *numbers, void *user,
                                     parot_error *err)
{
    const float *single = user;
    assert_int_equal(part, PAROT_BATCH_PART_COST);
    if (k == 4) {
        strcpy(err->message, "this one is lost");
        return PAROT_EIO;
    }
    for (int i = 0; i < 6 * 5; i++)
        numbers[i] = single[k * 6 * 5 + i];
    return PAROT_OK;
}

TEST(numbers_of_another_kind_are_converted_one_by_one)
{
    float single[10 * 6 * 5];
    double doubles[10 * 6 * 5];
    parot_problem problem[10], same[10];
    AUTO(parot_batch_result, batch, plain);
    parot_run run = run_with_threads(2);
    for (int i = 0; i < 10 * 6 * 5; i++)
        doubles[i] = single[i] = (float)test_uniform(11, (uint64_t)i);
    for (int k = 0; k < 10; k++) {
        problem[k] = (parot_problem){.cost = {NULL, 6, 5, 0}, .mass = 0.4};
        same[k] = (parot_problem){.cost = {doubles + k * 6 * 5, 6, 5, 5}, .mass = 0.4};
    }
    DEFAULTS(parot_batch_options, options);
    options.fill = fill_from_single;
    options.user = single;
    assert_ok(parot_partial_batch(problem, 10, &options, &run, &batch, &err));
    assert_ok(parot_partial_batch(same, 10, NULL, NULL, &plain, &err));
    assert_int_equal(batch.failed, 1);
    assert_string_equal(batch.failure[0].error.message, "this one is lost");
    for (int k = 0; k < 10; k++)
        assert_true(k == 4 ? batch.statuses[k] == PAROT_EIO
                           : batch.objective[k] == plain.objective[k]);
}

/* ---- A reference -------------------------------------------------------- */

enum { N = 24, NEAR = 20 };

TEST(a_reference_saves_pivots_and_changes_no_cost)
{
    static double cost[NEAR][N * N];
    parot_problem problem[NEAR];
    AUTO(parot_batch_result, first, cold);
    int64_t pivots[2] = {0, 0};
    for (int k = 0; k < NEAR; k++) {
        for (int i = 0; i < N * N; i++)
            cost[k][i] =
                test_uniform(5, (uint64_t)i) + 1e-4 * test_uniform(6, (uint64_t)(k * N * N + i));
        problem[k] = (parot_problem){.cost = {cost[k], N, N, N}, .mass = k == 7 ? 0.5 : 0.9};
    }
    DEFAULTS(parot_batch_options, options);
    assert_ok(parot_partial_batch(problem, NEAR, &options, NULL, &cold, &err));
    options.reference = &problem[0];
    for (int32_t threads = 1; threads <= 3; threads++) {
        AUTO(parot_batch_result, warm);
        parot_run run = run_with_threads(threads);
        assert_ok(parot_partial_batch(problem, NEAR, &options, &run, &warm, &err));
        assert_int_equal(warm.solved, NEAR);
        for (int k = 0; k < NEAR; k++) {
            assert_close(warm.objective[k], cold.objective[k], 1e-14);
            pivots[0] += cold.pivots[k];
            pivots[1] += warm.pivots[k];
        }
        if (threads == 1) {
            first = warm;
            warm = (parot_batch_result){0};
            continue;
        }
        assert_same_numbers(warm.objective, first.objective, NEAR);
        assert_same_numbers(warm.u, first.u, NEAR * N);
        assert_same_numbers(warm.value, first.value, first.start[NEAR * N]);
    }
    assert_true(2 * pivots[1] < pivots[0]);
}

/* ---- Stops and memory --------------------------------------------------- */

TEST(what_was_solved_before_a_stop_is_whole)
{
    struct problems problems;
    open_problems(&problems);
    for (int questions = 0; questions < 200; questions += 7)
        for (int32_t threads = 1; threads <= 2; threads++) {
            int left = questions;
            parot_run run = run_that_stops(&left);
            AUTO(parot_batch_result, batch);
            run.threads = threads;
            parot_status status =
                parot_partial_batch(problems.problem, COUNT, NULL, &run, &batch, NULL);
            assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
            for (int k = 0; k < COUNT; k++) {
                if (batch.statuses[k] != PAROT_OK)
                    continue;
                AUTO(parot_result, alone);
                assert_ok(parot_partial(&problems.problem[k], NULL, &alone, &err));
                assert_true(batch.objective[k] == alone.objective);
            }
        }
    close_problems(&problems);
}

TEST(a_time_limit_ends_the_batch)
{
    struct problems problems;
    AUTO(parot_batch_result, batch);
    open_problems(&problems);
    DEFAULTS(parot_run, run);
    run.time_limit = 1e-9;
    assert_int_equal(parot_partial_batch(problems.problem, COUNT, NULL, &run, &batch, NULL),
                     PAROT_TIME_LIMIT);
    assert_int_equal(batch.failed, COUNT);
    for (int k = 0; k < COUNT; k++)
        assert_int_equal(batch.statuses[k], PAROT_ESTOPPED);
    close_problems(&problems);
}

/* One block for all results; each worker a stack that stops growing. */
TEST(many_problems_need_no_more_memory_than_few)
{
    static double cost[N * N];
    static parot_problem problem[1000];
    int64_t asked[2];
    test_fill(cost, N * N, 8);
    for (int k = 0; k < 1000; k++)
        problem[k] = (parot_problem){.cost = {cost, N, N, N}, .mass = 0.5};
    for (int large = 0; large <= 1; large++) {
        struct ledger ledger = {.refuse = -1};
        parot_run run = run_with(&ledger);
        parot_batch_result batch = {0};
        assert_ok(parot_partial_batch(problem, large ? 1000 : 10, NULL, &run, &batch, &err));
        parot_batch_result_free(&batch);
        asked[large] = ledger.asked;
        assert_int_equal(ledger.held, 0);
    }
    assert_int_equal(asked[0], asked[1]);
    assert_true(asked[0] <= 5);
}
