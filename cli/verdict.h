/* verdict.h - what a certificate amounts to. */
#ifndef PAROT_CLI_VERDICT_H
#define PAROT_CLI_VERDICT_H

#include "parot/parot.h"

/* Violations up to this are rounding: a thousand times what a good answer has, and a thousandth of
 * what a wrong one does. */
#define PROVEN_TOLERANCE 1e-9

/* The largest of the four. */
double verdict_largest(const parot_check *check);

int verdict_is_proven(const parot_check *check, double tolerance);

/* A violation in few characters: "0", "2e-17", "inf". */
const char *verdict_number(double violation, char text[32]);

#endif
