/* register_starts.h - transforms to begin with, when nothing is known of the right one. */
#ifndef PAROT_TASKS_REGISTER_STARTS_H
#define PAROT_TASKS_REGISTER_STARTS_H

#include "linalg/pca.h"
#include "tasks/register/motion.h"

struct starts {
    parot_matrix x, y; /* in an order that makes the first rows a random sample */
    double overlap;
    int32_t restarts;
    struct fitter *fitter;
    double *x_mean, *y_mean; /* dims */
    double *x_axes, *y_axes; /* dims x dims: principal axes, the longest first */
    struct pca pca;          /* what finds them, and room for its rows */
    double *block;
    double ratio; /* of the spread of y to that of x; 1 unless a similarity is wanted */
};

void starts_layout(struct starts *starts, int64_t dims, struct arena *arena);

/* Means and axes; or why to stop, which starts->fitter->control is asked. */
parot_status starts_prepare(struct starts *starts);

int64_t starts_count(const struct starts *starts);

/* Start `number`: as it is; centred; principal axes on principal axes, signs in turn; the fit of a
 * Gromov-Wasserstein plan, which knows distances alone; and random ones. */
parot_status starts_make(const struct starts *starts, int64_t number, struct control *control,
                         struct motion *motion, parot_error *err);

/* motion->rotation: in the plane each angle halves a gap between those before it; else the rotation
 * nearest to a normal matrix, which has no preferred direction. Turn `number` is the same however
 * many there are. */
parot_status turn_at_random(struct fitter *fitter, uint64_t seed, int64_t number,
                            struct motion *motion);

#endif
