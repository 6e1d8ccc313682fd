/* sort.c - the C library's qsort; numbers must not be NaN. */
#include "base/sort.h"

#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void sort_numbers(double *numbers, int64_t count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, by_size);
}
