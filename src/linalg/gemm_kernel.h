/* gemm_kernel.h - a' b in registers, for processors that multiply and add in one instruction. */
#ifndef PAROT_LINALG_GEMM_KERNEL_H
#define PAROT_LINALG_GEMM_KERNEL_H

#include <stdint.h>

/* Rows of the result that are best handed over at a time. */
enum { GEMM_KERNEL_ROWS = 192 };

/* Does this processor have the instructions? */
int gemm_kernel_is_there(void);

/* c (m x n) += alpha a' b, for a (k x m) and b (k x n); only where it is there. An entry of c does
 * not depend on which others are computed with it. */
void gemm_kernel_tn_add(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                        const double *b, int64_t ldb, double *c, int64_t ldc);

#endif
