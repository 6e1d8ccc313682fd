/* wasi.c - functions of POSIX that WASI lacks, and memory that is asked for by name. */
#include "wasi.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Merges sorted halves; stable. */
static void sort(char *base, char *spare, size_t count, size_t size,
                 int (*compare)(const void *, const void *, void *), void *context)
{
    size_t half = count / 2, left = 0, right = half, at = 0;
    if (count < 2)
        return;
    sort(base, spare, half, size, compare, context);
    sort(base + half * size, spare, count - half, size, compare, context);
    memcpy(spare, base, count * size);
    while (left < half || right < count) {
        int is_left =
            right == count ||
            (left < half && compare(spare + left * size, spare + right * size, context) <= 0);
        size_t from = is_left ? left++ : right++;
        memcpy(base + at++ * size, spare + from * size, size);
    }
}

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context)
{
    char *spare = malloc(count * size);
    if (!spare && count > 0)
        abort(); /* qsort_r cannot fail */
    sort(base, spare, count, size, compare, context);
    free(spare);
}

/* There are no links. */
char *realpath(const char *path, char *resolved)
{
    return resolved ? strcpy(resolved, path) : strdup(path);
}

int dup(int file)
{
    (void)file;
    errno = ENOSYS;
    return -1;
}

int flock(int file, int how)
{
    (void)file, (void)how;
    return 0;
}

int fchmod(int file, unsigned mode)
{
    (void)file, (void)mode;
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    (void)time, (void)left;
    return 0;
}
