/* test_row_order.c - rows are put in an order that is a function of the rows and the seed. */
#include "pu/problem/row_order.h"

#include "instances.h"
#include "test.h"

enum { N = 50, D = 3 };

static void fill(double *rows)
{
    for (uint64_t k = 0; k < N * D; k++)
        rows[k] = floor(4 * test_uniform(1, k)); /* few values: prefixes of rows agree */
}

static void sort(const double *rows, uint64_t seed, int32_t *order)
{
    struct order_item items[N];
    struct control control = {.run.seed = seed};
    assert_int_equal(order_rows((parot_matrix){rows, N, D, D}, &control, items, order), PAROT_OK);
}

TEST(every_row_comes_once)
{
    double rows[N * D];
    int32_t order[N];
    int seen[N] = {0};
    fill(rows);
    sort(rows, 0, order);
    for (int r = 0; r < N; r++)
        assert_true(order[r] >= 0 && order[r] < N && !seen[order[r]]++);
}

TEST(a_permutation_of_the_rows_is_ordered_alike)
{
    double rows[N * D], moved[N * D];
    int32_t order[N], again[N];
    fill(rows);
    for (int i = 0; i < N; i++) /* 7 and 50 have no common divisor */
        memcpy(moved + i * D, rows + (7 * i + 3) % N * D, D * sizeof *rows);
    sort(rows, 5, order);
    sort(moved, 5, again);
    for (int r = 0; r < N; r++)
        assert_memory_equal(rows + order[r] * D, moved + again[r] * D, D * sizeof *rows);
}

TEST(another_seed_is_another_order)
{
    double rows[N * D];
    int32_t order[N], other[N];
    fill(rows);
    sort(rows, 0, order);
    sort(rows, 1, other);
    assert_memory_not_equal(order, other, sizeof order);
}

TEST(copies_stay_together_and_in_place)
{
    const double rows[] = {1, 2, 0.0, 1, 2, -0.0};
    struct order_item items[2];
    int32_t order[2];
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct control control = {.run.seed = seed};
        assert_int_equal(order_rows((parot_matrix){rows, 2, 3, 3}, &control, items, order),
                         PAROT_OK);
        assert_int_equal(order[0], 0);
        assert_true(items[0].key == items[1].key);
    }
}
