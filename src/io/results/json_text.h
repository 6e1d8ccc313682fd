/* json_text.h - the fields that JSON documents are made of. */
#ifndef PAROT_IO_JSON_TEXT_H
#define PAROT_IO_JSON_TEXT_H

#include "io/bytes/bytes.h"
#include "parot/io.h"

/* The comma in front of all but the first; then the key. */
parot_status put_key(struct bytes *out, const char *key, parot_error *err);

/* A field of one value. `value` must need no escapes; what JSON has no number for becomes null. */
parot_status put_text(struct bytes *out, const char *key, const char *value, parot_error *err);
parot_status put_double(struct bytes *out, const char *key, double value, parot_error *err);
parot_status put_integer(struct bytes *out, const char *key, int64_t value, parot_error *err);

/* A list of `count` values. */
parot_status put_doubles(struct bytes *out, const char *key, const double *values, int64_t count,
                         parot_error *err);
parot_status put_indices(struct bytes *out, const char *key, const int32_t *values, int64_t count,
                         parot_error *err);

/* "seconds": {...}, of what was done. */
parot_status put_seconds(struct bytes *out, const parot_seconds *seconds, parot_error *err);

#endif
