/* sort.c - the C library's qsort; numbers must not be NaN. */
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void sort_numbers(double *numbers, int64_t count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, by_size);
}

int64_t count_below(const double *sorted, int64_t count, double x, int with_equal)
{
    int64_t low = 0, high = count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (with_equal ? sorted[middle] <= x : sorted[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int is_permutation(const int32_t *order, int64_t count, uint8_t *seen)
{
    memset(seen, 0, (size_t)count);
    for (int64_t k = 0; k < count; k++) {
        if (order[k] < 0 || order[k] >= count || seen[order[k]])
            return 0;
        seen[order[k]] = 1;
    }
    return 1;
}
