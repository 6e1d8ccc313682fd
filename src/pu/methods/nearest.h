/* nearest.h - rows by their distance to the nearest positives: a baseline. */
#ifndef PAROT_PU_NEAREST_H
#define PAROT_PU_NEAREST_H

#include "pu/methods/pu_result.h"

/* value = minus the mean distance to the `neighbours` nearest positives (to all, if there are
 * fewer). */
parot_status pu_nearest(const struct pu_problem *problem, int64_t neighbours,
                        struct control *control, struct pu_result *found, parot_error *err);

#endif
