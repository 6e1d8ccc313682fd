/* rank.c - qsort by share, then value, then row. Shares are rounded to a grid, so that rounding
 * errors do not decide. */
#include "pu/methods/rank.h"

#include <math.h>
#include <stdlib.h>

/* Shares are sums of a few masses: what differs by less than this is rounding. */
static const double SHARE_GRID = 0x1p-30;

static int by_confidence(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

void rank_rows(int64_t n, const double *share, const double *value, struct ranked *ranked)
{
    for (int32_t i = 0; i < n; i++)
        ranked[i] =
            (struct ranked){share ? nearbyint(share[i] / SHARE_GRID) * SHARE_GRID : 0, value[i], i};
    qsort(ranked, (size_t)n, sizeof *ranked, by_confidence);
}

static int by_value(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

void rank_by_value(struct ranked *ranked, int64_t n, int64_t k)
{
    qsort(ranked, (size_t)k, sizeof *ranked, by_value);
    qsort(ranked + k, (size_t)(n - k), sizeof *ranked, by_value);
}
