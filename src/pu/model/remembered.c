/* remembered.c - pairs of key and value, sorted by key and found by halving. Of copies with
 * different labels the most positive one counts. */
#include "pu/model/remembered.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "pu/problem/row_order.h"

struct pair {
    double key, value;
};

/* 52 bits, so that a double holds it. */
static double key_of(const double *row, int64_t cols)
{
    return (double)(order_key(row, cols, 0) >> 12);
}

/* Larger values first, so that a positive copy stands for all of them. */
static int by_key(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->value < y->value) - (x->value > y->value);
}

/* On the side of the label: above 0 if it is positive. */
static double value_of(const struct pu_result *found, int64_t row)
{
    double distance = found->value[row] - found->border;
    return found->is_positive[row] ? fmax(distance, DBL_TRUE_MIN) : fmin(distance, 0);
}

parot_status remember_rows(const struct pu_problem *problem, const struct pu_result *found,
                           parot_matrix rows, struct control *control, double *key_and_value,
                           parot_error *err)
{
    struct arena arena = {0};
    int64_t n = problem->n;
    arena_take(&arena, n, sizeof(struct pair));
    TRY(arena_open(&arena, control, err));
    struct pair *pairs = arena_take(&arena, n, sizeof *pairs);
    for (int64_t r = 0; r < n; r++) {
        const double *row = rows.data + problem->unlabeled_order[r] * rows.stride;
        pairs[r] = (struct pair){key_of(row, rows.cols), value_of(found, r)};
    }
    qsort(pairs, (size_t)n, sizeof *pairs, by_key);
    for (int64_t r = 0; r < n; r++) {
        key_and_value[r] = pairs[r].key;
        key_and_value[n + r] = pairs[r].value;
    }
    block_free(arena.block);
    return PAROT_OK;
}

int recall_row(const struct remembered *remembered, const double *row, int64_t cols, double *value)
{
    double key = remembered->count ? key_of(row, cols) : 0;
    int64_t low = count_below(remembered->key, remembered->count, key, 0);
    if (low == remembered->count || remembered->key[low] != key)
        return 0;
    *value = remembered->value[low];
    return 1;
}
