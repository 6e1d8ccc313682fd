/* cut.h - why a mass cannot move: rows and columns that cover all allowed pairs. */
#ifndef PAROT_TRANSPORT_CUT_H
#define PAROT_TRANSPORT_CUT_H

#include "transport/simplex/simplex.h"

/* Scratch: marks and lists over rows and columns. */
struct cut_search {
    unit_count *row_left, *col_left; /* what allowed pairs leave of each weight */
    int32_t *first, *next;           /* the arcs of each column, as lists */
    int32_t *queue;                  /* rows that can still give mass, in the order found */
    int32_t queued;
    uint8_t *has_row, *has_col; /* 1: in the cut */
    int64_t count;              /* arcs */
    const struct arc *arcs;
};

void cut_layout(struct cut_search *search, int32_t n, int32_t m, struct arena *arena);

/* Sets has_row and has_col from a plan of allowed pairs, as simplex_plan returns it. 0 if the plan
 * does not move as much as can move: then there is no cut to be read from it. */
int cut_find(struct cut_search *search, const struct costs *costs, const struct units *units,
             const struct arc *arcs, int64_t count);

#endif
