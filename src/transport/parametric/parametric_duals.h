/* parametric_duals.h - the proof that goes with a parametric run. */
#ifndef PAROT_TRANSPORT_PARAMETRIC_DUALS_H
#define PAROT_TRANSPORT_PARAMETRIC_DUALS_H

#include "transport/parametric/parametric.h"

/* Feasible duals of the caller's costs, u (n numbers), v (m) and lambda as in partial.h, at a price
 * in scaled costs. is_complete: all that is worth the price has moved, so that a row with mass left
 * has u = 0 and a column with room v = 0, whatever rounding says. */
void parametric_duals(struct parametric *parametric, double price, int is_complete,
                      parot_dual *dual);

#endif
