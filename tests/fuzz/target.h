/* target.h - what is tried with every file, damaged or not. */
#ifndef PAROT_TESTS_TARGET_H
#define PAROT_TESTS_TARGET_H

#include <stddef.h>

struct filename;

/* Reads the bytes as a table, with text and without, a result, a curve, an answer of gromov and a
 * plan by any program, as if they were a file
 * called `name`. Returns whether they were read, or refused with a message; anything else is a
 * fault of the reader. */
int target_try(const char *name, const void *data, size_t size);
int target_try_as(const struct filename *path, const void *data, size_t size);

#endif
