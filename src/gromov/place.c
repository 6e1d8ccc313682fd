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

parot_matrix walk_gradient(const struct walk *walk)
{
    int64_t n = walk->problem->tensor.source.count, m = walk->problem->tensor.target.count;
    return (parot_matrix){walk->gradient, n, m, m};
}

double walk_cost(const struct walk *walk, const parot_plan *plan)
{
    return walk->problem->linear == 0 ? 0 : sparse_inner(walk->problem->cost, plan);
}

double walk_value(const struct walk *walk)
{
    return 2 * walk->problem->linear * walk->cost + walk->form;
}

double walk_objective(const struct walk *walk)
{
    return fmax(walk->problem->bound, walk_value(walk));
}

/* G = k C + alpha (M o T), from nothing */
static struct blend fresh_gradient(const struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    return (struct blend){walk->gradient, 0, problem->alpha, problem->linear, problem->cost};
}

double walk_magnitude(const struct walk *walk)
{
    const struct bench *bench = &walk->bench;
    double own = 0;
    for (int64_t i = 0; i < walk->problem->tensor.source.count; i++)
        own += fabs(bench->own_row[i] * bench->row_sum[i]);
    for (int64_t j = 0; j < walk->problem->tensor.target.count; j++)
        own += fabs(bench->own_col[j] * bench->col_sum[j]);
    return walk->problem->alpha * own + fabs(walk->problem->linear * walk->cost);
}

/* After the product that G was to come from. */
static void note_gradient(struct walk *walk, parot_status status)
{
    walk->has_gradient = status == PAROT_OK;
    if (status != PAROT_OK)
        walk->status = status;
}

void walk_from_outer(struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    int64_t n = problem->tensor.source.count, m = problem->tensor.target.count;
    struct sum cost = {0};
    walk->place = AT_OUTER;
    for (int64_t i = 0; problem->linear != 0 && i < n; i++)
        for (int64_t j = 0; j < m; j++)
            sum_add_product(&cost, walk->x[i] * walk->y[j],
                            problem->cost.data[i * problem->cost.stride + j]);
    walk->cost = sum_value(&cost);
    walk->form =
        problem->alpha * tensor_form_outer(&problem->tensor, walk->x, walk->y, &walk->bench);
    walk->magnitude = walk_magnitude(walk);
    note_gradient(walk, tensor_add_outer(&problem->tensor, &walk->bench, fresh_gradient(walk),
                                         &walk->shared.control));
}

void walk_from_product(struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    struct weights p = {problem->p, problem->tensor.source.count};
    struct weights q = {problem->q, problem->tensor.target.count};
    double rows = weights_total(p), cols = weights_total(q);
    for (int64_t i = 0; i < p.count; i++)
        walk->x[i] = weight_at(p, i) * (problem->mass / rows);
    for (int64_t j = 0; j < q.count; j++)
        walk->y[j] = weight_at(q, j) / cols;
    walk_from_outer(walk);
}

/* The entries of walk->dense that are not 0, in memory of their own. */
struct entries {
    parot_plan plan;
    struct lines lines;
};

static void entries_layout(struct entries *entries, const struct walk *walk, int64_t count,
                           struct arena *arena)
{
    int64_t n = walk->problem->tensor.source.count, m = walk->problem->tensor.target.count;
    sparse_layout(&entries->plan, n, m, count, arena);
    lines_layout(&entries->lines, n, m, count, arena);
}

/* Returns whether the value is that of the plan; a stop may come before. */
static int start_at(struct walk *walk, const parot_plan *plan, struct lines *lines)
{
    const struct gromov *problem = walk->problem;
    struct control *control = &walk->shared.control;
    lines_set(lines, plan);
    double form = tensor_form(&problem->tensor, lines, &walk->bench, control);
    if (isnan(form)) {
        note_gradient(walk, control_poll(control, "frank-wolfe", 0, NAN, NAN));
        walk->has_gradient = 0;
        return 0;
    }
    walk->cost = walk_cost(walk, plan);
    walk->form = problem->alpha * form;
    walk->magnitude = walk_magnitude(walk);
    note_gradient(walk,
                  tensor_add(&problem->tensor, lines, &walk->bench, fresh_gradient(walk), control));
    return 1;
}

void walk_from_vertex(struct walk *walk)
{
    walk->place = AT_VERTEX;
    sparse_copy(&walk->vertex, &walk->oracle.vertex);
    if (!start_at(walk, &walk->vertex, &walk->lines))
        walk_from_product(walk);
}

void walk_end_at_vertex(struct walk *walk)
{
    const struct gromov *problem = walk->problem;
    walk->place = AT_VERTEX;
    walk->has_gradient = 0;
    walk->is_whole = 1;
    sparse_copy(&walk->vertex, &walk->oracle.vertex);
    lines_set(&walk->lines, &walk->vertex);
    walk->cost = walk_cost(walk, &walk->vertex);
    walk->form = problem->alpha * tensor_form(&problem->tensor, &walk->lines, &walk->bench, NULL);
    walk->magnitude = walk_magnitude(walk);
}

/* The plan as the answer will have it: within both weights, and of that mass to the last digit.
 * What that changes is rounding, but not beside the gap where tiny parts move between far points.
 */
static void settle(struct walk *walk, parot_plan *plan)
{
    const parot_solver *solver = walk->oracle.solver;
    plan_settle(plan, solver->simplex.units.request, solver->p, solver->q, &solver->rounding);
    memset(walk->dense, 0, (size_t)(plan->rows * plan->cols) * sizeof *walk->dense);
    sparse_add_to(walk->dense, 1, plan);
}

/* T of walk->dense; entries that rounding has put below 0 go when it is settled. */
static parot_status start_at_dense(struct walk *walk, int is_settled, int *is_known,
                                   parot_error *err)
{
    int64_t n = walk->problem->tensor.source.count, m = walk->problem->tensor.target.count;
    struct entries entries = {0};
    struct arena arena = {0};
    int64_t count = 0;
    for (int64_t k = 0; k < n * m; k++) {
        walk->dense[k] = is_settled ? fmax(0, walk->dense[k]) : walk->dense[k];
        count += walk->dense[k] != 0;
    }
    entries_layout(&entries, walk, count, &arena);
    TRY(arena_open(&arena, &walk->shared.control, err));
    entries_layout(&entries, walk, count, &arena);
    for (int64_t k = 0; k < n * m; k++)
        if (walk->dense[k] != 0)
            sparse_put(&entries.plan, (int32_t)(k / m), (int32_t)(k % m), walk->dense[k]);
    if (is_settled)
        settle(walk, &entries.plan);
    *is_known = start_at(walk, &entries.plan, &entries.lines);
    block_free(arena.block);
    return PAROT_OK;
}

parot_status walk_from_dense(struct walk *walk, parot_error *err)
{
    walk->place = AT_DENSE;
    walk->atoms.is_known = 0;
    int is_known = 1;
    TRY(start_at_dense(walk, 0, &is_known, err));
    if (!is_known)
        walk_from_product(walk);
    return PAROT_OK;
}

parot_status walk_refresh(struct walk *walk, parot_error *err)
{
    int is_known = 1; /* otherwise the value is what the steps have made of it */
    if (walk->place == AT_DENSE)
        return start_at_dense(walk, 1, &is_known, err);
    if (walk->place == AT_VERTEX)
        start_at(walk, &walk->vertex, &walk->lines);
    else
        walk_from_outer(walk);
    return PAROT_OK;
}

/* T, wherever it is, as a dense matrix times `scale`. */
static void spread(struct walk *walk, double scale)
{
    int64_t n = walk->problem->tensor.source.count, m = walk->problem->tensor.target.count;
    if (walk->place == AT_VERTEX) {
        memset(walk->dense, 0, (size_t)(n * m) * sizeof(double));
        sparse_add_to(walk->dense, scale, &walk->vertex);
    } else if (walk->place == AT_OUTER) {
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < m; j++)
                walk->dense[i * m + j] = scale * (walk->x[i] * walk->y[j]);
    } else {
        for (int64_t k = 0; k < n * m; k++)
            walk->dense[k] *= scale;
    }
    walk->place = AT_DENSE;
}

void walk_row_sums(const struct walk *walk, double *sums)
{
    int64_t n = walk->oracle.vertex.rows, m = walk->oracle.vertex.cols;
    memset(sums, 0, (size_t)n * sizeof *sums);
    if (walk->place == AT_VERTEX)
        for (int64_t e = 0; e < walk->vertex.count; e++)
            sums[walk->vertex.row[e]] += walk->vertex.mass[e];
    for (int64_t i = 0; walk->place == AT_DENSE && i < n; i++)
        for (int64_t j = 0; j < m; j++)
            sums[i] += walk->dense[i * m + j];
    for (int64_t i = 0; walk->place == AT_OUTER && i < n; i++)
        for (int64_t j = 0; j < m; j++)
            sums[i] += walk->x[i] * walk->y[j];
}

void walk_spread(struct walk *walk)
{
    spread(walk, 1);
}

void walk_move(struct walk *walk, double step)
{
    const parot_plan *vertex = &walk->oracle.vertex;
    if (step == 1) {
        sparse_copy(&walk->vertex, vertex);
        walk->place = AT_VERTEX;
        walk->is_whole = walk->oracle.amendment.amend != NULL;
        return;
    }
    if (walk->place == AT_VERTEX)
        atoms_reset(&walk->atoms, &walk->vertex);
    atoms_mix(&walk->atoms, vertex, step);
    spread(walk, 1 - step);
    sparse_add_to(walk->dense, step, vertex);
}
