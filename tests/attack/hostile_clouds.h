/* hostile_clouds.h - pairs of clouds that upset orders in space, hierarchies, lists and filters.
 *
 * Cloud number k is always the same. Families, metrics, weights, masses, sizes and dimensions are
 * drawn independently of each other.
 */
#ifndef PAROT_TESTS_HOSTILE_CLOUDS_H
#define PAROT_TESTS_HOSTILE_CLOUDS_H

#include "parot/parot.h"

struct hostile_clouds {
    parot_points_problem problem;
    int has_price; /* then `price` is asked for, and not problem.mass */
    double price;
    double *x, *y, *p, *q; /* p, q: NULL for uniform weights */
    char name[200];
};

/* Sides of 1 to 4000 points, most of them below 400. */
void hostile_make(struct hostile_clouds *clouds, uint64_t number);
void hostile_free(struct hostile_clouds *clouds);

/* cost[i * m + j] = C_ij as the engine defines it: from differences of coordinates, one after the
 * other. parot_cost takes products instead in many dimensions, which rounds differently. */
void hostile_costs(const parot_points_problem *problem, double *cost);

#endif
