/* gather.c - blocks of lanes are tested together; only a block with a hit is looked at. */
#include "linalg/gather.h"

#include <math.h>

#include "base/simd.h"

enum { LANES = 16 };

SIMD_CLONES double gather_minimum(const double *restrict c, const double *restrict v, int64_t m,
                                  double scale)
{
    double best[LANES], least = INFINITY;
    int64_t j = 0;
    for (int k = 0; k < LANES; k++)
        best[k] = INFINITY;
    for (; j + LANES <= m; j += LANES)
        for (int k = 0; k < LANES; k++) {
            double x = c[j + k] * scale - v[j + k];
            best[k] = x < best[k] ? x : best[k];
        }
    for (; j < m; j++)
        best[0] = c[j] * scale - v[j] < best[0] ? c[j] * scale - v[j] : best[0];
    for (int k = 0; k < LANES; k++)
        least = best[k] < least ? best[k] : least;
    return least;
}

SIMD_CLONES int64_t gather_below(const double *restrict c, const double *restrict v, int64_t m,
                                 double scale, double limit, int32_t *restrict index)
{
    int64_t count = 0, j = 0;
    for (; j + LANES <= m; j += LANES) {
        int64_t hits[LANES], any = 0;
        for (int k = 0; k < LANES; k++)
            hits[k] = c[j + k] * scale - v[j + k] <= limit;
        for (int k = 0; k < LANES; k++)
            any |= hits[k];
        for (int k = 0; any && k < LANES; k++)
            if (hits[k])
                index[count++] = (int32_t)(j + k);
    }
    for (; j < m; j++)
        if (c[j] * scale - v[j] <= limit)
            index[count++] = (int32_t)j;
    return count;
}
