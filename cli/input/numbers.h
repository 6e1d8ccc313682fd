/* numbers.h - files of numbers alone: costs, distances, weights. */
#ifndef PAROT_COMMAND_NUMBERS_H
#define PAROT_COMMAND_NUMBERS_H

#include "parot/io.h"
#include "shell/outcome.h"

/* Every cell must be a number. What pandas, R and commas at the end of rows put beside the numbers,
 * columns without a name or without a value, is left out with a note. */
enum outcome numbers_read(const char *path, parot_table *table);

#endif
