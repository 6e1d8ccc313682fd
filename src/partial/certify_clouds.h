/* certify_clouds.h - clouds of points as their certificate has them: in blocks of neighbours, each
 * in its box. */
#ifndef PAROT_PARTIAL_CERTIFY_CLOUDS_H
#define PAROT_PARTIAL_CERTIFY_CLOUDS_H

#include "base/arena.h"
#include "cost/metric.h"
#include "partial/certify.h"
#include "partial/certify_screen.h"

/* Blocks of rows between two looks at the clock, for each thread, at most. */
enum { AUDIT_BATCH = 16 };

/* Rows and columns of a block. Few rows, so that most blocks of columns can be left out; columns in
 * whole vector registers. */
enum { BLOCK_ROWS = SCREEN_ROWS, BLOCK_COLS = SCREEN_COLS };

/* Blocks of columns in a group: as many groups as blocks in a group at 300,000 columns. */
enum { GROUP_BLOCKS = 64, GROUP_COLS = GROUP_BLOCKS * BLOCK_COLS };

/* The side of a cloud, in blocks. */
struct cloud {
    int64_t count, blocks;
    double *at;         /* count x dims, in order */
    int32_t *order;     /* the caller's numbers */
    double *low, *high; /* blocks x dims: the boxes */
    double *low_offset; /* blocks, of products: the least alpha or beta */
};

struct audit_clouds {
    struct point_pair pair; /* metric, dims, exponent; x and y in the caller's order */
    struct cloud rows, cols;
    struct cloud groups; /* the columns again, in longer blocks that leave out many at once */
    const parot_products_problem *products; /* NULL: distances */
    double *beta;         /* blocks x BLOCK_COLS, of products: in the order of columns */
    double *column;       /* blocks of columns x dims x BLOCK_COLS: coordinates side by side */
    double *v;            /* blocks x BLOCK_COLS: prices in that order; INFINITY beyond the last */
    double *least_v;      /* of each block, and then of each group */
    struct near *near;    /* threads x (blocks + groups) */
    struct screen screen; /* in many dimensions */
    uint8_t *seen;        /* scratch, as many as the longer side has points */
    int32_t threads;
    int64_t first, batch; /* block of the batch, and how many for each thread */
    struct least *least;  /* of each row, in the caller's order: what is looked for */
    int64_t id;           /* by which other ranks know the clouds; 0: they do not */
};

/* A block of columns, or a group, and what no pair with it is below. */
struct near {
    double bound;
    int32_t block; /* -1 - g: group g */
};

/* ---- Costs (certify_cloud_costs.c) --------------------------------------- */

/* What a sum of 1 over the coordinates costs. */
double audit_cloud_unit(const struct audit_clouds *clouds);

/* alpha_i or beta_j of products; NULL: all are 0. */
double audit_cloud_offset(const double *offset, int64_t i);

/* No pair of the block of rows and of that of `cols`, which are blocks or groups of columns, costs
 * less, as it is rounded. */
double audit_cloud_box(const struct audit_clouds *clouds, int64_t row_block,
                       const struct cloud *cols, int64_t col_block);

/* cost[j] of the row at `place` with a block of columns; returns min_j (v_j + cost[j]). */
double audit_cloud_block(const struct audit_clouds *clouds, int64_t place, int64_t block,
                         double *cost);

/* ---- Blocks (certify_cloud_blocks.c) ------------------------------------- */

/* Places in the arena, for the metric and the sizes of `pair`; once for the size, once for the
 * places. The screen has been described. */
void audit_clouds_layout(struct audit_clouds *clouds, struct arena *arena);

/* Which screen, if any: before audit_clouds_layout. */
void audit_clouds_screen(struct audit_clouds *clouds);

/* An order of rows and columns in which neighbours are neighbours, from the copies in `pair`. */
parot_status audit_clouds_order(struct audit_clouds *clouds, struct control *control,
                                parot_error *err);

/* Blocks, boxes and copies in that order, or in any other that names each point once. */
void audit_clouds_fill(struct audit_clouds *clouds);

/* ---- The least of each row (certify_points.c) ----------------------------- */

/* The prices of columns, in the caller's order. */
void audit_cloud_prices(struct audit_clouds *clouds, const double *v);

/* Fills clouds->least for blocks [begin, end) of rows, and maybe some after them. PAROT_OK, or why
 * `control` stopped it. */
parot_status audit_cloud_look(struct audit_clouds *clouds, int64_t begin, int64_t end,
                              struct control *control);

#endif
