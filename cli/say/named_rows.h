/* named_rows.h - tables with a row for each of some rows of a file, named in the first column. */
#ifndef PAROT_COMMAND_NAMED_ROWS_H
#define PAROT_COMMAND_NAMED_ROWS_H

#include "input/points.h"
#include "parot/io.h"
#include "shell/outcome.h"

/* Which rows of the file these are, and of which rows of another file the table tells. */
struct named_rows {
    const int64_t *row;    /* from 0 */
    const char *const *id; /* of each row of the file; NULL: rows have their numbers, from 0 */
    int64_t count;
    const char *id_name; /* what the ids are called in their file; NULL: "id" */
    int64_t match;       /* the column with rows of the other file, or -1; 0: there is none */
    const char *const *match_id; /* of each row of the other file; NULL: their numbers, from 0 */
    int64_t match_count;         /* rows of the other file */
    int64_t word;                /* a column of words, which arrays have by number; 0: none */
    const parot_word *words;     /* its values */
};

/* Rows of one file, with matches in the other in column `match`. */
struct named_rows named_rows_of(const parot_features *own, const parot_features *other,
                                int64_t match);

/* Whether a file of that name can hold the ids. `option` is for messages: "-o". */
enum outcome named_rows_check(const char *option, const char *path, const struct named_rows *rows);

/* Writes a table with names; its first column is filled in here. What has no match has an empty
 * cell where matches have ids, and -1 where they have numbers. */
enum outcome named_rows_write(const char *option, const char *path, const struct named_rows *rows,
                              parot_table *table, int force);

/* Whether a file of that name is such a table, and rows of either side have ids. */
int plan_table_is_wanted(const char *path, const parot_features *source,
                         const parot_features *target);

/* The id of the source under its name, or `row`; that of the target in `match`, or `col`; `mass`.
 */
enum outcome plan_table_write(const char *path, const parot_plan *plan,
                              const parot_features *source, const parot_features *target,
                              int force);

#endif
