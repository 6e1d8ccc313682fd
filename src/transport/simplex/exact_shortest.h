/* exact_shortest.h - smaller optimal prices where costs come from points. */
#ifndef PAROT_TRANSPORT_EXACT_SHORTEST_H
#define PAROT_TRANSPORT_EXACT_SHORTEST_H

#include "transport/simplex/exact.h"

/* Like exact_nearest, without a look at all pairs for each node: prices that are nearly the least
 * ones, and feasible. Where these would prove less than those there are, nothing changes. */
parot_status exact_shortest(struct exact *exact, uint64_t *a, const uint64_t *b,
                            struct control *control);

#endif
