/* tiles_round.c - a search of one rank, for its rows among the columns that have come. */
#include "transport/points/tiles_round.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Shares -------------------------------------------------------------- */

/* A pair on its way, as a row keeps it. */
struct found {
    double value, cost;
    int32_t col; /* of all */
};

static const double *numbers(const struct crew_part *part)
{
    return part->bytes > 0 ? part->data : NULL;
}

static parot_status open_shares(void **object, const struct crew_part *part,
                                struct control *control)
{
    struct shares *shares = calloc(1, sizeof *shares);
    (void)control;
    *object = shares;
    if (!shares)
        return PAROT_ENOMEM;
    memcpy(&shares->points, part[ROUND_ABOUT_SHAPE].data, sizeof shares->points);
    size_t point = (size_t)shares->points.dims * sizeof(double);
    for (int side = 0; side < 2; side++)
        shares->points.side[side] = (struct point_set){
            .count = (int32_t)(part[ROUND_ABOUT_ROWS + side].bytes / point),
            .at = (double *)(uintptr_t)part[ROUND_ABOUT_ROWS + side].data,
            .offset = (double *)(uintptr_t)part[ROUND_ABOUT_ROW_OFFSETS + side].data};
    return PAROT_OK;
}

void shares_forget(struct shares *shares)
{
    free(shares->limit);
    free(shares->known_limit);
    free(shares->found.data);
    free(shares->merged.data);
    shares->limit = shares->known_limit = NULL;
    shares->found = shares->merged = (struct crew_answer){0};
}

static void close_shares(void *object)
{
    shares_forget(object);
    free(object);
}

/* ---- A search among the columns that have come --------------------------- */

struct round {
    struct shares *shares;
    struct control *control;
    struct round_question asked;
    struct points points; /* our rows, and the columns that have come */
    struct tiles_query query;
    int32_t rows, row; /* ours: how many, and the first */
    const struct round_pair *listed;
    int64_t listed_count;
    int64_t *listed_begin; /* of each of our rows */
    int32_t *listed_col;
    double *limit;      /* of rows that are only offered, a copy: theirs stay as they are */
    struct found *next; /* room pairs: the best of a row, as they are merged */
    size_t at;          /* in shares->found: the next row */
    struct crew_answer *answer;
};

/* A copy, or as many times `otherwise`. */
static double *copy_of(const double *from, int32_t count, double otherwise)
{
    double *to = malloc(((size_t)count + 1) * sizeof *to);
    for (int32_t i = 0; to && i < count; i++)
        to[i] = from ? fmin(from[i], DBL_MAX) : otherwise;
    return to;
}

static int begin_question(struct shares *shares, int32_t rows, const struct crew_part *part)
{
    const double *known = numbers(&part[ROUND_PART_KNOWN_LIMIT]);
    shares_forget(shares);
    shares->limit = copy_of(numbers(&part[ROUND_PART_LIMIT]), rows, DBL_MAX);
    shares->known_limit = known ? copy_of(known, rows, DBL_MAX) : NULL;
    return shares->limit && (!known || shares->known_limit);
}

static parot_status begin_round(void **state, void *object, const struct crew_part *part,
                                struct control *control)
{
    struct shares *shares = object;
    struct round *round = calloc(1, sizeof *round);
    *state = round;
    if (!round)
        return PAROT_ENOMEM;
    memcpy(&round->asked, part[ROUND_PART_QUESTION].data, sizeof round->asked);
    const struct round_question *asked = &round->asked;
    round->shares = shares;
    round->control = control;
    round->points = shares->points;
    round->rows = shares->points.side[asked->side].count;
    round->points.side[!asked->side] =
        (struct point_set){.count = asked->cols,
                           .at = (double *)(uintptr_t)part[ROUND_PART_POINTS].data,
                           .offset = (double *)(uintptr_t)numbers(&part[ROUND_PART_OFFSETS])};
    round->query.potential = numbers(&part[ROUND_PART_POTENTIAL]);
    round->query.known_potential = numbers(&part[ROUND_PART_KNOWN_POTENTIAL]);
    round->listed = part[ROUND_PART_LISTED].data;
    round->listed_count = (int64_t)(part[ROUND_PART_LISTED].bytes / sizeof *round->listed);
    round->next = malloc((size_t)asked->room * sizeof *round->next);
    return round->next && (!asked->is_first || begin_question(shares, round->rows, part))
               ? PAROT_OK
               : PAROT_ENOMEM;
}

static void end_round(void *state)
{
    struct round *round = state;
    if (round->shares && round->asked.is_last)
        shares_forget(round->shares);
    free(round->listed_begin);
    free(round->listed_col);
    free(round->limit);
    free(round->next);
    free(round);
}

/* ---- Listed pairs -------------------------------------------------------- */

/* Those of our rows; 0: there is no memory. */
static int list_ours(struct round *round)
{
    int64_t first = 0, count = 0;
    while (first < round->listed_count && round->listed[first].row < round->row)
        first++;
    round->listed_begin = malloc(((size_t)round->rows + 1) * sizeof *round->listed_begin);
    round->listed_col =
        malloc(((size_t)(round->listed_count - first) + 1) * sizeof *round->listed_col);
    if (!round->listed_begin || !round->listed_col)
        return 0;
    for (int32_t i = 0; i < round->rows; i++) {
        round->listed_begin[i] = count;
        for (; first + count < round->listed_count &&
               round->listed[first + count].row == round->row + i;
             count++)
            round->listed_col[count] = round->listed[first + count].col;
    }
    round->listed_begin[round->rows] = count;
    return 1;
}

static int32_t listed_columns(void *user, int32_t row, const int32_t **col, const double **cost)
{
    const struct round *round = user;
    *col = round->listed_col + round->listed_begin[row];
    *cost = NULL;
    return (int32_t)(round->listed_begin[row + 1] - round->listed_begin[row]);
}

/* ---- The best of each row ------------------------------------------------ */

static int is_before(const struct found *a, const struct found *b)
{
    return a->value < b->value || (a->value == b->value && a->col < b->col);
}

/* What a row has found among the columns that came earlier. */
static int32_t found_earlier(struct round *round, int32_t row, const struct found **found)
{
    const struct crew_answer *all = &round->shares->found;
    struct row_answer head = {-1, 0, 0};
    if (round->at < all->bytes)
        memcpy(&head, all->data + round->at, sizeof head);
    if (head.row != row)
        return 0;
    *found = (const struct found *)(const void *)(all->data + round->at + sizeof head);
    round->at += sizeof head + (size_t)head.count * sizeof **found;
    return head.count;
}

/* The lowest of what the row has and of what it has found here. */
static parot_status merge_row(void *user, int32_t row, int32_t count, const int32_t *col,
                              const double *cost)
{
    struct round *round = user;
    const double *potential = round->query.potential;
    const struct found *own = NULL;
    int32_t earlier = found_earlier(round, row, &own), kept = 0, k = 0, total = 0;
    while (total < round->asked.room && (kept < earlier || k < count)) {
        struct found next = {INFINITY, INFINITY, INT32_MAX};
        if (k < count) {
            next.col = round->asked.col + col[k];
            next.cost = cost[k];
            next.value = potential ? cost[k] - potential[col[k]] : cost[k];
        }
        int is_own = kept < earlier && (k == count || is_before(&own[kept], &next));
        round->next[total++] = is_own ? own[kept++] : next;
        k += !is_own;
    }
    if (total == round->asked.room)
        round->shares->limit[row] = fmin(round->shares->limit[row], round->next[total - 1].value);
    struct row_answer head = {row, total, 0};
    struct crew_answer *merged = &round->shares->merged;
    return total == 0 || (crew_put(merged, &head, sizeof head) &&
                          crew_put(merged, round->next, (size_t)total * sizeof *round->next))
               ? PAROT_OK
               : PAROT_ENOMEM;
}

static void keep_merged(struct shares *shares)
{
    struct crew_answer old = shares->found;
    shares->found = shares->merged;
    shares->merged = old;
    shares->merged.bytes = 0;
}

/* ---- Answers ------------------------------------------------------------- */

/* Of a row that is only offered, among these columns alone. */
static parot_status put_offered(void *user, int32_t row, int32_t count, const int32_t *col,
                                const double *cost)
{
    struct round *round = user;
    struct row_answer head = {round->row + row, count, round->limit[row]};
    int32_t whole[TILES_OFFERED];
    for (int32_t k = 0; k < count; k++)
        whole[k] = round->asked.col + col[k];
    return tiles_put_row(round->answer, head, whole, cost) ? PAROT_OK : PAROT_ENOMEM;
}

/* As one search hands rows over; the limit, if there was more. */
static parot_status put_found(struct round *round, struct crew_answer *answer)
{
    const struct crew_answer *all = &round->shares->found;
    const struct found *own = NULL;
    double *cost = malloc((size_t)round->asked.most * sizeof *cost);
    int32_t *col = malloc((size_t)round->asked.most * sizeof *col);
    parot_status status = cost && col ? PAROT_OK : PAROT_ENOMEM;
    round->at = 0;
    while (status == PAROT_OK && round->at < all->bytes) {
        struct row_answer head;
        memcpy(&head, all->data + round->at, sizeof head);
        int32_t count = found_earlier(round, head.row, &own);
        head.row += round->row;
        head.count = min_count(count, round->asked.most);
        head.limit = count > head.count ? nextafter(own[head.count].value, -INFINITY) : INFINITY;
        for (int32_t k = 0; k < head.count; k++) {
            col[k] = own[k].col;
            cost[k] = own[k].cost;
        }
        status = tiles_put_row(answer, head, col, cost) ? PAROT_OK : PAROT_ENOMEM;
    }
    free(cost);
    free(col);
    return status;
}

/* ---- A piece: our rows --------------------------------------------------- */

static parot_status search_ours(struct round *round, struct crew_answer *answer)
{
    const struct round_question *asked = &round->asked;
    struct tiles *tiles = NULL;
    struct search search;
    TRY(tiles_open(&tiles, &round->points, round->control, NULL));
    parot_status status = search_open(&search, tiles, &round->query, round->control);
    if (status == PAROT_OK) {
        status = tiles_put_search(&search, 0, search.row_tiles, answer);
        search_close(&search);
    }
    tiles_close(tiles);
    if (status == PAROT_OK && !asked->is_offer)
        keep_merged(round->shares);
    return status;
}

static parot_status work_round(void *state, int64_t piece, struct crew_answer *answer)
{
    struct round *round = state;
    const struct round_question *asked = &round->asked;
    const struct looked_at nothing = {0};
    round->row = (int32_t)crew_share(asked->rows, piece, asked->ranks).begin;
    round->answer = answer;
    if (asked->is_offer)
        round->limit = copy_of(round->shares->limit, round->rows, 0);
    if ((asked->is_offer && !round->limit) || (round->listed && !list_ours(round)))
        return PAROT_ENOMEM;
    round->query.side = (enum points_side)asked->side;
    round->query.most = min_count(asked->is_offer ? asked->most : asked->room, asked->cols);
    round->query.limit = asked->is_offer ? round->limit : round->shares->limit;
    round->query.known_limit = round->shares->known_limit;
    round->query.listed = round->listed ? listed_columns : NULL;
    round->query.take = asked->is_offer ? put_offered : merge_row;
    round->query.user = round;
    if (round->rows > 0)
        TRY(search_ours(round, answer));
    else if (!crew_put(answer, &nothing, sizeof nothing))
        return PAROT_ENOMEM;
    return asked->is_last && !asked->is_offer ? put_found(round, answer) : PAROT_OK;
}

const struct crew_kind TILES_ROUND_CREW = {open_shares, close_shares, begin_round, work_round,
                                           end_round};
