/* mpi_ranks.c - a communicator of its own for each parot_mpi; what is wrong on one rank is agreed
 * upon by all before any of them begins to wait for another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/mpi_link.h"

struct parot_mpi {
    MPI_Comm comm;
    struct mpi_link link;
    parot_ranks *ranks; /* on rank 0, until it is dismissed */
    int is_finalising;
};

static parot_status refuse(parot_error *err, const char *argument, const char *message)
{
    if (err) {
        *err = (parot_error){{0}};
        snprintf(err->argument, sizeof err->argument, "%s", argument);
        snprintf(err->message, sizeof err->message, "%s: %s", argument, message);
    }
    return PAROT_EINVAL;
}

static int is_initialised(void)
{
    int is_ready = 0, is_over = 0;
    MPI_Initialized(&is_ready);
    MPI_Finalized(&is_over);
    return is_ready && !is_over;
}

static parot_status check_comm(MPI_Comm comm, parot_error *err)
{
    int is_inter = 0;
    if (!is_initialised())
        return refuse(err, "comm", "MPI is not initialised; call MPI_Init before");
    if (comm == MPI_COMM_NULL)
        return refuse(err, "comm", "must not be MPI_COMM_NULL");
    MPI_Comm_test_inter(comm, &is_inter);
    return is_inter ? refuse(err, "comm", "must be an intracommunicator") : PAROT_OK;
}

/* Nobody serves yet. */
static parot_status open_link(parot_mpi *mpi, MPI_Comm comm, const parot_ranks_options *options,
                              parot_error *err)
{
    parot_status status = PAROT_OK;
    mpi->comm = MPI_COMM_NULL;
    if (MPI_Comm_dup(comm, &mpi->comm) != MPI_SUCCESS)
        status = refuse(err, "comm", "cannot be duplicated");
    status = mpi_agree(comm, status, err);
    if (status != PAROT_OK) {
        if (mpi->comm != MPI_COMM_NULL)
            MPI_Comm_free(&mpi->comm);
        return status;
    }
    mpi_link_open(&mpi->link, mpi->comm);
    parot_link link = mpi_link_get(&mpi->link);
    if (link.rank == 0)
        status = parot_ranks_open(&mpi->ranks, &link, options, err);
    status = mpi_agree(comm, status, err);
    if (status != PAROT_OK)
        MPI_Comm_free(&mpi->comm);
    return status;
}

parot_status parot_mpi_open(MPI_Comm comm, const parot_ranks_options *options, parot_mpi **mpi,
                            parot_error *err)
{
    parot_error own = {{0}};
    parot_error *to = err ? err : &own; /* the other ranks want its words, too */
    parot_status status = check_comm(comm, to);
    if (status != PAROT_OK)
        return status;
    parot_mpi *opened = calloc(1, sizeof *opened);
    if (!mpi)
        status = refuse(to, "mpi", "must not be NULL");
    else if (!opened) {
        refuse(to, "mpi", "out of memory");
        status = PAROT_ENOMEM;
    }
    status = mpi_agree(comm, status, to);
    if (status == PAROT_OK)
        status = open_link(opened, comm, options, to);
    if (status == PAROT_OK)
        *mpi = opened;
    else
        free(opened);
    return status;
}

parot_status parot_mpi_open_number(int32_t comm, const parot_ranks_options *options,
                                   parot_mpi **mpi, parot_error *err)
{
    return parot_mpi_open(is_initialised() ? MPI_Comm_f2c((MPI_Fint)comm) : MPI_COMM_NULL, options,
                          mpi, err);
}

parot_status parot_mpi_open_world(const parot_ranks_options *options, parot_mpi **mpi,
                                  parot_error *err)
{
    int is_ready = 0, level = 0;
    MPI_Initialized(&is_ready);
    if (!is_ready && MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS)
        return refuse(err, "mpi", "MPI cannot be initialised");
    parot_status status = parot_mpi_open(MPI_COMM_WORLD, options, mpi, err);
    if (status == PAROT_OK)
        (*mpi)->is_finalising = !is_ready;
    else if (!is_ready)
        MPI_Finalize();
    return status;
}

/* FNV-1a. */
static uint64_t hash_of(const char *words)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *words; words++)
        hash = (hash ^ (unsigned char)*words) * UINT64_C(0x100000001b3);
    return hash;
}

parot_status parot_mpi_agree(const parot_mpi *mpi, const char *words, parot_error *err)
{
    parot_error own = {{0}};
    parot_error *to = err ? err : &own;
    parot_status status = words ? PAROT_OK : refuse(to, "words", "must not be NULL");
    uint64_t hash = words ? hash_of(words) : 0, first = hash;
    MPI_Bcast(&first, 1, MPI_UINT64_T, 0, mpi->comm);
    if (words && hash != first)
        status = refuse(to, "words", "are not those of rank 0");
    return mpi_agree(mpi->comm, status, to);
}

int32_t parot_mpi_rank(const parot_mpi *mpi)
{
    return mpi->link.rank;
}

int32_t parot_mpi_count(const parot_mpi *mpi)
{
    return mpi->link.count;
}

parot_ranks *parot_mpi_ranks(const parot_mpi *mpi)
{
    return mpi ? mpi->ranks : NULL;
}

/* Others wait for this rank, and nothing can reach them any more. */
static void give_up(const parot_mpi *mpi, const char *why)
{
    fprintf(stderr, "parot: rank %d: %s; the job ends\n", mpi->link.rank, why);
    parot_mpi_abort(1);
}

parot_status parot_mpi_serve(parot_mpi *mpi, const parot_run *run, parot_error *err)
{
    parot_link link = mpi_link_get(&mpi->link);
    parot_error own = {{0}};
    parot_error *to = err ? err : &own;
    parot_status status = parot_run_check(run, to);
    if (status != PAROT_OK) /* a mistake of the caller, who can still serve */
        return status;
    status = parot_ranks_serve(&link, run, to);
    if (status != PAROT_OK)
        give_up(mpi, to->message);
    return status;
}

void parot_mpi_dismiss(parot_mpi *mpi)
{
    parot_ranks_info info;
    if (!mpi)
        return;
    parot_ranks_get_info(mpi->ranks, &info);
    if (info.is_lost)
        give_up(mpi, "the link to the other ranks has failed");
    parot_ranks_close(mpi->ranks);
    mpi->ranks = NULL;
}

void parot_mpi_close(parot_mpi *mpi)
{
    if (!mpi)
        return;
    int is_finalising = mpi->is_finalising;
    parot_mpi_dismiss(mpi);
    mpi_link_close(&mpi->link);
    MPI_Comm_free(&mpi->comm);
    free(mpi);
    if (is_finalising)
        MPI_Finalize();
}

void parot_mpi_abort(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}
