/* infeasible.h - a mass that forbidden pairs do not let move: the proof, and the sentence. */
#ifndef PAROT_PARTIAL_INFEASIBLE_H
#define PAROT_PARTIAL_INFEASIBLE_H

#include "transport/simplex/cut.h"

/* Mass that is left behind because a request for all that can move was rounded, in units. */
int is_rounding(const struct units *units, unit_count left, int64_t nodes);

/* A mass that cannot move, and the plan of allowed pairs that moves as much of it as can. */
struct refusal {
    const struct costs *costs;
    const struct units *units;
    struct weights p, q;
    const struct arc *arcs; /* columns are nodes, n + 1 + j */
    int64_t count;
};

/* PAROT_EINFEASIBLE with its message, and *result, which must be empty, holds the cut; or
 * PAROT_ENOMEM. */
parot_status refuse_infeasible(const struct refusal *refusal, struct control *control,
                               parot_result *result, parot_error *err);

#endif
