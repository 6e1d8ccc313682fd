/* wasi.h - what the C library of WASI does not have; included before all else. */
#ifndef PAROT_WEB_WASI_H
#define PAROT_WEB_WASI_H

#include <stddef.h>

struct timespec;

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *context);
char *realpath(const char *path, char *resolved);
int dup(int file); /* fails */
int flock(int file, int how); /* nobody else is there */
int fchmod(int file, unsigned mode);
int nanosleep(const struct timespec *time, struct timespec *left);

#endif
