/* candidates.h - the few arcs of each row that are worth pricing again and again.
 *
 * The simplex prices a short list for every row, in cache, and looks at the whole matrix only when
 * the lists have run dry; that last look is the proof.
 */
#ifndef PAROT_TRANSPORT_CANDIDATES_H
#define PAROT_TRANSPORT_CANDIDATES_H

#include "base/arena.h"
#include "transport/costs.h"

struct candidates {
    int32_t rows, room; /* `room` places for every row */
    int32_t *count;     /* of places in use */
    int32_t *col;       /* columns (not nodes) of row i: col[i room ..] */
    double *cost;       /* C_ij of these, not scaled */
    double limit;       /* every pair with C_ij <= limit is listed; -INFINITY: no such promise */
};

/* Prices to choose by: the smaller C_ij - col[j], the better. */
struct price_guess {
    const double *col; /* m numbers, in the caller's costs */
    double *row;       /* n numbers: set to min_j (C_ij - col[j]) as far as it is below `price` */
    double price;      /* what one more unit of mass may cost */
};

void candidates_layout(struct candidates *candidates, int32_t n, int32_t m, struct arena *arena);

/* For each row some 30 of its best columns, best first. */
void candidates_fill(struct candidates *candidates, const struct costs *costs,
                     struct price_guess guess, int32_t threads);

/* Without a guess: all pairs that cost at most a limit, some 10 to 40 for a typical row, more if a
 * larger share of the mass moves. Rows far from everything have none, rows in a crowd their best
 * ones. If less than that limit turns out to be the price of the next unit, no other pair matters.
 */
void candidates_fill_cheapest(struct candidates *candidates, const struct costs *costs,
                              struct price_guess guess, double share, int32_t threads);

/* The same lists under new costs. */
void candidates_refresh(struct candidates *candidates, const struct costs *costs);

/* Puts an arc on the list of its row; a full list gives up the arc that `potential`, of the nodes,
 * likes least. */
void candidates_add(struct candidates *candidates, const struct costs *costs,
                    const double *potential, int32_t i, int32_t j);

#endif
