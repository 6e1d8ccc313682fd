/* memory.c - what is needed is compared with parot_memory_free before malloc is asked. */
#include "shell/memory.h"

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
                                const char *way_out, double **block)
{
    char title[128];
    double bytes = (double)rows * (double)cols * sizeof(double) * (1 + copies);
    snprintf(title, sizeof title, "%s of %lld x %lld", what, (long long)rows, (long long)cols);
    TRY(memory_check(title, bytes, way_out));
    *block = malloc((size_t)(rows * cols) * sizeof **block);
    if (!*block)
        return refuse(FAILED, "%s is more than the system grants; %s", title, way_out);
    return SOLVED;
}
