/* helped.h - a run that other ranks help, which are threads here; and one that is stopped. */
#ifndef PAROT_TESTS_HELPED_H
#define PAROT_TESTS_HELPED_H

#include "test.h"
#include "thread_link.h"

struct helped {
    struct thread_ranks *threads;
    parot_ranks *ranks;
    parot_run run;
};

/* Ranks that are asked about everything, to whom columns come in so many parts. */
static inline struct helped helped_in_parts(int32_t count, int64_t parts)
{
    struct helped helped = {.threads = thread_ranks_start(count)};
    parot_link link = thread_ranks_link(helped.threads);
    DEFAULTS(parot_ranks_options, options);
    options.least_work = 0;
    options.parts = parts;
    assert_ok(parot_ranks_open(&helped.ranks, &link, &options, &err));
    parot_run_init(&helped.run);
    helped.run.ranks = helped.ranks;
    return helped;
}

static inline struct helped helped_start(int32_t count)
{
    return helped_in_parts(count, 1);
}

static inline void helped_end(struct helped *helped)
{
    parot_ranks_close(helped->ranks);
    assert_int_equal(thread_ranks_join(helped->threads), 0);
}

/* ---- Stops --------------------------------------------------------------- */

struct patience {
    int64_t calls, most;
};

static inline int lose_patience(const parot_progress *progress, void *user)
{
    struct patience *patience = user;
    (void)progress;
    return ++patience->calls > patience->most;
}

/* The run is asked as often as possible. */
static inline parot_run impatient(parot_run run, struct patience *patience)
{
    run.progress = lose_patience;
    run.progress_period = 0;
    run.user = patience;
    return run;
}

#endif
