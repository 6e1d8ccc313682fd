/* room.c - what a block needs against what the system, or PAROT_MEMORY, has.
 *
 * Linux grants memory that it does not have and kills the process that then uses it: a packed file
 * of some kilobytes could be the end of a machine. So /proc/meminfo is asked; where there is none,
 * malloc decides.
 */
#include "io/bytes/room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "io/bytes/number.h"

enum { SMALL = 1 << 20 }; /* bytes; asking takes as long as filling some 100 kB */

static double free_by_system(void)
{
    char line[256];
    double kilobytes = INFINITY, found = 0;
    FILE *file = fopen("/proc/meminfo", "re");
    if (!file)
        return INFINITY;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %lf kB", &found) == 1)
            kilobytes = found;
    fclose(file);
    return 1024 * kilobytes;
}

parot_status room_check(size_t before, size_t after, parot_error *err)
{
    const char *text = getenv("PAROT_MEMORY");
    double most = 0;
    if (after < SMALL)
        return PAROT_OK;
    int is_set = text && number_parse(text, &most) == NUMBER_FINE && most > 0;
    if (!is_set)
        most = (double)before + free_by_system();
    if ((double)after <= most)
        return PAROT_OK;
    return fail(err, PAROT_ENOMEM, "out of memory: %.4g MB are needed, and %.4g MB are %s",
                1e-6 * (double)after, 1e-6 * most, is_set ? "allowed" : "free");
}
