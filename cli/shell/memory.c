/* memory.c - what is needed is compared with parot_memory_free before malloc is asked. */
#include "shell/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "parot/io.h"

enum outcome memory_check(const char *what, double bytes, const char *way_out)
{
    char needed[32], available[32];
    double most = parot_memory_free();
    if (bytes < most && bytes < (double)PTRDIFF_MAX)
        return SOLVED;
    return refuse(FAILED, "%s needs %s, %s are free; %s", what, parot_memory_text(bytes, needed),
                  parot_memory_text(most, available), way_out);
}

enum outcome memory_take_matrix(const char *what, int64_t rows, int64_t cols, int copies,
                                double **block)
{
    char title[128];
    double bytes = (double)rows * (double)cols * sizeof(double) * (1 + copies);
    snprintf(title, sizeof title, "%s of %lld x %lld", what, (long long)rows, (long long)cols);
    TRY(memory_check(title, bytes, "use fewer points, for instance a random sample"));
    *block = malloc((size_t)(rows * cols) * sizeof **block);
    if (!*block)
        return refuse(FAILED, "%s is more than the system grants; use fewer points", title);
    return SOLVED;
}

/* ---- What verbs need: their largest matrices, in bytes ------------------ */

double needs_of_transport(double n, double m)
{
    return sizeof(double) * n * m;
}

double needs_of_gromov(double n, double m, double threads, int has_points)
{
    return sizeof(double) * (3 * n * m * threads + (has_points ? n * n + m * m : 0));
}

double needs_of_drift(double n, double m)
{
    return sizeof(double) * (m * m + n * m + (n > m / 2 ? n : m / 2) * m / 2);
}

double needs_of_register(double n, double m)
{
    return 2 * needs_of_transport(n, m);
}
