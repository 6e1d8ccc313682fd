/* mass.c - "max" is kept as infinity until the weights are known. */
#include "input/mass.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "shell/option_number.h"

enum outcome mass_read(const char *text, double *mass)
{
    if (strcmp(text, "max") == 0) {
        *mass = INFINITY;
        return SOLVED;
    }
    if (!number_parse(text, mass) || !(*mass > 0))
        return refuse(MISUSED, "--mass %s: must be a positive number, or 'max'", text);
    return SOLVED;
}

/* What exceeds by rounding only is left to the library. */
enum outcome mass_choose(struct problem *problem, const char *text, double mass)
{
    double most = problem_most_mass(problem);
    double count = (double)(problem->stated.cost.rows + problem->stated.cost.cols);
    double rounding = 1e-12 + count * DBL_EPSILON; /* see parot.h */
    problem->stated.mass = isinf(mass) ? most : mass;
    if (!isinf(mass) && mass > most * (1 + rounding))
        return refuse(FAILED,
                      "--mass %s exceeds min(sum p, sum q) = %.12g%s; use --mass max for that much",
                      text, most,
                      problem->p.values || problem->q.values
                          ? ""
                          : " (uniform weights add up to 1, so the mass is a fraction)");
    return SOLVED;
}
