/* scan.c - loops over lanes, which compilers turn into vector registers. */
#include "linalg/scan.h"

#include <float.h>
#include <math.h>

#include "base/simd.h"

/* Lanes of the running minimum, of which the limit is one; and numbers looked at together. */
enum { LANES = 32, BLOCK = 16 };

/* One x_j, as every function here computes it. */
#define AT(scan, j)                                                                                \
    (((scan)->c[j] * (scan)->scale > (scan)->cap ? INFINITY : (scan)->c[j] * (scan)->scale) -      \
     (scan)->v[j])

SIMD_CLONES static void lane_minima(const double *restrict c, const double *restrict v, int64_t m,
                                    double scale, double cap, double *restrict best)
{
    for (int64_t j = 0; j + LANES <= m; j += LANES)
        for (int k = 0; k < LANES; k++) {
            double cost = c[j + k] * scale;
            double x = (cost > cap ? INFINITY : cost) - v[j + k];
            best[k] = x < best[k] ? x : best[k];
        }
}

static void all_lanes(const struct scan *scan, double *best)
{
    for (int k = 0; k < LANES; k++)
        best[k] = INFINITY;
    lane_minima(scan->c, scan->v, scan->m, scan->scale, scan->cap, best);
    for (int64_t j = scan->m - scan->m % LANES; j < scan->m; j++)
        best[j % LANES] = fmin(best[j % LANES], AT(scan, j));
}

double scan_minimum(const struct scan *scan)
{
    double best[LANES], least = INFINITY;
    all_lanes(scan, best);
    for (int k = 0; k < LANES; k++)
        least = best[k] < least ? best[k] : least;
    return least;
}

int64_t scan_find(const struct scan *scan, double limit)
{
    int64_t j = 0;
    while (!(AT(scan, j) <= limit))
        j++;
    return j;
}

/* Is any of the next BLOCK at or below the limit? */
SIMD_CLONES static int any_below(const double *restrict c, const double *restrict v, double scale,
                                 double cap, double limit)
{
    int64_t any[BLOCK], sum = 0;
    for (int k = 0; k < BLOCK; k++) {
        double cost = c[k] * scale;
        any[k] = ((cost > cap ? INFINITY : cost) - v[k]) <= limit;
    }
    for (int k = 0; k < BLOCK; k++)
        sum |= any[k];
    return sum != 0;
}

int64_t scan_below(const struct scan *scan, double limit, int64_t most, int32_t *found)
{
    int64_t count = 0;
    for (int64_t j = 0; j < scan->m; j += BLOCK) {
        int64_t end = j + BLOCK < scan->m ? j + BLOCK : scan->m;
        if (end - j == BLOCK && !any_below(scan->c + j, scan->v + j, scan->scale, scan->cap, limit))
            continue;
        for (int64_t l = j; l < end; l++)
            if (AT(scan, l) <= limit) {
                if (count == most)
                    return count;
                found[count++] = (int32_t)l;
            }
    }
    return count;
}

/* At or below the r-th smallest of L minima lie about L ln(L / (L - r)) numbers. */
double scan_limit(const struct scan *scan, int count)
{
    double best[LANES];
    all_lanes(scan, best);
    for (int k = 1; k < LANES; k++) {
        double x = best[k];
        int at = k;
        for (; at > 0 && best[at - 1] > x; at--)
            best[at] = best[at - 1];
        best[at] = x;
    }
    int rank = (int)(LANES * (1 - exp(-(double)count / LANES)));
    return best[rank < LANES ? rank : LANES - 1];
}

SIMD_CLONES static double finite_largest(const double *c, int64_t m, int64_t *others)
{
    double largest[BLOCK] = {0}, all = 0;
    int64_t odd[BLOCK] = {0}, j = 0;
    for (; j + BLOCK <= m; j += BLOCK)
        for (int k = 0; k < BLOCK; k++) {
            double magnitude = fabs(c[j + k]);
            int64_t is_odd = !(magnitude <= DBL_MAX);
            odd[k] += is_odd;
            magnitude = is_odd ? 0 : magnitude;
            largest[k] = magnitude > largest[k] ? magnitude : largest[k];
        }
    for (; j < m; j++) {
        int is_odd = !(fabs(c[j]) <= DBL_MAX);
        odd[0] += is_odd;
        largest[0] = !is_odd && fabs(c[j]) > largest[0] ? fabs(c[j]) : largest[0];
    }
    for (int k = 0; k < BLOCK; k++) {
        all = largest[k] > all ? largest[k] : all;
        *others += odd[k];
    }
    return all;
}

double scan_largest(const double *c, int64_t m, int64_t *others)
{
    *others = 0;
    return finite_largest(c, m, others);
}
