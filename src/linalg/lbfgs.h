/* lbfgs.h - minimises a smooth function of many variables (Nocedal, 1980). */
#ifndef PAROT_LINALG_LBFGS_H
#define PAROT_LINALG_LBFGS_H

#include "base/arena.h"

enum { LBFGS_PAIRS = 8 }; /* steps that are remembered: more help little and cost as much each */

struct lbfgs {
    int64_t n;
    double *x; /* n: where it begins and ends */
    double *gradient, *direction, *next_x, *next_gradient;
    double *step, *change; /* LBFGS_PAIRS x n: x_k+1 - x_k and the gradients' difference */
    double rho[LBFGS_PAIRS];
};

/* lbfgs->n says how large the arrays are. */
void lbfgs_layout(struct lbfgs *lbfgs, struct arena *arena);

/* Returns f(x) and writes its gradient. */
typedef double (*lbfgs_function)(const double *x, double *gradient, void *user);

/* From lbfgs->x until the largest entry of the gradient is at most `tolerance`, no step makes f
 * smaller, or after `most` steps. Returns the least f, which belongs to lbfgs->x. */
double lbfgs_minimise(struct lbfgs *lbfgs, lbfgs_function f, void *user, int most,
                      double tolerance);

#endif
