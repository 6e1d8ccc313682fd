/* json_writer.h - the writer behind parot/json.h, for documents that go into files. */
#ifndef PAROT_IO_JSON_WRITER_H
#define PAROT_IO_JSON_WRITER_H

#include "io/bytes/bytes.h"
#include "parot/json.h"

/* A text as a string, with quotes around it. What is not UTF-8 becomes U+FFFD; " \ and control
 * characters are escaped, and so are < and &, so that the string can stand in an HTML page. */
parot_status quote_json(struct bytes *out, const char *text, parot_error *err);

/* Ends the document and moves it to `out`, or returns the first failure; releases the writer. */
parot_status json_take(parot_json *json, struct bytes *out, parot_error *err);

/* How a start ended, without its history: fields of the object that is open. */
void json_trial(parot_json *json, const parot_trial *trial);

#endif
