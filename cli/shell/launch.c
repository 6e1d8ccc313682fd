/* launch.c - libparot-mpi by dlopen: its functions, which parot/mpi.h declares, are looked up by
 * name. */
#include "shell/launch.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const LIBRARY = "libparot-mpi.so.0";

typedef struct parot_mpi parot_mpi;

static struct {
    parot_status (*open)(const parot_ranks_options *options, parot_mpi **mpi, parot_error *err);
    parot_status (*serve)(parot_mpi *mpi, const parot_run *run, parot_error *err);
    parot_ranks *(*ranks)(const parot_mpi *mpi);
    int32_t (*rank)(const parot_mpi *mpi);
    int32_t (*count)(const parot_mpi *mpi);
    void (*close)(parot_mpi *mpi);
    parot_mpi *mpi; /* NULL: this process is alone */
} world;

/* Global, since parts of MPI are loaded later and look for the others. */
static void *load(void)
{
    return dlopen(LIBRARY, RTLD_NOW | RTLD_GLOBAL);
}

static int find(void *library, const char *name, void *function)
{
    *(void **)function = dlsym(library, name);
    return *(void **)function != NULL;
}

static int find_all(void *library)
{
    return find(library, "parot_mpi_open_world", &world.open) &&
           find(library, "parot_mpi_serve", &world.serve) &&
           find(library, "parot_mpi_ranks", &world.ranks) &&
           find(library, "parot_mpi_rank", &world.rank) &&
           find(library, "parot_mpi_count", &world.count) &&
           find(library, "parot_mpi_close", &world.close);
}

static int number_of(const char *name)
{
    const char *text = getenv(name);
    return text ? atoi(text) : 0;
}

/* Processes that were started together, as mpirun of Open MPI, others with PMI, and srun with PMIx
 * say it. A program of such a job that starts us by itself says PAROT_MPI=0: we are none of its
 * ranks. */
static int started_together(void)
{
    const char *wanted = getenv("PAROT_MPI");
    if (wanted && strcmp(wanted, "0") == 0)
        return 1;
    int count = number_of("OMPI_COMM_WORLD_SIZE");
    if (count < 1)
        count = number_of("PMI_SIZE");
    if (count < 1 && getenv("PMIX_RANK"))
        count = number_of("SLURM_NTASKS");
    return count;
}

/* Until rank 0 has finished: mpirun sends signals to all, and rank 0 decides what they mean. */
static enum outcome help(void)
{
    parot_error err = {0};
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    parot_status status = world.serve(world.mpi, NULL, &err);
    if (status == PAROT_OK)
        launch_end();
    return status == PAROT_OK ? SOLVED : refuse(FAILED, "%s", err.message);
}

enum outcome launch_begin(int *is_helper)
{
    parot_error err = {0};
    int count = started_together();
    *is_helper = 0;
    if (count < 2)
        return SOLVED;
    void *library = load();
    if (!library || !find_all(library))
        return refuse(
            FAILED,
            "started as one of %d processes, but %s cannot be loaded, so that each would "
            "do all of the work; install it, start parot without mpirun, or set PAROT_MPI=0",
            count, LIBRARY);
    if (world.open(NULL, &world.mpi, &err) != PAROT_OK)
        return refuse(FAILED, "%s", err.message);
    *is_helper = world.rank(world.mpi) > 0;
    return *is_helper ? help() : SOLVED;
}

parot_ranks *launch_ranks(void)
{
    return world.mpi ? world.ranks(world.mpi) : NULL;
}

int launch_count(void)
{
    return world.mpi ? world.count(world.mpi) : 1;
}

void launch_end(void)
{
    if (world.mpi)
        world.close(world.mpi);
    world.mpi = NULL;
}

int launch_is_possible(void)
{
    void *library = load();
    if (library)
        dlclose(library);
    return library != NULL;
}
