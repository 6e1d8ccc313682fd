/* launch.c - libparot-mpi by dlopen: its functions are looked up by name. */
#include "shell/launch.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shell/launch_library.h"
#include "shell/option_number.h"

static const char *const LIBRARY = "libparot-mpi.so." PAROT_SOVERSION;

/* Seconds for MPI to end all processes; then this one ends by itself. */
enum { PATIENCE = 5 };

static struct launch_library mpi_library;
static struct parot_mpi *world; /* NULL: this process is alone */

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
    return find(library, "parot_mpi_open_world", &mpi_library.open) &&
           find(library, "parot_mpi_agree", &mpi_library.agree) &&
           find(library, "parot_mpi_serve", &mpi_library.serve) &&
           find(library, "parot_mpi_ranks", &mpi_library.ranks) &&
           find(library, "parot_mpi_rank", &mpi_library.rank) &&
           find(library, "parot_mpi_count", &mpi_library.count) &&
           find(library, "parot_mpi_close", &mpi_library.close) &&
           find(library, "parot_mpi_abort", &mpi_library.abort);
}

static int number_of(const char *name)
{
    const char *text = getenv(name);
    return text ? atoi(text) : 0;
}

/* Processes that were started together, as mpirun of Open MPI, others with PMI, and srun say it. A
 * program of such a job that starts us by itself says PAROT_MPI=0: this process is not one of its
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
    if (count < 1)
        count = number_of("SLURM_STEP_NUM_TASKS");
    return count;
}

/* For what all of them find out, and one is to say. */
static int is_first(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
                                        "SLURM_PROCID"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (getenv(names[k]))
            return number_of(names[k]) == 0;
    return 1;
}

/* Until rank 0 has finished: mpirun sends signals to all, and rank 0 decides what they mean. */
static enum outcome help(void)
{
    parot_error err = {0};
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    parot_status status = mpi_library.serve(world, NULL, &err);
    if (status == PAROT_OK)
        launch_end();
    return status == PAROT_OK ? SOLVED : refuse(FAILED, "%s", err.message);
}

/* PAROT_MPI_PARTS: other processes have no room for all points. */
static enum outcome set_parts(void)
{
    parot_error err = {0};
    parot_ranks_options options;
    const char *text = getenv("PAROT_MPI_PARTS");
    if (!text || *text == '\0')
        return SOLVED;
    parot_ranks_options_init(&options);
    if (number_read_count("PAROT_MPI_PARTS", text, 1, PAROT_RANKS_MOST_PARTS, &options.parts) !=
        SOLVED)
        return MISUSED;
    if (parot_ranks_set_options(launch_ranks(), &options, &err) != PAROT_OK)
        return refuse(FAILED, "%s", err.message);
    return SOLVED;
}

/* All words after the name of the program, in one, each after its length; NULL: there is no memory.
 */
static char *words_of(char **argv)
{
    enum { LENGTH = 24 };
    size_t room = 1, used = 0;
    for (int k = 1; argv[0] && argv[k]; k++)
        room += strlen(argv[k]) + LENGTH;
    char *words = calloc(room, 1);
    for (int k = 1; words && argv[0] && argv[k]; k++)
        used += (size_t)snprintf(words + used, room - used, "%zu %s", strlen(argv[k]), argv[k]);
    return words;
}

/* Who was asked for something else would only help, and leave it undone. Rank 0 says so. */
static enum outcome compare_words(char **argv)
{
    parot_error err = {0};
    char *words = words_of(argv);
    parot_status status = mpi_library.agree(world, words ? words : "", &err);
    free(words);
    if (status == PAROT_OK)
        return SOLVED;
    if (mpi_library.rank(world) > 0)
        return help() == SOLVED ? MISUSED : FAILED;
    refuse(MISUSED,
           "all processes of a job work on one command, but %.*s was given another one than the "
           "first; start each command by itself, or set PAROT_MPI=0 to let each process work alone",
           (int)strcspn(err.message, ":"), err.message);
    launch_end();
    return MISUSED;
}

enum outcome launch_begin(char **argv, int *is_helper)
{
    parot_error err = {0};
    int count = started_together();
    *is_helper = 0;
    if (count < 2)
        return SOLVED;
    void *library = load();
    if (!library || !find_all(library)) {
        if (is_first())
            refuse(FAILED,
                   "started as one of %d processes, but %s cannot be loaded, so that each would do "
                   "all of the work; build parot where MPI is installed (Debian's libopenmpi-dev), "
                   "start it without mpirun, or set PAROT_MPI=0",
                   count, LIBRARY);
        return FAILED;
    }
    if (mpi_library.open(NULL, &world, &err) != PAROT_OK)
        return refuse(FAILED, "%s", err.message);
    if (mpi_library.count(world) < 2) {
        launch_end();
        return refuse(FAILED,
                      "started as one of %d processes, but MPI knows of no other, so that each "
                      "would do all of the work; use mpirun or srun --mpi=pmix, or set PAROT_MPI=0",
                      count);
    }
    *is_helper = mpi_library.rank(world) > 0;
    enum outcome outcome = compare_words(argv);
    if (outcome != SOLVED)
        return outcome;
    outcome = *is_helper ? help() : set_parts();
    if (outcome != SOLVED && !*is_helper)
        launch_end();
    return outcome;
}

parot_ranks *launch_ranks(void)
{
    return world ? mpi_library.ranks(world) : NULL;
}

int launch_count(void)
{
    return world ? mpi_library.count(world) : 1;
}

/* Where this process was started by mpirun itself, and not on another machine. */
int launch_has_terminal(void)
{
    char path[64];
    if (launch_count() < 2)
        return 0;
    snprintf(path, sizeof path, "/proc/%ld/fd/2", (long)getppid());
    int file = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    int is_terminal = file >= 0 && isatty(file);
    if (file >= 0)
        close(file);
    return is_terminal;
}

void launch_introduce(void)
{
    char host[256] = "this machine";
    gethostname(host, sizeof host - 1);
    if (launch_count() > 1)
        tip("process %ld on %s is the first of %d; `kill -INT %ld` there stops all with the best "
            "answer",
            (long)getpid(), host, launch_count(), (long)getpid());
}

int launch_is_terminal(FILE *file)
{
    return launch_count() < 2 && isatty(fileno(file));
}

void launch_end(void)
{
    if (world)
        mpi_library.close(world);
    world = NULL;
}

void launch_exit(int code)
{
    if (world) {
        signal(SIGALRM, SIG_DFL);
        alarm(PATIENCE);
        mpi_library.abort(code);
    }
    _exit(code);
}

int launch_is_possible(void)
{
    void *library = load();
    if (library)
        dlclose(library);
    return library != NULL;
}
