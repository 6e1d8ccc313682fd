/* tiles.c - tiles of rows are handed to the threads in batches; when a batch is done, the thread
 * that asked hands its answers over. That thread also looks at the clock for all, between two
 * blocks. */
#include "transport/points/tiles.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/parallel.h"
#include "transport/points/tile_search.h"

/* Tiles of a batch for each thread, and at most: the last ones leave threads idle, more take more
 * memory. And pairs that a batch may keep, 100 MB, if that is less. */
enum { THREAD_TILES = 16, BATCH_TILES = 256, BATCH_PAIRS = 1 << 22 };

/* Threads that parallel_for starts, and the one that asked. */
enum { MOST_THREADS = 65 };

/* Coordinates of pairs between two looks at the clock, some milliseconds. */
static const double WORK = 3e7;

struct tiles {
    const struct points *points;
    struct blocks side[2];
    const struct tile_kernels *kernels;
    void *kept; /* what the last search worked with, for the next; NULL: nothing */
    size_t kept_bytes;
};

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

static void drop_kept(struct tiles *tiles)
{
    block_free(tiles->kept);
    tiles->kept = NULL;
    tiles->kept_bytes = 0;
}

void tiles_close(struct tiles *tiles)
{
    if (tiles)
        drop_kept(tiles);
    block_free(tiles);
}

void tiles_use(struct tiles *tiles, const struct tile_kernels *kernels)
{
    tiles->kernels = kernels;
}

/* ---- Searching ---------------------------------------------------------- */

struct search;

/* What a thread works with while it has a tile. */
struct worker {
    struct tile_search search;
    struct search *shared;
    _Atomic int is_busy;
    double work;
};

struct search {
    struct tiles *tiles;
    struct tiles_query *query;
    struct filter filter;
    struct worker *worker;
    int32_t workers;
    int32_t rows, row_tiles, batch;
    int32_t first;       /* tile of the batch */
    int32_t room;        /* pairs that a row keeps */
    int64_t places;      /* for pairs on their way */
    struct lowest *list; /* of the rows of a batch */
    double *value, *cost;
    int32_t *col;
    struct control *control;
    pthread_t owner;
    _Atomic int is_stopped;
    parot_status status;
};

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
    if (list->count > query->most)
        query->limit[row] = nextafter(list->value[query->most], -INFINITY);
    return query->take(query->user, row, count, list->col, list->cost);
}

static parot_status search_all(struct search *search)
{
    for (; search->first < search->row_tiles; search->first += search->batch) {
        int32_t tiles = min_count(search->row_tiles - search->first, search->batch);
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

/* Opens the arena on tiles->kept, whose bytes are those of the last search. */
static parot_status open_kept(struct tiles *tiles, struct arena *arena, struct control *control)
{
    if (arena->used > tiles->kept_bytes || arena->overflow) {
        size_t bytes = arena->used;
        drop_kept(tiles);
        TRY(arena_open(arena, control, NULL));
        tiles->kept = arena->block;
        tiles->kept_bytes = bytes;
    }
    *arena = (struct arena){.block = tiles->kept};
    return PAROT_OK;
}

parot_status tiles_search(struct tiles *tiles, struct tiles_query *query, struct control *control)
{
    struct search search = prepare(tiles, query, control);
    struct arena arena = {0};
    layout_search(&search, &arena);
    TRY(open_kept(tiles, &arena, control));
    layout_search(&search, &arena);
    filter_fill(&search.filter, query->potential, query->known_potential);
    parot_status status = search_all(&search);
    query->pairs = query->decided = 0;
    for (int32_t k = 0; k < search.workers; k++) {
        query->pairs += search.worker[k].search.pairs;
        query->decided += search.worker[k].search.decided;
    }
    if (tiles->kept_bytes > MOST_KEPT)
        drop_kept(tiles);
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
        struct search search = prepare(&tiles, &query, &control);
        layout_search(&search, &asked[side]);
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
