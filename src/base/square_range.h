/* square_range.h - which coordinates have squared distances that are doubles. */
#ifndef PAROT_SQUARE_RANGE_H
#define PAROT_SQUARE_RANGE_H

#include <math.h>
#include <stdint.h>

/* Squares of smaller numbers leave the range of double. */
enum { LEAST_SQUARE_EXPONENT = -500 };

/* With coordinates below 2^(e + 1) and fewer than 2^(d + 1) of them, distances are below
 * 2^(e + d + 3) and their squares below 2^(2 e + d + 5); doubles end at 2^1024. */
static inline int squares_overflow(int exponent, int64_t dims)
{
    return 2 * exponent + ilogb((double)dims) + 5 > 1023;
}

static inline int squares_are_doubles(int exponent, int64_t dims)
{
    return exponent >= LEAST_SQUARE_EXPONENT && !squares_overflow(exponent, dims);
}

#endif
