/* parametric_exact.h - what the parametric simplex found, proved exactly, or improved until it is.
 */
#ifndef PAROT_TRANSPORT_PARAMETRIC_EXACT_H
#define PAROT_TRANSPORT_PARAMETRIC_EXACT_H

#include "transport/parametric/parametric.h"
#include "transport/simplex/exact.h"
#include "transport/simplex/initial_tree.h"

/* Leaves the plan of a run that has come to its end as a tree with exact prices. exact_begin has
 * been called with that tree; with exact->has_price the mass is free. PAROT_EINVAL: the parametric
 * simplex's plan is not a vertex, and there is no tree. */
parot_status parametric_finish(const struct parametric *parametric, const struct units *units,
                               struct initial_tree *initial, struct exact *exact,
                               struct control *control);

#endif
