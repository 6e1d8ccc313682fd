/* explain_move.c - parot_explain_move: why a row of a transport moves or stays.
 *
 * Prices say where the border is: a row moves if min_j C_ij + v_j is below lambda. What would
 * happen without the row, or if it had to move, no price tells; those problems are solved: without
 * it, its weight is 0; if it has to move, its costs are so much lower that nothing else can be as
 * good. Between many points, of which there is no matrix, leaving it costs so much instead.
 */
#include <math.h>

#include "base/arena.h"
#include "base/options.h"
#include "base/sums.h"
#include "cost/metric.h"
#include "parot/tasks.h"
#include "partial/forced.h"
#include "partial/pairs.h"
#include "partial/problem.h"

/* A share of a weight, or of a mass, that is nothing; parot_is_all has the other end. */
static const double ROUNDING = 1e-9;

struct move {
    struct control control;
    parot_problem problem; /* its mass is that of the plan; of points, its costs have no data */
    const parot_points_problem *clouds; /* NULL: there is a matrix */
    struct pairs pairs;                 /* of the points */
    const parot_result *result;
    parot_move *move;
    const double *row_cost; /* m: C_ij of the row */
    double *change;         /* n: mass by which rows would move more, or less */
    double *p;              /* n: the changed weights, or prices of points */
    double *cost;           /* n x m: the changed costs; NULL: the question does not change any */
    double *entry_cost;     /* of points: as many as a plan has */
    double *corners;        /* 2 x d, of a box around all points */
    void *row_memory;
    void *memory;
};

static double weight_of(const double *weights, int64_t count, int64_t i)
{
    return weights ? weights[i] : 1 / (double)count;
}

static double total_of(const double *weights, int64_t count)
{
    struct sum sum = {0};
    for (int64_t i = 0; weights && i < count; i++)
        sum_add(&sum, weights[i]);
    return weights ? sum_value(&sum) : 1;
}

static double most_of(const parot_problem *problem)
{
    return fmin(total_of(problem->p, problem->cost.rows), total_of(problem->q, problem->cost.cols));
}

/* ---- Checks ------------------------------------------------------------- */

static parot_status check_row(const parot_problem *problem, int64_t row, parot_error *err)
{
    parot_matrix cost = problem->cost;
    if (row >= 0 && row < cost.rows)
        return PAROT_OK;
    return fail(err, PAROT_EINVAL, "row: must be from 0 to %lld, got %lld",
                (long long)(cost.rows - 1), (long long)row);
}

static parot_status check_problem_row(const parot_problem *problem, int64_t row, parot_error *err)
{
    parot_matrix cost = problem->cost;
    if (!cost.data || cost.rows < 1 || cost.cols < 1 || cost.stride < cost.cols)
        return fail(err, PAROT_EINVAL, "cost: must be a matrix of at least 1 x 1");
    return check_row(problem, row, err);
}

/* Prices of a mass, or of one price, are 0 or more. Those of parot_partial_prices are not, unless
 * all are 0: u_i + v_j = -C_ij where something moves, and lambda, which stands for nothing, is 0.
 */
static parot_status check_dual(const char *name, const double *prices, int64_t count, double lambda,
                               parot_error *err)
{
    double largest = fabs(lambda), least = 0;
    for (int64_t k = 0; k < count; k++) {
        largest = fmax(largest, fabs(prices[k]));
        least = fmin(least, prices[k]);
    }
    if (least >= -ROUNDING * largest)
        return PAROT_OK;
    return fail(err, PAROT_EINVAL,
                "result: the least of its prices %s is %.6g, and must be 0 or more; a plan that "
                "was made with prices of points has no lambda to compare a row with: solve with a "
                "mass or one price for all",
                name, least);
}

static parot_status check_plan(const parot_problem *problem, const parot_result *result,
                               parot_error *err)
{
    const parot_plan *plan = &result->plan;
    if (plan->rows != problem->cost.rows || plan->cols != problem->cost.cols)
        return fail(err, PAROT_ESHAPE, "result: its plan is %lld x %lld, the costs are %lld x %lld",
                    (long long)plan->rows, (long long)plan->cols, (long long)problem->cost.rows,
                    (long long)problem->cost.cols);
    if (!result->dual.v)
        return fail(err, PAROT_EINVAL, "result: has no prices");
    if (result->dual.u)
        TRY(check_dual("u", result->dual.u, plan->rows, result->dual.lambda, err));
    TRY(check_dual("v", result->dual.v, plan->cols, result->dual.lambda, err));
    for (int64_t e = 0; e < plan->count; e++)
        if (plan->row[e] < 0 || plan->row[e] >= plan->rows || plan->col[e] < 0 ||
            plan->col[e] >= plan->cols)
            return fail(err, PAROT_EINVAL, "result: entry %lld of its plan is outside of it",
                        (long long)e);
    return PAROT_OK;
}

/* ---- As it is ----------------------------------------------------------- */

static void layout(parot_move *move, struct arena *arena)
{
    move->match = arena_take(arena, move->matches, sizeof *move->match);
    move->match_mass = arena_take(arena, move->matches, sizeof *move->match_mass);
    move->match_cost = arena_take(arena, move->matches, sizeof *move->match_cost);
    move->owner = arena->block;
}

static parot_status find_matches(struct move *job, parot_error *err)
{
    parot_move *move = job->move;
    const parot_plan *plan = &job->result->plan;
    parot_matrix cost = job->problem.cost;
    struct arena arena = {0};
    struct sum moved = {0};
    for (int64_t e = 0; e < plan->count; e++)
        move->matches += plan->row[e] == move->row;
    layout(move, &arena);
    TRY(arena_open(&arena, &job->control, err));
    layout(move, &arena);
    for (int64_t e = 0, k = 0; e < plan->count; e++) {
        if (plan->row[e] != move->row)
            continue;
        move->match[k] = plan->col[e];
        move->match_mass[k] = plan->mass[e];
        move->match_cost[k++] = job->row_cost[plan->col[e]];
        sum_add(&moved, plan->mass[e]);
    }
    move->weight = weight_of(job->problem.p, cost.rows, move->row);
    move->moved = sum_value(&moved);
    move->is_whole = parot_is_all(move->moved, move->weight);
    move->is_none = move->moved <= move->weight * ROUNDING;
    return PAROT_OK;
}

/* min_j C_ij and min_j C_ij + v_j, over columns that take anything */
static void find_price(struct move *job)
{
    parot_move *move = job->move;
    parot_matrix cost = job->problem.cost;
    const double *row = job->row_cost, *v = job->result->dual.v;
    move->price = move->nearest_cost = INFINITY;
    move->nearest = move->price_at = -1;
    for (int64_t j = 0; j < cost.cols; j++) {
        if (weight_of(job->problem.q, cost.cols, j) == 0)
            continue;
        if (row[j] < move->nearest_cost) {
            move->nearest = j;
            move->nearest_cost = row[j];
        }
        if (row[j] + v[j] < move->price) {
            move->price_at = j;
            move->price = row[j] + v[j];
        }
    }
}

/* ---- What if ------------------------------------------------------------ */

static parot_status cost_of(struct move *job, const parot_plan *plan, double *value,
                            parot_error *err)
{
    parot_matrix cost = job->problem.cost;
    struct sum sum = {0};
    if (job->clouds)
        TRY(pairs_costs(&job->pairs, plan->row, plan->col, plan->count, &job->control,
                        job->entry_cost, err));
    for (int64_t e = 0; e < plan->count; e++)
        sum_add(&sum, plan->mass[e] * (job->clouds
                                           ? job->entry_cost[e]
                                           : cost.data[plan->row[e] * cost.stride + plan->col[e]]));
    *value = sum_value(&sum);
    return PAROT_OK;
}

/* Rows of the new plan that move most more than in the old one, or most less. */
static void compare_plans(struct move *job, const parot_plan *plan)
{
    parot_move *move = job->move;
    const parot_plan *old = &job->result->plan;
    double sign = move->is_removed ? 1 : -1;
    for (int64_t e = 0; e < plan->count; e++)
        job->change[plan->row[e]] += sign * plan->mass[e];
    for (int64_t e = 0; e < old->count; e++)
        job->change[old->row[e]] -= sign * old->mass[e];
    job->change[move->row] = 0;
    for (int k = 0; k < PAROT_MOVE_OTHERS; k++) {
        int64_t most = 0;
        for (int64_t i = 1; i < plan->rows; i++)
            if (job->change[i] > job->change[most])
                most = i;
        if (!(job->change[most] > ROUNDING * job->problem.mass))
            return;
        move->other[k] = most;
        move->other_mass[k] = job->change[most];
        move->others = k + 1;
        job->change[most] = 0;
    }
}

/* Works: *result is the caller's, also on failure. */
static parot_status use_answer(struct move *job, const parot_result *result, parot_error *err)
{
    double before = 0, after = 0;
    TRY(cost_of(job, &job->result->plan, &before, err));
    TRY(cost_of(job, &result->plan, &after, err));
    job->move->has_answer = 1;
    job->move->others_cost = after - before;
    compare_plans(job, &result->plan);
    return PAROT_OK;
}

/* A changed problem that has no solution has no answer either. */
static parot_status finish(struct move *job, parot_status status, const parot_error *own,
                           parot_result *result, parot_error *err)
{
    status = status_of_step(status);
    if (status == PAROT_OK)
        status = use_answer(job, result, err);
    else if (status < 0 && status != PAROT_EINFEASIBLE && err)
        *err = *own;
    parot_result_free(result);
    return status == PAROT_EINFEASIBLE ? PAROT_OK : status;
}

static parot_status solve_changed(struct move *job, const parot_problem *problem, parot_error *err)
{
    parot_result result = {0};
    parot_error own = {0};
    parot_run run = control_rest(&job->control);
    parot_status status;
    if (job->clouds) {
        parot_points_problem clouds = *job->clouds;
        clouds.p = problem->p;
        clouds.mass = problem->mass;
        status = parot_partial_points(&clouds, &run, &result, &own);
    } else {
        status = parot_partial(problem, &run, &result, &own);
    }
    return finish(job, status, &own, &result, err);
}

static parot_status remove_row(struct move *job, parot_error *err)
{
    parot_problem problem = job->problem;
    int64_t n = problem.cost.rows;
    double left = total_of(problem.p, n) - job->move->weight;
    job->move->is_needed = !parot_is_all(left, problem.mass);
    if (job->move->is_needed)
        return PAROT_OK;
    for (int64_t i = 0; i < n; i++)
        job->p[i] = i == job->move->row ? 0 : weight_of(problem.p, n, i);
    problem.p = job->p;
    return solve_changed(job, &problem, err);
}

static void widen(parot_matrix points, double *low, double *high)
{
    for (int64_t i = 0; i < points.rows; i++)
        for (int64_t k = 0; k < points.cols; k++) {
            low[k] = fmin(low[k], points.data[i * points.stride + k]);
            high[k] = fmax(high[k], points.data[i * points.stride + k]);
        }
}

/* No cost exceeds that between opposite corners of the box around both clouds, or 2 for
 * cosine and correlation. */
static parot_status largest_cost(const struct move *job, double *largest, parot_error *err)
{
    const parot_points_problem *clouds = job->clouds;
    int64_t d = clouds->x.cols;
    double *low = job->corners, *high = job->corners + d;
    *largest = 2;
    if (metric_is_angle(clouds->metric))
        return PAROT_OK;
    for (int64_t k = 0; k < d; k++)
        low[k] = high[k] = clouds->x.data[k];
    widen(clouds->x, low, high);
    widen(clouds->y, low, high);
    return parot_cost((parot_matrix){low, 1, d, d}, (parot_matrix){high, 1, d, d}, clouds->metric,
                      NULL, largest, err);
}

/* Owns the result. */
static parot_status force_point(struct move *job, parot_error *err)
{
    parot_result result = {0};
    parot_error own = {0};
    parot_points_problem clouds = *job->clouds;
    double largest = 0;
    TRY(largest_cost(job, &largest, err));
    for (int64_t i = 0; i < clouds.x.rows; i++)
        job->p[i] = i == job->move->row ? (largest > 0 ? 4 * largest : 1) : 0;
    const parot_prices prices = {.source = job->p};
    clouds.mass = job->problem.mass;
    parot_run run = control_rest(&job->control);
    parot_status status = partial_points_forced(&clouds, &prices, &run, &result, &own);
    return finish(job, status, &own, &result, err);
}

static parot_status force_row(struct move *job, parot_error *err)
{
    parot_problem problem = job->problem;
    parot_matrix cost = problem.cost;
    double largest = 0;
    for (int64_t i = 0; i < cost.rows; i++)
        for (int64_t j = 0; j < cost.cols; j++) {
            double entry = cost.data[i * cost.stride + j];
            job->cost[i * cost.cols + j] = entry;
            largest = isfinite(entry) ? fmax(largest, fabs(entry)) : largest;
        }
    for (int64_t j = 0; j < cost.cols; j++)
        job->cost[job->move->row * cost.cols + j] -= 4 * largest;
    problem.cost = (parot_matrix){job->cost, cost.rows, cost.cols, cost.cols};
    return solve_changed(job, &problem, err);
}

static void layout_changed(struct move *job, struct arena *arena)
{
    int64_t n = job->problem.cost.rows, m = job->problem.cost.cols;
    int64_t entries = job->result->plan.count > n + m ? job->result->plan.count : n + m;
    job->change = arena_take(arena, n, sizeof *job->change);
    if (job->clouds) {
        job->entry_cost = arena_take(arena, entries, sizeof *job->entry_cost);
        job->corners = arena_take(arena, 2 * job->clouds->x.cols, sizeof *job->corners);
    }
    if (job->move->is_removed || job->clouds)
        job->p = arena_take(arena, n, sizeof *job->p);
    else
        job->cost = arena_take(arena, n, (size_t)m * sizeof *job->cost);
}

/* ---- The door ----------------------------------------------------------- */

/* Works: what it allocates is in *job and its move, also on failure. */
static parot_status explain(struct move *job, parot_error *err)
{
    TRY(find_matches(job, err));
    find_price(job);
    job->move->mass = job->problem.mass;
    job->move->lambda = job->result->dual.lambda;
    job->move->most = most_of(&job->problem);
    if (!(job->problem.mass > 0) || job->problem.cost.rows < 2)
        return PAROT_OK; /* nothing could move in its place */
    struct arena arena = {0};
    job->move->is_removed = job->move->is_whole;
    layout_changed(job, &arena);
    TRY(arena_open(&arena, &job->control, err));
    job->memory = arena.block;
    layout_changed(job, &arena);
    return job->move->is_removed ? remove_row(job, err)
           : job->clouds         ? force_point(job, err)
                                 : force_row(job, err);
}

/* The costs of the one row; *job owns them, also on failure. */
static parot_status take_row(struct move *job, parot_error *err)
{
    struct arena arena = {0};
    int64_t m = job->clouds->y.rows;
    double *cost = NULL;
    int32_t *row = NULL, *col = NULL;
    for (int pass = 0; pass < 2; pass++) { /* sizes, then places */
        cost = arena_take(&arena, m, sizeof *cost);
        row = arena_take(&arena, m, sizeof *row);
        col = arena_take(&arena, m, sizeof *col);
        if (pass == 0)
            TRY(arena_open(&arena, &job->control, err));
    }
    job->row_memory = arena.block;
    job->row_cost = cost;
    for (int32_t j = 0; j < m; j++) {
        row[j] = (int32_t)job->move->row;
        col[j] = j;
    }
    parot_status status = pairs_costs(&job->pairs, row, col, m, &job->control, cost, err);
    return status > 0 ? fail(err, PAROT_ESTOPPED, "stopped (%s) before a row was explained",
                             parot_status_name(status))
                      : status;
}

/* Owns nothing of the caller's; *move is untouched on failure. */
static parot_status run_job(struct move *job, parot_move *move, parot_error *err)
{
    parot_status status = check_plan(&job->problem, job->result, err);
    if (status == PAROT_OK && job->clouds)
        status = take_row(job, err);
    if (status == PAROT_OK)
        status = explain(job, err);
    block_free(job->memory);
    block_free(job->row_memory);
    if (status < 0)
        parot_move_free(job->move);
    else
        *move = *job->move;
    return status;
}

parot_status parot_explain_move(const parot_problem *problem, const parot_result *result,
                                int64_t row, const parot_run *run, parot_move *move,
                                parot_error *err)
{
    parot_move local = {.row = row};
    TRY(CHECK_GIVEN(err, problem, result, move));
    struct move job = {.problem = *problem, .result = result, .move = &local};
    job.problem.mass = result->mass;
    TRY(control_init(&job.control, run, err));
    TRY(check_problem_row(problem, row, err));
    job.row_cost = problem->cost.data + row * problem->cost.stride;
    return run_job(&job, move, err);
}

parot_status parot_explain_move_points(const parot_points_problem *problem,
                                       const parot_result *result, int64_t row,
                                       const parot_run *run, parot_move *move, parot_error *err)
{
    parot_move local = {.row = row};
    TRY(CHECK_GIVEN(err, problem, result, move));
    struct move job = {.clouds = problem, .result = result, .move = &local};
    job.problem = (parot_problem){.cost = {NULL, problem->x.rows, problem->y.rows, 0},
                                  .p = problem->p,
                                  .q = problem->q,
                                  .mass = result->mass};
    TRY(control_init(&job.control, run, err));
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_points_shape(problem->x, problem->y, err));
    TRY(check_row(&job.problem, row, err));
    parot_run by_points = job.control.run;
    by_points.costs = PAROT_COSTS_POINTS;
    job.pairs = pairs_of(problem->x, problem->y, problem->metric, &by_points);
    return run_job(&job, move, err);
}

void parot_move_free(parot_move *move)
{
    if (!move)
        return;
    block_free(move->owner);
    *move = (parot_move){0};
}

parot_status parot_explain_entry(const parot_problem *problem, int64_t row, const parot_run *run,
                                 double *mass, parot_error *err)
{
    parot_curve curve = {0};
    TRY(CHECK_GIVEN(err, problem, mass));
    TRY(check_problem_row(problem, row, err));
    parot_problem all = *problem;
    all.mass = most_of(problem);
    parot_status status = status_of_step(parot_partial_curve(&all, run, &curve, err));
    if (status >= 0)
        *mass = status == PAROT_OK ? curve.enter[row] : NAN;
    parot_curve_free(&curve);
    return status;
}

/* The mass at which the row enters the curve up to `mass`; INFINITY: it does not. */
static parot_status enter_by(const parot_points_problem *problem, double mass, int64_t row,
                             struct control *control, double *enter, parot_error *err)
{
    parot_curve curve = {0};
    parot_points_problem part = *problem;
    parot_run run = control_rest(control);
    part.mass = mass;
    parot_status status = status_of_step(parot_partial_points_curve(&part, &run, &curve, err));
    if (status >= 0)
        *enter = status == PAROT_OK ? curve.enter[row] : NAN;
    parot_curve_free(&curve);
    return status;
}

/* The first half of the curve takes hardly any time and its last quarter nearly all: as much of it
 * is followed as the row needs, and no more than does not take too long. */
parot_status parot_explain_entry_points(const parot_points_problem *problem, int64_t row,
                                        const parot_run *run, double *mass, parot_error *err)
{
    static const double SHARE[] = {0.5, 0.75, 1};
    struct control control;
    TRY(CHECK_GIVEN(err, problem, mass));
    TRY(control_init(&control, run, err));
    TRY(check_points_shape(problem->x, problem->y, err));
    const parot_problem sizes = {
        .cost = {NULL, problem->x.rows, problem->y.rows, 0}, .p = problem->p, .q = problem->q};
    TRY(check_row(&sizes, row, err));
    parot_points_problem part = *problem;
    double enter = INFINITY;
    for (int k = 0; k < 3 && isinf(enter); k++) {
        part.mass = SHARE[k] * most_of(&sizes);
        parot_status status = PAROT_OK;
        enter = NAN;
        if (k == 0 || parot_points_curve_pays(&part))
            status = enter_by(&part, part.mass, row, &control, &enter, err);
        if (status != PAROT_OK) {
            if (status > 0)
                *mass = enter;
            return status;
        }
    }
    *mass = enter;
    return PAROT_OK;
}
