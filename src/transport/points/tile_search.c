/* tile_search.c - nodes of the tree of columns wait in a queue by their bounds. A family whose turn
 * comes is searched block by block; when the lowest bound is above all limits, the tile is done.
 * The kernel says which pairs of a block can matter, and these are computed in double. */
#include "transport/points/tile_search.h"

#include <math.h>
#include <string.h>

#include "base/simd.h"

void tile_search_layout(struct tile_search *search, struct arena *arena)
{
    row_tile_layout(&search->tile, search->filter->cols->dims, arena);
    search->queue = arena_take(arena, search->filter->cols->count, sizeof *search->queue);
}

/* ---- Nodes that wait ---------------------------------------------------- */

static int is_lower(const struct waiting *a, const struct waiting *b)
{
    return a->bound < b->bound || (a->bound == b->bound && a->node.number < b->node.number);
}

static void push(struct tile_search *search, struct waiting entry)
{
    struct waiting *queue = search->queue;
    int32_t at = search->waiting++;
    for (; at > 0 && is_lower(&entry, &queue[(at - 1) / 2]); at = (at - 1) / 2)
        queue[at] = queue[(at - 1) / 2];
    queue[at] = entry;
}

static struct waiting pop(struct tile_search *search)
{
    struct waiting *queue = search->queue, first = queue[0], last = queue[--search->waiting];
    int32_t at = 0, count = search->waiting;
    for (int32_t child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && is_lower(&queue[child + 1], &queue[child]))
            child++;
        if (!is_lower(&queue[child], &last))
            break;
        queue[at] = queue[child];
        at = child;
    }
    queue[at] = last;
    return first;
}

/* Nodes whose pairs are all above the limits, or known, are not looked at again. */
static int is_out(const struct tile_search *search, double bound, struct block_node node)
{
    return bound > search->tile.highest_limit || filter_is_out(search->filter, &search->tile, node);
}

static void push_node(struct tile_search *search, struct block_node node)
{
    double bound = filter_bound(search->filter, &search->tile, node);
    if (!is_out(search, bound, node))
        push(search, (struct waiting){bound, node});
}

/* ---- Pairs -------------------------------------------------------------- */

/* Whether a pair at or below the limit belongs in the answer. */
static int is_wanted(const struct tiles_query *query, int32_t row, int32_t col, double cost)
{
    const int32_t *listed = NULL;
    const double *listed_cost = NULL;
    if (query->offer) {
        query->offer(query->user, row, col, cost);
        return 0;
    }
    if (query->is_wanted)
        return query->is_wanted(query->user, row, col, cost);
    int32_t count = query->listed ? query->listed(query->user, row, &listed, &listed_cost) : 0;
    for (int32_t k = 0; k < count; k++)
        if (listed[k] == col)
            return 0;
    return 1;
}

/* Offers pairs of one row, from `begin` on; returns where the next row begins. */
static int32_t offer_row(struct tile_search *search, int32_t begin)
{
    const struct tiles_query *query = search->query;
    const struct hits *hits = &search->hits;
    int32_t row = hits->row[begin], i = row - search->tile.first, k = begin;
    struct lowest *list = &search->list[i];
    int is_plain = !query->is_wanted && !query->listed && !query->offer;
    for (; k < hits->count && hits->row[k] == row; k++) {
        int32_t col = hits->col[k];
        double cost = hits->cost[k], value = query->potential ? cost - query->potential[col] : cost;
        if (is_plain || (value <= list->limit && is_wanted(query, row, col, cost)))
            lowest_offer(list, value, cost, col);
    }
    lowest_tighten(list);
    row_tile_set_limit(&search->tile, i, list->limit);
    return k;
}

/* Computes the pairs that were found and offers those that are wanted. */
static void decide(struct tile_search *search)
{
    struct hits *hits = &search->hits;
    points_pair_costs(search->filter->points, search->query->side, hits->row, hits->col,
                      hits->count, hits->cost);
    for (int32_t k = 0; k < hits->count;)
        k = offer_row(search, k);
    search->decided += hits->count;
    hits->count = 0;
}

/* Columns from `first` on whose bits are set: six strips are two words. */
static int32_t columns_of(const uint16_t *hit, int32_t first, int32_t *col)
{
    uint64_t word[2] = {0};
    int32_t count = 0;
    memcpy(word, hit, TILE_STRIPS * sizeof *hit);
    for (int k = 0; k < 2; k++)
        for (uint64_t bits = word[k]; bits; bits &= bits - 1)
            col[count++] = first + 64 * k + lowest_bit((int64_t)bits);
    return count;
}

static int32_t all_columns(const struct tile_search *search, int32_t first, int32_t *col)
{
    int32_t count = min_count(search->filter->cols->set->count - first, TILE_COLS);
    for (int32_t k = 0; k < count; k++)
        col[k] = first + k;
    return count;
}

static void search_block(struct tile_search *search, struct block_node leaf)
{
    struct row_tile *tile = &search->tile;
    struct hits *hits = &search->hits;
    struct tile_task task;
    uint16_t hit[TILE_ROWS][TILE_STRIPS];
    int32_t first = leaf.begin * TILE_COLS;
    int is_filtered = filter_aim(search->filter, tile, leaf, &task);
    if (is_filtered)
        search->kernel(&task, hit);
    for (int32_t i = 0; i < tile->count; i++) {
        int32_t *col = hits->col + hits->count, count = 0;
        if (is_filtered)
            count = columns_of(hit[i], first, col);
        else if (tile->limit[i] > -INFINITY)
            count = all_columns(search, first, col);
        for (int32_t k = 0; k < count; k++)
            hits->row[hits->count + k] = tile->first + i;
        hits->count += count;
        if (hits->count >= HITS)
            decide(search);
    }
    if (hits->count > 0)
        decide(search);
    search->pairs += (int64_t)tile->count * TILE_COLS;
    row_tile_update(tile);
}

/* ---- Families ----------------------------------------------------------- */

/* Puts the blocks of a node among those found so far, by their bounds. */
static int32_t list_blocks(const struct tile_search *search, struct block_node node,
                           struct waiting *block, int32_t count)
{
    struct waiting entry = {filter_bound(search->filter, &search->tile, node), node};
    if (is_out(search, entry.bound, node))
        return count;
    if (node.count > 1) {
        count = list_blocks(search, block_left(node), block, count);
        return list_blocks(search, block_right(node), block, count);
    }
    int32_t at = count;
    for (; at > 0 && is_lower(&entry, &block[at - 1]); at--)
        block[at] = block[at - 1];
    block[at] = entry;
    return count + 1;
}

static void search_family(struct tile_search *search, struct block_node node)
{
    struct waiting block[FAMILY_BLOCKS];
    int32_t count = list_blocks(search, node, block, 0);
    for (int32_t k = 0; k < count && !search->is_stopped(search->user); k++)
        if (!is_out(search, block[k].bound, block[k].node))
            search_block(search, block[k].node);
}

static void set_limits(struct tile_search *search)
{
    const struct tiles_query *query = search->query;
    for (int32_t i = 0; i < search->tile.count; i++) {
        double limit = search->list[i].limit;
        row_tile_set_limit(&search->tile, i, limit);
        if (query->known_limit) {
            double rise = limit - query->known_limit[search->tile.first + i];
            search->tile.rise[i] = rise == 0 ? 0 : nextafter(rise, INFINITY);
        }
    }
    row_tile_update(&search->tile);
}

void tile_search_run(struct tile_search *search, int32_t tile)
{
    row_tile_load(&search->tile, search->filter, tile);
    set_limits(search);
    search->waiting = 0;
    if (search->tile.highest_limit > -INFINITY)
        push_node(search, block_root(search->filter->cols));
    while (search->waiting > 0 && !search->is_stopped(search->user)) {
        struct waiting next = pop(search);
        if (next.bound > search->tile.highest_limit)
            break;
        if (is_out(search, next.bound, next.node))
            continue;
        if (next.node.count <= FAMILY_BLOCKS)
            search_family(search, next.node);
        else {
            push_node(search, block_left(next.node));
            push_node(search, block_right(next.node));
        }
    }
    for (int32_t i = 0; i < search->tile.count; i++)
        lowest_finish(&search->list[i]);
}
