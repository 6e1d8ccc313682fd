/* value_gradient.c - derivatives of the value with respect to the matrices.
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

#include "base/options.h"
#include "base/plan_arrays.h"
#include "gromov/scaled.h"
#include "linalg/vector.h"

/* One call: the problem and the plan in units in which their numbers are near 1. */
struct derivation {
    struct spaces spaces;
    struct scaled scaled;      /* of mass 1: the plan alone says what moves */
    int mass;                  /* the caller's masses are 2^mass times ours */
    parot_plan plan;           /* its masses are ours, the indices the caller's */
    double *row_sum, *col_sum; /* r and c */
    double *line;              /* max(n, m) numbers */
    double *logs;              /* one row of log(target) */
    struct control control;
    void *memory;
};

static void layout(struct derivation *it, struct arena *arena)
{
    int64_t n = it->plan.rows, m = it->plan.cols;
    it->row_sum = arena_take(arena, n, sizeof(double));
    it->col_sum = arena_take(arena, m, sizeof(double));
    it->line = arena_take(arena, n > m ? n : m, sizeof(double));
    it->logs = arena_take(arena, m, sizeof(double));
    it->plan.mass = arena_take(arena, it->plan.count, sizeof(double));
    it->memory = arena->block;
}

static void add_marginals(struct derivation *it, const double *mass)
{
    for (int64_t e = 0; e < it->plan.count; e++) {
        it->plan.mass[e] = ldexp(mass[e], -it->mass);
        it->row_sum[it->plan.row[e]] += it->plan.mass[e];
        it->col_sum[it->plan.col[e]] += it->plan.mass[e];
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
    parot_matrix target = it->scaled.problem.target;
    const double *row = target.data + j * target.stride;
    if (it->scaled.problem.loss == PAROT_LOSS_SQUARE)
        return row;
    for (int64_t l = 0; l < target.cols; l++)
        it->logs[l] = log(row[l]);
    return it->logs;
}

static parot_status poll(struct derivation *it, int64_t row, parot_error *err)
{
    if (control_poll_part(&it->control, "gradient", row, it->plan.rows) == PAROT_OK)
        return PAROT_OK;
    return fail(err, PAROT_ESTOPPED, "gradient: stopped at row %lld of %lld; allow more time",
                (long long)row, (long long)it->plan.rows);
}

/* out = -T K T', K = target or log(target): line = (T K)_i, then out_ik -= sum_l line_l T_kl */
static parot_status subtract_target(struct derivation *it, double *out, parot_error *err)
{
    const parot_plan *plan = &it->plan;
    for (int64_t begin = 0, end = 0; begin < plan->count; begin = end) {
        double *row = out + plan->row[begin] * plan->rows;
        end = row_end(plan, begin);
        memset(it->line, 0, (size_t)plan->cols * sizeof *it->line);
        TRY(poll(it, plan->row[begin], err));
        for (int64_t e = begin; e < end; e++)
            vector_add(plan->cols, plan->mass[e], target_row(it, plan->col[e]), it->line);
        for (int64_t f = 0; f < plan->count; f++)
            row[plan->row[f]] -= it->line[plan->col[f]] * plan->mass[f];
    }
    return PAROT_OK;
}

/* out = -T' source T: line = (source T)_i, then out_j -= T_ij line */
static parot_status subtract_source(struct derivation *it, double *out, parot_error *err)
{
    const parot_plan *plan = &it->plan;
    parot_matrix source = it->scaled.problem.source;
    for (int64_t begin = 0, end = 0; begin < plan->count; begin = end) {
        const double *row = source.data + plan->row[begin] * source.stride;
        end = row_end(plan, begin);
        memset(it->line, 0, (size_t)plan->cols * sizeof *it->line);
        TRY(poll(it, plan->row[begin], err));
        for (int64_t f = 0; f < plan->count; f++)
            it->line[plan->col[f]] += row[plan->row[f]] * plan->mass[f];
        for (int64_t e = begin; e < end; e++)
            vector_add(plan->cols, -plan->mass[e], it->line, out + plan->col[e] * plan->cols);
    }
    return PAROT_OK;
}

/* out = 2^exponent alpha out, which may leave the range. */
static parot_status finish(const struct derivation *it, const char *name, int exponent,
                           int64_t count, double *out, parot_error *err)
{
    double largest = 0;
    for (int64_t k = 0; k < count; k++) {
        out[k] *= it->scaled.problem.alpha;
        largest = fmax(largest, fabs(out[k]));
    }
    if (leaves_range(largest, exponent))
        return fail_argument(
            err, PAROT_ENUMERIC, name,
            "derivatives of about 1e%+.0f are outside the range of double; multiply p, "
            "q and mass by the same number, or source and target",
            log10(largest) + exponent * log10(2));
    for (int64_t k = 0; exponent != 0 && k < count; k++)
        out[k] = ldexp(out[k], exponent);
    return PAROT_OK;
}

/* What the sum over the plan is for one entry x of source or target; `other` is what the other
 * matrix contributes. */
static double entry(const struct derivation *it, int is_source, double x, double weight,
                    double other)
{
    int is_kl = it->scaled.problem.loss == PAROT_LOSS_KL;
    if (is_kl && !is_source)
        return weight + other / x;
    if (is_source && !(weight > 0)) /* nothing depends on x, which may be 0 and have no log */
        return other;
    return other + (is_kl ? log(x) : x) * weight;
}

/* log(2^d x) = log x + d log 2 for source, but the same for target: the two parts cancel, since
 * both are sums over the plan twice. */
static parot_status fill(struct derivation *it, int is_source, double *out, parot_error *err)
{
    const parot_gromov_problem *problem = &it->scaled.problem;
    parot_matrix matrix = is_source ? problem->source : problem->target;
    const double *sum = is_source ? it->row_sum : it->col_sum;
    int64_t n = matrix.rows;
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    TRY(is_source ? subtract_target(it, out, err) : subtract_source(it, out, err));
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
            out[i * n + k] = entry(it, is_source, matrix.data[i * matrix.stride + k],
                                   sum[i] * sum[k], out[i * n + k]);
    double distance = problem->loss == PAROT_LOSS_KL ? 0 : it->scaled.distance;
    return finish(it, is_source ? "source" : "target", 2 * it->mass + distance, n * n, out, err);
}

/* Works: what it allocates is in *it. */
static parot_status derive(struct derivation *it, const parot_gromov_problem *problem,
                           const parot_plan *plan, double *source, double *target, parot_error *err)
{
    struct arena arena = {0};
    parot_gromov_problem distances = *problem;
    double largest = 0;
    distances.p = distances.q = NULL;
    distances.mass = 1;
    it->plan = *plan;
    for (int64_t e = 0; e < plan->count; e++)
        largest = fmax(largest, plan->mass[e]);
    it->mass = largest > 0 && isfinite(largest) ? ilogb(largest) : 0;
    TRY(spaces_check(&it->spaces, problem, &it->control, err));
    TRY(scaled_open(&it->scaled, &distances, &it->spaces, 0, &it->control, err));
    layout(it, &arena);
    TRY(arena_open(&arena, &it->control, err));
    layout(it, &arena);
    add_marginals(it, plan->mass);
    if (source)
        TRY(fill(it, 1, source, err));
    if (target)
        TRY(fill(it, 0, target, err));
    return PAROT_OK;
}

parot_status parot_gromov_gradient(const parot_gromov_problem *problem, const parot_plan *plan,
                                   const parot_run *run,
                                   const parot_gromov_derivatives *derivatives, parot_error *err)
{
    struct derivation it = {0};
    TRY(CHECK_GIVEN(err, problem, plan));
    TRY(CHECK_RESERVED(problem, err));
    if (!(problem->alpha >= 0 && problem->alpha <= 1))
        return fail(err, PAROT_EINVAL, "alpha: must be between 0 and 1, got %g", problem->alpha);
    if (plan->rows != problem->source.rows || plan->cols != problem->target.rows)
        return fail(err, PAROT_ESHAPE, "plan is %lld x %lld, the spaces have %lld and %lld points",
                    (long long)plan->rows, (long long)plan->cols, (long long)problem->source.rows,
                    (long long)problem->target.rows);
    TRY(check_plan_arrays(plan, err));
    for (int64_t e = 0; e < plan->count; e++)
        if (plan->row[e] < 0 || plan->row[e] >= plan->rows || plan->col[e] < 0 ||
            plan->col[e] >= plan->cols || (e > 0 && plan->row[e] < plan->row[e - 1]))
            return fail(err, PAROT_EINVAL,
                        "plan: entry %lld is at (%d,%d); entries must be inside and sorted by row",
                        (long long)e, (int)plan->row[e], (int)plan->col[e]);
    if (!derivatives)
        return fail(err, PAROT_EINVAL, "derivatives: must not be NULL");
    TRY(CHECK_RESERVED(derivatives, err));
    TRY(control_init(&it.control, run, err));
    parot_status status = derive(&it, problem, plan, derivatives->source, derivatives->target, err);
    double *cost = derivatives->cost;
    block_free(it.memory);
    block_free(it.scaled.memory);
    if (status != PAROT_OK || !cost)
        return status;
    parot_plan_to_dense(plan, cost);
    for (int64_t k = 0; k < plan->rows * plan->cols; k++)
        cost[k] *= 1 - problem->alpha;
    return PAROT_OK;
}
