/* tile_batches.c - tiles of rows are handed to the threads in batches; when a batch is done, the
 * thread that asked hands its answers over. That thread also looks at the clock for all, between
 * two blocks. */
#include "transport/points/tile_batches.h"

#include <float.h>
#include <math.h>

#include "base/arena.h"
#include "base/parallel.h"

/* Tiles of a batch for each thread, and at most: the last ones leave threads idle, more take more
 * memory. And pairs that a batch may keep, 100 MB, if that is less. */
enum { THREAD_TILES = 16, BATCH_TILES = 256, BATCH_PAIRS = 1 << 22 };

/* Threads that parallel_for starts, and the one that asked. */
enum { MOST_THREADS = 65 };

/* Coordinates of pairs between two looks at the clock, some milliseconds. */
static const double WORK = 3e7;

/* The pair beyond the last that is wanted says up to where the answer is complete. */
static int32_t room_of(const struct tiles_query *query, int32_t cols)
{
    return query->limit && query->most < cols ? query->most + 1 : min_count(query->most, cols);
}

static parot_status look_at_clock(struct search *search, int32_t tile)
{
    const char *stage = search->query->stage ? search->query->stage : "search";
    parot_status status =
        control_poll_part(search->control, stage,
                          min_count(tile, search->row_tiles) * (int64_t)TILE_ROWS, search->rows);
    if (status != PAROT_OK) {
        search->status = status;
        atomic_store(&search->is_stopped, 1);
    }
    return status;
}

static int is_stopped(void *user)
{
    struct worker *worker = user;
    struct search *search = worker->shared;
    worker->work += (double)TILE_ROWS * TILE_COLS * (8 + search->tiles->points->dims);
    if (worker->work > WORK && pthread_equal(pthread_self(), search->owner)) {
        worker->work = 0;
        look_at_clock(search, search->first);
    }
    return atomic_load_explicit(&search->is_stopped, memory_order_relaxed);
}

static struct worker *take_worker(struct search *search)
{
    for (int32_t k = 0;; k = (k + 1) % search->workers)
        if (!atomic_exchange(&search->worker[k].is_busy, 1))
            return &search->worker[k];
}

static void search_tiles(int64_t begin, int64_t end, void *context)
{
    struct search *search = context;
    const struct tiles_query *query = search->query;
    struct worker *worker = take_worker(search);
    for (int64_t tile = begin; tile < end; tile++) {
        int64_t first = (search->first + tile) * TILE_ROWS, place = tile * TILE_ROWS;
        worker->search.list = search->list + place;
        for (int32_t i = 0; i < TILE_ROWS && first + i < search->rows; i++) {
            double limit = query->limit ? fmin(query->limit[first + i], DBL_MAX) : DBL_MAX;
            int64_t at = (place + i) * search->places;
            worker->search.list[i] = (struct lowest){.value = search->value + at,
                                                     .cost = search->cost + at,
                                                     .col = search->col + at,
                                                     .wanted = search->room,
                                                     .limit = limit};
        }
        tile_search_run(&worker->search, search->first + (int32_t)tile);
    }
    atomic_store(&worker->is_busy, 0);
}

/* The answer of a row; its limit, if there was more. */
static parot_status hand_over(struct search *search, int32_t row, const struct lowest *list)
{
    const struct tiles_query *query = search->query;
    int32_t count = min_count(list->count, query->most);
    if (query->offer)
        return PAROT_OK;
    if (list->count > query->most)
        query->limit[row] = nextafter(list->value[query->most], -INFINITY);
    return query->take(query->user, row, count, list->col, list->cost);
}

parot_status search_rows(struct search *search, int32_t begin, int32_t end)
{
    for (search->first = begin; search->first < end; search->first += search->batch) {
        int32_t tiles = min_count(end - search->first, search->batch);
        int32_t row = search->first * TILE_ROWS,
                rows = min_count(search->rows - row, tiles * TILE_ROWS);
        TRY(look_at_clock(search, search->first));
        parallel_for(search->control->run.threads, tiles, 1, search_tiles, search);
        TRY(search->status);
        for (int32_t at = 0; at < rows; at++)
            TRY(hand_over(search, row + at, &search->list[at]));
    }
    return PAROT_OK;
}

static void layout_search(struct search *search, struct arena *arena)
{
    int64_t rows = (int64_t)search->batch * TILE_ROWS;
    search->list = arena_take(arena, rows, sizeof *search->list);
    search->value = arena_take(arena, rows, (size_t)search->places * sizeof *search->value);
    search->cost = arena_take(arena, rows, (size_t)search->places * sizeof *search->cost);
    search->col = arena_take(arena, rows, (size_t)search->places * sizeof *search->col);
    filter_layout(&search->filter, arena);
    search->worker = arena_take(arena, search->workers, sizeof *search->worker);
    for (int32_t k = 0; k < search->workers; k++) {
        struct tile_search part = {.filter = &search->filter};
        tile_search_layout(&part, arena);
        if (search->worker) {
            struct worker *worker = &search->worker[k];
            *worker = (struct worker){.search = part, .shared = search};
            worker->search.query = search->query;
            worker->search.kernel = search->tiles->kernels->form[search->filter.form];
            worker->search.is_stopped = is_stopped;
            worker->search.user = worker;
        }
    }
}

static struct search prepare(struct tiles *tiles, struct tiles_query *query,
                             struct control *control)
{
    const struct points *points = tiles->points;
    struct search search = {.tiles = tiles, .query = query, .control = control};
    search.rows = points->side[query->side].count;
    search.row_tiles = tiles->side[query->side].tiles;
    search.room = room_of(query, points->side[!query->side].count);
    search.workers = min_count(min_count(control->run.threads, MOST_THREADS), search.row_tiles);
    search.places = lowest_places(search.room, TILE_COLS + 1);
    search.batch = (int32_t)fmin(BATCH_PAIRS / TILE_ROWS / (double)search.places,
                                 min_count(search.workers * THREAD_TILES, BATCH_TILES));
    search.batch =
        min_count(search.batch > search.workers ? search.batch : search.workers, search.row_tiles);
    search.owner = pthread_self();
    search.filter = (struct filter){.points = points,
                                    .rows = &tiles->side[query->side],
                                    .cols = &tiles->side[!query->side],
                                    .form = tile_form_of(points),
                                    .side = query->side};
    return search;
}

/* Bytes that are kept from one search to the next. Many searches are short, for a few rows: new
 * memory for each would be a third of their time. */
static const size_t MOST_KEPT = (size_t)16 << 20;

void search_drop_kept(struct tiles *tiles)
{
    block_free(tiles->kept);
    tiles->kept = NULL;
    tiles->kept_bytes = 0;
}

/* Opens the arena on tiles->kept, whose bytes are those of the last search. */
static parot_status open_kept(struct tiles *tiles, struct arena *arena, struct control *control)
{
    if (arena->used > tiles->kept_bytes || arena->overflow) {
        size_t bytes = arena->used;
        search_drop_kept(tiles);
        TRY(arena_open(arena, control, NULL));
        tiles->kept = arena->block;
        tiles->kept_bytes = bytes;
    }
    *arena = (struct arena){.block = tiles->kept};
    return PAROT_OK;
}

parot_status search_open(struct search *search, struct tiles *tiles, struct tiles_query *query,
                         struct control *control)
{
    struct arena arena = {0};
    *search = prepare(tiles, query, control);
    layout_search(search, &arena);
    parot_status status = open_kept(tiles, &arena, control);
    if (status != PAROT_OK) {
        search->workers = 0; /* there are none that search_close could ask */
        return status;
    }
    layout_search(search, &arena);
    filter_fill(&search->filter, query->potential, query->known_potential);
    return PAROT_OK;
}

void search_close(struct search *search)
{
    struct tiles_query *query = search->query;
    query->pairs = query->decided = 0;
    for (int32_t k = 0; k < search->workers; k++) {
        query->pairs += search->worker[k].search.pairs;
        query->decided += search->worker[k].search.decided;
    }
    if (search->tiles->kept_bytes > MOST_KEPT)
        search_drop_kept(search->tiles);
}

void search_measure(struct tiles *tiles, struct tiles_query *query, struct control *control,
                    struct arena *arena)
{
    struct search search = prepare(tiles, query, control);
    layout_search(&search, arena);
}
