/* exponential.h - sums of exponentials of numbers that are not positive.
 *
 * Several at a time and the same for any instruction set, unlike exp() of the C library; exact to
 * two units in the last place, and 0 below -700.
 */
#ifndef PAROT_LINALG_EXPONENTIAL_H
#define PAROT_LINALG_EXPONENTIAL_H

#include <stdint.h>

/* min_j (x_j + y_j) */
double exponential_least(int64_t n, const double *x, const double *y);

/* sum_j exp(shift - x_j - y_j), in an order that depends on n alone */
double exponential_sum(int64_t n, double shift, const double *x, const double *y);

/* least_j = min(least_j, x_j + a) */
void exponential_lower(int64_t n, double a, const double *x, double *least);

/* sum_j += exp(shift_j - x_j - a) */
void exponential_add(int64_t n, double a, const double *x, const double *shift, double *sum);

/* out_j = exp(a - x_j - y_j) */
void exponential_row(int64_t n, double a, const double *x, const double *y, double *out);

#endif
