/* svd.h - A = sum_k s_k u_k v_k' of a small square matrix. */
#ifndef PAROT_LINALG_SVD_H
#define PAROT_LINALG_SVD_H

#include "base/run.h"

/* From this size on LAPACK is asked, if there is one: below, rotations are as fast, and the same in
 * every build. */
enum { SVD_LAPACK = 32 };

/* Numbers of scratch for a matrix of n x n. */
int64_t svd_work(int64_t n);

struct svd {
    int64_t n;
    double *s;               /* n: decreasing, >= 0 */
    double *u, *v;           /* n x n: row k is u_k, or v_k; orthonormal whatever the rank */
    double *work;            /* svd_work(n); svd_plain does without */
    struct control *control; /* asked by plain C whether to go on; NULL: nobody is */
};

/* a: n x n, row-major, finite, kept. PAROT_OK, or why to stop. LAPACK answers no questions: 0.08 s
 * for n = 500, 0.5 s for 1000, and on as the cube of n. */
parot_status svd(const struct svd *svd, const double *a);

/* One-sided Jacobi rotations: the twin of LAPACK's. */
parot_status svd_plain(const struct svd *svd, const double *a);

/* Determinant of a matrix; `work` has n x n numbers. */
double determinant(int64_t n, const double *a, double *work);

#endif
