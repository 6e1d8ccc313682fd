/* plan_check.h - whether a plan that a caller made can be drawn, and written down. */
#ifndef PAROT_PLOT_PLAN_CHECK_H
#define PAROT_PLOT_PLAN_CHECK_H

#include "base/status.h"

/* It has rows and columns, entries inside of them, and masses of 0 or more. */
parot_status check_plan(const parot_plan *plan, parot_error *err);

#endif
