/* hostile_clouds.h - pairs of clouds that upset orders in space, hierarchies, lists and filters.
 *
 * Cloud number k is always the same. Families, metrics, weights, masses, sizes and dimensions are
 * drawn independently of each other.
 */
#ifndef PAROT_TESTS_HOSTILE_CLOUDS_H
#define PAROT_TESTS_HOSTILE_CLOUDS_H

#include "parot/parot.h"
#include "release.h"

struct hostile_clouds {
    parot_points_problem problem;
    int has_price; /* then `price` is asked for, and not problem.mass */
    double price;
    double *x, *y, *p, *q; /* p, q: NULL for uniform weights */
    double *cost;          /* NULL before hostile_matrix */
    parot_problem matrix;
    char name[200];
};

enum { HOSTILE_FAMILIES = 24, HOSTILE_WEIGHTINGS = 6 };

/* What is drawn. */
struct hostile_shape {
    int family, weights; /* hostile_family, hostile_weights */
    parot_metric metric;
    int64_t n, m, dims;
    double share; /* of what can move */
    int has_price;
};

/* Clouds of one shape; another seed, other clouds. */
void hostile_shape(struct hostile_clouds *clouds, const struct hostile_shape *shape, uint64_t seed);

/* The number behind a name, or -1. */
int hostile_family(const char *name);
int hostile_weights(const char *name);

/* Sides of 1 to 4000 points, most of them below 400. */
void hostile_make(struct hostile_clouds *clouds, uint64_t number);

/* Sides of n, n / 2 or n / 100 points, in at most ten dimensions if n is large; families take
 * turns. */
void hostile_make_large(struct hostile_clouds *clouds, uint64_t number, int64_t n);
void hostile_free(struct hostile_clouds *clouds);

/* Bytes, as the library says. */
double hostile_memory(const struct hostile_clouds *clouds);

/* The same problem with a matrix: costs as the engine defines them, from differences of
 * coordinates, one after the other. parot_cost takes products instead in many dimensions, which
 * rounds differently. */
parot_status hostile_matrix(struct hostile_clouds *clouds);

/* Of the mass or at the price; without the matrix, and with it. */
parot_status hostile_solve(const struct hostile_clouds *clouds, const parot_run *run,
                           parot_result *result);
parot_status hostile_solve_matrix(const struct hostile_clouds *clouds, const parot_run *run,
                                  parot_result *result);
parot_status hostile_certify(const struct hostile_clouds *clouds, const parot_result *result,
                             parot_check *check);
parot_status hostile_certify_matrix(const struct hostile_clouds *clouds, const parot_result *result,
                                    parot_check *check);

#endif
