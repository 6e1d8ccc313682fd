/* density.h - the fraction of positives, from the density ratio of scores (DEDPUL, Ivanov 2020).
 *
 * With d = p/u at each unlabeled row, the mean of min(a d, 1) is a while a <= pi, since a d is then
 * nowhere above 1, and less than a beyond. The estimate is where a minus that mean bends most.
 */
#ifndef PAROT_PU_DENSITY_H
#define PAROT_PU_DENSITY_H

#include "pu/trust/steps.h"

/* In (0, 1). */
double density_estimate(const struct steps *steps);

/* ratio[b]: p/u of each step, smoothed, and not increasing: the first step has the largest. */
void density_ratio(const struct steps *steps, double ratio[STEPS]);

#endif
