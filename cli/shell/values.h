/* values.h - the values of options that have names, for completion. */
#ifndef PAROT_COMMAND_VALUES_H
#define PAROT_COMMAND_VALUES_H

/* Separated by blanks; "" when the option of "parot VERB", named without its dashes, takes no
 * names. */
const char *values_of(const char *verb, const char *option);

#endif
