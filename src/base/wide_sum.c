/* wide_sum.c - a product has 106 bits, which are added to five limbs at the place of its exponent.
 */
#include "base/wide_sum.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum { LIMB_BITS = 32 };
static const int64_t LIMB_MASK = INT64_C(0xffffffff);
static const int64_t MOST_WAITING = INT64_C(1) << 30; /* times 2^32 is below 2^63 */

/* Afterwards every limb but the last is in [0, 2^32); the last has the sign. */
static void carry(struct wide_sum *sum)
{
    for (int k = 0; k + 1 < WIDE_SUM_LIMBS; k++) {
        int64_t low = sum->limb[k] & LIMB_MASK;
        sum->limb[k + 1] += (sum->limb[k] - low) / (INT64_C(1) << LIMB_BITS);
        sum->limb[k] = low;
    }
    sum->waiting = 1;
}

static void make_room(struct wide_sum *sum)
{
    if (++sum->waiting >= MOST_WAITING)
        carry(sum);
}

/* |x| = mantissa 2^exponent */
static uint64_t take_apart(double x, int *exponent)
{
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    *exponent = (biased ? biased : 1) - 1075;
    return biased ? fraction | UINT64_C(1) << 52 : fraction;
}

/* sign * product 2^(WIDE_SUM_LOWEST + place), for products below 2^117 */
static void add_at(struct wide_sum *sum, int sign, wide product, int place)
{
    int shift = place % LIMB_BITS;
    int64_t *limb = sum->limb + place / LIMB_BITS;
    make_room(sum);
    limb[0] += sign * (int64_t)((uint64_t)product << shift & (uint64_t)LIMB_MASK);
    product >>= LIMB_BITS - shift;
    for (int k = 1; product; k++, product >>= LIMB_BITS)
        limb[k] += sign * (int64_t)((uint64_t)product & (uint64_t)LIMB_MASK);
}

void wide_sum_add_product(struct wide_sum *sum, double x, double y)
{
    int at_x, at_y;
    assert(isfinite(x) && isfinite(y));
    if (x == 0 || y == 0)
        return;
    wide product = (wide)take_apart(x, &at_x) * take_apart(y, &at_y);
    add_at(sum, signbit(x) == signbit(y) ? 1 : -1, product, at_x + at_y - WIDE_SUM_LOWEST);
}

/* x times each limb; the last one has the sign of the rest. Limbs below the lowest double are 0. */
void wide_sum_add_scaled(struct wide_sum *sum, double x, struct wide_sum *other)
{
    int at_x;
    assert(isfinite(x));
    if (x == 0)
        return;
    uint64_t mantissa = take_apart(x, &at_x);
    carry(other);
    for (int k = 0; k < WIDE_SUM_LIMBS; k++) {
        int64_t limb = other->limb[k];
        int sign = (limb < 0) == (signbit(x) != 0) ? 1 : -1;
        if (limb != 0)
            add_at(sum, sign, (wide)mantissa * (uint64_t)(limb < 0 ? -limb : limb),
                   at_x + LIMB_BITS * k);
    }
}

void wide_sum_add(struct wide_sum *sum, double x)
{
    wide_sum_add_product(sum, x, 1);
}

void wide_sum_join(struct wide_sum *sum, struct wide_sum *other, int sign)
{
    carry(sum);
    carry(other);
    for (int k = 0; k < WIDE_SUM_LIMBS; k++)
        sum->limb[k] += sign * other->limb[k];
    carry(sum);
}

/* Schoolbook division from the top; the quotient is rounded down, then up by one unit. */
void wide_sum_divide(struct wide_sum *sum, int64_t by)
{
    int64_t rest = 0;
    assert(by > 0 && by <= INT32_MAX);
    carry(sum);
    for (int k = WIDE_SUM_LIMBS - 1; k >= 0; k--) {
        int64_t value = rest * (INT64_C(1) << LIMB_BITS) + sum->limb[k];
        int64_t quotient = value / by;
        rest = value % by;
        if (rest < 0) {
            rest += by;
            quotient--;
        }
        sum->limb[k] = quotient;
    }
    sum->limb[0] += rest > 0;
    carry(sum);
}

int wide_sum_sign(struct wide_sum *sum)
{
    carry(sum);
    if (sum->limb[WIDE_SUM_LIMBS - 1] < 0)
        return -1;
    for (int k = 0; k < WIDE_SUM_LIMBS; k++)
        if (sum->limb[k] != 0)
            return 1;
    return 0;
}

/* The largest double that is at most a sum >= 0; *is_exact says whether it is the sum. */
static double truncate(const struct wide_sum *sum, int *is_exact)
{
    int top = WIDE_SUM_LIMBS - 1;
    while (top > 0 && sum->limb[top] == 0)
        top--;
    assert(sum->limb[top] <= LIMB_MASK);
    wide leading = 0; /* four limbs: 97 to 128 bits, of which 53 are kept */
    for (int k = top; k > top - 4; k--)
        leading = leading << LIMB_BITS | (uint64_t)(k >= 0 ? sum->limb[k] : 0);
    int place = WIDE_SUM_LOWEST + LIMB_BITS * (top - 3), dropped = 0;
    while (leading >> 53 != 0 || (place < -1074 && leading != 0)) {
        dropped |= (int)(leading & 1);
        leading >>= 1;
        place++;
    }
    for (int k = top - 4; k >= 0 && !dropped; k--)
        dropped = sum->limb[k] != 0;
    *is_exact = !dropped;
    return ldexp((double)(uint64_t)leading, place);
}

/* Rounded away from 0 or towards it. */
static double round_magnitude(const struct wide_sum *sum, int is_away)
{
    int is_exact;
    double value = truncate(sum, &is_exact);
    if (isinf(value))
        return is_away ? INFINITY : DBL_MAX;
    return is_exact || !is_away ? value : nextafter(value, INFINITY);
}

static double rounded(struct wide_sum *sum, int is_up)
{
    if (wide_sum_sign(sum) >= 0)
        return round_magnitude(sum, is_up);
    struct wide_sum magnitude = {{0}, 0};
    wide_sum_join(&magnitude, sum, -1);
    return -round_magnitude(&magnitude, !is_up);
}

double wide_sum_upper(struct wide_sum *sum)
{
    return rounded(sum, 1);
}

double wide_sum_lower(struct wide_sum *sum)
{
    return rounded(sum, 0);
}
