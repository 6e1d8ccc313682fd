/* test_forest_flow.c - pairs that come and go, and cycles that are cancelled. */
#include "transport/forest_flow.h"

#include "instances.h"
#include "support.h"

enum { N = 9, M = 7 };

struct pool {
    struct forest_flow flow;
    struct control control;
    struct arena arena;
};

static void open_pool(struct pool *pool)
{
    *pool = (struct pool){0};
    assert_ok(control_init(&pool->control, NULL, &err));
    flow_layout(&pool->flow, N, M, &pool->arena);
    assert_ok(arena_open(&pool->arena, &pool->control, &err));
    flow_layout(&pool->flow, N, M, &pool->arena);
    flow_clear(&pool->flow);
}

/* The same pairs by row, by column and in a table. */
static void assert_holds(const struct forest_flow *flow, int64_t table[N][M])
{
    int64_t by_col = 0, by_row = 0, wanted = 0;
    for (int32_t j = 0; j < M; j++)
        for (int32_t k = flow->first[j]; k >= 0; k = flow->arcs[k].next, by_col++)
            assert_int_equal(flow->arcs[k].flow, table[flow->arcs[k].row][j]);
    for (int32_t i = 0; i < N; i++)
        for (int32_t k = flow->first_of_row[i]; k >= 0; k = flow->arcs[k].next_of_row, by_row++)
            assert_int_equal(flow->arcs[k].flow, table[i][flow->arcs[k].col]);
    for (int k = 0; k < N * M; k++)
        wanted += table[k / M][k % M] > 0;
    assert_int_equal(by_col, wanted);
    assert_int_equal(by_row, wanted);
}

static int32_t find(const struct forest_flow *flow, int32_t row, int32_t col)
{
    int32_t k = flow->first[col];
    while (k >= 0 && flow->arcs[k].row != row)
        k = flow->arcs[k].next;
    return k;
}

static void both_lists_hold_what_was_added(void **state)
{
    (void)state;
    struct pool pool;
    int64_t table[N][M] = {{0}};
    open_pool(&pool);
    for (uint64_t step = 0; step < 3000; step++) {
        int32_t i = (int32_t)(test_uniform(1, step) * N), j = (int32_t)(test_uniform(2, step) * M);
        int64_t amount = 1 + (int64_t)(test_uniform(3, step) * 3);
        if (test_uniform(4, step) < 0.4 && pool.flow.free_count > 0) {
            flow_add(&pool.flow, i, j, amount);
            table[i][j] += amount;
        } else if (table[i][j] > 0) {
            amount = amount < table[i][j] ? amount : table[i][j];
            table[i][j] -= amount;
            assert_int_equal(flow_take(&pool.flow, find(&pool.flow, i, j), amount), table[i][j]);
        }
        assert_holds(&pool.flow, table);
    }
    block_free(pool.arena.block);
}

/* Sums of rows (first N) and columns. */
static void add_up(const struct forest_flow *flow, int64_t *sums)
{
    memset(sums, 0, (N + M) * sizeof *sums);
    for (int32_t j = 0; j < M; j++)
        for (int32_t k = flow->first[j]; k >= 0; k = flow->arcs[k].next) {
            assert_true(flow->arcs[k].flow > 0);
            sums[flow->arcs[k].row] += flow->arcs[k].flow;
            sums[N + j] += flow->arcs[k].flow;
        }
}

static void cancelling_cycles_keeps_sums_and_leaves_a_forest(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct pool pool;
        struct arc arcs[N + M];
        int64_t before[N + M], after[N + M];
        open_pool(&pool);
        for (uint64_t k = 0; pool.flow.free_count > 0 && k < 60; k++)
            flow_add(&pool.flow, (int32_t)(test_uniform(seed, 3 * k) * N),
                     (int32_t)(test_uniform(seed, 3 * k + 1) * M),
                     1 + (int64_t)(test_uniform(seed, 3 * k + 2) * 4));
        add_up(&pool.flow, before);
        flow_cancel_cycles(&pool.flow);
        add_up(&pool.flow, after);
        assert_memory_equal(before, after, sizeof before);
        assert_true(flow_export(&pool.flow, arcs) < N + M);
        block_free(pool.arena.block);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_lists_hold_what_was_added),
        cmocka_unit_test(cancelling_cycles_keeps_sums_and_leaves_a_forest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
