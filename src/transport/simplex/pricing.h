/* pricing.h - the search for arcs that would make the plan cheaper.
 *
 * Rows are priced in blocks, round and round, each by its candidates and its slack arc. Each row of
 * a block nominates its most violated arc; the simplex then pivots on the nominees, worst first, as
 * long as they still are violated. The dummy row has a turn for every few columns: whenever the
 * price of the next unit changes, many of its arcs are violated at once. A row that had nothing to
 * nominate rests for some rounds. After a round of all rows without a nominee all arcs are looked
 * at; when none of them is violated either, the plan is optimal.
 */
#ifndef PAROT_TRANSPORT_PRICING_H
#define PAROT_TRANSPORT_PRICING_H

#include "transport/simplex/candidates.h"
#include "transport/simplex/exact.h"
#include "transport/simplex/tree.h"

/* Rows of a block: few enough that nominees are still good after the first pivots, many enough to
 * spread the cost of a look at the clock. */
enum { PRICING_BLOCK = 64 };

struct nominee {
    int32_t row, col;        /* nodes */
    struct reduced_cost arc; /* what it costs: kept, since a look at the matrix misses the cache */
    struct reduced_cost reduced;
};

struct pricing {
    int32_t turns;       /* rows, and pieces of the columns, that take turns */
    int32_t next;        /* turn that begins the next block */
    uint8_t *rest;       /* of each turn: rounds to leave it out */
    uint8_t *streak;     /* and how often it had no nominee, up to a limit */
    int has_skipped;     /* some row was left out in the last round */
    int64_t forbidden;   /* tree arcs with a level; while there are any, levels must be compared */
    double highest;      /* potential of a column, while lists ascend by cost; else INFINITY */
    int64_t entries;     /* of the matrix, read by the solve so far: for parot_info.passes */
    double *row_minimum; /* n numbers: min_j (C_ij - potential_j), scaled, of the last pass */
    int has_minima;      /* and the potentials are still the same */
};

/* Reduced costs are differences of potentials, which are sums of costs along tree paths: near 1, or
 * as large as the potentials. Each arc of a path adds a rounding of 2^-53 or so of that; below this
 * share of it a reduced cost counts as 0. */
static inline double price_tolerance(double u, double v)
{
    return 0x1p-45 * (1 + fabs(u) + fabs(v));
}

/* Is it worth a pivot? */
static inline int is_violated(const struct tree *tree, int32_t row, int32_t col,
                              struct reduced_cost reduced)
{
    return reduced.level < 0 ||
           (reduced.level == 0 &&
            reduced.cost < -price_tolerance(row_potential(tree, row), col_potential(tree, col)));
}

void pricing_layout(struct pricing *pricing, int32_t n, int32_t m, struct arena *arena);

/* Before a solve: all rows are awake. */
void pricing_clear(struct pricing *pricing);

/* Fills nominees[0..PRICING_BLOCK) from the next block that has any, worst first. Returns how many;
 * 0: a whole round found none. */
int pricing_nominate(struct pricing *pricing, const struct tree *tree, const struct costs *costs,
                     const struct candidates *candidates, struct nominee *nominees);

/* Looks at every arc and adds the violated ones to the candidates; returns for how many rows. The
 * tree has no offset. Not
 * to be used while the tree holds arcs with a level: then nominees come from all arcs anyway.
 * `exact`, if not NULL, has prices of the tree: rows without a violated arc are searched by these
 * while they are in the cache. */
int64_t pricing_pass(struct pricing *pricing, const struct tree *tree, const struct costs *costs,
                     struct candidates *candidates, int32_t threads, const struct exact *exact);

#endif
