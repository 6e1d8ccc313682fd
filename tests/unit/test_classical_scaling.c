/* test_classical_scaling.c - coordinates from distances, with the signs and orders of their axes.
 */
#include "gromov/starts/classical_scaling.h"
#include "small_descent.h"
#include "test.h"

enum { N = 60 };

/* i -> 7 i + 3, as pair_isometric shuffles. Up to rounding the squared distance is 0 there. */
TEST(points_of_a_copy_lie_at_the_same_place)
{
    static double cost[N * N];
    for (uint64_t seed = 0; seed < 10; seed++) {
        OPENED(small_descent, small, pair_isometric(seed, N, 1));
        assert_ok(axes_cost(&small.descent, cost, &err));
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                assert_true((cost[i * N + j] <= 1e-18) == (j == (7 * i + 3) % N));
    }
}

/* In coordinates that differ by an isometry the costs of a space with itself are its squared
 * distances. */
TEST(distances_are_kept)
{
    static double cost[N * N];
    struct pair pair = pair_alloc(N, N, 2, 2, 1);
    for (int k = 0; k < 2 * N; k++)
        pair.x[k] = pair.y[k] = test_normal(7, (uint64_t)k) * (1 + k % 2);
    pair_distances(&pair);
    OPENED(small_descent, small, pair);
    assert_ok(axes_cost(&small.descent, cost, &err));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double d = pair.source[i * N + j];
            assert_true(fabs(cost[i * N + j] - d * d) <= 1e-9);
        }
}

/* No axis, one point, and all points at the same place. */
TEST(spaces_without_axes_have_a_start)
{
    double cost[9];
    for (int64_t n = 1; n <= 3; n++) {
        struct pair pair = pair_alloc(n, n, 2, 2, 1);
        for (int k = 0; k < 2 * n; k++)
            pair.x[k] = pair.y[k] = 1;
        pair_distances(&pair);
        OPENED(small_descent, small, pair);
        assert_ok(axes_cost(&small.descent, cost, &err));
        for (int k = 0; k < n * n; k++)
            assert_true(cost[k] == 0);
    }
}
