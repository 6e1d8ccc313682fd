/* gromov_with_entropy.h - `parot gromov --entropic REG`. */
#ifndef PAROT_COMMAND_GROMOV_WITH_ENTROPY_H
#define PAROT_COMMAND_GROMOV_WITH_ENTROPY_H

#include "parot/parot.h"
#include "shell/args.h"

int with_entropy(const struct args *args);

/* Refuses the options that --entropic does not go with, and other kinds of output. */
enum outcome with_entropy_check(const struct args *args);

/* Solves, writes the dense plan and says what it is. What the library refuses is in *err, and
 * *status says so; otherwise *status >= 0. */
enum outcome with_entropy_answer(const parot_gromov_entropic_problem *problem,
                                 const struct args *args, parot_status *status, parot_error *err);

#endif
