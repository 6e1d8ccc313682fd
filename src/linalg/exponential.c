/* exponential.c - exp(x) = 2^k exp(r), k = round(x / log 2), |r| <= log(2) / 2, a polynomial in r.
 *
 * Compares, adds and multiplies alone, so that loops over it become vector instructions.
 */
#include "linalg/exponential.h"

#include <math.h>
#include <string.h>

#include "base/simd.h"

static const double LEAST = -700;     /* exp of less is 0 here: 1e-304 */
static const double ROUND = 0x1.8p52; /* added, it leaves the nearest integer in the last bits */
static const double PER_LOG2 = 0x1.71547652b82fep0;
static const double LOG2_HIGH = 0x1.62e42fee00000p-1; /* 32 bits: times k it is exact */
static const double LOG2_LOW = 0x1.a39ef35793c76p-33;

/* Taylor's series to degree 13: the next term is 4e-18 at most. */
static inline double polynomial(double r)
{
    double high = 1.0 / 6227020800 * r + 1.0 / 479001600;
    high = (high * r + 1.0 / 39916800) * r + 1.0 / 3628800;
    high = (high * r + 1.0 / 362880) * r + 1.0 / 40320;
    high = (high * r + 1.0 / 5040) * r + 1.0 / 720;
    high = (high * r + 1.0 / 120) * r + 1.0 / 24;
    high = (high * r + 1.0 / 6) * r + 0.5;
    return (high * r) * r + r + 1;
}

static inline double exponential(double x)
{
    double clipped = x > LEAST ? x : LEAST, k = clipped * PER_LOG2 + ROUND;
    uint64_t power, bits;
    memcpy(&power, &k, sizeof power);
    k -= ROUND;
    double y = polynomial((clipped - k * LOG2_HIGH) - k * LOG2_LOW);
    memcpy(&bits, &y, sizeof bits);
    bits += power << 52; /* the exponent grows by k */
    memcpy(&y, &bits, sizeof y);
    return x > LEAST ? y : 0;
}

enum { LANES = 8 };

SIMD_CLONES double exponential_least(int64_t n, const double *x, const double *y)
{
    double least[LANES];
    for (int lane = 0; lane < LANES; lane++)
        least[lane] = INFINITY;
    int64_t j = 0;
    for (; j + LANES <= n; j += LANES)
        for (int lane = 0; lane < LANES; lane++) {
            double value = x[j + lane] + y[j + lane];
            least[lane] = value < least[lane] ? value : least[lane];
        }
    for (; j < n; j++)
        least[0] = x[j] + y[j] < least[0] ? x[j] + y[j] : least[0];
    for (int lane = 1; lane < LANES; lane++)
        least[0] = least[lane] < least[0] ? least[lane] : least[0];
    return least[0];
}

SIMD_CLONES double exponential_sum(int64_t n, double shift, const double *x, const double *y)
{
    double sum[LANES] = {0}, total = 0;
    int64_t j = 0;
    for (; j + LANES <= n; j += LANES)
        for (int lane = 0; lane < LANES; lane++)
            sum[lane] += exponential(shift - x[j + lane] - y[j + lane]);
    for (; j < n; j++)
        total += exponential(shift - x[j] - y[j]);
    for (int lane = 0; lane < LANES; lane++)
        total += sum[lane];
    return total;
}

SIMD_CLONES void exponential_lower(int64_t n, double a, const double *x, double *least)
{
    for (int64_t j = 0; j < n; j++)
        least[j] = x[j] + a < least[j] ? x[j] + a : least[j];
}

SIMD_CLONES void exponential_add(int64_t n, double a, const double *x, const double *shift,
                                 double *sum)
{
    for (int64_t j = 0; j < n; j++)
        sum[j] += exponential(shift[j] - x[j] - a);
}

SIMD_CLONES void exponential_row(int64_t n, double a, const double *x, const double *y, double *out)
{
    for (int64_t j = 0; j < n; j++)
        out[j] = exponential(a - x[j] - y[j]);
}
