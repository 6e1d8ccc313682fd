/* gromov_answers.h - what must be true of every answer of parot_gromov. */
#ifndef PAROT_TESTS_GROMOV_ANSWERS_H
#define PAROT_TESTS_GROMOV_ANSWERS_H

#include "quadratic.h"
#include "random_spaces.h"
#include "test.h"

/* Mass asked for, rows and columns within their weights, all entries positive. */
static inline void assert_is_plan(const struct pair *pair, const parot_result *transport)
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

/* assert_is_plan, up to how a mass is rounded to that of all points. */
static inline void assert_plan(const struct pair *pair, const parot_result *transport)
{
    struct pair asked = *pair;
    asked.problem.mass = transport->mass;
    assert_true(fabs(transport->mass - pair->problem.mass) <= 1e-14 * pair->problem.mass);
    assert_is_plan(&asked, transport);
}

static inline void assert_objective(const struct pair *pair, const parot_result *transport)
{
    double *dense = calloc((size_t)(pair->n * pair->m), sizeof(double));
    parot_plan_to_dense(&transport->plan, dense);
    double value = (double)gromov_objective(&pair->problem, dense);
    assert_close(transport->objective, value, 1e-12);
    assert_true(transport->objective >= transport->bound);
    free(dense);
}

/* Objectives fall, gaps are not negative; the best trial's are the result's. */
static inline void assert_histories(const parot_gromov_result *result)
{
    for (int64_t t = 0; t < result->trials; t++) {
        const parot_trial *trial = &result->trial[t];
        for (int64_t k = 0; k < trial->history; k++)
            assert_true(trial->stationarities[k] >= 0);
        for (int64_t k = 1; k < trial->history; k++)
            assert_true(trial->objectives[k] <= trial->objectives[k - 1] * (1 + 1e-12) + 1e-14);
    }
    const parot_trial *best = &result->trial[result->best];
    size_t bytes = (size_t)best->history * sizeof(double);
    assert_true(best->history == result->history || result->best >= 32);
    if (best->history == 0)
        return;
    assert_memory_equal(best->objectives, result->objectives, bytes);
    assert_memory_equal(best->stationarities, result->stationarities, bytes);
}

static inline void assert_is_answer(const struct pair *pair, const parot_gromov_result *result)
{
    const parot_result *transport = &result->transport;
    assert_is_plan(pair, transport);
    assert_objective(pair, transport);
    assert_true(result->stationarity >= 0);
    for (int64_t k = 0; k < result->history; k++)
        assert_true(result->stationarities[k] >= 0);
    for (int64_t k = 1; k < result->history; k++)
        assert_true(result->objectives[k] <= result->objectives[k - 1] * (1 + 1e-12) + 1e-14);
    assert_histories(result);
    for (int64_t t = 0; t < result->trials; t++)
        assert_false(result->trial[t].objective < transport->objective - 1e-14); /* or NAN */
}

static inline double solve_pair(const struct pair *pair, uint32_t starts)
{
    parot_gromov_options options = options_with(starts);
    parot_gromov_result result = {0};
    assert_ok(parot_gromov(&pair->problem, &options, NULL, &result, &err));
    assert_is_answer(pair, &result);
    double objective = result.transport.objective;
    parot_gromov_result_free(&result);
    return objective;
}

static inline double mass_of(uint64_t seed)
{
    return 0.1 * (double)(1 + seed % 9);
}

/* A cost between the spaces, of either sign. */
static inline void fill_cost(double *cost, int64_t size, uint64_t seed)
{
    for (int64_t k = 0; k < size; k++)
        cost[k] = test_uniform(seed + 50, (uint64_t)k) - 0.3;
}

#endif
