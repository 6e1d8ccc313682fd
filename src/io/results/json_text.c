/* json_text.c - each function appends one field to a buffer.
 *
 * Written by hand: the documents are flat, their strings need no escapes, and jansson prints every
 * double with 17 digits and would first hold each in an object of its own.
 */
#include "io/results/json_text.h"

#include <math.h>
#include <stdio.h>

#include "io/bytes/number.h"

parot_status put_key(struct bytes *out, const char *key, parot_error *err)
{
    if (out->size > 0 && out->data[out->size - 1] != '{')
        TRY(bytes_append_text(out, ", ", err));
    TRY(bytes_append_text(out, "\"", err));
    TRY(bytes_append_text(out, key, err));
    return bytes_append_text(out, "\": ", err);
}

static parot_status append_double(struct bytes *out, double value, parot_error *err)
{
    char text[NUMBER_SIZE];
    return bytes_append_text(out, isfinite(value) ? number_print(value, text) : "null", err);
}

static parot_status append_integer(struct bytes *out, int64_t value, parot_error *err)
{
    char text[NUMBER_SIZE];
    snprintf(text, sizeof text, "%lld", (long long)value);
    return bytes_append_text(out, text, err);
}

parot_status put_double(struct bytes *out, const char *key, double value, parot_error *err)
{
    TRY(put_key(out, key, err));
    return append_double(out, value, err);
}

parot_status put_integer(struct bytes *out, const char *key, int64_t value, parot_error *err)
{
    TRY(put_key(out, key, err));
    return append_integer(out, value, err);
}

parot_status put_doubles(struct bytes *out, const char *key, const double *values, int64_t count,
                         parot_error *err)
{
    TRY(put_key(out, key, err));
    TRY(bytes_append_text(out, "[", err));
    for (int64_t k = 0; k < count; k++) {
        if (k > 0)
            TRY(bytes_append_text(out, ", ", err));
        TRY(append_double(out, values[k], err));
    }
    return bytes_append_text(out, "]", err);
}

parot_status put_indices(struct bytes *out, const char *key, const int32_t *values, int64_t count,
                         parot_error *err)
{
    TRY(put_key(out, key, err));
    TRY(bytes_append_text(out, "[", err));
    for (int64_t k = 0; k < count; k++) {
        if (k > 0)
            TRY(bytes_append_text(out, ", ", err));
        TRY(append_integer(out, values[k], err));
    }
    return bytes_append_text(out, "]", err);
}

parot_status put_text(struct bytes *out, const char *key, const char *value, parot_error *err)
{
    TRY(put_key(out, key, err));
    TRY(bytes_append_text(out, "\"", err));
    TRY(bytes_append_text(out, value, err));
    return bytes_append_text(out, "\"", err);
}

parot_status put_seconds(struct bytes *out, const parot_seconds *seconds, parot_error *err)
{
    const struct {
        const char *key;
        double value;
    } spent[] = {{"read", seconds->read},
                 {"cost", seconds->cost},
                 {"solve", seconds->solve},
                 {"certify", seconds->certify},
                 {"write", seconds->write}};
    TRY(put_key(out, "seconds", err));
    TRY(bytes_append_text(out, "{", err));
    for (size_t k = 0; k < sizeof spent / sizeof *spent; k++)
        if (spent[k].value >= 0)
            TRY(put_double(out, spent[k].key, spent[k].value, err));
    return bytes_append_text(out, "}", err);
}
