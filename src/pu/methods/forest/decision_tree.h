/* decision_tree.h - a tree that splits rows by one column at a time until a node
 * has one class, or few rows.
 *
 * The best split has the least Gini impurity. With p and n the weights of positives and negatives
 * on each side, the impurity of both sides together is, up to a factor of 2,
 *
 *     p_left n_left / (p_left + n_left) + p_right n_right / (p_right + n_right)
 */
#ifndef PAROT_PU_DECISION_TREE_H
#define PAROT_PU_DECISION_TREE_H

#include "pu/methods/forest/bins.h"

/* Node 0 is the root. Rows with bin <= cut, which is x <= threshold, go to `child`, the others to
 * child + 1. Children come after their parents. */
struct forest_node {
    double value;     /* weight of the positives among the rows that were here, in [0, 1] */
    double threshold; /* of a split */
    int32_t column;   /* -1: a leaf */
    int32_t cut;
    int32_t child;
};

struct forest_rule {
    int64_t leaf;     /* rows that a leaf has at least */
    int64_t tries;    /* columns that are tried at a split, more if these are constant there */
    double weight[2]; /* of a negative row, and of a unit of a positive one: see bins.h */
    uint64_t seed;
    int64_t number; /* of the tree: each draws columns of its own */
};

/* Room for forest_tree_grow; each array has as many items as rows, or columns. */
struct forest_room {
    int32_t *rows, *scratch; /* those it learns from, positives and others mixed */
    int32_t *column;         /* dims */
    int32_t *stack;          /* 3 x forest_tree_nodes */
};

/* A tree of `count` rows has at most this many nodes. */
int64_t forest_tree_nodes(int64_t count, int64_t leaf);

/* Grows a tree from room->rows[0 ... count - 1], which are rows of the bins; the first
 * bins->positives of these are positive. Returns the number of its nodes. */
int32_t forest_tree_grow(const struct bins *bins, struct forest_rule rule, struct forest_room *room,
                         int64_t count, struct forest_node *nodes);

#endif
