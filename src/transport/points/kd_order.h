/* kd_order.h - an order of points in which neighbours have neighbouring numbers. */
#ifndef PAROT_TRANSPORT_POINTS_KD_ORDER_H
#define PAROT_TRANSPORT_POINTS_KD_ORDER_H

#include "base/run.h"

/* Points that share a box as columns, or as rows, and that stay together below that. A block is
 * several tiles, so that no tile lies across a cut of a larger part. */
enum { KD_BLOCK = 96, KD_TILE = 48, KD_GROUP = 4 };

/* Where a part of `count` points is cut in two: a multiple of the largest of these units that is
 * smaller than the part, as near to the middle as possible; 0: it is not cut. */
int32_t kd_cut(int32_t count);

/* order[0..count) = the numbers of the points `at` (count x dims), by halves: each part is cut
 * along the coordinate with the widest spread. The same points give the same order. PAROT_OK, or
 * why `control` stopped it, which leaves another order of all points, or had no memory. */
parot_status kd_order(const double *at, int32_t count, int32_t dims, int32_t *order,
                      struct control *control);

#endif
