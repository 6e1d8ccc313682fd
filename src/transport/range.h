/* range.h - how large the costs are, and whether they are numbers at all. */
#ifndef PAROT_TRANSPORT_RANGE_H
#define PAROT_TRANSPORT_RANGE_H

#include <stdatomic.h>

#include "linalg/scan.h"
#include "transport/costs.h"

/* What the rows read so far hold; threads may add to it at the same time, in any order. */
struct range_tally {
    _Atomic double largest;
    _Atomic int has_forbidden, is_invalid;
};

void range_add(struct range_tally *tally, struct survey survey);

static inline struct cost_range range_of(struct range_tally *tally)
{
    return (struct cost_range){tally->largest, tally->has_forbidden, tally->is_invalid};
}

/* One reading of the costs. */
struct cost_range range_find(const struct costs *costs, int32_t threads);

#endif
