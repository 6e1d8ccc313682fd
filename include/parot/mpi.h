/* mpi.h - the solvers on all ranks of an MPI communicator (libparot-mpi).
 *
 * Functions that take a communicator, parot_mpi_open_world, _agree and _close are collective: all
 * ranks call them. All but the last return the same status and message to all. Problems are read on
 * rank 0, and results are filled there; the others may pass NULL. `run` is that of rank 0, and each
 * rank has as many threads as it says. MPI is called by the thread that calls these functions; if
 * it was initialised with MPI_THREAD_SERIALIZED or more, also by threads of a solver, one at a
 * time, so that ranks look after messages more often. Results are those of libparot without MPI to
 * the last bit, for any number of ranks. If a rank dies, MPI ends the job. If one has no memory
 * even to take part, or MPI fails, the job is ended as parot_mpi_abort does, since the other ranks
 * would wait for it without end.
 */
#ifndef PAROT_PUBLIC_MPI_H
#define PAROT_PUBLIC_MPI_H

#include <mpi.h>

#include "parot/parot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- One call ----------------------------------------------------------- */

/* parot_partial_points and parot_certify_points. */
PAROT_CHECKED parot_status parot_mpi_partial_points(MPI_Comm comm,
                                                    const parot_points_problem *problem,
                                                    const parot_run *run, parot_result *result,
                                                    parot_error *err);
PAROT_CHECKED parot_status parot_mpi_certify_points(MPI_Comm comm,
                                                    const parot_points_problem *problem,
                                                    const parot_result *result,
                                                    const parot_run *run, parot_check *check,
                                                    parot_error *err);

/* ---- Many calls --------------------------------------------------------- */

/* Ranks that are ready for any number of calls: rank 0 solves with run.ranks = parot_mpi_ranks, the
 * others serve, and all close. */
typedef struct parot_mpi parot_mpi;

/* MPI must be initialised; the communicator is duplicated, so that no message can meet another of
 * the program. Rank 0 gives the options; NULL: the defaults. */
PAROT_CHECKED parot_status parot_mpi_open(MPI_Comm comm, const parot_ranks_options *options,
                                          parot_mpi **mpi, parot_error *err);

/* The same for a communicator by its number in Fortran (MPI_Comm_c2f). */
PAROT_CHECKED parot_status parot_mpi_open_number(int32_t comm, const parot_ranks_options *options,
                                                 parot_mpi **mpi, parot_error *err);

/* The same for all ranks of the program. If MPI is not initialised this does so, and
 * parot_mpi_close finalises it. */
PAROT_CHECKED parot_status parot_mpi_open_world(const parot_ranks_options *options, parot_mpi **mpi,
                                                parot_error *err);

/* Whether all ranks say the same words as rank 0, such as the arguments of a program: else
 * PAROT_EINVAL, with a message that names the first rank which does not. Collective; before ranks
 * serve. */
PAROT_CHECKED parot_status parot_mpi_agree(const parot_mpi *mpi, const char *words,
                                           parot_error *err);

/* This rank, from 0 on. */
PAROT_API int32_t parot_mpi_rank(const parot_mpi *mpi);

/* How many ranks there are. */
PAROT_API int32_t parot_mpi_count(const parot_mpi *mpi);

/* For parot_run.ranks; NULL on all ranks but 0. */
PAROT_API parot_ranks *parot_mpi_ranks(const parot_mpi *mpi);

/* On all ranks but 0: parot_ranks_serve, until rank 0 has called parot_mpi_dismiss. */
PAROT_CHECKED parot_status parot_mpi_serve(parot_mpi *mpi, const parot_run *run, parot_error *err);

/* On rank 0: the others return from parot_mpi_serve, and parot_mpi_ranks is NULL. */
PAROT_API void parot_mpi_dismiss(parot_mpi *mpi);

/* Dismisses as well. */
PAROT_API void parot_mpi_close(parot_mpi *mpi);

/* Ends all ranks of the program at once, as MPI_Abort does. */
PAROT_API void parot_mpi_abort(int code);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_MPI_H */
