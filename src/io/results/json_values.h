/* json_values.h - what documents are read from: jansson's values, as parts of results. */
#ifndef PAROT_IO_JSON_VALUES_H
#define PAROT_IO_JSON_VALUES_H

#include <jansson.h>

#include "io/bytes/bytes.h"
#include "io/results/result_parts.h"

/* The document; released with json_decref. */
parot_status json_parse(const char *label, const struct bytes *bytes, json_t **root,
                        parot_error *err);

/* Its "schema" is that of this library or an earlier one: all of them are read. `what`: "a curve".
 */
parot_status json_check_schema(const char *label, const char *what, const json_t *root,
                               parot_error *err);

/* A list of an object; what is not a list has -1 numbers. */
struct series json_series(const json_t *object, const char *key);

/* A number of an object; NAN: there is none. */
double json_number_of(const json_t *object, const char *key);

/* Its "status", which must be that of an answer. */
parot_status json_status(const char *label, const json_t *object, parot_status *status,
                         parot_error *err);

#endif
