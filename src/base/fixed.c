/* fixed.c - conversion to doubles: the 53 highest bits are taken, and any bit below them decides
 * whether the last one is raised. */
#include "base/fixed.h"

/* Bit `top` and the `count` - 1 below it of a magnitude; *has_more: some below these. */
static uint64_t take_bits(const uint64_t *a, int top, int count, int *has_more)
{
    int limb = top / 64, shift = 63 - top % 64;
    uint64_t next = limb > 0 ? a[limb - 1] : 0;
    uint64_t high = a[limb] << shift | (shift > 0 ? next >> (64 - shift) : 0);
    *has_more = next << shift != 0 || high << count != 0;
    for (int k = 0; k + 1 < limb && !*has_more; k++)
        *has_more = a[k] != 0;
    return high >> (64 - count);
}

enum direction { TOWARDS_ZERO, AWAY_FROM_ZERO, NEAREST };

/* The magnitude as a double. */
static double round_magnitude(struct fixed format, const uint64_t *a, enum direction direction)
{
    int limb = format.limbs - 1, has_more = 0;
    while (limb >= 0 && a[limb] == 0)
        limb--;
    if (limb < 0)
        return 0;
    int top = 64 * limb + 63 - __builtin_clzll(a[limb]);
    /* doubles end at 2^-1074 */
    int lowest = top + format.base - 52, count = 53;
    if (lowest < -1074) {
        count -= -1074 - lowest;
        lowest = -1074;
    }
    if (count <= 0)
        return direction == AWAY_FROM_ZERO ? ldexp(1, -1074) : 0;
    uint64_t bits = take_bits(a, top, count, &has_more);
    int half = top - count; /* the next bit */
    if (direction == NEAREST)
        bits += half >= 0 && a[half / 64] >> (half % 64) & 1;
    else if (direction == AWAY_FROM_ZERO && has_more)
        bits++;
    double value = ldexp((double)bits, lowest);
    return isinf(value) && direction == TOWARDS_ZERO ? 0x1.fffffffffffffp1023 : value;
}

static double round_to(struct fixed format, const uint64_t *a, enum direction above,
                       enum direction below)
{
    uint64_t magnitude[FIXED_MOST_LIMBS], zero[FIXED_MOST_LIMBS] = {0};
    if (fixed_sign(format.limbs, a) >= 0)
        return round_magnitude(format, a, above);
    fixed_subtract(format.limbs, zero, a, magnitude);
    return -round_magnitude(format, magnitude, below);
}

double fixed_round_up(struct fixed format, const uint64_t *a)
{
    return round_to(format, a, AWAY_FROM_ZERO, TOWARDS_ZERO);
}

double fixed_round_down(struct fixed format, const uint64_t *a)
{
    return round_to(format, a, TOWARDS_ZERO, AWAY_FROM_ZERO);
}

double fixed_round(struct fixed format, const uint64_t *a)
{
    return round_to(format, a, NEAREST, NEAREST);
}
