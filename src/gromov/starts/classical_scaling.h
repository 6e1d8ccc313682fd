/* classical_scaling.h - both spaces along their principal axes, from distances alone.
 *
 * Classical scaling gives points coordinates whose distances are nearly those of the matrix, along
 * axes that do not depend on how the cloud was turned. Only the signs of the axes, and the order of
 * those that vary by nearly as much, are left to be tried.
 */
#ifndef PAROT_GROMOV_CLASSICAL_SCALING_H
#define PAROT_GROMOV_CLASSICAL_SCALING_H

#include "gromov/frank_wolfe.h"

/* cost_ij = |x_i - R y_j - t|^2, n x m, for the coordinates x and y along up to three axes, and the
 * best R of all signs and orders and a few t. */
parot_status axes_cost(struct frank_wolfe *descent, double *cost, parot_error *err);

#endif
