/* gemm.c - each product is cut into tiles; each tile is one call of CBLAS, or three loops in
 * plain C. Sums of outer products have a kernel of their own where the processor allows. */
#include "linalg/gemm.h"

#include "base/simd.h"
#include "linalg/blas.h"
#include "linalg/gemm_kernel.h"
#include "linalg/vector.h"

/* ---- Plain C ------------------------------------------------------------ */

enum { HIGH = 4, WIDE = 4, DEPTH = 256 };

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* c (HIGH x WIDE) += a b', for the b that is packed: WIDE numbers of each step side by side. Every
 * sum is added up in the order of the definition, so that it does not matter what is a tile. */
SIMD_CLONES static void add_tile(int64_t k, const double *a, int64_t lda, const double *packed,
                                 double *c, int64_t ldc)
{
    double sum[HIGH][WIDE];
    for (int i = 0; i < HIGH; i++)
        for (int j = 0; j < WIDE; j++)
            sum[i][j] = c[i * ldc + j];
    for (int64_t l = 0; l < k; l++)
        for (int i = 0; i < HIGH; i++)
            for (int j = 0; j < WIDE; j++)
                sum[i][j] += a[i * lda + l] * packed[l * WIDE + j];
    for (int i = 0; i < HIGH; i++)
        for (int j = 0; j < WIDE; j++)
            c[i * ldc + j] = sum[i][j];
}

static void add_dot(int64_t k, const double *a, const double *b, double *c)
{
    for (int64_t l = 0; l < k; l++)
        *c += a[l] * b[l];
}

/* c (m x width) += a b' for WIDE rows of b, or fewer, and DEPTH numbers of each, or fewer. */
static void add_strip(int64_t m, int64_t width, int64_t k, const double *a, int64_t lda,
                      const double *b, int64_t ldb, double *c, int64_t ldc)
{
    double packed[DEPTH * WIDE];
    int64_t whole = width == WIDE ? m - m % HIGH : 0;
    for (int64_t j = 0; whole > 0 && j < WIDE; j++)
        for (int64_t l = 0; l < k; l++)
            packed[l * WIDE + j] = b[j * ldb + l];
    for (int64_t i = 0; i < whole; i += HIGH)
        add_tile(k, a + i * lda, lda, packed, c + i * ldc, ldc);
    for (int64_t i = whole; i < m; i++)
        for (int64_t j = 0; j < width; j++)
            add_dot(k, a + i * lda, b + j * ldb, c + i * ldc + j);
}

void gemm_nt_plain(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                   const double *b, int64_t ldb, double *c, int64_t ldc)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++)
            c[i * ldc + j] = 0;
    for (int64_t l = 0; l < k; l += DEPTH)
        for (int64_t j = 0; j < n; j += WIDE)
            add_strip(m, least(WIDE, n - j), least(DEPTH, k - l), a + l, lda, b + j * ldb + l, ldb,
                      c + j, ldc);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++)
            c[i * ldc + j] *= alpha;
}

/* Rows of b are added up, so that the inner loop runs along memory. */
void gemm_tn_add_plain(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                       const double *b, int64_t ldb, double *c, int64_t ldc)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t l = 0; l < k; l++)
            vector_add(n, alpha * a[l * lda + i], b + l * ldb, c + i * ldc);
}

#ifdef PAROT_HAVE_CBLAS

static int shorter(int64_t length)
{
    return (int)(length < GEMM_TILE ? length : GEMM_TILE);
}

/* c tile = sum over the tiles of the inner dimension */
static void tile_nt(const struct blas *blas, int rows, int cols, int64_t k, double alpha,
                    const double *a, int64_t lda, const double *b, int64_t ldb, double *c,
                    int64_t ldc)
{
    for (int64_t l = 0; l < k; l += GEMM_TILE)
        blas->dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, cols, shorter(k - l), alpha,
                    a + l, (int)lda, b + l, (int)ldb, l == 0 ? 0.0 : 1.0, c, (int)ldc);
}

void gemm_nt(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
             const double *b, int64_t ldb, double *c, int64_t ldc)
{
    /* CBLAS has no call for c = 0: it wants lda > 0. */
    const struct blas *blas = k > 0 ? blas_enter() : NULL;
    if (!blas) {
        gemm_nt_plain(m, n, k, alpha, a, lda, b, ldb, c, ldc);
        return;
    }
    for (int64_t i = 0; i < m; i += GEMM_TILE)
        for (int64_t j = 0; j < n; j += GEMM_TILE)
            tile_nt(blas, shorter(m - i), shorter(n - j), k, alpha, a + i * lda, lda, b + j * ldb,
                    ldb, c + i * ldc + j, ldc);
    blas_leave();
}

/* Flat tiles, as long as the inner dimension allows: one in 20 faster than square ones. */
void gemm_tn_add_tiles(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                       const double *b, int64_t ldb, double *c, int64_t ldc)
{
    enum { ROWS = GEMM_TILE / 2, MOST = GEMM_TILE * GEMM_TILE * GEMM_TILE };
    int64_t cols = MOST / (ROWS * (k > 0 ? shorter(k) : 1));
    const struct blas *blas = blas_enter();
    if (!blas) {
        gemm_tn_add_plain(m, n, k, alpha, a, lda, b, ldb, c, ldc);
        return;
    }
    for (int64_t i = 0; i < m; i += ROWS)
        for (int64_t j = 0; j < n; j += cols)
            for (int64_t l = 0; l < k; l += GEMM_TILE)
                blas->dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, (int)least(ROWS, m - i),
                            (int)least(cols, n - j), shorter(k - l), alpha, a + l * lda + i,
                            (int)lda, b + l * ldb + j, (int)ldb, 1.0, c + i * ldc + j, (int)ldc);
    blas_leave();
}

#else

void gemm_nt(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
             const double *b, int64_t ldb, double *c, int64_t ldc)
{
    gemm_nt_plain(m, n, k, alpha, a, lda, b, ldb, c, ldc);
}

void gemm_tn_add_tiles(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                       const double *b, int64_t ldb, double *c, int64_t ldc)
{
    gemm_tn_add_plain(m, n, k, alpha, a, lda, b, ldb, c, ldc);
}

#endif

void gemm_tn_add(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                 const double *b, int64_t ldb, double *c, int64_t ldc)
{
    (gemm_kernel_is_there() ? gemm_kernel_tn_add : gemm_tn_add_tiles)(m, n, k, alpha, a, lda, b,
                                                                      ldb, c, ldc);
}
