/* motion.h - transforms y = scale R x + shift, and the one that fits a plan best. */
#ifndef PAROT_TASKS_MOTION_H
#define PAROT_TASKS_MOTION_H

#include "base/arena.h"
#include "parot/tasks.h"

struct motion {
    int64_t dims;
    double scale;
    double *rotation; /* dims x dims */
    double *shift;    /* dims */
};

void motion_layout(struct motion *motion, int64_t dims, struct arena *arena);
void motion_identity(struct motion *motion);
void motion_copy(struct motion *to, const struct motion *from);

/* to: points.rows x dims. PAROT_ESTOPPED if `control` stops it, which may be NULL. */
parot_status motion_apply(const struct motion *motion, parot_matrix points, struct control *control,
                          double *to, parot_error *err);

/* The transform in other units: linear: dims x dims, shift: dims. */
void motion_unscale(const struct motion *motion, const double *centre, const double *factor,
                    double *linear, double *shift);

/* Scratch of a fit. */
struct fitter {
    parot_motion kind;
    int64_t dims;
    double *cross, *u, *v, *work; /* dims x dims each, but svd_work(dims) for work */
    double *s, *x_mean, *y_mean;  /* dims */
    struct control *control;      /* asked now and then whether to go on; NULL: nobody is */
};

void fitter_layout(struct fitter *fitter, int64_t dims, struct arena *arena);

/* rotation = the rotation R with the largest <cross, R>, a sum over u_k v_k'; *value is that, the
 * sum of the singular values with the last one negated if need be, and *rank how many of them are
 * not 0. fitter->cross is d x d. Or why to stop: nothing is changed then. */
parot_status fit_rotation(struct fitter *fitter, double *rotation, double *value, int64_t *rank);

/* argmin sum_ij T_ij |scale R x_i + shift - y_j|^2; the plan must not be empty. Or why to stop: the
 * motion is then as it was. */
parot_status motion_fit(struct fitter *fitter, parot_matrix x, parot_matrix y,
                        const parot_plan *plan, struct motion *motion, int64_t *rank);

/* shift such that the mean of x goes to the mean of y. */
void motion_centre(struct motion *motion, const double *x_mean, const double *y_mean);

#endif
