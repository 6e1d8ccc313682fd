/* trials_crew.h - starts that are shared with other ranks. */
#ifndef PAROT_GROMOV_TRIALS_CREW_H
#define PAROT_GROMOV_TRIALS_CREW_H

#include "gromov/call.h"

extern const struct crew_kind STARTS_CREW;

/* On rank 0 the word to stop reaches a descent as Ctrl-C does, also where it was the time. */
void trials_name_stop(const struct call *call, parot_trial *trial);

/* What every rank works with: its own control, with what the run of rank 0 says of the answer, and
 * a team of its own. */
void trials_begin(struct call *call, const struct control *control);

/* Runs a job whose pieces are starts, as trials_wire.h puts and takes them, on ranks that were
 * taken, and releases them. Those that a stop has left out have its status; there may be no best
 * one then. NULL: there was no memory for what is to be sent. */
parot_status trials_run_job(struct call *call, struct crew_job *job, parot_error *err);

#endif
