/* certify_round.c - the proof where no other rank has room for all points: every rank keeps its
 * share of the rows, the columns go round in parts, and the least of a row stays with its rank
 * until the last part has come. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "partial/certify_copy.h"
#include "partial/certify_crew.h"

enum { ABOUT_SHAPE, ABOUT_X, ABOUT_ALPHA };

enum { PART_QUESTION, PART_Y, PART_BETA, PART_PRICES };

struct asked {
    int64_t cols; /* that have come */
    int64_t is_first, is_last;
};

/* ---- Rows of a rank ------------------------------------------------------ */

struct share_rows {
    struct audit_shape shape;
    struct audit_side side;
    struct least *least; /* so far */
};

static struct least *places_for_least(int64_t count)
{
    return malloc(((size_t)count + 1) * sizeof(struct least));
}

static parot_status open_rows(void **object, const struct crew_part *part, struct control *control)
{
    struct share_rows *rows = calloc(1, sizeof *rows);
    (void)control;
    *object = rows;
    if (!rows)
        return PAROT_ENOMEM;
    memcpy(&rows->shape, part[ABOUT_SHAPE].data, sizeof rows->shape);
    size_t point = (size_t)rows->shape.dims * sizeof(double);
    rows->side = (struct audit_side){(int64_t)(part[ABOUT_X].bytes / point), part[ABOUT_X].data,
                                     part[ABOUT_ALPHA].data, NULL};
    rows->least = places_for_least(rows->side.count);
    if (rows->least)
        return PAROT_OK;
    free(rows);
    return PAROT_ENOMEM;
}

static void close_rows(void *object)
{
    struct share_rows *rows = object;
    free(rows->least);
    free(rows);
}

/* ---- The columns that have come ------------------------------------------ */

struct round {
    struct share_rows *rows;
    struct asked asked;
    struct audit_side cols;
    const double *price;
    struct control *control;
};

static parot_status begin_round(void **state, void *object, const struct crew_part *part,
                                struct control *control)
{
    struct round *round = malloc(sizeof *round);
    *state = round;
    if (!round)
        return PAROT_ENOMEM;
    *round = (struct round){.rows = object, .price = part[PART_PRICES].data, .control = control};
    memcpy(&round->asked, part[PART_QUESTION].data, sizeof round->asked);
    round->cols =
        (struct audit_side){round->asked.cols, part[PART_Y].data, part[PART_BETA].data, NULL};
    for (int64_t i = 0; round->asked.is_first && i < round->rows->side.count; i++)
        round->rows->least[i] = (struct least){INFINITY, 0};
    return PAROT_OK;
}

/* The lower one; of equal sums that which is lower before it was rounded. */
static void keep_least(struct least *least, struct least found)
{
    if (found.sum < least->sum || (found.sum == least->sum && found.error < least->error))
        *least = found;
}

static parot_status look_at_columns(struct round *round)
{
    struct share_rows *rows = round->rows;
    struct audit_copy *copy = NULL;
    parot_status status =
        audit_copy_open(&copy, &rows->shape, &rows->side, &round->cols, round->control);
    if (status == PAROT_OK) {
        audit_cloud_prices(&copy->clouds, round->price);
        status = audit_cloud_look(&copy->clouds, 0, copy->clouds.rows.blocks, round->control);
    }
    for (int64_t i = 0; status == PAROT_OK && i < rows->side.count; i++)
        keep_least(&rows->least[i], copy->least[i]);
    audit_copy_close(copy);
    return status;
}

static parot_status work_round(void *state, int64_t piece, struct crew_answer *answer)
{
    struct round *round = state;
    const struct share_rows *rows = round->rows;
    (void)piece;
    if (rows->side.count == 0)
        return PAROT_OK;
    TRY(look_at_columns(round));
    if (round->asked.is_last &&
        !crew_put(answer, rows->least, (size_t)rows->side.count * sizeof *rows->least))
        return PAROT_ENOMEM;
    return PAROT_OK;
}

const struct crew_kind PROOF_ROUND_CREW = {open_rows, close_rows, begin_round, work_round, free};

/* ---- Rank 0 -------------------------------------------------------------- */

struct going {
    struct audit_clouds *clouds;
    struct share_rows own;
    struct asked asked;
    int64_t ranks, id;
    double *alpha;    /* of all rows, in their order; NULL: there are none */
    double *y, *beta; /* of the columns that go round now, in their order */
    double *price;
};

static parot_status take_share(void *user, int64_t piece, const char *answer, size_t bytes)
{
    const struct going *going = user;
    struct crew_share share = crew_share(going->clouds->rows.count, piece, going->ranks);
    if (!going->asked.is_last)
        share.count = 0;
    return proof_take_rows(going->clouds, share, answer, bytes);
}

static struct crew_part part_of(const double *data, int64_t count, int64_t dims, size_t unit)
{
    return (struct crew_part){data, data ? (size_t)(count * dims) * sizeof *data : 0, unit};
}

static parot_status send_round(struct going *going, struct control *control)
{
    const struct audit_clouds *clouds = going->clouds;
    int64_t n = clouds->rows.count, dims = clouds->pair.dims, cols = going->asked.cols;
    const struct audit_shape *shape = &going->own.shape;
    struct crew_job job = {
        .number = CREW_PROOF_ROUND,
        .kind = &PROOF_ROUND_CREW,
        .object = &going->own,
        .object_id = &going->id,
        .about = {[ABOUT_SHAPE] = {shape, sizeof *shape, 0},
                  [ABOUT_X] = part_of(clouds->rows.at, n, dims, (size_t)dims * sizeof(double)),
                  [ABOUT_ALPHA] = part_of(going->alpha, n, 1, sizeof(double))},
        .part = {[PART_QUESTION] = {&going->asked, sizeof going->asked, 0},
                 [PART_Y] = part_of(going->y, cols, dims, 0),
                 [PART_BETA] = part_of(going->beta, cols, 1, 0),
                 [PART_PRICES] = part_of(going->price, cols, 1, 0)},
        .pieces = going->ranks,
        .is_bound = 1,
        .take = take_share,
        .user = going,
        .stage = "certificate"};
    return crew_run(control->run.ranks, &job, control);
}

/* The columns [begin, begin + count) in their order. */
static void gather(struct going *going, struct crew_share come, const double *v)
{
    const struct audit_clouds *clouds = going->clouds;
    int64_t dims = clouds->pair.dims;
    for (int64_t k = 0; k < come.count; k++) {
        int64_t j = clouds->cols.order[come.begin + k];
        memcpy(going->y + k * dims, clouds->pair.y + j * dims, (size_t)dims * sizeof *going->y);
        going->price[k] = v[j];
        if (going->beta)
            going->beta[k] = audit_cloud_offset(clouds->products->beta, j);
    }
    going->asked.cols = come.count;
}

static double *room_for(int64_t count)
{
    return malloc((size_t)count * sizeof(double));
}

/* 0: there is no memory; what there is belongs to the caller. */
static int open_going(struct going *going, int64_t most_cols)
{
    const struct audit_clouds *clouds = going->clouds;
    int64_t n = clouds->rows.count, dims = clouds->pair.dims;
    int is_product = clouds->products != NULL;
    struct crew_share own = crew_share(n, 0, going->ranks);
    going->y = room_for(most_cols * dims);
    going->price = room_for(most_cols);
    going->alpha = is_product ? room_for(n) : NULL;
    going->beta = is_product ? room_for(most_cols) : NULL;
    going->own.least = places_for_least(own.count);
    if (!going->y || !going->price || !going->own.least ||
        (is_product && (!going->alpha || !going->beta)))
        return 0;
    for (int64_t i = 0; is_product && i < n; i++)
        going->alpha[i] = audit_cloud_offset(clouds->products->alpha, clouds->rows.order[i]);
    going->own.shape = audit_shape_of(clouds);
    going->own.side = (struct audit_side){own.count, clouds->rows.at, going->alpha, NULL};
    return 1;
}

parot_status proof_round(struct audit_clouds *clouds, const double *v, int64_t parts,
                         struct control *control)
{
    struct going going = {.clouds = clouds, .ranks = crew_count(control->run.ranks)};
    int64_t cols = clouds->cols.count;
    parts = parts < cols ? parts : cols;
    parot_status status = open_going(&going, (cols + parts - 1) / parts) ? PAROT_OK : PAROT_ENOMEM;
    for (int64_t part = 0; status == PAROT_OK && part < parts; part++) {
        going.asked.is_first = part == 0;
        going.asked.is_last = part == parts - 1;
        gather(&going, crew_share(cols, part, parts), v);
        status = send_round(&going, control);
    }
    crew_forget(control->run.ranks, going.id);
    free(going.own.least);
    free(going.alpha);
    free(going.beta);
    free(going.y);
    free(going.price);
    return status;
}
