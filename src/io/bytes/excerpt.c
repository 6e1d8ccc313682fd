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
