/* exact_nearest.c - shortest paths from the dummy column (Dijkstra), in integers.
 *
 * Where masses tie, the tree holds arcs without flow, and these may cost far more than anything in
 * use: the prices are right, but so large that doubles cannot hold what matters. Prices are then
 * not unique. Written with x_i = potential_i, w_j = -potential_j, and a, -b for the dummies, they
 * are all solutions of
 *
 *   x_i - w_j <= c_ij,   x_i <= -b,   a <= w_j,
 *
 * with equality where there is flow. The largest solution with the same b is the shortest distance
 * from the dummy column along these arcs: it has the least u_i = -b - x_i and lambda = -b - a.
 * Distances are counted beyond the known prices, so that every arc has a length >= 0:
 *
 *   dummy column -> row i: u_i     column j -> row i: c_ij - x_i + w_j, if allowed
 *   row i -> column j: 0, if there is flow     column j -> dummy row: w_j - a
 *   dummy row -> column j: 0, if there is flow
 *
 * The next node is found by looking at all of them, and so are the arcs with flow of a row: nodes^2
 * steps, as many as there are pairs to look at anyway. A heap would not change the order.
 */
#include "transport/simplex/exact_nearest.h"

#include <string.h>

enum state { UNREACHED, REACHED, SETTLED };

struct dijkstra {
    const struct exact *exact;
    const uint64_t *a, *b;
    uint64_t *distance; /* of each node, beyond its potential */
    double *most;       /* of each row: x_i + distance, rounded up */
    unsigned char *state;
};

static void layout(struct dijkstra *search, int32_t nodes, int limbs, struct arena *arena)
{
    search->distance = arena_take(arena, nodes, (size_t)limbs * sizeof *search->distance);
    search->most = arena_take(arena, nodes, sizeof *search->most);
    search->state = arena_take(arena, nodes, 1);
}

static uint64_t *distance_of(const struct dijkstra *search, int32_t node)
{
    return search->distance + (int64_t)node * search->exact->format.limbs;
}

static void reach(struct dijkstra *search, int32_t node, const uint64_t *distance)
{
    const struct exact *exact = search->exact;
    int limbs = exact->format.limbs;
    if (search->state[node] == SETTLED || exact->tree->node[node].size == 0 ||
        (search->state[node] == REACHED &&
         !fixed_is_less(limbs, distance, distance_of(search, node))))
        return;
    memcpy(distance_of(search, node), distance, (size_t)limbs * sizeof *distance);
    search->state[node] = REACHED;
    uint64_t sum[FIXED_MOST_LIMBS];
    fixed_add(limbs, exact_potential(exact, node), distance, sum);
    search->most[node] = fixed_round_up(exact->format, sum);
}

/* From a column to all rows that it would lower. Doubles tell nearly all others. */
static void relax_rows(struct dijkstra *search, int32_t col)
{
    const struct exact *exact = search->exact;
    const struct costs *costs = &exact->costs;
    int limbs = exact->format.limbs;
    uint64_t offer[FIXED_MOST_LIMBS], length[FIXED_MOST_LIMBS];
    fixed_subtract(limbs, distance_of(search, col), exact_potential(exact, col), offer);
    double least = fixed_round_down(exact->format, offer);
    for (int32_t row = 0; row < costs->n; row++) {
        double cost = raw_cost(costs, row, col);
        struct fixed_parts parts = fixed_parts_of(cost);
        if (!(cost < INFINITY) || search->state[row] == SETTLED ||
            cost + least > search->most[row] || !fixed_has_room(exact->format, parts))
            continue;
        fixed_floor(exact->format, parts, length);
        fixed_add(limbs, length, offer, length);
        fixed_subtract(limbs, length, exact_potential(exact, row), length);
        reach(search, row, length);
    }
}

/* w_j - a = -(potential_j + a) */
static void relax_dummy(struct dijkstra *search, int32_t col)
{
    const struct exact *exact = search->exact;
    int limbs = exact->format.limbs;
    uint64_t length[FIXED_MOST_LIMBS];
    fixed_subtract(limbs, distance_of(search, col), exact_potential(exact, col), length);
    fixed_subtract(limbs, length, search->a, length);
    int32_t dummy = dummy_row(&exact->costs);
    if (search->state[dummy] == SETTLED ||
        (search->state[dummy] == REACHED &&
         !fixed_is_less(limbs, length, distance_of(search, dummy))))
        return;
    memcpy(distance_of(search, dummy), length, (size_t)limbs * sizeof *length);
    search->state[dummy] = REACHED;
}

/* From a row, or the dummy row, along arcs with flow. */
static void relax_columns(struct dijkstra *search, int32_t row)
{
    const struct exact *exact = search->exact;
    const struct tree *tree = exact->tree;
    for (int32_t node = 0; node < tree->nodes; node++)
        if (has_arc(tree, node) && tree->flow[node] > 0 &&
            arc_row(tree, &exact->costs, node) == row) {
            int32_t col = arc_col(tree, &exact->costs, node);
            if (col != dummy_col(&exact->costs))
                reach(search, col, distance_of(search, row));
        }
}

/* The node to settle next, or TREE_NONE. */
static int32_t nearest(const struct dijkstra *search)
{
    int limbs = search->exact->format.limbs;
    int32_t best = TREE_NONE;
    for (int32_t node = 0; node < search->exact->tree->nodes; node++)
        if (search->state[node] == REACHED &&
            (best == TREE_NONE ||
             fixed_is_less(limbs, distance_of(search, node), distance_of(search, best))))
            best = node;
    return best;
}

/* u_i = -(potential_i + b), to begin with */
static void begin(struct dijkstra *search)
{
    const struct exact *exact = search->exact;
    int limbs = exact->format.limbs;
    for (int32_t row = 0; row < exact->costs.n; row++) {
        uint64_t length[FIXED_MOST_LIMBS] = {0};
        if (exact->tree->node[row].size == 0)
            continue;
        fixed_subtract(limbs, length, exact_potential(exact, row), length);
        fixed_subtract(limbs, length, search->b, length);
        reach(search, row, length);
    }
}

static parot_status settle_all(struct dijkstra *search, struct control *control)
{
    const struct costs *costs = &search->exact->costs;
    int64_t settled = 0;
    for (int32_t node = nearest(search); node != TREE_NONE; node = nearest(search)) {
        if (settled++ % 64 == 0)
            TRY(control_poll(control, search->exact->stage, search->exact->pivots, NAN, NAN));
        search->state[node] = SETTLED;
        if (is_row(costs, node)) {
            relax_columns(search, node);
        } else {
            relax_rows(search, node);
            relax_dummy(search, node);
        }
    }
    return PAROT_OK;
}

/* x grows by its distance, a as well; w does, so that the potential of a column falls. */
static void shift(struct dijkstra *search, struct exact *exact, uint64_t *a)
{
    const struct costs *costs = &exact->costs;
    int limbs = exact->format.limbs;
    for (int32_t node = 0; node < dummy_col(costs); node++) {
        uint64_t *potential = exact_potential(exact, node);
        if (search->state[node] != SETTLED || node == dummy_row(costs))
            continue;
        if (is_row(costs, node))
            fixed_add(limbs, potential, distance_of(search, node), potential);
        else
            fixed_subtract(limbs, potential, distance_of(search, node), potential);
    }
    if (search->state[dummy_row(costs)] == SETTLED)
        fixed_add(limbs, a, distance_of(search, dummy_row(costs)), a);
}

/* Works: the block in `arena` belongs to the caller. */
static parot_status find(struct exact *exact, uint64_t *a, const uint64_t *b, struct arena *arena,
                         struct control *control)
{
    struct dijkstra search = {.exact = exact, .a = a, .b = b};
    layout(&search, exact->tree->nodes, exact->format.limbs, arena);
    TRY(arena_open(arena, control, NULL));
    layout(&search, exact->tree->nodes, exact->format.limbs, arena);
    begin(&search);
    TRY(settle_all(&search, control));
    shift(&search, exact, a);
    return PAROT_OK;
}

parot_status exact_nearest(struct exact *exact, uint64_t *a, const uint64_t *b,
                           struct control *control)
{
    struct arena arena = {0};
    parot_status status = find(exact, a, b, &arena, control);
    block_free(arena.block);
    return status;
}
