/* test_injections.c - the start is the best of all ways to send points to different points. */
#include "gromov/starts/injections.h"
#include "small_descent.h"
#include "test.h"

/* J of the pairs with cost 0, each of mass 1. */
static double value_of(const struct pair *pair, const int *col)
{
    double sum = 0;
    for (int64_t i = 0; i < pair->n; i++)
        for (int64_t k = 0; k < pair->n; k++)
            if (col[i] >= 0 && col[k] >= 0) {
                double d = pair->source[i * pair->n + k] - pair->target[col[i] * pair->m + col[k]];
                sum += d * d / 2;
            }
    return sum;
}

/* Numbers in base m + 1, a digit for each row: 0 stays. Those with `wanted` different columns. */
static double least_of_all(const struct pair *pair, int wanted)
{
    int64_t count = 1;
    double least = INFINITY;
    for (int64_t i = 0; i < pair->n; i++)
        count *= pair->m + 1;
    for (int64_t number = 0; number < count; number++) {
        int col[INJECTIONS_MOST], moved = 0, is_injective = 1;
        int64_t rest = number;
        for (int64_t i = 0; i < pair->n; i++, rest /= pair->m + 1) {
            col[i] = (int)(rest % (pair->m + 1)) - 1;
            moved += col[i] >= 0;
            for (int64_t k = 0; k < i; k++)
                is_injective &= col[i] < 0 || col[i] != col[k];
        }
        if (is_injective && moved == wanted)
            least = fmin(least, value_of(pair, col));
    }
    return least;
}

TEST(no_other_choice_is_better)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        int64_t n = 4 + (int64_t)(seed % 2), m = 5, wanted = 2 + (int64_t)(seed % 3);
        double cost[25];
        int col[INJECTIONS_MOST], moved = 0;
        OPENED(small_descent, small, pair_random(seed, n, m, (double)wanted / (double)m));
        injections_cost(&small.descent, cost);
        for (int64_t i = 0; i < n; i++) {
            col[i] = -1;
            for (int64_t j = 0; j < m; j++)
                if (cost[i * m + j] == 0) {
                    assert_true(col[i] == -1);
                    col[i] = (int)j;
                    moved++;
                }
        }
        assert_int_equal(moved, wanted);
        assert_close(value_of(&small.pair, col), least_of_all(&small.pair, (int)wanted), 1e-12);
    }
}
