/* mat.h - matrices of MATLAB files, of version 5 (and 6, 7) or 7.3. */
#ifndef PAROT_IO_MAT_H
#define PAROT_IO_MAT_H

#include "io/binary/rounding.h"
#include "io/bytes/bytes.h"

/* Whether the bytes begin like such a file. */
int mat_recognize(const struct bytes *bytes);

/* The variable `name`; NULL: the only real matrix of two dimensions that is not a single number.
 * Otherwise the message lists what there is. The bytes are used up. */
parot_status mat_read(const char *label, const char *name, struct bytes *bytes,
                      struct rough_table *table, parot_error *err);

#endif
