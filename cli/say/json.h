/* json.h - JSON documents that do not describe a transport, on stdout. */
#ifndef PAROT_COMMAND_JSON_H
#define PAROT_COMMAND_JSON_H

#include <stdint.h>

/* {"schema": 1, "status": STATUS */
void json_begin(const char *status);

/* One more field; what JSON has no number for becomes null. */
void json_text(const char *name, const char *value);
void json_count(const char *name, int64_t value);
void json_number(const char *name, double value);

/* One more field that is a list, item by item. */
void json_list(const char *name);
void json_item(double value, int is_first);
void json_text_item(const char *value, int is_first);
void json_list_end(void);

/* "seconds", of each phase so far, and }. */
void json_end(void);

#endif
