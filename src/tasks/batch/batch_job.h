/* batch_job.h - what the parts of a batch share: the call, its workers, its kinds of problems. */
#ifndef PAROT_TASKS_BATCH_JOB_H
#define PAROT_TASKS_BATCH_JOB_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "tasks/batch/batch_memory.h"

struct batch;
struct worker;

/* One kind of problems. */
struct batch_kind {
    const char *stage; /* what progress calls it; NULL: "batch" */
    void (*shape)(const struct batch *batch, int64_t k, int64_t *rows, int64_t *cols);
    int64_t (*room)(int64_t rows, int64_t cols); /* entries of a sparse plan, at most */
    parot_status (*prepare)(struct worker *worker, parot_error *err); /* the first one; or NULL */
    /* Solves problem k and hands its answer to batch_output.h. */
    parot_status (*solve)(struct worker *worker, int64_t k, parot_error *err);
    int has_prices, has_entropy, has_stationarity;
};

struct batch {
    const struct batch_kind *kind;
    const void *problems; /* of the kind's own type, */
    const void *terms;    /* and what else it needs */
    parot_batch_options options;
    struct control control; /* under the lock */
    pthread_mutex_t lock;
    _Atomic int stop; /* a parot_status: PAROT_OK, or why no further problem is begun */
    int64_t done;     /* under the lock, as all of the following */
    struct worker *idle;
    int64_t failure_room;
    parot_batch_result result; /* a worker writes what belongs to its problem */
    int64_t *entry_at;         /* count + 1: where the entries of each plan begin */
    int64_t *entries;          /* count: how many there are */
};

/* One of the threads. */
struct worker {
    struct batch *batch;
    struct worker *next; /* idle */
    struct batch_memory memory;
    parot_run run; /* for calls of solvers: one thread, this memory, the rest of the time */
    struct parot_solver *solver; /* with the basis of the reference; NULL: not made yet */
    void *basis;                 /* the bytes of it, to begin each problem with */
    size_t basis_bytes;
    struct batch_memory kept; /* holds both */
};

/* The whole call: checks options, solves, moves the result out. */
parot_status batch_run(struct batch *batch, int64_t count, const parot_batch_options *options,
                       const parot_run *run, parot_batch_result *result, parot_error *err);

/* The run of a call that begins now. */
void worker_refresh(struct worker *worker, parot_run *run);

/* Data that are not there and that `fill` is to write: *numbers, of the worker's memory. */
parot_status worker_fill(struct worker *worker, int64_t k, parot_batch_part part, int64_t rows,
                         int64_t cols, const double **numbers, parot_error *err);

/* The same of a matrix. */
parot_status worker_fill_matrix(struct worker *worker, int64_t k, parot_batch_part part,
                                parot_matrix *matrix, parot_error *err);

#endif
