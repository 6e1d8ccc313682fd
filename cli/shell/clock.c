/* clock.c - CLOCK_MONOTONIC, which changes of the system's time do not affect. */
#include "shell/clock.h"

#include <time.h>

double clock_now(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
