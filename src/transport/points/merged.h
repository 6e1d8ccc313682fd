/* merged.h - points that are equal become one with their mass, and its plan becomes theirs.
 *
 * Equal points have equal costs: any plan between places can be dealt out among the points there,
 * and the price of a place is that of all its points. Without this, n equal points on each side
 * would be n^2 ties for the exact search.
 */
#ifndef PAROT_TRANSPORT_POINTS_MERGED_H
#define PAROT_TRANSPORT_POINTS_MERGED_H

#include "transport/points/point_costs.h"
#include "transport/simplex/tree.h"
#include "transport/units.h"

struct merged {
    struct points points;   /* one for each place, in k-d order */
    int32_t *place[2];      /* of each point: the number of its place */
    int32_t *first[2];      /* of each place: members[first..first[place + 1]) are its points */
    int32_t *members[2];    /* by place, and then in the order of the points */
    unit_count *weights[2]; /* room for the masses of the points, which the caller fills */
    unit_count *left[2];    /* scratch: what the points still have */
    int32_t *next[2];       /* scratch: the point of each place that has some */
    struct arc *arcs;       /* room for all arcs of a plan of the points */
    void *memory;
};

/* Opens *merged if there are enough equal points to pay for it; else it stays closed: without
 * memory. PAROT_OK, or why it was stopped or has no memory; then *merged can be closed. */
parot_status merged_open(struct merged *merged, const struct points *points,
                         struct control *control);
void merged_close(struct merged *merged);

/* Masses of places, from those of the points: `places` has room for them. */
void merged_units(const struct merged *merged, const struct units *points, struct units *places);

/* The arcs of a plan of the places, dealt out among the points, whose masses are in
 * merged->weights, into merged->arcs, by row and column; returns how many. */
int64_t merged_deal(struct merged *merged, const struct points *points, const struct arc *arcs,
                    int64_t count);

#endif
