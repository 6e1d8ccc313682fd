/* excerpt.c - text is copied up to a limit and cut where a UTF-8 character ends. UTF-8 passes
 * through, control characters become '?'. */
#include "io/bytes/excerpt.h"

#include <assert.h>
#include <string.h>

static const char DOTS[] = "...";

/* Whether a byte goes on with a UTF-8 character, so that a cut in front of it would break one. */
static int is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7F)
            *text = '?';
}

const char *excerpt_head(const char *text, char *excerpt, size_t size)
{
    assert(size > sizeof DOTS);
    size_t kept = strlen(text);
    if (kept < size) {
        memcpy(excerpt, text, kept + 1);
    } else {
        kept = size - sizeof DOTS;
        while (kept > 0 && is_continuation(text[kept]))
            kept--;
        memcpy(excerpt, text, kept);
        memcpy(excerpt + kept, DOTS, sizeof DOTS);
    }
    make_printable(excerpt);
    return excerpt;
}

const char *excerpt_tail(const char *text, char *excerpt, size_t size)
{
    assert(size > sizeof DOTS);
    size_t length = strlen(text);
    if (length < size)
        return excerpt_head(text, excerpt, size);
    const char *start = text + length - (size - sizeof DOTS);
    while (is_continuation(*start))
        start++;
    memcpy(excerpt, DOTS, sizeof DOTS - 1);
    memcpy(excerpt + sizeof DOTS - 1, start, strlen(start) + 1);
    make_printable(excerpt);
    return excerpt;
}

/* ---- UTF-8 -------------------------------------------------------------- */

/* The size of a character by its first byte; 0: it cannot be the first. */
static size_t claimed_size(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >> 5 == 6)
        return 2;
    if (first >> 4 == 14)
        return 3;
    return first >> 3 == 30 ? 4 : 0;
}

size_t utf8_size(const char *text)
{
    static const unsigned LEAST[] = {0, 0x20, 0x80, 0x800, 0x10000}; /* by size */
    const unsigned char *byte = (const unsigned char *)text;
    size_t size = claimed_size(byte[0]);
    unsigned code = size == 1 ? byte[0] : byte[0] & (0x7Fu >> size);
    for (size_t k = 1; k < size; k++) {
        if (byte[k] >> 6 != 2)
            return 0;
        code = code << 6 | (byte[k] & 0x3F);
    }
    int is_surrogate = code >= 0xD800 && code < 0xE000;
    return code >= LEAST[size] && code != 0x7F && !is_surrogate && code < 0x110000 ? size : 0;
}
