/* column_scale.h - columns made comparable and, if wanted, fewer. */
#ifndef PAROT_PU_COLUMN_SCALE_H
#define PAROT_PU_COLUMN_SCALE_H

#include "base/run.h"
#include "linalg/pca.h"
#include "parot/pu.h"

/* A column x becomes (f(x) - centre) * factor, f the identity or a logarithm; or its rank among
 * the `count` sorted values the scaler was fitted on. Then, if pca > 0, a row x becomes the numbers
 * <axis_i, x - mean>: the axes along which the rows it was fitted on vary most. */
struct scaler {
    parot_scale scale;
    int64_t cols;            /* of the tables */
    int64_t kept;            /* of them */
    int64_t count;           /* rows it was fitted on */
    int32_t *column;         /* cols: which ones are kept */
    double *centre;          /* cols */
    double *factor;          /* cols */
    double *sorted;          /* cols x count with ranks, else count: one column at a time */
    int64_t pca;             /* axes; 0: none */
    int64_t dims;            /* columns of the result: pca, or kept */
    double *mean;            /* kept */
    double *axes;            /* pca x kept */
    double *block;           /* SCALER_BLOCK x cols: rows before they are turned; with pca only */
    struct pca fit;          /* what finds them */
    struct control *control; /* asked now and then whether to go on; NULL: nobody is */
};

enum { SCALER_BLOCK = 256 }; /* rows turned at a time: they stay in the cache */

/* scaler->scale, cols, count and pca say how large the arrays are. */
void scaler_layout(struct scaler *scaler, struct arena *arena);

/* Keeps the columns that take more than one value in `a` or in `b`, or all of them with
 * PAROT_SCALE_NONE; returns how many take more than one value. */
int64_t scaler_choose(struct scaler *scaler, parot_matrix a, parot_matrix b);

/* Fits the kept columns on the rows of `a` and of `b` (whose rows may be 0): count in all. Refuses
 * more axes than there are columns kept. A positive status: why to stop. */
parot_status scaler_fit(struct scaler *scaler, parot_matrix a, parot_matrix b, parot_error *err);

/* to: rows x dims. PAROT_OK, or why to stop. */
parot_status scaler_apply(const struct scaler *scaler, parot_matrix rows, double *to);

#endif
