/* cholesky.h - G = L L' of a symmetric positive definite matrix, and the diagonal of its inverse.
 *
 * By tiles of 64 x 64 over gemm.h, on several threads; the result does not depend on their number.
 */
#ifndef PAROT_LINALG_CHOLESKY_H
#define PAROT_LINALG_CHOLESKY_H

#include "base/run.h"

enum { CHOLESKY_TILE = 64 };

struct cholesky {
    int64_t n;
    double *matrix;  /* n x n: G, its lower part is enough; then L below and L^-1' above */
    double *inverse; /* n x 64: the inverses of the tiles on the diagonal of L */
    int32_t threads;
    struct control *control; /* asked between tiles whether to go on; NULL: nobody is */
};

/* PAROT_ENUMERIC when G is not positive definite to within rounding; or why to stop. Only the lower
 * part is changed. */
parot_status cholesky_factor(struct cholesky *cholesky);

/* x = G^-1 x, after cholesky_factor; or why to stop: x is then of no use. */
parot_status cholesky_solve(const struct cholesky *cholesky, double *x);

/* diagonal[i] = (G^-1)_ii, after cholesky_factor; or why to stop. Writes above the diagonal of the
 * matrix. */
parot_status cholesky_inverse_diagonal(struct cholesky *cholesky, double *diagonal);

#endif
