/* distance_descent.h - Frank-Wolfe from one start for distances of points that are not squared
 * Euclidean: their gradients from sketches, values and the last gap from the distances. */
#ifndef PAROT_GROMOV_DISTANCE_DESCENT_H
#define PAROT_GROMOV_DISTANCE_DESCENT_H

#include "gromov/points/points_descent.h"

/* The stationarity that these descents end at, relative to the objective, if a smaller tolerance is
 * asked for. */
extern const double DISTANCE_TOLERANCE;

/* Columns of a sketch, at most. */
enum { SKETCH_MOST = 256 };

/* gromov->at and gromov->distances have been set. */
void distances_layout(struct points_gromov *gromov, struct arena *arena);

/* As points_descent_run. gap is an upper bound of that of the distances themselves. */
parot_status distance_descent_run(struct points_descent *descent, struct points_gromov *gromov,
                                  parot_start start, int32_t number, parot_error *err);

#endif
