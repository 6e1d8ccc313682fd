/* axis_limits.h - which numbers an axis shows, and on which scale: decided by the numbers. */
#ifndef PAROT_PLOT_AXIS_LIMITS_H
#define PAROT_PLOT_AXIS_LIMITS_H

#include "base/status.h"
#include "plot/axis_scale.h"

struct numbers {
    const double *first;
    int64_t count;
    int stride; /* from one number to the next */
};

/* A scale for all sets together, with a margin.
 * Fences are three times the range of the middle half away from it (J. Tukey, Exploratory Data
 * Analysis, 1977). If at most one number in twenty lies beyond them, and all others would share
 * less than a third of the axis, the axis ends at the others.
 * With `may_bend` the scale is logarithmic if all numbers are positive and the middle 98 % of them
 * span more than three decades; and bent if more than one in twenty lies beyond the fences. */
parot_status limits_choose(const struct numbers *sets, int count, int may_bend, struct scale *scale,
                           parot_error *err);

#endif
