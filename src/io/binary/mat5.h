/* mat5.h - MATLAB files of version 5, which save writes by default (without -v7.3). */
#ifndef PAROT_IO_MAT5_H
#define PAROT_IO_MAT5_H

#include "io/binary/rounding.h"
#include "io/bytes/bytes.h"

/* What mat_read does for such a file; borrows the bytes. */
parot_status mat5_read(const char *label, const char *name, const struct bytes *bytes,
                       struct rough_table *table, parot_error *err);

#endif
