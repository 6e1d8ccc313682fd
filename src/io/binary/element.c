/* element.c - bytes are assembled in the order of the file, so any order and alignment works; what
 * they mean is then a matter of 64 bits. */
#include "io/binary/element.h"

#include <math.h>
#include <string.h>

#include "io/binary/rounding.h"

uint64_t element_bits(const char *at, int size, int is_big)
{
    uint64_t bits = 0;
    for (int k = 0; k < size; k++)
        bits = bits << 8 | (unsigned char)at[is_big ? k : size - 1 - k];
    return bits;
}

/* IEEE half: sign, 5 bits of exponent (bias 15), 10 of fraction. */
static double half_value(uint64_t bits)
{
    int exponent = (int)(bits >> 10 & 31);
    double fraction = (double)(bits & 1023) / 1024;
    double size = exponent == 0    ? ldexp(fraction, -14)
                  : exponent == 31 ? (fraction > 0 ? NAN : INFINITY)
                                   : ldexp(1 + fraction, exponent - 15);
    return bits >> 15 ? -size : size;
}

static double float_value(uint64_t bits, int size)
{
    if (size == 2)
        return half_value(bits);
    if (size == 4) {
        uint32_t narrow = (uint32_t)bits;
        float value = 0;
        memcpy(&value, &narrow, sizeof value);
        return (double)value;
    }
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Two's complement of 8 `size` bits. */
static double signed_value(uint64_t bits, int size)
{
    uint64_t sign = (uint64_t)1 << (8 * size - 1);
    if (!(bits & sign))
        return (double)bits;
    uint64_t magnitude = (~bits & (sign - 1)) + 1;
    return -(double)magnitude;
}

double element_value(const char *at, struct element_type type)
{
    uint64_t bits = element_bits(at, type.size, type.is_big);
    switch (type.kind) {
    case ELEMENT_BOOL:
        return bits != 0;
    case ELEMENT_SIGNED:
        return signed_value(bits, type.size);
    case ELEMENT_UNSIGNED:
        return (double)bits;
    case ELEMENT_FLOAT:
        return float_value(bits, type.size);
    }
    return NAN;
}

int element_is_rounded(const char *at, struct element_type type)
{
    if (type.size < 8 || (type.kind != ELEMENT_SIGNED && type.kind != ELEMENT_UNSIGNED))
        return 0;
    uint64_t bits = element_bits(at, type.size, type.is_big);
    int is_negative = type.kind == ELEMENT_SIGNED && bits >> 63;
    return rounding_is_due(is_negative ? ~bits + 1 : bits);
}
