/* solver.h - the object behind parot_solver. */
#ifndef PAROT_PARTIAL_SOLVER_H
#define PAROT_PARTIAL_SOLVER_H

#include "partial/plan.h"
#include "transport/simplex/exact.h"
#include "transport/simplex/simplex.h"

struct parot_solver {
    struct control control;
    struct weights p, q;     /* copies, or NULL values for uniform */
    double *p_copy, *q_copy; /* what they point to */
    struct simplex simplex;
    struct exact exact;
    struct rounding rounding;
    double mass;          /* as it was asked for */
    double setup_seconds; /* of parot_solver_new */
    int is_single;        /* there will be one solve, and no other that could use its basis */
};

/* Of the block that it is: a copy of them, put back to the same place, is the solver as it was. */
size_t solver_bytes(const parot_solver *solver);

/* From the tree of the simplex to the exact optimum, which as a rule has been reached. */
parot_status solver_finish(parot_solver *solver, struct control *control);

#endif
