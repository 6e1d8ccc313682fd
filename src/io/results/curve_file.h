/* curve_file.h - curves from bytes in memory; what parot_curve_read does once the file is read. */
#ifndef PAROT_IO_CURVE_FILE_H
#define PAROT_IO_CURVE_FILE_H

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"

/* The format follows from the path's extension, then from the bytes, which are used up. After a
 * failure too `curve` is to be freed. */
parot_status curve_parse(const struct filename *path, struct bytes *bytes, parot_curve *curve,
                         parot_error *err);

#endif
