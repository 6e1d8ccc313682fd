/* coarse.h - prices guessed from a random third of the rows and columns, solved exactly.
 *
 * When most of the mass moves, the cheapest pairs of a row say little about which ones it will use;
 * what they cost beyond the right prices says nearly all. Good prices come cheaply: a random third
 * of the nodes, each with the mass of all that are most like it (representatives.h), has nearly the
 * prices of the whole, and is solved the same way, recursively.
 */
#ifndef PAROT_TRANSPORT_COARSE_H
#define PAROT_TRANSPORT_COARSE_H

#include "transport/simplex/simplex.h"

/* Is the problem large, does most of its mass move, and can a sample stand for it? */
int coarse_is_useful(const struct simplex *simplex);

/* Sets simplex->col_price and *price, in the caller's costs, and lists the columns of the pairs
 * that the sample's plan suggests (without costs; candidates_fill_best completes the lists). 0 if
 * memory or time is short, or if the sample has a forbidden pair. */
int coarse_prices(struct simplex *simplex, struct control *control, double *price);

#endif
