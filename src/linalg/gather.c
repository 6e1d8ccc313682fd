/* gather.c - blocks are tested in vector registers; only words with a hit are looked at. */
#include "linalg/gather.h"

#include <math.h>
#include <string.h>

#include "base/simd.h"

/* Numbers looked at together, and hits: WORD of them are one integer. */
enum { BLOCK = 16, HITS = 64, WORD = 8 };

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

/* Indices are written without branches, since hits are hard to predict. */
SIMD_CLONES int64_t gather_below(const double *restrict c, const double *restrict v, int64_t m,
                                 double scale, double limit, int32_t *restrict index)
{
    int64_t count = 0, begin = 0;
    for (; begin + HITS <= m; begin += HITS) {
        unsigned char hit[HITS];
        for (int k = 0; k < HITS; k++)
            hit[k] = c[begin + k] * scale - v[begin + k] <= limit;
        for (int k = 0; k < HITS; k += WORD) {
            uint64_t any;
            memcpy(&any, hit + k, sizeof any);
            for (int l = k; any && l < k + WORD; l++) {
                index[count] = (int32_t)(begin + l);
                count += hit[l];
            }
        }
    }
    for (; begin < m; begin++) {
        index[count] = (int32_t)begin;
        count += c[begin] * scale - v[begin] <= limit;
    }
    return count;
}
