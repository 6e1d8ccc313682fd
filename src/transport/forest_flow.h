/* forest_flow.h - the plan while it grows: pairs that carry mass, listed by column and by row.
 *
 * Ties may close cycles of pairs that carry mass. They are all tight, so that mass may turn around
 * them at no cost until one pair is empty: flow_cancel_cycles, after which at most n + m - 1 pairs
 * are left.
 */
#ifndef PAROT_TRANSPORT_FOREST_FLOW_H
#define PAROT_TRANSPORT_FOREST_FLOW_H

#include "base/arena.h"
#include "transport/tree.h"

struct flow_arc {
    int32_t row, col;       /* col: 0..m-1 */
    int32_t next, previous; /* in the list of the column, or of the free arcs; -1: none */
    int32_t next_of_row, previous_of_row;
    int64_t flow; /* > 0 */
};

struct forest_flow {
    int32_t n, m;
    int32_t free_count, free_first;
    struct flow_arc *arcs; /* a pool */
    int32_t *first;        /* m: of every column, -1: none */
    int32_t *first_of_row; /* n */
    int32_t *above;        /* scratch, n + m: the arc to the parent when looking for cycles */
    int32_t *parent;       /* scratch, n + m */
};

void flow_layout(struct forest_flow *flow, int32_t n, int32_t m, struct arena *arena);
void flow_clear(struct forest_flow *flow);

/* Adds to the pair. If it is new, there must be a free arc. */
void flow_add(struct forest_flow *flow, int32_t row, int32_t col, int64_t amount);

/* Takes from the arc; at 0 it is freed. Returns what is left. */
int64_t flow_take(struct forest_flow *flow, int32_t arc, int64_t amount);

/* Keeps the sums of all rows and columns. */
void flow_cancel_cycles(struct forest_flow *flow);

/* All pairs, by column, as plan_fill wants them; returns how many. */
int64_t flow_export(const struct forest_flow *flow, struct arc *arcs);

#endif
