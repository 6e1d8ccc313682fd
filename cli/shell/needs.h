/* needs.h - how many bytes the verbs need for matrices of n and m rows. */
#ifndef PAROT_COMMAND_NEEDS_H
#define PAROT_COMMAND_NEEDS_H

/* partial and curve: the costs. */
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
