/* match_candidates.c - strata are taken apart; the pairs of each are found by the tiles of the
 * points engine, or one by one where there are few.
 *
 * With a caliper on the distance the tiles search by that, and calipers of columns are a filter.
 * With calipers of columns alone the tiles search in these columns, each divided by its caliper, by
 * the largest difference; that is rounded, so the search goes a little beyond, and the caliper
 * itself decides. A row has a few dozen candidates as a rule: those that have more are asked again
 * with more room.
 */
#include "tasks/match/match_internal.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/argsort.h"
#include "base/crew.h"
#include "base/free_memory.h"

/* Up to so many pairs of a stratum are tried one by one; opening the tiles takes as long. */
static const double FEW_PAIRS = 1 << 16;

/* Candidates that a row may have at the first search, and how many times more at each next. */
enum { FIRST_ROOM = 64, MORE_ROOM = 8 };

/* Searches in columns divided by their calipers go so much beyond 1. */
static const double WIDENED = 1 + 1e-6;

int match_is_within_columns(const parot_match_problem *problem, int32_t i, int32_t j,
                            int64_t *limited)
{
    const parot_matrix *x = &problem->x_limited, *y = &problem->y_limited;
    for (int64_t g = 0; g < match_limited(problem); g++)
        if (!(fabs(x->data[i * x->stride + g] - y->data[j * y->stride + g]) <=
              problem->column_caliper[g])) {
            if (limited)
                *limited = g;
            return 0;
        }
    return 1;
}

/* ---- The lists ---------------------------------------------------------- */

/* Room for so many more, in one block: costs, then columns. */
static parot_status make_room(struct match_lists *lists, int64_t more, parot_error *err)
{
    struct listed_pairs *pairs = &lists->pairs;
    int64_t needed = lists->listed + more, room = lists->room + lists->room / 2;
    if (needed <= lists->room)
        return PAROT_OK;
    if (needed >= INT_MAX)
        return fail(err, PAROT_ENOMEM,
                    "options.caliper: there are more than %d candidates; a narrower caliper has "
                    "fewer",
                    INT_MAX);
    room = room > needed ? room : needed;
    room = room < INT_MAX - 1 ? room : INT_MAX - 1;
    size_t each = sizeof(double) + sizeof(int32_t);
    TRY(memory_check_fits(lists->control, (double)room * (double)each, "the list of candidates",
                          "a narrower caliper has fewer", err));
    double *cost = block_alloc(lists->control, (size_t)room * each);
    if (!cost)
        return fail_memory(err, (size_t)room * each);
    int32_t *col = (int32_t *)(cost + room);
    if (lists->listed > 0) {
        memcpy(cost, pairs->cost, (size_t)lists->listed * sizeof *cost);
        memcpy(col, pairs->col, (size_t)lists->listed * sizeof *col);
    }
    block_free(lists->pairs_memory);
    lists->pairs_memory = cost;
    pairs->cost = cost;
    pairs->col = col;
    lists->room = room;
    return PAROT_OK;
}

/* One pair more of the row whose list is the last; there is room. */
static void put_pair(struct match_lists *lists, int32_t row, int32_t col, double cost)
{
    lists->pairs.col[lists->listed] = col;
    lists->pairs.cost[lists->listed++] = cost;
    lists->count[row]++;
    lists->col_count[col]++;
}

static void note_nearest(struct match_nearest *nearest, int32_t index, double cost)
{
    if (nearest->index < 0 || cost < nearest->cost)
        *nearest = (struct match_nearest){index, cost};
}

/* ---- Pair by pair ------------------------------------------------------- */

/* A row with all columns of its group, at these costs; NAN and INFINITY: no pair. */
static parot_status try_row(struct match_lists *lists, const struct match_group *group, int32_t row,
                            const double *cost, parot_error *err)
{
    int has_limits = match_limited(lists->problem) > 0;
    TRY(make_room(lists, group->cols, err));
    lists->at[row] = (int32_t)lists->listed;
    lists->count[row] = 0;
    for (int32_t k = 0; k < group->cols; k++) {
        int32_t col = group->first_col + k;
        if (!(cost[k] < INFINITY))
            continue;
        note_nearest(&lists->near_row[row], col, cost[k]);
        note_nearest(&lists->near_col[col], row, cost[k]);
        if (cost[k] <= lists->options->caliper &&
            (!has_limits ||
             match_is_within_columns(lists->problem, lists->row_of[row], lists->col_of[col], NULL)))
            put_pair(lists, row, col, cost[k]);
    }
    return PAROT_OK;
}

static parot_status try_costs(struct match_lists *lists, const struct match_group *group,
                              const struct points *points, parot_error *err)
{
    int64_t done = 0;
    for (int32_t k = 0; k < group->rows; k++, done += group->cols) {
        int32_t row = group->first_row + k;
        if (done > 1 << 22) {
            done = 0;
            TRY(control_go_on(lists->control, "candidates", row, lists->n, err));
        }
        if (points)
            points_costs(points, POINTS_ROWS, k, lists->cols, group->cols, lists->cost_row);
        for (int32_t j = 0; !points && j < group->cols; j++)
            lists->cost_row[j] =
                lists->problem->cost.data[lists->row_of[row] * lists->problem->cost.stride +
                                          lists->col_of[group->first_col + j]];
        TRY(try_row(lists, group, row, lists->cost_row, err));
    }
    return PAROT_OK;
}

/* ---- By tiles ----------------------------------------------------------- */

struct tile_job {
    struct match_lists *lists;
    const struct match_group *group;
    const struct points *points; /* of the costs */
    const struct points *gates;  /* of the columns with calipers, if these are searched; or NULL */
    const int32_t *place[2];     /* of rows and columns of the gates among those of the costs */
    double limit;
    parot_error *err;
};

static int is_within_columns(void *user, int32_t row, int32_t col, double cost)
{
    const struct tile_job *job = user;
    const struct match_lists *lists = job->lists;
    (void)cost;
    return match_is_within_columns(lists->problem, lists->row_of[job->group->first_row + row],
                                   lists->col_of[job->group->first_col + col], NULL);
}

/* The answer of a row, unless it is cut short: then it is asked again. */
static parot_status take_row(void *user, int32_t row, int32_t count, const int32_t *col,
                             const double *cost)
{
    struct tile_job *job = user;
    struct match_lists *lists = job->lists;
    int32_t at = job->group->first_row + (job->gates ? job->place[0][row] : row);
    if (lists->count[at] >= 0 || lists->limit[row] < job->limit)
        return PAROT_OK;
    TRY(make_room(lists, count, job->err));
    lists->at[at] = (int32_t)lists->listed;
    lists->count[at] = 0;
    for (int32_t k = 0; k < count; k++) {
        int32_t to = job->gates ? job->place[1][col[k]] : col[k];
        double price = job->gates ? points_cost(job->points, at - job->group->first_row, to) : 0;
        if (!job->gates || match_is_within_columns(lists->problem, lists->row_of[at],
                                                   lists->col_of[job->group->first_col + to], NULL))
            put_pair(lists, at, job->group->first_col + to, job->gates ? price : cost[k]);
    }
    return PAROT_OK;
}

static parot_status stopped(parot_status status, parot_error *err)
{
    if (status == PAROT_ENOMEM && err && !err->message[0])
        return fail(err, status, "out of memory in the search for candidates");
    if (status == PAROT_EIO)
        return crew_fail(status, "the candidates", err);
    return status <= 0 ? status
                       : fail(err, PAROT_ESTOPPED,
                              "candidates: stopped (%s) before all were listed; allow more time",
                              parot_status_name(status));
}

static parot_status search_rows(struct tile_job *job, struct tiles *tiles)
{
    struct match_lists *lists = job->lists;
    int32_t rows = job->group->rows, cols = job->group->cols;
    for (int32_t k = 0; k < rows; k++)
        lists->count[job->group->first_row + k] = -1;
    for (int32_t most = FIRST_ROOM, pending = rows; pending > 0;
         most = most > cols / MORE_ROOM ? cols : most * MORE_ROOM) {
        struct tiles_query query = {.side = POINTS_ROWS,
                                    .most = most,
                                    .limit = lists->limit,
                                    .take = take_row,
                                    .user = job,
                                    .stage = "candidates"};
        if (!job->gates && match_limited(lists->problem) > 0)
            query.is_wanted = is_within_columns;
        for (int32_t k = 0; k < rows; k++) {
            int32_t at = job->group->first_row + (job->gates ? job->place[0][k] : k);
            lists->limit[k] = lists->count[at] < 0 ? job->limit : -INFINITY;
        }
        TRY(stopped(tiles_search(tiles, &query, lists->control), job->err));
        pending = 0;
        for (int32_t k = 0; k < rows; k++)
            pending += lists->count[job->group->first_row + k] < 0;
    }
    return PAROT_OK;
}

static parot_status take_nearest_row(void *user, int32_t row, int32_t count, const int32_t *col,
                                     const double *cost)
{
    struct tile_job *job = user;
    if (count > 0)
        job->lists->near_row[job->group->first_row + row] =
            (struct match_nearest){job->group->first_col + col[0], cost[0]};
    return PAROT_OK;
}

static parot_status take_nearest_col(void *user, int32_t col, int32_t count, const int32_t *row,
                                     const double *cost)
{
    struct tile_job *job = user;
    if (count > 0)
        job->lists->near_col[job->group->first_col + col] =
            (struct match_nearest){job->group->first_row + row[0], cost[0]};
    return PAROT_OK;
}

/* Of the rows and columns that have no candidates. */
static parot_status search_nearest(struct tile_job *job, struct tiles *tiles)
{
    struct match_lists *lists = job->lists;
    const struct match_group *group = job->group;
    for (int side = 0; side < 2; side++) {
        int32_t nodes = side == POINTS_ROWS ? group->rows : group->cols, asked = 0;
        const int32_t *count = side == POINTS_ROWS ? lists->count + group->first_row
                                                   : lists->col_count + group->first_col;
        struct tiles_query query = {.side = side,
                                    .most = 1,
                                    .limit = lists->limit,
                                    .take =
                                        side == POINTS_ROWS ? take_nearest_row : take_nearest_col,
                                    .user = job,
                                    .stage = "nearest"};
        for (int32_t k = 0; k < nodes; k++) {
            lists->limit[k] = count[k] == 0 ? INFINITY : -INFINITY;
            asked += count[k] == 0;
        }
        if (asked > 0)
            TRY(stopped(tiles_search(tiles, &query, lists->control), job->err));
    }
    return PAROT_OK;
}

static parot_status search_by_distance(struct tile_job *job, parot_error *err)
{
    struct tiles *tiles = NULL;
    job->limit = job->lists->options->caliper;
    TRY(tiles_open(&tiles, job->points, job->lists->control, err));
    parot_status status = search_rows(job, tiles);
    if (status == PAROT_OK)
        status = search_nearest(job, tiles);
    tiles_close(tiles);
    return status;
}

/* ---- By columns with calipers ------------------------------------------- */

/* Columns of a side divided by their calipers; `to` is a block of its own. Calipers that are next
 * to nothing are widened to a billionth of the largest number. */
static void divide_columns(const struct match_lists *lists, parot_matrix from, const int32_t *of,
                           int32_t count, const double *width, double *to)
{
    for (int32_t k = 0; k < count; k++)
        for (int64_t g = 0; g < match_limited(lists->problem); g++)
            to[k * match_limited(lists->problem) + g] =
                from.data[of[k] * from.stride + g] / width[g];
}

static void find_widths(const struct match_lists *lists, double *width)
{
    const parot_matrix table[2] = {lists->problem->x_limited, lists->problem->y_limited};
    for (int64_t g = 0; g < match_limited(lists->problem); g++) {
        double largest = 0;
        for (int side = 0; side < 2; side++)
            for (int64_t i = 0; i < table[side].rows; i++)
                largest = fmax(largest, fabs(table[side].data[i * table[side].stride + g]));
        width[g] = fmax(lists->problem->column_caliper[g], 1e-9 * largest);
        width[g] = width[g] > 0 ? width[g] : 1;
    }
}

struct gates {
    double *x, *y, *width;
};

static void gates_layout(struct gates *gates, const struct tile_job *job, struct arena *arena)
{
    int64_t columns = match_limited(job->lists->problem);
    gates->x = arena_take(arena, job->group->rows * columns, sizeof *gates->x);
    gates->y = arena_take(arena, job->group->cols * columns, sizeof *gates->y);
    gates->width = arena_take(arena, columns, sizeof *gates->width);
}

static parot_status search_gates(struct tile_job *job, struct gates *gates, struct points *points,
                                 struct tiles **tiles, parot_error *err)
{
    struct match_lists *lists = job->lists;
    const struct match_group *group = job->group;
    int64_t columns = match_limited(lists->problem);
    find_widths(lists, gates->width);
    divide_columns(lists, lists->problem->x_limited, lists->row_of + group->first_row, group->rows,
                   gates->width, gates->x);
    divide_columns(lists, lists->problem->y_limited, lists->col_of + group->first_col, group->cols,
                   gates->width, gates->y);
    parot_matrix x = {gates->x, group->rows, columns, columns};
    parot_matrix y = {gates->y, group->cols, columns, columns};
    TRY(points_open(points, x, y, PAROT_METRIC_CHEBYSHEV, lists->control, err));
    /* The tables above are already in the order of the costs, so `of` is the place there. */
    for (int side = 0; side < 2; side++)
        job->place[side] = points->side[side].of;
    job->gates = points;
    job->limit = WIDENED;
    TRY(tiles_open(tiles, points, lists->control, err));
    return search_rows(job, *tiles);
}

static parot_status search_by_columns(struct tile_job *job, parot_error *err)
{
    struct gates gates = {0};
    struct points points = {0};
    struct tiles *tiles = NULL;
    struct arena arena = {0};
    gates_layout(&gates, job, &arena);
    TRY(arena_open(&arena, job->lists->control, err));
    gates_layout(&gates, job, &arena);
    parot_status status = search_gates(job, &gates, &points, &tiles, err);
    tiles_close(tiles);
    points_close(&points);
    block_free(arena.block);
    job->gates = NULL;
    if (status != PAROT_OK)
        return status;
    TRY(tiles_open(&tiles, job->points, job->lists->control, err));
    status = search_nearest(job, tiles);
    tiles_close(tiles);
    return status;
}

/* ---- A stratum ---------------------------------------------------------- */

/* Rows of the group in the order of the points. */
static void reorder(int32_t *of, int32_t count, const int32_t *place, int32_t *scratch)
{
    memcpy(scratch, of, (size_t)count * sizeof *of);
    for (int32_t k = 0; k < count; k++)
        of[k] = scratch[place[k]];
}

static parot_status list_points(struct match_lists *lists, const struct match_group *group,
                                const struct points *points, int32_t *scratch, parot_error *err)
{
    double pairs = (double)group->rows * group->cols;
    struct tile_job job = {.lists = lists, .group = group, .points = points, .err = err};
    reorder(lists->row_of + group->first_row, group->rows, points->side[POINTS_ROWS].of, scratch);
    reorder(lists->col_of + group->first_col, group->cols, points->side[POINTS_COLS].of, scratch);
    int has_caliper =
        lists->options->caliper<INFINITY, has_limits = match_limited(lists->problem)> 0;
    if (pairs <= FEW_PAIRS || (!has_caliper && !has_limits))
        return try_costs(lists, group, points, err);
    return has_caliper ? search_by_distance(&job, err) : search_by_columns(&job, err);
}

struct gathered {
    double *x, *y;
    int32_t *scratch;
};

static void gathered_layout(struct gathered *gathered, const struct match_group *group,
                            int64_t dims, struct arena *arena)
{
    gathered->x = arena_take(arena, group->rows, (size_t)dims * sizeof(double));
    gathered->y = arena_take(arena, group->cols, (size_t)dims * sizeof(double));
    gathered->scratch =
        arena_take(arena, group->rows > group->cols ? group->rows : group->cols, sizeof(int32_t));
}

static void gather(parot_matrix from, const int32_t *of, int32_t count, double *to)
{
    for (int32_t k = 0; k < count; k++)
        memcpy(to + k * from.cols, from.data + of[k] * from.stride, (size_t)from.cols * sizeof *to);
}

/* Owns copies of the tables, in points. */
static parot_status list_group(struct match_lists *lists, const struct match_group *group,
                               parot_error *err)
{
    const struct match_space *space = lists->space;
    struct gathered gathered = {0};
    struct points points = {0};
    struct arena arena = {0};
    if (!space)
        return try_costs(lists, group, NULL, err);
    int64_t dims = space->x.cols;
    gathered_layout(&gathered, group, dims, &arena);
    TRY(arena_open(&arena, lists->control, err));
    gathered_layout(&gathered, group, dims, &arena);
    gather(space->x, lists->row_of + group->first_row, group->rows, gathered.x);
    gather(space->y, lists->col_of + group->first_col, group->cols, gathered.y);
    parot_matrix x = {gathered.x, group->rows, dims, dims},
                 y = {gathered.y, group->cols, dims, dims};
    parot_status status = points_open(&points, x, y, space->metric, lists->control, err);
    if (status == PAROT_OK)
        status = list_points(lists, group, &points, gathered.scratch, err);
    points_close(&points);
    block_free(arena.block);
    return status;
}

/* ---- All of them -------------------------------------------------------- */

static void layout(struct match_lists *lists, struct arena *arena)
{
    int64_t n = lists->n, m = lists->m, larger = n > m ? n : m;
    lists->row_of = arena_take(arena, n, sizeof *lists->row_of);
    lists->col_of = arena_take(arena, m, sizeof *lists->col_of);
    lists->group = arena_take(arena, lists->problem->x_stratum ? n + m : 1, sizeof *lists->group);
    lists->pairs.begin = arena_take(arena, n + 1, sizeof *lists->pairs.begin);
    lists->col_count = arena_take(arena, m, sizeof *lists->col_count);
    lists->near_row = arena_take(arena, n, sizeof *lists->near_row);
    lists->near_col = arena_take(arena, m, sizeof *lists->near_col);
    lists->at = arena_take(arena, n, sizeof *lists->at);
    lists->count = arena_take(arena, n, sizeof *lists->count);
    lists->items = arena_take(arena, larger, sizeof *lists->items);
    lists->scratch = arena_take(arena, larger, sizeof *lists->scratch);
    lists->cost_row = arena_take(arena, m, sizeof *lists->cost_row);
    lists->cols = arena_take(arena, m, sizeof *lists->cols);
    lists->limit = arena_take(arena, larger, sizeof *lists->limit);
}

/* The caller's numbers, by stratum and then by contents. */
static parot_status sort_side(struct match_lists *lists, const int32_t *stratum,
                              const int32_t *order, int32_t count, int32_t *of, parot_error *err)
{
    for (int32_t r = 0; r < count; r++) {
        int32_t i = order ? order[r] : r;
        lists->items[r] = (struct keyed){stratum ? stratum[i] : 0, i};
    }
    TRY(stopped(argsort(lists->items, count, lists->scratch, lists->control), err));
    for (int32_t r = 0; r < count; r++)
        of[r] = (int32_t)lists->items[r].index;
    return PAROT_OK;
}

static int32_t run_length(const int32_t *stratum, const int32_t *of, int32_t begin, int32_t end,
                          int32_t value)
{
    int32_t k = begin;
    while (k < end && (!stratum || stratum[of[k]] == value))
        k++;
    return k - begin;
}

static parot_status find_groups(struct match_lists *lists, parot_error *err)
{
    const int32_t *x = lists->problem->x_stratum, *y = lists->problem->y_stratum;
    TRY(sort_side(lists, x, lists->space ? lists->space->x_order : NULL, lists->n, lists->row_of,
                  err));
    TRY(sort_side(lists, y, lists->space ? lists->space->y_order : NULL, lists->m, lists->col_of,
                  err));
    for (int32_t i = 0, j = 0; i < lists->n || j < lists->m;) {
        int32_t value = 0;
        if (x)
            value = j >= lists->m || (i < lists->n && x[lists->row_of[i]] <= y[lists->col_of[j]])
                        ? x[lists->row_of[i]]
                        : y[lists->col_of[j]];
        struct match_group group = {i, run_length(x, lists->row_of, i, lists->n, value), j,
                                    run_length(y, lists->col_of, j, lists->m, value)};
        lists->group[lists->groups++] = group;
        i += group.rows;
        j += group.cols;
    }
    return PAROT_OK;
}

/* Rows follow each other already, unless some were asked twice or by columns. */
static parot_status put_rows_in_order(struct match_lists *lists, parot_error *err)
{
    struct listed_pairs *pairs = &lists->pairs;
    int is_ordered = 1;
    for (int32_t i = 0; i < lists->n; i++) {
        lists->at[i] = lists->count[i] > 0 ? lists->at[i] : pairs->begin[i];
        is_ordered &= lists->at[i] == pairs->begin[i];
        pairs->begin[i + 1] = pairs->begin[i] + lists->count[i];
    }
    if (is_ordered)
        return PAROT_OK;
    size_t each = sizeof(double) + sizeof(int32_t), bytes = (size_t)lists->listed * each;
    double *cost = block_alloc(lists->control, bytes);
    if (!cost)
        return fail_memory(err, bytes);
    int32_t *col = (int32_t *)(cost + lists->listed);
    for (int32_t i = 0; i < lists->n; i++) {
        size_t count = (size_t)lists->count[i];
        memcpy(cost + pairs->begin[i], pairs->cost + lists->at[i], count * sizeof *cost);
        memcpy(col + pairs->begin[i], pairs->col + lists->at[i], count * sizeof *col);
    }
    block_free(lists->pairs_memory);
    lists->pairs_memory = cost;
    pairs->cost = cost;
    pairs->col = col;
    return PAROT_OK;
}

static parot_status list_all(struct match_lists *lists, parot_error *err)
{
    for (int32_t i = 0; i < lists->n; i++)
        lists->near_row[i] = (struct match_nearest){-1, INFINITY};
    for (int32_t j = 0; j < lists->m; j++) {
        lists->near_col[j] = (struct match_nearest){-1, INFINITY};
        lists->cols[j] = j;
    }
    TRY(find_groups(lists, err));
    for (int32_t g = 0; g < lists->groups; g++) {
        const struct match_group *group = &lists->group[g];
        if (g % 256 == 0)
            TRY(control_go_on(lists->control, "candidates", group->first_row, lists->n, err));
        if (group->rows > 0 && group->cols > 0 &&
            !match_is_dense(lists->problem, lists->options, group->rows, group->cols))
            TRY(list_group(lists, group, err));
    }
    return put_rows_in_order(lists, err);
}

parot_status match_lists_open(struct match_lists *lists, parot_error *err)
{
    struct arena arena = {0};
    lists->n = lists->pairs.rows = (int32_t)match_rows(lists->problem);
    lists->m = lists->pairs.cols = (int32_t)match_cols(lists->problem);
    layout(lists, &arena);
    TRY(arena_open(&arena, lists->control, err));
    lists->memory = arena.block;
    layout(lists, &arena);
    parot_status status = list_all(lists, err);
    if (status != PAROT_OK)
        match_lists_close(lists);
    return status;
}

void match_lists_close(struct match_lists *lists)
{
    block_free(lists->memory);
    block_free(lists->pairs_memory);
    lists->memory = lists->pairs_memory = NULL;
}
