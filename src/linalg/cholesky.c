/* cholesky.c - blocked Cholesky by columns of tiles.
 *
 * Tile (i, j) of L, with tiles of 64 rows and columns:
 *
 *   L_jj L_jj' = G_jj - sum_l<j L_jl L_jl'
 *   L_ij       = (G_ij - sum_l<j L_il L_jl') L_jj^-1'
 *
 * and of M = L^-1, whose squared columns add up to the diagonal of the inverse:
 *
 *   M_jj = L_jj^-1,   M_ij = -L_ii^-1 sum_j<=l<i L_il M_lj
 *
 * All sums are products a b' when M is kept transposed.
 */
#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/gemm.h"

enum { TILE = CHOLESKY_TILE };

struct column {
    struct cholesky *cholesky;
    int64_t first; /* row and column of its tile on the diagonal */
    int64_t below; /* the first of its tiles below that */
};

static int64_t tile_size(const struct cholesky *cholesky, int64_t first)
{
    int64_t rest = cholesky->n - first;
    return rest < TILE ? rest : TILE;
}

/* ---- One tile ----------------------------------------------------------- */

/* In place, the lower part; 0 when a pivot is not positive. */
static int factor_tile(double *a, int64_t stride, int64_t size)
{
    for (int64_t j = 0; j < size; j++) {
        for (int64_t l = 0; l < j; l++)
            a[j * stride + j] -= a[j * stride + l] * a[j * stride + l];
        if (!(a[j * stride + j] > 0))
            return 0;
        double pivot = sqrt(a[j * stride + j]);
        a[j * stride + j] = pivot;
        for (int64_t i = j + 1; i < size; i++) {
            double sum = a[i * stride + j];
            for (int64_t l = 0; l < j; l++)
                sum -= a[i * stride + l] * a[j * stride + l];
            a[i * stride + j] = sum / pivot;
        }
    }
    return 1;
}

/* inverse (size x TILE) = L^-1, lower */
static void invert_tile(const double *l, int64_t stride, int64_t size, double *inverse)
{
    memset(inverse, 0, (size_t)(size * TILE) * sizeof *inverse);
    for (int64_t j = 0; j < size; j++) {
        inverse[j * TILE + j] = 1 / l[j * stride + j];
        for (int64_t i = j + 1; i < size; i++) {
            double sum = 0;
            for (int64_t k = j; k < i; k++)
                sum += l[i * stride + k] * inverse[k * TILE + j];
            inverse[i * TILE + j] = -sum / l[i * stride + i];
        }
    }
}

/* ---- Factor ------------------------------------------------------------- */

/* G_ij -= sum_l<j L_il L_jl' for the tile at (row, col) */
static void subtract_products(const struct cholesky *cholesky, int64_t row, int64_t col)
{
    double product[TILE * TILE];
    int64_t n = cholesky->n, rows = tile_size(cholesky, row), cols = tile_size(cholesky, col);
    if (col == 0)
        return;
    gemm_nt(rows, cols, col, 1.0, cholesky->matrix + row * n, n, cholesky->matrix + col * n, n,
            product, TILE);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j++)
            cholesky->matrix[(row + i) * n + col + j] -= product[i * TILE + j];
}

/* Tiles below + begin .. below + end of one column, number 0 being next to the diagonal. */
static void fill_column(int64_t begin, int64_t end, void *context)
{
    const struct column *column = context;
    const struct cholesky *cholesky = column->cholesky;
    int64_t n = cholesky->n, col = column->first, cols = tile_size(cholesky, col);
    double product[TILE * TILE];
    for (int64_t t = column->below + begin; t < column->below + end; t++) {
        int64_t row = col + (t + 1) * TILE, rows = tile_size(cholesky, row);
        subtract_products(cholesky, row, col);
        gemm_nt(rows, cols, cols, 1.0, cholesky->matrix + row * n + col, n,
                cholesky->inverse + col * TILE, TILE, product, TILE);
        for (int64_t i = 0; i < rows; i++)
            memcpy(cholesky->matrix + (row + i) * n + col, product + i * TILE,
                   (size_t)cols * sizeof *product);
    }
}

static parot_status poll(const struct cholesky *cholesky, const char *stage, int64_t done)
{
    return cholesky->control ? control_poll_part(cholesky->control, stage, done, cholesky->n)
                             : PAROT_OK;
}

/* Of `tiles` that need `length` x 64 x 64 multiplications each, those between two looks at the
 * clock: some 0.02 s with BLAS, 0.15 s in plain C. */
static int64_t tiles_at_a_time(const struct cholesky *cholesky, int64_t tiles, int64_t length)
{
    int64_t most = (INT64_C(1) << 27) / (TILE * TILE * (length > TILE ? length : TILE));
    most = most > cholesky->threads ? most : cholesky->threads;
    return tiles < most ? tiles : most;
}

/* All tiles below the one on the diagonal. */
static parot_status finish_column(struct column *column)
{
    struct cholesky *cholesky = column->cholesky;
    int64_t tiles = (cholesky->n - column->first - 1) / TILE, some = 0;
    for (column->below = 0; column->below < tiles; column->below += some) {
        TRY(poll(cholesky, "factor", column->first));
        some = tiles_at_a_time(cholesky, tiles - column->below, column->first);
        parallel_for(cholesky->threads, some, 1, fill_column, column);
    }
    return PAROT_OK;
}

parot_status cholesky_factor(struct cholesky *cholesky)
{
    int64_t n = cholesky->n;
    for (int64_t first = 0; first < n; first += TILE) {
        struct column column = {cholesky, first, 0};
        int64_t size = tile_size(cholesky, first);
        double *diagonal = cholesky->matrix + first * n + first;
        TRY(poll(cholesky, "factor", first));
        subtract_products(cholesky, first, first);
        if (!factor_tile(diagonal, n, size))
            return PAROT_ENUMERIC;
        invert_tile(diagonal, n, size, cholesky->inverse + first * TILE);
        TRY(finish_column(&column));
    }
    return PAROT_OK;
}

/* ---- Use ---------------------------------------------------------------- */

/* Before each row of tiles of both passes. */
static parot_status poll_row(const struct cholesky *cholesky, int64_t i)
{
    return i % TILE == 0 ? poll(cholesky, "solve", i) : PAROT_OK;
}

parot_status cholesky_solve(const struct cholesky *cholesky, double *x)
{
    const double *l = cholesky->matrix;
    int64_t n = cholesky->n;
    for (int64_t i = 0; i < n; i++) { /* L z = x */
        TRY(poll_row(cholesky, i));
        for (int64_t k = 0; k < i; k++)
            x[i] -= l[i * n + k] * x[k];
        x[i] /= l[i * n + i];
    }
    for (int64_t i = n - 1; i >= 0; i--) { /* L' x = z */
        TRY(poll_row(cholesky, i));
        x[i] /= l[i * n + i];
        for (int64_t k = 0; k < i; k++)
            x[k] -= l[i * n + k] * x[i];
    }
    return PAROT_OK;
}

/* to = M_jj' */
static void transpose_inverse(const struct cholesky *cholesky, int64_t first, double *to)
{
    int64_t size = tile_size(cholesky, first);
    for (int64_t i = 0; i < size; i++)
        for (int64_t j = 0; j < size; j++)
            to[j * TILE + i] = cholesky->inverse[(first + i) * TILE + j];
}

/* The tile at (col, row) above the diagonal becomes M_ij', i the row, j the column:
 * M_ij' = -(sum_l M_lj' L_il') L_ii^-1'; the term l = j, which has its own place, comes first. */
static void fill_inverse_tile(const struct cholesky *cholesky, const double *corner, int64_t row,
                              int64_t col)
{
    double sum[TILE * TILE], rest[TILE * TILE];
    int64_t n = cholesky->n, rows = tile_size(cholesky, row), next = col + TILE;
    double *matrix = cholesky->matrix;
    gemm_nt(TILE, rows, TILE, 1.0, corner, TILE, matrix + row * n + col, n, sum, TILE);
    if (row > next) {
        gemm_nt(TILE, rows, row - next, 1.0, matrix + col * n + next, n, matrix + row * n + next, n,
                rest, TILE);
        for (int64_t e = 0; e < TILE; e++)
            for (int64_t i = 0; i < rows; i++)
                sum[e * TILE + i] += rest[e * TILE + i];
    }
    gemm_nt(TILE, rows, rows, -1.0, sum, TILE, cholesky->inverse + row * TILE, TILE,
            matrix + col * n + row, n);
}

struct band {
    const struct cholesky *cholesky;
    int64_t row, first; /* of a row of tiles, those from tile number `first` on */
};

/* Tiles first + begin .. first + end of a row of M, left of the diagonal; those above it in their
 * columns are there. Tiles left of another are whole: only the last may be smaller. */
static void fill_inverse(int64_t begin, int64_t end, void *context)
{
    const struct band *band = context;
    double corner[TILE * TILE];
    for (int64_t t = band->first + begin; t < band->first + end; t++) {
        transpose_inverse(band->cholesky, t * TILE, corner);
        fill_inverse_tile(band->cholesky, corner, band->row, t * TILE);
    }
}

parot_status cholesky_inverse_diagonal(struct cholesky *cholesky, double *diagonal)
{
    int64_t n = cholesky->n, some = 0;
    for (int64_t row = TILE; row < n; row += TILE)
        for (int64_t first = 0; first < row / TILE; first += some) {
            struct band band = {cholesky, row, first};
            TRY(poll(cholesky, "inverse", row));
            some = tiles_at_a_time(cholesky, row / TILE - first, row);
            parallel_for(cholesky->threads, some, 1, fill_inverse, &band);
        }
    for (int64_t j = 0; j < n; j++) {
        int64_t first = j / TILE * TILE, size = tile_size(cholesky, first);
        double sum = 0;
        for (int64_t i = 0; i < size; i++) {
            double x = cholesky->inverse[(first + i) * TILE + j - first];
            sum += x * x;
        }
        for (int64_t i = first + size; i < n; i++)
            sum += cholesky->matrix[j * n + i] * cholesky->matrix[j * n + i];
        diagonal[j] = sum;
    }
    return PAROT_OK;
}
