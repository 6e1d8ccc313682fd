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

/* ---- Potentials --------------------------------------------------------- */

/* What is added to the potentials of rows [1] and columns [0]: opposite numbers. Indexed, since
 * rows and columns come in no order that a branch could learn. */
struct shift {
    double cost[2];
};

static struct shift shift_by(double rows)
{
    return (struct shift){{-rows, rows}};
}

static inline void shift_node(struct tree *tree, const struct costs *costs, int32_t node,
                              const struct shift *by)
{
    tree->potential[node] += by->cost[is_row(costs, node)];
}

/* Shifts so many nodes of the thread from `first` to `last`, from both ends, since each step waits
 * for memory. */
static void shift_stretch(struct tree *tree, const struct costs *costs, struct shift by,
                          int32_t first, int32_t last, int32_t count)
{
    const struct thread_node *thread = tree->thread;
    for (; count >= 2; count -= 2) {
        shift_node(tree, costs, first, &by);
        shift_node(tree, costs, last, &by);
        first = thread[first].next;
        last = thread[last].previous;
    }
    if (count > 0)
        shift_node(tree, costs, first, &by);
}

/* The same with two subtrees left out; either may be TREE_NONE. */
static void shift_around(struct tree *tree, const struct costs *costs, struct shift by,
                         int32_t first, int32_t last, int32_t count, int32_t hole, int32_t other)
{
    const struct thread_node *thread = tree->thread;
    const struct tree_node *node = tree->node;
    int32_t hole_last = hole == TREE_NONE ? TREE_NONE : node[hole].last;
    int32_t other_last = other == TREE_NONE ? TREE_NONE : node[other].last;
    for (int32_t k = 0; k < count; k += 2) {
        while (first == hole || first == other)
            first = thread[first == hole ? hole_last : other_last].next;
        shift_node(tree, costs, first, &by);
        first = thread[first].next;
        if (k + 1 == count)
            return;
        while (last == hole_last || last == other_last)
            last = thread[last == hole_last ? hole : other].previous;
        shift_node(tree, costs, last, &by);
        last = thread[last].previous;
    }
}

/* The subtree of `top` without that of `hole` joins the nodes under the dummy row, or leaves them.
 * What they have in common is then no longer, or again, part of their own numbers. */
static void mark_inside(struct tree *tree, const struct costs *costs, int32_t top, int32_t hole,
                        int is_under)
{
    const struct thread_node *thread = tree->thread;
    int32_t end = thread[tree->node[top].last].next;
    struct shift by = shift_by(is_under ? -tree->offset : tree->offset);
    for (int32_t at = top; at != end;) {
        if (at == hole) {
            at = thread[tree->node[at].last].next;
            continue;
        }
        shift_node(tree, costs, at, &by);
        tree->is_under[at] = (uint8_t)is_under;
        at = thread[at].next;
    }
}

/* Is `node` in the subtree of `top`? Subtrees grow on the way up. */
static int is_within(const struct tree *tree, int32_t node, int32_t top)
{
    while (tree->node[node].size < tree->node[top].size)
        node = tree->node[node].parent;
    return node == top;
}

/* Levels change node by node: they are rare. */
static void shift_levels(struct tree *tree, const struct costs *costs, int32_t top, int32_t rows)
{
    int32_t node = top;
    for (int32_t k = 0; rows != 0 && k < tree->node[top].size; k++) {
        tree->level[node] += is_row(costs, node) ? rows : -rows;
        node = tree->thread[node].next;
    }
}

/* Cutting the leaving arc leaves two parts; shifting either makes the entering arc tight. The one
 * with fewer nodes that are not under the dummy row is cheaper, if it has all that are. */
static void shift_part(struct tree *tree, const struct costs *costs, int32_t top, int has_dummy,
                       double rows)
{
    int32_t dummy = dummy_row(costs), under = tree->node[dummy].size;
    int32_t inside = tree->node[top].size, outside = tree->node[tree->root].size - inside;
    int32_t outer_hole = under > 0 && !has_dummy && !tree->is_under[top] ? dummy : TREE_NONE;
    inside -= has_dummy ? under : 0;
    outside -= outer_hole == dummy ? under : 0;
    if (inside <= outside) {
        if (has_dummy)
            shift_around(tree, costs, shift_by(rows), top, tree->node[top].last, inside, dummy,
                         TREE_NONE);
        else
            shift_stretch(tree, costs, shift_by(rows), top, tree->node[top].last, inside);
        tree->offset += has_dummy ? rows : 0;
    } else {
        shift_around(tree, costs, shift_by(-rows), tree->root, tree->node[tree->root].last, outside,
                     top, outer_hole);
        tree->offset -= outer_hole == dummy ? rows : 0;
    }
}

/* The part below the leaving arc is about to hang from `outer` by its node `inner`: which nodes
 * come under the dummy row, and which do no longer? If the dummy is on the path that is turned
 * around, what was above it comes under it, and what was below it on that path does not stay. If it
 * is elsewhere in the part, nothing changes. */
static void mark_part(struct tree *tree, const struct costs *costs, const struct cycle *cycle,
                      int has_dummy, int32_t outer)
{
    int32_t dummy = dummy_row(costs), top = cycle->inner.node[cycle->inner.leave], k = 0;
    if (!has_dummy) {
        if (tree->is_under[top] != tree->is_under[outer])
            mark_inside(tree, costs, top, TREE_NONE, tree->is_under[outer]);
        return;
    }
    if (!tree->is_under[cycle->inner.node[0]])
        return;
    while (cycle->inner.node[k] != dummy)
        k++;
    if (top != dummy)
        mark_inside(tree, costs, top, dummy, 1);
    if (k > 0)
        mark_inside(tree, costs, cycle->inner.node[k - 1], TREE_NONE, 0);
}

static void update_potentials(struct tree *tree, const struct costs *costs,
                              const struct cycle *cycle, struct reduced_cost reduced, int32_t outer)
{
    int32_t top = cycle->inner.node[cycle->inner.leave], dummy = dummy_row(costs);
    int sign = cycle->is_row_inner ? 1 : -1;
    int has_dummy = tree->node[dummy].size > 0 && is_within(tree, dummy, top);
    if (reduced.cost != 0)
        shift_part(tree, costs, top, has_dummy, sign * reduced.cost);
    shift_levels(tree, costs, top, (int32_t)(sign * reduced.level));
    mark_part(tree, costs, cycle, has_dummy, outer);
}

/* ---- The tree ----------------------------------------------------------- */

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
    int32_t inner = cycle.is_row_inner ? row : col, outer = cycle.is_row_inner ? col : row;
    update_potentials(tree, costs, &cycle, reduced, outer);
    rehang(tree, &cycle, inner, outer);
    return pivot;
}
