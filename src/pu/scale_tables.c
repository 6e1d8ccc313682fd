/* scale_tables.c - parot_scale_tables: the scaling of `pu` for any two tables.
 *
 * The scaler leaves out columns that are constant; here all stay in their place, and those are 0.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "pu/base.h"
#include "pu/scale.h"

struct scaling {
    struct scaler scaler;
    double *scaled; /* the kept columns of the longer table */
};

static void layout(struct scaling *scaling, int64_t rows, struct arena *arena)
{
    scaler_layout(&scaling->scaler, arena);
    scaling->scaled =
        arena_take(arena, rows, (size_t)scaling->scaler.cols * sizeof *scaling->scaled);
}

static void apply(const struct scaling *scaling, parot_matrix rows, double *to)
{
    const struct scaler *scaler = &scaling->scaler;
    scaler_apply(scaler, rows, scaling->scaled);
    for (int64_t i = 0; i < rows.rows; i++) {
        double *row = to + i * scaler->cols;
        memset(row, 0, (size_t)scaler->cols * sizeof *row);
        for (int64_t k = 0; k < scaler->kept; k++)
            row[scaler->column[k]] = scaling->scaled[i * scaler->kept + k];
    }
}

static parot_status check_matrix(const char *name, parot_matrix matrix, const double *to,
                                 parot_error *err)
{
    if (!matrix.data || !to)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", name);
    for (int64_t i = 0; i < matrix.rows; i++)
        for (int64_t k = 0; k < matrix.cols; k++)
            if (!isfinite(matrix.data[i * matrix.stride + k]))
                return fail(err, PAROT_EINVAL, "%s: [%lld, %lld] must be finite, got %g", name,
                            (long long)i, (long long)k, matrix.data[i * matrix.stride + k]);
    return PAROT_OK;
}

static parot_status check(int32_t scale, parot_matrix first, parot_matrix other,
                          const double *first_scaled, const double *other_scaled, parot_error *err)
{
    if (scale != PAROT_AUTO && !parot_scale_name((parot_scale)scale))
        return fail(err, PAROT_EINVAL, "scale: unknown value %d", (int)scale);
    if (first.rows < 1 || first.cols < 1 || other.rows < 0 ||
        (other.rows > 0 && other.cols != first.cols))
        return fail(err, PAROT_ESHAPE,
                    "first, other: must have rows and the same columns, got %lld x %lld and "
                    "%lld x %lld",
                    (long long)first.rows, (long long)first.cols, (long long)other.rows,
                    (long long)other.cols);
    TRY(check_matrix("first", first, first_scaled, err));
    return other.rows > 0 ? check_matrix("other", other, other_scaled, err) : PAROT_OK;
}

parot_status parot_scale_tables(int32_t scale, parot_matrix first, parot_matrix other,
                                double *first_scaled, double *other_scaled, parot_error *err)
{
    struct scaling scaling = {0};
    struct arena arena = {0};
    struct control control;
    TRY(check(scale, first, other, first_scaled, other_scaled, err));
    if (scale == PAROT_AUTO)
        scale = base_of_kind(base_find_kind(first, other)).scale;
    scaling.scaler = (struct scaler){
        .scale = (parot_scale)scale, .cols = first.cols, .count = first.rows + other.rows};
    int64_t longer = first.rows > other.rows ? first.rows : other.rows;
    TRY(control_init(&control, NULL, err));
    layout(&scaling, longer, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(&scaling, longer, &arena);
    scaler_choose(&scaling.scaler, first, other);
    parot_status status = scaler_fit(&scaling.scaler, first, other, err);
    if (status == PAROT_OK)
        apply(&scaling, first, first_scaled);
    if (status == PAROT_OK && other.rows > 0)
        apply(&scaling, other, other_scaled);
    block_free(arena.block);
    return status;
}
