/* exact_refine.h - many exact pivots in doubles, on what is left of the costs. */
#ifndef PAROT_TRANSPORT_EXACT_REFINE_H
#define PAROT_TRANSPORT_EXACT_REFINE_H

#include "transport/simplex/exact.h"

/* Room for it; nothing happens if there is one already, or if there are no lists or no memory: then
 * exact->refine stays NULL. */
void exact_refine_open(struct exact *exact, struct control *control);
void exact_refine_close(struct exact *exact);

/* One more violated arc of a row, not among the candidates as far as is known. Threads may do this
 * for different rows at the same time. */
void exact_refine_put(const struct exact *exact, int32_t row, int32_t col, double cost,
                      double saved);

/* What is left of the costs of arcs that were put, by the present prices. */
void exact_refine_again(const struct exact *exact);

/* Before arcs are put: those that are there are now judged by the present prices, and those that
 * matter least make room. */
void exact_refine_renew(const struct exact *exact);

/* All these arcs, of a row: the column of number k, as a node. 0: there are no more. */
int exact_refine_arc(const struct exact *exact, int32_t row, int32_t k, int32_t *col);

/* How many there can be. */
int64_t exact_refine_room(const struct exact *exact);

/* Pivots until no candidate and no arc that was put is violated under the exact prices of the
 * present tree, as far as doubles can tell; these prices are not those of the tree afterwards.
 * PAROT_OK, or why it was stopped. */
parot_status exact_refine(struct exact *exact, struct control *control);

#endif
