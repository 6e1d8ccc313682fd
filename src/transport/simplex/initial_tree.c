/* initial_tree.c - the matrix-minimum rule, and a tree around what it finds.
 *
 * Pairs are taken in the order of C_ij - row price - column price, for guessed prices that may be
 * 0, each with as much mass as still fits: first among the candidates, then among all. A pair fills
 * its row or its column, so the pairs form a forest in which every part has at most one node with
 * mass left, except for the last pair, which may leave mass at both ends: that one ties the two
 * dummies together. All other nodes with mass left hang from their dummy. Once the user asks to
 * stop, what is left goes through any pairs, so that there is a plan.
 */
#include "transport/simplex/initial_tree.h"

#include <assert.h>

#include "linalg/smallest.h"

/* Columns on a row's list. Longer lists cost more to make, shorter ones are made more often. */
enum { SHORTLIST = 8 };

/* Costs looked at between two looks at the clock: some thousandths of a second. */
enum { POLL_COSTS = 1 << 20 };

void crash_layout(struct crash *crash, int32_t n, int32_t m, struct arena *arena)
{
    crash->row_left = arena_take(arena, n, sizeof *crash->row_left);
    crash->col_left = arena_take(arena, m, sizeof *crash->col_left);
    crash->values = arena_take(arena, m, sizeof *crash->values);
    crash->open = arena_take(arena, m, sizeof *crash->open);
    crash->shortlist = arena_take(arena, n, SHORTLIST * sizeof *crash->shortlist);
    crash->cursor = arena_take(arena, n, sizeof *crash->cursor);
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
static void connect(struct crash *crash, int32_t row, int32_t col, unit_count flow)
{
    int32_t a = find(crash->group, row), b = find(crash->group, col);
    if (a == b)
        return;
    crash->group[a] = b;
    crash->arcs[crash->count++] = (struct arc){row, col, flow};
}

static void place(struct crash *crash, const struct costs *costs, int32_t i, int32_t j)
{
    unit_count row = crash->row_left[i], col = crash->col_left[j];
    unit_count flow = row < col ? row : col;
    flow = flow < crash->mass ? flow : crash->mass;
    crash->row_left[i] -= flow;
    crash->col_left[j] -= flow;
    crash->mass -= flow;
    int64_t before = crash->count;
    connect(crash, i, costs->n + 1 + j, flow);
    assert(crash->count == before + 1); /* pairs form a forest, as said above */
    (void)before;
}

/* ---- Rows in the order of their best pair ------------------------------- */

/* Moves the cursor to the next column with room; 0: the list has none. */
static int settle(struct crash *crash, const struct costs *costs, int32_t i)
{
    struct cursor *cursor = &crash->cursor[i];
    while (cursor->next < cursor->end && crash->col_left[*cursor->next] == 0)
        cursor->next++;
    if (crash->row_left[i] == 0 || cursor->next == cursor->end)
        return 0;
    int32_t j = *cursor->next;
    cursor->key = costs->data[i * costs->stride + j] - crash->guess.col[j] - crash->guess.row[i];
    return 1;
}

/* Columns that have become full leave the list of the open ones. */
static void list_open(struct crash *crash)
{
    int32_t count = 0;
    for (int32_t k = 0; k < crash->open_count; k++)
        if (crash->col_left[crash->open[k]] > 0)
            crash->open[count++] = crash->open[k];
    crash->open_count = count;
}

/* Is it time to stop? Looked at after every so many costs; NULL: nobody is asked. */
static int is_over(struct crash *crash, int64_t looked_at)
{
    crash->looked_at += looked_at;
    if (crash->control && !crash->is_over && crash->looked_at >= POLL_COSTS) {
        crash->looked_at = 0;
        crash->is_over = control_poll_part(crash->control, "simplex", 0, 0) != PAROT_OK;
    }
    return crash->is_over;
}

/* The best of all columns with room left; 0 when there are none, or no time to look. */
static int make_shortlist(struct crash *crash, const struct costs *costs, int32_t i)
{
    const double *c = costs->data + i * costs->stride;
    int32_t *list = crash->shortlist + (int64_t)i * SHORTLIST;
    if (crash->row_left[i] == 0 || is_over(crash, crash->open_count))
        return 0;
    list_open(crash);
    for (int32_t k = 0; k < crash->open_count; k++)
        crash->values[k] = c[crash->open[k]] - crash->guess.col[crash->open[k]];
    int64_t listed = smallest_indices(crash->values, crash->open_count, SHORTLIST, list);
    for (int64_t k = 0; k < listed; k++)
        list[k] = crash->open[list[k]];
    crash->cursor[i] = (struct cursor){list, list + listed, 0};
    return settle(crash, costs, i);
}

static int comes_before(const struct crash *crash, int32_t a, int32_t b)
{
    double key_a = crash->cursor[a].key, key_b = crash->cursor[b].key;
    return key_a < key_b || (key_a == key_b && a < b);
}

static void sift_down(struct crash *crash, int32_t at)
{
    int32_t row = crash->heap[at];
    for (;;) {
        int32_t below = 2 * at + 1;
        if (below + 1 < crash->heap_size &&
            comes_before(crash, crash->heap[below + 1], crash->heap[below]))
            below++;
        if (below >= crash->heap_size || !comes_before(crash, crash->heap[below], row))
            break;
        crash->heap[at] = crash->heap[below];
        at = below;
    }
    crash->heap[at] = row;
}

/* Rows whose list has a column with room: first the candidates, later lists made for the purpose.
 */
static void fill_heap(struct crash *crash, const struct costs *costs,
                      const struct candidates *candidates)
{
    crash->heap_size = 0;
    for (int32_t i = 0; i < costs->n; i++) {
        if (candidates) {
            struct candidate_list list = candidates_of(candidates, i);
            crash->cursor[i] = (struct cursor){list.col, list.col + list.count, 0};
        }
        if (candidates ? settle(crash, costs, i) : make_shortlist(crash, costs, i))
            crash->heap[crash->heap_size++] = i;
    }
    for (int32_t at = crash->heap_size / 2 - 1; at >= 0; at--)
        sift_down(crash, at);
}

/* Places mass until there is none or no row in the heap has a list left. Candidates that are used
 * up are not replaced (`remake`) as long as other rows have some. */
static void place_from_heap(struct crash *crash, const struct costs *costs, int remake)
{
    while (crash->mass > 0 && crash->heap_size > 0 && !crash->is_over) {
        int32_t i = crash->heap[0];
        if (crash->col_left[*crash->cursor[i].next] > 0)
            place(crash, costs, i, *crash->cursor[i].next);
        if (!settle(crash, costs, i) && !(remake && make_shortlist(crash, costs, i)))
            crash->heap[0] = crash->heap[--crash->heap_size];
        if (crash->heap_size > 0)
            sift_down(crash, 0);
    }
}

/* What is left can only go through forbidden pairs, out of which the simplex will get it; or there
 * is no time to choose. */
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
    crash->count = crash->looked_at = 0;
    crash->is_over = 0;
    crash->mass = units->mass;
    for (int32_t i = 0; i < costs->n; i++)
        crash->row_left[i] = units->row[i];
    for (int32_t j = 0; j < costs->m; j++) {
        crash->col_left[j] = units->col[j];
        crash->open[j] = j;
    }
    crash->open_count = costs->m;
    for (int32_t node = 0; node < costs->n + costs->m + 2; node++)
        crash->group[node] = node;
}

/* Ties the dummies together by `last`, unless it is NULL. Returns whether the dummy column is
 * needed: some row has mass left. */
static int add_slack(struct crash *crash, const struct costs *costs, const struct arc *last)
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
    if (last && rows_left)
        connect(crash, last->row, dummy_col(costs), 0);
    if (last && cols_left)
        connect(crash, dummy_row(costs), last->col, 0);
    return rows_left;
}

/* Parts without mass left hang by an empty arc from a row, which points to the root. */
static void finish_tree(struct crash *crash, const struct costs *costs, const struct units *units,
                        int32_t root, struct tree *tree)
{
    for (int32_t i = 0; i < costs->n; i++)
        if (units->row[i] > 0)
            connect(crash, i, root, 0);
    tree_build(tree, costs, crash->arcs, crash->count, root);
}

void crash_tree(struct crash *crash, const struct costs *costs, const struct units *units,
                const struct candidates *candidates, struct price_guess guess, struct tree *tree)
{
    begin(crash, costs, units);
    crash->guess = guess;
    fill_heap(crash, costs, candidates);
    place_from_heap(crash, costs, 0);
    if (crash->mass > 0) {
        fill_heap(crash, costs, NULL);
        place_from_heap(crash, costs, 1);
    }
    place_anywhere(crash, costs);

    struct arc last = crash->arcs[crash->count - 1];
    int32_t root = add_slack(crash, costs, &last) ? dummy_col(costs) : last.col;
    finish_tree(crash, costs, units, root, tree);
}

/* 0 if the arcs form a cycle. */
static int take_arcs(struct crash *crash, const struct costs *costs, const struct arc *arcs,
                     int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        struct arc arc = arcs[k];
        crash->row_left[arc.row] -= arc.flow;
        crash->col_left[arc.col - costs->n - 1] -= arc.flow;
        crash->mass -= arc.flow;
        connect(crash, arc.row, arc.col, arc.flow);
    }
    return crash->count == count;
}

int crash_adopt(struct crash *crash, const struct costs *costs, const struct units *units,
                const struct arc *arcs, int64_t count, int is_free, struct tree *tree)
{
    struct arc last = count > 0 ? arcs[count - 1] : (struct arc){0, 0, 0};
    int32_t root = dummy_col(costs);
    begin(crash, costs, units);
    if (!take_arcs(crash, costs, arcs, count))
        return 0;
    int is_needed = add_slack(crash, costs, is_free ? NULL : &last);
    int64_t expected = crash->count + 1;
    if (is_free)
        connect(crash, dummy_row(costs), root, units->mass - crash->mass);
    else
        root = is_needed ? root : last.col;
    if (is_free && crash->count != expected)
        return 0;
    finish_tree(crash, costs, units, root, tree);
    return 1;
}

/* Nodes that a spanning tree must reach: those with mass, and the dummies that have an arc. */
static int64_t count_nodes(struct crash *crash, const struct costs *costs,
                           const struct units *units)
{
    int64_t count = 0;
    for (int32_t i = 0; i < costs->n; i++)
        count += units->row[i] > 0;
    for (int32_t j = 0; j < costs->m; j++)
        count += units->col[j] > 0;
    int has_row = 0, has_col = 0;
    for (int64_t k = 0; k < crash->count; k++) {
        has_row |= crash->arcs[k].row == dummy_row(costs);
        has_col |= crash->arcs[k].col == dummy_col(costs);
    }
    return count + has_row + has_col;
}

int crash_span(struct crash *crash, const struct costs *costs, const struct units *units,
               int64_t count, struct arc tie, struct tree *tree)
{
    begin(crash, costs, units);
    for (int64_t k = 0; k < count; k++)
        connect(crash, crash->arcs[k].row, crash->arcs[k].col, crash->arcs[k].flow);
    if (crash->count != count)
        return 0;
    connect(crash, tie.row, tie.col, tie.flow);
    if (crash->count + 1 != count_nodes(crash, costs, units))
        return 0;
    tree_build(tree, costs, crash->arcs, crash->count, tie.col);
    return 1;
}
