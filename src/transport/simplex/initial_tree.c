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
enum { SHORTLIST = SHORTLIST_COLUMNS };

/* Pairs of open rows and columns up to which lists are made row by row. */
static const double FEW_PAIRS = 0x1p20;

/* Costs looked at between two looks at the clock: some thousandths of a second. */
enum { POLL_COSTS = 1 << 20 };

/* From so many nodes on a run that has been stopped does not choose pairs by its lists, which would
 * take a second. */
enum { MANY_NODES = 1 << 20 };

void initial_tree_layout(struct initial_tree *initial, int32_t n, int32_t m, struct arena *arena)
{
    initial->row_left = arena_take(arena, n, sizeof *initial->row_left);
    initial->col_left = arena_take(arena, m, sizeof *initial->col_left);
    initial->group = arena_take(arena, (int64_t)n + m + 2, sizeof *initial->group);
    initial->arcs = arena_take(arena, (int64_t)n + m + 2, sizeof *initial->arcs);
}

void initial_tree_layout_search(struct initial_tree *initial, int32_t n, int32_t m,
                                struct arena *arena)
{
    initial->values = arena_take(arena, m, sizeof *initial->values);
    initial->open = arena_take(arena, m, sizeof *initial->open);
    initial->shortlist = arena_take(arena, n, SHORTLIST * sizeof *initial->shortlist);
    initial->cursor = arena_take(arena, n, sizeof *initial->cursor);
    initial->heap = arena_take(arena, n, sizeof *initial->heap);
}

/* ---- Arcs, and what they connect ---------------------------------------- */

static int32_t find(int32_t *group, int32_t node)
{
    while (group[node] != node)
        node = group[node] = group[group[node]];
    return node;
}

/* Adds the arc unless its ends are connected already. */
static void connect(struct initial_tree *initial, int32_t row, int32_t col, unit_count flow)
{
    int32_t a = find(initial->group, row), b = find(initial->group, col);
    if (a == b)
        return;
    initial->group[a] = b;
    initial->arcs[initial->count++] = (struct arc){row, col, flow};
}

static void place(struct initial_tree *initial, const struct costs *costs, int32_t i, int32_t j)
{
    unit_count row = initial->row_left[i], col = initial->col_left[j];
    unit_count flow = row < col ? row : col;
    flow = flow < initial->mass ? flow : initial->mass;
    initial->row_left[i] -= flow;
    initial->col_left[j] -= flow;
    initial->mass -= flow;
    int64_t before = initial->count;
    connect(initial, i, costs->n + 1 + j, flow);
    assert(initial->count == before + 1); /* pairs form a forest, as said above */
    (void)before;
}

/* ---- Rows in the order of their best pair ------------------------------- */

/* What a unit that moves from row i to column j earns, where the mass is free. */
static double earned(const struct costs *costs, int32_t i, int32_t j)
{
    return costs->price + unmatched_row(costs, i) + unmatched_col(costs, j);
}

/* Is there no room, or does the pair cost more than it may? */
static int is_closed(const struct initial_tree *initial, const struct costs *costs, int32_t i,
                     int32_t j)
{
    return initial->col_left[j] == 0 ||
           (costs->is_free && !(raw_cost(costs, i, costs->n + 1 + j) < earned(costs, i, j)));
}

/* Moves the cursor to the next column with room; 0: the list has none. */
static int settle(struct initial_tree *initial, const struct costs *costs, int32_t i)
{
    struct cursor *cursor = &initial->cursor[i];
    if (initial->row_left[i] == 0)
        return 0;
    while (cursor->next < cursor->end && is_closed(initial, costs, i, *cursor->next))
        cursor->next++;
    if (cursor->next == cursor->end)
        return 0;
    int32_t j = *cursor->next;
    cursor->key =
        raw_cost(costs, i, costs->n + 1 + j) - initial->guess.col[j] - initial->guess.row[i];
    return 1;
}

/* Columns that have become full leave the list of the open ones. */
static void list_open(struct initial_tree *initial)
{
    int32_t count = 0;
    for (int32_t k = 0; k < initial->open_count; k++)
        if (initial->col_left[initial->open[k]] > 0)
            initial->open[count++] = initial->open[k];
    initial->open_count = count;
}

/* Is it time to stop? Looked at after every so many costs; NULL: nobody is asked. */
static int is_over(struct initial_tree *initial, int64_t looked_at)
{
    initial->looked_at += looked_at;
    if (initial->control && !initial->is_over && initial->looked_at >= POLL_COSTS) {
        initial->looked_at = 0;
        initial->is_over = control_poll_part(initial->control, "simplex", 0, 0) != PAROT_OK;
    }
    return initial->is_over;
}

/* values[k] = C_ij of the k-th open column j */
static void read_open(struct initial_tree *initial, const struct costs *costs, int32_t i)
{
    if (costs->points)
        points_costs(costs->points, POINTS_ROWS, i, initial->open, initial->open_count,
                     initial->values);
    for (int32_t k = 0; !costs->points && k < initial->open_count; k++)
        initial->values[k] = cost_row(costs, i)[initial->open[k]];
}

/* The best of all columns with room left; 0 when there are none, or no time to look. */
static int make_shortlist(struct initial_tree *initial, const struct costs *costs, int32_t i)
{
    int32_t *list = initial->shortlist + (int64_t)i * SHORTLIST;
    if (initial->row_left[i] == 0 || is_over(initial, initial->open_count))
        return 0;
    list_open(initial);
    read_open(initial, costs, i);
    for (int32_t k = 0; k < initial->open_count; k++)
        initial->values[k] -= initial->guess.col[initial->open[k]];
    int64_t listed = smallest_indices(initial->values, initial->open_count, SHORTLIST, list);
    for (int64_t k = 0; k < listed; k++)
        list[k] = initial->open[list[k]];
    initial->cursor[i] = (struct cursor){list, list + listed, 0};
    return settle(initial, costs, i);
}

static int comes_before(const struct initial_tree *initial, int32_t a, int32_t b)
{
    double key_a = initial->cursor[a].key, key_b = initial->cursor[b].key;
    return key_a < key_b || (key_a == key_b && a < b);
}

static void sift_down(struct initial_tree *initial, int32_t at)
{
    int32_t row = initial->heap[at];
    for (;;) {
        int32_t below = 2 * at + 1;
        if (below + 1 < initial->heap_size &&
            comes_before(initial, initial->heap[below + 1], initial->heap[below]))
            below++;
        if (below >= initial->heap_size || !comes_before(initial, initial->heap[below], row))
            break;
        initial->heap[at] = initial->heap[below];
        at = below;
    }
    initial->heap[at] = row;
}

/* Rows whose list has a column with room: cursors are there, or lists are made for the purpose. */
static void fill_heap(struct initial_tree *initial, const struct costs *costs, int has_cursors)
{
    initial->heap_size = 0;
    for (int32_t i = 0; i < costs->n; i++)
        if (has_cursors ? settle(initial, costs, i) : make_shortlist(initial, costs, i))
            initial->heap[initial->heap_size++] = i;
    for (int32_t at = initial->heap_size / 2 - 1; at >= 0; at--)
        sift_down(initial, at);
}

/* Places mass until there is none or no row in the heap has a list left. Candidates that are used
 * up are not replaced (`remake`) as long as other rows have some. */
static void place_from_heap(struct initial_tree *initial, const struct costs *costs, int remake)
{
    while (initial->mass > 0 && initial->heap_size > 0 && !initial->is_over) {
        int32_t i = initial->heap[0];
        if (initial->col_left[*initial->cursor[i].next] > 0)
            place(initial, costs, i, *initial->cursor[i].next);
        if (!settle(initial, costs, i) && !(remake && make_shortlist(initial, costs, i)))
            initial->heap[0] = initial->heap[--initial->heap_size];
        if (initial->heap_size > 0)
            sift_down(initial, 0);
    }
}

static void place_candidates(struct initial_tree *initial, const struct costs *costs,
                             const struct candidates *candidates)
{
    for (int32_t i = 0; i < costs->n; i++) {
        struct candidate_list list = candidates_of(candidates, i);
        initial->cursor[i] = (struct cursor){list.col, list.col + list.count, 0};
    }
    fill_heap(initial, costs, 1);
    place_from_heap(initial, costs, 0);
}

/* Are there so many open rows and columns that looking at all pairs of them takes long? */
static int has_many_open(struct initial_tree *initial, const struct costs *costs)
{
    double rows = 0;
    list_open(initial);
    for (int32_t i = 0; i < costs->n; i++)
        rows += initial->row_left[i] > 0;
    return rows * initial->open_count > FEW_PAIRS;
}

/* What the candidates had no room for, through pairs of open rows and columns. */
static void place_rest(struct initial_tree *initial, const struct costs *costs)
{
    while (initial->mass > 0 && initial->search && !initial->is_over &&
           has_many_open(initial, costs)) {
        initial->is_over = !initial->search->list(initial->search, initial, costs);
        if (initial->is_over)
            break;
        fill_heap(initial, costs, 1);
        place_from_heap(initial, costs, 0);
    }
    if (initial->mass > 0) {
        fill_heap(initial, costs, 0);
        place_from_heap(initial, costs, 1);
    }
}

/* What is left can only go through forbidden pairs, out of which the simplex will get it; or there
 * is no time to choose. */
static int place_anywhere(struct initial_tree *initial, const struct costs *costs)
{
    int32_t i = 0, j = 0;
    while (initial->mass > 0) {
        if (initial->row_left[i] == 0)
            i++;
        else if (initial->col_left[j] == 0)
            j++;
        else if (find(initial->group, i) == find(initial->group, costs->n + 1 + j))
            return 0;
        else
            place(initial, costs, i, j);
    }
    return 1;
}

/* ---- The tree ----------------------------------------------------------- */

static void begin(struct initial_tree *initial, const struct costs *costs,
                  const struct units *units)
{
    initial->count = initial->looked_at = 0;
    initial->is_over = 0;
    initial->mass = units->mass;
    for (int32_t i = 0; i < costs->n; i++)
        initial->row_left[i] = units->row[i];
    for (int32_t j = 0; j < costs->m; j++) {
        initial->col_left[j] = units->col[j];
        if (initial->open)
            initial->open[j] = j;
    }
    initial->open_count = costs->m;
    for (int32_t node = 0; node < costs->n + costs->m + 2; node++)
        initial->group[node] = node;
}

/* Ties the dummies together by `last`, unless it is NULL. Returns whether the dummy column is
 * needed: some row has mass left. */
static int add_slack(struct initial_tree *initial, const struct costs *costs,
                     const struct arc *last)
{
    int rows_left = 0, cols_left = 0;
    for (int32_t i = 0; i < costs->n; i++)
        if (initial->row_left[i] > 0) {
            connect(initial, i, dummy_col(costs), initial->row_left[i]);
            rows_left = 1;
        }
    for (int32_t j = 0; j < costs->m; j++)
        if (initial->col_left[j] > 0) {
            connect(initial, dummy_row(costs), costs->n + 1 + j, initial->col_left[j]);
            cols_left = 1;
        }
    if (last && rows_left)
        connect(initial, last->row, dummy_col(costs), 0);
    if (last && cols_left)
        connect(initial, dummy_row(costs), last->col, 0);
    return rows_left;
}

/* Parts without mass left hang by an empty arc from a row, which points to the root. */
static void finish_tree(struct initial_tree *initial, const struct costs *costs,
                        const struct units *units, int32_t root, struct tree *tree)
{
    for (int32_t i = 0; i < costs->n; i++)
        if (units->row[i] > 0)
            connect(initial, i, root, 0);
    tree_build(tree, costs, initial->arcs, initial->count, root);
}

/* 0 if the arcs form a cycle. */
static int take_arcs(struct initial_tree *initial, const struct costs *costs,
                     const struct arc *arcs, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        struct arc arc = arcs[k];
        initial->row_left[arc.row] -= arc.flow;
        initial->col_left[arc.col - costs->n - 1] -= arc.flow;
        initial->mass -= arc.flow;
        connect(initial, arc.row, arc.col, arc.flow);
    }
    return initial->count == count;
}

int initial_tree_from_plan(struct initial_tree *initial, const struct costs *costs,
                           const struct units *units, const struct arc *arcs, int64_t count,
                           int is_free, struct tree *tree)
{
    struct arc last = count > 0 ? arcs[count - 1] : (struct arc){0, 0, 0};
    int32_t root = dummy_col(costs);
    begin(initial, costs, units);
    if (!take_arcs(initial, costs, arcs, count))
        return 0;
    int is_needed = add_slack(initial, costs, is_free ? NULL : &last);
    int64_t expected = initial->count + 1;
    if (is_free)
        connect(initial, dummy_row(costs), root, units->mass - initial->mass);
    else
        root = is_needed ? root : last.col;
    if (is_free && initial->count != expected)
        return 0;
    finish_tree(initial, costs, units, root, tree);
    return 1;
}

/* What is left goes anywhere. 0: that would close a cycle, which pairs of a row and a column with
 * mass left do not, unless the plan came from elsewhere. */
static int finish_plan(struct initial_tree *initial, const struct costs *costs,
                       const struct units *units, struct tree *tree)
{
    if (!place_anywhere(initial, costs))
        return 0;
    struct arc last = initial->arcs[initial->count - 1];
    int32_t root = add_slack(initial, costs, &last) ? dummy_col(costs) : last.col;
    finish_tree(initial, costs, units, root, tree);
    return 1;
}

void initial_tree_build(struct initial_tree *initial, const struct costs *costs,
                        const struct units *units, const struct candidates *candidates,
                        struct price_guess guess, struct tree *tree)
{
    begin(initial, costs, units);
    initial->guess = guess;
    if (initial->control && (int64_t)costs->n + costs->m > MANY_NODES)
        initial->is_over = control_poll_part(initial->control, "simplex", 0, 0) != PAROT_OK;
    if (costs->is_free) /* no pair is cut short, which would leave mass at both of its ends */
        initial->mass = MOST_UNITS / 2;
    if (!initial->is_over)
        place_candidates(initial, costs, candidates);
    if (costs->is_free) {
        int is_vertex =
            initial_tree_from_plan(initial, costs, units, initial->arcs, initial->count, 1, tree);
        assert(is_vertex); /* pairs form a forest */
        (void)is_vertex;
        return;
    }
    place_rest(initial, costs);
    finish_plan(initial, costs, units, tree);
}

void initial_tree_complete(struct initial_tree *initial, const struct costs *costs,
                           const struct units *units, const struct arc *arcs, int64_t count,
                           struct tree *tree)
{
    begin(initial, costs, units);
    if (take_arcs(initial, costs, arcs, count) && finish_plan(initial, costs, units, tree))
        return;
    begin(initial, costs, units);
    finish_plan(initial, costs, units, tree);
}

/* Nodes that a spanning tree must reach: those with mass, and the dummies that have an arc. */
static int64_t count_nodes(struct initial_tree *initial, const struct costs *costs,
                           const struct units *units)
{
    int64_t count = 0;
    for (int32_t i = 0; i < costs->n; i++)
        count += units->row[i] > 0;
    for (int32_t j = 0; j < costs->m; j++)
        count += units->col[j] > 0;
    int has_row = 0, has_col = 0;
    for (int64_t k = 0; k < initial->count; k++) {
        has_row |= initial->arcs[k].row == dummy_row(costs);
        has_col |= initial->arcs[k].col == dummy_col(costs);
    }
    return count + has_row + has_col;
}

int initial_tree_span(struct initial_tree *initial, const struct costs *costs,
                      const struct units *units, int64_t count, struct arc tie, struct tree *tree)
{
    begin(initial, costs, units);
    for (int64_t k = 0; k < count; k++)
        connect(initial, initial->arcs[k].row, initial->arcs[k].col, initial->arcs[k].flow);
    if (initial->count != count)
        return 0;
    connect(initial, tie.row, tie.col, tie.flow);
    if (initial->count + 1 != count_nodes(initial, costs, units))
        return 0;
    tree_build(tree, costs, initial->arcs, initial->count, tie.col);
    return 1;
}
