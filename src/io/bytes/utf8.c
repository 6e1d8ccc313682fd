/* utf8.c - the first byte gives the length, the others must be continuation bytes. Overlong
 * forms, surrogates, control characters and codes above U+10FFFF are refused. */
#include "io/bytes/utf8.h"

/* What the first byte says; 0: it cannot be the first. */
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
