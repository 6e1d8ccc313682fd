/* learned.h - partial transport whose cost is learned from its own answer. */
#ifndef PAROT_PU_LEARNED_H
#define PAROT_PU_LEARNED_H

#include "pu/methods/pu_result.h"

/* PAROT_PU_METHOD_LEARNED. */
parot_status pu_learned(const struct pu_problem *problem, const parot_pu_options *options,
                        struct control *control, struct pu_result *found, parot_error *err);

#endif
