/* thread_link.c - a queue of messages for each pair of ranks, and one for broadcasts to each rank,
 * under one lock. */
#include "thread_link.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct message {
    struct message *next;
    size_t bytes;
    char data[];
};

struct queue {
    struct message *first, *last;
};

struct thread_rank {
    struct thread_ranks *all;
    int32_t rank;
    pthread_t thread;
    parot_status status;
    struct queue broadcasts;
    struct queue *from; /* count of them */
};

struct thread_ranks {
    int32_t count;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct thread_rank *rank;
    int64_t operations, most_operations, messages;
    double bytes;
    int is_broken;
};

static void break_link(struct thread_ranks *all)
{
    all->is_broken = 1;
    pthread_cond_broadcast(&all->changed);
}

static void put(struct thread_ranks *all, struct queue *queue, const void *data, size_t bytes)
{
    struct message *message = malloc(sizeof *message + bytes);
    *message = (struct message){.bytes = bytes};
    memcpy(message->data, data, bytes);
    if (queue->last)
        queue->last->next = message;
    else
        queue->first = message;
    queue->last = message;
    all->bytes += (double)bytes;
    pthread_cond_broadcast(&all->changed);
}

/* Returns 0 if the next message has that size, as it must. */
static int take(struct queue *queue, void *data, size_t bytes)
{
    struct message *message = queue->first;
    int is_wrong = message->bytes != bytes;
    if (!is_wrong)
        memcpy(data, message->data, bytes);
    queue->first = message->next;
    if (!queue->first)
        queue->last = NULL;
    free(message);
    return is_wrong;
}

/* Counts what rank 0 does, up to where the link is to break. */
static void count_operation(const struct thread_rank *own)
{
    struct thread_ranks *all = own->all;
    if (own->rank == 0 && ++all->operations > all->most_operations)
        break_link(all);
}

static int broadcast(void *data, size_t bytes, int is_idle, void *user)
{
    struct thread_rank *own = user;
    struct thread_ranks *all = own->all;
    (void)is_idle;
    pthread_mutex_lock(&all->lock);
    count_operation(own);
    for (int32_t k = 1; own->rank == 0 && !all->is_broken && k < all->count; k++)
        put(all, &all->rank[k].broadcasts, data, bytes);
    while (own->rank > 0 && !all->is_broken && !own->broadcasts.first)
        pthread_cond_wait(&all->changed, &all->lock);
    int failed = all->is_broken;
    if (own->rank > 0 && !failed)
        failed = take(&own->broadcasts, data, bytes);
    pthread_mutex_unlock(&all->lock);
    return failed;
}

static int send_message(int32_t to, const void *data, size_t bytes, void *user)
{
    struct thread_rank *own = user;
    struct thread_ranks *all = own->all;
    pthread_mutex_lock(&all->lock);
    count_operation(own);
    all->messages++;
    if (!all->is_broken)
        put(all, &all->rank[to].from[own->rank], data, bytes);
    int failed = all->is_broken;
    pthread_mutex_unlock(&all->lock);
    return failed;
}

static int64_t waiting(int32_t from, void *user)
{
    struct thread_rank *own = user;
    struct thread_ranks *all = own->all;
    pthread_mutex_lock(&all->lock);
    const struct message *message = own->from[from].first;
    int64_t bytes = all->is_broken ? -2 : message ? (int64_t)message->bytes : -1;
    pthread_mutex_unlock(&all->lock);
    return bytes;
}

static int receive(int32_t from, void *data, size_t bytes, void *user)
{
    struct thread_rank *own = user;
    struct thread_ranks *all = own->all;
    pthread_mutex_lock(&all->lock);
    count_operation(own);
    int failed = all->is_broken || take(&own->from[from], data, bytes);
    pthread_mutex_unlock(&all->lock);
    return failed;
}

static parot_link link_of(struct thread_rank *rank)
{
    parot_link link;
    parot_link_init(&link);
    link.rank = rank->rank;
    link.count = rank->all->count;
    link.broadcast = broadcast;
    link.send = send_message;
    link.waiting = waiting;
    link.receive = receive;
    link.user = rank;
    return link;
}

/* A rank that gives up ends the link for all, as one that aborts the job does with MPI. */
static void *serve(void *argument)
{
    struct thread_rank *rank = argument;
    parot_link link = link_of(rank);
    parot_error err = {0};
    rank->status = parot_ranks_serve(&link, NULL, &err);
    if (rank->status != PAROT_OK) {
        pthread_mutex_lock(&rank->all->lock);
        break_link(rank->all);
        pthread_mutex_unlock(&rank->all->lock);
    }
    return NULL;
}

struct thread_ranks *thread_ranks_start(int32_t count)
{
    struct thread_ranks *all = calloc(1, sizeof *all);
    all->count = count;
    all->most_operations = INT64_MAX;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->changed, NULL);
    all->rank = calloc((size_t)count, sizeof *all->rank);
    for (int32_t k = 0; k < count; k++) {
        all->rank[k].all = all;
        all->rank[k].rank = k;
        all->rank[k].from = calloc((size_t)count, sizeof *all->rank[k].from);
    }
    for (int32_t k = 1; k < count; k++)
        if (pthread_create(&all->rank[k].thread, NULL, serve, &all->rank[k]))
            abort();
    return all;
}

parot_link thread_ranks_link(struct thread_ranks *ranks)
{
    return link_of(&ranks->rank[0]);
}

void thread_ranks_break(struct thread_ranks *ranks, int64_t operations)
{
    pthread_mutex_lock(&ranks->lock);
    ranks->most_operations = ranks->operations + operations;
    pthread_mutex_unlock(&ranks->lock);
}

int64_t thread_ranks_operations(struct thread_ranks *ranks)
{
    pthread_mutex_lock(&ranks->lock);
    int64_t operations = ranks->operations;
    pthread_mutex_unlock(&ranks->lock);
    return operations;
}

void thread_ranks_counts(struct thread_ranks *ranks, int64_t *messages, double *bytes)
{
    pthread_mutex_lock(&ranks->lock);
    *messages = ranks->messages;
    *bytes = ranks->bytes;
    pthread_mutex_unlock(&ranks->lock);
}

static void drop_queue(struct queue *queue)
{
    while (queue->first) {
        struct message *message = queue->first;
        queue->first = message->next;
        free(message);
    }
}

int thread_ranks_join(struct thread_ranks *ranks)
{
    int failed = 0;
    for (int32_t k = 1; k < ranks->count; k++) {
        pthread_join(ranks->rank[k].thread, NULL);
        failed += ranks->rank[k].status != PAROT_OK;
    }
    for (int32_t k = 0; k < ranks->count; k++) {
        drop_queue(&ranks->rank[k].broadcasts);
        for (int32_t j = 0; j < ranks->count; j++)
            drop_queue(&ranks->rank[k].from[j]);
        free(ranks->rank[k].from);
    }
    free(ranks->rank);
    pthread_cond_destroy(&ranks->changed);
    pthread_mutex_destroy(&ranks->lock);
    free(ranks);
    return failed;
}
