/* diagnosis.h - what would go wrong with a table: which verb is affected, and the option that
 * helps. */
#ifndef PAROT_COMMAND_DIAGNOSIS_H
#define PAROT_COMMAND_DIAGNOSIS_H

#include "parot/io.h"

struct finding {
    char *text;
    const char *about; /* the file; borrowed */
};

/* A list of sentences. */
struct findings {
    struct finding *list;
    const char *about; /* of those to come */
    int64_t count;
    int is_refused;    /* by every verb, as the file is */
    int is_incomplete; /* memory ran out */
};
__attribute__((format(printf, 2, 3))) void findings_add(struct findings *findings,
                                                        const char *format, ...);
void findings_free(struct findings *findings);

/* A table and what the library knows of it. */
struct examined {
    parot_frame frame;
    parot_frame_facts facts;
};
void examined_free(struct examined *table);

/* "'age'", or "column 3" where there are no names. */
enum { COLUMN_NAME = 48 };
const char *column_name(const parot_frame *frame, int64_t k, char text[COLUMN_NAME]);

/* Of one file: its columns, then its rows. */
void diagnose(const struct examined *table, struct findings *findings);

/* Of two that are to be compared. */
void diagnose_pair(const struct examined *before, const struct examined *table,
                   struct findings *findings);

#endif
