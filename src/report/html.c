/* html.c - each character is checked, then copied, replaced by its entity, or by U+FFFD if it is
 * not allowed. */
#include "report/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "io/bytes/excerpt.h"

static const char REPLACEMENT[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Tabs and line breaks are characters of HTML, other control characters are none. */
static size_t character_size(const char *text)
{
    return *text == '\t' || *text == '\n' ? 1 : utf8_size(text);
}

static const char *entity(char letter)
{
    switch (letter) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

parot_status html_text(struct bytes *out, const char *text, parot_error *err)
{
    while (*text) {
        size_t length = character_size(text);
        const char *replaced = length ? entity(*text) : REPLACEMENT;
        if (replaced)
            TRY(bytes_append_text(out, replaced, err));
        else
            TRY(bytes_append(out, text, length, err));
        text += length ? length : 1;
    }
    return PAROT_OK;
}

parot_status html_format(struct bytes *out, parot_error *err, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return bytes_append_text(out, text, err);
}

parot_status html_element(struct bytes *out, const char *tag, const char *name, const char *text,
                          parot_error *err)
{
    if (name)
        TRY(html_format(out, err, "<%s class=\"%s\">", tag, name));
    else
        TRY(html_format(out, err, "<%s>", tag));
    TRY(html_text(out, text, err));
    return html_format(out, err, "</%s>\n", tag);
}
