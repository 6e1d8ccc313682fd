/* memory.h - refuses what does not fit into memory, before it is tried. */
#ifndef PAROT_COMMAND_MEMORY_H
#define PAROT_COMMAND_MEMORY_H

#include "shell/outcome.h"

/* Refuses what needs more than is free: "WHAT needs 76 GB, 20 GB are free; WAY_OUT". Free is what
 * the system says, or the environment variable PAROT_MEMORY, in bytes. */
enum outcome memory_check(const char *what, double bytes, const char *way_out);

/* rows x cols numbers, and `copies` more of them at the same time; free() releases the block.
 * `what` is for the message: "the cost matrix". */
enum outcome memory_take_matrix(const char *what, int64_t rows, int64_t cols, int copies,
                                double **block);

/* The costs: curve, and partial unless it asks the points themselves. */
double needs_of_transport(double n, double m);

/* gromov: for each start that runs beside others three matrices of pairs (measured: 2.7 with one
 * thread); and, for points, the distances within each space. */
double needs_of_gromov(double n, double m, double threads, int has_points);

/* drift: two matrices of costs, one within the reference of m rows, and the half of the larger for
 * each split. */
double needs_of_drift(double n, double m);

/* register: costs, twice. */
double needs_of_register(double n, double m);

#endif
