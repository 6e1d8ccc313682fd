/* test_utf8.c - every code point written by the definition of UTF-8, and what is none. */
#include "io/bytes/excerpt.h"

#include "test.h"

/* Writes `code` in `size` bytes, which may be more than it needs. */
static const char *encode(unsigned code, int size, char text[5])
{
    static const unsigned char LEAD[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (int k = size - 1; k > 0; k--) {
        text[k] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    text[0] = (char)(LEAD[size] | code);
    text[size] = '\0';
    return text;
}

static int size_of(unsigned code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

TEST(every_character_has_its_size)
{
    char text[5];
    for (unsigned code = 1; code < 0x120000; code++) {
        int is_shown =
            code >= 0x20 && code != 0x7F && (code < 0xD800 || code > 0xDFFF) && code <= 0x10FFFF;
        size_t expected = is_shown ? (size_t)size_of(code) : 0;
        assert_int_equal(utf8_size(encode(code, size_of(code), text)), expected);
    }
    assert_int_equal(utf8_size(""), 0);
}

TEST(overlong_forms_are_none)
{
    char text[5];
    for (unsigned code = 0; code < 0x10000; code++)
        for (int size = size_of(code) + 1; size <= 4; size++)
            assert_int_equal(utf8_size(encode(code, size, text)), 0);
}

TEST(what_is_cut_short_is_none)
{
    char text[5];
    static const unsigned codes[] = {0xE9, 0x2192, 0x1F600};
    for (int k = 0; k < 3; k++)
        for (int size = size_of(codes[k]), cut = 1; cut < size; cut++) {
            encode(codes[k], size, text);
            text[cut] = '\0';
            assert_int_equal(utf8_size(text), 0);
        }
    for (int byte = 0x80; byte < 0x100; byte++)
        assert_int_equal(utf8_size((const char[]){(char)byte, 'a', 'a', 'a', '\0'}), 0);
}
