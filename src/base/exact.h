/* exact.h - sums of products of doubles, without any rounding.
 *
 * A fixed-point number (Kulisch and Miranker 1986) that reaches from the square of the smallest
 * double to far above the square of the largest one. Limbs of 32 bits are kept in 64, so that
 * carries wait until there have been 2^30 additions.
 */
#ifndef PAROT_BASE_EXACT_H
#define PAROT_BASE_EXACT_H

#include <stdint.h>

enum {
    EXACT_LIMBS = 136,
    EXACT_LOWEST =
        -2176 /* exponent of the first bit; products need -2148, the rest is for shares */
};

/* sum_k limb[k] 2^(EXACT_LOWEST + 32 k); all zero is 0. */
struct exact {
    int64_t limb[EXACT_LIMBS];
    int64_t waiting; /* additions since the last carry */
};

/* x y must be finite numbers; anything else is a mistake of the caller's. */
void exact_add_product(struct exact *sum, double x, double y);
void exact_add(struct exact *sum, double x);

/* sum + x other, where `other` is a sum of doubles (not of products) */
void exact_add_scaled(struct exact *sum, double x, struct exact *other);

/* sum + sign * other, sign = 1 or -1 */
void exact_join(struct exact *sum, struct exact *other, int sign);

/* sum / by, rounded up by less than 2^EXACT_LOWEST; 0 < by < 2^31 */
void exact_divide(struct exact *sum, int64_t by);

int exact_sign(struct exact *sum); /* -1, 0, 1 */

/* The next double above, or below, unless the sum is itself a double. */
double exact_upper(struct exact *sum);
double exact_lower(struct exact *sum);

#endif
