/* mat73.h - MATLAB files of version 7.3, which are HDF5, by matio. */
#ifndef PAROT_IO_MAT73_H
#define PAROT_IO_MAT73_H

#include "io/binary/rounding.h"
#include "io/bytes/bytes.h"

/* Whether the bytes are such a file. */
int mat73_recognize(const struct bytes *bytes);

/* What mat5_read does, for such a file; the bytes are used up. */
parot_status mat73_read(const char *label, const char *name, struct bytes *bytes,
                        struct rough_table *table, parot_error *err);

#endif
