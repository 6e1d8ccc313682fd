/* pairs.c - each question goes to the matrix, or to the clouds of points. */
#include "partial/pairs.h"

#include <math.h>

#include "base/crew.h"
#include "transport/points/tiles.h"

static parot_points_problem clouds_of(const struct pairs *pairs, struct pairs_weights weights)
{
    return (parot_points_problem){.x = pairs->x,
                                  .y = pairs->y,
                                  .metric = pairs->metric,
                                  .p = weights.p,
                                  .q = weights.q,
                                  .mass = weights.mass};
}

static parot_problem problem_of(const struct pairs *pairs, struct pairs_weights weights)
{
    int64_t n = pairs->x.rows, m = pairs->y.rows;
    return (parot_problem){
        .cost = {pairs->cost, n, m, m}, .p = weights.p, .q = weights.q, .mass = weights.mass};
}

struct pairs pairs_of(parot_matrix x, parot_matrix y, parot_metric metric, const parot_run *run)
{
    struct pairs pairs = {.x = x, .y = y, .metric = metric};
    parot_points_problem clouds = clouds_of(&pairs, (struct pairs_weights){0});
    pairs.has_matrix = run && run->costs != PAROT_COSTS_AUTO ? run->costs == PAROT_COSTS_MATRIX
                                                             : !parot_points_pay(&clouds);
    return pairs;
}

void pairs_layout(struct pairs *pairs, struct arena *arena)
{
    if (!pairs->has_matrix)
        return;
    pairs->room = arena_take(arena, pairs->x.rows, (size_t)pairs->y.rows * sizeof *pairs->room);
    pairs->cost = pairs->room;
}

parot_status pairs_fill(struct pairs *pairs, struct control *control, parot_error *err)
{
    parot_run run = control_rest(control);
    if (!pairs->has_matrix)
        return PAROT_OK;
    return parot_cost(pairs->x, pairs->y, pairs->metric, &run, pairs->room, err);
}

/* ---- Problems ----------------------------------------------------------- */

parot_status pairs_partial(const struct pairs *pairs, struct pairs_weights weights,
                           const parot_run *run, parot_result *result, parot_error *err)
{
    const parot_problem matrix = problem_of(pairs, weights);
    const parot_points_problem clouds = clouds_of(pairs, weights);
    return pairs->cost ? parot_partial(&matrix, run, result, err)
                       : parot_partial_points(&clouds, run, result, err);
}

parot_status pairs_curve(const struct pairs *pairs, struct pairs_weights weights,
                         const parot_run *run, parot_curve *curve, parot_error *err)
{
    const parot_problem matrix = problem_of(pairs, weights);
    const parot_points_problem clouds = clouds_of(pairs, weights);
    return pairs->cost ? parot_partial_curve(&matrix, run, curve, err)
                       : parot_partial_points_curve(&clouds, run, curve, err);
}

parot_status pairs_certify(const struct pairs *pairs, struct pairs_weights weights,
                           const parot_result *result, const parot_run *run, parot_check *check,
                           parot_error *err)
{
    const parot_problem matrix = problem_of(pairs, weights);
    const parot_points_problem clouds = clouds_of(pairs, weights);
    return pairs->cost ? parot_certify(&matrix, result, run, check, err)
                       : parot_certify_points(&clouds, result, run, check, err);
}

/* Putting points in order is stopped without a reason. */
static parot_status stopped_status(parot_status status, const struct control *control)
{
    if (status != PAROT_ESTOPPED)
        return status;
    return control_is_time_up(control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
}

/* ---- Least costs -------------------------------------------------------- */

static void least_of_matrix(const struct pairs *pairs, const double *v, double *least, int32_t *at)
{
    int64_t m = pairs->y.rows;
    for (int64_t i = 0; i < pairs->x.rows; i++) {
        const double *cost = pairs->cost + i * m;
        least[i] = INFINITY;
        for (int32_t j = 0; j < m; j++) {
            double value = v ? cost[j] + v[j] : cost[j];
            if (!(value < least[i]))
                continue;
            least[i] = value;
            if (at)
                at[i] = j;
        }
    }
}

/* The clouds, what is asked of them, and where answers go, in the order of the caller. */
struct question {
    struct points points;
    struct tiles *tiles;
    double *potential; /* m: -v, in the order inside */
    double *least;
    int32_t *at;
    void *memory;
};

static void layout(struct question *question, int64_t m, struct arena *arena)
{
    question->potential = arena_take(arena, m, sizeof *question->potential);
}

/* fl(cost - (-v_j)) = fl(cost + v_j), which is what a matrix gives. */
static parot_status take_least(void *user, int32_t row, int32_t count, const int32_t *col,
                               const double *cost)
{
    struct question *question = user;
    int32_t to = question->points.side[POINTS_ROWS].of[row];
    question->least[to] = count > 0 ? cost[0] - question->potential[col[0]] : INFINITY;
    if (question->at)
        question->at[to] = count > 0 ? question->points.side[POINTS_COLS].of[col[0]] : -1;
    return PAROT_OK;
}

/* Works: what it opens is in *question, also on failure. */
static parot_status ask(struct question *question, const struct pairs *pairs, const double *v,
                        struct control *control, parot_error *err)
{
    struct arena arena = {0};
    TRY(points_open(&question->points, pairs->x, pairs->y, pairs->metric, control, err));
    layout(question, pairs->y.rows, &arena);
    TRY(arena_open(&arena, control, err));
    question->memory = arena.block;
    layout(question, pairs->y.rows, &arena);
    for (int64_t j = 0; v && j < pairs->y.rows; j++)
        question->potential[j] = -v[question->points.side[POINTS_COLS].of[j]];
    TRY(tiles_open(&question->tiles, &question->points, control, err));
    struct tiles_query query = {.side = POINTS_ROWS,
                                .potential = question->potential,
                                .most = 1,
                                .take = take_least,
                                .user = question,
                                .stage = "least costs"};
    parot_status status = tiles_search(question->tiles, &query, control);
    if (status == PAROT_ENOMEM)
        return fail(err, PAROT_ENOMEM, "out of memory: no room to search %lld x %lld points",
                    (long long)pairs->x.rows, (long long)pairs->y.rows);
    return status == PAROT_EIO ? crew_fail(status, "the points", err) : status;
}

parot_status pairs_least(const struct pairs *pairs, const double *v, struct control *control,
                         double *least, int32_t *at, parot_error *err)
{
    struct question question = {.least = least, .at = at};
    if (pairs->cost) {
        least_of_matrix(pairs, v, least, at);
        return PAROT_OK;
    }
    parot_status status = ask(&question, pairs, v, control, err);
    tiles_close(question.tiles);
    points_close(&question.points);
    block_free(question.memory);
    return stopped_status(status, control);
}

/* ---- Single pairs ------------------------------------------------------- */

/* The places of both sides inside. */
struct places {
    int32_t *row, *col;
};

static void layout_places(struct places *places, const struct pairs *pairs, struct arena *arena)
{
    places->row = arena_take(arena, pairs->x.rows, sizeof *places->row);
    places->col = arena_take(arena, pairs->y.rows, sizeof *places->col);
}

static parot_status costs_of_points(const struct pairs *pairs, const struct points *points,
                                    const int32_t *row, const int32_t *col, int64_t count,
                                    struct control *control, double *cost, parot_error *err)
{
    struct places places = {0};
    struct arena arena = {0};
    layout_places(&places, pairs, &arena);
    TRY(arena_open(&arena, control, err));
    layout_places(&places, pairs, &arena);
    for (int32_t k = 0; k < pairs->x.rows; k++)
        places.row[points->side[POINTS_ROWS].of[k]] = k;
    for (int32_t k = 0; k < pairs->y.rows; k++)
        places.col[points->side[POINTS_COLS].of[k]] = k;
    for (int64_t k = 0; k < count; k++)
        cost[k] = points_cost(points, places.row[row[k]], places.col[col[k]]);
    block_free(arena.block);
    return PAROT_OK;
}

parot_status pairs_costs(const struct pairs *pairs, const int32_t *row, const int32_t *col,
                         int64_t count, struct control *control, double *cost, parot_error *err)
{
    struct points points = {0};
    for (int64_t k = 0; pairs->cost && k < count; k++)
        cost[k] = pairs->cost[row[k] * pairs->y.rows + col[k]];
    if (pairs->cost || count == 0)
        return PAROT_OK;
    parot_status status = points_open(&points, pairs->x, pairs->y, pairs->metric, control, err);
    if (status == PAROT_OK)
        status = costs_of_points(pairs, &points, row, col, count, control, cost, err);
    points_close(&points);
    return stopped_status(status, control);
}
