/* auction_tree.h - a spanning tree around a plan without cycles.
 *
 * The arcs with flow form parts, in each of which they fix all prices except for a shift. Parts are
 * tied together by empty arcs, each from a row of one part to a column of another that is nearer to
 * the root: so the tree is strongly feasible. A part is shifted as far as its cheapest way to the
 * root allows, by Dijkstra's algorithm over the reduced costs of listed arcs; if none of these was
 * negative before, none is afterwards.
 */
#ifndef PAROT_TRANSPORT_AUCTION_TREE_H
#define PAROT_TRANSPORT_AUCTION_TREE_H

#include "transport/auction/auction_forest.h"
#include "transport/auction/auction_state.h"

struct auction_ties {
    double *price; /* of each node: one of each part is given, its arcs fix the others;
                      -INFINITY: outside the tree */
    int32_t *part; /* of each node; TREE_NONE: outside */
    int32_t parts;
    int32_t *first, *node; /* the nodes of part k are node[first[k] .. first[k + 1]) */
    struct arc *tie;       /* of each part: the best way to the root so far */
    uint8_t *is_tied;      /* of each part: that is the best of all */
    struct heap heap;
    struct arc *arcs; /* of the tree */
};

void auction_ties_layout(struct auction_ties *ties, int32_t nodes, struct arena *arena);

/* The auction is over: its portions are overwritten. */
void auction_tree_build(struct auction_ties *ties, const struct auction_forest *forest,
                        struct auction *auction, const struct costs *costs, struct tree *tree);

#endif
