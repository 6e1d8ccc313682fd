/* proof.h - what the library's certificate says about a plan, for a mass or for a price. */
#ifndef PAROT_COMMAND_PROOF_H
#define PAROT_COMMAND_PROOF_H

#include "input/stated_problem.h"

parot_status proof_check(const struct problem *problem, const parot_result *result,
                         const parot_run *run, parot_check *check, parot_error *err);

#endif
