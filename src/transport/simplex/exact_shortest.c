/* exact_shortest.c - shortest paths along the lists, with arcs that a search of all pairs adds.
 *
 * The graph is that of exact_nearest.c. Nodes that exchange mass are at the same distance, since
 * their arc has length 0 both ways, and become one. Distances along candidates alone may be too
 * long; the search for violated pairs finds out, and what it finds becomes part of the graph, and
 * so on. After some rounds the rows that still have violated pairs are lowered.
 *
 * Distances are sums of lengths that are exact up to a last rounding (exact_refine.h): prices need
 * not be the least ones to the last digit, but they must be feasible, and the search sees to that.
 */
#include "transport/simplex/exact_shortest.h"

#include <string.h>

#include "base/heap.h"
#include "transport/simplex/exact_refine.h"

/* Searches of all pairs, at most. Each leaves a third of the violated rows: 10,000 points take
 * three, 40,000 take seven. */
enum { ROUNDS = 32 };

struct shortest {
    struct exact *exact;
    const uint64_t *a, *b;
    uint64_t *before;   /* the potentials there were */
    int32_t *part;      /* of each node: the one that stands for all it exchanges mass with */
    int32_t *next;      /* of each column: another one of its part, or TREE_NONE */
    int32_t *first_col; /* of each part */
    int64_t *begin;     /* of each column: its arcs are [begin, begin of the next) */
    int32_t *row;       /* of each arc */
    struct heap heap;   /* of parts, by distance */
    uint64_t *distance; /* of each part that has been reached */
    double *least;      /* the same rounded down; INFINITY: it has not */
};

static void layout(struct shortest *search, const struct exact *exact, struct arena *arena)
{
    int32_t nodes = exact->tree->nodes;
    int64_t arcs = exact_refine_room(exact);
    search->before = arena_take(arena, nodes, (size_t)exact->format.limbs * sizeof(uint64_t));
    search->part = arena_take(arena, nodes, sizeof *search->part);
    search->next = arena_take(arena, nodes, sizeof *search->next);
    search->first_col = arena_take(arena, nodes, sizeof *search->first_col);
    search->begin = arena_take(arena, (int64_t)nodes + 1, sizeof *search->begin);
    search->row = arena_take(arena, arcs, sizeof *search->row);
    search->distance = arena_take(arena, nodes, (size_t)exact->format.limbs * sizeof(uint64_t));
    search->least = arena_take(arena, nodes, sizeof *search->least);
    heap_layout(&search->heap, nodes, arena);
}

/* ---- The graph ---------------------------------------------------------- */

static int32_t part_of(int32_t *part, int32_t node)
{
    while (part[node] != node)
        node = part[node] = part[part[node]];
    return node;
}

/* Arcs with mass, except those of the dummy column, from which distances are counted. */
static void find_parts(struct shortest *search)
{
    const struct exact *exact = search->exact;
    const struct tree *tree = exact->tree;
    int32_t slack = dummy_col(&exact->costs);
    for (int32_t node = 0; node < tree->nodes; node++) {
        search->part[node] = node;
        search->first_col[node] = TREE_NONE;
    }
    for (int32_t node = 0; node < tree->nodes; node++)
        if (has_arc(tree, node) && tree->flow[node] > 0 && node != slack &&
            tree->node[node].parent != slack)
            search->part[part_of(search->part, node)] =
                part_of(search->part, tree->node[node].parent);
    for (int32_t node = 0; node < tree->nodes; node++)
        search->part[node] = part_of(search->part, node);
    for (int32_t col = exact->costs.n + 1; col < slack; col++) {
        int32_t *first = &search->first_col[search->part[col]];
        search->next[col] = *first;
        *first = col;
    }
}

/* What the lists have, by column. */
static void find_arcs(struct shortest *search)
{
    const struct exact *exact = search->exact;
    int32_t nodes = exact->tree->nodes, col;
    memset(search->begin, 0, ((size_t)nodes + 1) * sizeof *search->begin);
    for (int32_t row = 0; row < exact->costs.n; row++)
        for (int32_t k = 0; exact_refine_arc(exact, row, k, &col); k++)
            search->begin[col]++;
    for (int32_t node = 1; node <= nodes; node++)
        search->begin[node] += search->begin[node - 1];
    for (int32_t row = 0; row < exact->costs.n; row++)
        for (int32_t k = 0; exact_refine_arc(exact, row, k, &col); k++)
            search->row[--search->begin[col]] = row;
}

/* ---- Distances ---------------------------------------------------------- */

static uint64_t *distance_of(const struct shortest *search, int32_t part)
{
    return search->distance + (int64_t)part * search->exact->format.limbs;
}

/* `base` - x - y; base is NULL for 0. */
static void minus_both(const struct exact *exact, const uint64_t *base, const uint64_t *x,
                       const uint64_t *y, uint64_t *to)
{
    uint64_t zero[FIXED_MOST_LIMBS] = {0};
    fixed_subtract(exact->format.limbs, base ? base : zero, x, to);
    fixed_subtract(exact->format.limbs, to, y, to);
}

static void reach(struct shortest *search, int32_t node, const uint64_t *distance)
{
    const struct exact *exact = search->exact;
    int limbs = exact->format.limbs;
    int32_t part = search->part[node];
    if (search->least[part] < INFINITY &&
        !fixed_is_less(limbs, distance, distance_of(search, part)))
        return;
    memcpy(distance_of(search, part), distance, (size_t)limbs * sizeof *distance);
    search->least[part] = fixed_round_down(exact->format, distance);
    heap_set(&search->heap, part, search->least[part]);
}

/* From a column to the rows that list it. */
static void relax_rows(struct shortest *search, int32_t part, int32_t col)
{
    const struct exact *exact = search->exact;
    uint64_t offer[FIXED_MOST_LIMBS], length[FIXED_MOST_LIMBS];
    int limbs = exact->format.limbs;
    double least = search->least[part];
    fixed_subtract(limbs, distance_of(search, part), exact_potential(exact, col), offer);
    for (int64_t k = search->begin[col]; k < search->begin[col + 1]; k++) {
        int32_t row = search->row[k];
        double cost = raw_cost(&exact->costs, row, col), u = exact->up[row], v = exact->up[col];
        double size = least + fabs(cost) + fabs(u) + fabs(v);
        struct fixed_parts parts = fixed_parts_of(cost);
        if (least + (cost - v - u) - 0x1p-50 * size > search->least[search->part[row]] ||
            !fixed_has_room(exact->format, parts))
            continue;
        fixed_floor(exact->format, parts, length);
        fixed_add(limbs, length, offer, length);
        fixed_subtract(limbs, length, exact_potential(exact, row), length);
        reach(search, row, length);
    }
}

/* From all columns of a part: to rows c - x + w, and to the dummy row w - a. */
static void relax(struct shortest *search, int32_t part)
{
    const struct exact *exact = search->exact;
    uint64_t length[FIXED_MOST_LIMBS];
    for (int32_t col = search->first_col[part]; col != TREE_NONE; col = search->next[col]) {
        if (exact->tree->node[col].size == 0)
            continue;
        minus_both(exact, distance_of(search, part), exact_potential(exact, col), search->a,
                   length);
        reach(search, dummy_row(&exact->costs), length);
        relax_rows(search, part, col);
    }
}

/* To begin with, u_i = -x - b. */
static parot_status find_distances(struct shortest *search, struct control *control)
{
    const struct exact *exact = search->exact;
    uint64_t length[FIXED_MOST_LIMBS];
    int64_t settled = 0;
    heap_clear(&search->heap, exact->tree->nodes);
    search->heap.behind = search->distance;
    search->heap.limbs = exact->format.limbs;
    for (int32_t node = 0; node < exact->tree->nodes; node++)
        search->least[node] = INFINITY;
    for (int32_t row = 0; row < exact->costs.n; row++)
        if (exact->tree->node[row].size) {
            minus_both(exact, NULL, exact_potential(exact, row), search->b, length);
            reach(search, row, length);
        }
    while (search->heap.count > 0) {
        int32_t part = search->heap.item[0];
        if (settled++ % 1024 == 0)
            TRY(control_poll(control, exact->stage, exact->pivots, NAN, NAN));
        heap_remove(&search->heap, part);
        relax(search, part);
    }
    return PAROT_OK;
}

/* ---- Prices ------------------------------------------------------------- */

/* Potentials of rows grow by their distance, those of columns fall; the dummy column stays. */
static void shift(struct shortest *search)
{
    const struct exact *exact = search->exact;
    int limbs = exact->format.limbs;
    for (int32_t node = 0; node < dummy_col(&exact->costs); node++) {
        uint64_t *potential = exact_potential(exact, node);
        int32_t part = search->part[node];
        if (exact->tree->node[node].size == 0 || search->least[part] == INFINITY)
            continue;
        if (is_row(&exact->costs, node))
            fixed_add(limbs, potential, distance_of(search, part), potential);
        else
            fixed_subtract(limbs, potential, distance_of(search, part), potential);
    }
}

static void restore(struct shortest *search)
{
    const struct exact *exact = search->exact;
    memcpy(exact->potential, search->before, exact_bytes(exact));
}

/* Works: shifted potentials without a violated pair, or as few as there are after the last round;
 * *violated of the rows then have one. */
static parot_status find(struct shortest *search, struct control *control, int64_t *violated)
{
    struct exact *exact = search->exact;
    find_parts(search);
    for (int round = 0;; round++) {
        exact_look_again(exact);
        exact_refine_again(exact);
        find_arcs(search);
        TRY(find_distances(search, control));
        shift(search);
        TRY(exact_search_all(exact, control, violated));
        if (*violated == 0 || round == ROUNDS - 1)
            return PAROT_OK;
        restore(search);
    }
}

/* Works: the block in `arena` belongs to the caller. */
static parot_status replace(struct exact *exact, const uint64_t *a, const uint64_t *b,
                            struct arena *arena, struct control *control)
{
    struct shortest search = {.exact = exact, .a = a, .b = b};
    int64_t violated = 0;
    layout(&search, exact, arena);
    TRY(arena_open(arena, control, NULL));
    layout(&search, exact, arena);
    memcpy(search.before, exact->potential, exact_bytes(exact));
    parot_status status = find(&search, control, &violated);
    if (status == PAROT_OK && (violated == 0 || exact_lower(exact)))
        return PAROT_OK;
    restore(&search);
    return status;
}

parot_status exact_shortest(struct exact *exact, uint64_t *a, const uint64_t *b,
                            struct control *control)
{
    struct arena arena = {0};
    if (!exact->candidates) /* growth ended it, without lists: the prices stay as they are */
        return PAROT_UNPROVED;
    exact_refine_open(exact, control);
    if (!exact->refine)
        return PAROT_ENOMEM;
    parot_status status = replace(exact, a, b, &arena, control);
    block_free(arena.block);
    exact_refine_close(exact);
    return status;
}
