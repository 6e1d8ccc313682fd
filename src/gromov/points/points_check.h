/* points_check.h - what parot_gromov_points accepts. */
#ifndef PAROT_GROMOV_POINTS_CHECK_H
#define PAROT_GROMOV_POINTS_CHECK_H

#include "base/run.h"

/* Starts that do without matrices. */
uint32_t points_known_starts(const parot_gromov_points_problem *problem);

/* Everything but the size and the reserved fields of the structs. The largest coordinate and the
 * largest feature are those of the caller, and are raised from what they were. */
parot_status points_check(const parot_gromov_points_problem *problem,
                          const parot_gromov_options *options, double *largest,
                          double *largest_feature, parot_error *err);

#endif
