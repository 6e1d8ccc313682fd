/* facts.h - what there is to know of a table's columns and rows before any distance is computed. */
#ifndef PAROT_COMMAND_FACTS_H
#define PAROT_COMMAND_FACTS_H

#include "parot/io.h"
#include "shell/outcome.h"

struct column_facts {
    double low, high; /* of the finite numbers */
    double part;      /* of the variance of all columns, in [0, 1]: its say in a squared distance */
    int64_t infinite;
    int64_t copy_of; /* a column before it with the same cells; -1: none */
    int is_whole, is_constant;
    int is_count; /* one more in each row */
    parot_column_use use;
    int is_name; /* texts that hardly ever repeat */
};

struct frame_facts {
    struct column_facts *columns; /* as many as the frame has; released by facts_free */
    int64_t copies;               /* rows equal to another one before them, but for is_count and
                                     is_name */
    int64_t zeros;                /* rows without any number but 0 */
    int64_t gaps;                 /* rows with a missing cell */
    int64_t widest;               /* the column with the largest part */
    int64_t features;             /* columns when each level is one */
    int is_symmetric;             /* square, of numbers, equal to its transpose */
};

enum outcome facts_find(const parot_frame *frame, struct frame_facts *facts);
void facts_free(struct frame_facts *facts);

#endif
