/* npy_header.c - a parser for the one Python dictionary that NumPy writes. Each take_ function
 * moves on over what it names, or returns 0. */
#include "io/binary/npy_header.h"

#include <string.h>

enum { HAS_TYPE = 1, HAS_ORDER = 2, HAS_SHAPE = 4, HAS_ALL = 7 };

static void skip_blanks(struct npy_text *text)
{
    while (text->at < text->end && memchr(" \t\r\n", *text->at, 4))
        text->at++;
}

static int take(struct npy_text *text, const char *word)
{
    skip_blanks(text);
    size_t size = strlen(word);
    if ((size_t)(text->end - text->at) < size || memcmp(text->at, word, size) != 0)
        return 0;
    text->at += size;
    return 1;
}

/* In either kind of quotes; NumPy writes no escapes. */
static int take_string(struct npy_text *text, char *string, size_t size)
{
    char quote[2] = "'";
    if (!take(text, quote)) {
        quote[0] = '"';
        if (!take(text, quote))
            return 0;
    }
    const char *close = memchr(text->at, quote[0], (size_t)(text->end - text->at));
    if (!close || (size_t)(close - text->at) >= size)
        return 0;
    size_t length = (size_t)(close - text->at);
    memcpy(string, text->at, length);
    string[length] = '\0';
    text->at = close + 1;
    return 1;
}

static int take_integer(struct npy_text *text, int64_t *value)
{
    skip_blanks(text);
    const char *start = text->at;
    *value = 0;
    for (; text->at < text->end && *text->at >= '0' && *text->at <= '9'; text->at++)
        if (__builtin_mul_overflow(*value, (int64_t)10, value) ||
            __builtin_add_overflow(*value, (int64_t)(*text->at - '0'), value))
            return 0;
    int has_digits = text->at > start;
    take(text, "L"); /* Python 2 marked its long integers */
    return has_digits;
}

static int take_shape(struct npy_text *text, struct npy_header *header)
{
    if (!take(text, "("))
        return 0;
    for (header->dims = 0; !take(text, ")"); header->dims++) {
        int64_t size = 0;
        if ((header->dims > 0 && !take(text, ",")) || header->dims > 64) /* NumPy's own limit */
            return 0;
        if (header->dims > 0 && take(text, ")"))
            return 1;
        if (!take_integer(text, &size))
            return 0;
        if (header->dims < 2)
            header->shape[header->dims] = size;
    }
    return 1;
}

/* A structured array has a list of fields in place of a type: skipped, up to the bracket that
 * closes it. */
static int take_fields(struct npy_text *text)
{
    int depth = 0;
    for (; text->at < text->end; text->at++) {
        depth += (*text->at == '[') - (*text->at == ']');
        if (depth == 0) {
            text->at++;
            return 1;
        }
    }
    return 0;
}

static int take_type(struct npy_text *text, struct npy_header *header)
{
    skip_blanks(text);
    if (text->at < text->end && *text->at == '[') {
        memcpy(header->type, "structured", sizeof "structured");
        return take_fields(text);
    }
    return take_string(text, header->type, sizeof header->type);
}

static int take_order(struct npy_text *text, struct npy_header *header)
{
    header->is_fortran = take(text, "True");
    return header->is_fortran || take(text, "False");
}

/* One "key: value"; returns which it was, or 0. */
static int take_entry(struct npy_text *text, struct npy_header *header)
{
    char key[EXCERPT];
    if (!take_string(text, key, sizeof key) || !take(text, ":"))
        return 0;
    if (strcmp(key, "descr") == 0)
        return take_type(text, header) ? HAS_TYPE : 0;
    if (strcmp(key, "fortran_order") == 0)
        return take_order(text, header) ? HAS_ORDER : 0;
    if (strcmp(key, "shape") == 0)
        return take_shape(text, header) ? HAS_SHAPE : 0;
    return 0;
}

int npy_header_parse(struct npy_text text, struct npy_header *header)
{
    int seen = 0;
    if (!take(&text, "{"))
        return 0;
    while (!take(&text, "}")) {
        int entry = take_entry(&text, header);
        if (entry == 0 || (seen & entry))
            return 0;
        seen |= entry;
        if (!take(&text, ",")) {
            if (!take(&text, "}"))
                return 0;
            break;
        }
    }
    skip_blanks(&text);
    return seen == HAS_ALL && text.at == text.end;
}
