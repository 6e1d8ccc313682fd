/* result_file.h - results from bytes in memory; what parot_result_read does once they are read. */
#ifndef PAROT_IO_RESULT_FILE_H
#define PAROT_IO_RESULT_FILE_H

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"
#include "parot/io.h"

/* The format follows from the path's extension, then from the bytes, which are unpacked. */
parot_status result_parse(const struct filename *path, struct bytes *bytes, parot_result *result,
                          parot_error *err);

/* A result, and the answer of parot_gromov that it is part of; NULL: it is not. */
struct result_source {
    const parot_result *result;
    const parot_gromov_result *gromov;
};

/* Writes all of it, or what of it the file's format has a place for. */
parot_status result_write(const char *path, const struct result_source *source, int overwrite,
                          parot_error *err);

#endif
