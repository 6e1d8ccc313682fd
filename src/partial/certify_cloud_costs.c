/* certify_cloud_costs.c - what a pair costs, a row with a block of columns, and at least two boxes.
 *
 * All three are computed by the same operations in the same order, of which each keeps the order of
 * numbers when it rounds: from the gaps between two boxes, which are no larger than the differences
 * of coordinates, follows a number that no cost of a pair is below, as it is rounded. Of products,
 * each is at most that of two corners.
 */
#include <math.h>

#include "base/simd.h"
#include "partial/certify_clouds.h"

/* ---- A pair --------------------------------------------------------------- */

/* One more coordinate: the sum of squares, of magnitudes, or the largest magnitude. */
static inline double add_coordinate(parot_metric metric, double sum, double difference)
{
    switch (metric) {
    case PAROT_METRIC_CITYBLOCK:
        return sum + fabs(difference);
    case PAROT_METRIC_CHEBYSHEV:
        return fabs(difference) > sum ? fabs(difference) : sum;
    case PAROT_METRIC_SQEUCLIDEAN:
    case PAROT_METRIC_EUCLIDEAN:
    case PAROT_METRIC_COSINE:
    case PAROT_METRIC_CORRELATION:
        return sum + difference * difference;
    }
    return NAN; /* point_pair_check refuses all others */
}

static double finish(const struct audit_clouds *clouds, double sum)
{
    double unit = ldexp(1.0, clouds->pair.exponent);
    switch (clouds->pair.metric) {
    case PAROT_METRIC_SQEUCLIDEAN:
        return sum * (unit * unit);
    case PAROT_METRIC_EUCLIDEAN:
        return sqrt(sum) * unit;
    case PAROT_METRIC_COSINE:
    case PAROT_METRIC_CORRELATION:
        return sum * 0.5;
    case PAROT_METRIC_CITYBLOCK:
    case PAROT_METRIC_CHEBYSHEV:
        return sum * unit;
    }
    return NAN; /* point_pair_check refuses all others */
}

double audit_cloud_offset(const double *offset, int64_t i)
{
    return offset ? offset[i] : 0;
}

double audit_cloud_cost(const struct audit_clouds *clouds, int64_t i, int64_t j)
{
    int64_t dims = clouds->pair.dims;
    const double *x = clouds->pair.x + i * dims, *y = clouds->pair.y + j * dims;
    double sum = 0;
    for (int64_t k = 0; clouds->products && k < dims; k++)
        sum = sum + x[k] * y[k];
    if (clouds->products)
        return audit_cloud_offset(clouds->products->alpha, i) +
               audit_cloud_offset(clouds->products->beta, j) - sum;
    for (int64_t k = 0; k < dims; k++)
        sum = add_coordinate(clouds->pair.metric, sum, x[k] - y[k]);
    return finish(clouds, sum);
}

/* ---- Two boxes ------------------------------------------------------------- */

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Of products: each of them is at most that of two corners, before and after it is rounded. */
static double box_product(const struct audit_clouds *clouds, int64_t row_block,
                          const struct cloud *cols, int64_t col_block)
{
    int64_t dims = clouds->pair.dims;
    const double *low = clouds->rows.low + row_block * dims,
                 *high = clouds->rows.high + row_block * dims;
    const double *bottom = cols->low + col_block * dims;
    const double *top = cols->high + col_block * dims;
    double sum = 0;
    for (int64_t k = 0; k < dims; k++)
        sum = sum + larger(larger(low[k] * bottom[k], low[k] * top[k]),
                           larger(high[k] * bottom[k], high[k] * top[k]));
    return clouds->rows.low_offset[row_block] + cols->low_offset[col_block] - sum;
}

/* Of the boxes [low, high] of two blocks. */
double audit_cloud_box(const struct audit_clouds *clouds, int64_t row_block,
                       const struct cloud *cols, int64_t col_block)
{
    int64_t dims = clouds->pair.dims;
    const double *low = clouds->rows.low + row_block * dims,
                 *high = clouds->rows.high + row_block * dims;
    const double *bottom = cols->low + col_block * dims;
    const double *top = cols->high + col_block * dims;
    double sum = 0;
    if (clouds->products)
        return box_product(clouds, row_block, cols, col_block);
    for (int64_t k = 0; k < dims; k++) {
        double gap = low[k] > top[k]       ? low[k] - top[k]
                     : bottom[k] > high[k] ? bottom[k] - high[k]
                                           : 0;
        sum = add_coordinate(clouds->pair.metric, sum, gap);
    }
    return finish(clouds, sum);
}

/* ---- A row and a block ------------------------------------------------------ */

#define FOR_ALL_COLUMNS(step)                                                                      \
    for (int64_t k = 0; k < dims; k++)                                                             \
        for (int j = 0; j < BLOCK_COLS; j++) {                                                     \
            double s = sum[j], difference = x[k] - y[k * BLOCK_COLS + j];                          \
            sum[j] = (step);                                                                       \
        }

/* sum[j] over the coordinates, for one row and a block of columns */
SIMD_CLONES static void sum_block(parot_metric metric, const double *restrict x,
                                  const double *restrict y, int64_t dims, double *restrict sum)
{
    for (int j = 0; j < BLOCK_COLS; j++)
        sum[j] = 0;
    switch (metric) {
    case PAROT_METRIC_CITYBLOCK:
        FOR_ALL_COLUMNS(s + fabs(difference))
        break;
    case PAROT_METRIC_CHEBYSHEV:
        FOR_ALL_COLUMNS(fabs(difference) > s ? fabs(difference) : s)
        break;
    case PAROT_METRIC_SQEUCLIDEAN:
    case PAROT_METRIC_EUCLIDEAN:
    case PAROT_METRIC_COSINE:
    case PAROT_METRIC_CORRELATION:
        FOR_ALL_COLUMNS(s + difference * difference)
        break;
    }
}

/* The same for products. */
SIMD_CLONES static void multiply_block(const double *restrict x, const double *restrict y,
                                       int64_t dims, double *restrict sum)
{
    for (int j = 0; j < BLOCK_COLS; j++)
        sum[j] = 0;
    for (int64_t k = 0; k < dims; k++)
        for (int j = 0; j < BLOCK_COLS; j++)
            sum[j] = sum[j] + x[k] * y[k * BLOCK_COLS + j];
}

/* cost[j] = alpha + beta_j - cost[j]; returns min_j (v_j + cost[j]). */
static double finish_products(double alpha, const double *beta, const double *v, double *cost)
{
    double least = INFINITY;
    for (int j = 0; j < BLOCK_COLS; j++) {
        cost[j] = alpha + beta[j] - cost[j];
        double total = v[j] + cost[j];
        least = total < least ? total : least;
    }
    return least;
}

/* cost[j] from sums; returns min_j (v_j + cost[j]). */
SIMD_CLONES static double finish_block(parot_metric metric, double unit, const double *restrict v,
                                       double *restrict cost)
{
    double least[8];
    if (metric == PAROT_METRIC_EUCLIDEAN)
        for (int j = 0; j < BLOCK_COLS; j++)
            cost[j] = sqrt(cost[j]);
    for (int lane = 0; lane < 8; lane++)
        least[lane] = INFINITY;
    for (int j = 0; j < BLOCK_COLS; j += 8)
        for (int lane = 0; lane < 8; lane++) {
            cost[j + lane] *= unit;
            double total = v[j + lane] + cost[j + lane];
            least[lane] = total < least[lane] ? total : least[lane];
        }
    for (int lane = 1; lane < 8; lane++)
        least[0] = least[lane] < least[0] ? least[lane] : least[0];
    return least[0];
}

double audit_cloud_unit(const struct audit_clouds *clouds)
{
    return finish(clouds, 1);
}

double audit_cloud_block(const struct audit_clouds *clouds, int64_t place, int64_t block,
                         double *cost)
{
    int64_t dims = clouds->pair.dims;
    const double *v = clouds->v + block * BLOCK_COLS, *x = clouds->rows.at + place * dims;
    const double *y = clouds->column + block * dims * BLOCK_COLS;
    if (clouds->products) {
        multiply_block(x, y, dims, cost);
        return finish_products(
            audit_cloud_offset(clouds->products->alpha, clouds->rows.order[place]),
            clouds->beta + block * BLOCK_COLS, v, cost);
    }
    sum_block(clouds->pair.metric, x, y, dims, cost);
    return finish_block(clouds->pair.metric, audit_cloud_unit(clouds), v, cost);
}
