/* match_dense.c - all pairs of a large stratum exist: partial transport between points.
 *
 * Every row has its capacity as its weight, every column too, and as much moves as can. Weights are
 * whole numbers, and so are the masses of a basic plan; where one side has capacities of at most 1,
 * no pair is made twice. The prices lambda - u_i and -v_j (or -u_i and lambda - v_j, whichever side
 * is full) are those of the lists.
 */
#include <math.h>
#include <string.h>

#include "tasks/match/match_internal.h"

#include "base/crew.h"

struct dense_group {
    parot_points_problem points;
    double *x, *y, *p, *q; /* rows as in the order inside */
    int are_rows_full;     /* else columns are */
    uint8_t *is_made;      /* rows, then columns, that have a partner */
    int32_t *place;        /* of rows, then columns, among the points */
};

int match_is_dense(const parot_match_problem *problem, const parot_match_options *options,
                   double rows, double cols)
{
    return match_has_tables(problem) && options->caliper == INFINITY &&
           match_limited(problem) == 0 && rows * cols > MATCH_LISTED;
}

static void layout(struct dense_group *dense, const struct match_group *group, int64_t dims,
                   struct arena *arena)
{
    dense->x = arena_take(arena, group->rows, (size_t)dims * sizeof(double));
    dense->y = arena_take(arena, group->cols, (size_t)dims * sizeof(double));
    dense->p = arena_take(arena, group->rows, sizeof(double));
    dense->q = arena_take(arena, group->cols, sizeof(double));
    dense->is_made = arena_take(arena, (int64_t)group->rows + group->cols, sizeof(uint8_t));
    dense->place = arena_take(arena, (int64_t)group->rows + group->cols, sizeof(int32_t));
}

/* Whether some capacity is above 1. */
static int fill(struct dense_group *dense, const struct match_answer *answer,
                const struct match_group *group)
{
    const struct match_lists *lists = answer->lists;
    int64_t dims = lists->space->x.cols;
    int is_many[2] = {0, 0};
    double total[2] = {0, 0};
    for (int32_t k = 0; k < group->rows; k++) {
        memcpy(dense->x + k * dims,
               lists->space->x.data + lists->row_of[group->first_row + k] * dims,
               (size_t)dims * sizeof(double));
        dense->p[k] = answer->row_room[group->first_row + k];
        is_many[0] |= dense->p[k] > 1;
        total[0] += dense->p[k];
    }
    for (int32_t k = 0; k < group->cols; k++) {
        memcpy(dense->y + k * dims,
               lists->space->y.data + lists->col_of[group->first_col + k] * dims,
               (size_t)dims * sizeof(double));
        dense->q[k] = answer->col_room[group->first_col + k];
        is_many[1] |= dense->q[k] > 1;
        total[1] += dense->q[k];
    }
    dense->are_rows_full = total[0] <= total[1];
    dense->points = (parot_points_problem){.x = {dense->x, group->rows, dims, dims},
                                           .y = {dense->y, group->cols, dims, dims},
                                           .metric = lists->space->metric,
                                           .p = dense->p,
                                           .q = dense->q,
                                           .mass = fmin(total[0], total[1])};
    return is_many[0] && is_many[1];
}

/* ---- The answer --------------------------------------------------------- */

static void take_pairs(struct match_answer *answer, const struct match_group *group,
                       const parot_result *transport)
{
    const parot_plan *plan = &transport->plan;
    for (int64_t k = 0; k < plan->count; k++) {
        if (plan->mass[k] < 0.5)
            continue;
        answer->row[answer->made] = group->first_row + plan->row[k];
        answer->col[answer->made] = group->first_col + plan->col[k];
        answer->cost[answer->made++] = NAN; /* computed below */
    }
}

static void take_prices(struct match_answer *answer, const struct match_group *group,
                        const struct dense_group *dense, const parot_result *transport,
                        int has_price)
{
    int are_rows_full = dense->are_rows_full || has_price;
    double lambda = transport->dual.lambda;
    for (int32_t k = 0; k < group->rows; k++) {
        int32_t i = group->first_row + k;
        answer->is_short_row[i] = !are_rows_full;
        answer->row_price[i] = (are_rows_full ? lambda : 0) - transport->dual.u[k];
    }
    for (int32_t k = 0; k < group->cols; k++) {
        int32_t j = group->first_col + k;
        answer->is_short_col[j] = !are_rows_full;
        answer->col_price[j] = (are_rows_full ? 0 : lambda) - transport->dual.v[k];
    }
}

/* ---- Costs of the pairs, and who is nearest ----------------------------- */

struct near_job {
    struct match_answer *answer;
    const struct match_group *group;
    const struct points *points;
    int side;
};

static parot_status take_nearest(void *user, int32_t at, int32_t count, const int32_t *other,
                                 const double *cost)
{
    struct near_job *job = user;
    struct match_lists *lists = job->answer->lists;
    const struct point_set *own = &job->points->side[job->side];
    const struct point_set *others = &job->points->side[!job->side];
    if (count == 0)
        return PAROT_OK;
    int32_t from = own->of[at], to = others->of[other[0]];
    if (job->side == POINTS_ROWS)
        lists->near_row[job->group->first_row + from] =
            (struct match_nearest){job->group->first_col + to, cost[0]};
    else
        lists->near_col[job->group->first_col + from] =
            (struct match_nearest){job->group->first_row + to, cost[0]};
    return PAROT_OK;
}

static parot_status find_nearest(struct near_job *job, struct tiles *tiles, const uint8_t *is_made)
{
    struct match_lists *lists = job->answer->lists;
    for (job->side = 0; job->side < 2; job->side++) {
        const struct point_set *set = &job->points->side[job->side];
        struct tiles_query query = {.side = (enum points_side)job->side,
                                    .most = 1,
                                    .limit = lists->limit,
                                    .take = take_nearest,
                                    .user = job,
                                    .stage = "nearest"};
        const uint8_t *made = is_made + (job->side == POINTS_COLS ? job->group->rows : 0);
        for (int32_t k = 0; k < set->count; k++)
            lists->limit[k] = made[set->of[k]] ? -INFINITY : INFINITY;
        TRY(tiles_search(tiles, &query, lists->control));
    }
    return PAROT_OK;
}

static parot_status complete(struct match_answer *answer, const struct match_group *group,
                             const struct points *points, int64_t first, struct dense_group *dense,
                             parot_error *err)
{
    uint8_t *is_made = dense->is_made;
    int32_t *place = dense->place;
    struct near_job job = {answer, group, points, 0};
    struct tiles *tiles = NULL;
    for (int side = 0; side < 2; side++)
        for (int32_t k = 0; k < points->side[side].count; k++)
            place[(side == POINTS_COLS ? group->rows : 0) + points->side[side].of[k]] = k;
    for (int64_t k = first; k < answer->made; k++) {
        int32_t i = answer->row[k] - group->first_row, j = answer->col[k] - group->first_col;
        answer->cost[k] = points_cost(points, place[i], place[group->rows + j]);
        is_made[i] = is_made[group->rows + j] = 1;
    }
    TRY(tiles_open(&tiles, points, answer->control, err));
    parot_status status = find_nearest(&job, tiles, is_made);
    tiles_close(tiles);
    if (status == PAROT_EIO)
        return crew_fail(status, "the points", err);
    /* Who is nearest is left out if time is up. */
    return status > 0 ? PAROT_OK : status;
}

/* Whoever is out of time still gets the costs of the pairs. */
static parot_status complete_pairs(struct match_answer *answer, const struct match_group *group,
                                   struct dense_group *dense, int64_t first, parot_error *err)
{
    struct points points = {0};
    struct control unhurried = *answer->control;
    unhurried.run.time_limit = 0;
    unhurried.run.progress = NULL;
    unhurried.is_cancelled = 0;
    TRY(points_open(&points, dense->points.x, dense->points.y, dense->points.metric, &unhurried,
                    err));
    parot_status status = complete(answer, group, &points, first, dense, err);
    points_close(&points);
    return status;
}

/* ---- A group ------------------------------------------------------------ */

static parot_status solve(struct match_answer *answer, const struct match_group *group,
                          struct dense_group *dense, parot_result *transport, parot_error *err)
{
    const parot_match_options *options = answer->lists->options;
    int has_price = options->order == PAROT_MATCH_ORDER_PRICE;
    int64_t first = answer->made;
    if (fill(dense, answer, group))
        return fail(
            err, PAROT_ENOTSUP,
            "options.caliper: %d x %d pairs are too many to be listed, and both tables have "
            "capacities above 1; choose a caliper",
            (int)group->rows, (int)group->cols);
    if (dense->points.mass == 0)
        return PAROT_OK;
    parot_run rest = control_rest(answer->control);
    parot_status status = has_price ? parot_partial_points_lagrange(&dense->points, options->price,
                                                                    &rest, transport, err)
                                    : parot_partial_points(&dense->points, &rest, transport, err);
    if (status < 0)
        return status;
    take_pairs(answer, group, transport);
    take_prices(answer, group, dense, transport, has_price);
    TRY(complete_pairs(answer, group, dense, first, err));
    return status;
}

parot_status match_solve_dense(struct match_answer *answer, const struct match_group *group,
                               parot_error *err)
{
    struct dense_group dense = {0};
    parot_result transport = {0};
    struct arena arena = {0};
    int64_t dims = answer->lists->space->x.cols;
    layout(&dense, group, dims, &arena);
    TRY(arena_open(&arena, answer->control, err));
    layout(&dense, group, dims, &arena);
    parot_status status = solve(answer, group, &dense, &transport, err);
    parot_result_free(&transport);
    block_free(arena.block);
    return status;
}
