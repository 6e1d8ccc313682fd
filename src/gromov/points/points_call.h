/* points_call.h - one call of parot_gromov_points, from its starts to its answer. */
#ifndef PAROT_GROMOV_POINTS_CALL_H
#define PAROT_GROMOV_POINTS_CALL_H

#include "gromov/call.h"
#include "gromov/points/points_descent.h"
#include "partial/plan.h"

struct points_call {
    const parot_gromov_points_problem *problem; /* the caller's */
    struct call call; /* control, options, trials, and exponents in `scaled` */
    struct shared_run shared;
    struct points_gromov gromov;
    struct points_descent here, best;
    struct rounding rounding;
    double largest_feature; /* the caller's */
    int exponent;           /* of coordinates: the caller's are 2^this times ours */
    double *p, *q;          /* in our units, if they have to be */
    struct keyed *scratch;  /* twice the longer side */
    void *memory;
};

/* gromov_points.c: checks and prepares what `problem`, `call.control` and `call.options` say.
 * points_call_close releases, also after a failure. */
parot_status points_call_open(struct points_call *points, parot_error *err);
void points_call_close(struct points_call *points);

/* Random starts in addition to those that were asked for. */
int32_t points_default_restarts(const struct points_call *points);

/* Start t before it is tried. */
void points_list_trial(const struct points_call *points, int64_t t);

/* Follows start t, and keeps the best. PAROT_ESTOPPED: there was no time for any plan. */
parot_status points_run_trial(struct points_call *points, int64_t t, parot_error *err);

/* What the best one amounts to. The history is that of points->best; the transport is the caller's
 * to free, also after a failure. */
parot_status points_make_answer(struct points_call *points, struct answer *answer,
                                parot_error *err);

/* points_crew.c: are there other ranks, and enough for them to do? Then they run the trials. */
int points_take_crew(const struct points_call *points);
parot_status points_share(struct points_call *points, parot_error *err);

#endif
