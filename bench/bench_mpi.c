/* bench_mpi.c - a solve and its proof on the ranks that mpirun has started, and how fast messages
 * are between them.
 *
 *     mpirun -n RANKS bench_mpi N DIMS SHARE
 *
 * One line of JSON. "others" is the processor time of all ranks but 0, "latency" the seconds of a
 * message of 8 bytes to the next rank, "bandwidth" the bytes a second of a broadcast to all, and
 * "memory" the largest resident set of rank 0 in bytes; "most_memory", of any other rank.
 */
#include <sys/resource.h>

#include "parot/mpi.h"
#include "shared_solve.h"

enum { PINGS = 200, BLOCK = 1 << 22, BLOCKS = 20 };

/* There and back, halved. */
static double ping(int rank, int count)
{
    int64_t word = 0;
    double begin = MPI_Wtime();
    for (int k = 0; count > 1 && rank < 2 && k < PINGS; k++)
        for (int turn = 0; turn < 2; turn++)
            if (rank == turn)
                MPI_Send(&word, sizeof word, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
            else
                MPI_Recv(&word, sizeof word, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    return (MPI_Wtime() - begin) / (2 * PINGS);
}

static double broadcast_speed(void)
{
    char *block = calloc(BLOCK, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int k = 0; block && k < BLOCKS; k++)
        MPI_Bcast(block, BLOCK, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    free(block);
    return (double)BLOCK * BLOCKS / (MPI_Wtime() - begin);
}

static double largest_resident_set(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * (double)usage.ru_maxrss;
}

int main(int argc, char **argv)
{
    parot_error err = {{0}};
    parot_mpi *mpi = NULL;
    if (argc != 4) {
        fprintf(stderr, "usage: mpirun -n RANKS bench_mpi N DIMS SHARE\n");
        return 2;
    }
    int64_t n = atoll(argv[1]), dims = atoll(argv[2]);
    double share = atof(argv[3]), others = 0;
    if (parot_mpi_open_world(NULL, &mpi, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    int rank = parot_mpi_rank(mpi), count = parot_mpi_count(mpi);
    double latency = ping(rank, count), bandwidth = broadcast_speed();
    double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID), own = 0;
    struct shared_solve measured = {0};
    if (rank > 0 && parot_mpi_serve(mpi, NULL, &err) != PAROT_OK)
        parot_mpi_abort(1);
    if (rank == 0) {
        measured = solve_shared(n, dims, share, parot_mpi_ranks(mpi));
        parot_mpi_dismiss(mpi);
    } else
        own = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before;
    double memory = largest_resident_set(), other = rank > 0 ? memory : 0, most_memory = 0;
    MPI_Reduce(&own, &others, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&other, &most_memory, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        print_shared(n, dims, share, count, &measured);
        printf(", \"others\": %.4f, \"latency\": %.3g, \"bandwidth\": %.4g, \"memory\": %.0f, "
               "\"most_memory\": %.0f}\n",
               others, latency, bandwidth, memory, most_memory);
    }
    parot_mpi_close(mpi);
    return 0;
}
