/* transfer.h - what a plan carries: where its rows go, and labels that come back along it. */
#ifndef PAROT_PUBLIC_TRANSFER_H
#define PAROT_PUBLIC_TRANSFER_H

#include "parot/partial.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The barycentric projection: to[i * y.cols + k] is the mean, by mass, of coordinate k over the
 * points of y that row i moves to, for each of the plan's rows; NAN in rows that move nothing.
 * `moved`, if it is not NULL, gets the mass of each row. Entries may have any order; masses must be
 * >= 0. */
PAROT_CHECKED parot_status parot_barycentric(const parot_plan *plan, parot_matrix y, double *to,
                                             double *moved, parot_error *err);

/* Labels of columns, numbers from 0 to classes - 1 or -1 for unknown, carried to the rows:
 * share[i * classes + c] is the fraction of what row i moves that goes to columns with label c.
 * label[i] is the class with the largest share, the first of equal ones; -1 where row i moves
 * nothing, or only to columns whose label is unknown: their shares are 0 then. `share` may be
 * NULL. */
PAROT_CHECKED parot_status parot_transfer_labels(const parot_plan *plan, const int32_t *known,
                                                 int64_t classes, double *share, int32_t *label,
                                                 parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_TRANSFER_H */
