/* profiles.h - points compared by how their distances to all the others are distributed.
 *
 * The sorted distances of a point do not change under isometries or permutations, so points that
 * correspond have equal profiles: a lower bound of Gromov-Wasserstein (Memoli, 2011), and a start.
 */
#ifndef PAROT_GROMOV_PROFILES_H
#define PAROT_GROMOV_PROFILES_H

#include "gromov/frank_wolfe.h"

/* cost_ij = squared difference of the profiles of source point i and target point j, n x m.
 *
 * Plain profiles hold all quantiles. Where only a share of the mass moves, a point that moves has
 * the distances to the others that move among its smallest: adjusted ones hold the quantiles up to
 * nine tenths of that share (of each side its own). */
parot_status profiles_cost(struct frank_wolfe *descent, int is_adjusted, double *cost,
                           parot_error *err);

#endif
