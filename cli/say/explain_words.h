/* explain_words.h - why a row of a transport moves or stays, in words. */
#ifndef PAROT_COMMAND_EXPLAIN_WORDS_H
#define PAROT_COMMAND_EXPLAIN_WORDS_H

#include "parot/tasks.h"

/* What the rows of one side are called. */
struct explain_names {
    const int64_t *row;    /* in its file, from 0; NULL: as they are numbered here */
    const char *const *id; /* of each row of the file; NULL: they have numbers */
};

struct explanation {
    parot_move move;
    double enters; /* the mass at which the row begins to move; NAN: unknown */
    struct explain_names source, target;
};

/* `source` and `target` name the sides: "row", "a.csv". */
void explanation_print(const struct explanation *explanation, const char *source,
                       const char *target);

#endif
