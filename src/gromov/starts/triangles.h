/* triangles.h - pairs of points that probably correspond, found by equal triangles.
 *
 * Where both spaces agree in part, no statistic of all distances does. But three points in common
 * have three partners at the same distances from each other, and distances to these three
 * tell most other points apart.
 */
#ifndef PAROT_GROMOV_TRIANGLES_H
#define PAROT_GROMOV_TRIANGLES_H

#include "gromov/frank_wolfe.h"

/* cost_ij = sum_k (source_i,a(k) - target_j,b(k))^2, n x m, over pairs (a, b) of points that are
 * taken to correspond: distances to these are what the plan must keep. */
parot_status anchors_cost(struct frank_wolfe *descent, const int32_t *source, const int32_t *target,
                          int64_t count, double *cost, parot_error *err);

/* The same, with pairs that are found by triangles; at least 3 points on each side. */
parot_status triangles_cost(struct frank_wolfe *descent, double *cost, parot_error *err);

#endif
