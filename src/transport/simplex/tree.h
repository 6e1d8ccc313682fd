/* tree.h - a spanning tree of the transport graph, with flows and potentials.
 *
 * The basis of the network simplex. A node stores the arc to its parent: since arcs lead from rows
 * to columns, the arc under a row points up and the arc under a column points down, and nothing
 * but the flow need be kept. Tree arcs satisfy  potential(row) + potential(col) = cost.
 *
 * Whenever the price of the next unit of mass changes, all nodes under the dummy row change their
 * potential by the same amount. That amount is kept apart, in `offset`: it is part of the
 * potentials of all nodes in the subtree of the dummy row, added for rows and subtracted for
 * columns. Without it, such pivots would walk through half of the tree.
 *
 * The tree is *strongly feasible*: every arc with zero flow points towards the root, so a column
 * always has flow above it. Pivots keep it so, and then cannot cycle (Cunningham, 1976).
 */
#ifndef PAROT_TRANSPORT_TREE_H
#define PAROT_TRANSPORT_TREE_H

#include "base/arena.h"
#include "transport/costs.h"
#include "transport/units.h"

enum { TREE_NONE = -1 };

struct tree_node {
    int32_t parent; /* TREE_NONE: the root, or a node outside the tree */
    int32_t last;   /* of the subtree, in preorder */
    int32_t size;   /* of the subtree; 0: outside the tree */
};

/* Preorder is a doubly linked list, the thread: a subtree is the stretch from its node to `last`.
 * Apart from the rest of a node, since walks along it are what takes time, and need the cache. */
struct thread_node {
    int32_t next, previous; /* TREE_NONE at the ends */
};

struct tree {
    int32_t nodes, root;
    struct tree_node *node;
    struct thread_node *thread;
    unit_count *flow;  /* on the arc to the parent */
    double *potential; /* -inf for nodes outside: their arcs never look cheap */
    double offset;     /* of the potentials of the nodes that are ... */
    uint8_t *is_under; /* ... the dummy row or under it */
    int32_t *level;    /* the integer part of the potential (see costs.h) */
    int32_t *scratch;  /* 4 numbers a node, for tree_build and tree_pivot */
};

struct arc {
    int32_t row, col; /* nodes */
    unit_count flow;
};

/* The arcs under a node's potential: what it misses to be tight, levels first. */
struct reduced_cost {
    int64_t level;
    double cost;
};

void tree_layout(struct tree *tree, int32_t nodes, struct arena *arena);

/* The tree made of these arcs, which span all nodes they touch. Other nodes stay outside. */
void tree_build(struct tree *tree, const struct costs *costs, const struct arc *arcs, int64_t count,
                int32_t root);

/* Potentials from the root down: of the costs alone, without what pivots have rounded. */
void tree_refresh(struct tree *tree, const struct costs *costs);

/* Adds the offset to the potentials that it belongs to. Whoever reads `potential` as it stands
 * calls this first; tree_refresh leaves no offset, either. */
void tree_settle(struct tree *tree, const struct costs *costs);

static inline double row_potential(const struct tree *tree, int32_t row)
{
    return tree->potential[row] + (tree->is_under[row] ? tree->offset : 0);
}

static inline double col_potential(const struct tree *tree, int32_t col)
{
    return tree->potential[col] - (tree->is_under[col] ? tree->offset : 0);
}

/* cost - potential(row) - potential(col), for an arc of this level and cost */
static inline struct reduced_cost reduce(const struct tree *tree, int32_t row, int32_t col,
                                         struct reduced_cost arc)
{
    return (struct reduced_cost){arc.level - tree->level[row] - tree->level[col],
                                 arc.cost - col_potential(tree, col) - row_potential(tree, row)};
}

/* The same, with the cost read from the matrix. */
struct reduced_cost tree_reduced_cost(const struct tree *tree, const struct costs *costs,
                                      int32_t row, int32_t col);

/* Levels back into numbers: the least that one must be worth so that no reduced cost with a
 * positive level comes out negative. One pass over the costs, if there are levels at all. */
double tree_level_value(const struct tree *tree, const struct costs *costs);

/* Of a tree without an offset. */
static inline double tree_price(const struct tree *tree, int32_t node, double level_value)
{
    return tree->potential[node] + level_value * tree->level[node];
}

/* Every node with a parent stands for a tree arc; these are its ends. */
static inline int has_arc(const struct tree *tree, int32_t node)
{
    return tree->node[node].parent != TREE_NONE;
}

static inline int32_t arc_row(const struct tree *tree, const struct costs *costs, int32_t node)
{
    return is_row(costs, node) ? node : tree->node[node].parent;
}

static inline int32_t arc_col(const struct tree *tree, const struct costs *costs, int32_t node)
{
    return is_row(costs, node) ? tree->node[node].parent : node;
}

/* Makes two nodes neighbours in the thread; either may be TREE_NONE. */
static inline void link_nodes(struct tree *tree, int32_t before, int32_t after)
{
    if (before != TREE_NONE)
        tree->thread[before].next = after;
    if (after != TREE_NONE)
        tree->thread[after].previous = before;
}

struct pivot {
    unit_count flow;            /* that changed hands */
    int32_t left_row, left_col; /* the arc that left the tree */
};

/* Brings the arc (row, col) into the tree and takes out the arc that runs empty. */
struct pivot tree_pivot(struct tree *tree, const struct costs *costs, int32_t row, int32_t col,
                        struct reduced_cost reduced);

#endif
