/* gromov_summary.h - an answer of `parot gromov`, in words. */
#ifndef PAROT_COMMAND_GROMOV_SUMMARY_H
#define PAROT_COMMAND_GROMOV_SUMMARY_H

#include <stdio.h>

#include "input/space_files.h"
#include "parot/io.h"

/* What was asked and what came out. */
struct gromov_summary {
    const struct spaces *spaces;
    const parot_gromov_problem *problem;
    const parot_gromov_result *result;
    int whole_rows; /* steps were to plans that split no row */
};

void gromov_summary_print(FILE *file, const struct gromov_summary *summary);

#endif
