/* tiles.c - the sides as they are searched, and who searches them: the threads of this process
 * (tile_batches.h), or other processes as well (tiles_crew.h). */
#include "transport/points/tiles.h"

#include <math.h>

#include "base/arena.h"
#include "transport/points/tile_batches.h"
#include "transport/points/tiles_crew.h"

/* ---- Opening ------------------------------------------------------------ */

static struct tiles *layout_tiles(const struct points *points, struct arena *arena)
{
    struct blocks side[2] = {0};
    struct tiles *tiles = arena_take(arena, 1, sizeof *tiles);
    blocks_layout(&side[POINTS_ROWS], points, POINTS_ROWS, arena);
    blocks_layout(&side[POINTS_COLS], points, POINTS_COLS, arena);
    if (tiles)
        *tiles = (struct tiles){
            .points = points, .side = {side[0], side[1]}, .kernels = *tile_kernels_available()};
    return tiles;
}

static parot_status fill(struct tiles *tiles, struct control *control)
{
    enum tile_form form = tile_form_of(tiles->points);
    TRY(blocks_fill(&tiles->side[POINTS_ROWS], form, control));
    return blocks_fill(&tiles->side[POINTS_COLS], form, control);
}

parot_status tiles_refill(struct tiles *tiles, struct control *control, parot_error *err)
{
    parot_status status = fill(tiles, control);
    tiles_leave_crew(tiles);
    return status == PAROT_OK ? PAROT_OK
                              : fail(err, PAROT_ESTOPPED, "order: stopped (%s); allow more time",
                                     parot_status_name(status));
}

parot_status tiles_open(struct tiles **tiles, const struct points *points, struct control *control,
                        parot_error *err)
{
    struct arena arena = {0};
    *tiles = NULL;
    layout_tiles(points, &arena);
    TRY(arena_open(&arena, control, err));
    struct tiles *opened = layout_tiles(points, &arena);
    parot_status status = tiles_refill(opened, control, err);
    if (status == PAROT_OK)
        *tiles = opened;
    else
        tiles_close(opened);
    return status;
}

void tiles_close(struct tiles *tiles)
{
    if (tiles) {
        search_drop_kept(tiles);
        tiles_leave_crew(tiles);
    }
    block_free(tiles);
}

void tiles_use(struct tiles *tiles, const struct tile_kernels *kernels)
{
    tiles->kernels = kernels;
}

/* ---- Searching ---------------------------------------------------------- */

static int64_t count_asked(const struct tiles *tiles, const struct tiles_query *query)
{
    const struct points *points = tiles->points;
    int64_t rows = points->side[query->side].count, asking = query->limit ? 0 : rows;
    for (int64_t i = 0; query->limit && i < rows; i++)
        asking += query->limit[i] > -INFINITY;
    return asking * points->side[!query->side].count;
}

parot_status tiles_search(struct tiles *tiles, struct tiles_query *query, struct control *control)
{
    struct search search;
    query->asked = count_asked(tiles, query);
    if (tiles_take_crew(tiles, query, control))
        return tiles_search_crew(tiles, query, control);
    TRY(search_open(&search, tiles, query, control));
    parot_status status = search_rows(&search, 0, search.row_tiles);
    search_close(&search);
    return status;
}

void tiles_measure(const struct points *points, struct arena *arena)
{
    layout_tiles(points, arena);
}

void tiles_measure_search(const struct points *points, int32_t most, struct arena *arena)
{
    struct tiles tiles = {.points = points};
    struct control control = {.run.threads = 1};
    struct arena asked[2] = {0};
    for (int side = 0; side < 2; side++)
        blocks_layout(&tiles.side[side], points, (enum points_side)side, &(struct arena){0});
    for (int side = 0; side < 2; side++) {
        struct tiles_query query = {.side = (enum points_side)side, .most = most};
        search_measure(&tiles, &query, &control, &asked[side]);
    }
    arena_larger(arena, &asked[0], &asked[1]);
}

/* ---- Whole answers ------------------------------------------------------ */

struct answer {
    int32_t most;
    int32_t *col;
    double *cost;
    const double *potential;
    double *minimum;
};

static parot_status take_best(void *user, int32_t row, int32_t count, const int32_t *col,
                              const double *cost)
{
    const struct answer *answer = user;
    int64_t at = (int64_t)row * answer->most;
    for (int32_t k = 0; k < answer->most; k++, at++) {
        answer->col[at] = k < count ? col[k] : -1;
        answer->cost[at] = k < count ? cost[k] : INFINITY;
    }
    return PAROT_OK;
}

parot_status tiles_best(struct tiles *tiles, enum points_side side, const double *potential,
                        int32_t most, int32_t *col, double *cost, struct control *control)
{
    struct answer answer = {.most = most, .col = col, .cost = cost};
    struct tiles_query query = {
        .side = side, .potential = potential, .most = most, .take = take_best, .user = &answer};
    return tiles_search(tiles, &query, control);
}

static parot_status take_minimum(void *user, int32_t row, int32_t count, const int32_t *col,
                                 const double *cost)
{
    const struct answer *answer = user;
    double potential = count > 0 && answer->potential ? answer->potential[col[0]] : 0;
    answer->minimum[row] = count > 0 ? cost[0] - potential : INFINITY;
    return PAROT_OK;
}

parot_status tiles_minimum(struct tiles *tiles, enum points_side side, const double *potential,
                           double *minimum, struct control *control)
{
    struct answer answer = {.minimum = minimum, .potential = potential};
    struct tiles_query query = {
        .side = side, .potential = potential, .most = 1, .take = take_minimum, .user = &answer};
    return tiles_search(tiles, &query, control);
}
