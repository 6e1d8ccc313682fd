/* result_json.h - a transport from a JSON document. */
#ifndef PAROT_IO_RESULT_JSON_H
#define PAROT_IO_RESULT_JSON_H

#include "io/bytes/bytes.h"
#include "parot/io.h"

parot_status json_read(const char *label, const struct bytes *bytes, parot_result *result,
                       parot_error *err);

#endif
