/* partial_line.c - the door to partial transport on a line: plan and curve without a cost matrix.
 */
#include "base/options.h"
#include "transport/line.h"

#include <math.h>
#include <stdlib.h>

#include "partial/curve.h"
#include "partial/curve_pieces.h"
#include "partial/plan.h"
#include "partial/problem.h"

struct job {
    struct control control;
    struct arena arena;
    struct weights p, q;
    struct units units;
    struct line line;
    struct curve_pieces pieces;
    struct rounding rounding;
    struct arc *arcs;            /* n + m */
    unit_count *enter[2];        /* of either side: units moved before its first; -1: never */
    struct curve_entry *scratch; /* max(n, m) */
    parot_status status;         /* why it was stopped, if it was */
    parot_error *err;
};

static void layout(struct job *job)
{
    struct arena *arena = &job->arena;
    int64_t n = job->p.count, m = job->q.count;
    job->units.row = arena_take(arena, n, sizeof *job->units.row);
    job->units.col = arena_take(arena, m, sizeof *job->units.col);
    job->arcs = arena_take(arena, n + m, sizeof *job->arcs);
    job->enter[0] = arena_take(arena, n, sizeof *job->enter[0]);
    job->enter[1] = arena_take(arena, m, sizeof *job->enter[1]);
    job->scratch = arena_take(arena, n > m ? n : m, sizeof *job->scratch);
    line_layout(&job->line, n, m, arena);
    rounding_layout(&job->rounding, n, m, arena);
}

/* ---- The question ------------------------------------------------------- */

static parot_status check_points(const char *name, const double *points, int64_t count,
                                 parot_error *err)
{
    if (!points)
        return fail_argument(err, PAROT_EINVAL, name, "must not be NULL");
    for (int64_t i = 0; i < count; i++)
        if (!isfinite(points[i]))
            return fail_argument(err, PAROT_EINVAL, name, "must be finite, got %g at %lld",
                                 points[i], (long long)i);
    return PAROT_OK;
}

static parot_status leaves_range(const parot_line *line, double distance, parot_error *err)
{
    return fail(err, PAROT_ENUMERIC,
                "exponent: a distance of %g to the power %g leaves the range of double; rescale x "
                "and y",
                distance, line->exponent);
}

/* Prices are sums and differences of costs, which an infinite one would make nothing of. */
static parot_status check_largest(const parot_line *line, parot_error *err)
{
    double least = line->x[0], most = line->x[0];
    for (int64_t k = 0; k < line->n + line->m; k++) {
        double at = k < line->n ? line->x[k] : line->y[k - line->n];
        least = fmin(least, at);
        most = fmax(most, at);
    }
    if (!isfinite(pow(most - least, line->exponent)))
        return leaves_range(line, most - least, err);
    return PAROT_OK;
}

/* Below, the largest cost of a plan has too few digits to tell it from others. */
static const double LEAST_COST = 0x1p-970;

static parot_status check_used(const parot_plan *plan, const parot_line *line, parot_error *err)
{
    double largest = 0;
    for (int64_t k = 0; k < plan->count; k++)
        largest = fmax(largest, fabs(line->x[plan->row[k]] - line->y[plan->col[k]]));
    if (largest > 0 && pow(largest, line->exponent) < LEAST_COST)
        return fail(
            err, PAROT_ENUMERIC,
            "exponent: no distance that is moved over is above %g, and to the power %g costs "
            "below %.0e have too few digits; multiply x and y by the same number",
            largest, line->exponent, LEAST_COST);
    return PAROT_OK;
}

static parot_status prepare(struct job *job, const parot_line *line, parot_error *err)
{
    TRY(check_shape(line->n, line->m, err));
    TRY(check_points("x", line->x, line->n, err));
    TRY(check_points("y", line->y, line->m, err));
    TRY(check_weights("p", line->p, line->n, err));
    TRY(check_weights("q", line->q, line->m, err));
    if (!(line->exponent >= 1 && isfinite(line->exponent)))
        return fail(err, PAROT_EINVAL, "exponent: must be at least 1 and finite, got %g",
                    line->exponent);
    TRY(check_largest(line, err));
    job->p = (struct weights){line->p, line->n};
    job->q = (struct weights){line->q, line->m};
    layout(job);
    TRY(arena_open(&job->arena, &job->control, err));
    layout(job);
    TRY(units_choose(&job->units, job->p, job->q, line->mass, err));
    job->line.exponent = line->exponent;
    job->status = line_start(&job->line, line, &job->units, &job->control);
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < (side ? line->m : line->n); i++)
            job->enter[side][i] = -1;
    return pieces_init(&job->pieces, line->n + line->m, &job->control, err);
}

static void note_entry(struct job *job, const struct line_point *point, unit_count before)
{
    unit_count *enter = &job->enter[point->side][point->index];
    if (*enter < 0)
        *enter = before;
}

static parot_status record(void *user, const struct line_point *from, const struct line_point *to,
                           unit_count amount, double price)
{
    struct job *job = user;
    note_entry(job, from, job->line.moved - amount);
    note_entry(job, to, job->line.moved - amount);
    return pieces_add(&job->pieces, amount, price, &job->control, job->err);
}

/* ---- The answer --------------------------------------------------------- */

static void result_layout(parot_line_result *result, struct arena *arena)
{
    parot_plan *plan = &result->plan;
    plan->mass = arena_take(arena, plan->count, sizeof *plan->mass);
    plan->row = arena_take(arena, plan->count, sizeof *plan->row);
    plan->col = arena_take(arena, plan->count, sizeof *plan->col);
    result->col_enter = arena_take(arena, plan->cols, sizeof *result->col_enter);
    result->col_order = arena_take(arena, plan->cols, sizeof *result->col_order);
    curve_layout(&result->curve, arena);
    result->curve.owner = NULL; /* of this block */
    result->owner = arena->block;
}

/* sum of |x_i - y_j|^exponent T_ij */
static double plan_value(const parot_plan *plan, const parot_line *line)
{
    struct sum sum = {0};
    for (int64_t k = 0; k < plan->count; k++)
        sum_add_product(&sum, plan->mass[k],
                        pow(fabs(line->x[plan->row[k]] - line->y[plan->col[k]]), line->exponent));
    return sum_value(&sum);
}

static parot_status fill_result(struct job *job, const parot_line *line, parot_line_result *result,
                                parot_error *err)
{
    struct arena arena = {0};
    struct units units = job->units;
    if (job->line.moved != units.mass)
        units.request = curve_mass(&job->units, job->line.moved);
    result->plan = (parot_plan){.rows = line->n, .cols = line->m};
    result->plan.count = line_export(&job->line, line->n, job->arcs);
    result->curve.rows = line->n;
    result->curve.count = job->pieces.count + 1;
    result_layout(result, &arena);
    TRY(arena_open(&arena, &job->control, err));
    result_layout(result, &arena);
    if (result->plan.count > 0)
        plan_fill(&result->plan, job->arcs, &units, job->p, job->q, &job->rounding);
    curve_fill(&result->curve, &job->pieces, &job->units, 1);
    curve_fill_order(job->enter[0], line->n, &job->units, job->scratch, result->curve.enter,
                     result->curve.order);
    curve_fill_order(job->enter[1], line->m, &job->units, job->scratch, result->col_enter,
                     result->col_order);
    result->mass = units.request;
    result->objective = plan_value(&result->plan, line);
    if (!isfinite(result->objective))
        return fail(
            err, PAROT_ENUMERIC,
            "exponent: distances to the power %g leave the range of double; rescale x and y",
            line->exponent);
    return check_used(&result->plan, line, err);
}

/* Works: what it allocates is in *job and *result, also on failure. */
static parot_status solve(struct job *job, const parot_line *line, parot_line_result *result,
                          parot_error *err)
{
    TRY(prepare(job, line, err));
    double begin = control_seconds(&job->control);
    parot_status status = job->status;
    if (status == PAROT_OK)
        status = line_run(&job->line, job->units.mass, record, job, &job->control);
    if (status < 0)
        return status;
    result->status = result->curve.status = status;
    TRY(fill_result(job, line, result, err));
    result->curve.info = (parot_info){.iterations = job->line.steps,
                                      .pivots = job->line.steps,
                                      .allocations = job->control.allocations,
                                      .setup_seconds = begin,
                                      .solve_seconds = control_seconds(&job->control) - begin};
    return result->status = result->curve.status;
}

parot_status parot_partial_line(const parot_line *line, const parot_run *run,
                                parot_line_result *result, parot_error *err)
{
    struct job job = {.err = err};
    parot_line_result local = {0};
    TRY(CHECK_GIVEN(err, line, result));
    TRY(CHECK_RESERVED(line, err));
    TRY(control_init(&job.control, run, err));
    parot_status status = solve(&job, line, &local, err);
    pieces_free(&job.pieces);
    block_free(job.arena.block);
    if (status >= 0)
        *result = local;
    else
        parot_line_result_free(&local);
    return status;
}

void parot_line_result_free(parot_line_result *result)
{
    if (!result)
        return;
    block_free(result->owner);
    *result = (parot_line_result){0};
}
