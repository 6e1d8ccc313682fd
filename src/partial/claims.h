/* claims.h - the cost of one pair, for what is said of a plan from elsewhere. */
#ifndef PAROT_PARTIAL_CLAIMS_H
#define PAROT_PARTIAL_CLAIMS_H

#include "base/status.h"

/* A problem of either kind: `points` is NULL if there is a matrix. */
struct claimed {
    parot_matrix cost; /* of points only its size */
    const double *p, *q;
    const parot_points_problem *points;
    const parot_prices *prices; /* of each point; NULL: none */
};

/* C_ij; NAN, which no claim survives, if points have no distance. */
parot_status claimed_cost(const struct claimed *problem, int64_t i, int64_t j, double *cost,
                          parot_error *err);

#endif
