/* sort.h - numbers in increasing order. */
#ifndef PAROT_BASE_SORT_H
#define PAROT_BASE_SORT_H

#include <stdint.h>

/* None of them is NaN. */
void sort_numbers(double *numbers, int64_t count);

#endif
