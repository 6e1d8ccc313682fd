/* certify_crew.c - a piece is some blocks of rows; the answer names each row, so that no rank needs
 * to have them in the same order. */
#include "partial/certify_crew.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ABOUT_SHAPE, ABOUT_X, ABOUT_Y, ABOUT_ALPHA, ABOUT_BETA };

struct shape {
    int64_t n, m, dims;
    int32_t metric, exponent, is_product, blocks; /* of rows, in a piece */
};

struct row_least {
    int64_t row;
    struct least least;
};

/* ---- Clouds of other ranks ---------------------------------------------- */

struct copy {
    struct audit_clouds clouds; /* the first member: what PROOF_CREW calls the object */
    parot_products_problem products;
    struct least *least;
    void *memory;
};

static void layout(struct copy *copy, struct arena *arena)
{
    audit_clouds_layout(&copy->clouds, arena);
    copy->least = arena_take(arena, copy->clouds.pair.n, sizeof *copy->least);
}

/* Works: what it takes is in *copy. */
static parot_status fill_copy(struct copy *copy, const struct crew_part *part,
                              struct control *control)
{
    struct audit_clouds *clouds = &copy->clouds;
    struct arena arena = {0};
    struct shape shape;
    memcpy(&shape, part[ABOUT_SHAPE].data, sizeof shape);
    clouds->pair = (struct point_pair){.metric = (parot_metric)shape.metric,
                                       .n = shape.n,
                                       .m = shape.m,
                                       .dims = shape.dims,
                                       .exponent = shape.exponent};
    copy->products =
        (parot_products_problem){.alpha = part[ABOUT_ALPHA].data, .beta = part[ABOUT_BETA].data};
    clouds->products = shape.is_product ? &copy->products : NULL;
    clouds->threads = control->run.threads;
    clouds->piece_blocks = shape.blocks;
    audit_clouds_screen(clouds);
    layout(copy, &arena);
    TRY(arena_open(&arena, control, NULL));
    layout(copy, &arena);
    copy->memory = arena.block;
    clouds->least = copy->least;
    memcpy(clouds->pair.x, part[ABOUT_X].data, part[ABOUT_X].bytes);
    memcpy(clouds->pair.y, part[ABOUT_Y].data, part[ABOUT_Y].bytes);
    return audit_clouds_order(clouds, control, NULL);
}

static void close_copy(void *object)
{
    struct copy *copy = object;
    block_free(copy->memory);
    free(copy);
}

static parot_status open_copy(void **object, const struct crew_part *part, struct control *control)
{
    struct copy *copy = calloc(1, sizeof *copy);
    if (!copy)
        return PAROT_ENOMEM;
    parot_status status = fill_copy(copy, part, control);
    *object = copy;
    if (status != PAROT_OK)
        close_copy(copy);
    return status;
}

/* ---- A pass over the rows, on any rank ---------------------------------- */

struct proof_job {
    struct audit_clouds *clouds;
    struct control *control;
};

static parot_status begin_proof(void **state, void *object, const struct crew_part *part,
                                struct control *control)
{
    struct proof_job *job = malloc(sizeof *job);
    *state = job;
    if (!job)
        return PAROT_ENOMEM;
    *job = (struct proof_job){object, control};
    audit_cloud_prices(job->clouds, part[0].data);
    return PAROT_OK;
}

static parot_status prove_piece(void *state, int64_t piece, struct crew_answer *answer)
{
    struct proof_job *job = state;
    struct audit_clouds *clouds = job->clouds;
    int64_t begin = piece * clouds->piece_blocks, end = begin + clouds->piece_blocks;
    end = end < clouds->rows.blocks ? end : clouds->rows.blocks;
    for (int64_t first = begin; first < end; first += (int64_t)AUDIT_BATCH * clouds->threads) {
        TRY(control_poll_part(job->control, "certificate", first, clouds->rows.blocks));
        audit_cloud_batch(clouds, first);
    }
    for (int64_t at = begin * BLOCK_ROWS; at < end * BLOCK_ROWS && at < clouds->rows.count; at++) {
        int64_t row = clouds->rows.order[at];
        struct row_least found = {row, clouds->least[row]};
        if (!crew_put(answer, &found, sizeof found))
            return PAROT_ENOMEM;
    }
    return PAROT_OK;
}

const struct crew_kind PROOF_CREW = {open_copy, close_copy, begin_proof, prove_piece, free};

/* ---- Rank 0 -------------------------------------------------------------- */

static parot_status take_piece(void *user, int64_t piece, const char *answer, size_t bytes)
{
    const struct audit_clouds *clouds = user;
    struct row_least found;
    (void)piece;
    for (size_t at = 0; at + sizeof found <= bytes; at += sizeof found) {
        memcpy(&found, answer + at, sizeof found);
        if (found.row < 0 || found.row >= clouds->rows.count)
            return PAROT_EIO;
        clouds->least[found.row] = found.least;
    }
    return PAROT_OK;
}

int proof_take_crew(const struct audit_clouds *clouds, const struct control *control)
{
    const struct point_pair *pair = &clouds->pair;
    return crew_take(control->run.ranks, crew_work((double)pair->n, (double)pair->m, pair->dims));
}

static struct crew_part part_of(const double *data, int64_t count, int64_t dims)
{
    return (struct crew_part){data, data ? (size_t)(count * dims) * sizeof *data : 0};
}

/* Fills clouds->least by the prices v. */
static parot_status share(struct audit_clouds *clouds, const double *v, struct control *control)
{
    const struct point_pair *pair = &clouds->pair;
    const parot_products_problem *products = clouds->products;
    clouds->piece_blocks = AUDIT_BATCH * clouds->threads;
    struct shape shape = {pair->n,
                          pair->m,
                          pair->dims,
                          (int32_t)pair->metric,
                          pair->exponent,
                          products != NULL,
                          (int32_t)clouds->piece_blocks};
    struct crew_job job = {
        .number = CREW_PROOF,
        .kind = &PROOF_CREW,
        .object = clouds,
        .object_id = &clouds->id,
        .about = {[ABOUT_SHAPE] = {&shape, sizeof shape},
                  [ABOUT_X] = part_of(pair->x, pair->n, pair->dims),
                  [ABOUT_Y] = part_of(pair->y, pair->m, pair->dims),
                  [ABOUT_ALPHA] = part_of(products ? products->alpha : NULL, pair->n, 1),
                  [ABOUT_BETA] = part_of(products ? products->beta : NULL, pair->m, 1)},
        .part = {part_of(v, pair->m, 1)},
        .pieces = (clouds->rows.blocks + clouds->piece_blocks - 1) / clouds->piece_blocks,
        .take = take_piece,
        .user = clouds,
        .stage = "certificate"};
    return crew_run(control->run.ranks, &job, control);
}

/* ---- Parts --------------------------------------------------------------- */

struct range {
    int64_t begin, count;
};

static struct range range_of(int64_t count, int64_t parts, int64_t k)
{
    int64_t size = (count + parts - 1) / parts, begin = k * size;
    int64_t rest = begin < count ? count - begin : 0;
    return (struct range){begin, rest < size ? rest : size};
}

static const double *from(const double *numbers, int64_t begin)
{
    return numbers ? numbers + begin : NULL;
}

/* The clouds of two parts, as another rank would have them. */
static parot_status open_part(struct copy **copy, const struct audit_clouds *whole,
                              struct range rows, struct range cols, struct control *control)
{
    const struct point_pair *pair = &whole->pair;
    const parot_products_problem *products = whole->products;
    struct shape shape = {rows.count,     cols.count,       pair->dims, (int32_t)pair->metric,
                          pair->exponent, products != NULL, 0};
    const struct crew_part about[CREW_PARTS] = {
        [ABOUT_SHAPE] = {&shape, sizeof shape},
        [ABOUT_X] = part_of(pair->x + rows.begin * pair->dims, rows.count, pair->dims),
        [ABOUT_Y] = part_of(pair->y + cols.begin * pair->dims, cols.count, pair->dims),
        [ABOUT_ALPHA] = part_of(products ? from(products->alpha, rows.begin) : NULL, rows.count, 1),
        [ABOUT_BETA] = part_of(products ? from(products->beta, cols.begin) : NULL, cols.count, 1)};
    void *object = NULL;
    parot_status status = open_copy(&object, about, control);
    *copy = status == PAROT_OK ? object : NULL;
    return status;
}

/* The lower one; of equal sums that which is lower before it was rounded. */
static void keep_least(struct least *least, struct least found)
{
    if (found.sum < least->sum || (found.sum == least->sum && found.error < least->error))
        *least = found;
}

static parot_status share_part(struct audit_clouds *whole, const double *v, struct range rows,
                               struct range cols, struct control *control)
{
    struct copy *copy = NULL;
    TRY(open_part(&copy, whole, rows, cols, control));
    parot_status status = share(&copy->clouds, v + cols.begin, control);
    for (int64_t i = 0; status == PAROT_OK && i < rows.count; i++)
        keep_least(&whole->least[rows.begin + i], copy->least[i]);
    crew_forget(control->run.ranks, copy->clouds.id);
    close_copy(copy);
    return status;
}

static parot_status share_parts(struct audit_clouds *clouds, const double *v, int64_t parts,
                                struct control *control)
{
    for (int64_t i = 0; i < clouds->pair.n; i++)
        clouds->least[i] = (struct least){INFINITY, 0};
    for (int64_t a = 0; a < parts; a++)
        for (int64_t b = 0; b < parts; b++) {
            struct range rows = range_of(clouds->pair.n, parts, a),
                         cols = range_of(clouds->pair.m, parts, b);
            if (rows.count > 0 && cols.count > 0)
                TRY(share_part(clouds, v, rows, cols, control));
        }
    return PAROT_OK;
}

/* ---- The call ------------------------------------------------------------ */

parot_status proof_share(struct audit_clouds *clouds, const double *v, struct control *control,
                         parot_error *err)
{
    const struct point_pair *pair = &clouds->pair;
    int64_t parts = crew_parts(control->run.ranks);
    parot_status status =
        parts > 1 ? share_parts(clouds, v, parts, control) : share(clouds, v, control);
    crew_release(control->run.ranks);
    if (status > 0)
        return fail(err, PAROT_ESTOPPED, "certificate: stopped (%s); allow more time",
                    parot_status_name(status));
    if (status == PAROT_ENOMEM)
        return fail(err, status, "out of memory: a rank has no room to certify %lld x %lld points",
                    (long long)pair->n, (long long)pair->m);
    return status == PAROT_OK ? PAROT_OK
                              : fail(err, status, "certificate: a rank has failed (%s)",
                                     parot_status_name(status));
}
