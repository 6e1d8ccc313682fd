/* crew_rest.h - waiting for other ranks without keeping the processor busy. */
#ifndef PAROT_BASE_CREW_REST_H
#define PAROT_BASE_CREW_REST_H

#include <time.h>

/* Leaves the processor to others, longer each time, from 2 microseconds to 1 millisecond: *waited
 * counts from 0. Inline, for libparot-mpi as well, which knows only public functions. */
static inline void crew_rest(int *waited)
{
    enum { LONGEST = 9 };
    struct timespec time = {0, 2000L << (*waited < LONGEST ? *waited : LONGEST)};
    nanosleep(&time, NULL);
    *waited += *waited < LONGEST;
}

#endif
