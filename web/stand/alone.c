/* alone.c - a page has no other processes: the command's launch.h without MPI. */
#include "shell/launch.h"

#include <unistd.h>

enum outcome launch_begin(char **argv, int *is_helper)
{
    (void)argv;
    *is_helper = 0;
    return SOLVED;
}

parot_ranks *launch_ranks(void)
{
    return NULL;
}

int launch_count(void)
{
    return 1;
}

int launch_has_terminal(void)
{
    return 0;
}

void launch_introduce(void)
{
}

int launch_is_terminal(FILE *file)
{
    return isatty(fileno(file));
}

void launch_end(void)
{
}

void launch_exit(int code)
{
    _exit(code);
}

int launch_is_possible(void)
{
    return 0;
}
