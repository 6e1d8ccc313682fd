/* result_json_read.c - jansson parses the document; its fields become the parts that
 * result_parts.c checks. */
#include <jansson.h>

#include "io/results/json_values.h"
#include "io/results/result_json.h"
#include "parot/json.h"

static parot_status check_document(const char *label, const json_t *root, parot_error *err)
{
    const json_t *schema = json_object_get(root, "schema");
    if (!json_is_integer(schema) || json_integer_value(schema) != PAROT_JSON_SCHEMA)
        return fail(err, PAROT_EFORMAT, "%s: is not a result: \"schema\" must be %d", label,
                    PAROT_JSON_SCHEMA);
    const json_t *plan = json_object_get(root, "plan");
    if (!plan)
        return fail(err, PAROT_EFORMAT, "%s: has no \"plan\": it was written without one", label);
    if (!json_is_array(json_object_get(plan, "row")))
        return fail(err, PAROT_EFORMAT, "%s: \"plan\" must have lists row, col and mass", label);
    return PAROT_OK;
}

static parot_status read_document(const char *label, const json_t *root, parot_result *result,
                                  parot_error *err)
{
    TRY(check_document(label, root, err));
    const json_t *plan = json_object_get(root, "plan");
    struct parts parts = {
        .rows = json_number_of(root, "rows"),
        .cols = json_number_of(root, "cols"),
        .row = json_series(plan, "row"),
        .col = json_series(plan, "col"),
        .mass = json_series(plan, "mass"),
        .u = json_series(root, "u"),
        .v = json_series(root, "v"),
        .total = json_number_of(root, "mass"),
        .lambda = json_number_of(root, "lambda"),
        .objective = json_number_of(root, "objective"),
        .bound = json_number_of(root, "bound"),
        .iterations = json_integer_value(json_object_get(root, "iterations")),
        .pivots = json_integer_value(json_object_get(root, "pivots")),
        .passes = json_integer_value(json_object_get(root, "passes")),
    };
    TRY(json_status(label, root, &parts.status, err));
    return parts_assemble(label, &parts, result, err);
}

parot_status json_read(const char *label, const struct bytes *bytes, parot_result *result,
                       parot_error *err)
{
    json_t *root = NULL;
    TRY(json_parse(label, bytes, &root, err));
    parot_status status = read_document(label, root, result, err);
    json_decref(root);
    return status;
}
