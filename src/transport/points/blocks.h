/* blocks.h - one side of the problem as it is searched: boxes, and coordinates in float.
 *
 * The points, in k-d order, are cut into blocks of TILE_COLS columns and, for their other role,
 * into tiles of TILE_ROWS rows. Over the blocks there is a binary tree with a box for each node. A
 * node of at most FAMILY_BLOCKS blocks, below one that has more, is a family: its points are stored
 * in float relative to a common origin e, and times a power of two,
 *
 *   Y_jk = scale (y_jk - e_k),     |Y_jk| < 2,     y'_jk = fl32(Y_jk).
 */
#ifndef PAROT_TRANSPORT_POINTS_BLOCKS_H
#define PAROT_TRANSPORT_POINTS_BLOCKS_H

#include "base/arena.h"
#include "transport/points/point_costs.h"
#include "transport/points/tile_kernel.h"

/* Rows are converted for each family that they meet, which takes a tenth of the time of a tile;
 * more blocks make that rarer, fewer make the origin fit better. */
enum { FAMILY_BLOCKS = 8 };

/* Nodes are numbered in preorder: the left child follows its parent, the right child follows all
 * nodes of the left one. */
struct block_node {
    int32_t number;
    int32_t begin, count; /* its blocks */
};

struct blocks {
    const struct point_set *set;
    int32_t dims;
    int32_t count; /* of blocks; there are 2 count - 1 nodes */
    int32_t families, tiles;
    double *box;      /* nodes x 2 x dims: lowest and highest coordinates */
    double *tile_box; /* tiles x 2 x dims */
    int32_t *family;  /* of each block */
    double *origin;   /* families x dims */
    double *scale;    /* families; 0: coordinates are too large for floats */
    float *at;    /* count x TILE_COLS x dims, strips as the kernel wants them; 0 beyond the end */
    double *size; /* |Y_j|^2, sum_k |Y_jk| or max_k |Y_jk|, as the form needs it */
};

enum tile_form tile_form_of(const struct points *points);

/* Takes the room it needs; to be filled when the arena is open. */
void blocks_layout(struct blocks *blocks, const struct points *points, enum points_side side,
                   struct arena *arena);

/* PAROT_OK, or why `control` stopped it. */
parot_status blocks_fill(struct blocks *blocks, enum tile_form form, struct control *control);

static inline struct block_node block_root(const struct blocks *blocks)
{
    return (struct block_node){0, 0, blocks->count};
}

static inline struct block_node block_left(struct block_node node)
{
    return (struct block_node){node.number + 1, node.begin, (node.count + 1) / 2};
}

static inline struct block_node block_right(struct block_node node)
{
    int32_t left = (node.count + 1) / 2;
    return (struct block_node){node.number + 2 * left, node.begin + left, node.count - left};
}

static inline const double *block_box(const struct blocks *blocks, struct block_node node)
{
    return blocks->box + (int64_t)node.number * 2 * blocks->dims;
}

static inline int32_t min_count(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

#endif
