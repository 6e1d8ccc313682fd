/* smallest.h - the k smallest numbers of an array. */
#ifndef PAROT_LINALG_SMALLEST_H
#define PAROT_LINALG_SMALLEST_H

#include <stdint.h>

/* Indices of the k smallest of x[0..n), ascending by value, then by index; +INFINITY is never
 * chosen. Returns how many there are, at most k. For small k: each number that enters moves at
 * most k others. */
int64_t smallest_indices(const double *x, int64_t n, int64_t k, int32_t *index);

#endif
