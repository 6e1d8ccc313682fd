/* rank.h - rows from the most positive to the least. */
#ifndef PAROT_PU_RANK_H
#define PAROT_PU_RANK_H

#include <stdint.h>

struct ranked {
    double share, value;
    int32_t row;
};

/* Fills and sorts n entries: by share (NULL: equal), then by value, larger first; then by row,
 * which is at random (row_order.h). Shares that differ by rounding are alike. */
void rank_rows(int64_t n, const double *share, const double *value, struct ranked *ranked);

/* Sorts the first k by value, and so the others: who is among the first k stays as it is. */
void rank_by_value(struct ranked *ranked, int64_t n, int64_t k);

#endif
