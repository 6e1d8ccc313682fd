/* test_plan.c - rounding integer plans to doubles: sums under the weights, the total exact. */
#include "partial/plan.h"

#include "instances.h"
#include "test.h"

enum { N = 3, M = 7 };

struct filled {
    parot_plan plan;
    int32_t row[64], col[64];
    double mass[64];
    struct sum rows[64], cols[64];
    int64_t pick[64];
};

static void fill(struct filled *filled, int64_t n, int64_t m, const struct arc *arcs, int64_t count,
                 const struct units *units, struct weights p, struct weights q)
{
    memset(filled, 0, sizeof *filled);
    filled->plan = (parot_plan){n, m, count, filled->row, filled->col, filled->mass};
    struct rounding rounding = {filled->rows, filled->cols, filled->pick};
    plan_fill(&filled->plan, arcs, units, p, q, &rounding);
}

/* 1/3 each to 1/7 each, all of it: 3 + 3 + 1, 2 + 3 + 2, 1 + 3 + 3 parts of 1/21. */
TEST(sevenths_of_thirds_fit_both_sides)
{
    static struct filled filled;
    unit_count rows[N] = {7, 7, 7}, cols[M] = {3, 3, 3, 3, 3, 3, 3};
    struct units units = {rows, cols, 21, 1.0L / 21, 1.0};
    const struct arc arcs[] = {{0, 4, 3}, {0, 5, 3}, {0, 6, 1}, {1, 6, 2}, {1, 7, 3},
                               {1, 8, 2}, {2, 8, 1}, {2, 9, 3}, {2, 10, 3}};
    fill(&filled, N, M, arcs, 9, &units, (struct weights){NULL, N}, (struct weights){NULL, M});
    for (int64_t i = 0; i < N; i++)
        assert_true(plan_row(&filled.plan, i) <= 1.0 / N);
    for (int64_t j = 0; j < M; j++)
        assert_true(plan_col(&filled.plan, j) <= 1.0 / M);
    assert_true(fabsl(plan_total(&filled.plan) - 1) <= 0x1p-53);
}

TEST(entries_come_out_by_row_and_column)
{
    static struct filled filled;
    unit_count rows[] = {5, 5}, cols[] = {4, 4, 4};
    struct units units = {rows, cols, 10, 0.1L, 1.0};
    /* as simplex_plan lists them: first the arc under row 1, then those under columns */
    const struct arc arcs[] = {{1, 4, 1}, {0, 3, 4}, {0, 4, 1}, {1, 5, 4}};
    double q[] = {0.4, 0.4, 0.4};
    fill(&filled, 2, 3, arcs, 4, &units, (struct weights){NULL, 2}, (struct weights){q, 3});
    const int32_t row[] = {0, 0, 1, 1}, col[] = {0, 1, 1, 2};
    assert_memory_equal(filled.row, row, sizeof row);
    assert_memory_equal(filled.col, col, sizeof col);
    assert_true(fabs(filled.mass[0] - 0.4) <= 0x1p-53);
}

/* A row of 1e10 and dust: the dust does not make the row too heavy. */
TEST(dust_beside_a_large_entry_is_dropped_when_it_does_not_fit)
{
    static struct filled filled;
    unit_count rows[] = {(unit_count)1 << 60}, cols[] = {((unit_count)1 << 60) - 1, 1};
    double p[] = {1e10}, q[] = {1e10, 1e10 * 0x1p-60};
    struct units units = {rows, cols, (unit_count)1 << 60, 1e10L * 0x1p-60L, 1e10};
    const struct arc arcs[] = {{0, 2, cols[0]}, {0, 3, 1}};
    fill(&filled, 1, 2, arcs, 2, &units, (struct weights){p, 1}, (struct weights){q, 2});
    assert_true(plan_row(&filled.plan, 0) <= p[0]);
    assert_true(fabsl(plan_total(&filled.plan) - 1e10) <= 2e-6);
    for (int64_t k = 0; k < filled.plan.count; k++)
        assert_true(filled.mass[k] > 0);
}
