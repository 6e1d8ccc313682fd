/* test_entropic.c - transport with an entropy: feasible, proved by its dual, close to exact. */
#include "instances.h"
#include "test.h"

enum { N = 9, M = 13, PROBLEMS = 60 };

struct small {
    parot_problem problem;
    double cost[N * M], p[N], q[M];
};

static void make_small(struct small *small, uint64_t seed)
{
    double p = 0, q = 0;
    for (int k = 0; k < N * M; k++)
        small->cost[k] = 3 * test_uniform(seed, (uint64_t)k) - 1;
    for (int i = 0; i < N; i++)
        p += small->p[i] = i == 2 && seed % 3 == 0 ? 0 : test_uniform(seed, 500 + (uint64_t)i);
    for (int j = 0; j < M; j++)
        q += small->q[j] = test_uniform(seed, 600 + (uint64_t)j);
    small->problem = (parot_problem){{small->cost, N, M, M}, small->p, small->q, 0};
    small->problem.mass = seed % 4 == 0 ? fmin(p, q) : fmin(p, q) * test_uniform(seed, 999);
}

static void assert_feasible(const parot_problem *problem, const parot_entropic_result *result)
{
    double cols[M] = {0}, total = 0;
    for (int i = 0; i < N; i++) {
        double row = 0;
        for (int j = 0; j < M; j++) {
            assert_true(result->plan[i * M + j] >= 0);
            row += result->plan[i * M + j];
            cols[j] += result->plan[i * M + j];
        }
        assert_true(row <= problem->p[i]);
        total += row;
    }
    for (int j = 0; j < M; j++)
        assert_true(cols[j] <= problem->q[j]);
    assert_close(total, problem->mass, 1e-14);
    assert_true(result->mass == problem->mass || fabs(result->mass - problem->mass) < 1e-14);
}

/* bound <= the regularised value of any feasible plan, and here nearly equal: a proof. */
TEST(plans_are_feasible_and_proved_best)
{
    for (uint64_t seed = 0; seed < PROBLEMS; seed++) {
        struct small small;
        AUTO(parot_entropic_result, result);
        make_small(&small, seed);
        double reg = pow(10, 1 - (double)(seed % 3));
        assert_ok(parot_partial_entropic(&small.problem, reg, 1e-10, NULL, &result, &err));
        assert_feasible(&small.problem, &result);
        assert_true(result.bound <= result.regularised + 1e-12);
        assert_close(result.regularised, result.bound, 1e-8);
        for (int i = 0; i < N; i++)
            assert_true(result.dual.u[i] >= 0);
        for (int j = 0; j < M; j++)
            assert_true(result.dual.v[j] >= 0);
    }
}

/* T_ij = exp((lambda - u_i - v_j - C_ij) / reg) */
TEST(plans_are_made_of_their_prices)
{
    struct small small;
    AUTO(parot_entropic_result, result);
    make_small(&small, 5);
    assert_ok(parot_partial_entropic(&small.problem, 0.3, 1e-13, NULL, &result, &err));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            double exponent = result.dual.lambda - result.dual.u[i] - result.dual.v[j];
            assert_close(result.plan[i * M + j], exp((exponent - small.cost[i * M + j]) / 0.3),
                         1e-11);
        }
}

/* <C,T> of the smoothed plan exceeds the optimum by reg log(nm) mass at most. */
TEST(small_entropies_come_close_to_exact_plans)
{
    for (double reg = 1e-2; reg > 1e-9; reg /= 10) {
        struct small small;
        AUTO(parot_entropic_result, result);
        AUTO(parot_result, exact);
        make_small(&small, 7);
        parot_status status =
            parot_partial_entropic(&small.problem, reg, 1e-9, NULL, &result, NULL);
        assert_true(status == PAROT_OK || status == PAROT_ITERATION_LIMIT);
        assert_ok(parot_partial(&small.problem, NULL, &exact, &err));
        assert_feasible(&small.problem, &result);
        assert_true(result.objective >= exact.objective - 1e-12);
        assert_true(result.regularised - result.bound <= 1e-3);
        assert_true(result.objective - exact.objective <=
                    reg * log(N * M) * small.problem.mass + 1e-3);
    }
}

/* Where alternating steps alone take tens of thousands of iterations. */
TEST(small_entropies_are_solved_all_the_same)
{
    for (uint64_t seed = 1; seed <= 24; seed++) {
        struct small small;
        make_small(&small, seed);
        for (double reg = 1e-1; reg > 1e-6; reg /= 10) {
            AUTO(parot_entropic_result, result);
            assert_ok(parot_partial_entropic(&small.problem, reg, 1e-9, NULL, &result, &err));
            assert_feasible(&small.problem, &result);
            assert_true(result.regularised - result.bound <= 1e-6);
            assert_true(result.bound <= result.regularised + 1e-9);
        }
    }
}

static int stop(const parot_progress *progress, void *user)
{
    (void)user;
    return strcmp(progress->stage, "entropic") == 0 && progress->iteration >= 3;
}

TEST(whoever_stops_it_gets_a_feasible_plan)
{
    struct small small;
    parot_run run;
    make_small(&small, 11);
    for (int64_t limit = 1; limit < 8; limit++) {
        AUTO(parot_entropic_result, result);
        parot_run_init(&run);
        run.max_iterations = limit;
        assert_int_equal(parot_partial_entropic(&small.problem, 1e-3, 1e-12, &run, &result, NULL),
                         PAROT_ITERATION_LIMIT);
        assert_feasible(&small.problem, &result);
        assert_true(result.bound <= result.regularised + 1e-9);
    }
    AUTO(parot_entropic_result, result);
    parot_run_init(&run);
    run.progress = stop;
    run.progress_period = 0;
    assert_int_equal(parot_partial_entropic(&small.problem, 1e-3, 1e-12, &run, &result, NULL),
                     PAROT_CANCELLED);
    assert_feasible(&small.problem, &result);
}

/* ---- Stops inside an iteration ------------------------------------------ */

enum { LARGE_N = 1100, LARGE_M = 1200 }; /* several looks at the clock for each iteration */

static int count_down(const parot_progress *progress, void *user)
{
    int64_t *left = user;
    assert_true(progress->iteration >= 0);
    return (*left)-- == 0;
}

static void assert_large_is_feasible(const parot_problem *problem, const double *plan)
{
    double total = 0;
    FREED double *cols = calloc(LARGE_M, sizeof *cols);
    for (int i = 0; i < LARGE_N; i++) {
        double row = 0;
        for (int j = 0; j < LARGE_M; j++) {
            assert_true(plan[i * LARGE_M + j] >= 0);
            row += plan[i * LARGE_M + j];
            cols[j] += plan[i * LARGE_M + j];
        }
        assert_true(row <= problem->p[i] * (1 + 1e-12));
        total += row;
    }
    for (int j = 0; j < LARGE_M; j++)
        assert_true(cols[j] <= problem->q[j] * (1 + 1e-12));
    assert_close(total, problem->mass, 1e-12);
}

TEST(a_stop_within_an_iteration_leaves_a_feasible_plan)
{
    FREED double *cost = malloc(LARGE_N * LARGE_M * sizeof *cost);
    FREED double *weight = malloc(LARGE_M * sizeof *weight);
    int64_t least = INT64_MAX, most = 0;
    for (int64_t k = 0; k < LARGE_N * LARGE_M; k++)
        cost[k] = 3 * test_uniform(5, (uint64_t)k) - 1;
    for (int j = 0; j < LARGE_M; j++)
        weight[j] = 0.5 + test_uniform(6, (uint64_t)j);
    parot_problem problem = {{cost, LARGE_N, LARGE_M, LARGE_M}, weight, weight, 900};
    for (int64_t calls = 0; calls < 8; calls++) {
        int64_t left = calls;
        AUTO(parot_entropic_result, result);
        DEFAULTS(parot_run, run);
        run.progress = count_down;
        run.progress_period = 0;
        run.user = &left;
        assert_int_equal(parot_partial_entropic(&problem, 0.5, 1e-14, &run, &result, NULL),
                         PAROT_CANCELLED);
        assert_large_is_feasible(&problem, result.plan);
        assert_true(result.residual > 0 && result.info.iterations > 0);
        least = result.info.iterations < least ? result.info.iterations : least;
        most = result.info.iterations > most ? result.info.iterations : most;
    }
    assert_true(most - least < 4); /* eight looks at the clock in few iterations */
}

static void refuse(const parot_problem *problem, double reg, double tolerance, const char *words)
{
    parot_entropic_result result = {.objective = 42};
    assert_refused(parot_partial_entropic(problem, reg, tolerance, NULL, &result, &err),
                   PAROT_EINVAL, words);
    assert_true(result.objective == 42);
}

TEST(refusals_name_the_argument)
{
    struct small small;
    make_small(&small, 1);
    refuse(&small.problem, 1e-13, 0.1, "solve without an entropy");
    small.cost[4] = INFINITY;
    refuse(&small.problem, 1, 0.1, "cost: must be finite");
    small.cost[4] = NAN;
    refuse(&small.problem, 1, 0.1, "got nan at (0,4)");
    make_small(&small, 1);
    small.problem.mass = 1e9;
    refuse(&small.problem, 1, 0.1, "mass 1000000000 exceeds");
}

/* ---- Thousands ------------------------------------------------------------ */

/* Ties, one sign or two, lognormal sizes; weights equal, random, or over orders of magnitude, also
 * such that rows and columns fill each other. */
static void make_nasty(struct small *small, uint64_t seed)
{
    static const double shares[] = {0.1, 0.5, 0.9, 0.99, 0.999999, 1};
    static const int shapes[][2] = {{N, M}, {N, N}, {6, 12}};
    const int n = shapes[seed / 72 % 3][0], m = shapes[seed / 72 % 3][1];
    double p = 0, q = 0;
    for (int k = 0; k < n * m; k++) {
        double x = test_uniform(seed, (uint64_t)k);
        small->cost[k] = seed % 4 == 0   ? floor(5 * x)
                         : seed % 4 == 1 ? exp(12 * x - 6)
                         : seed % 4 == 2 ? x - 0.5
                                         : x;
    }
    for (int i = 0; i < n; i++) {
        double x = test_uniform(seed, 500 + (uint64_t)i);
        p += small->p[i] = seed / 4 % 3 == 0 ? 1.0 / n : seed / 4 % 3 == 1 ? x : exp(16 * x - 8);
    }
    for (int j = 0; j < m; j++) {
        double x = test_uniform(seed, 600 + (uint64_t)j);
        q += small->q[j] = seed / 4 % 3 == 0 ? 1.0 / m : seed / 4 % 3 == 1 ? x : exp(16 * x - 8);
    }
    double share = shares[seed / 12 % 6];
    small->problem =
        (parot_problem){{small->cost, n, m, m}, small->p, small->q, share * fmin(p, q)};
}

/* Over nine orders of magnitude of reg: feasible and bounded always, and arrived, all 3000. */
TEST(thousands_of_problems_arrive)
{
    enum { THOUSANDS = 3000 };
    int late = 0;
    for (uint64_t seed = 0; seed < THOUSANDS; seed++) {
        struct small small;
        AUTO(parot_entropic_result, result);
        make_nasty(&small, seed);
        const int pairs = (int)(small.problem.cost.rows * small.problem.cost.cols);
        double largest = 0;
        for (int k = 0; k < pairs; k++)
            largest = fmax(largest, fabs(small.cost[k]));
        double reg = largest * pow(10, -9 * test_uniform(seed, 998));
        parot_error err = {0};
        parot_status status =
            parot_partial_entropic(&small.problem, reg, 1e-9, NULL, &result, &err);
        assert_true(status == PAROT_OK || status == PAROT_ITERATION_LIMIT);
        late += status != PAROT_OK;
        double rounding = 1e-12 * (largest + reg) * small.problem.mass;
        assert_true(result.bound <= result.regularised + rounding);
        if (status == PAROT_OK)
            assert_true(result.residual <= fmax(1e-9, 4 * 2.220446049250313e-16 * largest / reg));
        double total = 0;
        for (int k = 0; k < pairs; k++)
            total += result.plan[k];
        assert_true(fabs(total / small.problem.mass - 1) < 1e-12);
    }
    assert_int_equal(late, 0);
}

TEST(values_outside_the_range_are_refused)
{
    struct small small;
    parot_entropic_result result = {0};
    static const int exponents[][2] = {{-900, -300}, {900, 300}};
    for (int e = 0; e < 2; e++) {
        make_small(&small, 1);
        for (int k = 0; k < N * M; k++)
            small.cost[k] = ldexp(small.cost[k], exponents[e][0]);
        for (int i = 0; i < N; i++)
            small.p[i] = ldexp(small.p[i], exponents[e][1]);
        for (int j = 0; j < M; j++)
            small.q[j] = ldexp(small.q[j], exponents[e][1]);
        small.problem.mass = ldexp(small.problem.mass, exponents[e][1]);
        assert_refused(parot_partial_entropic(&small.problem, ldexp(0.1, exponents[e][0]), 1e-9,
                                              NULL, &result, &err),
                       PAROT_ENUMERIC, "leave the range of double");
    }
}
