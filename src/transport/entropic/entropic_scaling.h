/* entropic_scaling.h - iterations of the dual as products with a matrix.
 *
 * Near the answer prices change little. The plan of some prices is kept as a matrix of numbers, and
 * what the prices have changed since then as a factor for each row and column, so that an iteration
 * takes two products of that matrix with a vector and no exponential.
 */
#ifndef PAROT_TRANSPORT_ENTROPIC_SCALING_H
#define PAROT_TRANSPORT_ENTROPIC_SCALING_H

#include "transport/entropic/entropic_dual.h"

/* The matrix is scratch of entropic_newton.h where there is one. Lay out Newton's part first. */
void scaling_layout(struct entropic *entropic, struct arena *arena);

/* Computes the matrix for the present costs and prices. *is_open is 0 where its numbers would leave
 * the range in which they are as good as their logarithms. PAROT_OK, or why to stop; nobody is
 * asked without `control`. */
parot_status scaling_open(struct entropic *entropic, struct control *control, int *is_open);

/* At most `most` iterations, until the residual is at most `enough`; the first of all is not
 * stopped. PAROT_OK, or why to stop. A factor that leaves the range ends them early. */
parot_status scaling_run(struct entropic *entropic, double enough, int64_t most,
                         struct control *control, int is_first);

/* The prices of the factors. */
void scaling_close(struct entropic *entropic);

/* The plan of the factors, as it is: sums are right up to the residual. */
void scaling_plan(const struct entropic *entropic, double *plan);

#endif
