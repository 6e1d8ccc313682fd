/* exact_nearest.h - of all optimal prices, the smallest. */
#ifndef PAROT_TRANSPORT_EXACT_NEAREST_H
#define PAROT_TRANSPORT_EXACT_NEAREST_H

#include "transport/simplex/exact.h"

/* Changes the potentials of the tree's nodes, and of the dummies a and b, to those with the least
 * lambda and u. PAROT_ENOMEM: there is no memory, and nothing has changed. */
parot_status exact_nearest(struct exact *exact, uint64_t *a, const uint64_t *b,
                           struct control *control);

#endif
