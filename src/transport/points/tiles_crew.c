/* tiles_crew.c - a search as a job: a piece is some tiles of rows.
 *
 * Pairs that are listed already are sent as their columns, those at or below the limit of their row
 * alone: no other can be found.
 */
#include "transport/points/tiles_crew.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/crew_pack.h"
#include "transport/points/tiles_answers.h"

/* Pieces for each rank, at least as long as that leaves a tile for each thread, and tiles of a
 * piece, at most: few pieces leave ranks idle at the end, many are messages. */
enum { RANK_PIECES = 32, PIECE_TILES = 32 };

/* ---- What is sent ------------------------------------------------------- */

enum { ABOUT_SHAPE, ABOUT_ROWS, ABOUT_COLS, ABOUT_ROW_OFFSETS, ABOUT_COL_OFFSETS };

struct shape {
    int32_t metric, is_product, dims, count[2];
    double unit;
};

enum {
    PART_QUESTION,
    PART_POTENTIAL,
    PART_LIMIT,
    PART_KNOWN_POTENTIAL,
    PART_KNOWN_LIMIT,
    PART_LISTED_BEGIN,
    PART_LISTED
};

struct asked {
    int32_t side, most, piece_tiles;
};

/* ---- Points of other ranks ---------------------------------------------- */

struct copy {
    struct points points; /* the first member: tiles->points leads to it */
    struct tiles *tiles;
};

static double *numbers(const struct crew_part *part)
{
    return (double *)(uintptr_t)part->data;
}

static parot_status open_copy(void **object, const struct crew_part *part, struct control *control)
{
    struct shape shape;
    struct copy *copy = calloc(1, sizeof *copy);
    if (!copy)
        return PAROT_ENOMEM;
    memcpy(&shape, part[ABOUT_SHAPE].data, sizeof shape);
    copy->points = (struct points){.metric = (parot_metric)shape.metric,
                                   .is_product = shape.is_product,
                                   .dims = shape.dims,
                                   .unit = shape.unit};
    for (int side = 0; side < 2; side++)
        copy->points.side[side] =
            (struct point_set){.count = shape.count[side],
                               .at = numbers(&part[ABOUT_ROWS + side]),
                               .offset = numbers(&part[ABOUT_ROW_OFFSETS + side])};
    parot_status status = tiles_open(&copy->tiles, &copy->points, control, NULL);
    *object = copy->tiles;
    if (status != PAROT_OK)
        free(copy);
    return status;
}

static void close_copy(void *object)
{
    struct tiles *tiles = object;
    struct copy *copy = (struct copy *)(uintptr_t)tiles->points;
    tiles_close(tiles);
    free(copy);
}

/* ---- A search, on any rank ---------------------------------------------- */

struct tiles_job {
    struct search search;
    struct tiles_query query;
    struct asked asked;
    const int64_t *listed_begin;
    const int32_t *listed;
    struct crew_answer *answer; /* of the piece */
};

static int32_t listed_columns(void *user, int32_t row, const int32_t **col, const double **cost)
{
    const struct tiles_job *job = user;
    *col = job->listed + job->listed_begin[row];
    *cost = NULL;
    return (int32_t)(job->listed_begin[row + 1] - job->listed_begin[row]);
}

static parot_status put_row(void *user, int32_t row, int32_t count, const int32_t *col,
                            const double *cost)
{
    struct tiles_job *job = user;
    struct row_answer head = {row, count, job->query.limit ? job->query.limit[row] : 0};
    return tiles_put_row(job->answer, head, col, cost) ? PAROT_OK : PAROT_ENOMEM;
}

static parot_status begin_search(void **state, void *object, const struct crew_part *part,
                                 struct control *control)
{
    struct tiles_job *job = calloc(1, sizeof *job);
    *state = job;
    if (!job)
        return PAROT_ENOMEM;
    memcpy(&job->asked, part[PART_QUESTION].data, sizeof job->asked);
    job->listed_begin = part[PART_LISTED_BEGIN].data;
    job->listed = part[PART_LISTED].data;
    job->query = (struct tiles_query){.side = (enum points_side)job->asked.side,
                                      .potential = part[PART_POTENTIAL].data,
                                      .most = job->asked.most,
                                      .limit = numbers(&part[PART_LIMIT]),
                                      .known_potential = part[PART_KNOWN_POTENTIAL].data,
                                      .known_limit = part[PART_KNOWN_LIMIT].data,
                                      .listed = job->listed_begin ? listed_columns : NULL,
                                      .take = put_row,
                                      .user = job};
    return search_open(&job->search, object, &job->query, control);
}

static parot_status search_piece(void *state, int64_t piece, struct crew_answer *answer)
{
    struct tiles_job *job = state;
    int32_t begin = (int32_t)piece * job->asked.piece_tiles;
    int32_t end = min_count(begin + job->asked.piece_tiles, job->search.row_tiles);
    job->answer = answer;
    return tiles_put_search(&job->search, begin, end, answer);
}

static void end_search(void *state)
{
    struct tiles_job *job = state;
    if (job->search.query)
        search_close(&job->search);
    free(job);
}

const struct crew_kind TILES_CREW = {open_copy, close_copy, begin_search, search_piece, end_search};

/* ---- Rank 0 -------------------------------------------------------------- */

struct taking {
    struct tiles_answers answers;
    struct asked asked;
    int64_t *listed_begin;
    int32_t *listed;
};

static parot_status take_piece(void *user, int64_t piece, const char *answer, size_t bytes)
{
    struct taking *taking = user;
    int64_t rows = (int64_t)taking->asked.piece_tiles * TILE_ROWS, row = piece * rows;
    int64_t end = row + rows < taking->answers.rows ? row + rows : taking->answers.rows;
    return answers_take(&taking->answers, row, end, answer, bytes);
}

/* ---- Listed pairs ------------------------------------------------------- */

/* Counts the listed pairs of a row that could be found, and puts them down if there is room. */
static int64_t list_row(const struct tiles_query *query, int32_t row, int32_t *to)
{
    const int32_t *col = NULL;
    const double *cost = NULL;
    int32_t count = query->listed(query->user, row, &col, &cost);
    int64_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        if (!tiles_can_find(query, row, col[k], cost[k]))
            continue;
        if (to)
            to[found] = col[k];
        found++;
    }
    return found;
}

static int list_pairs(struct taking *taking)
{
    const struct tiles_query *query = taking->answers.query;
    int32_t rows = taking->answers.rows;
    int64_t count = 0;
    taking->listed_begin = malloc(((size_t)rows + 1) * sizeof *taking->listed_begin);
    for (int32_t i = 0; taking->listed_begin && i < rows; i++) {
        taking->listed_begin[i] = count;
        count += list_row(query, i, NULL);
    }
    if (taking->listed_begin) {
        taking->listed_begin[rows] = count;
        taking->listed = calloc((size_t)count + 1, sizeof *taking->listed);
    }
    for (int32_t i = 0; taking->listed && i < rows; i++)
        list_row(query, i, taking->listed + taking->listed_begin[i]);
    return taking->listed != NULL;
}

/* ---- The job ------------------------------------------------------------ */

static void fill_parts(const struct taking *taking, struct crew_job *job)
{
    const struct tiles_answers *answers = &taking->answers;
    const struct tiles_query *query = answers->query;
    int32_t rows = answers->rows, cols = answers->tiles->points->side[!query->side].count;
    job->part[PART_QUESTION] = (struct crew_part){&taking->asked, sizeof taking->asked};
    job->part[PART_POTENTIAL] = crew_numbers(query->potential, cols);
    job->part[PART_LIMIT] = crew_numbers(answers->limit, rows);
    job->part[PART_KNOWN_POTENTIAL] = crew_numbers(query->known_potential, cols);
    job->part[PART_KNOWN_LIMIT] = crew_numbers(query->known_limit, rows);
    if (!taking->listed)
        return;
    job->part[PART_LISTED_BEGIN] =
        (struct crew_part){taking->listed_begin, ((size_t)rows + 1) * sizeof *taking->listed_begin};
    job->part[PART_LISTED] = (struct crew_part){
        taking->listed, ((size_t)taking->listed_begin[rows] + 1) * sizeof *taking->listed};
}

static void fill_about(const struct points *points, struct shape *shape, struct crew_job *job)
{
    *shape = (struct shape){(int32_t)points->metric,
                            points->is_product,
                            points->dims,
                            {points->side[0].count, points->side[1].count},
                            points->unit};
    job->about[ABOUT_SHAPE] = (struct crew_part){shape, sizeof *shape};
    for (int side = 0; side < 2; side++) {
        const struct point_set *set = &points->side[side];
        size_t coordinates = (size_t)set->count * (size_t)points->dims;
        job->about[ABOUT_ROWS + side] = (struct crew_part){set->at, coordinates * sizeof *set->at};
        job->about[ABOUT_ROW_OFFSETS + side] = crew_numbers(set->offset, set->count);
    }
}

static parot_status share_search(struct taking *taking, struct control *control)
{
    struct tiles *tiles = taking->answers.tiles;
    const struct tiles_query *query = taking->answers.query;
    struct shape shape;
    int32_t tiles_count = tiles->side[query->side].tiles;
    int32_t threads = min_count(control->run.threads, tiles_count);
    int32_t fair = tiles_count / (RANK_PIECES * crew_count(control->run.ranks));
    int32_t cols = tiles->points->side[!query->side].count;
    fair = fair < threads ? threads : min_count(fair, PIECE_TILES * threads);
    taking->asked = (struct asked){
        (int32_t)query->side, query->offer ? min_count(TILES_OFFERED, cols) : query->most, fair};
    struct crew_job job = {.number = CREW_TILES,
                           .kind = &TILES_CREW,
                           .object = tiles,
                           .object_id = &tiles->id,
                           .pieces = (tiles_count + fair - 1) / fair,
                           .take = take_piece,
                           .user = taking,
                           .stage = query->stage ? query->stage : "search"};
    fill_about(tiles->points, &shape, &job);
    fill_parts(taking, &job);
    return crew_run(control->run.ranks, &job, control);
}

static parot_status search_shared(struct tiles *tiles, struct tiles_query *query,
                                  struct control *control)
{
    struct taking taking = {.answers = {.tiles = tiles, .query = query}};
    parot_status status = PAROT_ENOMEM;
    if (answers_open(&taking.answers) && (!query->listed || list_pairs(&taking)))
        status = share_search(&taking, control);
    if (status == PAROT_OK)
        status = answers_finish(&taking.answers, control);
    answers_close(&taking.answers);
    free(taking.listed_begin);
    free(taking.listed);
    return status;
}

void tiles_leave_crew(struct tiles *tiles)
{
    if (tiles->id)
        crew_forget(tiles->ranks, tiles->id);
    tiles->id = 0;
}

/* What ranks keep of the points depends on the parts: if these have changed, they are sent again.
 */
parot_status tiles_search_crew(struct tiles *tiles, struct tiles_query *query,
                               struct control *control)
{
    int64_t parts = crew_parts(control->run.ranks);
    if (tiles->parts != parts)
        tiles_leave_crew(tiles);
    tiles->ranks = control->run.ranks;
    tiles->parts = parts;
    parot_status status = parts > 1 ? tiles_search_round(tiles, query, parts, control)
                                    : search_shared(tiles, query, control);
    crew_release(control->run.ranks);
    return status;
}

/* ---- Whether it pays ---------------------------------------------------- */

int tiles_take_crew(struct tiles *tiles, const struct tiles_query *query,
                    const struct control *control)
{
    parot_ranks *ranks = control->run.ranks;
    return ranks && !query->is_wanted && (!tiles->id || tiles->ranks == ranks) &&
           crew_take(ranks, crew_work((double)query->asked, 1, tiles->points->dims));
}
