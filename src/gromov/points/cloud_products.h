/* cloud_products.h - products with matrices of distances that are never stored.
 *
 * A panel of distances at a time is computed, multiplied and forgotten. Results do not depend on
 * the number of threads.
 */
#ifndef PAROT_GROMOV_CLOUD_PRODUCTS_H
#define PAROT_GROMOV_CLOUD_PRODUCTS_H

#include "base/run.h"
#include "cost/metric.h"

/* Points, and their metric. Coordinates are at most 1. */
struct cloud {
    int64_t count, dims;
    const double *at;
    parot_metric metric;
};

/* out (cloud.count x rank) = D v, D_ik the distance between point i of the cloud and point k of
 * `others`, v (others.count x rank). */
void cloud_times(const struct cloud *cloud, const struct cloud *others, const double *v,
                 int64_t rank, double *out, int32_t threads);

/* out_i = sum_k D_ik^power weight_k, power 1 or 2. */
void cloud_sums(const struct cloud *cloud, const struct cloud *others, const double *weight,
                int power, double *out, int32_t threads);

/* Entries of a plan: points of the source and of the target side by side, with a mass each. */
struct cloud_pairs {
    struct cloud source, target; /* as many points */
    const double *mass;
};

/* 1/2 sum_ef (Dx_ef - Dy_ef)^2 a_e b_f: J's form by its definition, a sum without cancellation.
 * `part` has room for a.source.count numbers. */
double cloud_form(const struct cloud_pairs *a, const struct cloud_pairs *b, double *part,
                  int32_t threads);

#endif
