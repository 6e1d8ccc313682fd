/* plan_arrays.h - a plan of the caller's has its entries. */
#ifndef PAROT_BASE_PLAN_ARRAYS_H
#define PAROT_BASE_PLAN_ARRAYS_H

#include "base/status.h"

static inline parot_status check_plan_arrays(const parot_plan *plan, parot_error *err)
{
    if (plan->count < 0 || (plan->count > 0 && (!plan->row || !plan->col || !plan->mass)))
        return fail_argument(err, PAROT_EINVAL, "plan",
                             "must have row, col and mass of its %lld entries",
                             (long long)plan->count);
    return PAROT_OK;
}

#endif
