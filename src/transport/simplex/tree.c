/* tree.c - the tree is built from a list of arcs by depth-first search; potentials are computed
 * from the root along the preorder thread. */
#include "transport/simplex/tree.h"

#include <assert.h>

void tree_layout(struct tree *tree, int32_t nodes, struct arena *arena)
{
    tree->nodes = nodes;
    tree->node = arena_take(arena, nodes, sizeof *tree->node);
    tree->thread = arena_take(arena, nodes, sizeof *tree->thread);
    tree->flow = arena_take(arena, nodes, sizeof *tree->flow);
    tree->potential = arena_take(arena, nodes, sizeof *tree->potential);
    tree->is_under = arena_take(arena, nodes, sizeof *tree->is_under);
    tree->level = arena_take(arena, nodes, sizeof *tree->level);
    tree->scratch = arena_take(arena, nodes, 4 * sizeof *tree->scratch);
}

/* The arcs at each node, as one array cut at offset[node]. */
static void list_arcs(const struct tree *tree, const struct arc *arcs, int64_t count,
                      int32_t *offset, int32_t *listed)
{
    for (int32_t node = 0; node <= tree->nodes; node++)
        offset[node] = 0;
    for (int64_t a = 0; a < count; a++) {
        offset[arcs[a].row]++;
        offset[arcs[a].col]++;
    }
    for (int32_t node = 1; node <= tree->nodes; node++)
        offset[node] += offset[node - 1];
    for (int64_t a = 0; a < count; a++) {
        listed[--offset[arcs[a].row]] = (int32_t)a;
        listed[--offset[arcs[a].col]] = (int32_t)a;
    }
}

static void clear(struct tree *tree)
{
    for (int32_t node = 0; node < tree->nodes; node++) {
        tree->node[node] = (struct tree_node){TREE_NONE, node, 0};
        tree->thread[node] = (struct thread_node){TREE_NONE, TREE_NONE};
        tree->flow[node] = 0;
        tree->potential[node] = -INFINITY;
        tree->is_under[node] = 0;
        tree->level[node] = 0;
    }
}

/* Hangs the neighbours of a node that are not in the tree yet from it, and stacks them. */
static int32_t hang_neighbours(struct tree *tree, const struct arc *arcs, const int32_t *offset,
                               const int32_t *listed, int32_t node, int32_t *stack)
{
    int32_t height = 0;
    for (int32_t at = offset[node]; at < offset[node + 1]; at++) {
        const struct arc *arc = &arcs[listed[at]];
        int32_t other = arc->row == node ? arc->col : arc->row;
        if (tree->node[other].size)
            continue;
        tree->node[other].parent = node;
        tree->node[other].size = 1;
        tree->flow[other] = arc->flow;
        stack[height++] = other;
    }
    return height;
}

/* Sizes and last nodes, against the thread: the first child met is the last one. */
static void measure(struct tree *tree, int32_t last)
{
    for (int32_t node = last; tree->node[node].parent != TREE_NONE;
         node = tree->thread[node].previous) {
        struct tree_node *parent = &tree->node[tree->node[node].parent];
        if (parent->size == 1)
            parent->last = tree->node[node].last;
        parent->size += tree->node[node].size;
    }
}

void tree_build(struct tree *tree, const struct costs *costs, const struct arc *arcs, int64_t count,
                int32_t root)
{
    int32_t *offset = tree->scratch, *listed = offset + tree->nodes + 1;
    int32_t *stack = listed + 2 * count, height = 1, previous = TREE_NONE;
    assert(count < tree->nodes && 1 + 2 * count <= 2 * (int64_t)tree->nodes);

    clear(tree);
    list_arcs(tree, arcs, count, offset, listed);
    tree->root = stack[0] = root;
    tree->node[root].size = 1;
    while (height > 0) {
        int32_t node = stack[--height];
        link_nodes(tree, previous, node);
        previous = node;
        height += hang_neighbours(tree, arcs, offset, listed, node, stack + height);
    }
    measure(tree, previous);
    assert(tree->node[root].size == count + 1);
    tree_refresh(tree, costs);
}

/* potential(child) = cost - potential(parent) */
void tree_refresh(struct tree *tree, const struct costs *costs)
{
    int32_t root = tree->root;
    tree->offset = 0;
    tree->potential[root] = 0;
    tree->is_under[root] = root == dummy_row(costs);
    tree->level[root] = 0;
    for (int32_t node = tree->thread[root].next; node != TREE_NONE;
         node = tree->thread[node].next) {
        int32_t parent = tree->node[node].parent;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        tree->potential[node] = arc_cost(costs, row, col) - tree->potential[parent];
        tree->is_under[node] = node == dummy_row(costs) || tree->is_under[parent];
        tree->level[node] = arc_level(costs, row, col) - tree->level[parent];
    }
}

void tree_settle(struct tree *tree, const struct costs *costs)
{
    for (int32_t node = 0; node < tree->nodes && tree->offset != 0; node++)
        if (tree->is_under[node])
            tree->potential[node] =
                is_row(costs, node) ? row_potential(tree, node) : col_potential(tree, node);
    tree->offset = 0;
}

struct reduced_cost tree_reduced_cost(const struct tree *tree, const struct costs *costs,
                                      int32_t row, int32_t col)
{
    struct reduced_cost arc = {arc_level(costs, row, col), arc_cost(costs, row, col)};
    return reduce(tree, row, col, arc);
}

static int has_levels(const struct tree *tree)
{
    for (int32_t node = 0; node < tree->nodes; node++)
        if (tree->level[node] != 0)
            return 1;
    return 0;
}

/* level value >= -reduced cost, for arcs of either kind between nodes of the tree */
double tree_level_value(const struct tree *tree, const struct costs *costs)
{
    double value = 0;
    if (!has_levels(tree))
        return 0;
    for (int32_t row = 0; row <= costs->n; row++)
        for (int32_t col = costs->n + 1; tree->node[row].size && col <= dummy_col(costs); col++) {
            if (!tree->node[col].size || (row == dummy_row(costs) && col == dummy_col(costs)) ||
                arc_level(costs, row, col))
                continue;
            struct reduced_cost reduced = tree_reduced_cost(tree, costs, row, col);
            if (reduced.level > 0)
                value = fmax(value, -reduced.cost / (double)reduced.level);
        }
    return value;
}
