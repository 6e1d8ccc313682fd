/* gromov_starts.h - where a descent begins (paper, appendix D, and beyond). */
#ifndef PAROT_GROMOV_GROMOV_STARTS_H
#define PAROT_GROMOV_GROMOV_STARTS_H

#include "gromov/frank_wolfe.h"

/* One of the starts that were asked for. */
struct start {
    parot_start kind;
    int32_t number;                      /* of random ones, and of representatives */
    const double *given;                 /* for PAROT_START_GIVEN, in the caller's masses */
    const parot_gromov_options *options; /* of PAROT_START_ANCHORS: the pairs */
};

/* Refuses what is not a plan of this problem. */
parot_status start_check(const double *given, const parot_gromov_problem *problem,
                         parot_error *err);

/* Puts an open descent there. */
parot_status start_descent(struct frank_wolfe *descent, struct start start, parot_error *err);

#endif
