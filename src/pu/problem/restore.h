/* restore.h - a transport between rows in the order of row_order.h, back in the caller's. */
#ifndef PAROT_PU_RESTORE_H
#define PAROT_PU_RESTORE_H

#include "base/arena.h"

struct restore_item {
    double value;
    int32_t row, col;
};

/* `scratch` has room for the entries of the plan, its rows and its columns, whichever are most. */
void restore_transport(parot_result *transport, const int32_t *row_order, const int32_t *col_order,
                       struct restore_item *scratch);

#endif
