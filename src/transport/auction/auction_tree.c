/* auction_tree.c - parts are found from the parents in the forest; the way from a part to the root
 * is found backwards, from the columns that are tied already to the rows that list them. */
#include "transport/auction/auction_tree.h"

#include <string.h>

void auction_ties_layout(struct auction_ties *ties, int32_t nodes, struct arena *arena)
{
    ties->price = arena_take(arena, nodes, sizeof *ties->price);
    ties->part = arena_take(arena, nodes, sizeof *ties->part);
    ties->first = arena_take(arena, (int64_t)nodes + 1, sizeof *ties->first);
    ties->node = arena_take(arena, nodes, sizeof *ties->node);
    ties->tie = arena_take(arena, nodes, sizeof *ties->tie);
    ties->is_tied = arena_take(arena, nodes, sizeof *ties->is_tied);
    ties->arcs = arena_take(arena, nodes, sizeof *ties->arcs);
    heap_layout(&ties->heap, nodes, arena);
}

/* ---- Parts -------------------------------------------------------------- */

/* Puts a node and those above it into a part; price(node) = cost - price(parent). */
static void follow_up(struct auction_ties *ties, const struct auction_forest *forest, int32_t node)
{
    int32_t *path = ties->node, length = 0;
    while (ties->part[node] == TREE_NONE) {
        path[length++] = node;
        if (forest->parent[node] == TREE_NONE || forest->flow[node] == 0) {
            ties->part[node] = ties->parts++;
            length--;
            break;
        }
        node = forest->parent[node];
    }
    while (length > 0) {
        int32_t below = path[--length];
        ties->part[below] = ties->part[node];
        ties->price[below] = forest->cost[below] - ties->price[node];
        node = below;
    }
}

static void find_parts(struct auction_ties *ties, const struct auction_forest *forest)
{
    ties->parts = 0;
    for (int32_t node = 0; node < forest->nodes; node++)
        ties->part[node] = TREE_NONE;
    for (int32_t node = 0; node < forest->nodes; node++)
        if (ties->price[node] > -INFINITY)
            follow_up(ties, forest, node);
    for (int32_t k = 0; k <= ties->parts; k++)
        ties->first[k] = 0;
    for (int32_t node = 0; node < forest->nodes; node++)
        if (ties->part[node] != TREE_NONE)
            ties->first[ties->part[node]]++;
    for (int32_t k = 1; k <= ties->parts; k++)
        ties->first[k] += ties->first[k - 1];
    for (int32_t node = forest->nodes - 1; node >= 0; node--)
        if (ties->part[node] != TREE_NONE)
            ties->node[--ties->first[ties->part[node]]] = node;
}

/* The dummy column, or a column of the largest part. */
static int32_t choose_root(const struct auction_ties *ties, const struct costs *costs)
{
    int32_t largest = 0, root = dummy_col(costs);
    if (ties->part[root] != TREE_NONE)
        return root;
    for (int32_t k = 1; k < ties->parts; k++)
        if (ties->first[k + 1] - ties->first[k] > ties->first[largest + 1] - ties->first[largest])
            largest = k;
    root = ties->first[largest];
    while (is_row(costs, ties->node[root]))
        root++;
    return ties->node[root];
}

/* ---- Ties --------------------------------------------------------------- */

/* Ways are numbered column by column, without gaps: a third of the memory that portions would
 * take. */
static struct way *way_at(const struct auction *auction, int32_t number)
{
    return &auction->cell[number / AUCTION_WAYS].way[number % AUCTION_WAYS];
}

static int32_t first_way(const struct auction *auction, int32_t j)
{
    return j > 0 ? auction->slot[j - 1] : 0;
}

/* The arcs to each column, in place of the portions; slot[j] becomes the end of the ways to j. */
static void list_ways(struct auction *auction)
{
    int32_t count = 0;
    for (int32_t j = 0; j < auction->m; j++) {
        auction->slot[j] = count;
        count += auction->long_slot[j + 1] - auction->long_slot[j] - 2; /* rows that list j */
    }
    for (int32_t i = 0; i < auction->n; i++) {
        struct candidate_list list = candidates_of(auction->lists, i);
        for (int32_t k = 0; k < list.count; k++)
            if (auction_is_useful(auction, i, list.col[k], list.cost[k]))
                *way_at(auction, auction->slot[list.col[k]]++) = (struct way){i, k};
    }
}

/* A way from the component of `row` to that of `col`, which is tied at this distance from the root.
 */
static void offer_way(struct auction_ties *ties, double distance, int32_t row, int32_t col,
                      double cost)
{
    int32_t part = ties->part[row];
    if (part == TREE_NONE || ties->is_tied[part])
        return;
    double reduced = cost - ties->price[row] - ties->price[col];
    if (ties->heap.place[part] >= 0 && !(distance + reduced < ties->heap.key[part]))
        return;
    ties->tie[part] = (struct arc){row, col, 0};
    heap_set(&ties->heap, part, distance + reduced);
}

static void offer_ways_to(struct auction_ties *ties, const struct auction *auction,
                          const struct costs *costs, int32_t col, double distance)
{
    if (is_row(costs, col))
        return;
    if (col == dummy_col(costs)) {
        for (int32_t i = 0; i < auction->n; i++)
            offer_way(ties, distance, i, col, 0);
        return;
    }
    int32_t j = col - costs->n - 1;
    for (int32_t k = first_way(auction, j); k < auction->slot[j]; k++) {
        const struct way *way = way_at(auction, k);
        offer_way(ties, distance, way->row, col,
                  candidates_of(auction->lists, way->row).cost[way->place]);
    }
    offer_way(ties, distance, dummy_row(costs), col, 0);
}

/* A part from which no listed arc leads to the root takes any that does. */
static void offer_unlisted(struct auction_ties *ties, const struct costs *costs, int32_t root,
                           int32_t part)
{
    int32_t at = ties->first[part];
    while (!is_row(costs, ties->node[at]))
        at++;
    int32_t row = ties->node[at];
    offer_way(ties, 0, row, root, row == dummy_row(costs) ? 0 : raw_cost(costs, row, root));
}

static void tie_parts(struct auction_ties *ties, const struct auction *auction,
                      const struct costs *costs, int32_t root)
{
    memset(ties->is_tied, 0, (size_t)ties->parts);
    heap_clear(&ties->heap, ties->parts);
    heap_set(&ties->heap, ties->part[root], 0);
    for (int32_t next = 0;;) {
        while (ties->heap.count == 0 && next < ties->parts) {
            if (!ties->is_tied[next])
                offer_unlisted(ties, costs, root, next);
            next++;
        }
        if (ties->heap.count == 0)
            return;
        int32_t part = ties->heap.item[0];
        double distance = ties->heap.key[part];
        heap_remove(&ties->heap, part);
        ties->is_tied[part] = 1;
        for (int32_t k = ties->first[part]; k < ties->first[part + 1]; k++)
            offer_ways_to(ties, auction, costs, ties->node[k], distance);
    }
}

void auction_tree_build(struct auction_ties *ties, const struct auction_forest *forest,
                        struct auction *auction, const struct costs *costs, struct tree *tree)
{
    int64_t count = 0;
    find_parts(ties, forest);
    list_ways(auction);
    int32_t root = choose_root(ties, costs);
    tie_parts(ties, auction, costs, root);
    for (int32_t node = 0; node < forest->nodes; node++) {
        int32_t parent = forest->parent[node];
        if (parent == TREE_NONE || forest->flow[node] == 0)
            continue;
        ties->arcs[count++] = is_row(costs, node) ? (struct arc){node, parent, forest->flow[node]}
                                                  : (struct arc){parent, node, forest->flow[node]};
    }
    for (int32_t k = 0; k < ties->parts; k++)
        if (k != ties->part[root])
            ties->arcs[count++] = ties->tie[k];
    tree_build(tree, costs, ties->arcs, count, root);
}
