/* restore.h - a transport between rows in the order of pu/order.h, back in the caller's. */
#ifndef PAROT_JOBS_RESTORE_H
#define PAROT_JOBS_RESTORE_H

#include "base/arena.h"

struct restore_item {
    double value;
    int32_t row, col;
};

/* `scratch` has room for the entries of the plan, its rows and its columns, whichever are most. */
void restore_transport(parot_result *transport, const int32_t *row_order, const int32_t *col_order,
                       struct restore_item *scratch);

/* to[r] = row order[r]: rows.rows x rows.cols numbers, which are returned as a matrix. */
parot_matrix put_in_order(parot_matrix rows, const int32_t *order, double *to);

#endif
