/* gradient.c - derivatives of the value with respect to the matrices.
 *
 * At a solution the plan may be held fixed (the envelope theorem), so with r = T 1 and c = T' 1,
 *
 *   square   d/d source = alpha (source o r r' - T target T')
 *            d/d target = alpha (target o c c' - T' source T)
 *   KL       d/d source = alpha (log(source) o r r' - T log(target) T')
 *            d/d target = alpha (c c' - (T' source T) / target)
 *            d/d cost   = (1 - alpha) T
 *
 * The marginals are those of T, not p and q: a partial plan does not have them.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "linalg/vector.h"

struct derivation {
    const parot_gromov_problem *problem;
    const parot_plan *plan;
    double *row_sum, *col_sum; /* r and c */
    double *line;              /* max(n, m) numbers */
    double *logs;              /* one row of log(target) */
};

static void layout(struct derivation *it, struct arena *arena)
{
    int64_t n = it->plan->rows, m = it->plan->cols;
    it->row_sum = arena_take(arena, n, sizeof(double));
    it->col_sum = arena_take(arena, m, sizeof(double));
    it->line = arena_take(arena, n > m ? n : m, sizeof(double));
    it->logs = arena_take(arena, m, sizeof(double));
}

static void add_marginals(struct derivation *it)
{
    for (int64_t e = 0; e < it->plan->count; e++) {
        it->row_sum[it->plan->row[e]] += it->plan->mass[e];
        it->col_sum[it->plan->col[e]] += it->plan->mass[e];
    }
}

/* The end of the entries of the row that entry `begin` is in. */
static int64_t row_end(const parot_plan *plan, int64_t begin)
{
    int64_t end = begin;
    while (end < plan->count && plan->row[end] == plan->row[begin])
        end++;
    return end;
}

/* Row j of target, or of its logarithms. */
static const double *target_row(const struct derivation *it, int64_t j)
{
    parot_matrix target = it->problem->target;
    const double *row = target.data + j * target.stride;
    if (it->problem->loss == PAROT_SQUARE_LOSS)
        return row;
    for (int64_t l = 0; l < target.cols; l++)
        it->logs[l] = log(row[l]);
    return it->logs;
}

/* out = -T K T', K = target or log(target): line = (T K)_i, then out_ik -= sum_l line_l T_kl */
static void subtract_target(const struct derivation *it, double *out)
{
    const parot_plan *plan = it->plan;
    for (int64_t begin = 0, end = 0; begin < plan->count; begin = end) {
        double *row = out + plan->row[begin] * plan->rows;
        end = row_end(plan, begin);
        memset(it->line, 0, (size_t)plan->cols * sizeof *it->line);
        for (int64_t e = begin; e < end; e++)
            vector_add(plan->cols, plan->mass[e], target_row(it, plan->col[e]), it->line);
        for (int64_t f = 0; f < plan->count; f++)
            row[plan->row[f]] -= it->line[plan->col[f]] * plan->mass[f];
    }
}

/* out = -T' source T: line = (source T)_i, then out_j -= T_ij line */
static void subtract_source(const struct derivation *it, double *out)
{
    const parot_plan *plan = it->plan;
    for (int64_t begin = 0, end = 0; begin < plan->count; begin = end) {
        parot_matrix source = it->problem->source;
        const double *row = source.data + plan->row[begin] * source.stride;
        end = row_end(plan, begin);
        memset(it->line, 0, (size_t)plan->cols * sizeof *it->line);
        for (int64_t f = 0; f < plan->count; f++)
            it->line[plan->col[f]] += row[plan->row[f]] * plan->mass[f];
        for (int64_t e = begin; e < end; e++)
            vector_add(plan->cols, -plan->mass[e], it->line, out + plan->col[e] * plan->cols);
    }
}

static void fill_source(const struct derivation *it, double *out)
{
    int64_t n = it->plan->rows;
    int is_kl = it->problem->loss == PAROT_KL_LOSS;
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    subtract_target(it, out);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++) {
            double x = it->problem->source.data[i * it->problem->source.stride + k];
            double weight = it->row_sum[i] * it->row_sum[k];
            if (weight > 0) /* otherwise nothing depends on x, which may be 0 and have no log */
                out[i * n + k] += (is_kl ? log(x) : x) * weight;
            out[i * n + k] *= it->problem->alpha;
        }
}

static void fill_target(const struct derivation *it, double *out)
{
    int64_t m = it->plan->cols;
    int is_kl = it->problem->loss == PAROT_KL_LOSS;
    memset(out, 0, (size_t)(m * m) * sizeof *out);
    subtract_source(it, out);
    for (int64_t j = 0; j < m; j++)
        for (int64_t l = 0; l < m; l++) {
            double x = it->problem->target.data[j * it->problem->target.stride + l];
            double weight = it->col_sum[j] * it->col_sum[l], *entry = &out[j * m + l];
            *entry = is_kl ? weight + *entry / x : x * weight + *entry;
            *entry *= it->problem->alpha;
        }
}

static parot_status check(const parot_gromov_problem *problem, const parot_plan *plan,
                          parot_error *err)
{
    if (!problem || !plan)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", problem ? "plan" : "problem");
    if (plan->rows != problem->source.rows || plan->cols != problem->target.rows)
        return fail(err, PAROT_ESHAPE, "plan is %lld x %lld, the spaces have %lld and %lld points",
                    (long long)plan->rows, (long long)plan->cols, (long long)problem->source.rows,
                    (long long)problem->target.rows);
    for (int64_t e = 0; e < plan->count; e++)
        if (plan->row[e] < 0 || plan->row[e] >= plan->rows || plan->col[e] < 0 ||
            plan->col[e] >= plan->cols || (e > 0 && plan->row[e] < plan->row[e - 1]))
            return fail(err, PAROT_EINVAL,
                        "plan: entry %lld is at (%d,%d); entries must be inside and sorted by row",
                        (long long)e, (int)plan->row[e], (int)plan->col[e]);
    return PAROT_OK;
}

parot_status parot_gromov_gradient(const parot_gromov_problem *problem, const parot_plan *plan,
                                   const parot_run *run, double *source, double *target,
                                   double *cost, parot_error *err)
{
    struct derivation it = {.problem = problem, .plan = plan};
    struct control control;
    struct arena arena = {0};
    TRY(check(problem, plan, err));
    TRY(control_init(&control, run, err));
    layout(&it, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(&it, &arena);
    add_marginals(&it);
    if (source)
        fill_source(&it, source);
    if (target)
        fill_target(&it, target);
    if (cost)
        parot_plan_to_dense(plan, cost);
    for (int64_t k = 0; cost && k < plan->rows * plan->cols; k++)
        cost[k] *= 1 - problem->alpha;
    block_free(arena.block);
    return PAROT_OK;
}
