/* certify_screen.h - which rows of a tile may have something to find in a block of columns, in
 * float.
 *
 * The certificate of clouds computes v_j + C_ij in double. In many dimensions it would do so for
 * all pairs; here a product in float tells for nearly all of them that they are above what the row
 * has found. It errs on one side alone, which certify_screen.c proves. The code shares nothing with
 * the filter of the solver (transport/points/filter.h).
 */
#ifndef PAROT_PARTIAL_CERTIFY_SCREEN_H
#define PAROT_PARTIAL_CERTIFY_SCREEN_H

#include "base/arena.h"

/* Rows and columns of a tile. */
enum { SCREEN_ROWS = 16, SCREEN_COLS = 64 };

enum screen_form {
    SCREEN_SQUARED, /* C = unit |x - y|^2 */
    SCREEN_ROOT,    /* C = unit |x - y| */
    SCREEN_PRODUCT  /* C = alpha_i + beta_j - <x, y> */
};

/* Points and prices as floats. The caller sets form, counts, dims and unit. */
struct screen {
    enum screen_form form;
    int64_t rows, cols, dims; /* counts without padding */
    double unit;
    double slack;      /* k of certify_screen.c */
    double row_scale;  /* powers of two: X = row_scale (x - e), Y = col_scale (y - e) */
    double col_scale;  /* equal, unless C is a product */
    double cost_scale; /* what costs and prices are multiplied by */
    double *origin;    /* dims: e */
    double *range;     /* 4 x dims: low and high of the rows, and of the columns */
    float *x;          /* row tiles x SCREEN_ROWS x dims */
    double *row_part;  /* row tiles x SCREEN_ROWS: what is taken from the limit of a row */
    float *y;          /* column blocks x dims x SCREEN_COLS, times 2 unless a product */
    double *col_part;  /* column blocks x SCREEN_COLS: what is added to v_j */
    float *weight;     /* the same with the prices: b_j, or for roots (1 - k) |Y|^2 */
    float *reach;      /* of roots: -v_j */
    int width;         /* floats in a register, at most; 0: as many as there are */
    int is_on;         /* floats can hold the points */
    int is_usable;     /* and the prices */
};

void screen_layout(struct screen *screen, struct arena *arena);

/* The points of one side: number order[k] is the k-th of the screen. */
struct screen_points {
    const double *at; /* x dims */
    const int32_t *order;
    const double *offset; /* alpha or beta; NULL: 0 */
};

/* Leaves is_on 0 where floats cannot work. */
void screen_fill(struct screen *screen, struct screen_points x, struct screen_points y);

/* Prices of the columns in their order, INFINITY beyond the last. Leaves is_usable 0 where one of
 * them is so large, in the scale of the points, that sums with it might leave the range. */
void screen_set_prices(struct screen *screen, const double *v);

/* If it is usable: bits of the rows of a tile that may have v_j + C_ij <= limit[row] in a block, as
 * both are rounded in double. Every such row has its bit. */
uint32_t screen_rows(const struct screen *screen, int64_t tile, int64_t block, const double *limit);

#endif
