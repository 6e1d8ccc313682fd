/* svd.h - A = sum_k s_k u_k v_k' of a small square matrix. */
#ifndef PAROT_LINALG_SVD_H
#define PAROT_LINALG_SVD_H

#include <stdint.h>

/* From this size on LAPACK is asked, if there is one: below, rotations are as fast, and the same in
 * every build. */
enum { SVD_LAPACK = 32 };

/* Numbers of scratch for a matrix of n x n. */
int64_t svd_work(int64_t n);

/* LAPACK answers no questions: 0.08 s for n = 500, 0.5 s for 1000, and on as the cube of n.
 *
 * a: n x n, row-major, finite, kept. s: n numbers, decreasing, >= 0. Row k of u (n x n) is u_k, row
 * k of v is v_k; both are orthonormal whatever the rank. */
void svd(int64_t n, const double *a, double *s, double *u, double *v, double *work);

/* One-sided Jacobi rotations: the twin of LAPACK's. */
void svd_plain(int64_t n, const double *a, double *s, double *u, double *v);

/* Determinant of a matrix; `work` has n x n numbers. */
double determinant(int64_t n, const double *a, double *work);

#endif
