/* shared_columns.h - columns of two files that mean the same. */
#ifndef PAROT_COMMAND_SHARED_COLUMNS_H
#define PAROT_COMMAND_SHARED_COLUMNS_H

#include "input/remarks.h"
#include "parot/io.h"
#include "shell/outcome.h"

/* Whether both have the same names, in any order; without names, as many columns. */
int columns_agree(const parot_frame *first, const parot_frame *other);

/* A name that occurs twice, or NULL. */
const char *columns_twin(const parot_frame *frame);

/* Whether the column is of numbers but for so few texts that parot_encoding_fit calls them
 * mistakes. */
int columns_is_typo(const parot_frame *frame, int64_t k);

/* Leaves out what only one of the two has, with a note; or refuses it, if `is_strict` or if nothing
 * else is left. Refuses names that occur twice in one. `elsewhere` is what takes different columns,
 * for the message: "parot gromov". */
enum outcome columns_share(parot_frame *first, parot_frame *other, int is_strict,
                           const char *elsewhere, struct remarks *remarks);

#endif
