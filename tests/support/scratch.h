/* scratch.h - a directory of its own for each test program, gone when it ends. */
#ifndef PAROT_TESTS_SCRATCH_H
#define PAROT_TESTS_SCRATCH_H

#include <stddef.h>

/* Group set-up and tear-down for cmocka. */
int scratch_open(void **state);
int scratch_close(void **state);

/* The path of a file in the directory; valid until eight more were asked for. */
const char *scratch_path(const char *name);

/* Makes the file; returns its path. */
const char *scratch_bytes(const char *name, const void *data, size_t size);
const char *scratch_text(const char *name, const char *text);

/* The file's bytes with a NUL behind them, released with free(). */
char *scratch_read(const char *name, size_t *size);

/* How often the word stands in the text. */
int occurrences(const char *text, const char *word);

/* Number of files, hidden ones included: temporary files that were forgotten count. */
int scratch_count(void);

#endif
