/* auction_forest.c - trees are rooted by parents. To link two of them, the smaller one is rooted
 * anew at the end of the arc, which turns one path around; a cycle is two such paths. */
#include "transport/auction/auction_forest.h"

void auction_forest_layout(struct auction_forest *forest, int32_t nodes, struct arena *arena)
{
    forest->nodes = nodes;
    forest->parent = arena_take(arena, nodes, sizeof *forest->parent);
    forest->flow = arena_take(arena, nodes, sizeof *forest->flow);
    forest->cost = arena_take(arena, nodes, sizeof *forest->cost);
    forest->group = arena_take(arena, nodes, sizeof *forest->group);
    forest->size = arena_take(arena, nodes, sizeof *forest->size);
    forest->mark = arena_take(arena, nodes, sizeof *forest->mark);
    forest->path = arena_take(arena, 2 * (int64_t)nodes, sizeof *forest->path);
}

void auction_forest_clear(struct auction_forest *forest)
{
    for (int32_t node = 0; node < forest->nodes; node++) {
        forest->parent[node] = TREE_NONE;
        forest->flow[node] = 0;
        forest->group[node] = node;
        forest->size[node] = 1;
        forest->mark[node] = -1;
    }
    forest->cycles = 0;
}

static int32_t find(int32_t *group, int32_t node)
{
    while (group[node] != node)
        node = group[node] = group[group[node]];
    return node;
}

/* Hangs `node` from `parent` by this arc. What was above `node`, up to a root or to `last`, whose
 * arc is forgotten, then hangs below it. */
static void hang(struct auction_forest *forest, int32_t node, int32_t last, int32_t parent,
                 unit_count flow, double cost)
{
    for (int is_last = 0; node != TREE_NONE && !is_last;) {
        int32_t above = forest->parent[node];
        unit_count above_flow = forest->flow[node];
        double above_cost = forest->cost[node];
        is_last = node == last;
        forest->parent[node] = parent;
        forest->flow[node] = flow;
        forest->cost[node] = cost;
        parent = node;
        node = above;
        flow = above_flow;
        cost = above_cost;
    }
}

static void link_trees(struct auction_forest *forest, struct arc arc, double cost)
{
    int32_t row = find(forest->group, arc.row), col = find(forest->group, arc.col);
    int is_row_small = forest->size[row] < forest->size[col];
    int32_t small = is_row_small ? row : col, large = is_row_small ? col : row;
    forest->group[small] = large;
    forest->size[large] += forest->size[small];
    if (is_row_small)
        hang(forest, arc.row, TREE_NONE, arc.col, arc.flow, cost);
    else
        hang(forest, arc.col, TREE_NONE, arc.row, arc.flow, cost);
}

/* One side of a cycle: nodes from an end of the new arc up to where the sides join. More flow on
 * the new arc takes it from the arcs above nodes 0, 2, ... and adds it to those above 1, 3, ... */
struct side {
    int32_t *node, length;
};

/* Both sides, a step at a time, until one of them meets the other; what it has too much is cut. */
static void walk_up(struct auction_forest *forest, struct arc arc, struct side side[2])
{
    int32_t at[2] = {arc.row, arc.col}, stamp = (int32_t)(forest->cycles & 0x3fffffff);
    int32_t join = TREE_NONE;
    side[0] = (struct side){forest->path, 0};
    side[1] = (struct side){forest->path + forest->nodes, 0};
    for (int s = 0; join == TREE_NONE; s = !s) {
        if (at[s] == TREE_NONE)
            continue;
        if (forest->mark[at[s]] == stamp) {
            join = at[s];
            break;
        }
        forest->mark[at[s]] = stamp;
        side[s].node[side[s].length++] = at[s];
        at[s] = forest->parent[at[s]];
    }
    for (int s = 0; s < 2; s++)
        for (int32_t k = 0; k < side[s].length; k++)
            if (side[s].node[k] == join)
                side[s].length = k;
}

/* What one more unit on the new arc costs. */
static double cycle_cost(const struct auction_forest *forest, const struct side side[2],
                         double cost)
{
    for (int s = 0; s < 2; s++)
        for (int32_t k = 0; k < side[s].length; k++)
            cost += (k % 2 == 0 ? -1 : 1) * forest->cost[side[s].node[k]];
    return cost;
}

/* The arc that runs empty first when flow is taken from the arcs above nodes `parity`, parity + 2,
 * ...: its side, its place; and how much it has. -1: none has less than `flow`. */
struct leaving {
    int side;
    int32_t place;
    unit_count flow;
};

static struct leaving find_leaving(const struct auction_forest *forest, const struct side side[2],
                                   int parity, unit_count flow)
{
    struct leaving leaving = {-1, 0, flow};
    for (int s = 0; s < 2; s++)
        for (int32_t k = parity; k < side[s].length; k += 2)
            if (forest->flow[side[s].node[k]] < leaving.flow)
                leaving = (struct leaving){s, k, forest->flow[side[s].node[k]]};
    return leaving;
}

static void cancel_cycle(struct auction_forest *forest, struct arc arc, double cost)
{
    struct side side[2];
    walk_up(forest, arc, side);
    int is_more = cycle_cost(forest, side, cost) <= 0;
    struct leaving leaving =
        find_leaving(forest, side, is_more ? 0 : 1, is_more ? MOST_UNITS : arc.flow);
    unit_count push = is_more ? leaving.flow : -leaving.flow;
    for (int s = 0; s < 2; s++)
        for (int32_t k = 0; k < side[s].length; k++)
            forest->flow[side[s].node[k]] += k % 2 == 0 ? -push : push;
    forest->cycles++;
    if (leaving.side < 0) /* the new arc itself ran empty */
        return;
    int32_t last = side[leaving.side].node[leaving.place];
    if (leaving.side == 0)
        hang(forest, arc.row, last, arc.col, arc.flow + push, cost);
    else
        hang(forest, arc.col, last, arc.row, arc.flow + push, cost);
}

void auction_forest_add(struct auction_forest *forest, struct arc arc, double cost)
{
    if (find(forest->group, arc.row) == find(forest->group, arc.col))
        cancel_cycle(forest, arc, cost);
    else
        link_trees(forest, arc, cost);
}
