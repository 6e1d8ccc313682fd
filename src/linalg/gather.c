/* gather.c - blocks are tested as a whole, in vector registers; only one with a hit is looked at.
 */
#include "linalg/gather.h"

#include <math.h>

#include "base/simd.h"

enum { LANES = 4, BLOCK = 16 };

SIMD_CLONES double gather_minimum(const double *restrict c, const double *restrict v, int64_t m,
                                  double scale)
{
    double best[BLOCK], least = INFINITY;
    int64_t j = 0;
    for (int k = 0; k < BLOCK; k++)
        best[k] = INFINITY;
    for (; j + BLOCK <= m; j += BLOCK)
        for (int k = 0; k < BLOCK; k++) {
            double x = c[j + k] * scale - v[j + k];
            best[k] = x < best[k] ? x : best[k];
        }
    for (; j < m; j++)
        best[0] = c[j] * scale - v[j] < best[0] ? c[j] * scale - v[j] : best[0];
    for (int k = 0; k < BLOCK; k++)
        least = best[k] < least ? best[k] : least;
    return least;
}

/* Is there an x_j <= limit in the block that begins at c and v? By the least of each lane: minima
 * stay in vector registers, comparisons would not. */
static inline int has_hit(const double *restrict c, const double *restrict v, double scale,
                          double limit)
{
    double best[LANES], least = INFINITY;
    for (int k = 0; k < LANES; k++)
        best[k] = INFINITY;
    for (int j = 0; j < BLOCK; j += LANES)
        for (int k = 0; k < LANES; k++) {
            double x = c[j + k] * scale - v[j + k];
            best[k] = x < best[k] ? x : best[k];
        }
    for (int k = 0; k < LANES; k++)
        least = best[k] < least ? best[k] : least;
    return least <= limit;
}

SIMD_CLONES int64_t gather_below(const double *restrict c, const double *restrict v, int64_t m,
                                 double scale, double limit, int32_t *restrict index)
{
    int64_t count = 0;
    for (int64_t begin = 0; begin < m; begin += BLOCK) {
        int64_t end = begin + BLOCK < m ? begin + BLOCK : m;
        if (end == begin + BLOCK && !has_hit(c + begin, v + begin, scale, limit))
            continue;
        for (int64_t j = begin; j < end; j++) { /* no branches: hits are hard to predict */
            index[count] = (int32_t)j;
            count += c[j] * scale - v[j] <= limit;
        }
    }
    return count;
}
