/* ridge.h - kernel ridge regression of positives (+1) against negatives (-1).
 *
 *   minimise  sum_i w_i (y_i - f(x_i))^2 + lambda |f|^2,   f(x) = sum_i a_i (K(x_i, x) + 1)
 *
 * with weights that give both classes the same total, among positives in proportion to theirs, has
 * a = G^-1 y, G = K + 1 + lambda / w. What
 * f would say of row i had it not been there is known without fitting again:
 *
 *   f_-i(x_i) = y_i - a_i / (G^-1)_ii
 */
#ifndef PAROT_PU_RIDGE_H
#define PAROT_PU_RIDGE_H

#include "pu/methods/pu_result.h"

struct ridge {
    parot_pu_kernel kernel;
    int64_t most;      /* rows it may be fitted on; 0: RIDGE_MOST */
    int is_even;       /* of more rows it keeps up to most / 2 of the class with fewer */
    double gamma;      /* 1 / (columns * variance of all numbers) */
    int64_t count;     /* rows it was fitted on */
    int64_t positives; /* of them, which come first */
    int64_t all;       /* rows it could have been fitted on */
    int64_t dims;
    double *rows;        /* count x dims */
    double *coefficient; /* count: a */
    double *left_out;    /* count: f_-i(x_i) */
    double *weight;      /* positives: see propensity.h; NULL: all are 1 */
    int32_t *source;     /* count: which row of problem->y or, behind the positives, problem->x */
    void *memory;
};

/* Fits all positives against the unlabeled rows with is_negative (NULL: all of them). Of more than
 * ridge->most rows in all it takes a random sample of both, in proportion or see is_even. */
#ifndef RIDGE_MOST /* a build with -Dc_args=-DRIDGE_MOST=500 measures another limit */
#define RIDGE_MOST 6000
#endif

parot_status ridge_fit(struct ridge *ridge, parot_pu_kernel kernel,
                       const struct pu_problem *problem, const char *is_negative,
                       struct control *control, parot_error *err);
void ridge_close(struct ridge *ridge);

/* value[i] = f of each row of x (count x ridge->dims). */
parot_status ridge_predict(const struct ridge *ridge, const double *x, int64_t count,
                           struct control *control, double *value, parot_error *err);

/* f of every unlabeled row; of those it was fitted on, as if it had not been. */
parot_status ridge_values(const struct ridge *ridge, const struct pu_problem *problem,
                          struct control *control, double *value, parot_error *err);

/* Leaves the ridge to `found`: it judges new rows. */
void ridge_hand_over(struct ridge *ridge, struct pu_result *found);

/* Rows with is_negative (NULL: all unlabeled rows); refuses to find none. */
parot_status count_negatives(const struct pu_problem *problem, const char *is_negative,
                             int64_t *negatives, parot_error *err);

#endif
