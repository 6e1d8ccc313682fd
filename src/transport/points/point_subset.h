/* point_subset.h - smaller clouds with the costs of larger ones: in their scale and order. */
#ifndef PAROT_TRANSPORT_POINTS_POINT_SUBSET_H
#define PAROT_TRANSPORT_POINTS_POINT_SUBSET_H

#include "transport/points/point_costs.h"

/* Room for n rows and m columns of the same metric and scale as `like`; to be filled by the caller,
 * who closes it by points_close. */
parot_status subset_open(struct points *subset, const struct points *like, int32_t n, int32_t m,
                         struct control *control);

/* Copies point `from` of one side of the larger clouds to place `to`, and remembers its number. */
void subset_copy(struct points *subset, const struct points *whole, enum points_side side,
                 int32_t from, int32_t to);

#endif
