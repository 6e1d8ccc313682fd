/* injections.h - the best way to send some points of one space to different points of the other,
 * found by going through all of them: for spaces of a few points.
 */
#ifndef PAROT_GROMOV_INJECTIONS_H
#define PAROT_GROMOV_INJECTIONS_H

#include "gromov/frank_wolfe.h"

/* Points of each side, at most: 7 have up to 52,920 injections (5 of 7 points), a few milliseconds
 * if none could be left out; each further point takes ten times as long. */
enum { INJECTIONS_MOST = 7 };

/* cost_ij = 0 where i goes to j, else 1, n x m. As many points move as the mass has room for, if
 * each pair moves the smaller of the mean weights. */
void injections_cost(const struct frank_wolfe *descent, double *cost);

#endif
