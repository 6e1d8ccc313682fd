/* sort.h - numbers in increasing order, and places in it. */
#ifndef PAROT_BASE_SORT_H
#define PAROT_BASE_SORT_H

#include <stdint.h>

/* None of them is NaN. */
void sort_numbers(double *numbers, int64_t count);

/* How many of the sorted numbers are below x; or, `with_equal`, not above. */
int64_t count_below(const double *sorted, int64_t count, double x, int with_equal);

/* Is each of 0..count-1 in `order` once? `seen` is scratch, count bytes. */
int is_permutation(const int32_t *order, int64_t count, uint8_t *seen);

#endif
