/* column_list.h - which columns a text means: names, numbers and ranges of them. */
#ifndef PAROT_IO_COLUMN_LIST_H
#define PAROT_IO_COLUMN_LIST_H

#include "base/status.h"

/* The column that `text` means: the first of that name; or, unless a name is a whole number, the
 * text's number, from 1. -1: none. Without names they are all "". */
int64_t column_find(const char *const *names, int64_t count, const char *text);

/* Released with free(); NULL: no memory. */
char *text_copy(const char *text);

#endif
