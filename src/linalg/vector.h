/* vector.h - sums along memory, in an order that does not depend on the instruction set. */
#ifndef PAROT_LINALG_VECTOR_H
#define PAROT_LINALG_VECTOR_H

#include <stdint.h>

/* y += a x */
void vector_add(int64_t n, double a, const double *x, double *y);

/* y_k += a x_k^2 */
void vector_add_squares(int64_t n, double a, const double *x, double *y);

/* sum_k x_k y_k */
double vector_dot(int64_t n, const double *x, const double *y);

#endif
