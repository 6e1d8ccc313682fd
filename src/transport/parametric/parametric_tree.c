/* parametric_tree.c - a pivot cuts a branch off, turns the arcs between its new root and the old
 * one around, and hangs it on another tree. */
#include "transport/parametric/parametric_tree.h"

void branch_layout(struct parametric_tree *tree, int32_t n, int32_t m, struct arena *arena)
{
    tree->n = n;
    tree->m = m;
    tree->nodes = arena_take(arena, (int64_t)n + m, sizeof *tree->nodes);
    tree->queue = arena_take(arena, (int64_t)n + m, sizeof *tree->queue);
}

void branch_clear(struct parametric_tree *tree, const unit_count *row, const unit_count *col)
{
    for (int32_t k = 0; k < tree->n + tree->m; k++)
        tree->nodes[k] = (struct parametric_node){.parent = -1,
                                                  .child = -1,
                                                  .next = -1,
                                                  .previous = -1,
                                                  .left = k < tree->n ? row[k] : col[k - tree->n]};
}

/* ---- Paths -------------------------------------------------------------- */

/* Of arcs that run empty together the first one, seen from the path's beginning, is to leave
 * (parametric.h says why). An empty arc above a column is known at once to be that one: in moving
 * trees there are none. */
struct parametric_path branch_find_path(const struct parametric_tree *tree, int32_t row,
                                        int32_t col)
{
    const struct parametric_node *nodes = tree->nodes;
    struct parametric_path path = {row, col, -1, -1, -1, MOST_UNITS};
    int32_t node = col;
    for (; nodes[node].parent >= 0 && path.amount > 0; node = nodes[node].parent)
        if (node >= tree->n && nodes[node].flow < path.amount) {
            path.amount = nodes[node].flow;
            path.blocking = node;
        }
    if (path.amount > 0 && nodes[node].left < path.amount) {
        path.amount = nodes[node].left;
        path.blocking = node;
    }
    if (path.amount == 0)
        return path;
    path.end = node;
    for (node = row; nodes[node].parent >= 0; node = nodes[node].parent)
        if (node < tree->n && nodes[node].flow <= path.amount) {
            path.amount = nodes[node].flow;
            path.blocking = node;
        }
    if (nodes[node].left <= path.amount) {
        path.amount = nodes[node].left;
        path.blocking = node;
    }
    path.root = node;
    return path;
}

void branch_push(struct parametric_tree *tree, const struct parametric_path *path)
{
    struct parametric_node *nodes = tree->nodes;
    unit_count amount = path->amount;
    for (int32_t k = path->row; nodes[k].parent >= 0; k = nodes[k].parent)
        nodes[k].flow += k < tree->n ? -amount : amount;
    for (int32_t k = path->col; nodes[k].parent >= 0; k = nodes[k].parent)
        nodes[k].flow += k < tree->n ? amount : -amount;
    nodes[path->root].left -= amount;
    nodes[path->end].left -= amount;
}

/* ---- Branches ----------------------------------------------------------- */

void branch_cut(struct parametric_tree *tree, int32_t node)
{
    struct parametric_node *nodes = tree->nodes, *at = &nodes[node];
    if (at->previous >= 0)
        nodes[at->previous].next = at->next;
    else if (at->parent >= 0)
        nodes[at->parent].child = at->next;
    if (at->next >= 0)
        nodes[at->next].previous = at->previous;
    at->parent = at->previous = at->next = -1;
}

static void link_to(struct parametric_node *nodes, int32_t node, int32_t parent)
{
    nodes[node].parent = parent;
    nodes[node].previous = -1;
    nodes[node].next = nodes[parent].child;
    if (nodes[node].next >= 0)
        nodes[nodes[node].next].previous = node;
    nodes[parent].child = node;
}

/* The arcs from the node up to its old root turn around: each now belongs to its other end. */
void branch_hang(struct parametric_tree *tree, int32_t node, int32_t parent, double cost,
                 unit_count flow)
{
    while (node >= 0) {
        struct parametric_node *at = &tree->nodes[node], old = *at;
        branch_cut(tree, node);
        link_to(tree->nodes, node, parent);
        at->cost = cost;
        at->flow = flow;
        parent = node;
        node = old.parent;
        cost = old.cost;
        flow = old.flow;
    }
}

int32_t branch_collect(const struct parametric_tree *tree, int32_t node)
{
    int32_t count = 0;
    tree->queue[count++] = node;
    for (int32_t k = 0; k < count; k++)
        for (int32_t child = tree->nodes[tree->queue[k]].child; child >= 0;
             child = tree->nodes[child].next)
            tree->queue[count++] = child;
    return count;
}

/* As arcs of the simplex, whose columns come after the dummy row. */
static int64_t export(const struct parametric_tree *tree, int with_empty, struct arc *arcs)
{
    int64_t count = 0;
    for (int32_t k = 0; k < tree->n + tree->m; k++) {
        const struct parametric_node *at = &tree->nodes[k];
        if (at->parent < 0 || (at->flow == 0 && !with_empty))
            continue;
        int32_t row = k < tree->n ? k : at->parent, col = k < tree->n ? at->parent : k;
        arcs[count++] = (struct arc){row, col + 1, at->flow};
    }
    return count;
}

int64_t branch_export(const struct parametric_tree *tree, struct arc *arcs)
{
    return export(tree, 0, arcs);
}

int64_t branch_export_all(const struct parametric_tree *tree, struct arc *arcs)
{
    return export(tree, 1, arcs);
}
