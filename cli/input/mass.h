/* mass.h - the mass that a command line asks for. */
#ifndef PAROT_COMMAND_MASS_H
#define PAROT_COMMAND_MASS_H

#include "input/stated_problem.h"

/* The value of --mass; INFINITY stands for `max`. */
enum outcome mass_read(const char *text, double *mass);

/* Makes it the mass of the problem, or refuses it; `text` is for the message. */
enum outcome mass_choose(struct problem *problem, const char *text, double mass);

#endif
