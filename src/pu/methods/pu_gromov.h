/* pu_gromov.h - transport that keeps distances: partial Gromov-Wasserstein (paper,
 * Sections 3.2, 4.2).
 *
 * Unlabeled rows are the points of one space, positives those of another, each with the distances
 * within its table. Rows that move are labelled positive.
 */
#ifndef PAROT_PU_PU_GROMOV_H
#define PAROT_PU_PU_GROMOV_H

#include "pu/methods/pu_result.h"

/* PAROT_PU_METHOD_GROMOV and PAROT_PU_METHOD_FUSED. */
parot_status pu_gromov(const struct pu_problem *problem, const parot_pu_options *options,
                       struct control *control, struct pu_result *found, parot_error *err);

#endif
