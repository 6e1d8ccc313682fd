/* lowest.c - the limit that keeps as many pairs as are wanted is found by bisection: counting is
 * fast and has no branches. Which pairs stay does not depend on the order in which they came. */
#include "transport/points/lowest.h"

#include "base/simd.h"

/* Steps before pairs count as tied; lists sorted by counting. */
enum { MOST_STEPS = 24, SMALL = 64, LANES = 8 };

SIMD_CLONES static int64_t count_below(const double *restrict value, int32_t count, double limit)
{
    int64_t below = 0;
    for (int32_t k = 0; k < count; k++)
        below += value[k] <= limit;
    return below;
}

/* Keeps pairs at or below the limit. */
static void keep_below(struct lowest *lowest, double limit)
{
    int32_t kept = 0;
    for (int32_t k = 0; k < lowest->count; k++) {
        double value = lowest->value[k];
        lowest->value[kept] = value;
        lowest->cost[kept] = lowest->cost[k];
        lowest->col[kept] = lowest->col[k];
        kept += value <= limit;
    }
    lowest->count = kept;
}

struct extremes {
    double low, high;
};

/* In lanes, which compilers turn into vectors. */
SIMD_CLONES static struct extremes find_extremes(const double *restrict value, int32_t count)
{
    double low[LANES], high[LANES];
    for (int l = 0; l < LANES; l++)
        low[l] = high[l] = value[0];
    for (int32_t k = 0; k + LANES <= count; k += LANES)
        for (int l = 0; l < LANES; l++) {
            double x = value[k + l];
            low[l] = x < low[l] ? x : low[l];
            high[l] = x > high[l] ? x : high[l];
        }
    for (int32_t k = count - count % LANES; k < count; k++) {
        low[0] = value[k] < low[0] ? value[k] : low[0];
        high[0] = value[k] > high[0] ? value[k] : high[0];
    }
    struct extremes all = {low[0], high[0]};
    for (int l = 1; l < LANES; l++) {
        all.low = low[l] < all.low ? low[l] : all.low;
        all.high = high[l] > all.high ? high[l] : all.high;
    }
    return all;
}

/* ---- Sorting ------------------------------------------------------------ */

/* rank_i = the number of pairs before pair i */
SIMD_CLONES static void rank_pairs(const double *restrict value, const double *restrict col,
                                   int32_t count, double *restrict rank)
{
    for (int32_t i = 0; i < count; i++)
        rank[i] = 0;
    for (int32_t j = 0; j < count; j++) {
        double v = value[j], c = col[j];
        for (int32_t i = 0; i < count; i++)
            rank[i] += (v < value[i]) | ((v == value[i]) & (c < col[i])) ? 1.0 : 0.0;
    }
}

static void sort_few(struct lowest *lowest)
{
    double value[SMALL] = {0}, col[SMALL] = {0}, cost[SMALL], rank[SMALL];
    int32_t count = lowest->count;
    for (int32_t i = 0; i < count; i++) {
        value[i] = lowest->value[i];
        cost[i] = lowest->cost[i];
        col[i] = lowest->col[i];
    }
    rank_pairs(value, col, count, rank);
    for (int32_t i = 0; i < count; i++) {
        int32_t at = (int32_t)rank[i];
        lowest->value[at] = value[i];
        lowest->cost[at] = cost[i];
        lowest->col[at] = (int32_t)col[i];
    }
}

static int is_before(const struct lowest *lowest, int32_t a, int32_t b)
{
    return lowest->value[a] < lowest->value[b] ||
           (lowest->value[a] == lowest->value[b] && lowest->col[a] < lowest->col[b]);
}

static void exchange(struct lowest *lowest, int32_t a, int32_t b)
{
    double value = lowest->value[a], cost = lowest->cost[a];
    int32_t col = lowest->col[a];
    lowest->value[a] = lowest->value[b];
    lowest->cost[a] = lowest->cost[b];
    lowest->col[a] = lowest->col[b];
    lowest->value[b] = value;
    lowest->cost[b] = cost;
    lowest->col[b] = col;
}

/* Lets the pair at `at` sink in a heap of `count` with the highest on top. */
static void sink(struct lowest *lowest, int32_t at, int32_t count)
{
    for (int32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && is_before(lowest, child, child + 1))
            child++;
        if (!is_before(lowest, at, child))
            return;
        exchange(lowest, at, child);
        at = child;
    }
}

static void sort(struct lowest *lowest)
{
    if (lowest->count <= SMALL) {
        sort_few(lowest);
        return;
    }
    for (int32_t at = lowest->count / 2; at-- > 0;)
        sink(lowest, at, lowest->count);
    for (int32_t last = lowest->count - 1; last > 0; last--) {
        exchange(lowest, 0, last);
        sink(lowest, 0, last);
    }
}

/* ---- Dropping ----------------------------------------------------------- */

/* The interval [low, high] of values becomes smaller until just the wanted ones are at or below its
 * upper end; 0: there are ties, or values too close. */
static int bisect(const struct lowest *lowest, double *limit)
{
    struct extremes ends = find_extremes(lowest->value, lowest->count);
    double low = ends.low, high = ends.high;
    for (int step = 0; step < MOST_STEPS; step++) {
        double middle = low / 2 + high / 2;
        int64_t count = count_below(lowest->value, lowest->count, middle);
        if (count == lowest->wanted) {
            *limit = middle;
            return 1;
        }
        if (count < lowest->wanted)
            low = middle;
        else
            high = middle;
    }
    return 0;
}

static void drop(struct lowest *lowest)
{
    double limit;
    if (lowest->count < lowest->wanted)
        return;
    if (lowest->count > lowest->wanted && bisect(lowest, &limit))
        keep_below(lowest, limit);
    if (lowest->count > lowest->wanted) {
        sort(lowest);
        lowest->count = lowest->wanted;
    }
    lowest->is_full = 1;
    lowest->limit = find_extremes(lowest->value, lowest->count).high;
}

void lowest_tighten(struct lowest *lowest)
{
    if (!lowest->is_full || lowest->count > lowest->wanted + lowest->wanted / 8)
        drop(lowest);
}

void lowest_finish(struct lowest *lowest)
{
    drop(lowest);
    sort(lowest);
}
