/* project.c - three coordinates are seen from a fixed direction; more are projected on the two
 * principal axes of a sample of rows, which the library finds; rows far from all others, which
 * would turn an axis towards themselves, do not take part. */
#include "plot/project.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/axis_limits.h"
#include "plot/figures/thin_out.h"

enum { AXES = 2, SAMPLE = 2000, WIDE = 512 };

static const double *row_of(const parot_matrix *matrix, int64_t i)
{
    return matrix->data + i * matrix->stride;
}

/* ---- Three coordinates -------------------------------------------------- */

/* Turned by 35 degrees about the third axis, seen from 25 degrees above: the third axis points up,
 * the others to the right and into the depth. */
static void look_from_above(const struct clouds *clouds, struct view *view)
{
    const double turn = 0.6108652381980153, rise = 0.4363323129985824;
    const double direction[3][2] = {
        {cos(turn), -sin(turn) * sin(rise)}, {sin(turn), cos(turn) * sin(rise)}, {0, cos(rise)}};
    for (int k = 0; k < 6; k++)
        view->direction[k / 2][k % 2] = direction[k / 2][k % 2];
    for (int c = 0; c < clouds->count; c++)
        for (int64_t i = 0; i < clouds->matrix[c].rows; i++)
            for (int a = 0; a < AXES; a++) {
                const double *row = row_of(&clouds->matrix[c], i);
                clouds->xy[c][AXES * i + a] =
                    direction[0][a] * row[0] + direction[1][a] * row[1] + direction[2][a] * row[2];
            }
    view->hides_ticks = 1;
}

/* ---- More --------------------------------------------------------------- */

/* Rows of each cloud that the axes are found by: more would not show, and beyond WIDE columns a
 * matrix with a row for each of them would take longer than the picture. */
static int64_t most_rows(const struct clouds *clouds)
{
    return clouds->matrix[0].cols > WIDE ? WIDE / clouds->count : SAMPLE;
}

/* A sample of the rows of all clouds, one below the other; data is the caller's to free. */
static parot_status take_sample(const struct clouds *clouds, parot_matrix *sample, parot_error *err)
{
    int64_t dims = clouds->matrix[0].cols, rows = 0;
    for (int c = 0; c < clouds->count; c++)
        rows += sample_of(clouds->matrix[c].rows, most_rows(clouds)).size;
    double *to = calloc((size_t)rows, (size_t)dims * sizeof *to);
    if (!to)
        return fail_memory(err, (size_t)(rows * dims) * sizeof *to);
    *sample = (parot_matrix){to, rows, dims, dims};
    for (int c = 0; c < clouds->count; c++) {
        struct sample part = sample_of(clouds->matrix[c].rows, most_rows(clouds));
        for (int64_t i = 0; i < part.size; i++, to += dims)
            memcpy(to, row_of(&clouds->matrix[c], sample_at(&part, i)), (size_t)dims * sizeof *to);
    }
    return PAROT_OK;
}

/* How far each row is from the mean, in units of the largest number, for squares of that may be
 * infinite. */
static void find_distances(const parot_matrix *rows, double *mean, double *distance)
{
    double unit = 0;
    for (int64_t k = 0; k < rows->rows * rows->cols; k++) {
        unit = fmax(unit, fabs(rows->data[k]));
        mean[k % rows->cols] += rows->data[k] / (double)rows->rows;
    }
    for (int64_t i = 0; i < rows->rows; i++) {
        double sum = 0;
        for (int64_t k = 0; k < rows->cols && unit > 0; k++)
            sum += pow(row_of(rows, i)[k] / unit - mean[k] / unit, 2);
        distance[i] = sqrt(sum);
    }
}

/* What an axis of these distances would not show, at most one row in twenty. */
static parot_status drop_far_rows(parot_matrix *rows, double *data, parot_error *err)
{
    int64_t dims = rows->cols, kept = 0;
    double *distance = calloc((size_t)(rows->rows + dims), sizeof *distance);
    const struct numbers set = {distance, rows->rows, 1};
    struct scale scale;
    if (!distance)
        return fail_memory(err, (size_t)(rows->rows + dims) * sizeof *distance);
    find_distances(rows, distance + rows->rows, distance);
    parot_status status = limits_choose(&set, 1, 0, &scale, err);
    for (int64_t i = 0; i < rows->rows && status == PAROT_OK; i++)
        if (distance[i] <= scale.high)
            memmove(data + dims * kept++, row_of(rows, i), (size_t)dims * sizeof *data);
    if (status == PAROT_OK)
        rows->rows = kept;
    free(distance);
    return status;
}

/* xy_a = <axis_a, x - mean> */
static void project_rows(const struct clouds *clouds, const parot_axes *axes)
{
    for (int c = 0; c < clouds->count; c++)
        for (int64_t i = 0; i < clouds->matrix[c].rows; i++)
            for (int a = 0; a < AXES; a++) {
                const double *x = row_of(&clouds->matrix[c], i),
                             *axis = axes->axis + a * axes->dims;
                double sum = 0;
                for (int64_t k = 0; k < axes->dims; k++)
                    sum += (x[k] - axes->mean[k]) * axis[k];
                clouds->xy[c][AXES * i + a] = sum;
            }
}

static parot_status project_many(const struct clouds *clouds, struct view *view, parot_error *err)
{
    parot_matrix sample = {0};
    parot_axes axes = {0};
    TRY(take_sample(clouds, &sample, err));
    double *data = (double *)(uintptr_t)sample.data;
    parot_status status = drop_far_rows(&sample, data, err);
    if (status == PAROT_OK)
        status = parot_principal_axes(sample, AXES, NULL, &axes, err);
    free(data);
    TRY(status);
    for (int a = 0; a < AXES; a++) {
        double part =
            axes.spread > 0 && isfinite(axes.spread) ? axes.deviation[a] / axes.spread : 0;
        snprintf(view->text[a], VIEW_LABEL, "principal axis %d (%.0f %%)", a + 1,
                 100 * part * part);
    }
    project_rows(clouds, &axes);
    parot_axes_free(&axes);
    return PAROT_OK;
}

/* ---- One and two -------------------------------------------------------- */

static void copy(const struct clouds *clouds, struct view *view)
{
    for (int c = 0; c < clouds->count; c++)
        for (int64_t i = 0; i < clouds->matrix[c].rows; i++) {
            const double *row = row_of(&clouds->matrix[c], i);
            clouds->xy[c][AXES * i] = row[0];
            clouds->xy[c][AXES * i + 1] = view->dims == 1 ? -(c % 2) : row[1];
        }
    for (int64_t a = 0; a < view->dims && clouds->columns; a++)
        view->column[a] = clouds->columns[a];
}

parot_status project(const struct clouds *clouds, struct view *view, parot_error *err)
{
    *view = (struct view){.dims = clouds->matrix[0].cols};
    if (view->dims > 3)
        return project_many(clouds, view, err);
    if (view->dims == 3)
        look_from_above(clouds, view);
    else
        copy(clouds, view);
    return PAROT_OK;
}
