/* verdict.c - three numbers of the certificate in one sentence. Numbers are rounded up, so that
 * they still hold as they are printed. */
#include "say/verdict.h"

#include <math.h>
#include <stdlib.h>

/* To that many significant digits; where that rounds down, one unit of the last digit more. */
static const char *rounded_up(double value, int digits, char text[32])
{
    double wanted = value;
    for (int k = 0; k < 2; k++) {
        if (digits == 1)
            snprintf(text, 32, "%.0e", wanted);
        else
            snprintf(text, 32, "%.*g", digits, wanted);
        if (!(strtod(text, NULL) < value))
            break;
        wanted = value + pow(10, floor(log10(value)) + 1 - digits);
    }
    return text;
}

const char *verdict_number(double violation, char text[32])
{
    if (violation == 0 || !isfinite(violation)) {
        snprintf(text, 32, violation == 0 ? "0" : "%g", violation);
        return text;
    }
    return rounded_up(violation, violation >= 0.1 ? 3 : 1, text);
}

const char *verdict_words(const parot_check *check, char text[VERDICT_SIZE])
{
    char excess[32], relative[32], infeasible[32];
    snprintf(text, VERDICT_SIZE,
             "costs at most %s more than the optimum (%s relative), feasible to %s",
             verdict_number(check->excess, excess), verdict_number(check->relative, relative),
             verdict_number(check->infeasible, infeasible));
    return text;
}
