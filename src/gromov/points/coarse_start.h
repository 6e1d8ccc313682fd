/* coarse_start.h - a plan between groups of points, for the descent of all to go on from.
 *
 * The first linear problems of a descent take most of its time: each is far from the last, so none
 * can begin with the tree of another. What they find is the rough shape of the plan, which groups
 * show as well, with one exception: which of several shapes it is to be, the first plan of all
 * points tells. Where one cloud is a copy of the other that plan is near to the truth, and groups
 * are not copies of groups.
 */
#ifndef PAROT_GROMOV_COARSE_START_H
#define PAROT_GROMOV_COARSE_START_H

#include "gromov/points/points_descent.h"

/* Points that stand for groups, and their masses. */
struct group_set {
    int64_t count;
    double *at, *norm, *weight;
};

/* A descent between groups of points, and its end. */
struct coarse {
    struct points_gromov gromov;
    struct points_descent descent; /* descent.answer is its end */
    struct group_set rows, cols;
    int32_t *order; /* scratch, of the longer side */
    void *memory;
};

/* For squared Euclidean distances: descends between groups from the gradient at a plan of all
 * points with these moments, if they are enough and have no features, which groups by coordinates
 * need not share. 0: there is no end, for lack of points, memory or time. The caller closes *coarse
 * in any case. */
int coarse_start(struct coarse *coarse, const struct points_gromov *gromov, const double *first);
void coarse_start_close(struct coarse *coarse);

#endif
