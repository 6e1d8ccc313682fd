/* register_from.h - parot_register with starts of the caller's. */
#ifndef PAROT_TASKS_REGISTER_FROM_H
#define PAROT_TASKS_REGISTER_FROM_H

#include "tasks/register/motion.h"

struct given_motions {
    const struct motion *motion; /* tried before the starts of parot_register */
    int64_t count;
    int is_alone; /* instead of them; then count is 1 or more */
};

parot_status register_from(parot_matrix source, parot_matrix target,
                           const parot_register_options *options, struct given_motions given,
                           const parot_run *run, parot_register_result *result, parot_error *err);

#endif
