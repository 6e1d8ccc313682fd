/* judgement.h - what can be said of a plan before anything is solved. */
#ifndef PAROT_PARTIAL_JUDGEMENT_H
#define PAROT_PARTIAL_JUDGEMENT_H

#include "base/run.h"
#include "partial/claims.h"

/* Refuses what is not a plan of this problem: sizes, places and masses that are not numbers. */
parot_status judge_check(const struct claimed *problem, const parot_given_plan *given,
                         parot_error *err);

/* Sets everything but what the prices say: mass, wanted, objective, what is missed and where.
 * `mass` is what the plan should move; 0: what it moves. */
parot_status judge_read(const struct claimed *problem, const parot_given_plan *given, double mass,
                        struct control *control, parot_judgement *judgement, parot_error *err);

#endif
