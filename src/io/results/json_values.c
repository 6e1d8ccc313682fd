/* json_values.c - jansson parses the text. Anything that is not a number is read as NAN, so that
 * result_parts.c can check values from all formats by the same rules. */
#include "io/results/json_values.h"

#include <math.h>
#include <string.h>

#include "io/bytes/excerpt.h"
#include "parot/json.h"

static double number_at(const void *array, int64_t k)
{
    const json_t *entry = json_array_get(array, (size_t)k);
    return json_is_number(entry) ? json_number_value(entry) : NAN;
}

struct series json_series(const json_t *object, const char *key)
{
    const json_t *array = json_object_get(object, key);
    int64_t count = json_is_array(array) ? (int64_t)json_array_size(array) : -1;
    return (struct series){count, number_at, array};
}

double json_number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

parot_status json_check_schema(const char *label, const char *what, const json_t *root,
                               parot_error *err)
{
    double schema = json_number_of(root, "schema");
    if (schema >= 1 && schema <= PAROT_JSON_SCHEMA && schema == floor(schema))
        return PAROT_OK;
    if (schema > PAROT_JSON_SCHEMA)
        return fail(err, PAROT_EFORMAT,
                    "%s: \"schema\" must be %s%d, got %g: a later version of parot wrote it; read "
                    "it with that one",
                    label, PAROT_JSON_SCHEMA > 1 ? "at most " : "", PAROT_JSON_SCHEMA, schema);
    return fail(err, PAROT_EFORMAT, "%s: is not %s: \"schema\" must be %s%d", label, what,
                PAROT_JSON_SCHEMA > 1 ? "from 1 to " : "", PAROT_JSON_SCHEMA);
}

parot_status json_status(const char *label, const json_t *object, parot_status *status,
                         parot_error *err)
{
    const char *name = json_string_value(json_object_get(object, "status"));
    parot_status known = PAROT_EFORMAT;
    if (parot_status_parse(name, &known, NULL) == PAROT_OK && known >= 0) {
        *status = known;
        return PAROT_OK;
    }
    char text[EXCERPT];
    return fail(err, PAROT_EFORMAT, "%s: \"status\": '%s' is not a status of a result", label,
                excerpt_head(name ? name : "", text, sizeof text));
}

parot_status json_parse(const char *label, const struct bytes *bytes, json_t **root,
                        parot_error *err)
{
    json_error_t error = {0};
    *root = json_loadb(bytes->data, bytes->size, JSON_REJECT_DUPLICATES, &error);
    int is_memory = json_error_code(&error) == json_error_out_of_memory || !error.text[0];
    if (!*root && is_memory) /* jansson does not always say so; but it explains all other errors */
        return fail_memory(err, bytes->size);
    if (!*root)
        return fail(err, PAROT_EFORMAT, "%s line %d: not JSON: %s", label, error.line, error.text);
    return PAROT_OK;
}
