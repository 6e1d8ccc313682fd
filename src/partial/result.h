/* result.h - what every solver does to make a parot_result. */
#ifndef PAROT_PARTIAL_RESULT_H
#define PAROT_PARTIAL_RESULT_H

#include "base/arena.h"
#include "transport/units.h"

/* One block for the arrays, zeroed; plan.rows, cols and count say how large they are. */
parot_status result_open(parot_result *result, struct control *control, parot_error *err);

/* <C,T> */
double plan_cost(const parot_plan *plan, parot_matrix cost);

/* <a, p - T 1> + <b, q - T' 1> */
double unmatched_cost(const parot_plan *plan, const parot_prices *prices, struct weights p,
                      struct weights q);

/* lambda mass - <u,p> - <v,q> */
double dual_value(const parot_dual *dual, struct weights p, struct weights q, double mass);

#endif
