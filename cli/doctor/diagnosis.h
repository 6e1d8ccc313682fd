/* diagnosis.h - what would go wrong with a table: which verb is affected, and the option that
 * helps. */
#ifndef PAROT_COMMAND_DIAGNOSIS_H
#define PAROT_COMMAND_DIAGNOSIS_H

#include "doctor/facts.h"

struct finding {
    char *text;
    const char *about; /* the file; borrowed */
};

/* A list of sentences. */
struct findings {
    struct finding *list;
    const char *about; /* of those to come */
    int64_t count;
    int is_incomplete; /* memory ran out */
};
__attribute__((format(printf, 2, 3))) void findings_add(struct findings *findings,
                                                        const char *format, ...);
void findings_free(struct findings *findings);

/* "'age'", or "column 3" where there are no names. */
enum { COLUMN_NAME = 48 };
const char *column_name(const parot_frame *frame, int64_t k, char text[COLUMN_NAME]);

/* Of one file: its columns, then its rows. */
void diagnose(const parot_frame *frame, const struct frame_facts *facts, struct findings *findings);

/* Of two that are to be compared. */
void diagnose_pair(const parot_frame *before, const parot_frame *frame, struct findings *findings);

#endif
