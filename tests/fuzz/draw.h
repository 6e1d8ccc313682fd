/* draw.h - bytes as numbers, weights and problems.
 *
 * Bytes that have run out read as 0, so that every string of bytes is a problem, and a shorter one
 * is a simpler problem.
 */
#ifndef PAROT_TESTS_DRAW_H
#define PAROT_TESTS_DRAW_H

#include <stddef.h>
#include <stdint.h>

#include "parot/parot.h"

enum { DRAW_SIDE = 7 }; /* rows and columns, at most */

struct draw {
    const uint8_t *data;
    size_t size, used;
};

/* How strange the numbers are. */
enum draw_manner {
    DRAW_GRID,   /* eighths up to 16: ties, exact sums; nothing may be refused */
    DRAW_HOLES,  /* the same, with forbidden pairs; infeasible is an answer */
    DRAW_LEVELS, /* with penalties of 10^3 to 10^12 and forbidden pairs; weights down to 10^-6 */
    DRAW_SPREAD, /* both signs, twelve orders of magnitude */
    DRAW_WILD,   /* whatever a double can be */
    DRAW_MANNERS
};

struct drawn {
    enum draw_manner manner;
    int64_t n, m;
    double cost[DRAW_SIDE * DRAW_SIDE], p[DRAW_SIDE], q[DRAW_SIDE];
    parot_problem problem; /* points into this struct */
};

/* Whether pairs may be forbidden, and the manner for numbers that must be finite. */
int draw_has_holes(enum draw_manner manner);
enum draw_manner draw_finite(enum draw_manner manner);

unsigned draw_byte(struct draw *draw);
int64_t draw_below(struct draw *draw, int64_t count); /* 0 ... count - 1 */
double draw_number(struct draw *draw, enum draw_manner manner);
void draw_numbers(struct draw *draw, enum draw_manner manner, double *numbers, int64_t count);
void draw_weights(struct draw *draw, enum draw_manner manner, double *weights, int64_t count);

/* A problem; its mass is within both sides unless the manner is wild. */
void draw_problem(struct draw *draw, struct drawn *drawn);

/* A mass between 0 (excluded) and the smaller of the two sums. */
double draw_mass(struct draw *draw, const double *p, int64_t n, const double *q, int64_t m);

#endif
