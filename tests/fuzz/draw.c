/* draw.c - see draw.h. A first byte chooses the kind of a number, others say which one. */
#include "draw.h"

#include <float.h>
#include <math.h>
#include <string.h>

int draw_has_holes(enum draw_manner manner)
{
    return manner == DRAW_HOLES || manner == DRAW_LEVELS;
}

enum draw_manner draw_finite(enum draw_manner manner)
{
    return draw_has_holes(manner) ? DRAW_GRID : manner;
}

unsigned draw_byte(struct draw *draw)
{
    return draw->used < draw->size ? draw->data[draw->used++] : 0;
}

int64_t draw_below(struct draw *draw, int64_t count)
{
    return (int64_t)draw_byte(draw) % count;
}

static double raw_double(struct draw *draw)
{
    uint8_t bytes[sizeof(double)];
    double number = 0;
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (uint8_t)draw_byte(draw);
    memcpy(&number, bytes, sizeof number);
    return number;
}

static double wild_number(struct draw *draw, unsigned kind)
{
    static const double corners[] = {0,      -0.0,  DBL_MIN,     DBL_MAX, -DBL_MAX, DBL_TRUE_MIN,
                                     1e-300, 1e300, -1e300,      1e-310,  INFINITY, INFINITY,
                                     1e20,   -1e20, DBL_EPSILON, 1e-16,   1e16,     -INFINITY,
                                     NAN,    0x1p53};
    if (kind < 96)
        return (double)kind / 8;
    if (kind < 160) {
        double mantissa = 1 + draw_byte(draw) / 256.0;
        return ldexp(mantissa, (int)draw_byte(draw) - 128) * (kind % 4 == 0 ? -1 : 1);
    }
    if (kind < 200) {
        double mantissa = 1 + draw_byte(draw) / 256.0;
        return ldexp(mantissa, 8 * ((int)draw_byte(draw) - 128)) * (kind % 4 == 0 ? -1 : 1);
    }
    if (kind < 244)
        return corners[draw_below(draw, sizeof corners / sizeof *corners)];
    return raw_double(draw);
}

double draw_number(struct draw *draw, enum draw_manner manner)
{
    unsigned kind = draw_byte(draw);
    switch (manner) {
    case DRAW_HOLES:
        return kind >= 192 ? INFINITY : (double)(kind % 128) / 8;
    case DRAW_LEVELS: {
        static const double levels[] = {1, 1, 1e3, 1e6, 1e9, 1e12, INFINITY, 1};
        return (double)(1 + kind % 32) / 8 * levels[kind / 32];
    }
    case DRAW_SPREAD: {
        double mantissa = 1 + draw_byte(draw) / 256.0;
        return ldexp(mantissa, (int)(kind % 40) - 20) * (kind >= 192 ? -1 : 1);
    }
    case DRAW_WILD:
        return wild_number(draw, kind);
    default:
        return (double)(kind % 128) / 8;
    }
}

void draw_numbers(struct draw *draw, enum draw_manner manner, double *numbers, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        numbers[k] = draw_number(draw, manner);
}

/* Whole numbers; halves and zeros among them; anything. */
void draw_weights(struct draw *draw, enum draw_manner manner, double *weights, int64_t count)
{
    unsigned kind = draw_byte(draw) % 4;
    double total = 0;
    for (int64_t k = 0; k < count; k++) {
        unsigned byte = draw_byte(draw);
        weights[k] = kind == 0                            ? 1
                     : kind == 1 && manner == DRAW_LEVELS ? (byte % 2 ? 1e-6 : 1) * (1 + byte % 5)
                     : kind == 1                          ? byte % 5
                     : kind == 2 || manner != DRAW_WILD   ? (1 + byte) / 300.0
                                                          : fabs(wild_number(draw, byte));
        total += weights[k];
    }
    if (!(total > 0))
        weights[0] = 1;
}

static double sum(const double *weights, int64_t count)
{
    long double total = 0;
    for (int64_t k = 0; k < count; k++)
        total += weights[k];
    return (double)total;
}

double draw_mass(struct draw *draw, const double *p, int64_t n, const double *q, int64_t m)
{
    double most = fmin(sum(p, n), sum(q, m));
    unsigned kind = draw_byte(draw);
    if (kind < 64)
        return most;
    if (kind < 128 && p[kind % n] > 0)
        return fmin(most, p[kind % n]);
    return most * (1 + draw_byte(draw)) / 256;
}

void draw_problem(struct draw *draw, struct drawn *drawn)
{
    drawn->manner = (enum draw_manner)draw_below(draw, DRAW_MANNERS);
    drawn->n = 1 + draw_below(draw, DRAW_SIDE);
    drawn->m = 1 + draw_below(draw, DRAW_SIDE);
    draw_weights(draw, drawn->manner, drawn->p, drawn->n);
    draw_weights(draw, drawn->manner, drawn->q, drawn->m);
    double mass = draw_mass(draw, drawn->p, drawn->n, drawn->q, drawn->m);
    draw_numbers(draw, drawn->manner, drawn->cost, drawn->n * drawn->m);
    drawn->problem =
        (parot_problem){{drawn->cost, drawn->n, drawn->m, drawn->m}, drawn->p, drawn->q, mass};
}
