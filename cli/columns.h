/* columns.h - columns of two files that mean the same. */
#ifndef PAROT_CLI_COLUMNS_H
#define PAROT_CLI_COLUMNS_H

#include "outcome.h"
#include "parot/io.h"

/* Whether both have the same names, in any order; without names, as many columns. */
int columns_agree(const parot_frame *first, const parot_frame *other);

/* A name that occurs twice, or NULL. */
const char *columns_twin(const parot_frame *frame);

/* Whether the column is of numbers but for so few texts that parot_encoding_fit calls them
 * mistakes. */
int columns_is_typo(const parot_frame *frame, int64_t k);

/* Refuses columns that are not in both, or twice in one. `elsewhere` can do with different columns,
 * for the message: "parot gromov"; NULL: nothing can, and nothing leaves columns out. */
enum outcome columns_check(const parot_frame *first, const parot_frame *other,
                           const char *elsewhere);

#endif
