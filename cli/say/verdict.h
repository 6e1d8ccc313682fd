/* verdict.h - a certificate in words. */
#ifndef PAROT_COMMAND_VERDICT_H
#define PAROT_COMMAND_VERDICT_H

#include <stdio.h>

#include "parot/parot.h"

/* A violation in few characters: "0", "2e-17", "inf". */
const char *verdict_number(double violation, char text[32]);

/* "costs at most 2e-17 more than the optimum (1e-16 relative), feasible to 0" */
enum { VERDICT_SIZE = 160 };
const char *verdict_words(const parot_check *check, char text[VERDICT_SIZE]);

#endif
