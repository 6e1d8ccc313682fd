/* density_search.h - the pose in which two dense tables agree where they overlap. */
#ifndef PAROT_TASKS_DENSITY_SEARCH_H
#define PAROT_TASKS_DENSITY_SEARCH_H

#include "tasks/align/density_grid.h"

/* Two or three coordinates, and enough rows to have a density. */
int density_pays(parot_matrix x, parot_matrix y);

/* The bytes that density_search takes. */
double density_memory(int64_t dims);

struct density_found {
    double score;   /* likelihood ratio (logarithm) of the pose */
    double other;   /* the same of the best pose that was found elsewhere; 0: none */
    int64_t trials; /* turns that were tried */
};

/* *motion: the pose of the highest score. Rows are in an order that does not depend on the caller;
 * *found is 0. A positive status says why it was stopped: then it is the best so far, if trials >
 * 0. */
parot_status density_search(parot_matrix x, parot_matrix y, struct control *control,
                            struct motion *motion, struct density_found *found, parot_error *err);

/* The score of a motion, by the same definition. */
parot_status density_score(parot_matrix x, parot_matrix y, struct control *control,
                           const struct motion *motion, double *score, parot_error *err);

#endif
