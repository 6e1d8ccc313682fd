/* slopes.h - prices of a node of columns as a plane, and the bounds that follow.
 *
 * Near full mass prices change across a block by far more than the distance to the nearest points,
 * so a bound with the highest price of the block leaves out little. A plane above the prices does
 * better: p_j <= A + <g, y_j - e> for all columns of the node. For squares
 *
 *   unit |x - y|^2 - p >= sum_k min over the boxes of [ unit (x_k - y_k)^2 - g_k (y_k - e_k) ] - A.
 */
#ifndef PAROT_TRANSPORT_POINTS_SLOPES_H
#define PAROT_TRANSPORT_POINTS_SLOPES_H

#include "transport/points/blocks.h"

/* In more dimensions bounds leave out nothing that planes could bring back; and larger nodes are
 * cut anyway. */
enum { SLOPE_DIMS = 8, SLOPE_BLOCKS = 64 };

struct slopes {
    const struct blocks *cols;
    enum tile_form form;
    double unit;
    double *slope; /* nodes x dims: g; e is the middle of the box */
    double *level; /* nodes: A, rounded up; INFINITY: no plane */
};

void slopes_layout(struct slopes *slopes, const struct blocks *cols, enum tile_form form,
                   struct arena *arena);

/* The plane of one node; `potential` has p_j of all columns, -INFINITY where there is no mass. */
void slopes_fill(struct slopes *slopes, struct block_node node, const double *potential);

/* For squares: below unit |x - y|^2 - p for all x of the box and all columns of the node, rounding
 * included; -INFINITY: no plane. */
double slopes_bound(const struct slopes *slopes, const double *box, struct block_node node);

/* Limits t of rows slope the other way. With the same plane for both, only differences z = y - x
 * matter: with c(z) for the cost,
 *
 *   c(z) - p - t >= min over z of [ c(z) - <g, z> ] - A - max_i (t_i + <g, x_i - e>).
 *
 * Whether this is above 0, rounding included, for TILE_ROWS rows (dims x TILE_ROWS coordinates) in
 * the box with limits t_i, -INFINITY for rows that want nothing. */
int slopes_are_above(const struct slopes *slopes, const double *box, struct block_node node,
                     const double *at, const double *limit);

#endif
