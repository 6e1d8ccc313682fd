/* parametric_tree.h - trees that carry the plan, and the walk that finds what blocks a path.
 *
 * Rows are nodes 0..n-1, columns n..n+m-1. Every arc of a tree is tight and leads from a row to a
 * column; its cost and its flow are kept with the node below it. A tree is one of two kinds:
 *
 *   moving    the root is a row. Mass may go from it to every node: a row below has flow > 0.
 *   resting   the root is a column. Mass goes up to it, from the columns that have no empty arc
 *             above them.
 *
 * A path takes mass from the root of a moving tree down to a row, along a new arc to a column, and
 * up to the root of a resting tree. Arcs above rows on the first part and above columns on the
 * second lose what the path moves.
 */
#ifndef PAROT_TRANSPORT_PARAMETRIC_TREE_H
#define PAROT_TRANSPORT_PARAMETRIC_TREE_H

#include "base/arena.h"
#include "transport/simplex/tree.h"

struct parametric_node {
    int32_t parent, child, next, previous; /* -1: none */
    unit_count flow;                       /* on the arc to the parent */
    unit_count left;                       /* mass of a row, room of a column */
    double cost;                           /* of the arc to the parent, scaled */
    double level;                          /* potential: see parametric.h */
};

struct parametric_tree {
    int32_t n, m;
    struct parametric_node *nodes; /* n + m */
    int32_t *queue;                /* n + m: the nodes found by branch_collect */
};

/* A path, and the first arc from its beginning that runs empty. */
struct parametric_path {
    int32_t row, col; /* nodes at the ends of the new arc */
    int32_t root;     /* row that gives the mass */
    int32_t end;      /* column that takes it; root and end are unknown (-1) if amount is 0 */
    int32_t blocking; /* node below that arc, or `root` or `end` if these have no more */
    unit_count amount;
};

void branch_layout(struct parametric_tree *tree, int32_t n, int32_t m, struct arena *arena);

/* Every node alone, with `left` of its own. */
void branch_clear(struct parametric_tree *tree, const unit_count *row, const unit_count *col);

struct parametric_path branch_find_path(const struct parametric_tree *tree, int32_t row,
                                        int32_t col);

/* Moves the path's amount, which must be positive. */
void branch_push(struct parametric_tree *tree, const struct parametric_path *path);

/* Takes the node and all below it from its parent. */
void branch_cut(struct parametric_tree *tree, int32_t node);

/* Hangs the whole tree of `node` under `parent`, by an arc between these two. */
void branch_hang(struct parametric_tree *tree, int32_t node, int32_t parent, double cost,
                 unit_count flow);

/* Fills tree->queue with the node and all below it, parents first; returns how many. */
int32_t branch_collect(const struct parametric_tree *tree, int32_t node);

/* All arcs of the trees, empty ones as well; returns how many. */
int64_t branch_export_all(const struct parametric_tree *tree, struct arc *arcs);

/* The pairs that carry mass, as plan_fill wants them; returns how many, at most n + m - 1. */
int64_t branch_export(const struct parametric_tree *tree, struct arc *arcs);

#endif
