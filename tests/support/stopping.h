/* stopping.h - runs that are cancelled at the k-th question. */
#ifndef PAROT_TESTS_STOPPING_H
#define PAROT_TESTS_STOPPING_H

#include "parot/parot.h"

static inline int stop_when_none_is_left(const parot_progress *progress, void *user)
{
    (void)progress;
    return --*(int *)user < 0;
}

/* Goes on for *left questions. */
static inline parot_run run_that_stops(int *left)
{
    parot_run run;
    parot_run_init(&run);
    run.progress_period = 0;
    run.progress = stop_when_none_is_left;
    run.user = left;
    return run;
}

#endif
