/* metric.h - distances between the rows of two tables, tile by tile. */
#ifndef PAROT_COST_METRIC_H
#define PAROT_COST_METRIC_H

#include "parot/parot.h"

/* Two point sets made ready for one metric: copies, row-major, without padding.
 *
 * The coordinates are multiplied by a power of two (hence exactly) so that no square leaves the
 * range of double. For the cosine every row is divided by its length: 1 - cos(x, y) is then
 * |x - y|^2 / 2, which does not cancel for nearly parallel rows. For the correlation its mean is
 * taken away before that. */
struct point_pair {
    parot_metric metric;
    int64_t n, m, dims;
    int exponent;  /* coordinates are stored times 2^-exponent */
    double *x, *y; /* n x dims, m x dims */
    double *centred_x,
        *centred_y;          /* the same minus the mean of all; NULL when products don't pay */
    double *norm_x, *norm_y; /* squared lengths of the centred rows */
};

enum { METRIC_TILE = 64 };

/* One table `name`: finite numbers in a matrix that makes sense; *largest grows to the largest
 * magnitude. */
parot_status check_points(const char *name, parot_matrix points, parot_metric metric,
                          double *largest, parot_error *err);

/* Refuses tables without rows or columns, numbers that are not finite, and coordinates whose
 * distances leave the range of double; sets metric, n, m, dims and exponent. */
parot_status point_pair_check(struct point_pair *pair, parot_matrix x, parot_matrix y,
                              parot_metric metric, parot_error *err);

/* A table as the caller knows it. */
struct named_points {
    const char *name;
    parot_matrix points;  /* as many columns as the other; finite numbers */
    const int32_t *order; /* rows of the caller's, which were put in order and scaled; NULL: these
                             are the caller's */
};

/* Refuses coordinates whose distances leave the range of double, by the name of their table.
 * `way_out` from squared distances follows "rescale them"; "": there is no other. */
parot_status check_distances(struct named_points x, struct named_points y, parot_metric metric,
                             const char *way_out, parot_error *err);

/* to (rows x dims) = one of the two tables as the metric needs it. */
void point_pair_copy(const struct point_pair *pair, parot_matrix from, double *to);

/* Cosine and correlation: half the squared distance of unit vectors, at most 2. */
static inline int metric_is_angle(parot_metric metric)
{
    return metric == PAROT_METRIC_COSINE || metric == PAROT_METRIC_CORRELATION;
}

/* Whether a row has no place on the sphere: all zeros for the cosine, all equal for the
 * correlation. */
int has_no_direction(const double *row, int64_t dims, parot_metric metric);

/* Whether a distance follows from |x|^2, |y|^2 and <x, y>; otherwise from differences alone. */
int metric_has_products(parot_metric metric);

/* cost[(i - begin) * stride + j] = metric(x_i, y_j) for i in [begin, end), end - begin at most
 * METRIC_TILE, and all j. */
void metric_rows(const struct point_pair *pair, int64_t begin, int64_t end, double *cost,
                 int64_t stride);

#endif
