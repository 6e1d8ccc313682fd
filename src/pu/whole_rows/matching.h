/* matching.h - whole rows to positives that take a whole number of rows each. */
#ifndef PAROT_PU_MATCHING_H
#define PAROT_PU_MATCHING_H

#include "pu/methods/pu_result.h"

/* One run of cheapest paths gives the best matching of every number of rows. The sets are nested,
 * so that rows are ranked by when they enter; value = minus the number of rows before it. */
parot_status pu_matching(const struct pu_problem *problem, struct control *control,
                         struct pu_result *found, parot_error *err);

#endif
