/* whole_row_oracles.h - linear oracles whose plans move a row as a whole or not at all.
 *
 * The plans of PU learning (paper, Section 4.2, equation 6): an unlabeled point is positive or not.
 * A hook for oracle.h.
 */
#ifndef PAROT_GROMOV_WHOLE_ROW_ORACLES_H
#define PAROT_GROMOV_WHOLE_ROW_ORACLES_H

#include "gromov/oracle.h"

/* Refuses rows of different weights, and a mass that is not a whole number of rows. */
parot_status whole_rows_check(struct weights p, double mass, parot_error *err);

/* If the vertex splits rows, the rows with the largest shares are kept, as many as the mass needs,
 * and the problem is solved again on them alone. A feasible plan, not the best of its kind: that
 * one is NP-hard to find. Weights that allow whole rows (n q_j all whole) never split any. */
parot_status whole_rows_make(struct oracle *oracle, parot_matrix cost, struct control *control,
                             void *user, parot_error *err);

/* The same for a descent that has no time left: any plan of these rows, for any costs that are
 * numbers. Takes a few passes over them. */
parot_status whole_rows_hurry(struct oracle *oracle, parot_matrix cost, struct control *control,
                              parot_error *err);

#endif
