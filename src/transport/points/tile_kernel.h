/* tile_kernel.h - the filter in float: which pairs of a tile can be at or below their limit.
 *
 * A tile is TILE_ROWS x TILE_COLS pairs. Coordinates are relative to a common origin near the
 * columns, so that floats resolve them; filter.h says where weights and limits come from, and
 * proves that no pair is lost.
 */
#ifndef PAROT_TRANSPORT_POINTS_TILE_KERNEL_H
#define PAROT_TRANSPORT_POINTS_TILE_KERNEL_H

#include <stdint.h>

#include "transport/points/kd_order.h"

/* Rows are interleaved by panels, columns by strips: what one step of the loops takes. */
enum {
    TILE_ROWS = KD_TILE,
    TILE_COLS = KD_BLOCK,
    TILE_PANEL = 6,
    TILE_STRIP = 16,
    TILE_STRIPS = TILE_COLS / TILE_STRIP
};

enum tile_form {
    TILE_SQUARED, /* w_j - 2 <x_i, y_j> <= limit_i */
    TILE_ROOT,    /* w_j - 2 <x_i, y_j> <= (1 + 2^-21) max(0, reach_i + slope_j)^2 + limit_i */
    TILE_SUM,     /* w_j + sum_k |x_ik - y_jk| <= limit_i */
    TILE_LARGEST, /* w_j + max_k |x_ik - y_jk| <= limit_i */
    TILE_FORMS
};

struct tile_task {
    int32_t dims, panels;       /* panels of rows that are in use */
    const float *rows;          /* panel by panel, dims x TILE_PANEL */
    const float *cols;          /* strip by strip, dims x TILE_STRIP */
    const float *weight;        /* w, TILE_COLS of them */
    const float *slope;         /* the same, for roots */
    const float *limit, *reach; /* TILE_ROWS of them */
};

/* A bit for each column of a strip, for each row of the panels in use. */
typedef void tile_kernel(const struct tile_task *task, uint16_t (*hit)[TILE_STRIPS]);

struct tile_kernels {
    const char *name;
    tile_kernel *form[TILE_FORMS];
};

/* For the instruction sets of this processor: those that it has, the fastest first, NULL behind the
 * last. The last, which needs nothing in particular, is always there. */
const struct tile_kernels *const *tile_kernels_available(void);

#endif
