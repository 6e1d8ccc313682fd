/* rounding.h - whole numbers of arrays that no double is equal to. */
#ifndef PAROT_IO_ROUNDING_H
#define PAROT_IO_ROUNDING_H

#include "io/bytes/bytes.h"
#include "parot/io.h"

/* Zeroed: there are none. */
struct rounding {
    struct bytes columns; /* of each column: how many, and the row of the first, from 1 */
    int64_t count;
    int64_t row, column; /* of the first, from 0 */
};

/* A table as a file has it, and what was rounded. */
struct rough_table {
    parot_table table;
    struct rounding rounding;
};

void rounding_free(struct rounding *rounding);

/* Whether a number of 64 bits (of which the negative are `magnitude` with a sign) is not a double.
 */
int rounding_is_due(uint64_t magnitude);

/* Such a number at a place of a table with `cols` columns. */
parot_status rounding_note(struct rounding *rounding, int64_t row, int64_t column, int64_t cols,
                           parot_error *err);

/* Refuses them, for tables that must be exact. */
parot_status rounding_refuse(const struct rounding *rounding, const char *label, parot_error *err);

/* Tells them to the columns of a frame. */
void rounding_tell(const struct rounding *rounding, parot_frame *frame);

#endif
