/* eigen.h - the largest eigenvalues of a symmetric matrix, by LAPACK or by plain C. */
#ifndef PAROT_LINALG_EIGEN_H
#define PAROT_LINALG_EIGEN_H

#include "base/arena.h"

struct eigen {
    int64_t n, count; /* of the matrix; of the eigenvalues wanted, at most n */
    double *matrix;   /* n x n, symmetric; is destroyed */
    double *values;   /* n: the first `count` are the largest ones, in falling order */
    double *vectors;  /* n x n: the first `count` rows are their vectors, of length 1 */
    double *work;
    int32_t *integers;
};

/* n and count say how large the arrays are. */
void eigen_layout(struct eigen *eigen, struct arena *arena);

/* The component of a vector that is largest in size, the first of equals, is positive, so that the
 * result does not depend on who computes it. Returns 0 when there is none: the matrix holds what
 * is no number. */
int eigen_solve(struct eigen *eigen);

/* The twin: the fallback, and simple enough to trust. */
int eigen_solve_plain(struct eigen *eigen);

#endif
