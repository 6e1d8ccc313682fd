/* row_order.h - an order of rows that does not depend on how the caller lists them.
 *
 * Each row has a key, a random number made of its numbers and the seed. Rows are sorted by key;
 * rows of equal keys by their numbers; exact copies by their weights, if rows have weights, else as
 * they come. Everything in this layer works
 * on rows in that order. So a result is a function of the set of rows, ties that are broken by
 * place are broken at random, and the first rows are a random sample.
 */
#ifndef PAROT_PU_ROW_ORDER_H
#define PAROT_PU_ROW_ORDER_H

#include "base/run.h"

struct order_item {
    uint64_t key;
    const double *row;
    int64_t cols;
    double weight; /* of the row; 0: they have none */
    int32_t index;
};

/* A random number made of the row's numbers and the seed. */
uint64_t order_key(const double *row, int64_t cols, uint64_t seed);

/* order[r]: the row that comes r-th. `items`: scratch, one for each row. PAROT_OK, or why to stop.
 */
parot_status order_rows(parot_matrix rows, struct control *control, struct order_item *items,
                        int32_t *order);

/* The same; exact copies come by their weights, the least first. NULL: there are none. */
parot_status order_weighted_rows(parot_matrix rows, const double *weight, struct control *control,
                                 struct order_item *items, int32_t *order);

/* to[r] = row order[r]: rows.rows x rows.cols numbers, which are returned as a matrix. */
parot_matrix put_in_order(parot_matrix rows, const int32_t *order, double *to);

/* A transport between rows in that order, back in the caller's. */
struct restore_item {
    double value;
    int32_t row, col;
};

/* `scratch` has room for the entries of the plan, its rows and its columns, whichever are most. */
void restore_transport(parot_result *transport, const int32_t *row_order, const int32_t *col_order,
                       struct restore_item *scratch);

#endif
