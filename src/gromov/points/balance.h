/* balance.h - features in which pairs that will be matched lie close together.
 *
 * Costs alpha_i + beta_j - <f_i, g_j> stay what they are if both clouds of features are centred
 * (what that changes goes into alpha and beta) and if f is multiplied by A and g by A^-1'. The
 * search for pairs completes the square, |f_i - g_j|^2 / 2, and leaves out boxes of features that
 * are far apart; so A is chosen such that both clouds have the same second moments. Between
 * Gaussian clouds that puts every f on the g that it is matched with.
 */
#ifndef PAROT_GROMOV_BALANCE_H
#define PAROT_GROMOV_BALANCE_H

#include "gromov/points/plan_moments.h"
#include "linalg/eigen.h"

/* Scratch; `rank` is the number of features. */
struct balance {
    int64_t rank;
    double *mean_f, *mean_g;                      /* rank each */
    double *cov_f, *cov_g, *half, *inverse, *map; /* rank x rank each */
    double *rows;                                 /* some points, rank each */
    double *variance;                             /* rank: of each feature, afterwards */
    struct eigen eigen;
};

/* rank has been set. */
void balance_layout(struct balance *balance, struct arena *arena);

/* Changes features and offsets by their second moments under the weights p and q; the variances
 * fall from the first feature to the last. 0: all is as it was, since those are not numbers or one
 * cloud is a point. rank may be smaller than at the layout. */
int balance_apply(struct balance *balance, struct weights p, struct weights q,
                  const struct linear_costs *costs);

#endif
