/* gemm.h - dense matrix products, by CBLAS or by plain C.
 *
 * Row-major with leading dimensions. CBLAS may bring threads of its own, whose number we neither
 * know nor want: products are cut into tiles small enough that it stays on the calling thread.
 */
#ifndef PAROT_LINALG_GEMM_H
#define PAROT_LINALG_GEMM_H

#include <stdint.h>

/* OpenBLAS keeps to one thread up to 2^18 multiplications; 64^3 = 2^18. */
enum { GEMM_TILE = 64 };

/* c (m x n) = alpha a b', for a (m x k) and b (n x k). */
void gemm_nt(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
             const double *b, int64_t ldb, double *c, int64_t ldc);

/* c (m x n) += alpha a' b, for a (k x m) and b (k x n). */
void gemm_tn_add(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                 const double *b, int64_t ldb, double *c, int64_t ldc);

/* The same by CBLAS, for processors without the instructions of gemm_kernel.h. */
void gemm_tn_add_tiles(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                       const double *b, int64_t ldb, double *c, int64_t ldc);

/* The twins: the definition, and what is used where there is no OpenBLAS or no room for it. */
void gemm_nt_plain(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                   const double *b, int64_t ldb, double *c, int64_t ldc);

void gemm_tn_add_plain(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                       const double *b, int64_t ldb, double *c, int64_t ldc);

#endif
