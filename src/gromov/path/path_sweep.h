/* path_sweep.h - the masses of a path under way: their plans, and the elbow that the plans see. */
#ifndef PAROT_GROMOV_PATH_SWEEP_H
#define PAROT_GROMOV_PATH_SWEEP_H

#include "base/run.h"
#include "gromov/path/path_ways.h"

struct sweep {
    struct control control;
    struct path_ways ways;
    parot_gromov_path_options path;
    parot_gromov_path_result *out;
    parot_gromov_elbow *seen_elbow; /* by the plan of each mass */
    int64_t *judged;                /* the plan that it was, by the number in `changed` */
    int64_t *changed;               /* when each mass got its plan; 0: it has none */
    int64_t *seen[2]; /* of the neighbour below, above: the plan that was tried last */
    int64_t clock;
    double rounding;       /* prices below it are none */
    double *share, *price; /* samples of a curve */
    void *memory;
};

/* path_sweep.c: down and up over all masses until nothing changes. draw: -1 from neighbours alone;
 * else some masses are solved from the starts before, with that number (see path_ways_solve). */
parot_status sweep_settle(struct sweep *sweep, int32_t draw, parot_error *err);

/* One more mass, without a plan yet, unless there is one as near as `distance`. */
void sweep_insert(struct sweep *sweep, double share, double distance);

/* path_judge.c: room for the samples of a curve, and the elbow of sweep->out by its plans. */
void sweep_layout_samples(struct sweep *sweep, struct arena *arena);
parot_status sweep_judge(struct sweep *sweep, parot_error *err);

#endif
