/* test_coarse_spaces.c - some points stand for all, and all others follow. */
#include "gromov/starts/coarse_spaces.h"
#include "small_descent.h"
#include "test.h"

enum { N = 150 };

/* 100 of 150 points of the source stand for all. Each of the others has the least cost of its row
 * at its copy, which no representative knows. */
TEST(all_points_of_a_copy_are_placed)
{
    static double cost[N * N];
    for (int32_t number = 0; number < 3; number++) {
        OPENED(small_descent, small, pair_isometric(5, N, 1));
        assert_ok(representatives_cost(&small.descent, number, cost, &err));
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                assert_true(cost[i * N + j] >= cost[i * N + (7 * i + 3) % N]);
    }
}

/* As many masses as before, room for each point of the source, and other points for each number. */
TEST(weights_stand_for_all)
{
    double p[300], q[900];
    struct coarse_spaces it[2] = {{0}};
    struct arena arena[2] = {{0}};
    for (int k = 0; k < 300; k++)
        p[k] = 1 + k % 3;
    test_set(q, 900, 1);
    struct weights rows = {p, 300}, cols = {q, 900};
    int differ = 0;
    for (int32_t k = 0; k < 2; k++) {
        struct control control = {0};
        coarse_spaces_layout(&it[k], 300, 900, 1, &arena[k]);
        assert_ok(arena_open(&arena[k], &control, &err));
        coarse_spaces_layout(&it[k], 300, 900, 1, &arena[k]);
        coarse_spaces_choose(&it[k], rows, cols, 450, 9, k);
        assert_close(weights_total((struct weights){it[k].p, it[k].u}), 600, 1e-12);
        assert_true(weights_total((struct weights){it[k].q, it[k].v}) >= 450);
        assert_close(it[k].problem.mass, 450, 1e-9);
        for (int64_t a = 0; a < it[k].u; a++)
            for (int64_t b = 0; b < a; b++)
                assert_true(it[k].rows[a] != it[k].rows[b]);
    }
    for (int64_t a = 0; a < it[0].u; a++)
        differ += it[0].rows[a] != it[1].rows[a];
    assert_true(differ > 50);
    block_free(arena[0].block);
    block_free(arena[1].block);
}
