/* pu_prior.h - estimates of the prior that cannot be relied on, in a sentence. */
#ifndef PAROT_COMMAND_PU_PRIOR_H
#define PAROT_COMMAND_PU_PRIOR_H

#include "parot/pu.h"

/* Writes what is to be said of an estimate that is not reliable, given its cost curve. */
void pu_prior_doubt(const parot_pu_prior_result *estimate, const parot_curve *curve, char *text,
                    size_t size);

#endif
