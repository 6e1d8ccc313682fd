/* scale_tables.c - the scaling of `pu` for any two tables: parot_scale_tables does it,
 * parot_scale_fit says what it does to each column, parot_scale_undo takes it back.
 *
 * The scaler leaves out columns that are constant; here all stay in their place, and those are 0.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "pu/problem/column_scale.h"
#include "pu/problem/preset.h"

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

static parot_status check_matrix(const char *name, parot_matrix matrix, parot_error *err)
{
    if (!matrix.data)
        return fail_argument(err, PAROT_EINVAL, name, "must not be NULL");
    if (matrix.rows < 0 || matrix.cols < 1 || matrix.stride < matrix.cols)
        return fail_argument(
            err, PAROT_EINVAL, name, "stride %lld does not hold %lld x %lld numbers",
            (long long)matrix.stride, (long long)matrix.rows, (long long)matrix.cols);
    for (int64_t i = 0; i < matrix.rows; i++)
        for (int64_t k = 0; k < matrix.cols; k++)
            if (!isfinite(matrix.data[i * matrix.stride + k]))
                return fail_argument(err, PAROT_EINVAL, name, "[%lld, %lld] must be finite, got %g",
                                     (long long)i, (long long)k,
                                     matrix.data[i * matrix.stride + k]);
    return PAROT_OK;
}

static parot_status check(int32_t scale, parot_matrix first, parot_matrix other, parot_error *err)
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
    TRY(check_matrix("first", first, err));
    return other.rows > 0 ? check_matrix("other", other, err) : PAROT_OK;
}

/* The scaler of both tables, in memory that the caller releases with block_free, also on failure.
 */
static parot_status fit(struct scaling *scaling, int32_t scale, parot_matrix first,
                        parot_matrix other, void **memory, parot_error *err)
{
    struct arena arena = {0};
    struct control control;
    if (scale == PAROT_AUTO)
        scale = preset_of_kind(preset_find_kind(first, other)).scale;
    scaling->scaler = (struct scaler){
        .scale = (parot_scale)scale, .cols = first.cols, .count = first.rows + other.rows};
    int64_t longer = first.rows > other.rows ? first.rows : other.rows;
    TRY(control_init(&control, NULL, err));
    layout(scaling, longer, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(scaling, longer, &arena);
    *memory = arena.block;
    scaler_choose(&scaling->scaler, first, other);
    return scaler_fit(&scaling->scaler, first, other, err);
}

parot_status parot_scale_tables(int32_t scale, parot_matrix first, parot_matrix other,
                                double *first_scaled, double *other_scaled, parot_error *err)
{
    struct scaling scaling = {0};
    void *memory = NULL;
    TRY(check(scale, first, other, err));
    if (!first_scaled || (other.rows > 0 && !other_scaled))
        return fail_argument(err, PAROT_EINVAL, first_scaled ? "other_scaled" : "first_scaled",
                             "must not be NULL");
    parot_status status = fit(&scaling, scale, first, other, &memory, err);
    if (status == PAROT_OK)
        apply(&scaling, first, first_scaled);
    if (status == PAROT_OK && other.rows > 0)
        apply(&scaling, other, other_scaled);
    block_free(memory);
    return status;
}

/* ---- Scalings that can be taken back ------------------------------------ */

/* Constant columns keep their unit, (value - value) 1 = 0, so that they can be taken back too. */
static parot_status copy_affine(const struct scaler *scaler, parot_matrix first, double *centre,
                                double *factor, parot_error *err)
{
    int is_scaled = scaler->scale != PAROT_SCALE_NONE;
    for (int64_t k = 0; k < scaler->cols; k++) {
        centre[k] = is_scaled ? first.data[k] : 0;
        factor[k] = 1;
    }
    for (int64_t k = 0; k < scaler->kept && is_scaled; k++) {
        int32_t column = scaler->column[k];
        if (!(scaler->factor[k] > 0) || !isfinite(scaler->factor[k]))
            return fail(err, PAROT_EINVAL,
                        "column %lld is too wide or too narrow to be divided by its width",
                        (long long)column);
        centre[column] = scaler->centre[k];
        factor[column] = scaler->factor[k];
    }
    return PAROT_OK;
}

parot_status parot_scale_fit(int32_t scale, parot_matrix first, parot_matrix other, double *centre,
                             double *factor, parot_error *err)
{
    struct scaling scaling = {0};
    void *memory = NULL;
    TRY(check(scale, first, other, err));
    TRY(CHECK_GIVEN(err, centre, factor));
    parot_status status = fit(&scaling, scale, first, other, &memory, err);
    parot_scale chosen = scaling.scaler.scale;
    if (status == PAROT_OK && (chosen == PAROT_SCALE_RANK || chosen == PAROT_SCALE_LOG))
        status =
            fail(err, PAROT_EINVAL,
                 "scale: %s does not multiply columns by a number; minmax, zscore and robust do",
                 parot_scale_name(chosen));
    if (status == PAROT_OK)
        status = copy_affine(&scaling.scaler, first, centre, factor, err);
    block_free(memory);
    return status;
}

/* x = z / factor + centre */
parot_status parot_scale_undo(const double *centre, const double *factor, parot_matrix scaled,
                              double *to, parot_error *err)
{
    if (!centre || !factor || !to)
        return fail(err, PAROT_EINVAL, "centre, factor, to: must not be NULL");
    TRY(check_matrix("scaled", scaled, err));
    for (int64_t i = 0; i < scaled.rows; i++)
        for (int64_t k = 0; k < scaled.cols; k++)
            to[i * scaled.cols + k] = scaled.data[i * scaled.stride + k] / factor[k] + centre[k];
    return PAROT_OK;
}
