/* variants.h - what `parot partial` does besides exact plans of any costs: with an entropy, and on
 * a line. Each solves, writes -o and reports. */
#ifndef PAROT_COMMAND_VARIANTS_H
#define PAROT_COMMAND_VARIANTS_H

#include "input/stated_problem.h"

/* The costs have been computed. The plan is dense: a table of the numbers T_ij. */
enum outcome entropic_answer(const struct problem *problem, double reg, const struct args *args);

/* The points must have one coordinate. The plan is written as row,col,mass. */
enum outcome line_answer(const struct problem *problem, double exponent, const struct args *args);

#endif
