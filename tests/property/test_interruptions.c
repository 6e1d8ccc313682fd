/* test_interruptions.c - stops, limits and missing memory at every moment they can come. */
#include "instances.h"
#include "ledger.h"
#include "test.h"

enum { SIZE = 20, INSTANCES = 60 };

/* ---- Memory ------------------------------------------------------------- */

static void assert_untouched(const parot_result *result)
{
    static const parot_result pattern = {.objective = 42};
    assert_memory_equal(result, &pattern, sizeof pattern);
}

TEST(any_refused_allocation_leaves_no_trace)
{
    for (uint64_t number = 0; number < INSTANCES; number++) {
        FREED_BY(instance_free) struct instance instance = {0};
        parot_status status = PAROT_ENOMEM;
        instance_make(&instance, number, SIZE);
        for (int64_t refuse = 0; status == PAROT_ENOMEM; refuse++) {
            struct ledger ledger = {0, refuse, 0};
            parot_run run = run_with(&ledger);
            parot_result result = {.objective = 42};
            parot_error err = {0};
            status = parot_partial(&instance.problem, &run, &result, &err);
            if (status == PAROT_ENOMEM) {
                assert_untouched(&result);
                assert_non_null(strstr(err.message, "out of memory"));
            } else {
                assert_int_equal(status, PAROT_OK);
                assert_int_equal(result.info.allocations, ledger.asked);
                /* the solver, the result, and twice room for costs of very different size */
                assert_true(ledger.asked >= 2 && ledger.asked <= 4);
                parot_result_free(&result);
            }
            assert_int_equal(ledger.held, 0);
        }
    }
}

/* ---- Stops -------------------------------------------------------------- */

struct countdown {
    int64_t left;
    int was_called;
};

static int stop_at_zero(const parot_progress *progress, void *user)
{
    struct countdown *countdown = user;
    assert_true(strcmp(progress->stage, "simplex") == 0 ||
                strcmp(progress->stage, "certificate") == 0);
    assert_true(progress->seconds >= 0 && progress->iteration >= 0);
    countdown->was_called = 1;
    return countdown->left-- == 0;
}

/* Feasible, of the right mass, and with a lower bound that holds. */
static void assert_usable(const parot_problem *problem, const parot_result *result, double optimum)
{
    parot_check check = {0};
    assert_ok(parot_certify(problem, result, NULL, &check, &err));
    assert_true(check.primal <= 1e-15);
    assert_true(check.dual <= 1e-12);
    double scale = 1e-12 * (fabs(optimum) + problem->mass * fabs(result->dual.lambda));
    assert_true(result->objective >= optimum - scale);
    assert_true(result->bound <= optimum + scale);
}

static void check_stops(const struct instance *instance, double optimum)
{
    parot_status status = PAROT_CANCELLED;
    for (int64_t calls = 0; status != PAROT_OK; calls++) {
        struct countdown countdown = {calls, 0};
        parot_run run;
        parot_run_init(&run);
        run.progress = stop_at_zero;
        run.progress_period = 0;
        run.user = &countdown;
        AUTO(parot_result, result);
        parot_error err = {0};
        status = parot_partial(&instance->problem, &run, &result, &err);
        assert_true(countdown.was_called);
        if (status == PAROT_ESTOPPED) { /* only forbidden pairs so far */
            assert_string_equal(instance->family, "forbidden");
            assert_non_null(strstr(err.message, "forbidden"));
            continue;
        }
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        assert_int_equal(result.status, status);
        assert_usable(&instance->problem, &result, optimum);
    }
}

struct beginning {
    int64_t stop_at, calls; /* before the first pricing round is over */
};

static int watch_beginning(const parot_progress *progress, void *user)
{
    struct beginning *beginning = user;
    if (progress->iteration > 0)
        return 1;
    return beginning->calls++ == beginning->stop_at;
}

static void solve_watched(const parot_problem *problem, struct beginning *beginning,
                          parot_result *result)
{
    parot_solver *solver = NULL;
    parot_run run;
    parot_run_init(&run);
    run.progress = watch_beginning;
    run.progress_period = 0;
    run.user = beginning;
    assert_ok(parot_solver_new(problem, &run, &solver, &err));
    assert_int_equal(parot_solver_solve(solver, problem->cost, result, NULL), PAROT_CANCELLED);
    parot_solver_free(solver);
}

/* Between clouds that are far from each other rows agree on which columns are near, few of their
 * candidates have room, and the first basis is made of lists of all columns: millions of costs. */
TEST(a_stop_while_the_first_basis_is_made_leaves_a_plan)
{
    enum { LARGE = 1500 };
    FREED double *cost = malloc(LARGE * LARGE * sizeof *cost), *ones = malloc(LARGE * sizeof *ones);
    for (uint64_t i = 0; i < LARGE; i++)
        for (uint64_t j = 0; j < LARGE; j++) {
            double x = test_uniform(1, i) - test_uniform(2, j) - 5;
            double y = test_uniform(3, i) - test_uniform(4, j) - 5;
            cost[i * LARGE + j] = x * x + y * y;
        }
    cost[LARGE - 1] = INFINITY; /* no prices of a coarser problem then */
    for (int i = 0; i < LARGE; i++)
        ones[i] = 1;
    parot_problem problem = {{cost, LARGE, LARGE, LARGE}, ones, ones, 0.6 * LARGE};
    struct beginning all = {-1, 0};
    parot_result result = {0};
    solve_watched(&problem, &all, &result);
    parot_result_free(&result);
    assert_true(all.calls > 2); /* one is before the first round */
    for (int64_t stop_at = 0; stop_at < 3; stop_at++) {
        struct beginning some = {stop_at, 0};
        parot_check check = {0};
        solve_watched(&problem, &some, &result);
        assert_int_equal(result.info.pivots, 0);
        assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
        assert_true(check.infeasible <= 1e-15);
        parot_result_free(&result);
    }
}

TEST(a_stop_at_any_callback_returns_a_feasible_plan)
{
    for (uint64_t number = 0; number < INSTANCES; number++) {
        FREED_BY(instance_free) struct instance instance = {0};
        AUTO(parot_result, result);
        instance_make(&instance, number, SIZE);
        assert_ok(parot_partial(&instance.problem, NULL, &result, &err));
        check_stops(&instance, result.objective);
    }
}

/* Large enough, and full enough, to need many rounds. */
static void make_hard(struct instance *instance)
{
    enum { N = 150 };
    *instance = (struct instance){.family = "hard", .cost = malloc(N * N * sizeof(double))};
    for (int64_t i = 0; i < N; i++)
        for (int64_t j = 0; j < N; j++)
            instance->cost[i * N + j] =
                pow(test_uniform(1, (uint64_t)i) - test_uniform(2, (uint64_t)j), 2);
    instance->problem = (parot_problem){{instance->cost, N, N, N}, NULL, NULL, 0.95};
}

static void check_limit(parot_run run, parot_status expected)
{
    FREED_BY(instance_free) struct instance instance = {0};
    AUTO(parot_result, best);
    AUTO(parot_result, result);
    parot_error err = {0};
    make_hard(&instance);
    assert_int_equal(parot_partial(&instance.problem, NULL, &best, &err), PAROT_OK);
    assert_int_equal(parot_partial(&instance.problem, &run, &result, &err), expected);
    assert_usable(&instance.problem, &result, best.objective);
    assert_true(result.bound >= 0); /* as costs are: every row alone proves that much */
}

TEST(limits_return_a_feasible_plan)
{
    parot_run run;
    parot_run_init(&run);
    run.time_limit = 1e-9;
    check_limit(run, PAROT_TIME_LIMIT);
    parot_run_init(&run);
    run.max_iterations = 1;
    check_limit(run, PAROT_ITERATION_LIMIT);
}

/* Stopped and started again, the solver goes on from where it was. */
TEST(a_stopped_solver_goes_on)
{
    FREED_BY(instance_free) struct instance instance = {0};
    struct countdown countdown = {3, 0};
    parot_run run;
    parot_run_init(&run);
    run.progress = stop_at_zero;
    run.progress_period = 0;
    run.user = &countdown;
    make_hard(&instance);
    const parot_problem *problem = &instance.problem;
    parot_solver *solver = NULL;
    AUTO(parot_result, stopped);
    AUTO(parot_result, resumed);
    AUTO(parot_result, direct);
    assert_ok(parot_solver_new(problem, &run, &solver, &err));
    assert_int_equal(parot_solver_solve(solver, problem->cost, &stopped, NULL), PAROT_CANCELLED);
    countdown.left = INT64_MAX;
    assert_ok(parot_solver_solve(solver, problem->cost, &resumed, &err));
    assert_ok(parot_partial(problem, NULL, &direct, &err));
    assert_close(resumed.objective, direct.objective, 1e-13);
    assert_true(resumed.objective < stopped.objective);
    parot_solver_free(solver);
}
