/* cover.h - an order of rows in which the first ones stand for as much as can be. */
#ifndef PAROT_JOBS_COVER_H
#define PAROT_JOBS_COVER_H

#include "base/run.h"

/* Farthest first (Gonzalez, 1985): order[k] is the row of `rows` that is farthest from what is
 * known by then, the rows order[0..k-1] and whatever lies at distance[i] from row i. Of equally far
 * rows, the first. `distance` is used up; `scratch` has rows.rows numbers. */
parot_status cover_order(parot_matrix rows, parot_metric metric, struct control *control,
                         double *distance, double *scratch, int32_t *order, parot_error *err);

#endif
