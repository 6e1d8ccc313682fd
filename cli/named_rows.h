/* named_rows.h - tables with a row for each of some rows of a file, named in the first column. */
#ifndef PAROT_CLI_NAMED_ROWS_H
#define PAROT_CLI_NAMED_ROWS_H

#include "outcome.h"
#include "parot/io.h"

/* Which rows of the file these are. */
struct named_rows {
    const int64_t *row;    /* from 0 */
    const char *const *id; /* of each row of the file; NULL: rows have their numbers, from 0 */
    int64_t count;
};

/* Whether a file of that name can hold the ids. `option` is for messages: "-o". */
enum outcome named_rows_check(const char *option, const char *path, const struct named_rows *rows);

/* Writes a table with names; its first column is filled in here. */
enum outcome named_rows_write(const char *option, const char *path, const struct named_rows *rows,
                              parot_table *table, int force);

#endif
