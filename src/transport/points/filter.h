/* filter.h - bounds and limits of one question: which pairs can be left out, and why none is lost.
 *
 * What is asked about is value_ij = fl(C_ij - b_j) <= t_i in double (tiles.h). In exact arithmetic
 *
 *   C_ij = unit r_ij + shift_i - (p_j - b_j),
 *
 * where r_ij is the square of a distance, a distance, a sum or a largest difference. For metrics
 * shift_i = 0 and p_j = b_j. Products are squares completed, with a unit of one half:
 *
 *   alpha_i + beta_j - <f_i, g_j>
 *     = |f_i - g_j|^2 / 2 + (alpha_i - |f_i|^2 / 2) + (beta_j - |g_j|^2 / 2)
 */
#ifndef PAROT_TRANSPORT_POINTS_FILTER_H
#define PAROT_TRANSPORT_POINTS_FILTER_H

#include "transport/points/blocks.h"
#include "transport/points/slopes.h"
#include "transport/points/tiles.h"

struct filter {
    const struct points *points;
    const struct blocks *rows, *cols;
    enum tile_form form;
    enum points_side side; /* of the rows */
    double kappa;          /* relative error of sums in float; see filter.c */
    double *unit;          /* of each family: costs times it are what the floats are; 0: none */
    float *weight, *slope; /* of each column, relative to the top of its block */
    double *potential;     /* p_j of each column */
    double *top;           /* of each node: the largest p_j; -INFINITY: no column has mass */
    double *drift;         /* of each node: the largest b_j - known b_j; NULL: nothing is known */
    double *noise;         /* of each node: what rounding can do to products; NULL: metrics */
    struct slopes slopes;  /* in few dimensions */
    int has_slopes;
};

/* Rows made ready: of one tile, and for one family of columns. */
struct row_tile {
    int32_t first, count, panels;
    const double *box;
    double *at;             /* dims x TILE_ROWS */
    float *aimed;           /* panels, relative to the origin of `family` and in its scale */
    int32_t family;         /* -1: none */
    int is_filtered;        /* floats can be used */
    double size[TILE_ROWS]; /* |X_i|^2, sum_k |X_ik| or max_k |X_ik| */
    double shift[TILE_ROWS], noise[TILE_ROWS];
    double limit[TILE_ROWS]; /* t_i - shift_i and a little more; to be kept up to date */
    double rise[TILE_ROWS];  /* t_i - known t_i */
    double highest_limit, highest_rise;
    float float_limit[TILE_ROWS], float_reach[TILE_ROWS]; /* for the kernel */
};

void filter_layout(struct filter *filter, struct arena *arena);

/* The potentials of a question; NULL: 0. `known` may be NULL. */
void filter_fill(struct filter *filter, const double *potential, const double *known);

void row_tile_layout(struct row_tile *tile, int32_t dims, struct arena *arena);
void row_tile_load(struct row_tile *tile, const struct filter *filter, int32_t number);

/* Row i of the tile wants pairs up to `limit`, finite or -INFINITY. */
void row_tile_set_limit(struct row_tile *tile, int32_t i, double limit);
void row_tile_update(struct row_tile *tile);

/* No pair of the tile and the node has a value below this bound, compared with tile->highest_limit.
 */
double filter_bound(const struct filter *filter, const struct row_tile *tile,
                    struct block_node node);

/* Whether no pair of the tile and the node is at or below its limit, or all that are are known:
 * seen without the bound above. */
int filter_is_out(const struct filter *filter, const struct row_tile *tile, struct block_node node);

/* Makes a task for the kernel of the tile and a node that is one block; 0: floats cannot be used.
 */
int filter_aim(const struct filter *filter, struct row_tile *tile, struct block_node leaf,
               struct tile_task *task);

#endif
