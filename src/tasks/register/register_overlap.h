/* register_overlap.h - how many rows of two clouds are partners, by the elbow of the curve from
 * their number to the sum of squared distances. */
#ifndef PAROT_TASKS_REGISTER_OVERLAP_H
#define PAROT_TASKS_REGISTER_OVERLAP_H

#include "partial/pairs.h"

struct overlap {
    const struct pairs
        *pairs;         /* moved rows to rows of the other cloud, filled; rows without padding */
    const double *ones; /* weights of both */
    int64_t most;       /* rows of the smaller cloud */
    struct control *control; /* of which the iterations are not meant */
};

/* *k: how many; 0: the curve has no elbow that tells. */
parot_status overlap_count(const struct overlap *overlap, int64_t *k, parot_error *err);

#endif
