/* gather.h - the few small numbers of a long row, at the speed of memory.
 *
 * Both look at x_j = scale c_j - v_j. A v_j of -INFINITY leaves column j out.
 */
#ifndef PAROT_LINALG_GATHER_H
#define PAROT_LINALG_GATHER_H

#include <stdint.h>

/* min_j x_j, or INFINITY */
double gather_minimum(const double *c, const double *v, int64_t m, double scale);

/* Writes every j where x_j <= limit, ascending, to index (m numbers at most); returns how many. */
int64_t gather_below(const double *c, const double *v, int64_t m, double scale, double limit,
                     int32_t *index);

#endif
