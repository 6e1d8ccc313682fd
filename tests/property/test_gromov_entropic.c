/* test_gromov_entropic.c - Gromov-Wasserstein with an entropy: feasible, a fixed point, and
 * derivatives against finite differences. */
#include "gromov_study.h"
#include "quadratic.h"
#include "test.h"

struct study {
    struct pair pair;
    double cost[N * M];
    parot_gromov_entropic_problem problem;
};

static void open_study(struct study *study, uint64_t seed)
{
    study->pair = pair_fused(seed, study->cost);
    if (seed % 4 == 3) /* matrices that are not symmetric */
        for (int k = 0; k < N * N; k++)
            study->pair.source[k] += 0.2 * test_uniform(seed, (uint64_t)k);
    if (seed % 4 == 3)
        for (int k = 0; k < M * M; k++)
            study->pair.target[k] += 0.2 * test_uniform(seed + 1, (uint64_t)k);
    study->problem = (parot_gromov_entropic_problem){
        .gromov = study->pair.problem, .reg = 0.5, .tolerance = 1e-13};
}

static void solve(const struct study *study, parot_gromov_entropic_result *result)
{
    assert_ok(parot_gromov_entropic(&study->problem, NULL, result, &err));
}

static void assert_feasible(const struct study *study, const parot_gromov_entropic_result *result)
{
    const parot_gromov_problem *gromov = &study->problem.gromov;
    double cols[M] = {0}, total = 0;
    for (int i = 0; i < N; i++) {
        double row = 0;
        for (int j = 0; j < M; j++) {
            row += result->plan[i * M + j];
            cols[j] += result->plan[i * M + j];
        }
        assert_true(row <= test_weight(gromov->p, N, i) * (1 + 1e-15));
        total += row;
    }
    for (int j = 0; j < M; j++)
        assert_true(cols[j] <= test_weight(gromov->q, M, j) * (1 + 1e-15));
    assert_close(total, gromov->mass, 1e-14);
}

/* The linear problem at T has T for its best plan, by another solver of it. */
TEST(plans_are_feasible_and_give_themselves_back)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct study study;
        AUTO(parot_gromov_entropic_result, result);
        AUTO(parot_entropic_result, again);
        double gradient[N * M], entropy = 0;
        open_study(&study, seed);
        solve(&study, &result);
        assert_feasible(&study, &result);
        const parot_gromov_problem *gromov = &study.problem.gromov;
        gromov_slope(gromov, result.plan, gradient);
        for (int64_t k = 0; k < N * M; k++)
            entropy += result.plan[k] > 0 ? result.plan[k] * log(result.plan[k]) : 0;
        parot_problem linear = {{gradient, N, M, M}, gromov->p, gromov->q, gromov->mass};
        assert_ok(parot_partial_entropic(&linear, 0.5, 1e-13, NULL, &again, &err));
        for (int k = 0; k < N * M; k++)
            assert_true(fabs(again.plan[k] - result.plan[k]) <= 1e-10);
        assert_close(result.objective, (double)gromov_objective(gromov, result.plan), 1e-12);
        assert_close(result.regularised, result.objective + 0.5 * entropy, 1e-12);
        assert_true(result.stationarity >= 0 && result.stationarity <= 1e-11);
        assert_true(result.change <= 1e-13 && result.history == result.info.iterations);
        assert_true(result.changes[result.history - 1] == result.change);
        pair_free(&study.pair);
    }
}

/* ---- Derivatives --------------------------------------------------------- */

static const double STEP = 1e-5;

static double value_of(void *study)
{
    AUTO(parot_gromov_entropic_result, result);
    solve(study, &result);
    double value = result.regularised;
    return value;
}

static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) <= 2e-7 * (1 + fabs(a)));
}

TEST(derivatives_are_those_of_the_value)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct study study;
        AUTO(parot_gromov_entropic_result, result);
        double by_source[N * N], by_target[M * M], by_cost[N * M];
        open_study(&study, seed);
        solve(&study, &result);
        assert_ok(parot_gromov_entropic_gradient(
            &study.problem, &result, NULL,
            &(parot_gromov_derivatives){.source = by_source, .target = by_target, .cost = by_cost},
            &err));
        for (int k = (int)seed; k < N * N; k += 13)
            if (k / N != k % N || seed % 2)
                assert_near(by_source[k],
                            difference(value_of, &study, &study.pair.source[k], STEP));
        for (int k = (int)seed % 5; k < M * M; k += 11)
            if (k / M != k % M || seed % 2)
                assert_near(by_target[k],
                            difference(value_of, &study, &study.pair.target[k], STEP));
        for (int k = (int)seed % 7; k < N * M; k += 9)
            assert_near(by_cost[k], difference(value_of, &study, &study.cost[k], STEP));
        for (int i = 0; i < N; i += 2)
            assert_near(-result.dual.u[i], difference(value_of, &study, &study.pair.p[i], STEP));
        for (int j = 0; j < M; j += 2)
            assert_near(-result.dual.v[j], difference(value_of, &study, &study.pair.q[j], STEP));
        assert_near(result.dual.lambda + 0.5,
                    difference(value_of, &study, &study.problem.gromov.mass, STEP));
        pair_free(&study.pair);
    }
}

/* What the costs at T, with the entropy, are for T beyond what they are for the best plan. */
static double excess_of(const struct study *study, const parot_gromov_entropic_result *result)
{
    const parot_gromov_problem *gromov = &study->problem.gromov;
    AUTO(parot_entropic_result, best);
    double cost[N * M], value = gromov_slope(gromov, result->plan, cost);
    for (int64_t k = 0; k < N * M; k++)
        value +=
            study->problem.reg * (result->plan[k] > 0 ? result->plan[k] * log(result->plan[k]) : 0);
    parot_problem linear = {{cost, N, M, M}, gromov->p, gromov->q, gromov->mass};
    assert_ok(parot_partial_entropic(&linear, study->problem.reg, 1e-13, NULL, &best, &err));
    value -= best.regularised;
    return value;
}

/* ---- Limits and refusals ------------------------------------------------- */

TEST(a_limit_leaves_a_plan)
{
    struct study study;
    AUTO(parot_gromov_entropic_result, result);
    open_study(&study, 1);
    DEFAULTS(parot_run, run);
    run.max_iterations = 2;
    assert_int_equal(parot_gromov_entropic(&study.problem, &run, &result, NULL),
                     PAROT_ITERATION_LIMIT);
    assert_int_equal(result.info.iterations, 2);
    assert_feasible(&study, &result);
    double excess = excess_of(&study, &result);
    assert_true(excess > 0 && result.stationarity >= excess - 1e-12);
    assert_true(result.stationarity <= 3 * excess + 1e-12); /* of prices that are nearly right */
    pair_free(&study.pair);
}

/* From the answer there is nowhere to go; prices of the step before make the way short. */
TEST(a_start_at_the_answer_stays_there)
{
    struct study study;
    AUTO(parot_gromov_entropic_result, result, again);
    open_study(&study, 2);
    solve(&study, &result);
    study.problem.start = result.plan;
    study.problem.tolerance = 1e-10;
    assert_ok(parot_gromov_entropic(&study.problem, NULL, &again, &err));
    assert_true(again.info.iterations <= 12);
    assert_close(again.regularised, result.regularised, 1e-12);
    pair_free(&study.pair);
}

TEST(refusals_name_the_argument)
{
    struct study study;
    parot_gromov_entropic_result result = {0};
    double start[N * M] = {0};
    open_study(&study, 1);
    parot_gromov_entropic_problem problem = study.problem;
    problem.start = start;
    assert_refused(parot_gromov_entropic(&problem, NULL, &result, &err), PAROT_EINVAL, "start");
    problem = study.problem;
    problem.gromov.cost.data = NULL;
    assert_refused(parot_gromov_entropic(&problem, NULL, &result, &err), PAROT_ESHAPE, "cost");
    pair_free(&study.pair);
}
