/* tiles_round_lead.c - rank 0 of a search whose columns go round. */
#include <stdlib.h>

#include "transport/points/tiles_round.h"

struct taking {
    struct tiles_answers answers;
    struct round_question asked;
    struct shares own;
    struct points shape;       /* what is sent of it: no points */
    struct crew_answer listed; /* listed_pairs */
};

static parot_status take_share(void *user, int64_t piece, const char *answer, size_t bytes)
{
    struct taking *taking = user;
    const struct round_question *asked = &taking->asked;
    struct crew_share share = crew_share(asked->rows, piece, asked->ranks);
    if (bytes < sizeof(struct looked_at))
        return PAROT_EIO;
    if (!asked->is_offer && !asked->is_last) {
        answers_count(&taking->answers, answer);
        return PAROT_OK;
    }
    return answers_take(&taking->answers, share.begin, share.begin + share.count, answer, bytes);
}

/* Listed pairs with the columns that go round now, of values that could be found. */
static int list_pairs(struct taking *taking)
{
    const struct tiles_query *query = taking->answers.query;
    const struct round_question *asked = &taking->asked;
    taking->listed.bytes = 0;
    for (int32_t i = 0; query->listed && i < asked->rows; i++) {
        const int32_t *col = NULL;
        const double *cost = NULL;
        int32_t count = query->listed(query->user, i, &col, &cost);
        for (int32_t k = 0; k < count; k++) {
            struct round_pair pair = {i, col[k] - asked->col};
            if (pair.col < 0 || pair.col >= asked->cols ||
                !tiles_can_find(query, i, col[k], cost[k]))
                continue;
            if (!crew_put(&taking->listed, &pair, sizeof pair))
                return 0;
        }
    }
    return 1;
}

static struct crew_part part_of(const double *data, int64_t begin, int64_t count, size_t unit)
{
    return data ? (struct crew_part){data + begin, (size_t)count * sizeof *data, unit}
                : (struct crew_part){0};
}

static void fill_about(struct taking *taking, struct crew_job *job)
{
    const struct points *points = taking->answers.tiles->points;
    int64_t dims = points->dims;
    job->about[ROUND_ABOUT_SHAPE] = (struct crew_part){&taking->shape, sizeof taking->shape, 0};
    for (int side = 0; side < 2; side++) {
        const struct point_set *set = &points->side[side];
        job->about[ROUND_ABOUT_ROWS + side] =
            part_of(set->at, 0, set->count * dims, (size_t)dims * sizeof(double));
        job->about[ROUND_ABOUT_ROW_OFFSETS + side] =
            part_of(set->offset, 0, set->count, sizeof(double));
    }
}

static void fill_parts(struct taking *taking, struct crew_job *job)
{
    const struct tiles_query *query = taking->answers.query;
    const struct round_question *asked = &taking->asked;
    const struct points *points = taking->answers.tiles->points;
    const struct point_set *cols = &points->side[!asked->side];
    int64_t dims = points->dims;
    job->part[ROUND_PART_QUESTION] = (struct crew_part){asked, sizeof *asked, 0};
    job->part[ROUND_PART_POINTS] = part_of(cols->at, asked->col * dims, asked->cols * dims, 0);
    job->part[ROUND_PART_OFFSETS] = part_of(cols->offset, asked->col, asked->cols, 0);
    job->part[ROUND_PART_POTENTIAL] = part_of(query->potential, asked->col, asked->cols, 0);
    job->part[ROUND_PART_KNOWN_POTENTIAL] =
        part_of(query->known_potential, asked->col, asked->cols, 0);
    job->part[ROUND_PART_LISTED] = (struct crew_part){taking->listed.data, taking->listed.bytes, 0};
    if (asked->is_first) {
        job->part[ROUND_PART_LIMIT] = part_of(query->limit, 0, asked->rows, sizeof(double));
        job->part[ROUND_PART_KNOWN_LIMIT] =
            part_of(query->known_limit, 0, asked->rows, sizeof(double));
    }
}

static parot_status send_round(struct taking *taking, struct control *control)
{
    struct tiles *tiles = taking->answers.tiles;
    const char *stage = taking->answers.query->stage;
    struct crew_job job = {.number = CREW_TILES_ROUND,
                           .kind = &TILES_ROUND_CREW,
                           .object = &taking->own,
                           .object_id = &tiles->id,
                           .pieces = taking->asked.ranks,
                           .is_bound = 1,
                           .take = take_share,
                           .user = taking,
                           .stage = stage ? stage : "search"};
    if (!list_pairs(taking))
        return PAROT_ENOMEM;
    fill_about(taking, &job);
    fill_parts(taking, &job);
    return crew_run(control->run.ranks, &job, control);
}

/* What this process would have received. */
static void open_own(struct taking *taking)
{
    const struct points *points = taking->answers.tiles->points;
    taking->shape = (struct points){.metric = points->metric,
                                    .is_product = points->is_product,
                                    .dims = points->dims,
                                    .unit = points->unit};
    taking->own.points = taking->shape;
    for (int side = 0; side < 2; side++) {
        struct point_set *own = &taking->own.points.side[side];
        *own = (struct point_set){.at = points->side[side].at, .offset = points->side[side].offset};
        own->count = (int32_t)crew_share(points->side[side].count, 0, taking->asked.ranks).count;
    }
}

static struct round_question first_question(const struct tiles_answers *answers,
                                            const parot_ranks *ranks)
{
    const struct tiles_query *query = answers->query;
    int32_t cols = answers->tiles->points->side[!query->side].count;
    struct round_question asked = {.side = (int32_t)query->side,
                                   .most =
                                       min_count(query->offer ? TILES_OFFERED : query->most, cols),
                                   .rows = answers->rows,
                                   .ranks = crew_count(ranks),
                                   .is_offer = query->offer != NULL,
                                   .is_first = 1};
    asked.room = query->limit && asked.most < cols ? asked.most + 1 : asked.most;
    return asked;
}

parot_status tiles_search_round(struct tiles *tiles, struct tiles_query *query, int64_t parts,
                                struct control *control)
{
    struct taking taking = {.answers = {.tiles = tiles, .query = query}};
    int64_t cols = tiles->points->side[!query->side].count;
    parts = parts < cols ? parts : cols;
    parot_status status = answers_open(&taking.answers) ? PAROT_OK : PAROT_ENOMEM;
    taking.asked = first_question(&taking.answers, control->run.ranks);
    open_own(&taking);
    for (int64_t part = 0; status == PAROT_OK && part < parts; part++) {
        struct crew_share come = crew_share(cols, part, parts);
        taking.asked.col = (int32_t)come.begin;
        taking.asked.cols = (int32_t)come.count;
        taking.asked.is_first = part == 0;
        taking.asked.is_last = part == parts - 1;
        status = send_round(&taking, control);
    }
    if (status == PAROT_OK)
        status = answers_finish(&taking.answers, control);
    shares_forget(&taking.own);
    free(taking.listed.data);
    answers_close(&taking.answers);
    return status;
}
