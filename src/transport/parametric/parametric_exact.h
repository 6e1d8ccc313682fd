/* parametric_exact.h - what the forest found, proved exactly, or improved until it is. */
#ifndef PAROT_TRANSPORT_PARAMETRIC_EXACT_H
#define PAROT_TRANSPORT_PARAMETRIC_EXACT_H

#include "transport/parametric/parametric.h"
#include "transport/simplex/exact.h"
#include "transport/simplex/initial_tree.h"

/* Leaves the plan of a forest that has run to its end as a tree with exact prices. exact_begin has
 * been called with that tree; with exact->has_price the mass is free. PAROT_EINVAL: the forest's
 * plan is not a vertex, and there is no tree. */
parot_status forest_finish(const struct forest *forest, const struct units *units,
                           struct initial_tree *initial, struct exact *exact,
                           struct control *control);

#endif
