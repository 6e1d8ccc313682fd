/* tiles.c - all pairs are computed in double, some rows at a time, which threads share. */
#include "transport/points/tiles.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/parallel.h"
#include "transport/points/kd_order.h"
#include "transport/points/lowest.h"

/* Pairs computed together; rows handed to the threads at once. */
enum { TOGETHER = 128, BATCH = 64 * KD_TILE };

struct tiles {
    const struct points *points;
};

parot_status tiles_open(struct tiles **tiles, const struct points *points, struct control *control,
                        parot_error *err)
{
    struct arena arena = {0};
    arena_take(&arena, 1, sizeof **tiles);
    TRY(arena_open(&arena, control, err));
    *tiles = arena_take(&arena, 1, sizeof **tiles);
    (*tiles)->points = points;
    return PAROT_OK;
}

void tiles_close(struct tiles *tiles)
{
    block_free(tiles);
}

struct search {
    const struct points *points;
    struct tiles_query *query;
    struct lowest *list; /* of the rows of a batch */
    struct lowest_pair *pair;
    int32_t *col; /* room for one answer */
    double *cost;
    int32_t rows, cols, first;
    struct control *control;
    pthread_t owner;
    _Atomic int is_stopped;
    parot_status status;
};

/* Pairs a row must keep: the one beyond the last says up to where the answer is complete. */
static int64_t room_of(const struct search *search)
{
    const struct tiles_query *query = search->query;
    int64_t room = query->limit ? (int64_t)query->most + 1 : query->most;
    return room < search->cols ? room : search->cols;
}

/* The thread that asked looks at the clock for all. */
static void look_at_clock(struct search *search, int32_t row)
{
    if (!pthread_equal(pthread_self(), search->owner))
        return;
    const char *stage = search->query->stage ? search->query->stage : "search";
    search->status = control_poll_part(search->control, stage, row, search->rows);
    if (search->status != PAROT_OK)
        atomic_store(&search->is_stopped, 1);
}

static void search_row(struct search *search, int32_t row, struct lowest *list)
{
    const struct tiles_query *query = search->query;
    int32_t col[TOGETHER];
    double cost[TOGETHER];
    for (int32_t begin = 0; begin < search->cols; begin += TOGETHER) {
        int32_t rest = search->cols - begin, count = rest < TOGETHER ? rest : TOGETHER;
        for (int32_t k = 0; k < count; k++)
            col[k] = begin + k;
        points_costs(search->points, query->side, row, col, count, cost);
        for (int32_t k = 0; k < count; k++) {
            double potential = query->potential ? query->potential[col[k]] : 0;
            struct lowest_pair pair = {cost[k] - potential, cost[k], col[k]};
            if (pair.value <= list->limit &&
                (!query->is_wanted || query->is_wanted(query->user, row, col[k], cost[k])))
                lowest_offer(list, pair);
        }
    }
    lowest_sort(list);
}

static void search_rows(int64_t begin, int64_t end, void *context)
{
    struct search *search = context;
    const struct tiles_query *query = search->query;
    for (int64_t at = begin; at < end && !atomic_load(&search->is_stopped); at++) {
        int32_t row = search->first + (int32_t)at, room = (int32_t)room_of(search);
        double limit = query->limit ? fmin(query->limit[row], DBL_MAX) : DBL_MAX;
        search->list[at] = (struct lowest){search->pair + at * room, 0, room, limit};
        search_row(search, row, &search->list[at]);
        look_at_clock(search, row);
    }
}

/* The answer of a row; its limit, if there was more. */
static parot_status hand_over(struct search *search, int32_t row, const struct lowest *list)
{
    const struct tiles_query *query = search->query;
    int32_t count = list->count < query->most ? list->count : query->most;
    for (int32_t k = 0; k < count; k++) {
        search->col[k] = list->pair[k].col;
        search->cost[k] = list->pair[k].cost;
    }
    if (list->count > query->most)
        query->limit[row] = nextafter(list->pair[query->most].value, -INFINITY);
    return query->take(query->user, row, count, search->col, search->cost);
}

static parot_status search_all(struct search *search)
{
    for (; search->first < search->rows; search->first += BATCH) {
        int32_t rest = search->rows - search->first, rows = rest < BATCH ? rest : BATCH;
        parallel_for(search->control->run.threads, rows, KD_TILE, search_rows, search);
        TRY(search->status);
        for (int32_t at = 0; at < rows; at++)
            TRY(hand_over(search, search->first + at, &search->list[at]));
    }
    search->query->pairs = search->query->decided = (int64_t)search->rows * search->cols;
    return PAROT_OK;
}

static void layout(struct search *search, struct arena *arena)
{
    int64_t rows = search->rows < BATCH ? search->rows : BATCH;
    search->list = arena_take(arena, rows, sizeof *search->list);
    search->pair = arena_take(arena, rows, (size_t)room_of(search) * sizeof *search->pair);
    search->col = arena_take(arena, room_of(search), sizeof *search->col);
    search->cost = arena_take(arena, room_of(search), sizeof *search->cost);
}

parot_status tiles_search(struct tiles *tiles, struct tiles_query *query, struct control *control)
{
    struct search search = {.points = tiles->points,
                            .query = query,
                            .rows = tiles->points->side[query->side].count,
                            .cols = tiles->points->side[!query->side].count,
                            .control = control,
                            .owner = pthread_self()};
    struct arena arena = {0};
    layout(&search, &arena);
    TRY(arena_open(&arena, control, NULL));
    layout(&search, &arena);
    parot_status status = search_all(&search);
    block_free(arena.block);
    return status;
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
