/* moved.c - what a transform does to points, and what it is in the units before scaling. */
#include <math.h>

#include "base/status.h"
#include "pu/problem/pu_tables.h"
#include "tasks/register/motion.h"

parot_status parot_register_apply(const parot_register_result *result, parot_matrix points,
                                  double *moved, parot_error *err)
{
    if (!result || !result->rotation || !moved)
        return fail_argument(err, PAROT_EINVAL, moved ? "result" : "moved", "must not be %s",
                             result ? "empty" : "NULL");
    TRY(check_table("points", points, NULL, err));
    if (points.cols != result->dims)
        return fail(err, PAROT_ESHAPE, "points has %lld columns, the transform %lld",
                    (long long)points.cols, (long long)result->dims);
    const struct motion motion = {result->dims, result->scale, result->rotation, result->shift};
    return motion_apply(&motion, points, NULL, moved, err);
}

parot_status parot_register_unscale(const parot_register_result *result, const double *centre,
                                    const double *factor, double *linear, double *shift,
                                    parot_error *err)
{
    if (!result || !result->rotation)
        return fail(err, PAROT_EINVAL, "result: must not be %s", result ? "empty" : "NULL");
    if (!centre || !factor || !linear || !shift)
        return fail(err, PAROT_EINVAL, "centre, factor, linear, shift: must not be NULL");
    for (int64_t k = 0; k < result->dims; k++)
        if (!(factor[k] > 0) || !isfinite(factor[k]) || !isfinite(centre[k]))
            return fail(err, PAROT_EINVAL,
                        "centre, factor: must be finite, factors above 0; [%lld] is %g, %g",
                        (long long)k, centre[k], factor[k]);
    const struct motion motion = {result->dims, result->scale, result->rotation, result->shift};
    motion_unscale(&motion, centre, factor, linear, shift);
    return PAROT_OK;
}
