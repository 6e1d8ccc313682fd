/* quote.h - a text as a string of JSON. */
#ifndef PAROT_IO_QUOTE_H
#define PAROT_IO_QUOTE_H

#include "io/bytes/bytes.h"

/* With quotes around it. What is not UTF-8 becomes U+FFFD; " \ and control characters are escaped,
 * and so are < and &, so that the string can stand in an HTML page. */
parot_status quote_json(struct bytes *out, const char *text, parot_error *err);

#endif
