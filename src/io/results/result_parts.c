/* result_parts.c - sizes are compared with each other first, then one block is allocated, and
 * each index and number is checked while it is copied. A failure frees the block and leaves the
 * result untouched. */
#include "io/results/result_parts.h"

#include <math.h>

#include "base/arena.h"

/* A number of rows or columns; indices into them are int32_t. */
static parot_status check_size(const char *label, const char *name, double size, parot_error *err)
{
    if (!(size >= 1 && size <= INT32_MAX && size == floor(size)))
        return fail(err, PAROT_EFORMAT, "%s: %s: must be a whole number from 1 to %d, got %g",
                    label, name, (int)INT32_MAX, size);
    return PAROT_OK;
}

static parot_status check_count(const char *label, const char *name, int64_t count,
                                int64_t expected, parot_error *err)
{
    if (count < 0)
        return fail(err, PAROT_EFORMAT, "%s: %s: must be there, a list of numbers", label, name);
    if (count != expected)
        return fail(err, PAROT_EFORMAT, "%s: %s: must have %lld numbers, has %lld", label, name,
                    (long long)expected, (long long)count);
    return PAROT_OK;
}

static parot_status check_finite(const char *label, const char *name, double value,
                                 parot_error *err)
{
    if (!isfinite(value))
        return fail(err, PAROT_EFORMAT, "%s: %s: must be there, and finite", label, name);
    return PAROT_OK;
}

/* Each number of entries is that of an array that is there, so none can make us allocate more
 * than a few times the size of the file. */
static parot_status check_parts(const char *label, const struct parts *parts, parot_error *err)
{
    TRY(check_size(label, "rows", parts->rows, err));
    TRY(check_size(label, "cols", parts->cols, err));
    TRY(check_count(label, "u", parts->u.count, (int64_t)parts->rows, err));
    TRY(check_count(label, "v", parts->v.count, (int64_t)parts->cols, err));
    TRY(check_count(label, "col", parts->col.count, parts->row.count, err));
    TRY(check_count(label, "mass", parts->mass.count, parts->row.count, err));
    TRY(check_finite(label, "lambda", parts->lambda, err));
    TRY(check_finite(label, "the mass of the plan", parts->total, err));
    if (parts->status < 0)
        return fail(err, PAROT_EFORMAT, "%s: status: '%s' is not a status of a result", label,
                    parot_status_name(parts->status));
    return PAROT_OK;
}

static parot_status copy_indices(const char *label, const char *name, const struct series *series,
                                 int64_t size, int32_t *indices, parot_error *err)
{
    for (int64_t k = 0; k < series->count; k++) {
        double index = series->at(series->source, k);
        if (!(index >= 0 && index < (double)size && index == floor(index)))
            return fail(err, PAROT_EFORMAT,
                        "%s: %s[%lld]: must be a whole number from 0 to %lld, got %g", label, name,
                        (long long)k, (long long)size - 1, index);
        indices[k] = (int32_t)index;
    }
    return PAROT_OK;
}

parot_status series_copy(const char *label, const char *name, const struct series *series,
                         double *numbers, parot_error *err)
{
    for (int64_t k = 0; k < series->count; k++) {
        numbers[k] = series->at(series->source, k);
        if (!isfinite(numbers[k]))
            return fail(err, PAROT_EFORMAT, "%s: %s[%lld]: must be a finite number, got %g", label,
                        name, (long long)k, numbers[k]);
    }
    return PAROT_OK;
}

static void layout(parot_result *result, struct arena *arena)
{
    parot_plan *plan = &result->plan;
    plan->row = arena_take(arena, plan->count, sizeof *plan->row);
    plan->col = arena_take(arena, plan->count, sizeof *plan->col);
    plan->mass = arena_take(arena, plan->count, sizeof *plan->mass);
    result->dual.u = arena_take(arena, plan->rows, sizeof *result->dual.u);
    result->dual.v = arena_take(arena, plan->cols, sizeof *result->dual.v);
}

static parot_status allocate(parot_result *result, parot_error *err)
{
    struct control control;
    struct arena arena = {0};
    TRY(control_init(&control, NULL, err));
    layout(result, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(result, &arena);
    result->owner = arena.block;
    return PAROT_OK;
}

static parot_status copy(const char *label, const struct parts *parts, parot_result *result,
                         parot_error *err)
{
    parot_plan *plan = &result->plan;
    TRY(copy_indices(label, "row", &parts->row, plan->rows, plan->row, err));
    TRY(copy_indices(label, "col", &parts->col, plan->cols, plan->col, err));
    TRY(series_copy(label, "mass", &parts->mass, plan->mass, err));
    TRY(series_copy(label, "u", &parts->u, result->dual.u, err));
    return series_copy(label, "v", &parts->v, result->dual.v, err);
}

parot_status parts_assemble(const char *label, const struct parts *parts, parot_result *result,
                            parot_error *err)
{
    TRY(check_parts(label, parts, err));
    parot_result built = {
        .plan = {.rows = (int64_t)parts->rows, .cols = (int64_t)parts->cols},
        .dual = {.lambda = parts->lambda},
        .mass = parts->total,
        .objective = parts->objective,
        .bound = parts->bound,
        .status = parts->status,
        .info = {.iterations = parts->iterations, .pivots = parts->pivots, .passes = parts->passes},
    };
    built.plan.count = parts->row.count;
    TRY(allocate(&built, err));
    parot_status status = copy(label, parts, &built, err);
    if (status == PAROT_OK)
        *result = built;
    else
        block_free(built.owner);
    return status;
}
