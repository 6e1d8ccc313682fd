/* shared_run.c - every callback is forwarded under one lock, and one stop stops all. */
#include "gromov/shared_run.h"

#include <math.h>

static void *forward_alloc(size_t bytes, void *user)
{
    struct shared_run *shared = user;
    pthread_mutex_lock(&shared->crew->lock);
    void *block = shared->outer->alloc(bytes, shared->outer->user);
    pthread_mutex_unlock(&shared->crew->lock);
    return block;
}

static void forward_release(void *block, void *user)
{
    struct shared_run *shared = user;
    pthread_mutex_lock(&shared->crew->lock);
    shared->outer->release(block, shared->outer->user);
    pthread_mutex_unlock(&shared->crew->lock);
}

static int forward_progress(const parot_progress *progress, void *user)
{
    struct shared_run *shared = user;
    parot_progress now = shared->now;
    (void)progress; /* a call inside has a clock of its own */
    now.seconds = control_seconds(&shared->control);
    pthread_mutex_lock(&shared->crew->lock);
    int *is_stopped = &shared->crew->is_stopped;
    *is_stopped = *is_stopped || shared->outer->progress(&now, shared->outer->user);
    int stop = *is_stopped;
    pthread_mutex_unlock(&shared->crew->lock);
    return stop;
}

void shared_run_open(struct shared_run *shared, const struct control *outer, struct crew *crew)
{
    parot_run *run = &shared->control.run;
    *shared = (struct shared_run){
        &outer->run, crew, {"frank-wolfe", 0, NAN, NAN, 0, NAN, NULL, 0}, *outer};
    run->max_iterations = 0;
    run->user = shared;
    run->alloc = run->alloc ? forward_alloc : NULL;
    run->release = run->release ? forward_release : NULL;
    run->progress = run->progress ? forward_progress : NULL;
    shared->control.allocations = 0;
    pthread_mutex_lock(&crew->lock);
    if (crew->is_stopped) /* then ask at once */
        shared->control.next_progress = 0;
    pthread_mutex_unlock(&crew->lock);
}
