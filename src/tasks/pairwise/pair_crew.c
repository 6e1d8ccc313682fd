/* pair_crew.c - a piece is a few pairs, which a rank solves as a batch of its own. All clouds are
 * sent to all ranks; each pair is solved as it would be alone, so that it does not matter where. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/crew_pack.h"
#include "tasks/pairwise/pair_job.h"

/* Pieces for each rank, and pairs of a piece, at most. */
enum { RANK_PIECES = 16, PIECE_PAIRS = 16 };

enum { ABOUT_SETTINGS, ABOUT_SHAPES, ABOUT_NUMBERS, ABOUT_TOTALS };
enum { PART_SIZE, PART_FIRST, PART_SECOND };

struct settings {
    parot_pairwise_options options; /* without pointers */
    parot_gromov_options gromov;
    int64_t count, has_gromov;
    struct crew_rules rules;
};

/* Of a cloud: its numbers are points or distances, and then weights if there are any. */
struct shape {
    int64_t rows, cols;
    int32_t is_distances, has_weights;
};

struct pair_answer {
    double objective;
    int64_t status;
};

struct pair_failure {
    int64_t at; /* of the piece */
    parot_error error;
};

/* ---- Clouds of other ranks ---------------------------------------------- */

struct copy {
    struct pairs_job job; /* the first member: what PAIRS_CREW calls the object */
    struct settings settings;
    parot_pairwise_cloud *clouds;
};

static void place_clouds(struct copy *copy, const struct crew_part *part)
{
    const struct shape *shape = part[ABOUT_SHAPES].data;
    const double *numbers = part[ABOUT_NUMBERS].data;
    for (int64_t k = 0; k < copy->settings.count; k++) {
        parot_matrix table = {numbers, shape[k].rows, shape[k].cols, shape[k].cols};
        numbers += shape[k].rows * shape[k].cols;
        if (shape[k].is_distances)
            copy->clouds[k].distances = table;
        else
            copy->clouds[k].points = table;
        if (shape[k].has_weights) {
            copy->clouds[k].weights = numbers;
            numbers += shape[k].rows;
        }
    }
}

static void close_copy(void *object)
{
    struct copy *copy = object;
    free(copy->clouds);
    free(copy);
}

static parot_status open_copy(void **object, const struct crew_part *part, struct control *control)
{
    struct copy *copy = calloc(1, sizeof *copy);
    (void)control;
    if (!copy)
        return PAROT_ENOMEM;
    memcpy(&copy->settings, part[ABOUT_SETTINGS].data, sizeof copy->settings);
    copy->clouds = calloc((size_t)copy->settings.count, sizeof *copy->clouds);
    if (!copy->clouds) {
        close_copy(copy);
        return PAROT_ENOMEM;
    }
    place_clouds(copy, part);
    struct pairs_job *job = &copy->job;
    job->clouds = copy->clouds;
    job->count = copy->settings.count;
    job->options = copy->settings.options;
    job->options.gromov = copy->settings.has_gromov ? &copy->settings.gromov : NULL;
    job->total = (double *)(uintptr_t)part[ABOUT_TOTALS].data;
    crew_obey(&job->control.run, &copy->settings.rules);
    *object = copy;
    return PAROT_OK;
}

/* ---- Some pairs, on any rank -------------------------------------------- */

struct share {
    struct pairs_job *job;
    const int32_t *first, *second;
    int64_t todo, together;
    struct control *control;
};

static parot_status begin_pairs(void **state, void *object, const struct crew_part *part,
                                struct control *control)
{
    struct share *share = malloc(sizeof *share);
    *state = share;
    if (!share)
        return PAROT_ENOMEM;
    *share = (struct share){.job = object,
                            .first = part[PART_FIRST].data,
                            .second = part[PART_SECOND].data,
                            .todo = (int64_t)(part[PART_FIRST].bytes / sizeof *share->first),
                            .control = control};
    memcpy(&share->together, part[PART_SIZE].data, sizeof share->together);
    return PAROT_OK;
}

static int put_solved(struct crew_answer *answer, const parot_batch_result *solved)
{
    for (int64_t k = 0; k < solved->count; k++) {
        struct pair_answer pair = {solved->objective[k], solved->statuses[k]};
        if (!crew_put(answer, &pair, sizeof pair))
            return 0;
    }
    for (int64_t f = 0; f < solved->failures; f++) {
        struct pair_failure failure = {solved->failure[f].problem, solved->failure[f].error};
        if (!crew_put(answer, &failure, sizeof failure))
            return 0;
    }
    return 1;
}

static parot_status solve_piece(void *state, int64_t piece, struct crew_answer *answer)
{
    struct share *share = state;
    struct pairs_job some = *share->job;
    parot_batch_result solved = {0};
    int64_t begin = piece * share->together, rest = share->todo - begin;
    some.journal = (struct pair_journal){0}; /* rank 0 writes it when it takes the answer */
    some.first = (int32_t *)(uintptr_t)(share->first + begin);
    some.second = (int32_t *)(uintptr_t)(share->second + begin);
    some.todo = rest < share->together ? rest : share->together;
    const struct crew_rules rules = crew_rules(&some.control.run);
    parot_run run = control_rest(share->control);
    crew_obey(&run, &rules);
    parot_status status = pairs_solve(&some, &run, &solved, NULL);
    if (status >= 0 && !put_solved(answer, &solved)) /* a stop keeps what is solved */
        status = PAROT_ENOMEM;
    parot_batch_result_free(&solved);
    return status;
}

const struct crew_kind PAIRS_CREW = {open_copy, close_copy, begin_pairs, solve_piece, free};

/* ---- Rank 0 -------------------------------------------------------------- */

struct taking {
    struct pairs_job *job;
    int64_t together;
    struct batch batch; /* of which only the result is used */
};

static parot_status take_piece(void *user, int64_t piece, const char *answer, size_t bytes)
{
    struct taking *taking = user;
    struct pairs_job *job = taking->job;
    parot_batch_result *result = &taking->batch.result;
    int64_t begin = piece * taking->together, rest = job->todo - begin;
    int64_t count = rest < taking->together ? rest : taking->together;
    size_t at = (size_t)count * sizeof(struct pair_answer);
    if (bytes == 0) /* stopped before it began */
        return PAROT_OK;
    for (int64_t k = 0; k < count; k++) {
        struct pair_answer pair;
        memcpy(&pair, answer + (size_t)k * sizeof pair, sizeof pair);
        parot_status status = (parot_status)pair.status;
        const struct finished_pair line = {job->first[begin + k], job->second[begin + k],
                                           pair.objective, status};
        result->objective[begin + k] = pair.objective;
        result->statuses[begin + k] = status;
        result->solved += status == PAROT_OK;
        if (pair_is_finished(status) && !journal_add(&job->journal, &line))
            return PAROT_EIO;
    }
    for (struct pair_failure failure; at + sizeof failure <= bytes; at += sizeof failure) {
        memcpy(&failure, answer + at, sizeof failure);
        batch_put_failure(&taking->batch, begin + failure.at, &failure.error);
    }
    return PAROT_OK;
}

/* ---- What is sent -------------------------------------------------------- */

static parot_matrix table_of(const parot_pairwise_cloud *cloud)
{
    return cloud->distances.data ? cloud->distances : cloud->points;
}

static size_t numbers_of(const struct pairs_job *job)
{
    size_t count = 0;
    for (int64_t k = 0; k < job->count; k++) {
        parot_matrix table = table_of(&job->clouds[k]);
        count += (size_t)(table.rows * (table.cols + (job->clouds[k].weights != NULL)));
    }
    return count;
}

static void pack(const struct pairs_job *job, struct shape *shape, double *to)
{
    for (int64_t k = 0; k < job->count; k++) {
        const parot_pairwise_cloud *cloud = &job->clouds[k];
        parot_matrix table = table_of(cloud);
        shape[k] = (struct shape){table.rows, table.cols, cloud->distances.data != NULL,
                                  cloud->weights != NULL};
        for (int64_t i = 0; i < table.rows; i++, to += table.cols)
            memcpy(to, table.data + i * table.stride, (size_t)table.cols * sizeof *to);
        if (cloud->weights) {
            memcpy(to, cloud->weights, (size_t)table.rows * sizeof *to);
            to += table.rows;
        }
    }
}

static struct settings settings_of(const struct pairs_job *job)
{
    struct settings settings = {.options = job->options,
                                .count = job->count,
                                .has_gromov = job->options.gromov != NULL,
                                .rules = crew_rules(&job->control.run)};
    settings.options.gromov = NULL;
    settings.options.journal = NULL;
    if (job->options.gromov) { /* checked: no pointers in it */
        parot_gromov_options_init(&settings.gromov);
        size_t size = job->options.gromov->struct_size;
        memcpy(&settings.gromov, job->options.gromov,
               size < sizeof settings.gromov ? size : sizeof settings.gromov);
    }
    return settings;
}

/* Works: `numbers` and `shapes` are the caller's. */
static parot_status run_job(struct taking *taking, double *numbers, struct shape *shapes)
{
    struct pairs_job *job = taking->job;
    struct settings settings = settings_of(job);
    int64_t id = 0;
    size_t clouds = (size_t)job->count, todo = (size_t)job->todo;
    pack(job, shapes, numbers);
    struct crew_job shared = {
        .number = CREW_PAIRS,
        .kind = &PAIRS_CREW,
        .object = job,
        .object_id = &id,
        .about = {[ABOUT_SETTINGS] = {&settings, sizeof settings},
                  [ABOUT_SHAPES] = {shapes, clouds * sizeof *shapes},
                  [ABOUT_NUMBERS] = {numbers, numbers_of(job) * sizeof *numbers},
                  [ABOUT_TOTALS] = {job->total, clouds * sizeof *job->total}},
        .part = {[PART_SIZE] = {&taking->together, sizeof taking->together},
                 [PART_FIRST] = {job->first, todo * sizeof *job->first},
                 [PART_SECOND] = {job->second, todo * sizeof *job->second}},
        .pieces = (job->todo + taking->together - 1) / taking->together,
        .take = take_piece,
        .user = taking,
        .takes_rest = 1,
        .stage = "pairs"};
    parot_ranks *ranks = job->control.run.ranks;
    parot_status status = crew_run(ranks, &shared, &job->control);
    crew_forget(ranks, id);
    return status;
}

static void layout(struct taking *taking, struct arena *arena)
{
    parot_batch_result *result = &taking->batch.result;
    result->objective = arena_take(arena, taking->job->todo, sizeof *result->objective);
    result->statuses = arena_take(arena, taking->job->todo, sizeof *result->statuses);
}

static parot_status open_result(struct taking *taking, parot_error *err)
{
    struct arena arena = {0};
    parot_batch_result *result = &taking->batch.result;
    layout(taking, &arena);
    TRY(arena_open(&arena, &taking->job->control, err));
    layout(taking, &arena);
    result->owner = arena.block;
    result->count = taking->job->todo;
    for (int64_t k = 0; k < result->count; k++) {
        result->objective[k] = NAN;
        result->statuses[k] = PAROT_ESTOPPED;
    }
    return PAROT_OK;
}

/* Works: the result is in *taking, also on failure. */
static parot_status share_pairs(struct taking *taking, parot_error *err)
{
    struct pairs_job *job = taking->job;
    parot_batch_result *result = &taking->batch.result;
    TRY(open_result(taking, err));
    double *numbers = malloc((numbers_of(job) + 1) * sizeof *numbers);
    struct shape *shapes = calloc((size_t)job->count, sizeof *shapes);
    int has_room = numbers && shapes;
    parot_status status = has_room ? run_job(taking, numbers, shapes) : PAROT_ENOMEM;
    free(numbers);
    free(shapes);
    if (!has_room)
        return fail_memory(err, numbers_of(job) * sizeof *numbers);
    if (status < 0)
        return crew_fail(status, "the clouds", err);
    for (int64_t k = 0; k < result->count; k++)
        result->failed += result->statuses[k] < 0;
    result->status = status;
    return status;
}

parot_status pairs_share(struct pairs_job *job, parot_batch_result *solved, parot_error *err)
{
    int32_t threads = job->control.run.threads;
    int64_t fair = job->todo / ((int64_t)RANK_PIECES * crew_count(job->control.run.ranks));
    fair = fair < 1 ? 1 : fair > PIECE_PAIRS ? PIECE_PAIRS : fair;
    struct taking taking = {.job = job, .together = threads > 1 ? fair * threads : fair};
    parot_status status = share_pairs(&taking, err);
    crew_release(job->control.run.ranks);
    if (status >= 0)
        *solved = taking.batch.result;
    else
        parot_batch_result_free(&taking.batch.result);
    return status;
}

/* What the pairs take, as if each were a question about points; more where distances within are
 * compared. */
static double work_of(const struct pairs_job *job)
{
    double work = 0;
    for (int64_t k = 0; k < job->todo; k++) {
        const parot_pairwise_cloud *a = &job->clouds[job->first[k]],
                                   *b = &job->clouds[job->second[k]];
        double n = (double)cloud_size(a), m = (double)cloud_size(b);
        work +=
            n * m *
            (job->options.method == PAROT_PAIRWISE_METHOD_GROMOV ? n + m : (double)a->points.cols);
    }
    return work;
}

int pairs_take_crew(const struct pairs_job *job)
{
    return job->control.run.ranks && job->todo > 1 &&
           crew_take(job->control.run.ranks, work_of(job));
}
