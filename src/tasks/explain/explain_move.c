/* explain_move.c - parot_explain_move: why a row of a transport moves or stays.
 *
 * Prices say where the border is: a row moves if min_j C_ij + v_j is below lambda. What would
 * happen without the row, or if it had to move, no price tells; those problems are solved: without
 * it, its weight is 0; if it has to move, its costs are so much lower that nothing else can be as
 * good.
 */
#include <math.h>

#include "base/arena.h"
#include "base/sums.h"
#include "parot/tasks.h"

/* A share of a weight, or of a mass, that is nothing; parot_is_all has the other end. */
static const double ROUNDING = 1e-9;

struct move {
    struct control control;
    parot_problem problem; /* its mass is that of the plan */
    const parot_result *result;
    parot_move *move;
    double *change; /* n: mass by which rows would move more, or less */
    double *p;      /* n: the changed weights */
    double *cost;   /* n x m: the changed costs; NULL: the question does not change any */
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
    if (!cost.data || cost.rows < 1 || cost.cols < 1 || cost.stride < cost.cols)
        return fail(err, PAROT_EINVAL, "cost: must be a matrix of at least 1 x 1");
    if (row >= 0 && row < cost.rows)
        return PAROT_OK;
    return fail(err, PAROT_EINVAL, "row: must be from 0 to %lld, got %lld",
                (long long)(cost.rows - 1), (long long)row);
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
        move->match_cost[k++] = cost.data[move->row * cost.stride + plan->col[e]];
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
    const double *row = cost.data + move->row * cost.stride, *v = job->result->dual.v;
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

static double cost_of(const struct move *job, const parot_plan *plan)
{
    parot_matrix cost = job->problem.cost;
    struct sum sum = {0};
    for (int64_t e = 0; e < plan->count; e++)
        sum_add(&sum, plan->mass[e] * cost.data[plan->row[e] * cost.stride + plan->col[e]]);
    return sum_value(&sum);
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

/* A changed problem that has no solution has no answer either. */
static parot_status solve_changed(struct move *job, const parot_problem *problem, parot_error *err)
{
    parot_result result = {0};
    parot_error own = {0};
    parot_run run = control_rest(&job->control);
    parot_status status = status_of_step(parot_partial(problem, &run, &result, &own));
    if (status == PAROT_OK) {
        job->move->has_answer = 1;
        job->move->others_cost = cost_of(job, &result.plan) - cost_of(job, &job->result->plan);
        compare_plans(job, &result.plan);
    }
    parot_result_free(&result);
    if (status < 0 && status != PAROT_EINFEASIBLE && err)
        *err = own;
    return status == PAROT_EINFEASIBLE ? PAROT_OK : status;
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
    job->change = arena_take(arena, n, sizeof *job->change);
    if (job->move->is_removed)
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
    return job->move->is_removed ? remove_row(job, err) : force_row(job, err);
}

parot_status parot_explain_move(const parot_problem *problem, const parot_result *result,
                                int64_t row, const parot_run *run, parot_move *move,
                                parot_error *err)
{
    parot_move local = {.row = row};
    if (!problem || !result || !move)
        return fail_argument(err, PAROT_EINVAL,
                             !problem  ? "problem"
                             : !result ? "result"
                                       : "move",
                             "must not be NULL");
    struct move job = {.problem = *problem, .result = result, .move = &local};
    job.problem.mass = result->mass;
    TRY(control_init(&job.control, run, err));
    TRY(check_row(problem, row, err));
    TRY(check_plan(problem, result, err));
    parot_status status = explain(&job, err);
    block_free(job.memory);
    if (status < 0)
        parot_move_free(&local);
    else
        *move = local;
    return status;
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
    if (!problem || !mass)
        return fail_argument(err, PAROT_EINVAL, problem ? "mass" : "problem", "must not be NULL");
    TRY(check_row(problem, row, err));
    parot_problem all = *problem;
    all.mass = most_of(problem);
    parot_status status = status_of_step(parot_partial_curve(&all, run, &curve, err));
    if (status >= 0)
        *mass = status == PAROT_OK ? curve.enter[row] : NAN;
    parot_curve_free(&curve);
    return status;
}
