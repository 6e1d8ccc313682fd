/* transfer.c - means and votes over the entries of a plan.
 *
 * A row's mean is the sum of mass times point over the sum of its masses, both added up entry by
 * entry. Masses are divided by the largest of the plan first, so that no sum leaves the range of
 * double that the points themselves are in.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/plan_arrays.h"
#include "base/run.h"
#include "parot/parot.h"

static parot_status check_plan(const parot_plan *plan, double *largest, parot_error *err)
{
    if (!plan)
        return fail(err, PAROT_EINVAL, "plan: must not be NULL");
    TRY(check_plan_arrays(plan, err));
    for (int64_t e = 0; e < plan->count; e++) {
        if (plan->row[e] < 0 || plan->row[e] >= plan->rows || plan->col[e] < 0 ||
            plan->col[e] >= plan->cols)
            return fail(err, PAROT_EINVAL, "plan: entry %lld is at (%d,%d), outside of %lld x %lld",
                        (long long)e, (int)plan->row[e], (int)plan->col[e], (long long)plan->rows,
                        (long long)plan->cols);
        if (!(plan->mass[e] >= 0 && isfinite(plan->mass[e])))
            return fail(err, PAROT_EINVAL,
                        "plan: masses must be finite and >= 0, got %g at (%d,%d)", plan->mass[e],
                        (int)plan->row[e], (int)plan->col[e]);
        *largest = fmax(*largest, plan->mass[e]);
    }
    return PAROT_OK;
}

static parot_status check_targets(const parot_plan *plan, parot_matrix y, parot_error *err)
{
    if (!y.data || y.cols < 1 || y.stride < y.cols)
        return fail(err, PAROT_EINVAL, "y: must be a table with a column or more");
    if (y.rows != plan->cols)
        return fail(err, PAROT_ESHAPE, "y: has %lld rows, the plan has %lld columns",
                    (long long)y.rows, (long long)plan->cols);
    for (int64_t j = 0; j < y.rows; j++)
        for (int64_t k = 0; k < y.cols; k++)
            if (!isfinite(y.data[j * y.stride + k]))
                return fail(err, PAROT_EINVAL, "y: must be finite, got %g at (%lld,%lld)",
                            y.data[j * y.stride + k], (long long)j, (long long)k);
    return PAROT_OK;
}

static void project(const parot_plan *plan, parot_matrix y, double largest, double *weight,
                    double *to)
{
    memset(to, 0, (size_t)(plan->rows * y.cols) * sizeof *to);
    for (int64_t e = 0; e < plan->count; e++)
        weight[plan->row[e]] += plan->mass[e] / largest;
    for (int64_t e = 0; e < plan->count; e++) {
        double share = plan->mass[e] / largest / weight[plan->row[e]];
        const double *from = y.data + plan->col[e] * y.stride;
        for (int64_t k = 0; k < y.cols && weight[plan->row[e]] > 0; k++)
            to[plan->row[e] * y.cols + k] += share * from[k];
    }
    for (int64_t i = 0; i < plan->rows; i++)
        for (int64_t k = 0; k < y.cols && !(weight[i] > 0); k++)
            to[i * y.cols + k] = NAN;
}

parot_status parot_barycentric(const parot_plan *plan, parot_matrix y, double *to, double *moved,
                               parot_error *err)
{
    double largest = 0;
    struct control control;
    if (!to)
        return fail(err, PAROT_EINVAL, "to: must not be NULL");
    TRY(check_plan(plan, &largest, err));
    TRY(check_targets(plan, y, err));
    TRY(control_init(&control, NULL, err));
    double *weight =
        block_alloc(&control, (size_t)(plan->rows > 0 ? plan->rows : 1) * sizeof *weight);
    if (!weight)
        return fail(err, PAROT_ENOMEM, "plan: no memory for %lld rows", (long long)plan->rows);
    memset(weight, 0, (size_t)plan->rows * sizeof *weight);
    project(plan, y, largest > 0 ? largest : 1, weight, to);
    for (int64_t i = 0; moved && i < plan->rows; i++)
        moved[i] = weight[i] * largest;
    block_free(weight);
    return PAROT_OK;
}

/* ---- Labels ------------------------------------------------------------- */

static parot_status check_labels(const parot_plan *plan, const int32_t *known, int64_t classes,
                                 parot_error *err)
{
    for (int64_t j = 0; j < plan->cols; j++)
        if (known[j] < -1 || known[j] >= classes)
            return fail(err, PAROT_EINVAL,
                        "known: must be from 0 to %lld, or -1 for unknown; got %d at %lld",
                        (long long)classes - 1, (int)known[j], (long long)j);
    return PAROT_OK;
}

/* votes: rows x classes, all 0 at first */
static void vote(const parot_plan *plan, const int32_t *known, int64_t classes, double *votes,
                 double *weight, int32_t *label)
{
    for (int64_t e = 0; e < plan->count; e++) {
        int32_t class = known[plan->col[e]];
        weight[plan->row[e]] += plan->mass[e];
        if (class >= 0)
            votes[plan->row[e] * classes + class] += plan->mass[e];
    }
    for (int64_t i = 0; i < plan->rows; i++) {
        double *row = votes + i * classes;
        int64_t best = 0;
        for (int64_t c = 1; c < classes; c++)
            best = row[c] > row[best] ? c : best;
        label[i] = row[best] > 0 ? (int32_t)best : -1;
        for (int64_t c = 0; c < classes && weight[i] > 0; c++)
            row[c] /= weight[i];
    }
}

/* Votes are the caller's shares if these are wanted. */
static void layout(const parot_plan *plan, int64_t classes, int has_share, double **votes,
                   double **weight, struct arena *arena)
{
    int64_t size = 0;
    if (!multiply_sizes(plan->rows, classes, &size))
        arena->overflow = 1;
    *weight = arena_take(arena, plan->rows, sizeof **weight);
    *votes = has_share ? NULL : arena_take(arena, size, sizeof **votes);
}

parot_status parot_transfer_labels(const parot_plan *plan, const int32_t *known, int64_t classes,
                                   double *share, int32_t *label, parot_error *err)
{
    double largest = 0, *votes = NULL, *weight = NULL;
    struct control control;
    struct arena arena = {0};
    TRY(CHECK_GIVEN(err, known, label));
    if (classes < 1 || classes > INT32_MAX)
        return fail(err, PAROT_EINVAL, "classes: must be from 1 to %d, got %lld", INT32_MAX,
                    (long long)classes);
    TRY(check_plan(plan, &largest, err));
    TRY(check_labels(plan, known, classes, err));
    TRY(control_init(&control, NULL, err));
    layout(plan, classes, share != NULL, &votes, &weight, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(plan, classes, share != NULL, &votes, &weight, &arena);
    if (share)
        memset(share, 0, (size_t)(plan->rows * classes) * sizeof *share);
    vote(plan, known, classes, share ? share : votes, weight, label);
    block_free(arena.block);
    return PAROT_OK;
}
