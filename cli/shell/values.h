/* values.h - which values of an option have names, for help and completion. */
#ifndef PAROT_COMMAND_VALUES_H
#define PAROT_COMMAND_VALUES_H

#include "shell/choice.h"

/* NULL when the option of "parot VERB", named without its dashes, takes no names. */
const struct choice *values_of(const char *verb, const char *option);

#endif
