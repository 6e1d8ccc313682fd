/* shared_run.h - the caller's run as one of several solvers sees it.
 *
 * Starts run side by side, and each solves linear problems inside. Callbacks of the caller are
 * called by one thread at a time, and told about Frank-Wolfe's iteration, not about pivots.
 */
#ifndef PAROT_GROMOV_SHARED_RUN_H
#define PAROT_GROMOV_SHARED_RUN_H

#include <pthread.h>

#include "base/run.h"

/* What the solvers of one call share. */
struct team {
    pthread_mutex_t lock;
    int is_stopped; /* the caller has said so, once */
};

struct shared_run {
    const parot_run *outer;
    struct team *team;
    parot_progress now; /* what the caller hears */
    struct control control;
};

/* A control with the clock and the limits of `outer`, except for the iterations, which are counted
 * by Frank-Wolfe. The shared run must not move as long as the control or any block from it is in
 * use.
 */
void shared_run_open(struct shared_run *shared, const struct control *outer, struct team *team);

#endif
