/* approach.h - the first part of a descent, by gradients that are not exact. */
#ifndef PAROT_GROMOV_APPROACH_H
#define PAROT_GROMOV_APPROACH_H

#include "gromov/frank_wolfe.h"

/* Whole steps to lower and lower vertices; T, value and G are exact in the end, or a stop has left
 * descent->status and no G. Without factors, or where rows are to be whole, nothing happens. Gaps
 * on the way are those of the gradient at hand. */
parot_status frank_wolfe_approach(struct frank_wolfe *descent, parot_error *err);

/* Is a whole step to that value, which changes that share of the lines, the first of an approach?
 * Then the step, and the approach. */
int frank_wolfe_may_approach(const struct frank_wolfe *descent, double share, double value);
parot_status frank_wolfe_approach_again(struct frank_wolfe *descent, parot_error *err);

#endif
