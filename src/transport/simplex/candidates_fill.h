/* candidates_fill.h - which arcs become candidates to begin with. */
#ifndef PAROT_TRANSPORT_CANDIDATES_FILL_H
#define PAROT_TRANSPORT_CANDIDATES_FILL_H

#include "transport/simplex/candidates.h"

/* Prices to choose by: the smaller C_ij - col[j], the better. */
struct price_guess {
    const double *col; /* m numbers, in the caller's costs */
    double *row;       /* n numbers: set to min_j (C_ij - col[j]) as far as it is below `price` */
    double price;      /* what one more unit of mass may cost */
};

/* For each row some 30 of its best columns and those that are on its list already, best first. The
 * same reading of the costs finds their
 * range. */
void candidates_fill_best(struct candidates *candidates, const struct costs *costs,
                          struct price_guess guess, int32_t threads, struct cost_range *range);

/* Without a guess (col[j] is 0, or -INFINITY for a column without mass): all pairs that cost at
 * most a limit, the cheapest first. Rows far from everything have none. There are the more pairs,
 * the larger the share of the mass that moves. If the price of the next unit turns out to be at
 * most the limit, no other pair matters. */
void candidates_fill_cheapest(struct candidates *candidates, const struct costs *costs,
                              struct price_guess guess, double share, int32_t threads,
                              struct cost_range *range);

#endif
