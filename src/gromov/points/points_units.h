/* points_units.h - a problem between two clouds in our units, and the room that it takes. */
#ifndef PAROT_GROMOV_POINTS_UNITS_H
#define PAROT_GROMOV_POINTS_UNITS_H

#include "base/argsort.h"
#include "gromov/points/points_descent.h"

/* Squared Euclidean distances (and the cosine) have moments; others are distances. */
void points_set_metric(struct points_gromov *gromov, parot_metric metric);

/* Columns of f and g, at most: by distances those of a sketch, or of a random start. */
int64_t points_rank(const struct points_gromov *gromov);

/* Sizes in gromov->at and the metric have been set. */
void points_layout(struct points_gromov *gromov, struct arena *arena);

/* gromov->linear with these weights; its costs are gromov->costs. */
void points_set_linear(struct points_gromov *gromov, const double *p, const double *q, double mass);

/* The features as tables. */
parot_matrix points_features(const parot_gromov_points_problem *problem, int is_target);

/* Coordinates, and features of both sides about the same origin. `largest` is the largest number
 * there, `scratch` twice as long as the longer side. Both return the exponent of what they have
 * filled: the caller's numbers are 2^this times ours. */
int points_fill_coordinates(struct points_gromov *gromov,
                            const parot_gromov_points_problem *problem, double largest,
                            struct keyed *scratch);
int points_fill_features(struct points_gromov *gromov, const parot_gromov_points_problem *problem,
                         double largest, struct keyed *scratch);

#endif
