/* output_check.h - whether the output can be written, asked before the work is done. */
#ifndef PAROT_COMMAND_OUTPUT_CHECK_H
#define PAROT_COMMAND_OUTPUT_CHECK_H

#include "parot/io.h"
#include "shell/outcome.h"

/* Whether the name ends in one of `extensions`, separated by blanks, or so and in .gz. */
int path_ends_in(const char *path, const char *extensions);

/* NULL and "-" are fine. Otherwise the name must end in one of `extensions` (separated by blanks,
 * each also with .gz), the directory must exist, and the file must not unless `force`. `option` is
 * for messages, "-o". */
enum outcome output_check(const char *option, const char *path, const char *extensions, int force);

/* Refuses to read a file that an output, of which output_check was asked, would replace: by any of
 * its names. */
enum outcome input_check(const char *path);

/* Whether results go to standard output, so that no other text may. */
int output_is_stdout(const char *path);

/* Complains when standard output did not take all that was printed. */
enum outcome output_flush(void);

/* The phase of writing begins, or goes on, with this file. */
void output_begin(const char *path);

/* Writes a table; nothing happens when `path` is NULL. */
enum outcome table_write(const char *path, const parot_table *table, int force);

#endif
