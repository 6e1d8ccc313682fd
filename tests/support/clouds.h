/* clouds.h - pairs of point clouds of all kinds, kind ones and cruel ones. */
#ifndef PAROT_TESTS_CLOUDS_H
#define PAROT_TESTS_CLOUDS_H

#include <float.h>

#include "instances.h"
#include "test.h"

enum cloud_family {
    CLOUD_NORMAL,
    CLOUD_CLUSTERS,
    CLOUD_FAR_CLUSTER, /* small, and at a distance of a million times its size */
    CLOUD_OUTLIERS,    /* one point in ten at 1e6 */
    CLOUD_OFFSET,      /* all near 1e8 */
    CLOUD_MIXED,       /* magnitudes from 1e-150 to 1e150 */
    CLOUD_TINY,        /* near 1e-140, whose squares are near the end of the range */
    CLOUD_DENORMAL,    /* one coordinate is denormal, the others are 1 */
    CLOUD_DUPLICATES,
    CLOUD_LATTICE, /* small integers: exact ties */
    CLOUD_EQUAL,   /* all points are the same */
    CLOUD_LINE,
    CLOUD_NEAR_COPY, /* y is x with a change in the last bits */
    CLOUD_FAMILIES
};

struct clouds {
    enum cloud_family family;
    int64_t n, m, dims;
    double *x, *y;
};

/* Standard normal, roughly: the sum of twelve uniforms. */
static inline double cloud_normal(uint64_t seed, uint64_t index)
{
    double sum = -6;
    for (uint64_t k = 0; k < 12; k++)
        sum += test_uniform(seed * 13 + 5, index * 12 + k);
    return sum;
}

static inline double cloud_coordinate(const struct clouds *clouds, uint64_t seed, uint64_t point,
                                      uint64_t k)
{
    uint64_t index = point * (uint64_t)clouds->dims + k;
    double normal = cloud_normal(seed, index), uniform = test_uniform(seed + 9, index);
    double chance = test_uniform(seed + 11, point);
    switch (clouds->family) {
    case CLOUD_CLUSTERS:
        return 50 * floor(4 * chance) * (double)(k % 3 == 0) + 0.1 * normal;
    case CLOUD_FAR_CLUSTER:
        return chance < 0.3 ? 1e6 + 1e-3 * normal : normal;
    case CLOUD_OUTLIERS:
        return chance < 0.1 ? 1e6 * normal : normal;
    case CLOUD_OFFSET:
        return 1e8 + normal;
    case CLOUD_MIXED:
        return normal * pow(10, 300 * uniform - 150);
    case CLOUD_TINY:
        return normal * 1e-140;
    case CLOUD_DENORMAL:
        return k == 0 && clouds->dims > 1 ? normal * 1e-310 : 1 + (double)(chance < 0.5);
    case CLOUD_DUPLICATES:
        return cloud_normal(seed / 2, (uint64_t)(4 * chance) * (uint64_t)clouds->dims + k);
    case CLOUD_LATTICE:
        return 1 + floor(5 * uniform);
    case CLOUD_EQUAL:
        return 3 + (double)k;
    case CLOUD_LINE:
        return 10 * chance * (1 + (double)k) + 1;
    default:
        return normal;
    }
}

static inline struct clouds clouds_make(enum cloud_family family, int64_t n, int64_t m,
                                        int64_t dims, uint64_t seed)
{
    struct clouds clouds = {family, n, m, dims, NULL, NULL};
    clouds.x = malloc((size_t)(n * dims) * sizeof(double));
    clouds.y = malloc((size_t)(m * dims) * sizeof(double));
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < dims; k++)
            clouds.x[i * dims + k] = cloud_coordinate(&clouds, 2 * seed, (uint64_t)i, (uint64_t)k);
    for (int64_t j = 0; j < m; j++)
        for (int64_t k = 0; k < dims; k++) {
            double *y = &clouds.y[j * dims + k];
            *y = cloud_coordinate(&clouds, 2 * seed + 1, (uint64_t)j, (uint64_t)k);
            if (family == CLOUD_NEAR_COPY)
                *y = clouds.x[j % n * dims + k] * (1 + (double)(j % 3 - 1) * DBL_EPSILON);
        }
    return clouds;
}

static inline parot_matrix cloud_x(const struct clouds *clouds)
{
    return (parot_matrix){clouds->x, clouds->n, clouds->dims, clouds->dims};
}

static inline parot_matrix cloud_y(const struct clouds *clouds)
{
    return (parot_matrix){clouds->y, clouds->m, clouds->dims, clouds->dims};
}

static inline void clouds_free(struct clouds *clouds)
{
    free(clouds->x);
    free(clouds->y);
}

#endif
