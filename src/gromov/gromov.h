/* gromov.h - parot_gromov with another oracle: for the layers above. */
#ifndef PAROT_GROMOV_GROMOV_H
#define PAROT_GROMOV_GROMOV_H

#include "base/arena.h"
#include "gromov/oracle.h"

/* parot_gromov, whose rows `whole_rows` makes whole once a descent is stationary. problem and
 * result are not NULL. */
parot_status gromov_with_whole_rows(const parot_gromov_problem *problem,
                                    const parot_gromov_options *options,
                                    struct whole_rows whole_rows, const parot_run *run,
                                    parot_gromov_result *result, parot_error *err);

/* Places in the arena for the history of a trial, of which *trial has a copy once there is memory;
 * before, it is not used. */
void gromov_lay_history(parot_trial *trial, const parot_trial *from, struct arena *arena);

/* gradient[i * m + j]: the derivative of the objective by T_ij, at a plan that is sorted by row. */
parot_status gromov_plan_gradient(const parot_gromov_problem *problem, const parot_plan *plan,
                                  struct control *control, double *gradient, parot_error *err);

#endif
