/* entropic_newton.h - Newton's method for the dual of transport with an entropy.
 *
 * Alternating maximisation crawls when reg is small or nearly everything moves. A Newton step in
 * between takes both sides' prices at once; a handful of them replaces thousands of iterations.
 */
#ifndef PAROT_TRANSPORT_ENTROPIC_NEWTON_H
#define PAROT_TRANSPORT_ENTROPIC_NEWTON_H

#include "transport/entropic/entropic_dual.h"

/* Rows beyond which a step, n^2 (m + n / 3) multiplications, costs more than it saves. */
enum { NEWTON_MOST_ROWS = 2000 };

void newton_layout(struct newton *newton, int64_t n, int64_t m, struct arena *arena);

/* After an iteration has settled the rows: moves their prices, and settles the columns by them. The
 * dual does not fall; where no step can raise it, everything stays as it is. PAROT_OK, or why to
 * stop: everything stays as it is then, too. */
parot_status newton_step(struct entropic *entropic, struct control *control);

#endif
