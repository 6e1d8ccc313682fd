/* vector.c - sums run in 16 independent lanes, which compilers put into vector registers and
 * which fix the order of additions. */
#include "linalg/vector.h"

#include "base/simd.h"

enum { LANES = 16 }; /* of a dot product: enough to hide the latency of an addition */

SIMD_CLONES void vector_add(int64_t n, double a, const double *restrict x, double *restrict y)
{
    for (int64_t k = 0; k < n; k++)
        y[k] += a * x[k];
}

SIMD_CLONES void vector_add_squares(int64_t n, double a, const double *restrict x,
                                    double *restrict y)
{
    for (int64_t k = 0; k < n; k++)
        y[k] += a * (x[k] * x[k]);
}

SIMD_CLONES double vector_dot(int64_t n, const double *restrict x, const double *restrict y)
{
    double lane[LANES] = {0}, sum = 0;
    int64_t k = 0;
    for (; k + LANES <= n; k += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += x[k + l] * y[k + l];
    for (; k < n; k++)
        lane[0] += x[k] * y[k];
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    return sum;
}
