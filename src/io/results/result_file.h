/* result_file.h - results from bytes in memory; what parot_result_read does once they are read. */
#ifndef PAROT_IO_RESULT_FILE_H
#define PAROT_IO_RESULT_FILE_H

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"
#include "io/results/result_json.h"

/* The format follows from the path's extension, then from the bytes, which are unpacked. */
parot_status result_parse(const struct filename *path, struct bytes *bytes, parot_result *result,
                          parot_error *err);

/* Writes the document, or what of it the file's format has a place for. */
parot_status result_write(const char *path, const struct json_source *document, int overwrite,
                          parot_error *err);

#endif
