/* distances.h - distances between two tables of points, refused if they do not fit into memory. */
#ifndef PAROT_COMMAND_DISTANCES_H
#define PAROT_COMMAND_DISTANCES_H

#include "input/points.h"

/* *block: x.rows x y.rows distances, released with free(). `copies` is how many more of its size
 * the caller will need at the same time. */
enum outcome costs_compute(parot_matrix x, parot_matrix y, parot_metric metric, int copies,
                           const parot_run *run, double **block);

#endif
