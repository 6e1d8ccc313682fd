/* test_gemm.c - products of matrices, by CBLAS and by the plain twin, against long double.
 *
 * A dot product of k terms is within k u |alpha| sum |a_l b_l| of the exact one, u = 2^-53,
 * whatever the order of summation; the factor 2 covers alpha and the second order.
 */
#include "base/random.h"
#include "linalg/gemm.h"
#include "test.h"

typedef void gemm(int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda,
                  const double *b, int64_t ldb, double *c, int64_t ldc);

struct shape {
    int64_t m, n, k, padding;
    double alpha;
};

static const double UNTOUCHED = -12345;

static double *random_table(uint64_t seed, int64_t rows, int64_t stride)
{
    double *table = malloc((size_t)(rows * stride + 1) * sizeof *table);
    for (int64_t i = 0; i < rows * stride; i++)
        table[i] = random_uniform(seed, RANDOM_TEST, (uint64_t)i) - 0.5;
    return table;
}

static void check_entry(struct shape shape, const double *a, const double *b, double c)
{
    long double dot = 0, magnitudes = 0;
    for (int64_t l = 0; l < shape.k; l++) {
        dot += (long double)a[l] * b[l];
        magnitudes += fabsl((long double)a[l] * b[l]);
    }
    long double bound = 2 * (long double)(shape.k + 1) * 0x1p-53L * fabs(shape.alpha) * magnitudes;
    assert_true(fabsl(c - shape.alpha * dot) <= bound);
}

/* c starts as NaN where it must be written, and must stay as it is in its padding. */
static void check_shape(gemm *multiply, struct shape shape)
{
    int64_t lda = shape.k + shape.padding, ldb = shape.k + 2 * shape.padding;
    int64_t ldc = shape.n + shape.padding;
    FREED double *a = random_table(1, shape.m, lda), *b = random_table(2, shape.n, ldb);
    FREED double *c = random_table(3, shape.m, ldc);
    for (int64_t i = 0; i < shape.m * ldc; i++)
        c[i] = i % ldc < shape.n ? NAN : UNTOUCHED;
    multiply(shape.m, shape.n, shape.k, shape.alpha, a, lda, b, ldb, c, ldc);
    for (int64_t i = 0; i < shape.m; i++) {
        for (int64_t j = 0; j < shape.n; j++)
            check_entry(shape, a + i * lda, b + j * ldb, c[i * ldc + j]);
        for (int64_t j = shape.n; j < ldc; j++)
            assert_true(c[i * ldc + j] == UNTOUCHED);
    }
}

static void check_shapes(gemm *multiply)
{
    static const int64_t sizes[][2] = {{1, 1},   {1, 65}, {2, 3},   {7, 5},   {63, 64},
                                       {64, 65}, {65, 1}, {65, 63}, {130, 67}};
    static const int64_t inner[] = {0, 1, 2, 3, 17, 63, 64, 65, 128, 200};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t l = 0; l < sizeof inner / sizeof *inner; l++) {
            check_shape(multiply, (struct shape){sizes[s][0], sizes[s][1], inner[l], 0, -2});
            check_shape(multiply, (struct shape){sizes[s][0], sizes[s][1], inner[l], 3, 0.7});
        }
}

TEST(the_plain_twin_is_the_definition)
{
    check_shapes(gemm_nt_plain);
}

TEST(gemm_agrees_with_the_definition)
{
    check_shapes(gemm_nt);
}

TEST(an_empty_product_writes_nothing)
{
    double one = 1, c = UNTOUCHED;
    gemm_nt(0, 1, 1, 1, &one, 1, &one, 1, &c, 1);
    gemm_nt(1, 0, 1, 1, &one, 1, &one, 1, &c, 1);
    gemm_nt_plain(0, 1, 1, 1, &one, 1, &one, 1, &c, 1);
    gemm_nt_plain(1, 0, 1, 1, &one, 1, &one, 1, &c, 1);
    assert_true(c == UNTOUCHED);
}

/* Whole numbers leave nothing to round: the twins must then agree exactly. */
TEST(products_of_whole_numbers_are_exact)
{
    enum { SIZE = 70 };
    static double a[SIZE * SIZE], b[SIZE * SIZE], c[SIZE * SIZE], plain[SIZE * SIZE];
    for (int i = 0; i < SIZE * SIZE; i++) {
        a[i] = (double)(random_bits(1, RANDOM_TEST, (uint64_t)i) % 1000);
        b[i] = -(double)(random_bits(2, RANDOM_TEST, (uint64_t)i) % 1000);
    }
    gemm_nt(SIZE, SIZE, SIZE, 3, a, SIZE, b, SIZE, c, SIZE);
    gemm_nt_plain(SIZE, SIZE, SIZE, 3, a, SIZE, b, SIZE, plain, SIZE);
    assert_memory_equal(c, plain, sizeof c);
}

/* ---- c += alpha a' b ---------------------------------------------------- */

static void check_transposed(gemm *multiply, struct shape shape)
{
    int64_t lda = shape.m + shape.padding, ldb = shape.n + 2 * shape.padding;
    int64_t ldc = shape.n + shape.padding;
    FREED double *a = random_table(4, shape.k, lda), *b = random_table(5, shape.k, ldb);
    FREED double *c = random_table(6, shape.m, ldc), *before = random_table(6, shape.m, ldc);
    multiply(shape.m, shape.n, shape.k, shape.alpha, a, lda, b, ldb, c, ldc);
    for (int64_t i = 0; i < shape.m; i++)
        for (int64_t j = 0; j < ldc; j++) {
            long double exact = before[i * ldc + j], magnitude = fabsl(exact);
            for (int64_t l = 0; j < shape.n && l < shape.k; l++) {
                long double term = (long double)shape.alpha * a[l * lda + i] * b[l * ldb + j];
                exact += term;
                magnitude += fabsl(term);
            }
            long double bound = 2 * (long double)(shape.k + 1) * 0x1p-53L * magnitude;
            assert_true(fabsl(c[i * ldc + j] - exact) <= (j < shape.n ? bound : 0));
        }
}

TEST(transposed_products_are_added_to_what_is_there)
{
    static const int64_t sizes[][3] = {{1, 1, 0},     {1, 65, 1},    {2, 3, 5},
                                       {63, 64, 65},  {64, 65, 3},   {65, 1, 130},
                                       {130, 67, 64}, {200, 9, 129}, {6, 8, 128}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int64_t padding = 0; padding < 4; padding += 3) {
            struct shape shape = {sizes[s][0], sizes[s][1], sizes[s][2], padding, -0.7};
            check_transposed(gemm_tn_add, shape);
            check_transposed(gemm_tn_add_tiles, shape);
            check_transposed(gemm_tn_add_plain, shape);
        }
}

/* A thread computes some rows, and results must not depend on which. */
TEST(an_entry_does_not_depend_on_its_neighbours)
{
    enum { ROWS = 199, COLS = 43, DEPTH = 150 };
    FREED double *a = random_table(7, DEPTH, ROWS), *b = random_table(8, DEPTH, COLS);
    FREED double *c = random_table(9, ROWS, COLS), *parts = random_table(9, ROWS, COLS);
    gemm_tn_add(ROWS, COLS, DEPTH, -0.3, a, ROWS, b, COLS, c, COLS);
    for (int64_t i = 0, rows = 1; i < ROWS; i += rows, rows = i % 7 + 1)
        gemm_tn_add(i + rows < ROWS ? rows : ROWS - i, COLS, DEPTH, -0.3, a + i, ROWS, b, COLS,
                    parts + i * COLS, COLS);
    assert_memory_equal(c, parts, ROWS * COLS * sizeof *c);
}
