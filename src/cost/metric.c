/* metric.c - the metrics as tiles of at most 64 x 64 distances.
 *
 * In few dimensions, and for city block and Chebyshev, differences are summed (or the largest
 * taken) as they are defined. In many,
 *
 *   |x - y|^2 = |x|^2 + |y|^2 - 2 <x, y>
 *
 * with the products from BLAS. That form loses digits when x and y are close compared with their
 * lengths; such pairs are computed again from their differences.
 */
#include "cost/metric.h"

#include <math.h>
#include <string.h>

#include "base/simd.h"
#include "linalg/gemm.h"

/* Below this share of |x|^2 + |y|^2 a squared distance is recomputed: the product form then still
 * has all but four of its bits, and after centring few pairs are this close. */
static const double CLOSE = 1.0 / 16;

/* Coordinates added in one pass over a row of sums: loads and stores of the sums, not arithmetic,
 * are what limits that pass. */
enum { GROUP = 4 };

struct tile {
    int64_t row, col; /* of its first entry */
    int64_t rows, cols;
    double *cost;
    int64_t stride;
};

static double squared_distance(const double *x, const double *y, int64_t dims)
{
    double sum = 0;
    for (int64_t k = 0; k < dims; k++)
        sum += (x[k] - y[k]) * (x[k] - y[k]);
    return sum;
}

int metric_has_products(parot_metric metric)
{
    return metric != PAROT_METRIC_CITYBLOCK && metric != PAROT_METRIC_CHEBYSHEV;
}

/* part (dims x cols) = rows y_col.. of y, coordinates first..first+dims, transposed so that the
 * innermost loops below run along memory; zeros complete the last group of coordinates */
static void transpose(const struct point_pair *pair, const struct tile *tile, int64_t first,
                      int64_t dims, double part[METRIC_TILE][METRIC_TILE])
{
    for (int64_t j = 0; j < tile->cols; j++)
        for (int64_t k = 0; k < dims; k++)
            part[k][j] = pair->y[(tile->col + j) * pair->dims + first + k];
    for (int64_t k = dims; k % GROUP != 0; k++)
        memset(part[k], 0, sizeof part[k]);
}

SIMD_CLONES static void add_squares(const double x[GROUP], double (*restrict y)[METRIC_TILE],
                                    int64_t cols, double *restrict sum)
{
    for (int64_t j = 0; j < cols; j++) {
        double a = x[0] - y[0][j], b = x[1] - y[1][j], c = x[2] - y[2][j], d = x[3] - y[3][j];
        sum[j] = sum[j] + a * a + b * b + c * c + d * d;
    }
}

static void add_magnitudes(const double x[GROUP], double (*restrict y)[METRIC_TILE], int64_t cols,
                           double *restrict sum)
{
    for (int64_t j = 0; j < cols; j++)
        sum[j] = sum[j] + fabs(x[0] - y[0][j]) + fabs(x[1] - y[1][j]) + fabs(x[2] - y[2][j]) +
                 fabs(x[3] - y[3][j]);
}

static void take_largest(const double x[GROUP], double (*restrict y)[METRIC_TILE], int64_t cols,
                         double *restrict most)
{
    for (int64_t j = 0; j < cols; j++) {
        double a = fabs(x[0] - y[0][j]), b = fabs(x[1] - y[1][j]);
        double c = fabs(x[2] - y[2][j]), d = fabs(x[3] - y[3][j]);
        a = a > b ? a : b;
        c = c > d ? c : d;
        a = a > c ? a : c;
        most[j] = most[j] > a ? most[j] : a;
    }
}

/* One row of a tile: adds the coordinates in `part`, a group at a time. */
static void add_row(parot_metric metric, const double *x, int64_t dims, double (*part)[METRIC_TILE],
                    int64_t cols, double *sum)
{
    for (int64_t k = 0; k < dims; k += GROUP) {
        double group[GROUP] = {0};
        for (int64_t l = 0; l < GROUP && k + l < dims; l++)
            group[l] = x[k + l];
        if (metric == PAROT_METRIC_CITYBLOCK)
            add_magnitudes(group, part + k, cols, sum);
        else if (metric == PAROT_METRIC_CHEBYSHEV)
            take_largest(group, part + k, cols, sum);
        else
            add_squares(group, part + k, cols, sum);
    }
}

/* sum over the coordinates of (x - y)^2, or of |x - y|, or the largest |x - y| */
static void tile_of_differences(const struct point_pair *pair, const struct tile *tile)
{
    double part[METRIC_TILE][METRIC_TILE];
    for (int64_t i = 0; i < tile->rows; i++)
        for (int64_t j = 0; j < tile->cols; j++)
            tile->cost[i * tile->stride + j] = 0;
    for (int64_t first = 0; first < pair->dims; first += METRIC_TILE) {
        int64_t rest = pair->dims - first;
        int64_t dims = rest < METRIC_TILE ? rest : METRIC_TILE;
        transpose(pair, tile, first, dims, part);
        for (int64_t i = 0; i < tile->rows; i++)
            add_row(pair->metric, pair->x + (tile->row + i) * pair->dims + first, dims, part,
                    tile->cols, tile->cost + i * tile->stride);
    }
}

/* |x|^2 + |y|^2 - 2 <x, y>, safe for close pairs */
static void tile_of_products(const struct point_pair *pair, const struct tile *tile)
{
    int64_t dims = pair->dims;
    gemm_nt(tile->rows, tile->cols, dims, -2.0, pair->centred_x + tile->row * dims, dims,
            pair->centred_y + tile->col * dims, dims, tile->cost, tile->stride);
    for (int64_t i = 0; i < tile->rows; i++)
        for (int64_t j = 0; j < tile->cols; j++) {
            double *cost = &tile->cost[i * tile->stride + j];
            double norms = pair->norm_x[tile->row + i] + pair->norm_y[tile->col + j];
            *cost += norms;
            if (!(*cost >= CLOSE * norms))
                *cost = squared_distance(pair->x + (tile->row + i) * dims,
                                         pair->y + (tile->col + j) * dims, dims);
        }
}

/* Roots are rounded in the same way by all instructions. */
SIMD_CLONES static void take_roots(double *cost, int64_t count, double unit)
{
    for (int64_t j = 0; j < count; j++)
        cost[j] = sqrt(cost[j]) * unit;
}

/* From sums of squares, sums of magnitudes or the largest magnitude of scaled coordinates to the
 * metric. */
static void finish(const struct point_pair *pair, double *cost, int64_t count)
{
    double unit = ldexp(1.0, pair->exponent);
    if (pair->metric == PAROT_METRIC_EUCLIDEAN)
        take_roots(cost, count, unit);
    else if (!metric_has_products(pair->metric))
        for (int64_t j = 0; j < count; j++)
            cost[j] *= unit;
    else if (pair->metric == PAROT_METRIC_SQEUCLIDEAN)
        for (int64_t j = 0; j < count; j++)
            cost[j] *= unit * unit;
    else
        for (int64_t j = 0; j < count; j++)
            cost[j] *= 0.5;
}

void metric_rows(const struct point_pair *pair, int64_t begin, int64_t end, double *cost,
                 int64_t stride)
{
    for (int64_t col = 0; col < pair->m; col += METRIC_TILE) {
        int64_t rest = pair->m - col;
        struct tile tile = {begin,      col,   end - begin, rest < METRIC_TILE ? rest : METRIC_TILE,
                            cost + col, stride};
        if (pair->centred_x)
            tile_of_products(pair, &tile);
        else
            tile_of_differences(pair, &tile);
    }
    for (int64_t i = 0; i < end - begin; i++)
        finish(pair, cost + i * stride, pair->m);
}
