/* restore.c - rows and columns of the plan are renumbered through the two orders, then its
 * entries are sorted again. */
#include "pu/problem/restore.h"

#include <stdlib.h>

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
