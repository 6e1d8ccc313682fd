/* curves.h - instances of all families with their curves, and runs that stop. */
#ifndef PAROT_TESTS_CURVES_H
#define PAROT_TESTS_CURVES_H

#include "instances.h"
#include "test.h"

enum { CURVE_SIZE = 24 };

static inline uint64_t instances_wanted(void)
{
    return test_wanted(1300);
}

static inline void trace(const parot_problem *problem, parot_curve *curve)
{
    *curve = (parot_curve){0};
    assert_ok(parot_partial_curve(problem, NULL, curve, &err));
}

/* Runs `check` on instances of all families, with their curves. */
static inline void for_each_curve(void (*check)(const struct instance *, const parot_curve *))
{
    for (uint64_t number = 0; number < instances_wanted(); number++) {
        struct instance instance;
        parot_curve curve;
        instance_make(&instance, number, number % 10 == 0 ? 3 * CURVE_SIZE : CURVE_SIZE);
        trace(&instance.problem, &curve);
        check(&instance, &curve);
        parot_curve_free(&curve);
        instance_free(&instance);
    }
}

/* Counts down, and stops the parametric simplex at 0. */
static inline int stop_at_zero(const parot_progress *progress, void *user)
{
    int64_t *left = user;
    assert_true(strcmp(progress->stage, "parametric") == 0 ||
                strcmp(progress->stage, "certificate") == 0);
    return (*left)-- == 0;
}

static inline parot_run run_until(int64_t *calls)
{
    DEFAULTS(parot_run, run);
    run.progress = stop_at_zero;
    run.progress_period = 0;
    run.user = calls;
    return run;
}

#endif
