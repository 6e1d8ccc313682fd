/* test_sparse_lines.c - a sparse matrix and its lines are the same matrix. */
#include "base/random.h"
#include "gromov/sparse_lines.h"
#include "test.h"

enum { N = 9, M = 13 };

struct sparse {
    int32_t row[N * M], col[N * M];
    double mass[N * M];
    parot_plan plan;
};

/* Each entry with some probability; rows below `rows` and columns below `cols` only. */
static void make_sparse(struct sparse *sparse, uint64_t seed, double density, int rows, int cols)
{
    sparse->plan = (parot_plan){N, M, 0, sparse->row, sparse->col, sparse->mass};
    for (int32_t i = 0; i < rows; i++)
        for (int32_t j = 0; j < cols; j++)
            if (random_uniform(seed, RANDOM_TEST, (uint64_t)(i * M + j)) < density) {
                sparse->row[sparse->plan.count] = i;
                sparse->col[sparse->plan.count] = j;
                sparse->mass[sparse->plan.count++] =
                    random_uniform(seed + 100, RANDOM_TEST, (uint64_t)(i * M + j)) - 0.5;
            }
}

static void check_lines(const struct lines *lines, const parot_plan *plan)
{
    double dense[N * M] = {0}, again[N * M] = {0};
    for (int64_t e = 0; e < plan->count; e++)
        dense[plan->row[e] * M + plan->col[e]] = plan->mass[e];
    for (int64_t r = 0; r < lines->count; r++) {
        assert_true(lines->begin[r] < lines->begin[r + 1]); /* none is empty */
        assert_true(r == 0 || lines->index[r - 1] < lines->index[r]);
        for (int64_t e = lines->begin[r]; e < lines->begin[r + 1]; e++) {
            int32_t i = lines->is_by_col ? lines->other[e] : lines->index[r];
            int32_t j = lines->is_by_col ? lines->index[r] : lines->other[e];
            again[i * M + j] = lines->mass[e];
        }
    }
    assert_int_equal(lines->begin[lines->count], plan->count);
    assert_memory_equal(dense, again, sizeof dense);
}

TEST(lines_hold_every_entry_once)
{
    struct control control;
    struct arena arena = {0};
    struct lines lines = {0};
    struct sparse sparse;
    assert_ok(control_init(&control, NULL, &err));
    lines_layout(&lines, N, M, N * M, &arena);
    assert_ok(arena_open(&arena, &control, &err));
    lines_layout(&lines, N, M, N * M, &arena);
    for (uint64_t seed = 0; seed < 200; seed++) {
        int rows = 1 + (int)(seed % N), cols = 1 + (int)(seed % M);
        make_sparse(&sparse, seed, seed % 5 == 0 ? 1 : 0.2, rows, cols);
        lines_set(&lines, &sparse.plan);
        check_lines(&lines, &sparse.plan);
        assert_int_equal(lines_count(&lines, &sparse.plan), lines.count);
    }
    make_sparse(&sparse, 1, 1, N, 3);
    lines_set(&lines, &sparse.plan);
    assert_true(lines.is_by_col && lines.count == 3); /* three columns are fewer than nine rows */
    sparse.plan.count = 0;
    lines_set(&lines, &sparse.plan);
    assert_int_equal(lines.count, 0);
    block_free(arena.block);
}
