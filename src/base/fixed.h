/* fixed.h - sums of doubles without any rounding: integers of several limbs times a power of two.
 *
 * A number has `limbs` words of 64 bits, the lowest first, in two's complement, and stands for that
 * integer times 2^base. Any sum of doubles fits, if limbs and base are chosen for it: 2132 bits
 * hold every sum of 2^31 of them.
 */
#ifndef PAROT_BASE_FIXED_H
#define PAROT_BASE_FIXED_H

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { FIXED_MOST_LIMBS = 34 };

struct fixed {
    int limbs, base;
};

/* |x| = mantissa 2^exponent; x is finite. */
struct fixed_parts {
    uint64_t mantissa;
    int exponent, is_negative;
};

static inline struct fixed_parts fixed_parts_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    mantissa |= exponent > 0 ? UINT64_C(1) << 52 : 0;
    return (struct fixed_parts){mantissa, (exponent > 0 ? exponent : 1) - 1075, (int)(bits >> 63)};
}

/* |x| < 2^this */
static inline int fixed_top(struct fixed_parts parts)
{
    return parts.exponent + 64 - __builtin_clzll(parts.mantissa | 1);
}

/* x is a multiple of 2^this; x is not 0. */
static inline int fixed_bottom(struct fixed_parts parts)
{
    return parts.exponent + __builtin_ctzll(parts.mantissa);
}

/* The bits that some numbers have: all are below 2^top and multiples of 2^bottom. */
struct fixed_span {
    int bottom, top;
};

#define FIXED_EMPTY_SPAN ((struct fixed_span){INT_MAX, INT_MIN})

static inline void fixed_extend(struct fixed_span *span, struct fixed_parts parts)
{
    if (parts.mantissa == 0)
        return;
    int bottom = fixed_bottom(parts), top = fixed_top(parts);
    span->bottom = bottom < span->bottom ? bottom : span->bottom;
    span->top = top > span->top ? top : span->top;
}

/* The least format for sums of so many of them. */
static inline struct fixed fixed_format(struct fixed_span span, int64_t terms)
{
    if (span.bottom > span.top)
        span.bottom = span.top = 0;
    int top = span.top + ilogb((double)terms) + 8, limbs = (top - span.bottom + 63) / 64;
    return (struct fixed){limbs, top - 64 * limbs};
}

/* Is |x| below an eighth of what fits? Sums of a few such numbers fit as well. */
static inline int fixed_has_room(struct fixed format, struct fixed_parts parts)
{
    return parts.mantissa == 0 || fixed_top(parts) <= format.base + 64 * format.limbs - 4;
}

/* And is it a number of the format, without rounding? */
static inline int fixed_holds(struct fixed format, struct fixed_parts parts)
{
    return parts.mantissa == 0 ||
           (fixed_has_room(format, parts) && fixed_bottom(parts) >= format.base);
}

/* The largest number of the format that is not above the double, for which there is room. */
static inline void fixed_floor(struct fixed format, struct fixed_parts parts, uint64_t *to)
{
    int shift = parts.exponent - format.base;
    uint64_t mantissa = parts.mantissa, lost = 0;
    for (int k = 0; k < format.limbs; k++)
        to[k] = 0;
    if (shift >= 0) {
        int limb = shift / 64, bits = shift % 64;
        to[limb] = mantissa << bits;
        if (bits > 0 && limb + 1 < format.limbs)
            to[limb + 1] = mantissa >> (64 - bits);
    } else {
        lost = shift <= -64 ? mantissa : mantissa & ((UINT64_C(1) << -shift) - 1);
        to[0] = shift <= -64 ? 0 : mantissa >> -shift;
    }
    /* -x = ~x + 1, and one less if there is something below */
    uint64_t carry = lost == 0;
    for (int k = 0; parts.is_negative && k < format.limbs; k++) {
        to[k] = ~to[k] + carry;
        carry = carry && to[k] == 0;
    }
}

/* to = a - b; `to` may be either. */
static inline void fixed_subtract(int limbs, const uint64_t *a, const uint64_t *b, uint64_t *to)
{
    uint64_t borrow = 0;
    for (int k = 0; k < limbs; k++) {
        uint64_t x = a[k], y = b[k];
        to[k] = x - y - borrow;
        borrow = borrow ? x <= y : x < y;
    }
}

/* The sign of a number: -1, 0 or 1. */
static inline int fixed_sign(int limbs, const uint64_t *a)
{
    if (a[limbs - 1] >> 63)
        return -1;
    for (int k = 0; k < limbs; k++)
        if (a[k])
            return 1;
    return 0;
}

/* to = a + b; `to` may be either. */
static inline void fixed_add(int limbs, const uint64_t *a, const uint64_t *b, uint64_t *to)
{
    uint64_t carry = 0;
    for (int k = 0; k < limbs; k++) {
        uint64_t x = a[k], sum = x + b[k] + carry;
        carry = carry ? sum <= x : sum < x;
        to[k] = sum;
    }
}

/* a < b */
static inline int fixed_is_less(int limbs, const uint64_t *a, const uint64_t *b)
{
    for (int k = limbs - 1, is_top = 1; k >= 0; k--, is_top = 0)
        if (a[k] != b[k])
            return is_top ? (int64_t)a[k] < (int64_t)b[k] : a[k] < b[k];
    return 0;
}

/* The least double that is not below the number, or INFINITY. */
double fixed_round_up(struct fixed format, const uint64_t *a);

/* The largest double that is not above it, or -INFINITY. */
double fixed_round_down(struct fixed format, const uint64_t *a);

/* The double nearest to it; of two the one further from 0. */
double fixed_round(struct fixed format, const uint64_t *a);

#endif
