/* json_writer.c - each call appends to one buffer, unless an earlier one has failed.
 *
 * Written by hand: jansson prints every double with 17 digits and would first hold each in an
 * object of its own. Whether a comma is due follows from the last byte; a stack of closing brackets
 * remembers what is open.
 */
#include "io/results/json_writer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "io/bytes/excerpt.h"
#include "io/bytes/number.h"

enum { DEEPEST = 16 };

struct parot_json {
    struct bytes out;
    parot_status status; /* the first failure */
    parot_error err;
    int depth;
    char closing[DEEPEST];
};

WORDS(phase, "phase", {"read", PAROT_PHASE_READ}, {"cost", PAROT_PHASE_COST},
      {"prior", PAROT_PHASE_PRIOR}, {"tune", PAROT_PHASE_TUNE}, {"solve", PAROT_PHASE_SOLVE},
      {"check", PAROT_PHASE_CHECK}, {"certify", PAROT_PHASE_CERTIFY}, {"write", PAROT_PHASE_WRITE});

static void append(parot_json *json, const char *text)
{
    if (json && json->status == PAROT_OK)
        json->status = bytes_append_text(&json->out, text, &json->err);
}

static void append_number(parot_json *json, double value)
{
    char text[NUMBER_SIZE];
    append(json, isfinite(value) ? number_print(value, text) : "null");
}

static void append_integer(parot_json *json, int64_t value)
{
    char text[NUMBER_SIZE];
    snprintf(text, sizeof text, "%lld", (long long)value);
    append(json, text);
}

/* The comma that separates it from what is before it, if anything is. */
static void separate(parot_json *json)
{
    if (!json || json->status != PAROT_OK)
        return;
    char last = json->out.data[json->out.size - 1];
    if (last != '{' && last != '[')
        append(json, ", ");
}

static const char REPLACEMENT[] = "\xEF\xBF\xBD"; /* U+FFFD */

static int needs_escape(char c)
{
    return ((unsigned char)c < 0x20) || c == 0x7F || strchr("\"\\<&", c) != NULL;
}

parot_status quote_json(struct bytes *out, const char *text, parot_error *err)
{
    TRY(bytes_append_text(out, "\"", err));
    while (*text) {
        char escaped[8];
        size_t length = utf8_size(text);
        if (needs_escape(*text)) {
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*text & 0x7F);
            TRY(bytes_append_text(out, escaped, err));
        } else if (length == 0) {
            TRY(bytes_append_text(out, REPLACEMENT, err));
        } else {
            TRY(bytes_append(out, text, length, err));
        }
        text += length ? length : 1;
    }
    return bytes_append_text(out, "\"", err);
}

static void quote(parot_json *json, const char *text)
{
    if (json && json->status == PAROT_OK)
        json->status = quote_json(&json->out, text, &json->err);
}

static void begin_field(parot_json *json, const char *name)
{
    separate(json);
    if (!name)
        return;
    quote(json, name);
    append(json, ": ");
}

static void open_bracket(parot_json *json, const char *bracket, char closing)
{
    if (json && json->depth == DEEPEST && json->status == PAROT_OK)
        json->status =
            fail(&json->err, PAROT_EINVAL, "json: objects nest at most %d deep", DEEPEST);
    append(json, bracket);
    if (json && json->status == PAROT_OK)
        json->closing[json->depth++] = closing;
}

/* ---- Documents ---------------------------------------------------------- */

parot_json *parot_json_open(const char *status)
{
    parot_json *json = calloc(1, sizeof *json);
    open_bracket(json, "{", '}');
    parot_json_integer(json, "schema", PAROT_JSON_SCHEMA);
    parot_json_text(json, "status", status);
    return json;
}

parot_status json_take(parot_json *json, struct bytes *out, parot_error *err)
{
    if (!json)
        return fail_memory(err, sizeof *json);
    while (json->depth > 0)
        parot_json_end(json);
    append(json, "\n");
    parot_status status = json->status;
    if (status == PAROT_OK)
        *out = bytes_move(&json->out);
    else if (err)
        *err = json->err;
    bytes_free(&json->out);
    free(json);
    return status;
}

parot_status parot_json_close(parot_json *json, char **text, parot_error *err)
{
    struct bytes out = {0};
    if (!text && json && json->status == PAROT_OK)
        json->status = fail(&json->err, PAROT_EINVAL, "text: must not be NULL");
    TRY(json_take(json, &out, err));
    parot_status status = bytes_append(&out, "", 1, err);
    if (status == PAROT_OK)
        *text = bytes_move(&out).data;
    bytes_free(&out);
    return status;
}

parot_status parot_json_write(parot_json *json, const char *path, int overwrite, parot_error *err)
{
    char *text = NULL;
    TRY(parot_json_close(json, &text, err));
    parot_status status = parot_text_write(path, text, overwrite, err);
    free(text);
    return status;
}

/* ---- Fields ------------------------------------------------------------- */

void parot_json_text(parot_json *json, const char *name, const char *value)
{
    begin_field(json, name);
    if (value)
        quote(json, value);
    else
        append(json, "null");
}

void parot_json_integer(parot_json *json, const char *name, int64_t value)
{
    begin_field(json, name);
    append_integer(json, value);
}

void parot_json_number(parot_json *json, const char *name, double value)
{
    begin_field(json, name);
    append_number(json, value);
}

void parot_json_flag(parot_json *json, const char *name, int value)
{
    begin_field(json, name);
    append(json, value ? "true" : "false");
}

void parot_json_numbers(parot_json *json, const char *name, const double *values, int64_t count)
{
    parot_json_list(json, name);
    for (int64_t k = 0; k < count; k++)
        parot_json_number(json, NULL, values[k]);
    parot_json_end(json);
}

void parot_json_indices(parot_json *json, const char *name, const int32_t *values, int64_t count)
{
    parot_json_list(json, name);
    for (int64_t k = 0; k < count; k++)
        parot_json_integer(json, NULL, values[k]);
    parot_json_end(json);
}

void parot_json_texts(parot_json *json, const char *name, const char *const *values, int64_t count)
{
    parot_json_list(json, name);
    for (int64_t k = 0; k < count; k++)
        parot_json_text(json, NULL, values[k]);
    parot_json_end(json);
}

void parot_json_matrix(parot_json *json, const char *name, parot_matrix matrix)
{
    parot_json_list(json, name);
    for (int64_t i = 0; i < matrix.rows; i++)
        parot_json_numbers(json, NULL, matrix.data + i * matrix.stride, matrix.cols);
    parot_json_end(json);
}

void parot_json_object(parot_json *json, const char *name)
{
    begin_field(json, name);
    open_bracket(json, "{", '}');
}

void parot_json_list(parot_json *json, const char *name)
{
    begin_field(json, name);
    open_bracket(json, "[", ']');
}

void parot_json_end(parot_json *json)
{
    if (!json || json->depth == 0)
        return;
    append(json, json->closing[--json->depth] == ']' ? "]" : "}");
}

void parot_json_seconds(parot_json *json, const double *seconds)
{
    parot_json_object(json, "seconds");
    for (const parot_word *phase = parot_phase_words(); phase->name; phase++)
        if (seconds[phase->value] >= 0)
            parot_json_number(json, phase->name, round(seconds[phase->value] * 1e9) / 1e9);
    parot_json_end(json);
}
