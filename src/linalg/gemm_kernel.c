/* gemm_kernel.c - tiles of 6 x 8 sums stay in registers while the inner dimension goes by.
 *
 * OpenBLAS reaches its speed with products far larger than the tiles that keep it on one thread
 * (gemm.h): 32 of the 50 GFlop/s of the processor that this was measured on, where this loop has
 * 44. Up to 48 x 128 numbers of a are copied such that six rows lie side by side, and eight columns
 * of b at a time; both are on the stack, which has no room for much more where memory is short.
 */
#include "linalg/gemm_kernel.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>
#include <string.h>

enum { BLOCK = 48, DEPTH = 128, HIGH = 6, WIDE = 8 };

int gemm_kernel_is_there(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* k rows of `width` numbers each, from rows `stride` apart; what is beyond `count` is 0. `width` is
 * known when this is compiled. */
static inline __attribute__((always_inline)) void
pack(int64_t k, int width, int64_t count, const double *from, int64_t stride, double *to)
{
    for (int64_t l = 0; l < k && count >= width; l++)
        memcpy(to + l * width, from + l * stride, (size_t)width * sizeof *to);
    if (count >= width)
        return;
    for (int64_t l = 0; l < k; l++)
        for (int i = 0; i < width; i++)
            to[l * width + i] = i < count ? from[l * stride + i] : 0;
}

/* tile (6 x 8) = a' b */
__attribute__((target("avx2,fma"))) static void
multiply(int64_t k, const double *restrict a, const double *restrict b, double *restrict tile)
{
    __m256d sum[HIGH][2];
    for (int i = 0; i < HIGH; i++)
        sum[i][0] = sum[i][1] = _mm256_setzero_pd();
    for (int64_t l = 0; l < k; l++) {
        __m256d low = _mm256_load_pd(b + l * WIDE), high = _mm256_load_pd(b + l * WIDE + 4);
#pragma GCC unroll 6
        for (int i = 0; i < HIGH; i++) {
            __m256d x = _mm256_broadcast_sd(a + l * HIGH + i);
            sum[i][0] = _mm256_fmadd_pd(x, low, sum[i][0]);
            sum[i][1] = _mm256_fmadd_pd(x, high, sum[i][1]);
        }
    }
    for (int i = 0; i < HIGH; i++) {
        _mm256_store_pd(tile + i * WIDE, sum[i][0]);
        _mm256_store_pd(tile + i * WIDE + 4, sum[i][1]);
    }
}

static inline __attribute__((always_inline)) void
add_tile(int64_t rows, int64_t cols, double alpha, const double *tile, double *c, int64_t ldc)
{
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j++)
            c[i * ldc + j] += alpha * tile[i * WIDE + j];
}

/* At most BLOCK x n, and DEPTH of the inner dimension. */
__attribute__((target("avx2,fma"))) static void add_block(int64_t m, int64_t n, int64_t k,
                                                          double alpha, const double *a,
                                                          int64_t lda, const double *b, int64_t ldb,
                                                          double *c, int64_t ldc)
{
    _Alignas(64) double rows[BLOCK * DEPTH], cols[DEPTH * WIDE], tile[HIGH * WIDE];
    for (int64_t i = 0; i < m; i += HIGH)
        pack(k, HIGH, m - i, a + i, lda, rows + i * k);
    for (int64_t j = 0; j < n; j += WIDE) {
        int64_t width = least(WIDE, n - j);
        pack(k, WIDE, width, b + j, ldb, cols);
        for (int64_t i = 0; i < m; i += HIGH) {
            for (int64_t r = i; r < least(i + HIGH, m); r++)
                __builtin_prefetch(c + r * ldc + j, 1);
            multiply(k, rows + i * k, cols, tile);
            if (width == WIDE && m - i >= HIGH)
                add_tile(HIGH, WIDE, alpha, tile, c + i * ldc + j, ldc);
            else
                add_tile(least(HIGH, m - i), width, alpha, tile, c + i * ldc + j, ldc);
        }
    }
}

void gemm_kernel_tn_add(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                        const double *b, int64_t ldb, double *c, int64_t ldc)
{
    for (int64_t l = 0; l < k; l += DEPTH)
        for (int64_t i = 0; i < m; i += BLOCK)
            add_block(least(BLOCK, m - i), n, least(DEPTH, k - l), alpha, a + l * lda + i, lda,
                      b + l * ldb, ldb, c + i * ldc, ldc);
}

#else

int gemm_kernel_is_there(void)
{
    return 0;
}

void gemm_kernel_tn_add(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                        const double *b, int64_t ldb, double *c, int64_t ldc)
{
    (void)m, (void)n, (void)k, (void)alpha, (void)a, (void)lda;
    (void)b, (void)ldb, (void)c, (void)ldc;
}

#endif
