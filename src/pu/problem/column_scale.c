/* column_scale.c - each column is fitted by itself: it is gathered and sorted, so that its sums do
 * not depend on the order of the rows. Principal components (linalg/pca.h) are those of the scaled
 * rows, which are made block by block and never kept. */
#include "pu/problem/column_scale.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "base/status.h"
#include "base/sums.h"
#include "base/words.h"
#include "linalg/gemm.h"

WORDS(scale, "scale", {"none", PAROT_SCALE_NONE}, {"minmax", PAROT_SCALE_MINMAX},
      {"zscore", PAROT_SCALE_ZSCORE}, {"robust", PAROT_SCALE_ROBUST}, {"rank", PAROT_SCALE_RANK},
      {"log", PAROT_SCALE_LOG});

void scaler_layout(struct scaler *scaler, struct arena *arena)
{
    int64_t columns = scaler->scale == PAROT_SCALE_RANK ? scaler->cols : 1;
    scaler->column = arena_take(arena, scaler->cols, sizeof *scaler->column);
    scaler->centre = arena_take(arena, scaler->cols, sizeof *scaler->centre);
    scaler->factor = arena_take(arena, scaler->cols, sizeof *scaler->factor);
    scaler->sorted = arena_take(arena, columns, (size_t)scaler->count * sizeof *scaler->sorted);
    if (scaler->pca == 0)
        return;
    scaler->axes = arena_take(arena, scaler->pca, (size_t)scaler->cols * sizeof *scaler->axes);
    scaler->block = arena_take(arena, SCALER_BLOCK, (size_t)scaler->cols * sizeof *scaler->block);
    scaler->fit = (struct pca){.dims = scaler->cols, .count = scaler->pca};
    pca_layout(&scaler->fit, arena);
    scaler->mean = scaler->fit.mean;
}

/* ---- Choosing ----------------------------------------------------------- */

static int differs(parot_matrix rows, int64_t column, double value)
{
    for (int64_t i = 0; i < rows.rows; i++)
        if (rows.data[i * rows.stride + column] != value)
            return 1;
    return 0;
}

int64_t scaler_choose(struct scaler *scaler, parot_matrix a, parot_matrix b)
{
    int64_t varying = 0;
    scaler->kept = 0;
    for (int64_t k = 0; k < scaler->cols; k++) {
        double value = a.rows > 0 ? a.data[k] : b.data[k];
        int varies = differs(a, k, value) || differs(b, k, value);
        varying += varies;
        if (varies || scaler->scale == PAROT_SCALE_NONE)
            scaler->column[scaler->kept++] = (int32_t)k;
    }
    return varying;
}

/* ---- Fitting ------------------------------------------------------------ */

static double shape(parot_scale scale, double x)
{
    return scale == PAROT_SCALE_LOG ? copysign(log1p(fabs(x)), x) : x;
}

static int64_t gather(parot_scale scale, parot_matrix rows, int64_t column, double *to)
{
    for (int64_t i = 0; i < rows.rows; i++)
        to[i] = shape(scale, rows.data[i * rows.stride + column]);
    return rows.rows;
}

/* The value that `share` of the sorted numbers are below, between two of them in proportion. */
static double quantile(const double *sorted, int64_t count, double share)
{
    double place = share * (double)(count - 1);
    int64_t below = (int64_t)floor(place);
    int64_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}

/* Mean and population deviation of sorted numbers; a mean first, so that the squares do not cancel,
 * in units of the range, so that they do not leave the range of double. */
static double deviation(const double *x, int64_t count, double *mean)
{
    struct sum sum = {0}, squares = {0};
    double unit = x[count - 1] - x[0];
    for (int64_t i = 0; i < count; i++)
        sum_add(&sum, x[i] / (double)count);
    *mean = sum_value(&sum);
    for (int64_t i = 0; i < count && unit > 0; i++) {
        double z = (x[i] - *mean) / unit;
        sum_add_product(&squares, z, z / (double)count);
    }
    return unit * sqrt(sum_value(&squares));
}

/* Half of all numbers may be equal and the quartiles with them: then the deviation is the unit. */
static void fit_sorted(parot_scale scale, const double *x, int64_t count, double *centre,
                       double *factor)
{
    double mean = 0, width = 1;
    *centre = 0;
    if (scale == PAROT_SCALE_MINMAX || scale == PAROT_SCALE_LOG) {
        *centre = x[0];
        width = x[count - 1] - x[0];
    } else if (scale == PAROT_SCALE_ZSCORE) {
        width = deviation(x, count, centre);
    } else if (scale == PAROT_SCALE_ROBUST) {
        *centre = quantile(x, count, 0.5);
        width = quantile(x, count, 0.75) - quantile(x, count, 0.25);
        if (!(width > 0))
            width = deviation(x, count, &mean);
    }
    *factor = width > 0 ? 1 / width : 0;
}

static parot_status poll(const struct scaler *scaler, const char *stage, int64_t done,
                         int64_t total)
{
    return scaler->control ? control_poll_part(scaler->control, stage, done, total) : PAROT_OK;
}

static parot_status fit_columns(struct scaler *scaler, parot_matrix a, parot_matrix b)
{
    int has_ranks = scaler->scale == PAROT_SCALE_RANK;
    for (int64_t k = 0; k < scaler->kept; k++) {
        double *sorted = scaler->sorted + (has_ranks ? k * scaler->count : 0);
        TRY(poll(scaler, "columns", k, scaler->kept));
        int64_t count = gather(scaler->scale, a, scaler->column[k], sorted);
        count += gather(scaler->scale, b, scaler->column[k], sorted + count);
        sort_numbers(sorted, count);
        fit_sorted(scaler->scale, sorted, count, &scaler->centre[k], &scaler->factor[k]);
    }
    return PAROT_OK;
}

/* ---- Applying ----------------------------------------------------------- */

/* (numbers below x + (numbers equal to x + 1) / 2) / count */
static double rank_of(const double *sorted, int64_t count, double x)
{
    int64_t below = count_below(sorted, count, x, 0);
    int64_t equal = count_below(sorted, count, x, 1) - below;
    return ((double)below + 0.5 * (double)(equal + 1)) / (double)count;
}

static void scale_rows(const struct scaler *scaler, parot_matrix rows, double *to)
{
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t k = 0; k < scaler->kept; k++) {
            double x = rows.data[i * rows.stride + scaler->column[k]];
            if (scaler->scale == PAROT_SCALE_RANK)
                x = rank_of(scaler->sorted + k * scaler->count, scaler->count, x);
            else if (scaler->scale != PAROT_SCALE_NONE)
                x = (shape(scaler->scale, x) - scaler->centre[k]) * scaler->factor[k];
            to[i * scaler->kept + k] = x;
        }
}

/* ---- Principal components ----------------------------------------------- */

/* How many rows of `products` multiplications each are turned between two looks at the clock, some
 * tenth of a second: a rank is two searches in memory, some 1000 times a multiplication. Whole
 * tiles of gemm.h where there is a choice, so that sums of products do not depend on it. */
static int64_t rows_at_a_time(const struct scaler *scaler, int64_t products)
{
    double number = scaler->scale == PAROT_SCALE_RANK ? 1e4 : 100;
    double rows = 1e9 / ((double)products + number * (double)scaler->kept);
    if (rows >= SCALER_BLOCK)
        return SCALER_BLOCK;
    return rows >= GEMM_TILE ? (int64_t)rows / GEMM_TILE * GEMM_TILE
           : rows >= 1       ? (int64_t)rows
                             : 1;
}

/* At most `most` rows from `first` on. */
static parot_matrix part_of(parot_matrix rows, int64_t first, int64_t most)
{
    int64_t rest = rows.rows - first, count = rest < most ? rest : most;
    return (parot_matrix){rows.data + first * rows.stride, count, rows.cols, rows.stride};
}

/* Both passes of pca.h over the rows, scaled block by block. */
static parot_status add_to_axes(struct scaler *scaler, parot_matrix rows, int is_second)
{
    int64_t most = rows_at_a_time(scaler, is_second ? scaler->kept * scaler->kept : 0);
    for (int64_t first = 0; first < rows.rows; first += most) {
        parot_matrix part = part_of(rows, first, most);
        TRY(poll(scaler, is_second ? "covariance" : "mean", first, rows.rows));
        scale_rows(scaler, part, scaler->block);
        if (is_second)
            pca_add_to_covariance(&scaler->fit, scaler->block, part.rows, scaler->count);
        else
            pca_add_to_mean(&scaler->fit, scaler->block, part.rows, scaler->count);
    }
    return PAROT_OK;
}

static parot_status fit_axes(struct scaler *scaler, parot_matrix a, parot_matrix b,
                             parot_error *err)
{
    if (scaler->pca > scaler->kept)
        return fail(err, PAROT_EINVAL,
                    "options.pca: must be at most the number of columns that vary, %lld, got %lld",
                    (long long)scaler->kept, (long long)scaler->pca);
    scaler->fit.dims = scaler->kept;
    scaler->fit.control = scaler->control;
    pca_start(&scaler->fit);
    for (int is_second = 0; is_second < 2; is_second++) {
        TRY(add_to_axes(scaler, a, is_second));
        TRY(add_to_axes(scaler, b, is_second));
    }
    TRY(pca_solve(&scaler->fit));
    memcpy(scaler->axes, scaler->fit.eigen.vectors,
           (size_t)(scaler->pca * scaler->kept) * sizeof *scaler->axes);
    return PAROT_OK;
}

static void project_rows(const struct scaler *scaler, parot_matrix part, double *to)
{
    scale_rows(scaler, part, scaler->block);
    /* The rows of the block, minus the mean. */
    for (int64_t i = 0; i < part.rows; i++)
        for (int64_t k = 0; k < scaler->kept; k++)
            scaler->block[i * scaler->kept + k] -= scaler->mean[k];
    gemm_nt(part.rows, scaler->pca, scaler->kept, 1.0, scaler->block, scaler->kept, scaler->axes,
            scaler->kept, to, scaler->pca);
}

/* ---- Both --------------------------------------------------------------- */

parot_status scaler_fit(struct scaler *scaler, parot_matrix a, parot_matrix b, parot_error *err)
{
    TRY(fit_columns(scaler, a, b));
    scaler->dims = scaler->pca ? scaler->pca : scaler->kept;
    return scaler->pca ? fit_axes(scaler, a, b, err) : PAROT_OK;
}

parot_status scaler_apply(const struct scaler *scaler, parot_matrix rows, double *to)
{
    int64_t most = rows_at_a_time(scaler, scaler->pca * scaler->kept);
    for (int64_t first = 0; first < rows.rows; first += most) {
        parot_matrix part = part_of(rows, first, most);
        TRY(poll(scaler, "scaling", first, rows.rows));
        if (scaler->pca)
            project_rows(scaler, part, to + first * scaler->pca);
        else
            scale_rows(scaler, part, to + first * scaler->kept);
    }
    return PAROT_OK;
}
