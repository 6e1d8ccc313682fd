/* mpi_link.h - a parot_link over a communicator. */
#ifndef PAROT_MPI_LINK_H
#define PAROT_MPI_LINK_H

#include <pthread.h>

#include "parot/mpi.h"

/* Messages that are on their way and not received. */
enum { MPI_LINK_SENDS = 16 };

/* Bytes of messages that need no memory: numbers of pieces, and heads of answers. */
enum { MPI_LINK_SMALL = 64 };

/* A long message of another rank. It comes while this one works: MPI_Recv would wait until the
 * sender, which works as well, looks after it. */
struct mpi_incoming {
    MPI_Request request;
    char *data; /* NULL: none is on its way */
    int bytes;
};

struct mpi_link {
    MPI_Comm comm;
    int is_single; /* MPI may be called by one thread alone: this one */
    pthread_t thread;
    int rank, count;
    MPI_Request request[MPI_LINK_SENDS];
    void *data[MPI_LINK_SENDS]; /* copies of what is sent; NULL: it is in `small` */
    char small[MPI_LINK_SENDS][MPI_LINK_SMALL];
    int next;
    struct mpi_incoming *incoming; /* of each rank; NULL: there was no memory, or none has come */
};

/* `comm` stays the caller's. */
void mpi_link_open(struct mpi_link *link, MPI_Comm comm);
parot_link mpi_link_get(struct mpi_link *link);

/* Waits until all that was sent has been received. */
void mpi_link_close(struct mpi_link *link);

/* Agrees on the first failure of any rank: its status and message on all of them, or PAROT_OK.
 * Collective. */
parot_status mpi_agree(MPI_Comm comm, parot_status status, parot_error *err);

/* The status and message of rank 0, on all. Collective. */
parot_status mpi_share_status(MPI_Comm comm, parot_status status, parot_error *err);

#endif
