/* result_file.h - results from bytes in memory; what parot_result_read and parot_gromov_read do
 * once the file is read. */
#ifndef PAROT_IO_RESULT_FILE_H
#define PAROT_IO_RESULT_FILE_H

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"
#include "parot/io.h"

/* The format follows from the path's extension, then from the bytes, which are unpacked. */
parot_status result_parse(const struct filename *path, struct bytes *bytes, parot_result *result,
                          parot_error *err);

/* After a failure too `result` is to be freed. */
parot_status gromov_parse(const struct filename *path, struct bytes *bytes,
                          parot_gromov_result *result, parot_error *err);

/* ---- Formats ------------------------------------------------------------ */

/* Where a reader puts a transport, and the match that it is part of; NULL: that is not asked for.
 */
struct result_target {
    parot_result *result;
    parot_gromov_result *gromov;
};

parot_status result_json_read(const char *label, const struct bytes *bytes,
                              struct result_target target, parot_error *err);

#endif
