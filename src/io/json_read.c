/* json_read.c - see json.h; the text by jansson. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "io/excerpt.h"
#include "io/json.h"
#include "io/parts.h"

static double number_at(const void *array, int64_t k)
{
    const json_t *entry = json_array_get(array, (size_t)k);
    return json_is_number(entry) ? json_number_value(entry) : NAN;
}

/* What is no list has -1 numbers, which parts_assemble refuses. */
static struct series series_of(const json_t *object, const char *key)
{
    const json_t *array = json_object_get(object, key);
    int64_t count = json_is_array(array) ? (int64_t)json_array_size(array) : -1;
    return (struct series){count, number_at, array};
}

static double number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static parot_status check_document(const char *label, const json_t *root, parot_error *err)
{
    const json_t *schema = json_object_get(root, "schema");
    if (!json_is_integer(schema) || json_integer_value(schema) != JSON_SCHEMA)
        return fail(err, PAROT_EFORMAT, "%s: is no result: \"schema\" must be %d", label,
                    JSON_SCHEMA);
    const json_t *plan = json_object_get(root, "plan");
    if (!plan)
        return fail(err, PAROT_EFORMAT, "%s: has no \"plan\": it was written without one", label);
    if (!json_is_array(json_object_get(plan, "row")))
        return fail(err, PAROT_EFORMAT, "%s: \"plan\" must have lists row, col and mass", label);
    return PAROT_OK;
}

static parot_status find_status(const char *label, const json_t *root, parot_status *status,
                                parot_error *err)
{
    const char *name = json_string_value(json_object_get(root, "status"));
    for (int k = PAROT_OK; name && k <= PAROT_CANCELLED; k++)
        if (strcmp(name, parot_status_name((parot_status)k)) == 0) {
            *status = (parot_status)k;
            return PAROT_OK;
        }
    char text[EXCERPT];
    return fail(err, PAROT_EFORMAT, "%s: \"status\": '%s' is no status of a result", label,
                excerpt_head(name ? name : "", text, sizeof text));
}

static parot_status read_document(const char *label, const json_t *root, parot_result *result,
                                  parot_error *err)
{
    TRY(check_document(label, root, err));
    const json_t *plan = json_object_get(root, "plan");
    struct parts parts = {
        .rows = number_of(root, "rows"),
        .cols = number_of(root, "cols"),
        .row = series_of(plan, "row"),
        .col = series_of(plan, "col"),
        .mass = series_of(plan, "mass"),
        .u = series_of(root, "u"),
        .v = series_of(root, "v"),
        .total = number_of(root, "mass"),
        .lambda = number_of(root, "lambda"),
        .objective = number_of(root, "objective"),
        .bound = number_of(root, "bound"),
        .iterations = json_integer_value(json_object_get(root, "iterations")),
        .pivots = json_integer_value(json_object_get(root, "pivots")),
        .passes = json_integer_value(json_object_get(root, "passes")),
    };
    TRY(find_status(label, root, &parts.status, err));
    return parts_assemble(label, &parts, result, err);
}

parot_status json_read(const char *label, const struct bytes *bytes, parot_result *result,
                       parot_error *err)
{
    json_error_t error = {0};
    json_t *root = json_loadb(bytes->data, bytes->size, JSON_REJECT_DUPLICATES, &error);
    int is_memory = json_error_code(&error) == json_error_out_of_memory || !error.text[0];
    if (!root && is_memory) /* jansson does not always say so; but it explains all other errors */
        return fail_memory(err, bytes->size);
    if (!root)
        return fail(err, PAROT_EFORMAT, "%s line %d: no JSON: %s", label, error.line, error.text);
    parot_status status = read_document(label, root, result, err);
    json_decref(root);
    return status;
}
