/* merged.c - places by a hash table, plans by the north-west corner.
 *
 * Each place keeps its points in a row, one after the other, and every arc of a plan between places
 * takes from the next one that has some mass left, on both sides. If the arcs of the places are a
 * forest, as those of a tree with mass are, those of the points are one again: the points of a
 * place that an arc takes from follow each other, so that two arcs share at most one of them. So
 * there are fewer arcs than points.
 */
#include "transport/points/merged.h"

#include <stdlib.h>
#include <string.h>

#include "transport/points/kd_order.h"
#include "transport/points/point_subset.h"

/* Merging pays if at least one of so many points is equal to another. */
enum { RARE = 32 };

/* Points between two looks at the clock. */
enum { STEP = 1 << 16 };

static void layout(struct merged *merged, const struct points *points, struct arena *arena)
{
    int64_t nodes = 2;
    for (int side = 0; side < 2; side++) {
        int64_t count = points->side[side].count;
        nodes += count;
        merged->place[side] = arena_take(arena, count, sizeof *merged->place[side]);
        merged->first[side] = arena_take(arena, count + 1, sizeof *merged->first[side]);
        merged->members[side] = arena_take(arena, count, sizeof *merged->members[side]);
        merged->weights[side] = arena_take(arena, count, sizeof *merged->weights[side]);
        merged->left[side] = arena_take(arena, count, sizeof *merged->left[side]);
        merged->next[side] = arena_take(arena, count, sizeof *merged->next[side]);
    }
    merged->arcs = arena_take(arena, nodes, sizeof *merged->arcs);
}

/* ---- Places ------------------------------------------------------------- */

/* A table of points, one of each place: open addressing, at most half full. */
struct table {
    const double *at;
    int32_t dims;
    int32_t *slot; /* the place there, or -1 */
    int32_t *some; /* of each place, one of its points */
    uint64_t mask;
    int32_t
        *place[2]; /* what it finds: of each point, its place, in the order in which they are met */
    int32_t count[2]; /* places */
    void *memory;
};

static void layout_table(struct table *table, const struct points *points, struct arena *arena)
{
    int32_t n = points->side[POINTS_ROWS].count, m = points->side[POINTS_COLS].count;
    uint64_t slots = 2, longer = (uint64_t)(n > m ? n : m);
    while (slots < 2 * longer)
        slots *= 2;
    table->mask = slots - 1;
    table->slot = arena_take(arena, (int64_t)slots, sizeof *table->slot);
    table->some = arena_take(arena, (int64_t)longer, sizeof *table->some);
    table->place[POINTS_ROWS] = arena_take(arena, n, sizeof *table->place[0]);
    table->place[POINTS_COLS] = arena_take(arena, m, sizeof *table->place[0]);
}

static uint64_t hash_of(const double *at, int32_t dims)
{
    uint64_t hash = 0;
    for (int32_t k = 0; k < dims; k++) {
        double x = at[k] + 0.0; /* -0 is 0 */
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash * UINT64_C(0xbf58476d1ce4e5b9) >> 20;
}

static int are_equal(const struct table *table, int32_t i, int32_t other)
{
    const double *x = table->at + (int64_t)i * table->dims;
    const double *y = table->at + (int64_t)other * table->dims;
    for (int32_t k = 0; k < table->dims; k++)
        if (x[k] != y[k])
            return 0;
    return 1;
}

/* The place of point i; a new one gets the number *count. */
static int32_t place_of(struct table *table, int32_t i, int32_t *count)
{
    uint64_t at = hash_of(table->at + (int64_t)i * table->dims, table->dims) & table->mask;
    while (table->slot[at] >= 0 && !are_equal(table, i, table->some[table->slot[at]]))
        at = (at + 1) & table->mask;
    if (table->slot[at] < 0) {
        table->some[*count] = i;
        table->slot[at] = (*count)++;
    }
    return table->slot[at];
}

static parot_status find_side(struct table *table, const struct points *points, int side,
                              struct control *control)
{
    table->at = points->side[side].at;
    for (uint64_t k = 0; k <= table->mask; k++)
        table->slot[k] = -1;
    for (int32_t i = 0; i < points->side[side].count; i++) {
        if (i % STEP == 0)
            TRY(control_poll_part(control, "order", i, points->side[side].count));
        table->place[side][i] = place_of(table, i, &table->count[side]);
    }
    return PAROT_OK;
}

/* Works: what it allocates is in *table, also on failure. */
static parot_status find_places(struct table *table, const struct points *points,
                                struct control *control)
{
    struct arena arena = {0};
    layout_table(table, points, &arena);
    TRY(arena_open(&arena, control, NULL));
    layout_table(table, points, &arena);
    table->memory = arena.block;
    TRY(find_side(table, points, POINTS_ROWS, control));
    return find_side(table, points, POINTS_COLS, control);
}

/* ---- Members ------------------------------------------------------------ */

/* Places in k-d order of their own, from the order in which they were met. */
static parot_status order_places(struct merged *merged, const struct points *points, int side,
                                 const int32_t *place, struct points *met, struct control *control)
{
    struct point_set *set = &merged->points.side[side];
    int32_t count = points->side[side].count, *number = merged->next[side];
    for (int32_t i = count; i-- > 0;)
        subset_copy(met, points, (enum points_side)side, i, place[i]);
    TRY(kd_order(met->side[side].at, set->count, met->dims, set->of, control));
    for (int32_t k = 0; k < set->count; k++)
        number[set->of[k]] = k;
    for (int32_t i = count; i-- > 0;) {
        merged->place[side][i] = number[place[i]];
        subset_copy(&merged->points, points, (enum points_side)side, i, merged->place[side][i]);
    }
    return PAROT_OK;
}

static void list_members(struct merged *merged, int side, int32_t count)
{
    int32_t places = merged->points.side[side].count, *first = merged->first[side];
    memset(first, 0, ((size_t)places + 1) * sizeof *first);
    for (int32_t i = 0; i < count; i++)
        first[merged->place[side][i]]++;
    for (int32_t k = 1; k <= places; k++)
        first[k] += first[k - 1];
    for (int32_t i = count; i-- > 0;)
        merged->members[side][--first[merged->place[side][i]]] = i;
}

/* Works: what it opens is in *merged and *met, also on failure. */
static parot_status merge(struct merged *merged, const struct points *points,
                          const struct table *table, struct points *met, struct control *control)
{
    struct arena arena = {0};
    layout(merged, points, &arena);
    TRY(arena_open(&arena, control, NULL));
    layout(merged, points, &arena);
    merged->memory = arena.block;
    TRY(subset_open(&merged->points, points, table->count[POINTS_ROWS], table->count[POINTS_COLS],
                    control));
    TRY(subset_open(met, points, table->count[POINTS_ROWS], table->count[POINTS_COLS], control));
    for (int side = 0; side < 2; side++) {
        TRY(order_places(merged, points, side, table->place[side], met, control));
        list_members(merged, side, points->side[side].count);
    }
    return PAROT_OK;
}

/* Are there enough equal points? */
static int is_worth_it(const struct table *table, const struct points *points)
{
    int64_t all = (int64_t)points->side[0].count + points->side[1].count;
    int64_t equal = all - table->count[0] - table->count[1];
    return equal > 0 && equal >= all / RARE;
}

parot_status merged_open(struct merged *merged, const struct points *points,
                         struct control *control)
{
    struct table table = {.dims = points->dims};
    struct points met = {0};
    *merged = (struct merged){0};
    parot_status status = find_places(&table, points, control);
    if (status == PAROT_OK && is_worth_it(&table, points))
        status = merge(merged, points, &table, &met, control);
    points_close(&met);
    block_free(table.memory);
    return status;
}

void merged_close(struct merged *merged)
{
    points_close(&merged->points);
    block_free(merged->memory);
    *merged = (struct merged){0};
}

/* ---- Masses and plans --------------------------------------------------- */

/* No place can use more than the mass. A little more is kept, so that none of those with more is
 * ever full: its price is 0. */
static void sum_side(const struct merged *merged, int side, unit_count most,
                     const unit_count *weights, unit_count *to)
{
    for (int32_t k = 0; k < merged->points.side[side].count; k++) {
        to[k] = 0;
        for (int32_t at = merged->first[side][k]; at < merged->first[side][k + 1]; at++) {
            unit_count weight = weights[merged->members[side][at]];
            to[k] = weight > most - to[k] ? most : to[k] + weight;
        }
    }
}

void merged_units(const struct merged *merged, const struct units *points, struct units *places)
{
    unit_count most = points->mass + (points->mass >> 48) + 1;
    struct units sums = *points;
    sums.row = places->row;
    sums.col = places->col;
    sum_side(merged, POINTS_ROWS, most, points->row, sums.row);
    sum_side(merged, POINTS_COLS, most, points->col, sums.col);
    *places = sums;
}

/* The next point of a place that has some mass left. */
static int32_t next_of(const struct merged *merged, int side, int32_t place)
{
    int32_t *at = &merged->next[side][place];
    while (merged->left[side][merged->members[side][*at]] == 0)
        ++*at;
    return merged->members[side][*at];
}

static int compare_arcs(const void *x, const void *y)
{
    const struct arc *a = x, *b = y;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    return (a->col > b->col) - (a->col < b->col);
}

/* Deals one arc of the places out; returns how many arcs of the points there are then. */
static int64_t deal(struct merged *merged, const struct arc *arc, int32_t n, int64_t count)
{
    int32_t row = arc->row, col = arc->col - merged->points.side[POINTS_ROWS].count - 1;
    for (unit_count flow = arc->flow; flow > 0;) {
        int32_t i = next_of(merged, POINTS_ROWS, row), j = next_of(merged, POINTS_COLS, col);
        unit_count *p = &merged->left[POINTS_ROWS][i], *q = &merged->left[POINTS_COLS][j];
        unit_count most = *p < *q ? *p : *q, dealt = flow < most ? flow : most;
        merged->arcs[count++] = (struct arc){i, n + 1 + j, dealt};
        *p -= dealt;
        *q -= dealt;
        flow -= dealt;
    }
    return count;
}

int64_t merged_deal(struct merged *merged, const struct points *points, const struct arc *arcs,
                    int64_t count)
{
    int64_t dealt = 0;
    for (int side = 0; side < 2; side++) {
        size_t places = (size_t)merged->points.side[side].count;
        memcpy(merged->left[side], merged->weights[side],
               (size_t)points->side[side].count * sizeof *merged->left[side]);
        memcpy(merged->next[side], merged->first[side], places * sizeof *merged->next[side]);
    }
    for (int64_t k = 0; k < count; k++)
        dealt = deal(merged, &arcs[k], points->side[POINTS_ROWS].count, dealt);
    qsort(merged->arcs, (size_t)dealt, sizeof *merged->arcs, compare_arcs);
    return dealt;
}
