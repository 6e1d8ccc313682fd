/* option_number.h - numbers from the values of options. */
#ifndef PAROT_COMMAND_OPTION_NUMBER_H
#define PAROT_COMMAND_OPTION_NUMBER_H

#include "shell/outcome.h"

/* Whether the text is a finite number and nothing else. */
int number_parse(const char *text, double *value);

/* Whether the text is a percentage, "75%", above 0 and up to 100; the same as a fraction. */
int number_is_percent(const char *text, double *fraction);

/* A finite number; `option` is for the message, "--noise". */
enum outcome number_read(const char *option, const char *text, double *value);

/* The same, at least 0. */
enum outcome number_read_size(const char *option, const char *text, double *value);

/* "800x600", or "800" and 0: numbers between two bounds. */
enum outcome number_read_extent(const char *option, const char *text, int64_t least, int64_t most,
                                double extent[2]);

/* A whole number between two bounds. */
enum outcome number_read_count(const char *option, const char *text, int64_t least, int64_t most,
                               int64_t *value);

#endif
