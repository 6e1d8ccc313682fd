/* auction_forest.h - a plan without cycles.
 *
 * Arcs with flow are added one by one. An arc that closes a cycle is not added before flow has gone
 * round that cycle, in the direction that costs less, until one of its arcs has none left and is
 * taken out. All sums at nodes stay what they were.
 */
#ifndef PAROT_TRANSPORT_AUCTION_FOREST_H
#define PAROT_TRANSPORT_AUCTION_FOREST_H

#include "base/arena.h"
#include "transport/simplex/tree.h"

struct auction_forest {
    int32_t nodes;
    int32_t *parent;  /* TREE_NONE: a root */
    unit_count *flow; /* on the arc to the parent: positive, or 0 if several ran empty together */
    double *cost;     /* of that arc */
    int32_t *group;   /* union-find over nodes: a root's own number, or another node's */
    int32_t *size;    /* of the group, at its root */
    int32_t *mark;    /* the cycle that last passed a node */
    int32_t *path;    /* 2 nodes: the two sides of a cycle */
    int64_t cycles;
};

void auction_forest_layout(struct auction_forest *forest, int32_t nodes, struct arena *arena);

/* No arcs. */
void auction_forest_clear(struct auction_forest *forest);

/* Nodes as in costs.h; arc.flow > 0. */
void auction_forest_add(struct auction_forest *forest, struct arc arc, double cost);

#endif
