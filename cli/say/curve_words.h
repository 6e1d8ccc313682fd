/* curve_words.h - the curve mass -> cost in words and numbers, for people. */
#ifndef PAROT_COMMAND_CURVE_WORDS_H
#define PAROT_COMMAND_CURVE_WORDS_H

#include <stdio.h>

#include "input/stated_problem.h"
#include "parot/io.h"

/* A point of the curve; NAN: not known. */
struct curve_point {
    double cost;
    double slope; /* what one more unit costs; INFINITY: nothing more can move */
};

/* Any mass, also where the curve was not followed to. */
struct curve_point curve_at(const parot_curve *curve, const struct problem *problem, double mass);

/* A line for each of the masses: mass, cost, next unit. */
void curve_print_points(FILE *file, const parot_curve *curve, const struct problem *problem,
                        const double *masses, int64_t count);

/* Why it is not known to its end: "time limit", "interrupted". */
const char *curve_stop_reason(const parot_curve *curve);

/* What it is of, and what there is to say of the whole curve. */
void curve_print(FILE *file, const parot_curve *curve, const struct problem *problem);

#endif
