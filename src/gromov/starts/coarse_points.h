/* coarse_points.h - the start by representatives for clouds of points: distances between these are
 * the only matrices there are. */
#ifndef PAROT_GROMOV_COARSE_POINTS_H
#define PAROT_GROMOV_COARSE_POINTS_H

#include "gromov/points/points_descent.h"

/* The plan of some points of each side, in rows and columns of all; see coarse_spaces.h. It is
 * empty where a limit came first. Release with parot_result_free. */
parot_status coarse_points_plan(const struct points_gromov *gromov, int32_t number,
                                parot_result *plan, parot_error *err);

/* Its moments; without a plan they stay as they are. */
parot_status coarse_points_moments(const struct points_gromov *gromov, int32_t number,
                                   double *moments, parot_error *err);

#endif
