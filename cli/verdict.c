/* verdict.c - see verdict.h. */
#include "verdict.h"

#include <math.h>
#include <stdio.h>

double verdict_largest(const parot_check *check)
{
    return fmax(fmax(check->primal, check->dual), fmax(check->slackness, check->gap));
}

int verdict_is_proven(const parot_check *check, double tolerance)
{
    return check->primal <= tolerance && check->dual <= tolerance &&
           check->slackness <= tolerance && check->gap <= tolerance;
}

const char *verdict_number(double violation, char text[32])
{
    snprintf(text, 32, violation >= 0.1 ? "%.2g" : "%.0e", violation);
    if (violation == 0)
        snprintf(text, 32, "0");
    return text;
}
