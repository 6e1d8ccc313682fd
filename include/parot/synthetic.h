/* synthetic.h - points and weights made at random, for examples and tests. */
#ifndef PAROT_PUBLIC_SYNTHETIC_H
#define PAROT_PUBLIC_SYNTHETIC_H

#include "parot/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the points lie on. */
typedef enum parot_shape {
    PAROT_SHAPE_MOONS = 0, /* two interleaved half circles, in the plane */
    PAROT_SHAPE_BLOBS = 1, /* Gaussian clusters */
    PAROT_SHAPE_SPIRAL = 2 /* one arm, two turns, in the plane */
} parot_shape;

PAROT_API const parot_word *parot_shape_words(void);
PAROT_API const char *parot_shape_name(parot_shape shape);
PAROT_CHECKED parot_status parot_shape_parse(const char *name, parot_shape *shape,
                                             parot_error *err);

/* Which points are made. */
typedef struct parot_cloud {
    size_t struct_size; /* set by parot_cloud_init */
    parot_shape shape;
    int64_t count; /* points */
    int64_t dims;  /* coordinates of a point; moons and spirals have 2 */
    int64_t blobs; /* clusters, centred on a circle of radius `spread` */
    double spread;
    double noise;     /* standard deviation of each coordinate */
    double angle;     /* rotation of the first two coordinates, radians */
    double center[2]; /* added to the first two coordinates, after the rotation */
} parot_cloud;

PAROT_API void parot_cloud_init_sized(parot_cloud *cloud, size_t struct_size);
static inline void parot_cloud_init(parot_cloud *cloud)
{
    parot_cloud_init_sized(cloud, sizeof *cloud);
}

/* points: count x dims, row-major. Point i depends on the cloud, run->seed and i alone. */
PAROT_CHECKED parot_status parot_make_points(const parot_cloud *cloud, const parot_run *run,
                                             double *points, parot_error *err);

/* Positive random weights of total 1. */
PAROT_CHECKED parot_status parot_make_weights(int64_t count, const parot_run *run, double *weights,
                                              parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_SYNTHETIC_H */
