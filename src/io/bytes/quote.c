/* quote.c - character by character: each is copied, escaped by its number, or replaced. */
#include "io/bytes/quote.h"

#include <stdio.h>
#include <string.h>

#include "io/bytes/excerpt.h"

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
