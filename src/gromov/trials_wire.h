/* trials_wire.h - trials, and the answer that one of them amounts to, as bytes for another rank. */
#ifndef PAROT_GROMOV_TRIALS_WIRE_H
#define PAROT_GROMOV_TRIALS_WIRE_H

#include "gromov/call.h"

/* Appends trials of a call from `begin` to the one before `end`: record, history, and what each row
 * moves; or why one has failed. 0: there is no memory. */
int trials_put(struct crew_answer *message, const struct call *call, int64_t begin, int64_t end);

/* Appends the answer of trial t, or why there is none: status < 0. The last of a message. */
int answer_put(struct crew_answer *message, int64_t t, const struct answer *answer,
               parot_status status, const parot_error *err);

/* Rank 0, as crew_job.take wants it: puts what a message has into its struct call, and keeps the
 * answer of the best so far there. PAROT_CANCELLED: after these no other trials matter. */
parot_status trials_take(void *call, int64_t piece, const char *message, size_t bytes);

/* Reads an answer that was kept. Its history stays there; the transport is the caller's to free,
 * also after a failure. */
parot_status answer_get(const struct crew_answer *kept, struct answer *answer,
                        struct control *control, parot_error *err);

#endif
