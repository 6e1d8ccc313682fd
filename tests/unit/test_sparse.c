/* test_sparse.c - arithmetic of sparse matrices against that of dense ones. */
#include "base/random.h"
#include "gromov/sparse.h"
#include "test.h"

enum { N = 7, M = 5, SIZE = N * M };

struct matrix {
    int32_t row[SIZE], col[SIZE];
    double mass[SIZE], dense[SIZE];
    parot_plan plan;
};

static void make_matrix(struct matrix *it, uint64_t seed)
{
    it->plan = (parot_plan){N, M, 0, it->row, it->col, it->mass};
    for (int32_t k = 0; k < SIZE; k++) {
        it->dense[k] = 0;
        if (random_uniform(seed, RANDOM_TEST, (uint64_t)k) < 0.4) {
            it->dense[k] = 1 + (double)(random_bits(seed + 1, RANDOM_TEST, (uint64_t)k) % 3);
            sparse_put(&it->plan, k / M, k % M, it->dense[k]);
        }
    }
}

TEST(sparse_matrices_are_what_dense_ones_are)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct matrix a, b, difference;
        double cost[SIZE], sum = 0, added[SIZE];
        make_matrix(&a, 3 * seed);
        make_matrix(&b, 3 * seed + 2);
        make_matrix(&difference, 0);
        sparse_subtract(&difference.plan, &a.plan, &b.plan);
        for (int k = 0; k < SIZE; k++) {
            cost[k] = random_uniform(seed, RANDOM_TEST, (uint64_t)(k + 1000));
            sum += cost[k] * (a.dense[k] - b.dense[k]);
            added[k] = 3 * b.dense[k];
        }
        assert_close(sparse_inner((parot_matrix){cost, N, M, M}, &difference.plan), sum, 1e-14);
        sparse_add_to(added, 3, &difference.plan); /* 3 b + 3 (a - b) */
        for (int k = 0; k < SIZE; k++)
            assert_true(added[k] == 3 * a.dense[k]);
        for (int64_t e = 0; e < difference.plan.count; e++)
            assert_true(difference.mass[e] != 0);
        assert_false(sparse_equal(&a.plan, &b.plan));
        sparse_copy(&b.plan, &a.plan);
        assert_true(sparse_equal(&a.plan, &b.plan));
    }
}
