/* tree.c - building, walking and pivoting the spanning tree. */
#include "transport/tree.h"

#include <assert.h>

void tree_layout(struct tree *tree, int32_t nodes, struct arena *arena)
{
    tree->nodes = nodes;
    tree->node = arena_take(arena, nodes, sizeof *tree->node);
    tree->flow = arena_take(arena, nodes, sizeof *tree->flow);
    tree->potential = arena_take(arena, nodes, sizeof *tree->potential);
    tree->level = arena_take(arena, nodes, sizeof *tree->level);
    tree->scratch = arena_take(arena, nodes, 4 * sizeof *tree->scratch);
}

static void attach(struct tree *tree, int32_t node, int32_t parent)
{
    struct tree_node *child = &tree->node[node];
    int32_t sibling = tree->node[parent].child;
    child->parent = parent;
    child->previous = TREE_NONE;
    child->next = sibling;
    if (sibling != TREE_NONE)
        tree->node[sibling].previous = node;
    tree->node[parent].child = node;
}

static void detach(struct tree *tree, int32_t node)
{
    const struct tree_node *child = &tree->node[node];
    if (child->previous == TREE_NONE)
        tree->node[child->parent].child = child->next;
    else
        tree->node[child->previous].next = child->next;
    if (child->next != TREE_NONE)
        tree->node[child->next].previous = child->previous;
}

/* The first node in preorder below `top` that is not below `node`. */
static int32_t skip_subtree(const struct tree *tree, int32_t node, int32_t top)
{
    while (node != top && tree->node[node].next == TREE_NONE)
        node = tree->node[node].parent;
    return node == top ? TREE_NONE : tree->node[node].next;
}

int32_t tree_next(const struct tree *tree, int32_t node, int32_t top)
{
    int32_t child = tree->node[node].child;
    return child != TREE_NONE ? child : skip_subtree(tree, node, top);
}

/* ---- Building ----------------------------------------------------------- */

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
        tree->node[node] = (struct tree_node){TREE_NONE, TREE_NONE, TREE_NONE, TREE_NONE, 0};
        tree->flow[node] = 0;
        tree->potential[node] = -INFINITY;
        tree->level[node] = 0;
    }
}

/* Breadth first from the root; sizes add up on the way back. */
void tree_build(struct tree *tree, const struct costs *costs, const struct arc *arcs, int64_t count,
                int32_t root)
{
    int32_t *offset = tree->scratch, *listed = offset + tree->nodes + 1;
    int32_t *queue = listed + 2 * count, found = 1;
    assert(count < tree->nodes && 1 + 2 * count <= 2 * (int64_t)tree->nodes);

    clear(tree);
    list_arcs(tree, arcs, count, offset, listed);
    tree->root = queue[0] = root;
    tree->node[root].size = 1;
    for (int32_t k = 0; k < found; k++) {
        int32_t node = queue[k];
        for (int32_t at = offset[node]; at < offset[node + 1]; at++) {
            const struct arc *arc = &arcs[listed[at]];
            int32_t other = arc->row == node ? arc->col : arc->row;
            if (tree->node[other].size)
                continue;
            attach(tree, other, node);
            tree->flow[other] = arc->flow;
            tree->node[other].size = 1;
            queue[found++] = other;
        }
    }
    assert(found == count + 1);
    for (int32_t k = found - 1; k > 0; k--)
        tree->node[tree->node[queue[k]].parent].size += tree->node[queue[k]].size;
    tree_refresh(tree, costs);
}

/* potential(child) = cost - potential(parent) */
void tree_refresh(struct tree *tree, const struct costs *costs)
{
    int32_t root = tree->root;
    tree->potential[root] = 0;
    tree->level[root] = 0;
    for (int32_t node = tree_next(tree, root, root); node != TREE_NONE;
         node = tree_next(tree, node, root)) {
        int32_t parent = tree->node[node].parent;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        tree->potential[node] = arc_cost(costs, row, col) - tree->potential[parent];
        tree->level[node] = arc_level(costs, row, col) - tree->level[parent];
    }
}

struct reduced_cost tree_reduced_cost(const struct tree *tree, const struct costs *costs,
                                      int32_t row, int32_t col)
{
    return (struct reduced_cost){
        arc_level(costs, row, col) - (int64_t)tree->level[row] - tree->level[col],
        arc_cost(costs, row, col) - tree->potential[col] - tree->potential[row]};
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

/* ---- Pivoting ----------------------------------------------------------- */

/* The cycle that an entering arc closes: from its row up to `join`, and from its column. */
struct cycle {
    int32_t row, col, join;
    int32_t leave;       /* the arc above this node runs empty first */
    int leaves_row_side; /* and lies between row and join */
    int64_t flow;
};

/* Pushing flow along the entering arc takes it from the arcs under rows on the row's side and under
 * columns on the column's side. Of those that run empty together, the last one met on the way
 * join -> row -> col -> join leaves; this is what keeps the tree strongly feasible. */
static struct cycle find_cycle(const struct tree *tree, const struct costs *costs, int32_t row,
                               int32_t col)
{
    const struct tree_node *node = tree->node;
    int64_t row_flow = INT64_MAX, col_flow = INT64_MAX;
    int32_t row_leave = TREE_NONE, col_leave = TREE_NONE, a = row, b = col;

    while (a != b) {
        if (node[a].size < node[b].size) { /* the smaller subtree cannot hold the join */
            if (is_row(costs, a) && tree->flow[a] < row_flow) {
                row_flow = tree->flow[a];
                row_leave = a;
            }
            a = node[a].parent;
        } else {
            if (!is_row(costs, b) && tree->flow[b] <= col_flow) {
                col_flow = tree->flow[b];
                col_leave = b;
            }
            b = node[b].parent;
        }
    }
    if (col_flow <= row_flow)
        return (struct cycle){row, col, a, col_leave, 0, col_flow};
    return (struct cycle){row, col, a, row_leave, 1, row_flow};
}

static void push_flow(struct tree *tree, const struct costs *costs, const struct cycle *cycle)
{
    for (int32_t a = cycle->row; a != cycle->join; a = tree->node[a].parent)
        tree->flow[a] += is_row(costs, a) ? -cycle->flow : cycle->flow;
    for (int32_t b = cycle->col; b != cycle->join; b = tree->node[b].parent)
        tree->flow[b] += is_row(costs, b) ? cycle->flow : -cycle->flow;
}

/* Adds `by` to the potentials of rows below `top`, takes it from those of columns, and passes over
 * the subtree of `except`. */
static void shift_potentials(struct tree *tree, const struct costs *costs, int32_t top,
                             int32_t except, struct reduced_cost by)
{
    for (int32_t node = top; node != TREE_NONE;) {
        if (node == except) {
            node = skip_subtree(tree, node, top);
            continue;
        }
        int sign = is_row(costs, node) ? 1 : -1;
        tree->potential[node] += sign * by.cost;
        tree->level[node] += (int32_t)(sign * by.level);
        node = tree_next(tree, node, top);
    }
}

/* Cutting the leaving arc leaves two parts; shifting either makes the entering arc tight. The
 * smaller one is cheaper. */
static void update_potentials(struct tree *tree, const struct costs *costs,
                              const struct cycle *cycle, struct reduced_cost reduced)
{
    struct reduced_cost opposite = {-reduced.level, -reduced.cost};
    int is_small = 2 * tree->node[cycle->leave].size <= tree->node[tree->root].size;
    int row_moves = cycle->leaves_row_side == is_small;
    struct reduced_cost by = row_moves ? reduced : opposite;
    if (is_small)
        shift_potentials(tree, costs, cycle->leave, TREE_NONE, by);
    else
        shift_potentials(tree, costs, tree->root, cycle->leave, by);
}

static void resize_path(struct tree *tree, int32_t from, int32_t join, int32_t by)
{
    for (int32_t node = from; node != join; node = tree->node[node].parent)
        tree->node[node].size += by;
}

/* Hangs the part below the leaving arc from the entering one: the path from the entering arc's
 * inner end up to the leaving arc is turned around, each node taking over the flow, and what the
 * part holds beyond the subtree, of the node below it. */
static void rehang(struct tree *tree, const struct cycle *cycle)
{
    int32_t top = cycle->leave, total = tree->node[top].size, size_below = 0;
    int32_t node = cycle->leaves_row_side ? cycle->row : cycle->col;
    int32_t parent = cycle->leaves_row_side ? cycle->col : cycle->row;
    int64_t flow = cycle->flow;

    resize_path(tree, tree->node[top].parent, cycle->join, -total);
    resize_path(tree, parent, cycle->join, total);
    for (;;) {
        int32_t above = tree->node[node].parent, size = tree->node[node].size;
        int64_t flow_above = tree->flow[node];
        detach(tree, node);
        attach(tree, node, parent);
        tree->node[node].size = total - size_below;
        tree->flow[node] = flow;
        if (node == top)
            return;
        size_below = size;
        flow = flow_above;
        parent = node;
        node = above;
    }
}

struct pivot tree_pivot(struct tree *tree, const struct costs *costs, int32_t row, int32_t col,
                        struct reduced_cost reduced)
{
    struct cycle cycle = find_cycle(tree, costs, row, col);
    struct pivot pivot = {cycle.flow, arc_row(tree, costs, cycle.leave),
                          arc_col(tree, costs, cycle.leave)};
    if (cycle.flow > 0)
        push_flow(tree, costs, &cycle);
    update_potentials(tree, costs, &cycle, reduced);
    rehang(tree, &cycle);
    return pivot;
}
