/* html.c - see html.h. */
#include "report/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char REPLACEMENT[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Bytes of the character of UTF-8 at `text`, 0 if there is none: no overlong forms, no
 * surrogates, nothing above U+10FFFF, and of the control characters tab and line breaks only. */
static int character(const unsigned char *text)
{
    static const unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = text[0] < 0x80             ? 1
                 : (text[0] & 0xE0) == 0xC0 ? 2
                 : (text[0] & 0xF0) == 0xE0 ? 3
                 : (text[0] & 0xF8) == 0xF0 ? 4
                                            : 0;
    if (length == 1)
        return text[0] >= 0x20 ? text[0] != 0x7F : text[0] == '\t' || text[0] == '\n';
    unsigned code = length ? text[0] & (0xFFu >> (length + 1)) : 0;
    for (int k = 1; k < length; k++) {
        if ((text[k] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (text[k] & 0x3F);
    }
    int is_surrogate = code >= 0xD800 && code < 0xE000;
    return length && code >= smallest[length] && code <= 0x10FFFF && !is_surrogate ? length : 0;
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
        int length = character((const unsigned char *)text);
        const char *replaced = length ? entity(*text) : REPLACEMENT;
        if (replaced)
            TRY(bytes_append_text(out, replaced, err));
        else
            TRY(bytes_append(out, text, (size_t)length, err));
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

parot_status html_json(struct bytes *out, const char *text, parot_error *err)
{
    TRY(bytes_append_text(out, "\"", err));
    while (*text) {
        int length = character((const unsigned char *)text);
        if (length == 0)
            TRY(bytes_append_text(out, REPLACEMENT, err));
        else if (length == 1 && (*text < 0x20 || strchr("\"\\<&", *text)))
            TRY(html_format(out, err, "\\u%04x", (unsigned)*text));
        else
            TRY(bytes_append(out, text, (size_t)length, err));
        text += length ? length : 1;
    }
    return bytes_append_text(out, "\"", err);
}
