/* gromov.h - parot_gromov with another oracle: for the layers above. */
#ifndef PAROT_GROMOV_GROMOV_H
#define PAROT_GROMOV_GROMOV_H

#include "gromov/oracle.h"

/* What replaces the oracle's vertex once a walk is stationary: see oracle.h. */
struct amendment {
    parot_status (*amend)(struct oracle *oracle, parot_matrix cost, struct control *control,
                          void *user, parot_error *err); /* NULL: nothing does */
    void *user; /* handed to it; starts that run side by side share it */
};

/* parot_gromov, whose rows `amendment` makes whole. problem and result are not NULL. */
parot_status gromov_amended(const parot_gromov_problem *problem,
                            const parot_gromov_options *options, struct amendment amendment,
                            const parot_run *run, parot_gromov_result *result, parot_error *err);

/* marginal[i * m + j]: the derivative of the objective by T_ij, at a plan that is sorted by row. */
parot_status gromov_marginal(const parot_gromov_problem *problem, const parot_plan *plan,
                             struct control *control, double *marginal, parot_error *err);

#endif
