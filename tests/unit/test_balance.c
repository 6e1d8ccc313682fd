/* test_balance.c - costs stay what they are, and both clouds of features become alike. */
#include "gromov/points/balance.h"

#include "clouds.h"
#include "test.h"

enum { N = 50, M = 40, RANK = 3 };

static double cost(const struct linear_costs *costs, int64_t i, int64_t j)
{
    double sum = costs->alpha[i] + costs->beta[j];
    for (int64_t k = 0; k < RANK; k++)
        sum -= costs->f[i * RANK + k] * costs->g[j * RANK + k];
    return sum;
}

/* `flat`: the last feature of f is constant. */
static void fill(const struct linear_costs *costs, int is_flat)
{
    for (int64_t i = 0; i < N; i++) {
        costs->alpha[i] = cloud_normal(1, (uint64_t)i);
        for (int64_t k = 0; k < RANK; k++)
            costs->f[i * RANK + k] = 5 + 100 * cloud_normal(2, (uint64_t)(i * RANK + k));
        if (is_flat)
            costs->f[i * RANK + RANK - 1] = 2;
    }
    for (int64_t j = 0; j < M; j++) {
        costs->beta[j] = cloud_normal(3, (uint64_t)j);
        for (int64_t k = 0; k < RANK; k++)
            costs->g[j * RANK + k] =
                (double)(k + 1) * cloud_normal(4, (uint64_t)(j * RANK + k)) - 1;
    }
}

/* Second moments about 0, by the definition. */
static double moment(const double *features, struct weights weights, int64_t k, int64_t l)
{
    double sum = 0, mass = 0;
    for (int64_t i = 0; i < weights.count; i++) {
        sum += weight_at(weights, i) * features[i * RANK + k] * features[i * RANK + l];
        mass += weight_at(weights, i);
    }
    return sum / mass;
}

static void check(int is_flat)
{
    double alpha[N], beta[M], f[N * RANK], g[M * RANK], q[M], before[N * M], largest = 0;
    struct linear_costs costs = {alpha, beta, f, g};
    struct balance balance = {.rank = RANK};
    struct arena arena = {0};
    struct control control;
    assert_ok(control_init(&control, NULL, &err));
    balance_layout(&balance, &arena);
    assert_ok(arena_open(&arena, &control, &err));
    balance_layout(&balance, &arena);
    fill(&costs, is_flat);
    for (int64_t j = 0; j < M; j++)
        q[j] = j % 3 ? test_uniform(5, (uint64_t)j) : 0;
    for (int64_t k = 0; k < (int64_t)N * M; k++) {
        before[k] = cost(&costs, k / M, k % M);
        largest = fmax(largest, fabs(before[k]));
    }
    struct weights rows = {NULL, N}, cols = {q, M};
    balance_apply(&balance, rows, cols, &costs);
    for (int64_t k = 0; k < (int64_t)N * M; k++)
        assert_close(cost(&costs, k / M, k % M), before[k], 1e-13 * largest);
    for (int64_t k = 0; !is_flat && k < RANK; k++)
        for (int64_t l = 0; l < RANK; l++)
            assert_close(moment(f, rows, k, l), moment(g, cols, k, l),
                         1e-4 * moment(f, rows, 0, 0));
    block_free(arena.block);
}

TEST(costs_stay_and_clouds_become_alike)
{
    check(0);
    check(1);
}
