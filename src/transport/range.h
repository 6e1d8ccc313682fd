/* range.h - how large the costs are, and whether they are numbers at all. */
#ifndef PAROT_TRANSPORT_RANGE_H
#define PAROT_TRANSPORT_RANGE_H

#include "transport/costs.h"

/* One reading of the costs. `scratch` holds n numbers. */
void range_find(const struct costs *costs, int32_t threads, double *scratch,
                struct cost_range *range);

#endif
