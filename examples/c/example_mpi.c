/* example_mpi.c - one cloud of points onto another on all ranks of MPI: mpirun -n 4 example_mpi */
#include <stdio.h>

#include "parot/mpi.h"

enum { N = 6000, DIMS = 10 };

static double from[N * DIMS], onto[N * DIMS];

static parot_status make_clouds(parot_error *err)
{
    parot_cloud cloud;
    parot_cloud_init(&cloud);
    cloud.shape = PAROT_SHAPE_BLOBS;
    cloud.count = N;
    cloud.dims = DIMS;
    parot_run run;
    parot_run_init(&run);
    parot_status status = parot_make_points(&cloud, &run, from, err);
    run.seed = 1;
    return status < 0 ? status : parot_make_points(&cloud, &run, onto, err);
}

/* Rank 0 solves, and the others help it: the answer is that of one rank to the last bit. */
static parot_status solve(parot_ranks *ranks, parot_error *err)
{
    parot_points_problem problem = {
        .x = {from, N, DIMS, DIMS}, .y = {onto, N, DIMS, DIMS}, .mass = 0.5};
    parot_result result = {0};
    parot_ranks_info info;
    parot_run run;
    parot_run_init(&run);
    run.ranks = ranks;
    parot_status status = make_clouds(err);
    status = status < 0 ? status : parot_partial_points(&problem, &run, &result, err);
    parot_ranks_get_info(ranks, &info);
    if (status == PAROT_OK)
        printf("cost %.6f; %d ranks shared %ld questions\n", result.objective, (int)info.count,
               (long)info.jobs);
    parot_result_free(&result);
    return status;
}

int main(int count, char **words)
{
    parot_mpi *mpi = NULL;
    parot_error err = {0};
    MPI_Init(&count, &words);
    parot_status status = parot_mpi_open(MPI_COMM_WORLD, NULL, &mpi, &err);
    if (status == PAROT_OK)
        status = parot_mpi_rank(mpi) == 0 ? solve(parot_mpi_ranks(mpi), &err)
                                          : parot_mpi_serve(mpi, NULL, &err);
    if (status != PAROT_OK)
        fprintf(stderr, "%s\n", err.message);
    parot_mpi_close(mpi);
    MPI_Finalize();
    return status != PAROT_OK;
}
