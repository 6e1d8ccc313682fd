/* saved.h - results that verbs wrote, and whether they are plans of `partial` or of `gromov`. */
#ifndef PAROT_COMMAND_SAVED_H
#define PAROT_COMMAND_SAVED_H

#include "parot/io.h"
#include "shell/outcome.h"

/* *is_gromov: it was written by `parot gromov`, whose prices prove nothing. */
enum outcome saved_read(const char *path, parot_result *result, int *is_gromov);

#endif
