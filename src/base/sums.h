/* sums.h - sums that keep what each addition rounds away.
 *
 * Knuth's two-sum: high + low is exactly the running total as long as `low` itself does
 * not round, so a sum of n doubles is accurate to about one unit in the last place
 * whatever the order and the cancellation.
 */
#ifndef PAROT_BASE_SUMS_H
#define PAROT_BASE_SUMS_H

#include <math.h>

struct sum {
    double high, low;
};

static inline void sum_add(struct sum *sum, double x)
{
    double total = sum->high + x;
    double shift = total - sum->high;
    sum->low += (sum->high - (total - shift)) + (x - shift);
    sum->high = total;
}

/* x y = product + (its rounding error, by fused multiply-add) */
static inline void sum_add_product(struct sum *sum, double x, double y)
{
    double product = x * y;
    sum_add(sum, product);
    sum->low += fma(x, y, -product);
}

static inline double sum_value(const struct sum *sum)
{
    return sum->high + sum->low;
}

#endif
