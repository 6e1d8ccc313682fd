/* choice.h - an option whose value is one of a few names. */
#ifndef PAROT_COMMAND_CHOICE_H
#define PAROT_COMMAND_CHOICE_H

#include "shell/outcome.h"

struct choice {
    const char *name;
    int value;
};

/* `option` is for the message, "--scale". A text of NULL leaves *value alone. */
enum outcome choice_read(const char *option, const char *text, const struct choice *choices,
                         int count, int *value);

#endif
