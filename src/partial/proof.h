/* proof.h - what an answer is worth, and a status that says no more than that. */
#ifndef PAROT_PARTIAL_PROOF_H
#define PAROT_PARTIAL_PROOF_H

#include "base/run.h"

/* Sets objective and bound of a result that has its plan, its prices, its mass and its status.
 * PAROT_OK becomes PAROT_UNPROVED where the certificate does not prove the answer. `price` is NULL
 * if the problem has a mass. Refuses what is outside the range of double. */
parot_status proof_conclude(const parot_problem *problem, const double *price,
                            struct control *control, parot_result *result, parot_error *err);

#endif
