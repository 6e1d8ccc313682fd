/* forced.h - clouds of which a row has to move. */
#ifndef PAROT_PARTIAL_FORCED_H
#define PAROT_PARTIAL_FORCED_H

#include "parot/parot.h"

/* min <C,T> + <a, p - T 1> over the plans of the problem's mass; a is prices->source, which must be
 * given, and there are no prices of columns. A row whose price is far above all costs moves whole,
 * if it can. The result is that of parot_partial_points_prices at the prices a + lambda of this
 * problem, and proved as such: no plan that moves as much of each priced row and has this mass
 * costs less. */
parot_status partial_points_forced(const parot_points_problem *problem, const parot_prices *prices,
                                   const parot_run *run, parot_result *result, parot_error *err);

#endif
