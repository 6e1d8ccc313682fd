/* shared_run.c - see shared_run.h. */
#include "gromov/shared_run.h"

#include <math.h>

static void *forward_alloc(size_t bytes, void *user)
{
    struct relay *relay = user;
    pthread_mutex_lock(&relay->crew->lock);
    void *block = relay->outer->alloc(bytes, relay->outer->user);
    pthread_mutex_unlock(&relay->crew->lock);
    return block;
}

static void forward_release(void *block, void *user)
{
    struct relay *relay = user;
    pthread_mutex_lock(&relay->crew->lock);
    relay->outer->release(block, relay->outer->user);
    pthread_mutex_unlock(&relay->crew->lock);
}

static int forward_progress(const parot_progress *progress, void *user)
{
    struct relay *relay = user;
    parot_progress now = relay->now;
    now.seconds = progress->seconds;
    pthread_mutex_lock(&relay->crew->lock);
    int *is_stopped = &relay->crew->is_stopped;
    *is_stopped = *is_stopped || relay->outer->progress(&now, relay->outer->user);
    int stop = *is_stopped;
    pthread_mutex_unlock(&relay->crew->lock);
    return stop;
}

void relay_open(struct relay *relay, const struct control *outer, struct crew *crew)
{
    parot_run *run = &relay->control.run;
    *relay =
        (struct relay){&outer->run, crew, {"frank-wolfe", 0, NAN, NAN, 0, NAN, NULL, 0}, *outer};
    run->max_iterations = 0;
    run->user = relay;
    run->alloc = run->alloc ? forward_alloc : NULL;
    run->release = run->release ? forward_release : NULL;
    run->progress = run->progress ? forward_progress : NULL;
    relay->control.allocations = 0;
    pthread_mutex_lock(&crew->lock);
    if (crew->is_stopped) /* then ask at once */
        relay->control.next_progress = 0;
    pthread_mutex_unlock(&crew->lock);
}
