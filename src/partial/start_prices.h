/* start_prices.h - prices of points for the solvers: as they are given, and in a form to begin
 * with.
 *
 * To begin with, they are counted from the least on each side,
 *
 *   a_i = a0 + a'_i,   b_j = b0 + b'_j,   and a unit that moves earns a0 + b0:
 *
 * large prices that differ little leave the costs their digits. A price far above all costs says
 * that its point should match, and little else; if such prices were all different, points would
 * begin to move one by one, each after a look at all costs. So a' and b' end at a few times the
 * largest cost; and a row that no column would pay for is as good as any other such row, so that
 * the least does not count below that. All that is rounding, but only the start depends on it.
 */
#ifndef PAROT_PARTIAL_START_PRICES_H
#define PAROT_PARTIAL_START_PRICES_H

#include "base/arena.h"
#include "transport/units.h"

struct start_prices {
    double *a, *b;             /* n and m: as given */
    double *start_a, *start_b; /* a' and b' */
    double a0, b0;
    double price; /* a0 + b0, as far as it makes a difference beside the costs */
};

void start_prices_layout(struct start_prices *start, int32_t n, int32_t m, struct arena *arena);

/* Point k of a side is the caller's row_of[k] or col_of[k]; NULL: k. `largest`: no |C_ij| is
 * above. */
void start_prices_set(struct start_prices *start, const parot_prices *prices, int32_t n, int32_t m,
                      const int32_t *row_of, const int32_t *col_of, double largest);

/* The largest |a_i| and |b_j|. */
double start_prices_largest(const struct start_prices *start, int32_t n, int32_t m);

#endif
