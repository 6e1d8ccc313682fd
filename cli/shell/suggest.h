/* suggest.h - the known name that somebody probably meant. */
#ifndef PAROT_COMMAND_SUGGEST_H
#define PAROT_COMMAND_SUGGEST_H

#include <stddef.h>

/* The name nearest to `word`, or NULL when none is near enough to be worth saying. */
const char *suggest(const char *word, const char *const *names, size_t count);

#endif
