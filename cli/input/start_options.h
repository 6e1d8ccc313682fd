/* start_options.h - where `parot gromov` begins, from the values of its options. */
#ifndef PAROT_COMMAND_START_OPTIONS_H
#define PAROT_COMMAND_START_OPTIONS_H

#include "shell/outcome.h"

/* "product,profiles": a sum of parot_start; "auto" is 0. */
enum outcome starts_read(const char *text, uint32_t *starts);

/* A plan that was saved, as a dense matrix of that size, released with free(). */
enum outcome starts_read_plan(const char *path, int64_t rows, int64_t cols, double **dense);

#endif
