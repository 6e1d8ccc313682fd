/* scale.h - columns made comparable. */
#ifndef PAROT_PU_SCALE_H
#define PAROT_PU_SCALE_H

#include "base/arena.h"
#include "parot/pu.h"

/* A column x becomes (f(x) - centre) * factor, f the identity or a logarithm; or its rank among
 * the `count` sorted values the scaler was fitted on. */
struct scaler {
    parot_scale scale;
    int64_t cols;    /* of the tables */
    int64_t kept;    /* of them */
    int64_t count;   /* rows it was fitted on */
    int32_t *column; /* cols: which ones are kept */
    double *centre;  /* cols */
    double *factor;  /* cols */
    double *sorted;  /* cols x count with ranks, else count: one column at a time */
};

/* scaler->scale, cols and count say how large the arrays are. */
void scaler_layout(struct scaler *scaler, struct arena *arena);

/* Keeps the columns that take more than one value in `a` or in `b`, or all of them with
 * PAROT_SCALE_NONE; returns how many take more than one value. */
int64_t scaler_choose(struct scaler *scaler, parot_matrix a, parot_matrix b);

/* Fits the kept columns on the rows of `a` and of `b` (whose rows may be 0): count in all. */
void scaler_fit(struct scaler *scaler, parot_matrix a, parot_matrix b);

/* to: rows x kept */
void scaler_apply(const struct scaler *scaler, parot_matrix rows, double *to);

#endif
