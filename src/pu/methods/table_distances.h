/* table_distances.h - the distances within each table, and how their scales compare. */
#ifndef PAROT_PU_TABLE_DISTANCES_H
#define PAROT_PU_TABLE_DISTANCES_H

#include "pu/problem/pu_problem.h"

struct table_distances {
    double *unlabeled; /* n x n */
    double *positive;  /* m x m */
    double *scratch;   /* 2 max(n, m) */
};

void table_distances_layout(struct table_distances *distances, int64_t n, int64_t m,
                            struct arena *arena);

/* Distances as they are, or as they were given. */
parot_status table_distances_measure(const struct table_distances *distances,
                                     const struct pu_problem *problem,
                                     const parot_pu_options *options, struct control *control,
                                     parot_error *err);

/* *ratio: see parot_pu_distance_ratio. */
parot_status table_distances_compare(const struct table_distances *distances,
                                     const struct pu_problem *problem, struct control *control,
                                     double *ratio);

#endif
