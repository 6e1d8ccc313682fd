/* launch_library.h - what the command calls of libparot-mpi, which it finds by name and may not
 * have: copies of parot/mpi.h, which needs MPI to compile. tests/mpi/test_mpi.c compares them. */
#ifndef PAROT_COMMAND_LAUNCH_LIBRARY_H
#define PAROT_COMMAND_LAUNCH_LIBRARY_H

#include "parot/parot.h"

struct parot_mpi;

struct launch_library {
    parot_status (*open)(const parot_ranks_options *options, struct parot_mpi **mpi,
                         parot_error *err);
    parot_status (*agree)(const struct parot_mpi *mpi, const char *words, parot_error *err);
    parot_status (*serve)(struct parot_mpi *mpi, const parot_run *run, parot_error *err);
    parot_ranks *(*ranks)(const struct parot_mpi *mpi);
    int32_t (*rank)(const struct parot_mpi *mpi);
    int32_t (*count)(const struct parot_mpi *mpi);
    void (*close)(struct parot_mpi *mpi);
    void (*abort)(int code);
};

#endif
