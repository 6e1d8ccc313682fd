/* wide_sum.h - sums of products of doubles, without any rounding.
 *
 * A fixed-point number (Kulisch and Miranker 1986) that reaches from the square of the smallest
 * double to far above the square of the largest one. Limbs of 32 bits are kept in 64, so that
 * carries wait until there have been 2^30 additions.
 */
#ifndef PAROT_BASE_WIDE_SUM_H
#define PAROT_BASE_WIDE_SUM_H

#include <stdint.h>

enum {
    WIDE_SUM_LIMBS = 136,
    /* exponent of the first bit; products need -2148, the rest is for shares */
    WIDE_SUM_LOWEST = -2176
};

/* sum_k limb[k] 2^(WIDE_SUM_LOWEST + 32 k); all zero is 0. */
struct wide_sum {
    int64_t limb[WIDE_SUM_LIMBS];
    int64_t waiting; /* additions since the last carry */
};

/* x y must be finite numbers; anything else is a mistake of the caller's. */
void wide_sum_add_product(struct wide_sum *sum, double x, double y);
void wide_sum_add(struct wide_sum *sum, double x);

/* sum + x other, where `other` is a sum of doubles (not of products) */
void wide_sum_add_scaled(struct wide_sum *sum, double x, struct wide_sum *other);

/* sum + sign * other, sign = 1 or -1 */
void wide_sum_join(struct wide_sum *sum, struct wide_sum *other, int sign);

/* sum / by, rounded up by less than 2^WIDE_SUM_LOWEST; 0 < by < 2^31 */
void wide_sum_divide(struct wide_sum *sum, int64_t by);

int wide_sum_sign(struct wide_sum *sum); /* -1, 0, 1 */

/* The next double above, or below, unless the sum is itself a double. */
double wide_sum_upper(struct wide_sum *sum);
double wide_sum_lower(struct wide_sum *sum);

#endif
