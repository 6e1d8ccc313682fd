/* gromov_file.h - answers of parot_gromov from bytes in memory. */
#ifndef PAROT_IO_GROMOV_FILE_H
#define PAROT_IO_GROMOV_FILE_H

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"

/* What parot_gromov_read does once the file is read; the bytes are unpacked. After a failure too
 * `result` is to be freed. */
parot_status gromov_parse(const struct filename *path, struct bytes *bytes,
                          parot_gromov_result *result, parot_error *err);

#endif
