/* certify_crew.c - a piece is some blocks of rows, in the order that rank 0 has found: it is sent,
 * so that only one rank has to look for it. */
#include "partial/certify_crew.h"

#include <stdlib.h>
#include <string.h>

#include "base/crew_pack.h"
#include "partial/certify_copy.h"

enum { ABOUT_SHAPE, ABOUT_X, ABOUT_Y, ABOUT_ALPHA, ABOUT_BETA, ABOUT_ROW_ORDER, ABOUT_COL_ORDER };

enum { PART_PRICES, PART_BLOCKS };

/* Blocks of rows of a piece, for each thread. The answer of 128 rows is 2 KB: messages beyond 4 KB
 * are not sent at once by MPI, but when both sides look after them. */
enum { PIECE_BLOCKS = 8 };

/* ---- Clouds of other ranks ---------------------------------------------- */

static struct audit_side side_of(const struct crew_part *part, int side, int64_t dims)
{
    const struct crew_part *at = &part[ABOUT_X + side];
    return (struct audit_side){(int64_t)(at->bytes / sizeof(double)) / dims, at->data,
                               part[ABOUT_ALPHA + side].data, part[ABOUT_ROW_ORDER + side].data};
}

static void close_copy(void *object)
{
    audit_copy_close(object);
}

static parot_status open_copy(void **object, const struct crew_part *part, struct control *control)
{
    struct audit_shape shape;
    struct audit_copy *copy = NULL;
    memcpy(&shape, part[ABOUT_SHAPE].data, sizeof shape);
    struct audit_side rows = side_of(part, 0, shape.dims), cols = side_of(part, 1, shape.dims);
    parot_status status = audit_copy_open(&copy, &shape, &rows, &cols, control);
    *object = copy;
    if (status != PAROT_OK)
        audit_copy_close(copy);
    return status;
}

/* ---- A pass over the rows, on any rank ---------------------------------- */

struct proof_job {
    struct audit_clouds *clouds;
    int64_t blocks; /* of rows, in a piece */
    struct control *control;
};

static parot_status begin_proof(void **state, void *object, const struct crew_part *part,
                                struct control *control)
{
    struct proof_job *job = malloc(sizeof *job);
    *state = job;
    if (!job)
        return PAROT_ENOMEM;
    *job = (struct proof_job){.clouds = object, .control = control};
    memcpy(&job->blocks, part[PART_BLOCKS].data, sizeof job->blocks);
    audit_cloud_prices(job->clouds, part[PART_PRICES].data);
    return PAROT_OK;
}

static parot_status prove_piece(void *state, int64_t piece, struct crew_answer *answer)
{
    const struct proof_job *job = state;
    const struct audit_clouds *clouds = job->clouds;
    int64_t begin = piece * job->blocks, end = begin + job->blocks;
    end = end < clouds->rows.blocks ? end : clouds->rows.blocks;
    TRY(audit_cloud_look(job->clouds, begin, end, job->control));
    for (int64_t at = begin * BLOCK_ROWS; at < end * BLOCK_ROWS && at < clouds->rows.count; at++)
        if (!crew_put(answer, &clouds->least[clouds->rows.order[at]], sizeof *clouds->least))
            return PAROT_ENOMEM;
    return PAROT_OK;
}

const struct crew_kind PROOF_CREW = {open_copy, close_copy, begin_proof, prove_piece, free};

/* ---- Rank 0 -------------------------------------------------------------- */

struct taking {
    struct audit_clouds *clouds;
    int64_t blocks; /* of rows, in a piece */
};

static parot_status take_piece(void *user, int64_t piece, const char *answer, size_t bytes)
{
    const struct taking *taking = user;
    int64_t rows = taking->blocks * BLOCK_ROWS, begin = piece * rows;
    int64_t rest = taking->clouds->rows.count - begin;
    struct crew_share share = {begin, rows < rest ? rows : rest};
    return proof_take_rows(taking->clouds, share, answer, bytes);
}

parot_status proof_take_rows(struct audit_clouds *clouds, struct crew_share rows,
                             const char *answer, size_t bytes)
{
    size_t unit = sizeof *clouds->least;
    if (bytes != (size_t)rows.count * unit)
        return PAROT_EIO;
    for (int64_t k = 0; k < rows.count; k++)
        memcpy(&clouds->least[clouds->rows.order[rows.begin + k]], answer + (size_t)k * unit, unit);
    return PAROT_OK;
}

static struct crew_part order_of(const struct cloud *cloud)
{
    return (struct crew_part){cloud->order, (size_t)cloud->count * sizeof *cloud->order, 0};
}

/* Fills clouds->least by the prices v. */
static parot_status share(struct audit_clouds *clouds, const double *v, struct control *control)
{
    const struct point_pair *pair = &clouds->pair;
    const parot_products_problem *products = clouds->products;
    struct taking taking = {clouds, (int64_t)PIECE_BLOCKS * clouds->threads};
    struct audit_shape shape = audit_shape_of(clouds);
    struct crew_job job = {
        .number = CREW_PROOF,
        .kind = &PROOF_CREW,
        .object = clouds,
        .object_id = &clouds->id,
        .about = {[ABOUT_SHAPE] = {&shape, sizeof shape, 0},
                  [ABOUT_X] = crew_numbers(pair->x, pair->n * pair->dims),
                  [ABOUT_Y] = crew_numbers(pair->y, pair->m * pair->dims),
                  [ABOUT_ALPHA] = crew_numbers(products ? products->alpha : NULL, pair->n),
                  [ABOUT_BETA] = crew_numbers(products ? products->beta : NULL, pair->m),
                  [ABOUT_ROW_ORDER] = order_of(&clouds->rows),
                  [ABOUT_COL_ORDER] = order_of(&clouds->cols)},
        .part = {[PART_PRICES] = crew_numbers(v, pair->m),
                 [PART_BLOCKS] = {&taking.blocks, sizeof taking.blocks, 0}},
        .pieces = (clouds->rows.blocks + taking.blocks - 1) / taking.blocks,
        .take = take_piece,
        .user = &taking,
        .stage = "certificate"};
    return crew_run(control->run.ranks, &job, control);
}

/* ---- The call ------------------------------------------------------------ */

int proof_take_crew(const struct audit_clouds *clouds, const struct control *control)
{
    const struct point_pair *pair = &clouds->pair;
    return crew_take(control->run.ranks, crew_work((double)pair->n, (double)pair->m, pair->dims));
}

parot_status proof_share(struct audit_clouds *clouds, const double *v, struct control *control,
                         parot_error *err)
{
    int64_t parts = crew_parts(control->run.ranks);
    parot_status status =
        parts > 1 ? proof_round(clouds, v, parts, control) : share(clouds, v, control);
    crew_release(control->run.ranks);
    if (status > 0)
        return fail(err, PAROT_ESTOPPED, "certificate: stopped (%s); allow more time",
                    parot_status_name(status));
    return status == PAROT_OK ? PAROT_OK : crew_fail(status, "the points to certify", err);
}
