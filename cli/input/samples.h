/* samples.h - rows of one or two files as numbers, columns of the same name side by side. */
#ifndef PAROT_COMMAND_SAMPLES_H
#define PAROT_COMMAND_SAMPLES_H

#include "input/features.h"
#include "input/remarks.h"

/* Both files, and what messages call their rows: "of a.csv". */
struct samples {
    struct sample *first, *other; /* no other: NULL */
    const char *first_rows, *other_rows;
};

/* What --na wants: rows are left out, or cells are going to be filled. */
enum outcome samples_settle_missing(const struct samples *samples, enum missing missing,
                                    struct remarks *remarks);

/* The encoding of both files together, or of the first alone if there is no other. */
enum outcome samples_fit(const struct sample *first, const struct sample *other,
                         parot_encoding *encoding, struct remarks *remarks);

/* Whether both are all rows of plain numbers, with columns in the same order, so that there is
 * nothing to encode: sample_borrow makes the table. */
int samples_are_plain(const struct sample *first, const struct sample *other);

/* The rows of a plain sample, which the table borrows. */
enum outcome sample_borrow(struct sample *sample, parot_table *table);

/* The rows as numbers. All rows of plain numbers, their columns in the order of the encoding, are
 * not copied: then the table borrows from the sample. */
enum outcome sample_encode(struct sample *sample, const parot_encoding *encoding,
                           parot_table *table);

#endif
