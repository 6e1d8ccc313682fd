/* bench_metrics.c - differences against products: from how many dimensions on does BLAS pay?
 *
 * Squared Euclidean distances between 2000 x 2000 points on one thread, both kernels alternating in
 * one process; the smallest of 7 runs each. Uniform points, and ten tight clusters, where the
 * product form must recompute many pairs.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/run.h"
#include "cost/metric.h"

enum { POINTS = 2000, RUNS = 7, MOST_DIMS = 64 };

static double *make_points(int64_t dims, uint64_t seed, int clusters)
{
    double *points = malloc(POINTS * (size_t)dims * sizeof *points);
    for (int64_t i = 0; i < POINTS; i++)
        for (int64_t k = 0; k < dims; k++) {
            double at = random_uniform(seed, RANDOM_POINT, (uint64_t)(i * dims + k));
            double centre = random_uniform(7, RANDOM_NOISE, (uint64_t)(i % 10 * dims + k));
            points[i * dims + k] = clusters ? centre + 1e-3 * at : at;
        }
    return points;
}

static void fill_norms(const double *points, int64_t dims, double *norms)
{
    for (int64_t i = 0; i < POINTS; i++) {
        norms[i] = 0;
        for (int64_t k = 0; k < dims; k++)
            norms[i] += points[i * dims + k] * points[i * dims + k];
    }
}

static double seconds(const struct point_pair *pair, double *cost)
{
    double begin = clock_seconds();
    for (int64_t i = 0; i < POINTS; i += METRIC_TILE) {
        int64_t end = i + METRIC_TILE < POINTS ? i + METRIC_TILE : POINTS;
        metric_rows(pair, i, end, cost + i * POINTS, POINTS);
    }
    return clock_seconds() - begin;
}

/* Time of differences over time of products. */
static double ratio(int64_t dims, int clusters, double *cost)
{
    static double norm_x[POINTS], norm_y[POINTS];
    double *x = make_points(dims, 1, clusters), *y = make_points(dims, 2, clusters);
    double best[2] = {1e9, 1e9};
    struct point_pair differences = {
        .metric = PAROT_METRIC_SQEUCLIDEAN, .n = POINTS, .m = POINTS, .dims = dims, .x = x, .y = y};
    struct point_pair products = differences;
    fill_norms(x, dims, norm_x);
    fill_norms(y, dims, norm_y);
    products.centred_x = x;
    products.centred_y = y;
    products.norm_x = norm_x;
    products.norm_y = norm_y;
    for (int run = 0; run < RUNS; run++) {
        double times[2] = {seconds(&differences, cost), seconds(&products, cost)};
        for (int k = 0; k < 2; k++)
            best[k] = times[k] < best[k] ? times[k] : best[k];
    }
    free(x);
    free(y);
    return best[0] / best[1];
}

int main(void)
{
    static const int64_t dims[] = {2, 8, 12, 16, 24, 32, MOST_DIMS};
    double *cost = malloc(sizeof *cost * POINTS * POINTS);
    printf("time of differences over time of products, %d x %d points\n\n", POINTS, POINTS);
    printf("| dimensions | uniform | ten clusters |\n|---|---|---|\n");
    for (size_t k = 0; k < sizeof dims / sizeof *dims; k++)
        printf("| %d | %.2f | %.2f |\n", (int)dims[k], ratio(dims[k], 0, cost),
               ratio(dims[k], 1, cost));
    free(cost);
    return 0;
}
