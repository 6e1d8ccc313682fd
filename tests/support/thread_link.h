/* thread_link.h - ranks that are threads of one process: a link without MPI, which counts what
 * travels and can be made to fail. */
#ifndef PAROT_TESTS_THREAD_LINK_H
#define PAROT_TESTS_THREAD_LINK_H

#include "parot/ranks.h"

struct thread_ranks;

/* Starts count - 1 threads that serve. */
struct thread_ranks *thread_ranks_start(int32_t count);

/* Of rank 0. */
parot_link thread_ranks_link(struct thread_ranks *ranks);

/* From now on, the link of all ranks fails after so many operations of rank 0. */
void thread_ranks_break(struct thread_ranks *ranks, int64_t operations);

/* Operations of rank 0 so far: broadcasts, messages sent and received. */
int64_t thread_ranks_operations(struct thread_ranks *ranks);

/* What has travelled: messages between two ranks, and bytes of all, a broadcast counted for each
 * rank that it reached. */
void thread_ranks_counts(struct thread_ranks *ranks, int64_t *messages, double *bytes);

/* Waits for the threads, which end when rank 0 has closed; returns how many of them have failed. */
int thread_ranks_join(struct thread_ranks *ranks);

#endif
