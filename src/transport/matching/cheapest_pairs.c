/* cheapest_pairs.c - shortest paths, one for each pair (Jonker and Volgenant 1987, on lists).
 *
 * Prices are kept with c_ij - u_i - v_j >= 0 for pairs that are not made, <= 0 for those that are,
 * and v_j = 0 where there is room. A left node that has room looks for the cheapest chain of
 * exchanges that ends at a right node with room: a shortest path by these differences, none of
 * which is negative in the direction in which it is walked. Nodes nearer than the end get their
 * prices changed by how much nearer they are, after which the path costs nothing and is followed.
 *
 * With a price a chain may also end at a left node, which gives up a pair: as if each had a node of
 * its own that costs the price.
 *
 * A search reaches about as many nodes as there are for each right node with room. All
 * searches together take about m log m, unless paths are forced to be long.
 */
#include "transport/matching/listed_matching.h"

#include <math.h>

/* Nodes reached between two looks at the clock, some 10 ms. */
enum { WORK = 1 << 15 };

/* ---- The heap ----------------------------------------------------------- */

/* Four below each: sifting down is what costs, and reads neighbours. */
enum { BELOW = 4 };

static void heap_up(struct cheapest_pairs *cheapest, int32_t at, int32_t item, double key)
{
    while (at > 0) {
        int32_t above = (at - 1) / BELOW;
        if (!(key < cheapest->heap.key[above]))
            break;
        cheapest->heap.key[at] = cheapest->heap.key[above];
        cheapest->heap.item[at] = cheapest->heap.item[above];
        cheapest->heap.place[cheapest->heap.item[at]] = at;
        at = above;
    }
    cheapest->heap.key[at] = key;
    cheapest->heap.item[at] = item;
    cheapest->heap.place[item] = at;
}

/* Inserts the node, or lowers its key. */
static void heap_lower(struct cheapest_pairs *cheapest, int32_t item, double key)
{
    int32_t at = cheapest->heap.place[item];
    heap_up(cheapest, at < 0 ? cheapest->heap.count++ : at, item, key);
}

static int32_t heap_pop(struct cheapest_pairs *cheapest)
{
    int32_t *items = cheapest->heap.item, *place = cheapest->heap.place;
    double *keys = cheapest->heap.key;
    int32_t top = items[0], count = --cheapest->heap.count, at = 0, item = items[count];
    double key = keys[count];
    place[top] = -1;
    while (count > 0) {
        int32_t first = BELOW * at + 1, least = first;
        if (first >= count)
            break;
        for (int32_t k = first + 1; k < first + BELOW && k < count; k++)
            least = keys[k] < keys[least] ? k : least;
        if (!(keys[least] < key))
            break;
        keys[at] = keys[least];
        items[at] = items[least];
        place[items[at]] = at;
        at = least;
    }
    if (count > 0) {
        keys[at] = key;
        items[at] = item;
        place[item] = at;
    }
    return top;
}

/* ---- A search ----------------------------------------------------------- */

/* Where the best path known ends: at a right node with room, or at a left one (rights + i). */
struct path_end {
    double distance;
    int32_t node;
};

static inline double at_least_zero(double x)
{
    return x > 0 ? x : 0;
}

static void note_reached(struct cheapest_pairs *cheapest, int32_t *reached, int32_t node)
{
    if (cheapest->distance[node] == INFINITY)
        cheapest->reached[(*reached)++] = node;
}

/* A left node at this distance: its pairs that are not made lead on. */
static void leave_left(struct cheapest_pairs *cheapest, int32_t i, double distance,
                       struct path_end *end, int32_t *reached)
{
    const struct pair_side *side = cheapest->side;
    const double *cost = side->cost, *v = cheapest->right_price;
    double u = cheapest->left_price[i];
    if (distance + at_least_zero(cheapest->price - u) < end->distance)
        *end = (struct path_end){distance + at_least_zero(cheapest->price - u), side->rights + i};
    for (int32_t e = side->begin[i]; e < side->begin[i + 1]; e++) {
        int32_t j = side->right[e];
        double found = distance + at_least_zero(cost[e] - u - v[j]);
        if (!(found < end->distance) || !(found < cheapest->distance[j]) || side->is_made[e])
            continue;
        note_reached(cheapest, reached, j);
        cheapest->distance[j] = found;
        cheapest->from[j] = e;
        cheapest->parent[j] = i;
        if (side->right_room[j] > 0)
            *end = (struct path_end){found, j};
        else
            heap_lower(cheapest, j, found);
    }
}

/* A full right node at this distance: pairs that it has may be given up. */
static void leave_right(struct cheapest_pairs *cheapest, int32_t j, double distance,
                        struct path_end *end, int32_t *reached)
{
    const struct pair_side *side = cheapest->side;
    int32_t begin = side->slot_begin[j];
    for (int32_t slot = begin; slot < begin + side->slot_count[j]; slot++) {
        int32_t i = side->slot_left[slot], node = side->rights + i;
        double excess =
            cheapest->right_price[j] + cheapest->left_price[i] - side->cost[side->slot_pair[slot]];
        double found = distance + at_least_zero(excess);
        if (!(found < cheapest->distance[node]) || !(found < end->distance))
            continue;
        note_reached(cheapest, reached, node);
        cheapest->distance[node] = found;
        cheapest->from[node] = slot;
        if (found <= distance)
            leave_left(cheapest, i, found, end, reached);
        else
            heap_lower(cheapest, node, found);
    }
}

/* ---- After a search ----------------------------------------------------- */

static void change_prices(struct cheapest_pairs *cheapest, double distance, int32_t reached)
{
    int32_t rights = cheapest->side->rights;
    for (int32_t k = 0; k < reached; k++) {
        int32_t node = cheapest->reached[k];
        double nearer = distance - cheapest->distance[node];
        cheapest->distance[node] = INFINITY;
        if (nearer > 0 && node < rights)
            cheapest->right_price[node] -= nearer;
        else if (nearer > 0)
            cheapest->left_price[node - rights] += nearer;
    }
    for (int32_t k = 0; k < cheapest->heap.count; k++)
        cheapest->heap.place[cheapest->heap.item[k]] = -1;
    cheapest->heap.count = 0;
}

/* The pairs along the path change places, from its end to the left node `from`. */
static void follow_path(struct cheapest_pairs *cheapest, int32_t from, int32_t end)
{
    struct pair_side *side = cheapest->side;
    int32_t left = end - side->rights;
    if (end < side->rights) {
        left = cheapest->parent[end];
        pair_make(side, left, cheapest->from[end]);
        side->left_room[left]++;
    }
    while (left != from) {
        int32_t slot = cheapest->from[side->rights + left], old = side->slot_pair[slot];
        int32_t right = side->right[old], pair = cheapest->from[right];
        side->is_made[old] = 0;
        left = cheapest->parent[right];
        side->slot_pair[slot] = pair;
        side->slot_left[slot] = left;
        side->is_made[pair] = 1;
    }
    side->left_room[from]--;
}

/* The unit of room of a left node gets its pair, or with a price perhaps none. */
static void place_left(struct cheapest_pairs *cheapest, int32_t from)
{
    const struct pair_side *side = cheapest->side;
    struct path_end end = {INFINITY, -1};
    int32_t reached = 0;
    note_reached(cheapest, &reached, side->rights + from);
    cheapest->distance[side->rights + from] = 0;
    leave_left(cheapest, from, 0, &end, &reached);
    while (cheapest->heap.count > 0 && cheapest->heap.key[0] < end.distance) {
        double distance = cheapest->heap.key[0];
        int32_t node = heap_pop(cheapest);
        if (node < side->rights)
            leave_right(cheapest, node, distance, &end, &reached);
        else
            leave_left(cheapest, node - side->rights, distance, &end, &reached);
    }
    cheapest->searches++;
    cheapest->settled += reached;
    if (end.node >= 0)
        follow_path(cheapest, from, end.node);
    else
        cheapest->side->left_room[from]--; /* there is no room: most_pairs has excluded that */
    change_prices(cheapest, end.distance < INFINITY ? end.distance : 0, reached);
    if (end.node >= side->rights) /* what is left alone costs the price, to the last digit */
        cheapest->left_price[end.node - side->rights] = cheapest->price;
}

/* ---- Before the first --------------------------------------------------- */

/* u_i = the least cost of its pairs, and those that cost no more are made where there is room. */
static void take_least(struct cheapest_pairs *cheapest, int32_t i)
{
    struct pair_side *side = cheapest->side;
    double least = cheapest->price;
    for (int32_t e = side->begin[i]; e < side->begin[i + 1]; e++)
        least = fmin(least, side->cost[e] - cheapest->right_price[side->right[e]]);
    cheapest->left_price[i] = least;
    for (int32_t e = side->begin[i]; e < side->begin[i + 1] && side->left_room[i] > 0; e++) {
        int32_t j = side->right[e];
        if (side->cost[e] - cheapest->right_price[j] == least && least < cheapest->price &&
            side->right_room[j] > 0)
            pair_make(side, i, e);
    }
}

parot_status cheapest_pairs_find(struct cheapest_pairs *cheapest, struct control *control)
{
    struct pair_side *side = cheapest->side;
    int64_t settled = 0;
    int32_t nodes = side->lefts + side->rights;
    for (int32_t node = 0; node < nodes; node++) {
        cheapest->distance[node] = INFINITY;
        cheapest->heap.place[node] = -1;
    }
    for (int32_t i = 0; i < side->lefts; i++)
        if (side->left_room[i] > 0)
            take_least(cheapest, i);
    for (int32_t i = 0; i < side->lefts; i++)
        while (side->left_room[i] > 0) {
            place_left(cheapest, i);
            if (cheapest->settled - settled > WORK) {
                settled = cheapest->settled;
                TRY(control_poll_part(control, "prices", i, side->lefts));
            }
        }
    return PAROT_OK;
}
