/* register_from.h - parot_register with starts of the caller's. */
#ifndef PAROT_TASKS_REGISTER_FROM_H
#define PAROT_TASKS_REGISTER_FROM_H

#include "tasks/register/motion.h"

enum { KEPT_MOTIONS = 3 };

/* Where different starts ended, the lowest sum first. */
struct kept_motions {
    struct motion motion[KEPT_MOTIONS]; /* memory of the caller's */
    double objective[KEPT_MOTIONS];
    int count;
};

struct given_motions {
    const struct motion *motion; /* tried before the starts of parot_register */
    int64_t count;
    int is_alone;              /* instead of them; then count is 1 or more */
    struct kept_motions *kept; /* filled, for clouds that have a matrix; NULL: not wanted */
};

parot_status register_from(parot_matrix source, parot_matrix target,
                           const parot_register_options *options, struct given_motions given,
                           const parot_run *run, parot_register_result *result, parot_error *err);

#endif
