/* html.h - text as HTML, whatever it holds. */
#ifndef PAROT_REPORT_HTML_H
#define PAROT_REPORT_HTML_H

#include "io/bytes/bytes.h"

/* Escapes & < > " and replaces what is not UTF-8, or not a character of HTML, by U+FFFD. */
parot_status html_text(struct bytes *out, const char *text, parot_error *err);

/* <tag class="name">text</tag>; without a class if `name` is NULL. */
parot_status html_element(struct bytes *out, const char *tag, const char *name, const char *text,
                          parot_error *err);

/* printf for markup; what it prints must be shorter than 512 bytes and need no escapes. */
__attribute__((format(printf, 3, 4))) parot_status html_format(struct bytes *out, parot_error *err,
                                                               const char *format, ...);

#endif
