/* mixing.h - Anderson's mixing of an iteration x <- g(x) that converges slowly. */
#ifndef PAROT_GROMOV_MIXING_H
#define PAROT_GROMOV_MIXING_H

#include "base/arena.h"

enum { MIXING_DEPTH = 6 };

struct mixing {
    int64_t size;
    int depth, count, slot;  /* columns there is room for, columns kept, the next one */
    double *f, *g;           /* size each: g(x) - x and g(x) of the step before */
    float *df[MIXING_DEPTH]; /* size each: how f changed from step to step */
    float *dg[MIXING_DEPTH]; /* how g changed */
    double gram[MIXING_DEPTH][MIXING_DEPTH]; /* <df_k, df_l> */
    int has_before;
};

void mixing_layout(struct mixing *mixing, int64_t size, struct arena *arena);

/* Forgets all steps. */
void mixing_clear(struct mixing *mixing);

/* x = where to go on, given g = g(x). */
void mixing_step(struct mixing *mixing, double *x, const double *g);

#endif
