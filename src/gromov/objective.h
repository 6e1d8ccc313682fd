/* objective.h - the objective of a plan, by its definition. */
#ifndef PAROT_GROMOV_OBJECTIVE_H
#define PAROT_GROMOV_OBJECTIVE_H

#include "base/run.h"

/* sum L(source_ik, target_jl) T_ij T_kl, term by term: no differences of large numbers, so
 * distances that agree give exactly 0. Takes count^2 evaluations of L. NAN: stopped by the control,
 * which may be NULL. */
double gromov_form(const parot_gromov_problem *problem, const parot_plan *plan,
                   struct control *control);

/* (1 - alpha) <C,T> + alpha times that. */
double gromov_evaluate(const parot_gromov_problem *problem, const parot_plan *plan);

#endif
