/* lowest.h - the lowest pairs of a row seen so far. */
#ifndef PAROT_TRANSPORT_POINTS_LOWEST_H
#define PAROT_TRANSPORT_POINTS_LOWEST_H

#include <stdint.h>

struct lowest_pair {
    double value; /* fl(cost - potential) */
    double cost;
    int32_t col;
};

/* At most `room` pairs in a heap, the highest (by value, then by column) on top. */
struct lowest {
    struct lowest_pair *pair;
    int32_t count, room;
    double limit; /* finite; pairs above it need not be offered: the caller's limit or, once there
                   * is no more room, the value on top */
};

/* Takes the pair in if it is at or below the limit and there is room, or another that is higher,
 * which then leaves. */
void lowest_offer(struct lowest *lowest, struct lowest_pair pair);

/* Ascending by value, then by column. The heap is one no more. */
void lowest_sort(struct lowest *lowest);

#endif
