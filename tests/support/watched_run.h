/* watched_run.h - a solve that is stopped at a processor time, and whose memory is counted. */
#ifndef PAROT_TESTS_WATCHED_RUN_H
#define PAROT_TESTS_WATCHED_RUN_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parot/parot.h"

enum { BLOCK_HEAD = 64 };

struct watch {
    double limit;      /* processor seconds of a solve */
    double stop;       /* the processor time at which the present solve is stopped */
    double live, most; /* bytes that the present solve holds, and held at its peak */
};

static inline double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int is_over_limit(const parot_progress *progress, void *user)
{
    (void)progress;
    return processor_seconds() > ((const struct watch *)user)->stop;
}

/* Blocks begin with their size. */
static inline void *watch_take(size_t bytes, void *user)
{
    struct watch *watch = user;
    char *block = aligned_alloc(BLOCK_HEAD, (bytes + 2 * BLOCK_HEAD - 1) / BLOCK_HEAD * BLOCK_HEAD);
    if (!block)
        return NULL;
    memcpy(block, &bytes, sizeof bytes);
    watch->live += (double)bytes;
    watch->most = fmax(watch->most, watch->live);
    return block + BLOCK_HEAD;
}

static inline void watch_give_back(void *block, void *user)
{
    size_t bytes;
    memcpy(&bytes, (char *)block - BLOCK_HEAD, sizeof bytes);
    ((struct watch *)user)->live -= (double)bytes;
    free((char *)block - BLOCK_HEAD);
}

static inline parot_run watched_run(struct watch *watch)
{
    parot_run run;
    parot_run_init(&run);
    watch->stop = processor_seconds() + watch->limit;
    watch->most = watch->live = 0;
    run.progress_period = 0.02;
    run.progress = is_over_limit;
    run.alloc = watch_take;
    run.release = watch_give_back;
    run.user = watch;
    return run;
}

#endif
