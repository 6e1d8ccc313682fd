/* mpi_calls.c - one solve or one proof on all ranks of a communicator. */
#include <string.h>

#include "mpi/mpi_link.h"

/* The call of rank 0, which has its ranks in `run`. */
struct call {
    const parot_points_problem *problem;
    parot_result *result;
    const parot_result *claimed; /* NULL: solve */
    parot_check *check;
};

/* What both sides know of a run that parot_run_check has accepted: its struct may be shorter or
 * longer than ours. */
static parot_run checked_run(const parot_run *given)
{
    parot_run run;
    parot_run_init(&run);
    if (given) {
        size_t bytes = given->struct_size < sizeof run ? given->struct_size : sizeof run;
        memcpy(&run, given, bytes);
        run.struct_size = sizeof run;
    }
    return run;
}

static parot_status call_rank_0(const struct call *call, const parot_run *given, parot_ranks *ranks,
                                parot_error *err)
{
    parot_run run = checked_run(given);
    run.ranks = ranks;
    return call->check ? parot_certify_points(call->problem, call->claimed, &run, call->check, err)
                       : parot_partial_points(call->problem, &run, call->result, err);
}

static parot_status call_all(MPI_Comm comm, const struct call *call, const parot_run *run,
                             parot_error *err)
{
    parot_mpi *mpi = NULL;
    parot_error own = {{0}};
    parot_error *to = err ? err : &own;
    parot_status status = parot_mpi_open(comm, NULL, &mpi, to);
    if (status != PAROT_OK)
        return status;
    status = mpi_agree(comm, parot_run_check(run, to), to);
    if (status == PAROT_OK && parot_mpi_rank(mpi) == 0) {
        status = call_rank_0(call, run, parot_mpi_ranks(mpi), to);
        parot_mpi_dismiss(mpi);
    } else if (status == PAROT_OK)
        status = parot_mpi_serve(mpi, run, to);
    else if (parot_mpi_rank(mpi) > 0)
        (void)!parot_mpi_serve(mpi, NULL, NULL); /* until rank 0 closes */
    else
        parot_mpi_dismiss(mpi);
    status = mpi_share_status(comm, status, to);
    parot_mpi_close(mpi);
    return status;
}

parot_status parot_mpi_partial_points(MPI_Comm comm, const parot_points_problem *problem,
                                      const parot_run *run, parot_result *result, parot_error *err)
{
    const struct call call = {.problem = problem, .result = result};
    return call_all(comm, &call, run, err);
}

parot_status parot_mpi_certify_points(MPI_Comm comm, const parot_points_problem *problem,
                                      const parot_result *result, const parot_run *run,
                                      parot_check *check, parot_error *err)
{
    parot_check none;
    const struct call call = {
        .problem = problem, .claimed = result, .check = check ? check : &none};
    return call_all(comm, &call, run, err);
}
