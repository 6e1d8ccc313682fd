/* test_gromov_gradient.c - derivatives of the value against finite differences of it. */
#include "random_spaces.h"
#include "test.h"

enum { N = 9, M = 7, SEEDS = 12 };

static const double STEP = 1e-6;

struct study {
    struct pair pair;
    double cost[N * M];
    double by_source[N * N], by_target[M * M], by_cost[N * M];
    parot_gromov_result result;
};

static double value_of(const struct study *study)
{
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    parot_gromov_result result = {0};
    options.tolerance = 0;
    assert_ok(parot_gromov(&study->pair.problem, &options, NULL, &result, &err));
    double value = result.transport.objective;
    parot_gromov_result_free(&result);
    return value;
}

/* Central: the error is of second order, and of the rounding of the value over the step. */
static double difference(const struct study *study, double *number)
{
    double before = *number;
    *number = before + STEP;
    double above = value_of(study);
    *number = before - STEP;
    double below = value_of(study);
    *number = before;
    return (above - below) / (2 * STEP);
}

static void open_study(struct study *study, uint64_t seed)
{
    *study = (struct study){.pair = pair_random(seed, N, M, 0.55)};
    struct pair *pair = &study->pair;
    pair_weights(pair, seed, 1.1);
    for (int k = 0; k < N * M; k++)
        study->cost[k] = test_uniform(seed + 5, (uint64_t)k);
    pair->problem.cost = (parot_matrix){study->cost, N, M, M};
    pair->problem.alpha = seed % 3 == 0 ? 1 : 0.3 * (double)(seed % 3);
    if (seed % 2) {
        pair->problem.loss = PAROT_LOSS_KL;
        for (int k = 0; k < N * N; k++)
            pair->source[k] += 0.5;
        for (int k = 0; k < M * M; k++)
            pair->target[k] += 0.5;
    }
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    options.tolerance = 0;
    assert_ok(parot_gromov(&pair->problem, &options, NULL, &study->result, &err));
    assert_ok(parot_gromov_gradient(&pair->problem, &study->result.transport.plan, NULL,
                                    &(parot_gromov_derivatives){.source = study->by_source,
                                                                .target = study->by_target,
                                                                .cost = study->by_cost},
                                    &err));
}

static void close_study(struct study *study)
{
    parot_gromov_result_free(&study->result);
    pair_free(&study->pair);
}

TEST(matrices_have_the_derivatives_of_finite_differences)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct study study;
        open_study(&study, seed);
        for (int k = 0; k < N * N; k += 5)
            assert_close(study.by_source[k], difference(&study, &study.pair.source[k]), 1e-7);
        for (int k = 0; k < M * M; k += 5)
            assert_close(study.by_target[k], difference(&study, &study.pair.target[k]), 1e-7);
        for (int k = 0; k < N * M; k += 5)
            assert_close(study.by_cost[k], difference(&study, &study.cost[k]), 1e-7);
        close_study(&study);
    }
}

TEST(prices_are_the_derivatives_by_weights_and_mass)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct study study;
        open_study(&study, seed);
        const parot_dual *dual = &study.result.transport.dual;
        for (int i = 0; i < N; i++)
            assert_close(-dual->u[i], difference(&study, &study.pair.p[i]), 1e-5);
        for (int j = 0; j < M; j++)
            assert_close(-dual->v[j], difference(&study, &study.pair.q[j]), 1e-5);
        assert_close(dual->lambda, difference(&study, &study.pair.problem.mass), 1e-5);
        close_study(&study);
    }
}

TEST(only_what_is_wanted_is_computed)
{
    struct study study;
    double again[M * M];
    open_study(&study, 1);
    const parot_plan *plan = &study.result.transport.plan;
    assert_ok(parot_gromov_gradient(&study.pair.problem, plan, NULL,
                                    &(parot_gromov_derivatives){.target = again}, &err));
    assert_memory_equal(again, study.by_target, sizeof again);
    close_study(&study);
}

TEST(a_plan_of_other_sizes_is_refused)
{
    struct study study;
    open_study(&study, 0);
    const parot_gromov_problem *problem = &study.pair.problem;
    parot_plan plan = study.result.transport.plan;
    double *out = study.by_source;
    assert_refused(
        parot_gromov_gradient(NULL, &plan, NULL, &(parot_gromov_derivatives){.source = out}, &err),
        PAROT_EINVAL, "problem: must not be NULL");
    assert_refused(parot_gromov_gradient(problem, NULL, NULL,
                                         &(parot_gromov_derivatives){.source = out}, &err),
                   PAROT_EINVAL, "plan: must not be NULL");
    plan.rows++;
    assert_refused(parot_gromov_gradient(problem, &plan, NULL,
                                         &(parot_gromov_derivatives){.source = out}, &err),
                   PAROT_ESHAPE, "plan is 10 x 7, the spaces have 9 and 7 points");
    plan.rows--;
    int32_t col = plan.col[0];
    plan.col[0] = M;
    assert_refused(parot_gromov_gradient(problem, &plan, NULL,
                                         &(parot_gromov_derivatives){.source = out}, &err),
                   PAROT_EINVAL, "entry 0");
    plan.col[0] = col;
    close_study(&study);
}
