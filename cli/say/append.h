/* append.h - the table that was read, as it stands in its file, with columns added. */
#ifndef PAROT_COMMAND_APPEND_H
#define PAROT_COMMAND_APPEND_H

#include "input/feature_options.h"

enum { MOST_ADDED = 4 };

/* Numbers for some rows of a file. */
struct added {
    int64_t count;      /* rows */
    const int64_t *row; /* which ones of the file, from 0 */
    int columns;        /* at most MOST_ADDED */
    const char *const *names;
    const double *values; /* count x columns */
};

/* --append, for a struct whose MEMBER is an int. */
#define APPEND_OPTION(TYPE, MEMBER)                                                                \
    FLAG_OPTION("append", TYPE, MEMBER, "write the table that was read, with these columns added")

/* Finds fault with --append before any file is read: `in` is read again, and `out` is text. */
enum outcome append_check(int is_given, const char *in, const char *out);

/* Writes it; rows that have no numbers have empty cells. A name that the table has already gets
 * "parot_" in front. */
enum outcome append_write(const char *in, const char *out, const struct feature_request *request,
                          const struct added *added, int force);

#endif
