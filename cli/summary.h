/* summary.h - an answer in words, for people. */
#ifndef PAROT_CLI_SUMMARY_H
#define PAROT_CLI_SUMMARY_H

#include <stdio.h>

#include "parot/io.h"
#include "problem.h"

void summary_print(FILE *file, const struct problem *problem, const parot_result *result,
                   const parot_check *check, const parot_seconds *seconds);

#endif
