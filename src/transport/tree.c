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

static void link_nodes(struct tree *tree, int32_t before, int32_t after)
{
    if (before != TREE_NONE)
        tree->node[before].next = after;
    if (after != TREE_NONE)
        tree->node[after].previous = before;
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
        tree->node[node] = (struct tree_node){TREE_NONE, TREE_NONE, TREE_NONE, node, 0};
        tree->flow[node] = 0;
        tree->potential[node] = -INFINITY;
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
         node = tree->node[node].previous) {
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
    tree->potential[root] = 0;
    tree->level[root] = 0;
    for (int32_t node = tree->node[root].next; node != TREE_NONE; node = tree->node[node].next) {
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

/* What is added to the potentials of rows [1] and columns [0]: opposite numbers. Indexed, since
 * rows and columns come in no order that a branch could learn. */
struct shift {
    double cost[2];
    int32_t level[2];
};

static inline void shift_node(struct tree *tree, const struct costs *costs, int32_t node,
                              const struct shift *by)
{
    tree->potential[node] += by->cost[is_row(costs, node)];
    tree->level[node] += by->level[is_row(costs, node)];
}

/* Shifts the stretch of the thread that begins with `first` and the one that ends with `last`, of
 * these lengths. Two stretches at a time, since each step waits for memory. */
static void shift_stretches(struct tree *tree, const struct costs *costs, const struct shift *by,
                            int32_t first, int32_t forward, int32_t last, int32_t backward)
{
    const struct tree_node *node = tree->node;
    for (; forward > 0 && backward > 0; forward--, backward--) {
        shift_node(tree, costs, first, by);
        shift_node(tree, costs, last, by);
        first = node[first].next;
        last = node[last].previous;
    }
    for (; forward > 0; forward--, first = node[first].next)
        shift_node(tree, costs, first, by);
    for (; backward > 0; backward--, last = node[last].previous)
        shift_node(tree, costs, last, by);
}

/* Everything but the subtree of `top`: in front of it from the root on, behind it from the end. */
static void shift_outside(struct tree *tree, const struct costs *costs, const struct shift *by,
                          int32_t top)
{
    const struct tree_node *node = tree->node;
    int32_t first = tree->root, last = node[tree->root].last, end = node[node[top].last].next;
    int32_t after = TREE_NONE;
    while (first != top && after != end) {
        shift_node(tree, costs, first, by);
        shift_node(tree, costs, last, by);
        first = node[first].next;
        after = last;
        last = node[last].previous;
    }
    for (; first != top; first = node[first].next)
        shift_node(tree, costs, first, by);
    for (; after != end; after = last, last = node[last].previous)
        shift_node(tree, costs, last, by);
}

/* Cutting the leaving arc leaves two parts; shifting either makes the entering arc tight. The
 * smaller one is cheaper. */
static void update_potentials(struct tree *tree, const struct costs *costs,
                              const struct cycle *cycle, struct reduced_cost reduced)
{
    int is_small = 2 * tree->node[cycle->leave].size <= tree->node[tree->root].size;
    int row_moves = cycle->leaves_row_side == is_small;
    int sign = row_moves ? 1 : -1;
    int32_t levels = (int32_t)(sign * reduced.level);
    struct shift by = {{-sign * reduced.cost, sign * reduced.cost}, {-levels, levels}};
    const struct tree_node *top = &tree->node[cycle->leave], *root = &tree->node[tree->root];
    if (is_small) {
        shift_stretches(tree, costs, &by, cycle->leave, top->size / 2, top->last,
                        top->size - top->size / 2);
        return;
    }
    int32_t rest = root->size - top->size; /* in front of the leaving part and behind it */
    if (top->last == root->last)
        shift_stretches(tree, costs, &by, tree->root, rest / 2, top->previous, rest - rest / 2);
    else
        shift_outside(tree, costs, &by, cycle->leave);
}

static void resize_path(struct tree *tree, int32_t from, int32_t join, int32_t by)
{
    for (int32_t node = from; node != join; node = tree->node[node].parent)
        tree->node[node].size += by;
}

/* Takes the subtree of `top` out of the thread. */
static void unthread(struct tree *tree, int32_t top)
{
    struct tree_node *node = tree->node;
    int32_t before = node[top].previous, last = node[top].last;
    link_nodes(tree, before, node[last].next);
    for (int32_t above = node[top].parent; above != TREE_NONE && node[above].last == last;
         above = node[above].parent)
        node[above].last = before;
}

/* Puts the stretch from `first` to `last` into the thread, right behind `parent`. */
static void thread_behind(struct tree *tree, int32_t parent, int32_t first, int32_t last)
{
    struct tree_node *node = tree->node;
    link_nodes(tree, last, node[parent].next);
    link_nodes(tree, parent, first);
    for (int32_t above = parent; above != TREE_NONE && node[above].last == parent;
         above = node[above].parent)
        node[above].last = last;
}

/* Preorder of the subtree of `top` when it hangs from `inner` instead: the subtree of `inner`, then
 * that of the node above without it, and so on up to `top`. Returns the last node. */
static int32_t rethread(struct tree *tree, int32_t inner, int32_t top)
{
    struct tree_node *node = tree->node;
    int32_t below = inner, tail = node[inner].last;
    int32_t before = node[inner].previous, last = tail, after = node[tail].next;
    while (below != top) {
        int32_t above = node[below].parent, above_before = node[above].previous;
        int32_t above_last = node[above].last;
        int32_t above_after = above_last == last ? after : node[above_last].next;
        link_nodes(tree, tail, above); /* from `above` up to `before` ... */
        tail = before;
        if (above_last != last) { /* ... and from `after` on */
            link_nodes(tree, tail, after);
            tail = above_last;
        }
        below = above;
        before = above_before;
        last = above_last;
        after = above_after;
    }
    return tail;
}

/* Hangs the part below the leaving arc from the entering one: the path from the entering arc's
 * inner end up to the leaving arc is turned around, each node taking over the flow, and what the
 * part holds beyond the subtree, of the node below it. */
static void rehang(struct tree *tree, const struct cycle *cycle)
{
    int32_t top = cycle->leave, total = tree->node[top].size, size_below = 0;
    int32_t node = cycle->leaves_row_side ? cycle->row : cycle->col, inner = node;
    int32_t outer = cycle->leaves_row_side ? cycle->col : cycle->row, parent = outer;
    int64_t flow = cycle->flow;

    resize_path(tree, tree->node[top].parent, cycle->join, -total);
    resize_path(tree, outer, cycle->join, total);
    unthread(tree, top);
    int32_t last = rethread(tree, inner, top);
    for (int32_t above = node; node != TREE_NONE; node = above) {
        int32_t size = tree->node[node].size;
        int64_t flow_above = tree->flow[node];
        above = node == top ? TREE_NONE : tree->node[node].parent;
        tree->node[node].parent = parent;
        tree->node[node].size = total - size_below;
        tree->node[node].last = last;
        tree->flow[node] = flow;
        size_below = size;
        flow = flow_above;
        parent = node;
    }
    thread_behind(tree, outer, inner, last);
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
