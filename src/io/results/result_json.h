/* result_json.h - a transport as a JSON document. */
#ifndef PAROT_IO_RESULT_JSON_H
#define PAROT_IO_RESULT_JSON_H

#include "io/bytes/bytes.h"
#include "parot/io.h"

enum { JSON_SCHEMA = 1 }; /* version of the document; a reader refuses those it does not know */

/* What goes into the document; `check` and `seconds` may be NULL. */
struct json_source {
    const parot_result *result;
    const parot_check *check;
    const parot_seconds *seconds;
    int with_plan;
    const parot_gromov_result *gromov; /* whose starts are added; NULL: none */
};
parot_status json_append(struct bytes *out, const struct json_source *source, parot_error *err);

parot_status json_read(const char *label, const struct bytes *bytes, parot_result *result,
                       parot_error *err);

#endif
