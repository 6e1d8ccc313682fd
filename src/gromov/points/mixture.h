/* mixture.h - a plan as a mixture of sparse plans: weights, entries and moments of each. */
#ifndef PAROT_GROMOV_MIXTURE_H
#define PAROT_GROMOV_MIXTURE_H

#include "gromov/atoms.h"
#include "gromov/points/plan_moments.h"

struct mixture {
    int32_t count;
    double weight[MOST_ATOMS];     /* positive, of total 1 */
    parot_result plan[MOST_ATOMS]; /* owned */
    double *moments[MOST_ATOMS];   /* a block each, kept for the next plan in that place */
};

void mixture_close(struct mixture *mixture);

/* Adds a plan with these moments: all other weights times 1 - step, and step for this one, which
 * may be one of them already. Takes the plan, also on failure. If there is no room for one more,
 * the two with the least weights become one. */
parot_status mixture_add(struct mixture *mixture, const struct coordinates *at, double step,
                         parot_result *plan, const double *moments, struct control *control,
                         parot_error *err);

/* Moves weight from one of them to a plan with these moments. */
parot_status mixture_exchange(struct mixture *mixture, const struct coordinates *at, int32_t from,
                              double step, parot_result *plan, const double *moments,
                              struct control *control, parot_error *err);

/* The moments of all. */
void mixture_moments(const struct mixture *mixture, int64_t count, double *moments);

/* What each row and each column moves. */
void mixture_marginals(const struct mixture *mixture, double *rows, double *cols);

/* The one with the largest <G, plan>, G being that of the moments t. */
int32_t mixture_worst(const struct mixture *mixture, const struct coordinates *at, const double *t);

/* result->plan = x a + y b. */
parot_status mixture_blend(parot_result *result, double x, const parot_plan *a, double y,
                           const parot_plan *b, struct control *control, parot_error *err);

/* All as one plan, whose rows, columns and total are those of its parts up to rounding. */
parot_status mixture_write(const struct mixture *mixture, parot_result *result,
                           struct control *control, parot_error *err);

#endif
