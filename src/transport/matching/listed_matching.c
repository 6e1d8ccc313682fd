/* listed_matching.c - first the most pairs, then the cheapest of each part.
 *
 * Every largest choice has the same pairs between the parts (listed_matching.h), so that these stay
 * as they are. In the short part all columns are full, and in the other all rows are: each is a
 * problem in which one side must be full, and the short part is turned for that. The pairs of the
 * first stage stay the answer until both parts have theirs.
 */
#include "transport/matching/listed_matching.h"

#include <math.h>
#include <string.h>

struct stage {
    struct matching *matching;
    struct pair_side side; /* rows on the left */
    struct most_pairs most;
    struct cheapest_pairs cheapest;
    uint8_t *is_cheapest; /* pairs of the second stage */
    int64_t slots;
};

/* The short part with columns on the left. */
struct turned {
    struct pair_side side;
    struct cheapest_pairs cheapest;
    int32_t *begin, *row, *pair;
    double *cost;
    int64_t slots;
};

/* ---- Memory ------------------------------------------------------------- */

static void layout_side(struct pair_side *side, int64_t slots, struct arena *arena)
{
    side->left_room = arena_take(arena, side->lefts, sizeof *side->left_room);
    side->right_room = arena_take(arena, side->rights, sizeof *side->right_room);
    side->slot_begin = arena_take(arena, side->rights + 1, sizeof *side->slot_begin);
    side->slot_count = arena_take(arena, side->rights, sizeof *side->slot_count);
    side->slot_pair = arena_take(arena, slots, sizeof *side->slot_pair);
    side->slot_left = arena_take(arena, slots, sizeof *side->slot_left);
}

static void layout_cheapest(struct cheapest_pairs *cheapest, int32_t nodes, struct arena *arena)
{
    cheapest->distance = arena_take(arena, nodes, sizeof *cheapest->distance);
    cheapest->from = arena_take(arena, nodes, sizeof *cheapest->from);
    cheapest->reached = arena_take(arena, nodes, sizeof *cheapest->reached);
    cheapest->parent = arena_take(arena, nodes, sizeof *cheapest->parent);
    cheapest->heap.item = arena_take(arena, nodes, sizeof *cheapest->heap.item);
    cheapest->heap.place = arena_take(arena, nodes, sizeof *cheapest->heap.place);
    cheapest->heap.key = arena_take(arena, nodes, sizeof *cheapest->heap.key);
}

static void layout_stage(struct stage *stage, int32_t rows, int32_t cols, int64_t pairs,
                         struct arena *arena)
{
    struct most_pairs *most = &stage->most;
    stage->side.lefts = rows;
    stage->side.rights = cols;
    layout_side(&stage->side, stage->slots, arena);
    layout_cheapest(&stage->cheapest, rows + cols, arena);
    stage->is_cheapest = arena_take(arena, pairs, sizeof *stage->is_cheapest);
    most->left_level = arena_take(arena, rows, sizeof *most->left_level);
    most->right_level = arena_take(arena, cols, sizeof *most->right_level);
    /* The two stages are never at work together. */
    most->next_left = stage->cheapest.reached;
    most->next_right = stage->cheapest.parent;
    most->queue = stage->cheapest.from;
    most->path = stage->cheapest.heap.item;
}

static void layout_turned(struct turned *turned, int32_t rows, int32_t cols, int64_t pairs,
                          struct arena *arena)
{
    turned->side.lefts = cols;
    turned->side.rights = rows;
    layout_side(&turned->side, turned->slots, arena);
    layout_cheapest(&turned->cheapest, rows + cols, arena);
    turned->begin = arena_take(arena, cols + 1, sizeof *turned->begin);
    turned->row = arena_take(arena, pairs, sizeof *turned->row);
    turned->pair = arena_take(arena, pairs, sizeof *turned->pair);
    turned->cost = arena_take(arena, pairs, sizeof *turned->cost);
    turned->side.is_made = arena_take(arena, pairs, sizeof *turned->side.is_made);
}

/* Slots that nodes with such room can fill. */
static int64_t count_slots(const int32_t *room, int32_t count, int32_t others, int64_t pairs)
{
    int64_t slots = 0;
    for (int32_t k = 0; k < count; k++)
        slots += !room ? 1 : room[k] < others ? room[k] : others;
    return slots < pairs ? slots : pairs;
}

void matching_measure(int32_t rows, int32_t cols, int64_t pairs, struct arena *arena)
{
    struct stage stage = {.slots = cols};
    struct turned turned = {.slots = rows};
    layout_stage(&stage, rows, cols, pairs, arena);
    layout_turned(&turned, rows, cols, pairs, arena);
}

/* ---- Sides -------------------------------------------------------------- */

/* slot_begin from how many pairs each right node has, and empties the slots. */
static void place_slots(struct pair_side *side, const int32_t *room)
{
    int32_t pairs = side->begin[side->lefts];
    memset(side->slot_count, 0, (size_t)side->rights * sizeof *side->slot_count);
    for (int32_t e = 0; e < pairs; e++)
        side->slot_count[side->right[e]]++;
    side->slot_begin[0] = 0;
    for (int32_t j = 0; j < side->rights; j++) {
        int32_t most = room ? room[j] : 1, count = side->slot_count[j];
        side->slot_begin[j + 1] = side->slot_begin[j] + (count < most ? count : most);
        side->slot_count[j] = 0;
    }
}

static void make_greedily(struct pair_side *side)
{
    for (int32_t i = 0; i < side->lefts; i++)
        for (int32_t e = side->begin[i]; e < side->begin[i + 1] && side->left_room[i] > 0; e++)
            if (side->right_room[side->right[e]] > 0)
                pair_make(side, i, e);
}

/* ---- The first stage ---------------------------------------------------- */

static void begin_stage(struct stage *stage)
{
    struct matching *matching = stage->matching;
    struct pair_side *side = &stage->side;
    side->begin = matching->pairs.begin;
    side->right = matching->pairs.col;
    side->cost = matching->pairs.cost;
    for (int32_t i = 0; i < side->lefts; i++)
        side->left_room[i] = matching_row_room(matching, i);
    for (int32_t j = 0; j < side->rights; j++)
        side->right_room[j] = matching_col_room(matching, j);
    place_slots(side, matching->col_room);
}

static void count_made(struct matching *matching)
{
    int32_t pairs = matching->pairs.begin[matching->pairs.rows];
    matching->made = 0;
    for (int32_t e = 0; e < pairs; e++)
        matching->made += matching->is_made[e];
}

static parot_status find_most(struct stage *stage, struct control *control)
{
    struct matching *matching = stage->matching;
    stage->side.is_made = matching->is_made;
    stage->most.side = &stage->side;
    make_greedily(&stage->side);
    parot_status status = most_pairs_find(&stage->most, control);
    matching->phases = stage->most.phases;
    count_made(matching);
    TRY(status);
    for (int32_t i = 0; i < stage->side.lefts; i++)
        matching->is_short_row[i] = stage->most.left_level[i] >= 0;
    for (int32_t j = 0; j < stage->side.rights; j++)
        matching->is_short_col[j] = stage->most.right_level[j] >= 0;
    return PAROT_OK;
}

/* ---- The second stage --------------------------------------------------- */

/* Rows that must be full, and room of the columns beside pairs between the parts. */
static void begin_full_rows(struct stage *stage)
{
    const struct matching *matching = stage->matching;
    const struct listed_pairs *pairs = &matching->pairs;
    begin_stage(stage);
    stage->side.is_made = stage->is_cheapest;
    for (int32_t i = 0; i < pairs->rows; i++) {
        if (!matching->is_short_row[i])
            continue;
        stage->side.left_room[i] = 0;
        for (int32_t e = pairs->begin[i]; e < pairs->begin[i + 1]; e++)
            if (matching->is_made[e] && !matching->is_short_col[pairs->col[e]])
                stage->side.right_room[pairs->col[e]]--;
    }
    for (int32_t j = 0; j < pairs->cols; j++)
        matching->col_price[j] = matching->is_short_col[j] ? -INFINITY : 0;
}

/* A row without room may have any price that suits its pairs. */
static void price_rows_without_room(const struct matching *matching)
{
    const struct listed_pairs *pairs = &matching->pairs;
    for (int32_t i = 0; i < pairs->rows; i++) {
        if (matching->is_short_row[i] || matching_row_room(matching, i) > 0)
            continue;
        double least = matching->price;
        for (int32_t e = pairs->begin[i]; e < pairs->begin[i + 1]; e++)
            least = fmin(least, pairs->cost[e] - matching->col_price[pairs->col[e]]);
        matching->row_price[i] = least < INFINITY ? least : 0;
    }
}

static parot_status fill_rows(struct stage *stage, struct control *control)
{
    struct matching *matching = stage->matching;
    struct cheapest_pairs *cheapest = &stage->cheapest;
    begin_full_rows(stage);
    cheapest->side = &stage->side;
    cheapest->price = matching->price;
    cheapest->left_price = matching->row_price;
    cheapest->right_price = matching->col_price;
    parot_status status = cheapest_pairs_find(cheapest, control);
    matching->searches += cheapest->searches;
    matching->settled += cheapest->settled;
    price_rows_without_room(matching);
    return status;
}

/* ---- The short part ----------------------------------------------------- */

static void turn_pairs(struct turned *turned, const struct matching *matching)
{
    const struct listed_pairs *pairs = &matching->pairs;
    memset(turned->begin, 0, (size_t)(pairs->cols + 1) * sizeof *turned->begin);
    for (int32_t i = 0; i < pairs->rows; i++)
        for (int32_t e = pairs->begin[i]; e < pairs->begin[i + 1]; e++)
            if (matching->is_short_row[i] && matching->is_short_col[pairs->col[e]])
                turned->begin[pairs->col[e] + 1]++;
    for (int32_t j = 0; j < pairs->cols; j++)
        turned->begin[j + 1] += turned->begin[j];
    for (int32_t i = 0; i < pairs->rows; i++)
        for (int32_t e = pairs->begin[i]; e < pairs->begin[i + 1]; e++) {
            int32_t j = pairs->col[e];
            if (!matching->is_short_row[i] || !matching->is_short_col[j])
                continue;
            int32_t at = turned->begin[j]++;
            turned->row[at] = i;
            turned->pair[at] = e;
            turned->cost[at] = pairs->cost[e];
        }
    for (int32_t j = pairs->cols; j > 0; j--)
        turned->begin[j] = turned->begin[j - 1];
    turned->begin[0] = 0;
}

static void begin_turned(struct turned *turned, struct matching *matching)
{
    const struct listed_pairs *pairs = &matching->pairs;
    struct pair_side *side = &turned->side;
    side->begin = turned->begin;
    side->right = turned->row;
    side->cost = turned->cost;
    for (int32_t j = 0; j < pairs->cols; j++)
        side->left_room[j] = matching->is_short_col[j] ? matching_col_room(matching, j) : 0;
    for (int32_t i = 0; i < pairs->rows; i++) {
        side->right_room[i] = matching_row_room(matching, i);
        if (matching->is_short_row[i])
            matching->row_price[i] = 0;
        for (int32_t e = pairs->begin[i]; e < pairs->begin[i + 1]; e++)
            if (matching->is_short_row[i] && !matching->is_short_col[pairs->col[e]])
                side->right_room[i] -= matching->is_made[e];
    }
    place_slots(side, matching->row_room);
}

static void price_cols_without_room(const struct turned *turned, const struct matching *matching)
{
    for (int32_t j = 0; j < matching->pairs.cols; j++) {
        if (!matching->is_short_col[j] || matching_col_room(matching, j) > 0)
            continue;
        double least = INFINITY;
        for (int32_t e = turned->begin[j]; e < turned->begin[j + 1]; e++)
            least = fmin(least, turned->cost[e] - matching->row_price[turned->row[e]]);
        matching->col_price[j] = least < INFINITY ? least : 0;
    }
}

static parot_status fill_cols(struct turned *turned, struct stage *stage, struct control *control)
{
    struct matching *matching = stage->matching;
    struct cheapest_pairs *cheapest = &turned->cheapest;
    turn_pairs(turned, matching);
    begin_turned(turned, matching);
    cheapest->side = &turned->side;
    cheapest->price = INFINITY;
    cheapest->left_price = matching->col_price;
    cheapest->right_price = matching->row_price;
    parot_status status = cheapest_pairs_find(cheapest, control);
    matching->searches += cheapest->searches;
    matching->settled += cheapest->settled;
    price_cols_without_room(turned, matching);
    for (int32_t e = 0; e < turned->begin[turned->side.lefts]; e++)
        stage->is_cheapest[turned->pair[e]] = turned->side.is_made[e];
    return status;
}

/* Owns the turned pairs. */
static parot_status fill_short_cols(struct stage *stage, struct control *control, parot_error *err)
{
    const struct matching *matching = stage->matching;
    const struct listed_pairs *pairs = &matching->pairs;
    struct turned turned = {0};
    struct arena arena = {0};
    int64_t count = 0;
    for (int32_t i = 0; i < pairs->rows; i++)
        for (int32_t e = pairs->begin[i]; e < pairs->begin[i + 1]; e++)
            count += matching->is_short_row[i] && matching->is_short_col[pairs->col[e]];
    turned.slots = count_slots(matching->row_room, pairs->rows, pairs->cols, count);
    layout_turned(&turned, pairs->rows, pairs->cols, count, &arena);
    TRY(arena_open(&arena, control, err));
    layout_turned(&turned, pairs->rows, pairs->cols, count, &arena);
    parot_status status = fill_cols(&turned, stage, control);
    block_free(arena.block);
    return status;
}

/* ---- Both --------------------------------------------------------------- */

/* Pairs between the parts stay as they are. */
static void take_cheapest(struct stage *stage)
{
    struct matching *matching = stage->matching;
    const struct listed_pairs *pairs = &matching->pairs;
    for (int32_t i = 0; i < pairs->rows; i++)
        for (int32_t e = pairs->begin[i]; e < pairs->begin[i + 1]; e++)
            if (matching->is_short_row[i] == matching->is_short_col[pairs->col[e]])
                matching->is_made[e] = stage->is_cheapest[e];
    count_made(matching);
}

static parot_status solve(struct stage *stage, struct control *control, parot_error *err)
{
    struct matching *matching = stage->matching;
    int has_price = matching->price < INFINITY, has_short = 0;
    begin_stage(stage);
    if (!has_price)
        TRY(find_most(stage, control));
    parot_status status = fill_rows(stage, control);
    if (status != PAROT_OK) {
        if (has_price) /* rows that have had their turn have the best pairs among them */
            take_cheapest(stage);
        return status;
    }
    for (int32_t j = 0; j < matching->pairs.cols && !has_short; j++)
        has_short = matching->is_short_col[j];
    if (has_short)
        TRY(fill_short_cols(stage, control, err));
    take_cheapest(stage);
    return PAROT_OK;
}

parot_status matching_solve(struct matching *matching, struct control *control, parot_error *err)
{
    const struct listed_pairs *pairs = &matching->pairs;
    int32_t count = pairs->begin[pairs->rows];
    struct stage stage = {.matching = matching};
    struct arena arena = {0};
    stage.slots = count_slots(matching->col_room, pairs->cols, pairs->rows, count);
    layout_stage(&stage, pairs->rows, pairs->cols, count, &arena);
    TRY(arena_open(&arena, control, err));
    layout_stage(&stage, pairs->rows, pairs->cols, count, &arena);
    memset(matching->is_made, 0, (size_t)count);
    memset(matching->is_short_row, 0, (size_t)pairs->rows);
    memset(matching->is_short_col, 0, (size_t)pairs->cols);
    for (int32_t i = 0; i < pairs->rows; i++)
        matching->row_price[i] = 0;
    parot_status status = solve(&stage, control, err);
    block_free(arena.block);
    return status;
}
