/* pu_tune.h - `parot pu --tune`: its time limit, and its scores in words. */
#ifndef PAROT_COMMAND_PU_TUNE_H
#define PAROT_COMMAND_PU_TUNE_H

#include <stdio.h>

#include "pu/pu_request.h"

/* Seconds, unless --tune-limit or --time-limit say less. */
enum { PU_TUNE_BUDGET = 60 };

struct pu_tuning {
    int is_wanted;
    double budget; /* seconds; PU_TUNE_BUDGET before options are read */
    parot_pu_tune_result result;
};

/* Refuses --tune-limit without --tune, numbers that are not seconds, and a method or kernel beside
 * --tune. */
enum outcome pu_tune_check(struct pu_tuning *tuning, const struct args *args);

/* Lets spies choose options->method and options->kernel. */
parot_status pu_tune(struct pu_tuning *tuning, const parot_pu_data *data, parot_pu_options *options,
                     const parot_run *run, parot_error *err);

/* Whether there is something to tell: it was wanted, and the choice of positives is not biased. */
int pu_tune_has_scores(const struct pu_tuning *tuning);

/* A line for each candidate, and why it was or was not chosen. */
void pu_tune_print(FILE *file, const struct pu_tuning *tuning);

#endif
