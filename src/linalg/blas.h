/* blas.h - OpenBLAS, opened by the first product and only where there is room for it.
 *
 * OpenBLAS starts a thread per core as soon as it is loaded and maps a work buffer of 128 MB for
 * each of them and for each caller. Where a mapping fails it tries again forever, and where a
 * thread cannot be started it interrupts the process. A program that merely links it therefore
 * hangs or dies under a limit of its address space, whether it multiplies or not. So we do not link
 * it: whoever wants a product asks here first, and computes in plain C if the answer is no.
 */
#ifndef PAROT_LINALG_BLAS_H
#define PAROT_LINALG_BLAS_H

#include <stddef.h>

#ifdef PAROT_HAVE_CBLAS
#include <cblas.h>

/* LAPACK as Fortran has it, with the lengths of the texts behind. */
typedef void blas_dsyevr(const char *job, const char *range, const char *triangle, const int *n,
                         double *a, const int *lda, const double *low, const double *high,
                         const int *first, const int *last, const double *tolerance, int *found,
                         double *values, double *vectors, const int *ldz, int *support,
                         double *work, const int *work_size, int *integers,
                         const int *integers_size, int *status, size_t, size_t, size_t);
typedef void blas_dgesdd(const char *job, const int *m, const int *n, double *a, const int *lda,
                         double *s, double *u, const int *ldu, double *vt, const int *ldvt,
                         double *work, const int *lwork, int *integers, int *info, size_t);

struct blas {
    __typeof__(cblas_dgemm) *dgemm;
    blas_dsyevr *dsyevr; /* NULL: OpenBLAS was built without LAPACK */
    blas_dgesdd *dgesdd;
};

/* The functions, with a work buffer for the calling thread; NULL: there is no OpenBLAS, or no room
 * for it. Every call that is not answered by NULL is followed by blas_leave. */
const struct blas *blas_enter(void);
void blas_leave(void);

#endif

#endif
