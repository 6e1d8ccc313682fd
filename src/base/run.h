/* run.h - one call's view of parot_run: time, limits, progress, memory. */
#ifndef PAROT_BASE_RUN_H
#define PAROT_BASE_RUN_H

#include "base/status.h"

struct control {
    parot_run run;
    double start;         /* clock at control_init */
    double next_progress; /* seconds since start */
    int64_t allocations;
    int is_cancelled; /* by the user, who need not say it twice */
};

/* Monotonic seconds. */
double clock_seconds(void);

/* Checks and copies `run` (NULL: the defaults) and starts the clock. */
parot_status control_init(struct control *control, const parot_run *run, parot_error *err);

/* Starts the clock and the counters again, for an object that is used several times. */
void control_restart(struct control *control);

double control_seconds(const struct control *control);

int control_is_time_up(const struct control *control);

/* The run for a call inside this one: what is left of the time. */
parot_run control_rest(const struct control *control);

/* Reports progress when it is due; PAROT_OK, or why to stop. Once cancelled, always cancelled. */
parot_status control_poll(struct control *control, const char *stage, int64_t iteration,
                          double objective, double bound);

/* The same for a stage that has done `done` of `total` steps, which max_iterations does not count.
 */
parot_status control_poll_part(struct control *control, const char *stage, int64_t done,
                               int64_t total);

/* The same for a call that has nothing to give before its end: PAROT_OK, or PAROT_ESTOPPED and a
 * message that names the stage. */
parot_status control_go_on(struct control *control, const char *stage, int64_t done, int64_t total,
                           parot_error *err);

#endif
