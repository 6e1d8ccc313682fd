/* shared_run.c - every callback is forwarded under one lock, and one stop stops all. */
#include "gromov/shared_run.h"

#include <math.h>

static void *forward_alloc(size_t bytes, void *user)
{
    struct shared_run *shared = user;
    pthread_mutex_lock(&shared->team->lock);
    void *block = shared->outer->alloc(bytes, shared->outer->user);
    pthread_mutex_unlock(&shared->team->lock);
    return block;
}

static void forward_release(void *block, void *user)
{
    struct shared_run *shared = user;
    pthread_mutex_lock(&shared->team->lock);
    shared->outer->release(block, shared->outer->user);
    pthread_mutex_unlock(&shared->team->lock);
}

static int forward_progress(const parot_progress *progress, void *user)
{
    struct shared_run *shared = user;
    parot_progress now = shared->now;
    (void)progress; /* a call inside has a clock of its own */
    now.seconds = control_seconds(&shared->control);
    pthread_mutex_lock(&shared->team->lock);
    int *is_stopped = &shared->team->is_stopped;
    *is_stopped = *is_stopped || shared->outer->progress(&now, shared->outer->user);
    int stop = *is_stopped;
    pthread_mutex_unlock(&shared->team->lock);
    return stop;
}

void shared_run_open(struct shared_run *shared, const struct control *outer, struct team *team)
{
    parot_run *run = &shared->control.run;
    *shared = (struct shared_run){
        &outer->run, team, {"frank-wolfe", 0, NAN, NAN, 0, NAN, NULL, 0}, *outer};
    run->max_iterations = 0;
    run->user = shared;
    run->alloc = run->alloc ? forward_alloc : NULL;
    run->release = run->release ? forward_release : NULL;
    run->progress = run->progress ? forward_progress : NULL;
    shared->control.allocations = 0;
    pthread_mutex_lock(&team->lock);
    if (team->is_stopped) /* then ask at once */
        shared->control.next_progress = 0;
    pthread_mutex_unlock(&team->lock);
}
