/* json_write.c - see json.h.
 *
 * Written by hand: the document is flat, its strings need no escapes, and jansson prints every
 * double with 17 digits and would first hold each in an object of its own.
 */
#include <math.h>
#include <stdio.h>

#include "io/json.h"
#include "io/number.h"

/* The comma in front of all but the first; then the key. */
static parot_status append_key(struct bytes *out, const char *key, parot_error *err)
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

static parot_status put_double(struct bytes *out, const char *key, double value, parot_error *err)
{
    TRY(append_key(out, key, err));
    return append_double(out, value, err);
}

static parot_status put_integer(struct bytes *out, const char *key, int64_t value, parot_error *err)
{
    TRY(append_key(out, key, err));
    return append_integer(out, value, err);
}

static parot_status put_doubles(struct bytes *out, const char *key, const double *values,
                                int64_t count, parot_error *err)
{
    TRY(append_key(out, key, err));
    TRY(bytes_append_text(out, "[", err));
    for (int64_t k = 0; k < count; k++) {
        if (k > 0)
            TRY(bytes_append_text(out, ", ", err));
        TRY(append_double(out, values[k], err));
    }
    return bytes_append_text(out, "]", err);
}

static parot_status put_indices(struct bytes *out, const char *key, const int32_t *values,
                                int64_t count, parot_error *err)
{
    TRY(append_key(out, key, err));
    TRY(bytes_append_text(out, "[", err));
    for (int64_t k = 0; k < count; k++) {
        if (k > 0)
            TRY(bytes_append_text(out, ", ", err));
        TRY(append_integer(out, values[k], err));
    }
    return bytes_append_text(out, "]", err);
}

static parot_status put_summary(struct bytes *out, const parot_result *result, parot_error *err)
{
    TRY(put_integer(out, "schema", JSON_SCHEMA, err));
    TRY(append_key(out, "status", err));
    TRY(bytes_append_text(out, "\"", err));
    TRY(bytes_append_text(out, parot_status_name(result->status), err));
    TRY(bytes_append_text(out, "\"", err));
    TRY(put_double(out, "objective", result->objective, err));
    TRY(put_double(out, "bound", result->bound, err));
    TRY(put_double(out, "gap", result->objective - result->bound, err));
    TRY(put_double(out, "mass", result->mass, err));
    TRY(put_double(out, "lambda", result->dual.lambda, err));
    TRY(put_integer(out, "rows", result->plan.rows, err));
    TRY(put_integer(out, "cols", result->plan.cols, err));
    TRY(put_integer(out, "nnz", result->plan.count, err));
    TRY(put_integer(out, "iterations", result->info.iterations, err));
    return put_integer(out, "pivots", result->info.pivots, err);
}

static parot_status put_check(struct bytes *out, const parot_check *check, parot_error *err)
{
    TRY(append_key(out, "certificate", err));
    TRY(bytes_append_text(out, "{", err));
    TRY(put_double(out, "primal", check->primal, err));
    TRY(put_double(out, "dual", check->dual, err));
    TRY(put_double(out, "slackness", check->slackness, err));
    TRY(put_double(out, "gap", check->gap, err));
    return bytes_append_text(out, "}", err);
}

/* Only what was done. */
static parot_status put_seconds(struct bytes *out, const parot_seconds *seconds, parot_error *err)
{
    const struct {
        const char *key;
        double value;
    } spent[] = {{"read", seconds->read},
                 {"cost", seconds->cost},
                 {"solve", seconds->solve},
                 {"certify", seconds->certify},
                 {"write", seconds->write}};
    TRY(append_key(out, "seconds", err));
    TRY(bytes_append_text(out, "{", err));
    for (size_t k = 0; k < sizeof spent / sizeof *spent; k++)
        if (spent[k].value >= 0)
            TRY(put_double(out, spent[k].key, spent[k].value, err));
    return bytes_append_text(out, "}", err);
}

static parot_status put_plan(struct bytes *out, const parot_result *result, parot_error *err)
{
    const parot_plan *plan = &result->plan;
    TRY(append_key(out, "plan", err));
    TRY(bytes_append_text(out, "{", err));
    TRY(put_indices(out, "row", plan->row, plan->count, err));
    TRY(put_indices(out, "col", plan->col, plan->count, err));
    TRY(put_doubles(out, "mass", plan->mass, plan->count, err));
    TRY(bytes_append_text(out, "}", err));
    TRY(put_doubles(out, "u", result->dual.u, plan->rows, err));
    return put_doubles(out, "v", result->dual.v, plan->cols, err);
}

parot_status json_append(struct bytes *out, const struct json_source *source, parot_error *err)
{
    TRY(bytes_append_text(out, "{", err));
    TRY(put_summary(out, source->result, err));
    if (source->check)
        TRY(put_check(out, source->check, err));
    if (source->seconds)
        TRY(put_seconds(out, source->seconds, err));
    if (source->with_plan)
        TRY(put_plan(out, source->result, err));
    return bytes_append_text(out, "}\n", err);
}
