/* test_profiles.c - points that correspond have equal profiles. */
#include "gromov/starts/profiles.h"
#include "small_descent.h"
#include "test.h"

enum { N = 30 };

/* i -> 7 i + 3, as pair_isometric shuffles. */
TEST(corresponding_points_cost_nothing_and_others_do)
{
    static double cost[N * N];
    for (int is_adjusted = 0; is_adjusted < 2; is_adjusted++) {
        OPENED(small_descent, small, pair_isometric(5, N, 0.5));
        assert_ok(profiles_cost(&small.descent, is_adjusted, cost, &err));
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                assert_true((cost[i * N + j] <= 1e-12) == (j == (7 * i + 3) % N));
    }
}

/* Far points on one side alone change plain profiles; adjusted ones look at the near share only. */
TEST(adjusted_profiles_ignore_what_does_not_move)
{
    static double cost[2][2 * N * N];
    for (int is_adjusted = 0; is_adjusted < 2; is_adjusted++) {
        struct pair from = pair_isometric(6, N, 0.5), pair = pair_alloc(2 * N, N, 2, 2, 0.5);
        memcpy(pair.y, from.y, 2 * N * sizeof(double));
        memcpy(pair.x, from.x, 2 * N * sizeof(double));
        for (int i = N; i < 2 * N; i++) /* as many again, far away from these and each other */
            pair.x[2 * i] = 100.0 * i;
        pair_distances(&pair);
        pair_free(&from);
        OPENED(small_descent, small, pair);
        assert_ok(profiles_cost(&small.descent, is_adjusted, cost[is_adjusted], &err));
    }
    for (int i = 0; i < N; i++) {
        double near = cost[1][i * N + (7 * i + 3) % N], plain = cost[0][i * N + (7 * i + 3) % N];
        assert_true(near < plain / 1000);
    }
}
