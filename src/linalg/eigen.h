/* eigen.h - the largest eigenvalues of a symmetric matrix, by LAPACK or by plain C. */
#ifndef PAROT_LINALG_EIGEN_H
#define PAROT_LINALG_EIGEN_H

#include "base/arena.h"

/* From this size on LAPACK is asked, if there is one: below, rotations are as fast, and the same in
 * every build. */
enum { EIGEN_LAPACK = 32 };

struct eigen {
    int64_t n, count; /* of the matrix; of the eigenvalues wanted, at most n */
    double *matrix;   /* n x n, symmetric; is destroyed */
    double *values;   /* n: the first `count` are the largest ones, in falling order */
    double *vectors;  /* n x n: the first `count` rows are their vectors, of length 1 */
    double *work;
    int32_t *integers;
    struct control *control; /* asked by plain C whether to go on; NULL: nobody is */
};

/* n and count say how large the arrays are. */
void eigen_layout(struct eigen *eigen, struct arena *arena);

/* The component of a vector that is largest in size, the first of equals, is positive, so that the
 * result does not depend on who computes it. PAROT_ENUMERIC when there is none, for a matrix that
 * holds what is not a number; or why to stop. LAPACK answers no questions: 0.4 s for n = 1000, 0.9
 * s for 2000, and on as the cube of n. */
parot_status eigen_solve(struct eigen *eigen);

/* The twin: the fallback, and simple enough to trust. */
parot_status eigen_solve_plain(struct eigen *eigen);

#endif
