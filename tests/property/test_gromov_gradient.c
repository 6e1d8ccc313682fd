/* test_gromov_gradient.c - derivatives of the value against finite differences of it. */
#include "gromov_study.h"
#include "test.h"

static const double STEP = 1e-6;

struct study {
    struct pair pair;
    double cost[N * M];
    double by_source[N * N], by_target[M * M], by_cost[N * M];
    parot_gromov_result result;
};

static double value_of(void *thing)
{
    const struct study *study = thing;
    parot_gromov_options options = options_with(PAROT_START_PRODUCT);
    AUTO(parot_gromov_result, result);
    options.tolerance = 0;
    assert_ok(parot_gromov(&study->pair.problem, &options, NULL, &result, &err));
    double value = result.transport.objective;
    return value;
}

static void open_study(struct study *study, uint64_t seed)
{
    struct pair *pair = &study->pair;
    *pair = pair_fused(seed, study->cost);
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
            assert_close(study.by_source[k],
                         difference(value_of, &study, &study.pair.source[k], STEP), 1e-7);
        for (int k = 0; k < M * M; k += 5)
            assert_close(study.by_target[k],
                         difference(value_of, &study, &study.pair.target[k], STEP), 1e-7);
        for (int k = 0; k < N * M; k += 5)
            assert_close(study.by_cost[k], difference(value_of, &study, &study.cost[k], STEP),
                         1e-7);
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
            assert_close(-dual->u[i], difference(value_of, &study, &study.pair.p[i], STEP), 1e-5);
        for (int j = 0; j < M; j++)
            assert_close(-dual->v[j], difference(value_of, &study, &study.pair.q[j], STEP), 1e-5);
        assert_close(dual->lambda, difference(value_of, &study, &study.pair.problem.mass, STEP),
                     1e-5);
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
