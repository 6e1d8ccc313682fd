/* crash.h - a first basis: the cheapest pairs, greedily, then slack. */
#ifndef PAROT_TRANSPORT_CRASH_H
#define PAROT_TRANSPORT_CRASH_H

#include "transport/tree.h"
#include "transport/units.h"

struct crash {
    int64_t *row_left, *col_left; /* mass not yet placed */
    double *values;               /* one row of costs, without the columns that are full */
    int32_t *shortlist;           /* per row, its cheapest columns, cheapest first */
    int32_t *listed, *taken;      /* per row: length of the list, and how much of it is used up */
    int32_t *heap, heap_size;     /* rows by the cost of their next pair, the cheapest on top */
    int32_t *group;               /* union-find over nodes: which are connected */
    struct arc *arcs;
    int64_t count, mass; /* arcs so far, and mass still to place */
};

void crash_layout(struct crash *crash, int32_t n, int32_t m, struct arena *arena);

/* Builds a strongly feasible tree that moves units->mass. Forbidden pairs are used only when
 * nothing else is left. */
void crash_tree(struct crash *crash, const struct costs *costs, const struct units *units,
                struct tree *tree);

#endif
