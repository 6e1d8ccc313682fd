/* bounds.h - what no plan of whole rows can cost less than.
 *
 * Column prices v >= 0 and prices mu >= 0 of cuts (cuts.h) turn every row into one number, what
 * moving it would cost at least: least_i = min_j (C_ij + what the cuts add + v_j). Some rows must
 * move, some must stay; of the others the cheapest are taken until there are k:
 *
 *   row (sum of the k numbers least_i) - sum_j q_j v_j - row sum mu floor(c|B|)
 *
 * is a bound whatever the prices are. They come from a solver, but nothing of what it says about
 * them is used: the bound is computed here from their definition, and rounded down.
 */
#ifndef PAROT_PU_BOUNDS_H
#define PAROT_PU_BOUNDS_H

#include "pu/methods/wasserstein.h"
#include "pu/whole_rows/cuts.h"

struct priced {
    const double *cost;  /* n x m, with what the cuts add */
    const double *added; /* n: as of cuts_apply; NULL: there are no cuts */
    const double *times; /* n */
    double offset;       /* sum mu floor(c|B|) */
};

enum decision { ROW_IS_FREE, ROW_MOVES, ROW_STAYS };

/* v: NULL: all are 0. decision[i] is an enum decision; NULL: all rows are free. `scratch`: n.
 * -INFINITY: a price is not a number. At most k rows must move, and at least k may. */
double bound_of_prices(const struct transport *transport, const struct priced *priced,
                       const double *v, const char *decision, double *scratch);

/* The same where there is no matrix, of all rows and without cuts. `scratch`: n. A positive status:
 * why it was stopped. */
parot_status bound_of_points(const struct transport *transport, const double *v,
                             struct control *control, double *scratch, double *bound,
                             parot_error *err);

#endif
