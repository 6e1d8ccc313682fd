/* pu_proof.h - the proof of the plan that labels come from, checked again from the tables alone. */
#ifndef PAROT_COMMAND_PU_PROOF_H
#define PAROT_COMMAND_PU_PROOF_H

#include "parot/pu.h"
#include "shell/outcome.h"

struct pu_proof {
    int is_checked;    /* there is a plan of one problem of transport, and it is not too large */
    int is_proved;     /* its prices show that no plan costs less */
    parot_check check; /* by how much */
};

/* Computes the costs once more and asks parot_certify, which shares no code with the solver. */
enum outcome pu_proof_check(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_pu_result *result, const parot_run *run,
                            struct pu_proof *proof);

#endif
