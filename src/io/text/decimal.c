/* decimal.c - correct rounding with integers of 128 bits, without strtod.
 *
 * A number is w 10^e with whole w < 10^19. Two ways lead to the nearest double:
 *
 *   w <= 2^53 and |e| <= 22: both w and 10^|e| are doubles, and one operation rounds once.
 *   |e| <= 27: 5^|e| < 2^63, and integers of 128 bits hold the product or the quotient
 *
 *       w 5^e          or    floor(w 2^s / 5^-e),   times a power of 2,
 *
 *   cut to 64 bits, the lowest of which says whether anything was cut off. At least 9 bits are
 *   behind the 53 of a double, so that the conversion to double rounds as if it saw all of them.
 */
#include "io/text/decimal.h"

#include <stdint.h>
#include <string.h>

enum { MOST_DIGITS = 19, MOST_EXACT = 22, MOST_POWER = 27, MOST_EXPONENT = 9999 };

__extension__ typedef unsigned __int128 wide;

static const double TENS[MOST_EXACT + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static const uint64_t FIVES[MOST_POWER + 1] = {UINT64_C(1),
                                               UINT64_C(5),
                                               UINT64_C(25),
                                               UINT64_C(125),
                                               UINT64_C(625),
                                               UINT64_C(3125),
                                               UINT64_C(15625),
                                               UINT64_C(78125),
                                               UINT64_C(390625),
                                               UINT64_C(1953125),
                                               UINT64_C(9765625),
                                               UINT64_C(48828125),
                                               UINT64_C(244140625),
                                               UINT64_C(1220703125),
                                               UINT64_C(6103515625),
                                               UINT64_C(30517578125),
                                               UINT64_C(152587890625),
                                               UINT64_C(762939453125),
                                               UINT64_C(3814697265625),
                                               UINT64_C(19073486328125),
                                               UINT64_C(95367431640625),
                                               UINT64_C(476837158203125),
                                               UINT64_C(2384185791015625),
                                               UINT64_C(11920928955078125),
                                               UINT64_C(59604644775390625),
                                               UINT64_C(298023223876953125),
                                               UINT64_C(1490116119384765625),
                                               UINT64_C(7450580596923828125)};

/* ---- w 10^e as a double ------------------------------------------------- */

/* x 2^power; the exponents here are far from both ends of those of a double. */
static double scale_by_two(uint64_t x, int power)
{
    uint64_t bits = (uint64_t)(1023 + power) << 52;
    double two = 0;
    memcpy(&two, &bits, sizeof two);
    return (double)x * two;
}

/* e >= 0: the product of two numbers of 64 bits. */
static double multiply_wide(uint64_t w, int e)
{
    wide product = (wide)w * FIVES[e];
    uint64_t high = (uint64_t)(product >> 64);
    if (high == 0)
        return scale_by_two((uint64_t)product, e);
    int shift = 64 - __builtin_clzll(high);
    uint64_t kept = (uint64_t)(product >> shift);
    return scale_by_two(kept | (((wide)kept << shift) != product), shift + e);
}

/* e < 0: both numbers are shifted to the left, the quotient is between 2^61 and 2^63. */
static double divide_wide(uint64_t w, int e)
{
    int left = __builtin_clzll(w), below = __builtin_clzll(FIVES[-e]);
    uint64_t divisor = FIVES[-e] << below;
    wide numerator = (wide)(w << left) << 62;
    uint64_t quotient = (uint64_t)(numerator / divisor);
    uint64_t rest = (uint64_t)(numerator - (wide)quotient * divisor);
    return scale_by_two(quotient | (rest != 0), below - left - 62 + e);
}

/* Whether *value could be set. */
static int compose(uint64_t w, int64_t e, double *value)
{
    if (w == 0)
        *value = 0;
    else if (w <= (UINT64_C(1) << 53) && e >= -MOST_EXACT && e <= MOST_EXACT)
        *value = e < 0 ? (double)w / TENS[-e] : (double)w * TENS[e];
    else if (e >= 0 && e <= MOST_POWER)
        *value = multiply_wide(w, (int)e);
    else if (e < 0 && e >= -MOST_POWER)
        *value = divide_wide(w, (int)e);
    else
        return 0;
    return 1;
}

/* ---- Text --------------------------------------------------------------- */

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits are added to *w; what overflows there is noticed by the number of digits. */
static const char *scan_digits(const char *text, uint64_t *w)
{
    for (; is_digit(*text); text++)
        *w = 10 * *w + (uint64_t)(*text - '0');
    return text;
}

/* "e-5" is added to *e; without digits NULL. */
static const char *scan_exponent(const char *text, int64_t *e)
{
    int is_negative = text[1] == '-';
    int64_t exponent = 0;
    text += is_negative || text[1] == '+' ? 2 : 1;
    if (!is_digit(*text))
        return NULL;
    for (; is_digit(*text); text++)
        exponent = exponent < MOST_EXPONENT ? 10 * exponent + (*text - '0') : exponent;
    *e += is_negative ? -exponent : exponent;
    return text;
}

/* Leading zeros do not count as digits of w. */
static const char *skip_zeros(const char *text)
{
    while (*text == '0')
        text++;
    return text;
}

const char *decimal_scan(const char *text, double *value)
{
    int is_negative = *text == '-';
    const char *begin = text + (is_negative || *text == '+');
    uint64_t w = 0;
    int64_t e = 0;
    const char *whole = skip_zeros(begin), *end = scan_digits(whole, &w);
    int64_t digits = end - whole, seen = end - begin;
    if (*end == '.') {
        const char *fraction = end + 1, *first = digits ? fraction : skip_zeros(fraction);
        end = scan_digits(first, &w);
        digits += end - first;
        seen += end - fraction;
        e = -(end - fraction);
    }
    if (seen == 0 || digits > MOST_DIGITS)
        return NULL;
    if (*end == 'e' || *end == 'E')
        end = scan_exponent(end, &e);
    if (!end || !compose(w, e, value))
        return NULL;
    if (is_negative)
        *value = -*value;
    return end;
}
