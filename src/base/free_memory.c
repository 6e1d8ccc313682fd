/* free_memory.c - what a block needs against what the system, or PAROT_MEMORY, has.
 *
 * Linux grants memory that it does not have and kills the process that then uses it: a packed file
 * of some kilobytes could be the end of a machine. So /proc/meminfo is asked; where there is none,
 * malloc decides.
 */
#include "base/free_memory.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

double memory_by_system(void)
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

double memory_allowed(void)
{
    const char *text = getenv("PAROT_MEMORY");
    char *end = NULL;
    double bytes = text ? strtod(text, &end) : 0;
    return text && end != text && *end == '\0' && bytes > 0 && bytes < INFINITY ? bytes : 0;
}

double parot_memory_free(void)
{
    double most = memory_allowed();
    return most > 0 ? most : memory_by_system();
}

const char *parot_memory_text(double bytes, char text[32])
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
    int unit = 0;
    while (bytes >= 1000 && unit < 6) {
        bytes /= 1000;
        unit++;
    }
    snprintf(text, 32, bytes < 10 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
    return text;
}

parot_status memory_check_fits(const struct control *control, double bytes, const char *what,
                               const char *way_out, parot_error *err)
{
    char needed[32], available[32];
    if (control && control->run.alloc)
        return PAROT_OK;
    double most = parot_memory_free();
    if (bytes < most && bytes < (double)PTRDIFF_MAX)
        return PAROT_OK;
    return fail(err, PAROT_ENOMEM, "%s needs %s, %s are free; %s", what,
                parot_memory_text(bytes, needed), parot_memory_text(most, available), way_out);
}
