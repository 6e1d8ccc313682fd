/* proof.h - is a plan optimal? What parot_certify says, and the one case it leaves out. */
#ifndef PAROT_CLI_PROOF_H
#define PAROT_CLI_PROOF_H

#include "problem.h"

/* Whether nothing moves because nothing is cheap enough: what --price may lead to. */
int proof_is_empty(const struct problem *problem, const parot_result *result);

/* For an empty plan the proof is that nothing that could move costs less than lambda. */
parot_status proof_check(const struct problem *problem, const parot_result *result,
                         parot_check *check, parot_error *err);

#endif
