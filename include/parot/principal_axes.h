/* principal_axes.h - the directions along which the rows of a table vary most. */
#ifndef PAROT_PUBLIC_PRINCIPAL_AXES_H
#define PAROT_PUBLIC_PRINCIPAL_AXES_H

#include "parot/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Eigenvectors of the covariance of the rows. */
typedef struct parot_axes {
    int64_t dims, count; /* columns of the table; axes */
    double *mean;        /* dims */
    double *axis;        /* count x dims: orthonormal; the largest entry of each is positive */
    double *deviation;   /* count: the standard deviation along each axis, falling */
    double spread;       /* the root of the sum of all variances, also those beyond `count` */
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_axes;

/* `count` of them, at most rows.cols, of finite rows. Deviations beyond double are INFINITY. Time
 * and memory grow with the cube and the square of the smaller side of the table. Axes of deviation
 * 0, if there are any, are arbitrary. PAROT_ESTOPPED if `run` stops it. */
PAROT_CHECKED parot_status parot_principal_axes(parot_matrix rows, int64_t count,
                                                const parot_run *run, parot_axes *axes,
                                                parot_error *err);
PAROT_API void parot_axes_free(parot_axes *axes);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_PRINCIPAL_AXES_H */
