/* point_subset.c - one block for the coordinates of both sides. */
#include "transport/points/point_subset.h"

#include <string.h>

#include "base/arena.h"

static void layout(struct points *subset, struct arena *arena)
{
    for (int side = 0; side < 2; side++) {
        struct point_set *set = &subset->side[side];
        set->at = arena_take(arena, set->count, (size_t)subset->dims * sizeof *set->at);
        set->of = arena_take(arena, set->count, sizeof *set->of);
        set->offset =
            subset->is_product ? arena_take(arena, set->count, sizeof *set->offset) : NULL;
    }
}

parot_status subset_open(struct points *subset, const struct points *like, int32_t n, int32_t m,
                         struct control *control)
{
    struct arena arena = {0};
    *subset = *like;
    subset->memory = NULL;
    subset->side[POINTS_ROWS].count = n;
    subset->side[POINTS_COLS].count = m;
    layout(subset, &arena);
    TRY(arena_open(&arena, control, NULL));
    layout(subset, &arena);
    subset->memory = arena.block;
    return PAROT_OK;
}

void subset_copy(struct points *subset, const struct points *whole, enum points_side side,
                 int32_t from, int32_t to)
{
    struct point_set *set = &subset->side[side];
    size_t dims = (size_t)subset->dims;
    memcpy(set->at + (size_t)to * dims, point_at(whole, side, from), dims * sizeof *set->at);
    if (set->offset)
        set->offset[to] = whole->side[side].offset[from];
    set->of[to] = from;
}
