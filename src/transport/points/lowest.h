/* lowest.h - the lowest pairs of a row seen so far. */
#ifndef PAROT_TRANSPORT_POINTS_LOWEST_H
#define PAROT_TRANSPORT_POINTS_LOWEST_H

#include <stdint.h>

/* Pairs in no order. From time to time all but the `wanted` lowest (by value, then by column) are
 * dropped, and the highest of these becomes the limit. */
struct lowest {
    double *value; /* fl(cost - potential) */
    double *cost;
    int32_t *col;
    int32_t count, wanted;
    double limit; /* finite, or -INFINITY; pairs above it need not be offered */
    int is_full;  /* the limit is that of the wanted pairs */
};

/* Places for `wanted` pairs and those that are not dropped yet, and for `offers` at once. */
static inline int64_t lowest_places(int64_t wanted, int64_t offers)
{
    return wanted + wanted / 8 + offers;
}

/* Adds a pair if it is at or below the limit. */
static inline void lowest_offer(struct lowest *lowest, double value, double cost, int32_t col)
{
    int32_t at = lowest->count;
    lowest->value[at] = value;
    lowest->cost[at] = cost;
    lowest->col[at] = col;
    lowest->count += value <= lowest->limit;
}

/* To be called after each series of offers: makes room for the next one. */
void lowest_tighten(struct lowest *lowest);

/* The lowest pairs, ascending by value, then by column. */
void lowest_finish(struct lowest *lowest);

#endif
