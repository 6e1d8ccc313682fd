/* clusters.h - the densest points of a space (paper, appendix D).
 *
 * The barycentre with two atoms, of weights [mass, rest], that is nearest to the whole in the
 * Wasserstein sense; the points that its first atom stands for are the part.
 */
#ifndef PAROT_GROMOV_CLUSTERS_H
#define PAROT_GROMOV_CLUSTERS_H

#include "gromov/frank_wolfe.h"

/* part_i in [0, weight_i], of total `mass`: what belongs to the first atom. */
parot_status clusters_part(const struct space *space, struct weights weights, double mass,
                           struct control *control, double *part, parot_error *err);

#endif
