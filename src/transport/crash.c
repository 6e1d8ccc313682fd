/* crash.c - the matrix-minimum rule, and a tree around what it finds.
 *
 * Pairs are taken in the order of their costs, each with as much mass as still fits. A pair fills
 * its row or its column, so the pairs form a forest in which every part has at most one node with
 * mass left, except for the last pair, which may leave mass at both ends: that one ties the two
 * dummies together. All other nodes with mass left hang from their dummy.
 */
#include "transport/crash.h"

#include <assert.h>

#include "linalg/smallest.h"

/* Columns on a row's list. Longer lists cost more to make, shorter ones are made more often. */
enum { SHORTLIST = 8 };

void crash_layout(struct crash *crash, int32_t n, int32_t m, struct arena *arena)
{
    crash->row_left = arena_take(arena, n, sizeof *crash->row_left);
    crash->col_left = arena_take(arena, m, sizeof *crash->col_left);
    crash->values = arena_take(arena, m, sizeof *crash->values);
    crash->shortlist = arena_take(arena, n, SHORTLIST * sizeof *crash->shortlist);
    crash->listed = arena_take(arena, n, sizeof *crash->listed);
    crash->taken = arena_take(arena, n, sizeof *crash->taken);
    crash->heap = arena_take(arena, n, sizeof *crash->heap);
    crash->group = arena_take(arena, (int64_t)n + m + 2, sizeof *crash->group);
    crash->arcs = arena_take(arena, (int64_t)n + m + 2, sizeof *crash->arcs);
}

/* ---- Arcs, and what they connect ---------------------------------------- */

static int32_t find(int32_t *group, int32_t node)
{
    while (group[node] != node)
        node = group[node] = group[group[node]];
    return node;
}

/* Adds the arc unless its ends are connected already. */
static void connect(struct crash *crash, int32_t row, int32_t col, int64_t flow)
{
    int32_t a = find(crash->group, row), b = find(crash->group, col);
    if (a == b)
        return;
    crash->group[a] = b;
    crash->arcs[crash->count++] = (struct arc){row, col, flow};
}

static void place(struct crash *crash, const struct costs *costs, int32_t i, int32_t j)
{
    int64_t row = crash->row_left[i], col = crash->col_left[j];
    int64_t flow = row < col ? row : col;
    flow = flow < crash->mass ? flow : crash->mass;
    crash->row_left[i] -= flow;
    crash->col_left[j] -= flow;
    crash->mass -= flow;
    int64_t before = crash->count;
    connect(crash, i, costs->n + 1 + j, flow);
    assert(crash->count == before + 1); /* pairs form a forest, as said above */
    (void)before;
}

/* ---- Rows in the order of their cheapest pair --------------------------- */

static int32_t best_col(const struct crash *crash, int32_t i)
{
    return crash->shortlist[(int64_t)i * SHORTLIST + crash->taken[i]];
}

/* The cheapest columns with room left; 0 when there are none. */
static int make_shortlist(struct crash *crash, const struct costs *costs, int32_t i)
{
    const double *c = costs->data + i * costs->stride;
    for (int32_t j = 0; j < costs->m; j++)
        crash->values[j] = crash->col_left[j] > 0 ? c[j] : INFINITY;
    crash->taken[i] = 0;
    crash->listed[i] = (int32_t)smallest_indices(crash->values, costs->m, SHORTLIST,
                                                 crash->shortlist + (int64_t)i * SHORTLIST);
    return crash->listed[i] > 0;
}

static int comes_before(const struct crash *crash, const struct costs *costs, int32_t a, int32_t b)
{
    double cost_a = costs->data[a * costs->stride + best_col(crash, a)];
    double cost_b = costs->data[b * costs->stride + best_col(crash, b)];
    return cost_a < cost_b || (cost_a == cost_b && a < b);
}

static void sift_down(struct crash *crash, const struct costs *costs, int32_t at)
{
    int32_t row = crash->heap[at];
    for (;;) {
        int32_t below = 2 * at + 1;
        if (below + 1 < crash->heap_size &&
            comes_before(crash, costs, crash->heap[below + 1], crash->heap[below]))
            below++;
        if (below >= crash->heap_size || !comes_before(crash, costs, crash->heap[below], row))
            break;
        crash->heap[at] = crash->heap[below];
        at = below;
    }
    crash->heap[at] = row;
}

static void fill_heap(struct crash *crash, const struct costs *costs)
{
    crash->heap_size = 0;
    for (int32_t i = 0; i < costs->n; i++)
        if (crash->row_left[i] > 0 && make_shortlist(crash, costs, i))
            crash->heap[crash->heap_size++] = i;
    for (int32_t at = crash->heap_size / 2 - 1; at >= 0; at--)
        sift_down(crash, costs, at);
}

/* Moves the top row on to its next column with room, or out of the heap. */
static void advance(struct crash *crash, const struct costs *costs)
{
    int32_t i = crash->heap[0];
    while (crash->taken[i] < crash->listed[i] && crash->col_left[best_col(crash, i)] == 0)
        crash->taken[i]++;
    int has_next = crash->row_left[i] > 0 &&
                   (crash->taken[i] < crash->listed[i] || make_shortlist(crash, costs, i));
    if (!has_next)
        crash->heap[0] = crash->heap[--crash->heap_size];
    if (crash->heap_size > 0)
        sift_down(crash, costs, 0);
}

static void place_cheapest(struct crash *crash, const struct costs *costs)
{
    fill_heap(crash, costs);
    while (crash->mass > 0 && crash->heap_size > 0) {
        int32_t i = crash->heap[0], j = best_col(crash, i);
        if (crash->col_left[j] > 0)
            place(crash, costs, i, j);
        if (crash->mass > 0)
            advance(crash, costs);
    }
}

/* What is left can only go through forbidden pairs; the simplex will get it out of them. */
static void place_anywhere(struct crash *crash, const struct costs *costs)
{
    int32_t i = 0, j = 0;
    while (crash->mass > 0) {
        if (crash->row_left[i] == 0)
            i++;
        else if (crash->col_left[j] == 0)
            j++;
        else
            place(crash, costs, i, j);
    }
}

/* ---- The tree ----------------------------------------------------------- */

static void begin(struct crash *crash, const struct costs *costs, const struct units *units)
{
    crash->count = 0;
    crash->mass = units->mass;
    for (int32_t i = 0; i < costs->n; i++)
        crash->row_left[i] = units->row[i];
    for (int32_t j = 0; j < costs->m; j++)
        crash->col_left[j] = units->col[j];
    for (int32_t node = 0; node < costs->n + costs->m + 2; node++)
        crash->group[node] = node;
}

/* Returns whether the dummy column is needed: some row has mass left. */
static int add_slack(struct crash *crash, const struct costs *costs, struct arc last)
{
    int rows_left = 0, cols_left = 0;
    for (int32_t i = 0; i < costs->n; i++)
        if (crash->row_left[i] > 0) {
            connect(crash, i, dummy_col(costs), crash->row_left[i]);
            rows_left = 1;
        }
    for (int32_t j = 0; j < costs->m; j++)
        if (crash->col_left[j] > 0) {
            connect(crash, dummy_row(costs), costs->n + 1 + j, crash->col_left[j]);
            cols_left = 1;
        }
    if (rows_left)
        connect(crash, last.row, dummy_col(costs), 0);
    if (cols_left)
        connect(crash, dummy_row(costs), last.col, 0);
    return rows_left;
}

void crash_tree(struct crash *crash, const struct costs *costs, const struct units *units,
                struct tree *tree)
{
    begin(crash, costs, units);
    place_cheapest(crash, costs);
    place_anywhere(crash, costs);

    /* Parts without mass left hang by an empty arc from a row, which points to the root. */
    struct arc last = crash->arcs[crash->count - 1];
    int32_t root = add_slack(crash, costs, last) ? dummy_col(costs) : last.col;
    for (int32_t i = 0; i < costs->n; i++)
        if (units->row[i] > 0)
            connect(crash, i, root, 0);
    tree_build(tree, costs, crash->arcs, crash->count, root);
}
