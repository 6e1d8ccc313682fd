/* memory.c - see memory.h.
 *
 * Linux grants memory that it does not have and kills the process that then uses it; so we ask
 * /proc/meminfo first. Where there is no such file, malloc has the last word.
 */
#include "memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double available_bytes(void)
{
    char line[256];
    double kilobytes = INFINITY, found = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    if (!file)
        return INFINITY;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %lf kB", &found) == 1)
            kilobytes = found;
    fclose(file);
    return 1024 * kilobytes;
}

/* "76 GB", "1.5 MB" */
static const char *describe(double bytes, char text[32])
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

enum outcome memory_take_matrix(const char *what, int64_t rows, int64_t cols, int copies,
                                double **block)
{
    char needed[32], available[32];
    double entries = (double)rows * (double)cols;
    double bytes = entries * sizeof(double) * (1 + copies), most = available_bytes();
    if (bytes >= most || bytes >= (double)PTRDIFF_MAX)
        return refuse(FAILED,
                      "%s of %lld x %lld needs %s, %s are free; use fewer points, for instance a "
                      "random sample",
                      what, (long long)rows, (long long)cols, describe(bytes, needed),
                      describe(most, available));
    *block = malloc((size_t)(rows * cols) * sizeof **block);
    if (!*block)
        return refuse(FAILED, "%s of %lld x %lld needs %s, which the system refused", what,
                      (long long)rows, (long long)cols, describe(bytes, needed));
    return SOLVED;
}
