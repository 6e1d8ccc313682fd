/* summary.h - an answer in words, for people. */
#ifndef PAROT_COMMAND_SUMMARY_H
#define PAROT_COMMAND_SUMMARY_H

#include <stdio.h>

#include "input/stated_problem.h"
#include "parot/io.h"

/* Why a result is not final: "time limit", "interrupted". */
const char *summary_stop_reason(parot_status status);

/* What is to be moved: points or costs, and how many. */
void summary_print_problem(FILE *file, const struct problem *problem);

/* How many rows and columns moved fully, partly, or not at all. */
void summary_print_tallies(FILE *file, const struct problem *problem, const parot_plan *plan);

void summary_print(FILE *file, const struct problem *problem, const parot_result *result,
                   const parot_check *check);

#endif
