/* row_order.c - the bits of a row are hashed by multiplications, and the random number of seed and
 * hash is its key; rows are sorted by it. On the way back, rows and columns of a plan are
 * renumbered and its entries sorted again. */
#include "pu/problem/row_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

/* The fractional part of the golden ratio, odd: multiplying by it spreads the bits upwards. */
static const uint64_t SPREAD = UINT64_C(0x9E3779B97F4A7C15);

/* A number takes some 6 ns, each waiting for the one before. */
enum { NUMBERS_BETWEEN_POLLS = 1 << 21 };

/* -0 is 0. */
static uint64_t bits_of(double x)
{
    uint64_t bits = 0;
    x += 0.0;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

uint64_t order_key(const double *row, int64_t cols, uint64_t seed)
{
    uint64_t hash = 0;
    for (int64_t k = 0; k < cols; k++) {
        hash = (hash ^ bits_of(row[k])) * SPREAD;
        hash ^= hash >> 32;
    }
    return random_bits(seed, RANDOM_ORDER, hash);
}

static int by_key(const void *a, const void *b)
{
    const struct order_item *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    for (int64_t k = 0; k < x->cols; k++)
        if (x->row[k] != y->row[k])
            return x->row[k] < y->row[k] ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

parot_status order_weighted_rows(parot_matrix rows, const double *weight, struct control *control,
                                 struct order_item *items, int32_t *order)
{
    uint64_t seed = control->run.seed;
    int64_t between = rows.cols < NUMBERS_BETWEEN_POLLS ? NUMBERS_BETWEEN_POLLS / rows.cols : 1;
    for (int64_t i = 0; i < rows.rows; i++) {
        const double *row = rows.data + i * rows.stride;
        if (i > 0 && i % between == 0)
            TRY(control_poll_part(control, "order", i, rows.rows));
        items[i] = (struct order_item){order_key(row, rows.cols, seed), row, rows.cols,
                                       weight ? weight[i] : 0, (int32_t)i};
    }
    qsort(items, (size_t)rows.rows, sizeof *items, by_key);
    for (int64_t r = 0; r < rows.rows; r++)
        order[r] = items[r].index;
    return PAROT_OK;
}

parot_status order_rows(parot_matrix rows, struct control *control, struct order_item *items,
                        int32_t *order)
{
    return order_weighted_rows(rows, NULL, control, items, order);
}

parot_matrix put_in_order(parot_matrix rows, const int32_t *order, double *to)
{
    for (int64_t r = 0; r < rows.rows; r++)
        memcpy(to + r * rows.cols, rows.data + order[r] * rows.stride,
               (size_t)rows.cols * sizeof *to);
    return (parot_matrix){to, rows.rows, rows.cols, rows.cols};
}

/* ---- Back --------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct restore_item *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->col > y->col) - (x->col < y->col);
}

static void restore_prices(double *prices, const int32_t *order, int64_t count,
                           struct restore_item *scratch)
{
    for (int64_t r = 0; r < count; r++)
        scratch[order[r]].value = prices[r];
    for (int64_t i = 0; i < count; i++)
        prices[i] = scratch[i].value;
}

void restore_transport(parot_result *transport, const int32_t *row_order, const int32_t *col_order,
                       struct restore_item *scratch)
{
    parot_plan *plan = &transport->plan;
    for (int64_t e = 0; e < plan->count; e++)
        scratch[e] =
            (struct restore_item){plan->mass[e], row_order[plan->row[e]], col_order[plan->col[e]]};
    qsort(scratch, (size_t)plan->count, sizeof *scratch, by_place);
    for (int64_t e = 0; e < plan->count; e++) {
        plan->mass[e] = scratch[e].value;
        plan->row[e] = scratch[e].row;
        plan->col[e] = scratch[e].col;
    }
    restore_prices(transport->dual.u, row_order, plan->rows, scratch);
    restore_prices(transport->dual.v, col_order, plan->cols, scratch);
}
