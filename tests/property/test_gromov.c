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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_for_random_pairs_are_plans_of_that_mass),
        cmocka_unit_test(answers_for_isometric_pairs_are_plans_of_that_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
