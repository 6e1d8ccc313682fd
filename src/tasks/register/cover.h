/* cover.h - an order of rows in which the first ones stand for as much as can be. */
#ifndef PAROT_TASKS_COVER_H
#define PAROT_TASKS_COVER_H

#include "base/run.h"

struct cover {
    parot_matrix rows;
    parot_metric metric;
    double *distance; /* rows: to what is known before; used up */
    double *scratch;  /* rows */
    int32_t *order;   /* rows: the answer */
};

/* Farthest first (Gonzalez, 1985): order[k] is the row that is farthest from what is known by then,
 * the rows order[0..k-1] and whatever lies at distance[i] from row i. Of equally far rows, the
 * first. Once there is no time left, the distances stay as they are by then, and the status says
 * so. */
parot_status cover_order(const struct cover *cover, struct control *control, parot_error *err);

#endif
