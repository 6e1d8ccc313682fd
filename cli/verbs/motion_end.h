/* motion_end.h - how the verbs that move a cloud end: the moved rows, what is proved of them, and
 * the exit. */
#ifndef PAROT_COMMAND_MOTION_END_H
#define PAROT_COMMAND_MOTION_END_H

#include "parot/tasks.h"
#include "shell/outcome.h"

struct motion_end {
    double *moved;    /* the source after the motion */
    double *distance; /* of its rows from their partners */
    parot_check check;
    int is_proved;
};

/* Moves the source and proves the plan, also after Ctrl-C or a limit. */
enum outcome motion_end_find(struct motion_end *end, parot_matrix source, parot_matrix target,
                             const parot_register_result *result, int32_t threads);

/* What the command returns: stopped early, not proved, or solved. */
enum outcome motion_end_outcome(const struct motion_end *end, parot_status status);

void motion_end_free(struct motion_end *end);

#endif
