/* pu_tune.h - spies choose between methods: few of them, and only by a clear lead. */
#ifndef PAROT_CLI_PU_TUNE_H
#define PAROT_CLI_PU_TUNE_H

#include "outcome.h"
#include "parot/pu.h"

enum { PU_CANDIDATES = 3 };

struct pu_candidate {
    parot_pu_method method;
    parot_pu_spies_result spies;
    double score; /* recall + AUC / 2; NAN: it was not tried, the time was up */
};

/* Tries mined, ridge and wasserstein; sets options->method to the best. The first one stays unless
 * another is better by more than the standard error of the difference. */
parot_status pu_tune(const parot_pu_data *data, parot_pu_options *options, const parot_run *run,
                     struct pu_candidate candidates[PU_CANDIDATES], parot_error *err);

#endif
