/* document.h - documents of parot/json.h on stdout. */
#ifndef PAROT_COMMAND_DOCUMENT_H
#define PAROT_COMMAND_DOCUMENT_H

#include "parot/json.h"
#include "shell/outcome.h"

/* Adds the seconds of each phase so far, and prints the document. */
enum outcome document_print(parot_json *json);

/* An id of a row: a number stays one if it is finite. */
void document_id(parot_json *json, const char *name, const char *id);

#endif
