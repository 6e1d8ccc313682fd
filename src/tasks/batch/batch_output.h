/* batch_output.h - where answers go: arrays of all problems in one block. */
#ifndef PAROT_TASKS_BATCH_OUTPUT_H
#define PAROT_TASKS_BATCH_OUTPUT_H

#include "tasks/batch/batch_job.h"

/* Room for everything, by the shapes of the problems. */
parot_status batch_output_open(struct batch *batch, parot_error *err);

/* The answer to problem k. */
void batch_put_plan(struct batch *batch, int64_t k, const parot_plan *plan);
void batch_put_dual(struct batch *batch, int64_t k, const parot_dual *dual);
void batch_put(struct batch *batch, int64_t k, const parot_result *result);

/* There is none, and why. Under the lock. */
void batch_put_failure(struct batch *batch, int64_t k, const parot_error *err);

/* After the last problem: plans without gaps, failures by number, counts. */
void batch_output_close(struct batch *batch);

#endif
