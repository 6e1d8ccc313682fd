/* plan.h - integer masses back to doubles, without losing what they guarantee. */
#ifndef PAROT_PARTIAL_PLAN_H
#define PAROT_PARTIAL_PLAN_H

#include "base/arena.h"
#include "base/sums.h"
#include "transport/simplex/tree.h"
#include "transport/units.h"

/* Scratch of the rounding: a running sum, and the entry to correct, of each row and column. */
struct rounding {
    struct sum *rows, *cols;
    int64_t *pick;
};

void rounding_layout(struct rounding *rounding, int64_t n, int64_t m, struct arena *arena);

/* Fills a plan that has room for `count` entries with arcs as simplex_plan returns them (columns
 * are nodes: n + 1 + j), sorted by row and column:
 *
 *   - an arc that moves all of a row or column moves exactly its weight;
 *   - the exact sum of a row is at most p_i, that of a column at most q_j;
 *   - the exact sum of all is units->request to one unit in the last place. */
void plan_fill(parot_plan *plan, const struct arc *arcs, const struct units *units,
               struct weights p, struct weights q, const struct rounding *rounding);

/* The last two promises for a plan whose masses keep them up to rounding. */
void plan_settle(parot_plan *plan, double request, struct weights p, struct weights q,
                 const struct rounding *rounding);

#endif
