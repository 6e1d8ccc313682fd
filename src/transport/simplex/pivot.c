/* pivot.c - the entering arc closes a cycle, flow is pushed around it until an arc runs empty,
 * and the smaller of the two parts that this arc leaves gets new potentials and hangs on the
 * entering arc. */
#include "transport/simplex/tree.h"

/* One side of the cycle that an entering arc closes: the nodes from its row, or from its column, up
 * to where the sides join. Rows and columns alternate on it. Recorded once, so that later loops do
 * not wait for one parent after the other. */
struct side {
    int32_t *node, length;
    int32_t
        leave; /* place of the node above which the arc runs empty first; TREE_NONE: none does */
    unit_count flow; /* on that arc */
};

struct cycle {
    struct side inner; /* the side with the leaving arc */
    struct side outer;
    int is_row_inner;
    unit_count flow;
};

/* From both ends of the entering arc to the join: the smaller subtree cannot hold it. */
static void walk_up(const struct tree *tree, int32_t row, int32_t col, struct side *rows,
                    struct side *cols)
{
    const struct tree_node *node = tree->node;
    while (row != col)
        if (node[row].size < node[col].size) {
            rows->node[rows->length++] = row;
            row = node[row].parent;
        } else {
            cols->node[cols->length++] = col;
            col = node[col].parent;
        }
}

/* Pushing flow along the entering arc takes it from every other arc of each side, beginning with
 * the first. Of those that run empty together, the last one met on the way join -> row -> col ->
 * join leaves; this is what keeps the tree strongly feasible. */
static struct cycle find_cycle(const struct tree *tree, int32_t row, int32_t col)
{
    struct side rows = {tree->scratch, 0, TREE_NONE, MOST_UNITS};
    struct side cols = {tree->scratch + tree->nodes, 0, TREE_NONE, MOST_UNITS};
    walk_up(tree, row, col, &rows, &cols);
    for (int32_t k = 0; k < rows.length; k += 2)
        if (tree->flow[rows.node[k]] < rows.flow) {
            rows.flow = tree->flow[rows.node[k]];
            rows.leave = k;
        }
    for (int32_t k = 0; k < cols.length; k += 2)
        if (tree->flow[cols.node[k]] <= cols.flow) {
            cols.flow = tree->flow[cols.node[k]];
            cols.leave = k;
        }
    if (cols.flow <= rows.flow)
        return (struct cycle){cols, rows, 0, cols.flow};
    return (struct cycle){rows, cols, 1, rows.flow};
}

static void push_flow(struct tree *tree, const struct side *side, unit_count flow)
{
    for (int32_t k = 0; k < side->length; k++)
        tree->flow[side->node[k]] += k % 2 == 0 ? -flow : flow;
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
    if (by->level[0] != 0)
        tree->level[node] += by->level[is_row(costs, node)];
}

/* Shifts the stretch of the thread that begins with `first` and the one that ends with `last`, of
 * these lengths. Two stretches at a time, since each step waits for memory. */
static void shift_stretches(struct tree *tree, const struct costs *costs, const struct shift *by,
                            int32_t first, int32_t forward, int32_t last, int32_t backward)
{
    const struct thread_node *thread = tree->thread;
    for (; forward > 0 && backward > 0; forward--, backward--) {
        shift_node(tree, costs, first, by);
        shift_node(tree, costs, last, by);
        first = thread[first].next;
        last = thread[last].previous;
    }
    for (; forward > 0; forward--, first = thread[first].next)
        shift_node(tree, costs, first, by);
    for (; backward > 0; backward--, last = thread[last].previous)
        shift_node(tree, costs, last, by);
}

/* Everything but the subtree of `top`: in front of it from the root on, behind it from the end. */
static void shift_outside(struct tree *tree, const struct costs *costs, const struct shift *by,
                          int32_t top)
{
    const struct tree_node *node = tree->node;
    const struct thread_node *thread = tree->thread;
    int32_t first = tree->root, last = node[tree->root].last, end = thread[node[top].last].next;
    int32_t after = TREE_NONE;
    while (first != top && after != end) {
        shift_node(tree, costs, first, by);
        shift_node(tree, costs, last, by);
        first = thread[first].next;
        after = last;
        last = thread[last].previous;
    }
    for (; first != top; first = thread[first].next)
        shift_node(tree, costs, first, by);
    for (; after != end; after = last, last = thread[last].previous)
        shift_node(tree, costs, last, by);
}

/* Cutting the leaving arc leaves two parts; shifting either makes the entering arc tight. The
 * smaller one is cheaper. */
static void update_potentials(struct tree *tree, const struct costs *costs,
                              const struct cycle *cycle, struct reduced_cost reduced)
{
    int32_t leave = cycle->inner.node[cycle->inner.leave];
    int is_small = 2 * tree->node[leave].size <= tree->node[tree->root].size;
    int sign = cycle->is_row_inner == is_small ? 1 : -1;
    int32_t levels = (int32_t)(sign * reduced.level);
    struct shift by = {{-sign * reduced.cost, sign * reduced.cost}, {-levels, levels}};
    const struct tree_node *top = &tree->node[leave], *root = &tree->node[tree->root];
    int32_t rest = root->size - top->size;
    if (is_small)
        shift_stretches(tree, costs, &by, leave, top->size / 2, top->last,
                        top->size - top->size / 2);
    else if (top->last == root->last) /* all the rest is in front of it */
        shift_stretches(tree, costs, &by, tree->root, rest / 2, tree->thread[leave].previous,
                        rest - rest / 2);
    else
        shift_outside(tree, costs, &by, leave);
}

/* The part below the leaving arc moves from one side of the cycle to the other. */
static void resize(struct tree *tree, const struct cycle *cycle, int32_t total)
{
    for (int32_t k = cycle->inner.leave + 1; k < cycle->inner.length; k++)
        tree->node[cycle->inner.node[k]].size -= total;
    for (int32_t k = 0; k < cycle->outer.length; k++)
        tree->node[cycle->outer.node[k]].size += total;
}

/* Takes the subtree of `top` out of the thread. */
static void unthread(struct tree *tree, int32_t top)
{
    struct tree_node *node = tree->node;
    const struct thread_node *thread = tree->thread;
    int32_t before = thread[top].previous, last = node[top].last;
    link_nodes(tree, before, thread[last].next);
    for (int32_t above = node[top].parent; above != TREE_NONE && node[above].last == last;
         above = node[above].parent)
        node[above].last = before;
}

/* Puts the stretch from `first` to `last` into the thread, right behind `parent`. */
static void thread_behind(struct tree *tree, int32_t parent, int32_t first, int32_t last)
{
    struct tree_node *node = tree->node;
    const struct thread_node *thread = tree->thread;
    link_nodes(tree, last, thread[parent].next);
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
    const struct thread_node *thread = tree->thread;
    int32_t below = inner, tail = node[inner].last;
    int32_t before = thread[inner].previous, last = tail, after = thread[tail].next;
    while (below != top) {
        int32_t above = node[below].parent, above_before = thread[above].previous;
        int32_t above_last = node[above].last;
        int32_t above_after = above_last == last ? after : thread[above_last].next;
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

/* Hangs the part below the leaving arc from the entering one, whose ends are `inner` and `outer`:
 * the path between is turned around, each node taking over the flow, and what the part holds beyond
 * the subtree, of the node below it. */
static void rehang(struct tree *tree, const struct cycle *cycle, int32_t inner, int32_t outer)
{
    int32_t top = cycle->inner.node[cycle->inner.leave], total = tree->node[top].size;
    int32_t parent = outer, size_below = 0;
    unit_count flow = cycle->flow;

    resize(tree, cycle, total);
    unthread(tree, top);
    int32_t last = rethread(tree, inner, top);
    for (int32_t k = 0; k <= cycle->inner.leave; k++) {
        int32_t at = cycle->inner.node[k], size = tree->node[at].size;
        unit_count flow_above = tree->flow[at];
        tree->node[at].parent = parent;
        tree->node[at].size = total - size_below;
        tree->node[at].last = last;
        tree->flow[at] = flow;
        size_below = size;
        flow = flow_above;
        parent = at;
    }
    thread_behind(tree, outer, inner, last);
}

struct pivot tree_pivot(struct tree *tree, const struct costs *costs, int32_t row, int32_t col,
                        struct reduced_cost reduced)
{
    struct cycle cycle = find_cycle(tree, row, col);
    int32_t leave = cycle.inner.node[cycle.inner.leave];
    struct pivot pivot = {cycle.flow, arc_row(tree, costs, leave), arc_col(tree, costs, leave)};
    if (cycle.flow > 0) {
        push_flow(tree, &cycle.inner, cycle.flow);
        push_flow(tree, &cycle.outer, cycle.flow);
    }
    update_potentials(tree, costs, &cycle, reduced);
    rehang(tree, &cycle, cycle.is_row_inner ? row : col, cycle.is_row_inner ? col : row);
    return pivot;
}
