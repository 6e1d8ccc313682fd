/* test_whole_rows.c - masses of whole units move whole units, without dust.
 *
 * If the weights of one side are multiples of a unit, and so is the mass, both as doubles have
 * rounded them, then a row is split only where a full column splits it: no share of a row is within
 * rounding of 0 or 1 without being 0 or 1.
 */
#include "instances.h"
#include "test.h"

enum { MOST_ROWS = 40, MOST_COLS = 30, INSTANCES = 4000 };

struct shape {
    int64_t n, m, k; /* k of n rows are to move */
};

/* Weights of the other side: random ones of several totals, alike ones, multiples among others. */
static double fill_weights(uint64_t seed, struct shape shape, double *q)
{
    double total = 0, wanted = 1 + 2 * test_uniform(seed, 5);
    for (int64_t j = 0; j < shape.m; j++) {
        double x = test_uniform(seed, 100 + (uint64_t)j);
        int is_multiple = seed % 4 == 3 && test_uniform(seed, 200 + (uint64_t)j) < 0.5;
        q[j] = seed % 4 == 1 ? 1 : is_multiple ? ceil(x * (double)shape.n) / (double)shape.n : x;
        total += q[j];
    }
    if (seed % 4 == 3)
        return total;
    double scale = seed % 4 == 2 ? (double)shape.k / (double)shape.n : wanted;
    for (int64_t j = 0; j < shape.m; j++)
        q[j] *= scale / total;
    return scale;
}

/* k / n, k (1 / n), or 1 / n + 1 / n + ... */
static double mass_of(uint64_t seed, struct shape shape)
{
    double share = 1.0 / (double)shape.n, sum = 0;
    for (int64_t i = 0; i < shape.k; i++)
        sum += share;
    return seed % 3 == 0   ? (double)shape.k / (double)shape.n
           : seed % 3 == 1 ? (double)shape.k * share
                           : sum;
}

static void assert_no_dust(const parot_plan *plan, struct shape shape, int is_turned, uint64_t seed)
{
    for (int64_t i = 0; i < shape.n; i++) {
        double moved = (double)(is_turned ? plan_col(plan, i) : plan_row(plan, i));
        double share = moved * (double)shape.n;
        if ((share > 0 && share < 1e-9) || (share > 1 - 1e-9 && fabs(share - 1) > 1e-14))
            fail_msg("seed %llu: %lld x %lld, %lld rows: row %lld moves %.17g of itself",
                     (unsigned long long)seed, (long long)shape.n, (long long)shape.m,
                     (long long)shape.k, (long long)i, share);
    }
}

static void solve_one(uint64_t seed, int is_turned)
{
    struct shape shape = {3 + (int64_t)(test_uniform(seed, 0) * (MOST_ROWS - 3)),
                          2 + (int64_t)(test_uniform(seed, 1) * (MOST_COLS - 2)), 0};
    double cost[MOST_ROWS * MOST_COLS], p[MOST_ROWS], q[MOST_COLS];
    shape.k = 1 + (int64_t)(test_uniform(seed, 2) * (double)(shape.n - 1));
    for (int64_t e = 0; e < shape.n * shape.m; e++)
        cost[e] = test_uniform(seed, 1000 + (uint64_t)e);
    for (int64_t i = 0; i < shape.n; i++)
        p[i] = 1.0 / (double)shape.n;
    double total = fill_weights(seed, shape, q), mass = mass_of(seed, shape);
    if (mass > total * (1 + 1e-13))
        return;
    parot_problem problem = {{cost, shape.n, shape.m, shape.m}, seed % 5 ? p : NULL, q, mass};
    if (is_turned)
        problem = (parot_problem){{cost, shape.m, shape.n, shape.n}, q, seed % 5 ? p : NULL, mass};
    AUTO(parot_result, result);
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_no_dust(&result.plan, shape, is_turned, seed);
}

TEST(whole_rows_move_whole_whatever_the_columns_weigh)
{
    for (uint64_t seed = 0; seed < INSTANCES; seed++)
        solve_one(seed, 0);
}

TEST(whole_columns_move_whole_whatever_the_rows_weigh)
{
    for (uint64_t seed = 0; seed < INSTANCES; seed++)
        solve_one(seed, 1);
}
