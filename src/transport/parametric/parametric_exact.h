/* parametric_exact.h - what the parametric simplex found, proved exactly, or improved until it is.
 */
#ifndef PAROT_TRANSPORT_PARAMETRIC_EXACT_H
#define PAROT_TRANSPORT_PARAMETRIC_EXACT_H

#include "transport/parametric/parametric.h"
#include "transport/simplex/exact.h"
#include "transport/simplex/initial_tree.h"

/* Ties the trees of a run that has come to its end together, and checks whether they are optimal;
 * then `exact` has their prices. exact_begin has been called with the tree to be made. */
parot_status parametric_check(const struct parametric *parametric, const struct units *units,
                              struct initial_tree *initial, struct exact *exact,
                              struct control *control, int *is_optimal);

/* A strongly feasible tree of the plan; 0: the plan is not a vertex, and there is no tree. */
int parametric_plan_tree(const struct parametric *parametric, const struct units *units,
                         struct initial_tree *initial, struct exact *exact);

/* Leaves the plan of a run that has come to its end as a tree with exact prices. exact_begin has
 * been called with that tree; with exact->has_price the mass is free. PAROT_EINVAL: the parametric
 * simplex's plan is not a vertex, and there is no tree. */
parot_status parametric_finish(const struct parametric *parametric, const struct units *units,
                               struct initial_tree *initial, struct exact *exact,
                               struct control *control);

#endif
