/* ensemble.h - the opinions of a ridge and of a forest as one number.
 *
 * Their values are on different scales, and so are compared as ranks among the unlabeled rows. The
 * one that tells positives from unlabeled rows better counts more: with e the fraction of the pairs
 * of a positive and a negative row that it puts in the wrong order, both rows left out of its fit,
 *
 *     rank = (1 - w) rank by ridge + w rank by forest,   w = e_ridge^4 / (e_ridge^4 + e_forest^4)
 *
 * No label is needed for e: with A the mean rank of the positives among the unlabeled rows, of
 * which the fraction s is positive, 1 - e = (A - s/2) / (1 - s).
 */
#ifndef PAROT_PU_ENSEMBLE_H
#define PAROT_PU_ENSEMBLE_H

#include "base/run.h"

struct ensemble {
    int64_t n;
    const double *by_ridge, *by_forest; /* n each: values of the unlabeled rows, sorted */
    double forest_part;                 /* w, in 64ths, so that sums of ranks are exact */
};

/* What both say of the positives that both had, each left out of the fit. */
struct opinions {
    const double *ridge, *forest; /* m */
    const double *weight;         /* m; NULL: all are 1 */
    int64_t m;
};

/* w of ensemble.h, for `positives` of all unlabeled rows. At least 1/64 and at most 63/64; 1/2 if
 * there are no negatives or no positives to judge by. */
double ensemble_weigh(const struct ensemble *ensemble, struct opinions opinions, int64_t positives);

/* In [0, 1]. Between two ranks it is in proportion. */
double ensemble_rank(const struct ensemble *ensemble, double ridge, double forest);

#endif
