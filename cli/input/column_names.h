/* column_names.h - the names of columns of files, for completion. */
#ifndef PAROT_COMMAND_COLUMN_NAMES_H
#define PAROT_COMMAND_COLUMN_NAMES_H

#include "shell/outcome.h"

/* Prints the names, a line each, in the order of the files, which end with NULL; what the file
 * before has as well is not repeated. Files without names, those that cannot be read and those that
 * would take long are passed over: somebody waits for the Tab key. */
enum outcome column_names_print(const char *const *paths);

#endif
