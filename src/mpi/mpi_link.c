/* mpi_link.c - sends are copied and left to MPI, a few at a time, and so are long messages that
 * come. A rank that waits for the next job sleeps between two looks: MPI itself would keep its
 * processor busy. */
#include "mpi/mpi_link.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crew_rest.h"

enum { TAG = 1 };

/* 0, or that it failed. */
static int wait_for(MPI_Request *request)
{
    int is_done = 0;
    for (int waited = 0;; crew_rest(&waited)) {
        if (MPI_Test(request, &is_done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return 1;
        if (is_done)
            return 0;
    }
}

static int broadcast(void *data, size_t bytes, int is_idle, void *user)
{
    struct mpi_link *link = user;
    MPI_Request request;
    if (bytes > INT_MAX)
        return 1;
    if (!is_idle)
        return MPI_Bcast(data, (int)bytes, MPI_BYTE, 0, link->comm) != MPI_SUCCESS;
    return MPI_Ibcast(data, (int)bytes, MPI_BYTE, 0, link->comm, &request) != MPI_SUCCESS ||
           wait_for(&request);
}

/* Without memory for a copy, it waits until the other rank has taken the message. */
static int send_copy(int32_t to, const void *data, size_t bytes, void *user)
{
    struct mpi_link *link = user;
    int k = link->next;
    if (bytes > INT_MAX || wait_for(&link->request[k]))
        return 1;
    free(link->data[k]);
    link->data[k] = bytes > MPI_LINK_SMALL ? malloc(bytes) : NULL;
    link->next = (k + 1) % MPI_LINK_SENDS;
    int is_lent = bytes > MPI_LINK_SMALL && !link->data[k];
    const void *copy = data;
    if (!is_lent)
        copy = memcpy(link->data[k] ? link->data[k] : link->small[k], data, bytes);
    return MPI_Isend(copy, (int)bytes, MPI_BYTE, to, TAG, link->comm, &link->request[k]) !=
               MPI_SUCCESS ||
           (is_lent && wait_for(&link->request[k]));
}

/* Its bytes when all of it is there. */
static int64_t follow(struct mpi_incoming *incoming)
{
    int is_done = 0;
    if (MPI_Test(&incoming->request, &is_done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        return PAROT_LINK_LOST;
    return is_done ? incoming->bytes : PAROT_LINK_NONE;
}

/* Lets a message come that has been announced; without memory for it, `receive` waits for it. */
static int64_t let_come(struct mpi_link *link, int32_t from, int bytes)
{
    if (bytes <= MPI_LINK_SMALL)
        return bytes;
    if (!link->incoming)
        link->incoming = calloc((size_t)link->count, sizeof *link->incoming);
    char *data = link->incoming ? malloc((size_t)bytes) : NULL;
    if (!data)
        return bytes;
    struct mpi_incoming *incoming = &link->incoming[from];
    *incoming = (struct mpi_incoming){.data = data, .bytes = bytes};
    if (MPI_Irecv(data, bytes, MPI_BYTE, from, TAG, link->comm, &incoming->request) != MPI_SUCCESS)
        return PAROT_LINK_LOST;
    return follow(incoming);
}

/* Solvers ask from any of their threads, while they work. If MPI serves one thread alone, the
 * others find nothing, and messages wait until the piece is done. */
static int64_t waiting(int32_t from, void *user)
{
    struct mpi_link *link = user;
    MPI_Status status;
    int is_there = 0, bytes = 0;
    if (link->is_single && !pthread_equal(link->thread, pthread_self()))
        return PAROT_LINK_NONE;
    if (link->incoming && link->incoming[from].data)
        return follow(&link->incoming[from]);
    if (MPI_Iprobe(from, TAG, link->comm, &is_there, &status) != MPI_SUCCESS)
        return PAROT_LINK_LOST;
    if (!is_there)
        return PAROT_LINK_NONE;
    return MPI_Get_count(&status, MPI_BYTE, &bytes) == MPI_SUCCESS ? let_come(link, from, bytes)
                                                                   : PAROT_LINK_LOST;
}

static int receive(int32_t from, void *data, size_t bytes, void *user)
{
    struct mpi_link *link = user;
    struct mpi_incoming *incoming = link->incoming ? &link->incoming[from] : NULL;
    if (incoming && incoming->data) {
        memcpy(data, incoming->data, bytes);
        free(incoming->data);
        incoming->data = NULL;
        return 0;
    }
    return MPI_Recv(data, (int)bytes, MPI_BYTE, from, TAG, link->comm, MPI_STATUS_IGNORE) !=
           MPI_SUCCESS;
}

void mpi_link_open(struct mpi_link *link, MPI_Comm comm)
{
    int level = MPI_THREAD_SINGLE;
    MPI_Query_thread(&level);
    *link = (struct mpi_link){
        .comm = comm, .is_single = level < MPI_THREAD_SERIALIZED, .thread = pthread_self()};
    MPI_Comm_rank(comm, &link->rank);
    MPI_Comm_size(comm, &link->count);
    for (int k = 0; k < MPI_LINK_SENDS; k++)
        link->request[k] = MPI_REQUEST_NULL;
}

parot_link mpi_link_get(struct mpi_link *own)
{
    parot_link link;
    parot_link_init(&link);
    link.rank = own->rank;
    link.count = own->count;
    link.broadcast = broadcast;
    link.send = send_copy;
    link.waiting = waiting;
    link.receive = receive;
    link.user = own;
    return link;
}

void mpi_link_close(struct mpi_link *link)
{
    for (int k = 0; k < MPI_LINK_SENDS; k++) {
        wait_for(&link->request[k]);
        free(link->data[k]);
    }
    for (int k = 0; link->incoming && k < link->count; k++)
        if (link->incoming[k].data) {
            wait_for(&link->incoming[k].request);
            free(link->incoming[k].data);
        }
    free(link->incoming);
    link->incoming = NULL;
}

/* ---- What all ranks return ---------------------------------------------- */

static void take_error(MPI_Comm comm, int root, const parot_error *own, parot_error *err)
{
    parot_error shared = {0};
    if (own)
        shared = *own;
    MPI_Bcast(&shared, (int)sizeof shared, MPI_BYTE, root, comm);
    if (err)
        *err = shared;
}

parot_status mpi_agree(MPI_Comm comm, parot_status status, parot_error *err)
{
    struct {
        int status, rank;
    } own = {status < 0 ? (int)status : 0, 0}, worst;
    parot_error named = {0};
    MPI_Comm_rank(comm, &own.rank);
    MPI_Allreduce(&own, &worst, 1, MPI_2INT, MPI_MINLOC, comm);
    if (worst.status >= 0)
        return PAROT_OK;
    if (err)
        named = *err;
    if (own.rank == worst.rank && own.rank > 0)
        snprintf(named.message, sizeof named.message, "rank %d: %.480s", own.rank,
                 err ? err->message : parot_status_name(status));
    take_error(comm, worst.rank, &named, err);
    return (parot_status)worst.status;
}

parot_status mpi_share_status(MPI_Comm comm, parot_status status, parot_error *err)
{
    int shared = (int)status;
    MPI_Bcast(&shared, 1, MPI_INT, 0, comm);
    if (shared < 0)
        take_error(comm, 0, err, err);
    return (parot_status)shared;
}
