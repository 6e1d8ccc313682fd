/* place.c - where T is: a vertex, an outer product or any matrix; and what is known of it.
 *
 * A vertex has few entries, so that G and <M o T, T> are sums over lines that are not empty; an
 * outer product needs no product of matrices at all. Only a mixture of vertices is kept as n x m
 * numbers.
 */
#include "gromov/place.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"

parot_matrix frank_wolfe_gradient(const struct frank_wolfe *descent)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    return (parot_matrix){descent->gradient, n, m, m};
}

double frank_wolfe_cost(const struct frank_wolfe *descent, const parot_plan *plan)
{
    return descent->problem->linear == 0 ? 0 : sparse_inner(descent->problem->cost, plan);
}

double frank_wolfe_value(const struct frank_wolfe *descent)
{
    return 2 * descent->problem->linear * descent->cost + descent->form;
}

double frank_wolfe_objective(const struct frank_wolfe *descent)
{
    return fmax(descent->problem->bound, frank_wolfe_value(descent));
}

void frank_wolfe_note(struct frank_wolfe *descent)
{
    double objective = frank_wolfe_objective(descent);
    int exponent = descent->problem->exponent;
    if (descent->history < MOST_HISTORY) {
        descent->objectives[descent->history] = objective;
        descent->gaps[descent->history++] = descent->gap;
    }
    descent->shared.now.iteration = descent->steps;
    descent->shared.now.objective = ldexp(objective, exponent);
    descent->shared.now.stationarity = ldexp(descent->gap, exponent);
}

/* G = k C + alpha (M o T), from nothing */
static struct blend fresh_gradient(const struct frank_wolfe *descent)
{
    const struct gromov *problem = descent->problem;
    return (struct blend){descent->gradient, 0, problem->alpha, problem->linear, problem->cost};
}

double frank_wolfe_magnitude(const struct frank_wolfe *descent)
{
    const struct bench *bench = &descent->bench;
    double own = 0;
    for (int64_t i = 0; i < descent->problem->tensor.source.count; i++)
        own += fabs(bench->own_row[i] * bench->row_sum[i]);
    for (int64_t j = 0; j < descent->problem->tensor.target.count; j++)
        own += fabs(bench->own_col[j] * bench->col_sum[j]);
    return descent->problem->alpha * own + fabs(descent->problem->linear * descent->cost);
}

/* After the product that G was to come from. */
static void note_gradient(struct frank_wolfe *descent, parot_status status)
{
    descent->has_gradient = status == PAROT_OK;
    descent->is_rough = 0;
    descent->largest = 0;
    descent->changes = 0;
    if (status != PAROT_OK)
        descent->status = status;
}

void frank_wolfe_rough_gradient(struct frank_wolfe *descent)
{
    const struct gromov *problem = descent->problem;
    note_gradient(descent,
                  factors_add(problem->factors, &problem->tensor, &descent->lines, &descent->bench,
                              descent->core, fresh_gradient(descent), &descent->shared.control));
    descent->is_rough = 1;
}

void frank_wolfe_from_outer(struct frank_wolfe *descent)
{
    const struct gromov *problem = descent->problem;
    int64_t n = problem->tensor.source.count, m = problem->tensor.target.count;
    struct sum cost = {0};
    descent->place = AT_OUTER;
    for (int64_t i = 0; problem->linear != 0 && i < n; i++)
        for (int64_t j = 0; j < m; j++)
            sum_add_product(&cost, descent->x[i] * descent->y[j],
                            problem->cost.data[i * problem->cost.stride + j]);
    descent->cost = sum_value(&cost);
    descent->form = problem->alpha *
                    tensor_form_outer(&problem->tensor, descent->x, descent->y, &descent->bench);
    descent->magnitude = frank_wolfe_magnitude(descent);
    note_gradient(descent, tensor_add_outer(&problem->tensor, &descent->bench,
                                            fresh_gradient(descent), &descent->shared.control));
}

void frank_wolfe_from_product(struct frank_wolfe *descent)
{
    const struct gromov *problem = descent->problem;
    struct weights p = {problem->p, problem->tensor.source.count};
    struct weights q = {problem->q, problem->tensor.target.count};
    double rows = weights_total(p), cols = weights_total(q);
    for (int64_t i = 0; i < p.count; i++)
        descent->x[i] = weight_at(p, i) * (problem->mass / rows);
    for (int64_t j = 0; j < q.count; j++)
        descent->y[j] = weight_at(q, j) / cols;
    frank_wolfe_from_outer(descent);
}

/* The entries of descent->dense that are not 0, in memory of their own. */
struct entries {
    parot_plan plan;
    struct lines lines;
};

static void entries_layout(struct entries *entries, const struct frank_wolfe *descent,
                           int64_t count, struct arena *arena)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    sparse_layout(&entries->plan, n, m, count, arena);
    lines_layout(&entries->lines, n, m, count, arena);
}

/* Returns whether the value is that of the plan; a stop may come before. G is rough if it may be.
 */
static int start_at(struct frank_wolfe *descent, const parot_plan *plan, struct lines *lines,
                    int may_be_rough)
{
    const struct gromov *problem = descent->problem;
    struct control *control = &descent->shared.control;
    lines_set(lines, plan);
    double form = tensor_form(&problem->tensor, lines, &descent->bench, control);
    if (isnan(form)) {
        note_gradient(descent, control_poll(control, "frank-wolfe", 0, NAN, NAN));
        descent->has_gradient = 0;
        return 0;
    }
    descent->cost = frank_wolfe_cost(descent, plan);
    descent->form = problem->alpha * form;
    descent->magnitude = frank_wolfe_magnitude(descent);
    if (may_be_rough && problem->factors && !descent->oracle.whole_rows.make)
        frank_wolfe_rough_gradient(descent);
    else
        note_gradient(descent, tensor_add(&problem->tensor, lines, &descent->bench,
                                          fresh_gradient(descent), control));
    return 1;
}

void frank_wolfe_from_vertex(struct frank_wolfe *descent)
{
    descent->place = AT_VERTEX;
    sparse_copy(&descent->vertex, &descent->oracle.vertex);
    if (!start_at(descent, &descent->vertex, &descent->lines, 1))
        frank_wolfe_from_product(descent);
}

void frank_wolfe_from_fork(struct frank_wolfe *descent, const struct frank_wolfe *other)
{
    const struct fork *fork = &other->fork;
    size_t history = (size_t)fork->history * sizeof(double);
    sparse_copy(&descent->oracle.vertex, &fork->vertex);
    frank_wolfe_from_vertex(descent);
    memcpy(descent->objectives, other->objectives, history);
    memcpy(descent->gaps, other->gaps, history);
    descent->history = fork->history;
    descent->steps = fork->steps;
}

void frank_wolfe_end_at_vertex(struct frank_wolfe *descent)
{
    const struct gromov *problem = descent->problem;
    descent->place = AT_VERTEX;
    descent->has_gradient = 0;
    descent->is_whole = 1;
    sparse_copy(&descent->vertex, &descent->oracle.vertex);
    lines_set(&descent->lines, &descent->vertex);
    descent->cost = frank_wolfe_cost(descent, &descent->vertex);
    descent->form =
        problem->alpha * tensor_form(&problem->tensor, &descent->lines, &descent->bench, NULL);
    descent->magnitude = frank_wolfe_magnitude(descent);
}

/* T of descent->dense; entries that rounding has put below 0 go when it is settled. */
static parot_status start_at_dense(struct frank_wolfe *descent, int is_settled, int *is_known,
                                   parot_error *err)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    struct entries entries = {0};
    struct arena arena = {0};
    int64_t count = 0;
    for (int64_t k = 0; k < n * m; k++) {
        descent->dense[k] = is_settled ? fmax(0, descent->dense[k]) : descent->dense[k];
        count += descent->dense[k] != 0;
    }
    entries_layout(&entries, descent, count, &arena);
    TRY(arena_open(&arena, &descent->shared.control, err));
    entries_layout(&entries, descent, count, &arena);
    for (int64_t k = 0; k < n * m; k++)
        if (descent->dense[k] != 0)
            sparse_put(&entries.plan, (int32_t)(k / m), (int32_t)(k % m), descent->dense[k]);
    if (is_settled) {
        /* The plan as the answer will have it: within both weights, and of that mass to the last
         * digit. What that changes is rounding, but not beside the gap where tiny parts move
         * between far points. */
        parot_plan *plan = &entries.plan;
        const parot_solver *solver = descent->oracle.solver;
        plan_settle(plan, solver->simplex.units.request, solver->p, solver->q, &solver->rounding);
        memset(descent->dense, 0, (size_t)(plan->rows * plan->cols) * sizeof *descent->dense);
        sparse_add_to(descent->dense, 1, plan);
    }
    *is_known = start_at(descent, &entries.plan, &entries.lines, 0);
    block_free(arena.block);
    return PAROT_OK;
}

parot_status frank_wolfe_from_dense(struct frank_wolfe *descent, parot_error *err)
{
    descent->place = AT_DENSE;
    descent->atoms.is_known = 0;
    int is_known = 1;
    TRY(start_at_dense(descent, 0, &is_known, err));
    if (!is_known)
        frank_wolfe_from_product(descent);
    return PAROT_OK;
}

parot_status frank_wolfe_refresh(struct frank_wolfe *descent, parot_error *err)
{
    int is_known = 1; /* otherwise the value is what the steps have made of it */
    if (descent->place == AT_DENSE)
        return start_at_dense(descent, 1, &is_known, err);
    if (descent->place == AT_VERTEX)
        start_at(descent, &descent->vertex, &descent->lines, 0);
    else
        frank_wolfe_from_outer(descent);
    return PAROT_OK;
}

/* T, wherever it is, as a dense matrix times `scale`. */
static void spread(struct frank_wolfe *descent, double scale)
{
    int64_t n = descent->problem->tensor.source.count, m = descent->problem->tensor.target.count;
    if (descent->place == AT_VERTEX) {
        memset(descent->dense, 0, (size_t)(n * m) * sizeof(double));
        sparse_add_to(descent->dense, scale, &descent->vertex);
    } else if (descent->place == AT_OUTER) {
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < m; j++)
                descent->dense[i * m + j] = scale * (descent->x[i] * descent->y[j]);
    } else {
        for (int64_t k = 0; k < n * m; k++)
            descent->dense[k] *= scale;
    }
    descent->place = AT_DENSE;
}

static void add_entry(double *rows, double *cols, int64_t i, int64_t j, double mass)
{
    rows[i] += mass;
    cols[j] += mass;
}

static double total(const double *numbers, int64_t count)
{
    struct sum sum = {0};
    for (int64_t k = 0; k < count; k++)
        sum_add(&sum, numbers[k]);
    return sum_value(&sum);
}

/* (sum_j y_j) x and (sum_i x_i) y */
static void outer_marginals(const struct frank_wolfe *descent, double *rows, double *cols)
{
    int64_t n = descent->oracle.vertex.rows, m = descent->oracle.vertex.cols;
    double x = total(descent->x, n), y = total(descent->y, m);
    for (int64_t i = 0; i < n; i++)
        rows[i] = descent->x[i] * y;
    for (int64_t j = 0; j < m; j++)
        cols[j] = descent->y[j] * x;
}

void frank_wolfe_marginals(const struct frank_wolfe *descent, double *rows, double *cols)
{
    const parot_plan *vertex = &descent->vertex;
    int64_t n = descent->oracle.vertex.rows, m = descent->oracle.vertex.cols;
    memset(rows, 0, (size_t)n * sizeof *rows);
    memset(cols, 0, (size_t)m * sizeof *cols);
    if (descent->place == AT_VERTEX)
        for (int64_t e = 0; e < vertex->count; e++)
            add_entry(rows, cols, vertex->row[e], vertex->col[e], vertex->mass[e]);
    for (int64_t i = 0; descent->place == AT_DENSE && i < n; i++)
        for (int64_t j = 0; j < m; j++)
            add_entry(rows, cols, i, j, descent->dense[i * m + j]);
    if (descent->place == AT_OUTER)
        outer_marginals(descent, rows, cols);
}

double frank_wolfe_measure(struct frank_wolfe *descent)
{
    frank_wolfe_marginals(descent, descent->bench.row_sum, descent->bench.col_sum);
    tensor_own(&descent->problem->tensor, &descent->bench);
    return frank_wolfe_magnitude(descent);
}

void frank_wolfe_move(struct frank_wolfe *descent, double step)
{
    const parot_plan *vertex = &descent->oracle.vertex;
    if (step == 1) {
        sparse_copy(&descent->vertex, vertex);
        descent->place = AT_VERTEX;
        descent->is_whole = descent->oracle.whole_rows.make != NULL;
        return;
    }
    if (descent->place == AT_VERTEX && descent->problem->has_exchanges)
        atoms_reset(&descent->atoms, &descent->vertex);
    if (descent->problem->has_exchanges)
        atoms_mix(&descent->atoms, vertex, step);
    spread(descent, 1 - step);
    sparse_add_to(descent->dense, step, vertex);
}
