/* documents.h - documents of JSON, read back by jansson. */
#ifndef PAROT_TESTS_DOCUMENTS_H
#define PAROT_TESTS_DOCUMENTS_H

#include <jansson.h>

#include "parot/json.h"
#include "test.h"

/* Closes the document, and parses what was written, one line; released with json_decref. */
static inline json_t *parsed(parot_json *json)
{
    FREED char *text = NULL;
    json_error_t error;
    assert_ok(parot_json_close(json, &text, &err));
    assert_true(text[strlen(text) - 1] == '\n' && strchr(text, '\n')[1] == '\0');
    json_t *root = json_loads(text, 0, &error);
    if (!root)
        fail_msg("%s: %s", error.text, text);
    return root;
}

#endif
