/* utf8.h - characters of UTF-8 that can be shown. */
#ifndef PAROT_IO_UTF8_H
#define PAROT_IO_UTF8_H

#include <stddef.h>

/* Bytes of the character that begins a text, 1 to 4. 0: none does, for it is malformed (overlong,
 * a surrogate, above U+10FFFF, cut short), or it is a control character. */
size_t utf8_size(const char *text);

#endif
