/* excerpt.h - foreign text in our messages: short, printable, and cut where a character ends. */
#ifndef PAROT_IO_EXCERPT_H
#define PAROT_IO_EXCERPT_H

#include <stddef.h>

/* Of the 512 bytes of a message a path may take 64 and a cell or a column's name 32, which leaves
 * room for the reason and the way out. */
enum { LABEL = 64, EXCERPT = 32 };

/* The beginning of `text`, or its end (of a path, which is what tells paths apart); "..." stands
 * for what is left out. Returns `excerpt`. */
const char *excerpt_head(const char *text, char *excerpt, size_t size);
const char *excerpt_tail(const char *text, char *excerpt, size_t size);

/* Bytes of the character that begins a text, 1 to 4. 0: none does, for it is malformed (overlong,
 * a surrogate, above U+10FFFF, cut short), or it is a control character. */
size_t utf8_size(const char *text);

#endif
