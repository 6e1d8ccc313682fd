/* tiles_parts.c - a shared search where no other rank has room for all points: parts of both sides
 * are sent one after another, each pair of parts is a search of its own, and the best of a row is
 * kept from one part of the columns to the next.
 *
 * Parts are ranges in k-d order, so that a column's number in its part and in the whole are ordered
 * alike, and ties are broken as they are by one search. What a row has found lowers the limit for
 * the next part.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "transport/points/tile_batches.h"
#include "transport/points/tiles_crew.h"

struct found {
    double value, cost;
    int32_t col;
};

struct parts {
    struct tiles_query *query; /* the caller's */
    struct points points;      /* of both parts */
    int32_t begin[2];          /* of the rows and columns that are asked about */
    int32_t room;              /* pairs that a row keeps */
    double *limit;             /* of each row of the part */
    int32_t *count;
    struct found *found, *merged; /* room places for each row, and for one */
    int32_t *listed;              /* the caller's that are in the part, of one row */
    double *listed_cost;
    int32_t listed_room;
    int has_failed; /* for lack of memory */
};

/* ---- One pair of parts -------------------------------------------------- */

static int is_before(const struct found *a, const struct found *b)
{
    return a->value < b->value || (a->value == b->value && a->col < b->col);
}

/* The lowest of what the row has and of what it has found here. */
static parot_status merge_row(void *user, int32_t row, int32_t count, const int32_t *col,
                              const double *cost)
{
    struct parts *parts = user;
    const double *potential = parts->query->potential;
    struct found *own = parts->found + (int64_t)row * parts->room;
    int32_t kept = 0, k = 0, total = 0;
    while (total < parts->room && (kept < parts->count[row] || k < count)) {
        struct found next = {INFINITY, INFINITY, INT32_MAX};
        if (k < count) {
            next.col = parts->begin[1] + col[k];
            next.cost = cost[k];
            next.value = potential ? cost[k] - potential[next.col] : cost[k];
        }
        int is_own = kept < parts->count[row] && (k == count || is_before(&own[kept], &next));
        parts->merged[total++] = is_own ? own[kept++] : next;
        k += !is_own;
    }
    memcpy(own, parts->merged, (size_t)total * sizeof *own);
    parts->count[row] = total;
    if (total == parts->room)
        parts->limit[row] = fmin(parts->limit[row], own[total - 1].value);
    return PAROT_OK;
}

static void offer_pair(void *user, int32_t row, int32_t col, double cost)
{
    struct parts *parts = user;
    parts->query->offer(parts->query->user, parts->begin[0] + row, parts->begin[1] + col, cost);
}

static int has_room(struct parts *parts, int32_t count)
{
    if (count <= parts->listed_room)
        return 1;
    int32_t *col = realloc(parts->listed, (size_t)count * sizeof *col);
    parts->listed = col ? col : parts->listed;
    double *cost = realloc(parts->listed_cost, (size_t)count * sizeof *cost);
    parts->listed_cost = cost ? cost : parts->listed_cost;
    parts->listed_room = col && cost ? count : parts->listed_room;
    parts->has_failed |= !col || !cost;
    return col && cost;
}

static int32_t listed_here(void *user, int32_t row, const int32_t **col, const double **cost)
{
    struct parts *parts = user;
    const struct tiles_query *query = parts->query;
    int32_t first = parts->begin[1], cols = parts->points.side[!query->side].count, here = 0;
    int32_t count = query->listed(query->user, parts->begin[0] + row, col, cost);
    if (!has_room(parts, count))
        return 0;
    for (int32_t k = 0; k < count; k++)
        if ((*col)[k] >= first && (*col)[k] < first + cols) {
            parts->listed[here] = (*col)[k] - first;
            parts->listed_cost[here++] = (*cost)[k];
        }
    *col = parts->listed;
    *cost = parts->listed_cost;
    return here;
}

static const double *from(const double *numbers, int32_t begin)
{
    return numbers ? numbers + begin : NULL;
}

/* Keeps the points of a range of one side. */
static void cut(struct points *points, const struct points *whole, int side, int32_t begin,
                int32_t count)
{
    const struct point_set *set = &whole->side[side];
    points->side[side] = (struct point_set){.count = count,
                                            .at = set->at + (int64_t)begin * whole->dims,
                                            .offset = set->offset ? set->offset + begin : NULL};
}

static parot_status search_pair(struct parts *parts, struct control *control)
{
    struct tiles_query *whole = parts->query;
    struct tiles *tiles = NULL;
    int32_t cols = parts->points.side[!whole->side].count;
    struct tiles_query query = {.side = whole->side,
                                .potential = from(whole->potential, parts->begin[1]),
                                .most = min_count(parts->room, cols),
                                .limit = parts->limit,
                                .known_potential = from(whole->known_potential, parts->begin[1]),
                                .known_limit = from(whole->known_limit, parts->begin[0]),
                                .listed = whole->listed ? listed_here : NULL,
                                .offer = whole->offer ? offer_pair : NULL,
                                .take = merge_row,
                                .user = parts,
                                .stage = whole->stage};
    TRY(tiles_open(&tiles, &parts->points, control, NULL));
    parot_status status = tiles_search_shared(tiles, &query, control);
    whole->pairs += query.pairs;
    whole->decided += query.decided;
    tiles_close(tiles);
    return parts->has_failed ? PAROT_ENOMEM : status;
}

/* ---- All of them --------------------------------------------------------- */

/* As one search hands a row over; its limit, if there was more. */
static parot_status hand_over(struct parts *parts, int32_t row, int32_t *col, double *cost)
{
    struct tiles_query *query = parts->query;
    const struct found *own = parts->found + (int64_t)row * parts->room;
    int32_t count = min_count(parts->count[row], query->most), i = parts->begin[0] + row;
    if (parts->count[row] > query->most)
        query->limit[i] = nextafter(own[query->most].value, -INFINITY);
    for (int32_t k = 0; k < count; k++) {
        col[k] = own[k].col;
        cost[k] = own[k].cost;
    }
    return query->take(query->user, i, count, col, cost);
}

static parot_status search_rows_of_part(struct parts *parts, const struct points *whole,
                                        int32_t col_size, struct control *control)
{
    const struct tiles_query *query = parts->query;
    int32_t rows = parts->points.side[query->side].count, cols = whole->side[!query->side].count;
    for (int32_t i = 0; i < rows; i++) {
        parts->count[i] = 0;
        parts->limit[i] = query->limit ? fmin(query->limit[parts->begin[0] + i], DBL_MAX) : DBL_MAX;
    }
    for (int32_t begin = 0; begin < cols; begin += col_size) {
        parts->begin[1] = begin;
        cut(&parts->points, whole, !query->side, begin, min_count(col_size, cols - begin));
        TRY(search_pair(parts, control));
    }
    int32_t *col = malloc((size_t)parts->room * sizeof *col);
    double *cost = malloc((size_t)parts->room * sizeof *cost);
    parot_status status = col && cost ? PAROT_OK : PAROT_ENOMEM;
    for (int32_t i = 0; status == PAROT_OK && !query->offer && i < rows; i++)
        status = hand_over(parts, i, col, cost);
    free(col);
    free(cost);
    return status;
}

parot_status tiles_search_parts(struct tiles *tiles, struct tiles_query *query, int64_t count,
                                struct control *control)
{
    const struct points *whole = tiles->points;
    int32_t rows = whole->side[query->side].count, cols = whole->side[!query->side].count;
    int32_t row_size = (int32_t)((rows + count - 1) / count),
            col_size = (int32_t)((cols + count - 1) / count);
    struct parts parts = {.query = query, .points = *whole};
    parts.room =
        query->limit && query->most < cols ? query->most + 1 : min_count(query->most, cols);
    size_t places = (size_t)row_size * (size_t)parts.room;
    parts.limit = malloc((size_t)row_size * sizeof *parts.limit);
    parts.count = malloc((size_t)row_size * sizeof *parts.count);
    parts.found = malloc(places * sizeof *parts.found);
    parts.merged = malloc((size_t)parts.room * sizeof *parts.merged);
    parot_status status =
        parts.limit && parts.count && parts.found && parts.merged ? PAROT_OK : PAROT_ENOMEM;
    query->pairs = query->decided = 0;
    for (int32_t begin = 0; status == PAROT_OK && begin < rows; begin += row_size) {
        parts.begin[0] = begin;
        cut(&parts.points, whole, (int)query->side, begin, min_count(row_size, rows - begin));
        status = search_rows_of_part(&parts, whole, col_size, control);
    }
    free(parts.limit);
    free(parts.count);
    free(parts.found);
    free(parts.merged);
    free(parts.listed);
    free(parts.listed_cost);
    return status;
}
