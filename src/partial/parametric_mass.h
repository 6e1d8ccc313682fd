/* parametric_mass.h - a given mass by the parametric simplex, where that is faster than the
 * simplex. */
#ifndef PAROT_PARTIAL_PARAMETRIC_MASS_H
#define PAROT_PARTIAL_PARAMETRIC_MASS_H

#include "partial/solver.h"

/* For a single solve: the parametric simplex leaves no basis for another. docs/notes/engine.md has
 * the measurements behind the rule. */
int parametric_is_better(const struct simplex *simplex);

/* Leaves its plan as the tree of the simplex, with exact prices. Anything but PAROT_OK: it was
 * stopped, or there is no memory, or costs that it does not take. */
parot_status parametric_solve(parot_solver *solver);

#endif
