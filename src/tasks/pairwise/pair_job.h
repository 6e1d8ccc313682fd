/* pair_job.h - the pairs of one call of parot_pairwise, and who solves them: the threads of this
 * process, or other ranks as well (base/crew.h). */
#ifndef PAROT_TASKS_PAIR_JOB_H
#define PAROT_TASKS_PAIR_JOB_H

#include "base/crew.h"
#include "tasks/batch/batch_output.h"
#include "tasks/pairwise/pair_journal.h"

/* What the journal holds, by parot_pairwise_place. */
struct known_pairs {
    int64_t count;     /* of clouds */
    double *objective; /* NAN: not known */
    int32_t *status;
};

struct pairs_job {
    const parot_pairwise_cloud *clouds;
    int64_t count;
    parot_pairwise_options options;
    struct control control;
    struct pair_journal journal;
    double *total;           /* of each cloud's weights */
    int32_t *first, *second; /* of each pair that is to be solved */
    int64_t todo;            /* how many there are */
    struct known_pairs known;
    parot_pairwise_result result;
    void *memory; /* of the arrays above */
};

/* The pairs that are to be solved, as a batch on run->threads. */
parot_status pairs_solve(struct pairs_job *job, const parot_run *run, parot_batch_result *solved,
                         parot_error *err);

/* Whether a pair with that status need not be solved again. */
static inline int pair_is_finished(parot_status status)
{
    return status == PAROT_OK || status == PAROT_UNPROVED || status == PAROT_ITERATION_LIMIT;
}

/* Points of a cloud, or nodes of a graph. */
static inline int64_t cloud_size(const parot_pairwise_cloud *cloud)
{
    return cloud->distances.data ? cloud->distances.rows : cloud->points.rows;
}

/* ---- Other ranks (pair_crew.c) ------------------------------------------- */

extern const struct crew_kind PAIRS_CREW;

/* Whether there are ranks that can help, and are free: then they are taken, and pairs_share is to
 * be called. */
int pairs_take_crew(const struct pairs_job *job);

/* As pairs_solve; `solved` has objectives, statuses and failures alone. */
parot_status pairs_share(struct pairs_job *job, parot_batch_result *solved, parot_error *err);

#endif
