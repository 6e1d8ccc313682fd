/* pair_journal.h - a file of finished pairs. */
#ifndef PAROT_TASKS_PAIR_JOURNAL_H
#define PAROT_TASKS_PAIR_JOURNAL_H

#include <locale.h>
#include <stdio.h>

#include "base/status.h"

struct pair_journal {
    const char *path; /* borrowed; NULL: there is none */
    FILE *file;
    locale_t plain; /* numbers have a point whatever the program's language is */
    int is_broken;  /* a line could not be written */
};

struct finished_pair {
    int64_t first, second; /* first < second */
    double objective;
    parot_status status; /* not below 0 */
};

/* Called for each pair that the file holds. */
typedef void journal_pair(const struct finished_pair *pair, void *context);

/* Opens or makes the file, for clouds and settings of this fingerprint, and tells what is in it.
 * What it acquires is in *journal, also on failure. */
parot_status journal_open(struct pair_journal *journal, int64_t count, uint64_t fingerprint,
                          journal_pair *tell, void *context, parot_error *err);

/* One more pair, at once on its way to the disk; one thread at a time. 0: it could not be written.
 */
int journal_add(struct pair_journal *journal, const struct finished_pair *pair);

/* PAROT_EIO if a line is missing. */
parot_status journal_close(struct pair_journal *journal, parot_error *err);

#endif
