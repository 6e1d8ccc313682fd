/* mat5.h - MATLAB files of version 5, which save writes by default (without -v7.3). */
#ifndef PAROT_IO_MAT5_H
#define PAROT_IO_MAT5_H

#include "io/binary/rounding.h"
#include "io/bytes/bytes.h"

/* The variable `name`; NULL: the only real matrix of two dimensions that is not a single number.
 * Otherwise the message lists what there is. Borrows the bytes. */
parot_status mat5_read(const char *label, const char *name, const struct bytes *bytes,
                       struct rough_table *table, parot_error *err);

#endif
