/* test_triangles.c - points that match are found by triangles, also where few of them do. */
#include "gromov/starts/triangles.h"
#include "small_descent.h"
#include "test.h"

enum { N = 60, SHARED = 36 };

/* i -> 7 i + 3, as pair_isometric shuffles. */
TEST(all_points_of_a_copy_are_found)
{
    static double cost[N * N];
    OPENED(small_descent, small, pair_isometric(5, N, 1));
    assert_ok(triangles_cost(&small.descent, cost, &err));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert_true((cost[i * N + j] <= 1e-12) == (j == (7 * i + 3) % N));
}

/* The first SHARED points of one cloud are the last of the other, all others have no partner. */
TEST(points_in_common_are_found)
{
    static double cost[N * N];
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct pair pair = pair_alloc(N, N, 3, 3, (double)SHARED / N);
        for (int i = 0; i < N; i++)
            for (int d = 0; d < 3; d++) {
                pair.x[3 * i + d] = test_normal(seed, (uint64_t)(3 * i + d));
                pair.y[3 * (N - 1 - i) + d] =
                    2 - (i < SHARED ? pair.x[3 * i + d]
                                    : test_normal(seed + 100, (uint64_t)(3 * i + d)));
            }
        pair_distances(&pair);
        OPENED(small_descent, small, pair);
        assert_ok(triangles_cost(&small.descent, cost, &err));
        for (int i = 0; i < SHARED; i++)
            assert_true(cost[i * N + N - 1 - i] <= 1e-12);
    }
}

TEST(anchors_tell_the_other_points_apart)
{
    static double cost[N * N];
    const int32_t source[3] = {4, 17, 40}, target[3] = {31, 2, 43}; /* 7 i + 3 modulo 60 */
    OPENED(small_descent, small, pair_isometric(6, N, 0.5));
    assert_ok(anchors_cost(&small.descent, source, target, 3, cost, &err));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert_true((cost[i * N + j] <= 1e-12) == (j == (7 * i + 3) % N));
}

/* Points that are all equal, and so few that there is one triangle. */
TEST(degenerate_spaces_have_a_start)
{
    static double cost[N * N];
    OPENED(small_descent, small, pair_alloc(N, 3, 2, 2, 0.5));
    assert_ok(triangles_cost(&small.descent, cost, &err));
    for (int k = 0; k < 3 * N; k++)
        assert_true(cost[k] == 0);
}
