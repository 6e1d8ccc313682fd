/* scan.c - minima are kept in 32 independent lanes, so that compilers use vector registers; hits
 * below a limit are searched in blocks, of which most have none. */
#include "linalg/scan.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/simd.h"

/* Lanes of the running minimum, of which the limit is one; and numbers looked at together. */
enum { LANES = 32, BLOCK = 16 };

/* Four numbers at a time, in whatever registers there are. A comparison gives all bits or none,
 * which lane_bits turns into one bit for each lane. */
typedef double lanes __attribute__((vector_size(32)));
typedef int64_t lane_mask __attribute__((vector_size(32)));
enum { WIDTH = 4, VECTORS = BLOCK / WIDTH };

static const lane_mask lane_bits = {1, 2, 4, 8};

/* Lane by lane a where the mask is set, else b. Compilers keep a loop over lanes in single numbers
 * once it is unrolled, but make one instruction of this. */
#define SELECT(mask, a, b) ((lanes)(((mask) & (lane_mask)(a)) | (~(mask) & (lane_mask)(b))))

static inline double larger(double a, double b)
{
    return b > a ? b : a;
}

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

/* The same where no finite cost is above the cap. */
SIMD_CLONES static void uncapped_minima(const double *restrict c, const double *restrict v,
                                        int64_t m, double scale, double *restrict best)
{
    for (int64_t j = 0; j + LANES <= m; j += LANES)
        for (int k = 0; k < LANES; k++) {
            double x = c[j + k] * scale - v[j + k];
            best[k] = x < best[k] ? x : best[k];
        }
}

static void all_lanes(const struct scan *scan, double *best)
{
    for (int k = 0; k < LANES; k++)
        best[k] = INFINITY;
    if (scan->cap >= DBL_MAX)
        uncapped_minima(scan->c, scan->v, scan->m, scan->scale, best);
    else
        lane_minima(scan->c, scan->v, scan->m, scan->scale, scan->cap, best);
    for (int64_t j = scan->m - scan->m % LANES; j < scan->m; j++) {
        double x = AT(scan, j);
        best[j % LANES] = x < best[j % LANES] ? x : best[j % LANES];
    }
}

/* The minimum alone, where no finite cost is above the cap. */
SIMD_CLONES static double uncapped_minimum(const double *restrict c, const double *restrict v,
                                           int64_t m, double scale)
{
    lanes best[VECTORS];
    double least = INFINITY;
    for (int k = 0; k < VECTORS; k++)
        best[k] = (lanes){INFINITY, INFINITY, INFINITY, INFINITY};
    for (int64_t j = 0; j + BLOCK <= m; j += BLOCK)
        for (int k = 0; k < VECTORS; k++) {
            lanes x, y;
            memcpy(&x, c + j + k * WIDTH, sizeof x);
            memcpy(&y, v + j + k * WIDTH, sizeof y);
            x = x * scale - y;
            best[k] = SELECT(x < best[k], x, best[k]);
        }
    for (int k = 1; k < VECTORS; k++)
        best[0] = SELECT(best[k] < best[0], best[k], best[0]);
    for (int64_t j = m - m % BLOCK; j < m; j++) {
        double x = c[j] * scale - v[j];
        least = x < least ? x : least;
    }
    for (int lane = 0; lane < WIDTH; lane++)
        least = best[0][lane] < least ? best[0][lane] : least;
    return least;
}

double scan_minimum(const struct scan *scan)
{
    double best[LANES], least = INFINITY;
    if (scan->cap >= DBL_MAX)
        return uncapped_minimum(scan->c, scan->v, scan->m, scan->scale);
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

/* Whole blocks; most have none. */
SIMD_CLONES static int64_t blocks_below(const struct scan *scan, double limit, int64_t most,
                                        int32_t *restrict found)
{
    int64_t count = 0;
    for (int64_t j = 0; j + BLOCK <= scan->m; j += BLOCK) {
        lane_mask mask = {0};
        for (int k = 0; k < BLOCK; k += WIDTH) {
            lanes c, v;
            memcpy(&c, scan->c + j + k, sizeof c);
            memcpy(&v, scan->v + j + k, sizeof v);
            c *= scan->scale;
            mask |= (c <= scan->cap) & (c - v <= limit) & (lane_bits << k);
        }
        int64_t bits = mask[0] | mask[1] | mask[2] | mask[3];
        for (; bits != 0 && count < most; bits &= bits - 1)
            found[count++] = (int32_t)(j + lowest_bit(bits));
    }
    return count;
}

int64_t scan_below(const struct scan *scan, double limit, int64_t most, int32_t *found)
{
    int64_t count = blocks_below(scan, limit, most, found);
    for (int64_t j = scan->m - scan->m % BLOCK; j < scan->m && count < most; j++)
        if (AT(scan, j) <= limit)
            found[count++] = (int32_t)j;
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

SIMD_CLONES double scan_highest(const double *v, int64_t m)
{
    lanes best[VECTORS];
    double all = -INFINITY;
    for (int k = 0; k < VECTORS; k++)
        best[k] = (lanes){-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (int64_t j = 0; j + BLOCK <= m; j += BLOCK)
        for (int k = 0; k < VECTORS; k++) {
            lanes x;
            memcpy(&x, v + j + k * WIDTH, sizeof x);
            best[k] = SELECT(x > best[k], x, best[k]);
        }
    for (int k = 1; k < VECTORS; k++)
        best[0] = SELECT(best[k] > best[0], best[k], best[0]);
    for (int64_t j = m - m % BLOCK; j < m; j++)
        all = larger(all, v[j]);
    for (int lane = 0; lane < WIDTH; lane++)
        all = larger(all, best[0][lane]);
    return all;
}

/* ---- The first look at a row -------------------------------------------- */

/* max |c_j| and sum |c_j|: the sum is finite only if all costs are, up to overflow. */
struct magnitudes {
    lanes largest[VECTORS], sum[VECTORS];
};

/* All bits but the sign. */
static const lane_mask magnitude_bits = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};

/* Adds the k-th vector of a block. */
#define MEASURE(all, k, c)                                                                         \
    do {                                                                                           \
        lanes magnitude = (lanes)((lane_mask)(c)&magnitude_bits);                                  \
        (all).largest[k] = SELECT(magnitude > (all).largest[k], magnitude, (all).largest[k]);      \
        (all).sum[k] += magnitude;                                                                 \
    } while (0)

SIMD_CLONES static void measure(const double *restrict row, int64_t m,
                                struct magnitudes *restrict result)
{
    struct magnitudes all = {0};
    for (int64_t j = 0; j + BLOCK <= m; j += BLOCK)
        for (int k = 0; k < VECTORS; k++) {
            lanes c;
            memcpy(&c, row + j + k * WIDTH, sizeof c);
            MEASURE(all, k, c);
        }
    *result = all;
}

/* Both at once, block by block, so that memory is read all the time, and only once. */
SIMD_CLONES static int64_t measure_below(const struct scan *scan, double limit, int64_t most,
                                         int32_t *restrict found,
                                         struct magnitudes *restrict result)
{
    const double *restrict row = scan->c, *restrict price = scan->v;
    struct magnitudes all = {0};
    int64_t count = 0;
    for (int64_t j = 0; j + BLOCK <= scan->m; j += BLOCK) {
        lane_mask mask = {0};
        for (int k = 0; k < VECTORS; k++) {
            lanes c, v;
            memcpy(&c, row + j + k * WIDTH, sizeof c);
            memcpy(&v, price + j + k * WIDTH, sizeof v);
            MEASURE(all, k, c);
            mask |= (c - v <= limit) & (lane_bits << (k * WIDTH));
        }
        int64_t bits = mask[0] | mask[1] | mask[2] | mask[3];
        for (; bits != 0 && count < most; bits &= bits - 1)
            found[count++] = (int32_t)(j + lowest_bit(bits));
    }
    *result = all;
    return count;
}

/* One by one, where the sum is not finite. */
static struct survey survey_each(const double *c, int64_t m)
{
    struct survey survey = {0};
    for (int64_t j = 0; j < m; j++)
        if (isfinite(c[j]))
            survey.largest = fmax(survey.largest, fabs(c[j]));
        else if (c[j] == INFINITY)
            survey.forbidden++;
        else
            survey.invalid++;
    return survey;
}

/* Adds the last few, which fill no block. */
static struct survey survey_of(struct magnitudes *all, const double *c, int64_t m)
{
    struct survey survey = {0};
    double sum = 0;
    for (int k = 1; k < VECTORS; k++) {
        lanes largest = all->largest[0], other = all->largest[k];
        all->largest[0] = SELECT(other > largest, other, largest);
        all->sum[0] += all->sum[k];
    }
    for (int lane = 0; lane < WIDTH; lane++) {
        survey.largest = larger(survey.largest, all->largest[0][lane]);
        sum += all->sum[0][lane];
    }
    for (int64_t j = m - m % BLOCK; j < m; j++) {
        survey.largest = larger(survey.largest, fabs(c[j]));
        sum += fabs(c[j]);
    }
    return isfinite(sum) ? survey : survey_each(c, m);
}

struct survey scan_survey(const double *c, int64_t m)
{
    struct magnitudes all;
    measure(c, m, &all);
    return survey_of(&all, c, m);
}

int64_t scan_survey_below(const struct scan *scan, double limit, int64_t most, int32_t *found,
                          struct survey *survey)
{
    struct magnitudes all;
    int64_t count = measure_below(scan, limit, most, found, &all);
    for (int64_t j = scan->m - scan->m % BLOCK; j < scan->m && count < most; j++)
        if (scan->c[j] - scan->v[j] <= limit)
            found[count++] = (int32_t)j;
    *survey = survey_of(&all, scan->c, scan->m);
    return count;
}
