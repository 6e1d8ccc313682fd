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
