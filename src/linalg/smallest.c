/* smallest.c - one pass, with the k best so far kept in order. */
#include "linalg/smallest.h"

#include <math.h>

int64_t smallest_indices(const double *x, int64_t n, int64_t k, int32_t *index)
{
    int64_t found = 0;
    double limit = k > 0 ? INFINITY : -INFINITY; /* only smaller numbers can still enter */

    for (int64_t j = 0; j < n; j++) {
        if (!(x[j] < limit))
            continue;
        int64_t place = found < k ? found++ : k - 1;
        for (; place > 0 && x[index[place - 1]] > x[j]; place--)
            index[place] = index[place - 1];
        index[place] = (int32_t)j;
        if (found == k)
            limit = x[index[k - 1]];
    }
    return found;
}
