/* project.c - three coordinates are seen from a fixed direction; more are projected on two
 * principal axes, found by power iteration on a sample of rows. */
#include "plot/project.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "plot/figures/thin_out.h"

enum {
    AXES = 2,
    SAMPLE = 2000,   /* rows of a cloud that the axes are found by: more would not show */
    ITERATIONS = 200 /* axes that are not told apart by then explain as much as each other */
};

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

/* The rows x of all clouds as (x - mean) / unit, so that no square leaves the range of double. */
struct basis {
    const struct clouds *clouds;
    int64_t dims;
    double unit, total;         /* the largest |x|; the sum of all squares, over the sample */
    double *mean, *axis, *next; /* dims; AXES x dims; dims numbers */
};

static double inner(const struct basis *basis, const double *row, const double *axis)
{
    double sum = 0;
    for (int64_t k = 0; k < basis->dims; k++)
        sum += (row[k] / basis->unit - basis->mean[k]) * axis[k];
    return sum;
}

static void find_mean(struct basis *basis)
{
    double count = 0;
    const struct clouds *clouds = basis->clouds;
    for (int c = 0; c < clouds->count; c++)
        for (int64_t i = 0; i < clouds->matrix[c].rows; i++)
            for (int64_t k = 0; k < basis->dims; k++)
                basis->unit = fmax(basis->unit, fabs(row_of(&clouds->matrix[c], i)[k]));
    if (basis->unit == 0)
        basis->unit = 1;
    for (int c = 0; c < clouds->count; c++) {
        struct sample sample = sample_of(clouds->matrix[c].rows, SAMPLE);
        count += (double)sample.size;
        for (int64_t s = 0; s < sample.size; s++)
            for (int64_t k = 0; k < basis->dims; k++)
                basis->mean[k] +=
                    row_of(&clouds->matrix[c], sample_at(&sample, s))[k] / basis->unit;
    }
    for (int64_t k = 0; k < basis->dims; k++)
        basis->mean[k] /= count;
}

/* next += x <x, axis>, or with axis NULL: x o x */
static void add_row(struct basis *basis, const double *row, const double *axis)
{
    double part = axis ? inner(basis, row, axis) : 1;
    for (int64_t k = 0; k < basis->dims; k++) {
        double x = row[k] / basis->unit - basis->mean[k];
        basis->next[k] += part * (axis ? x : x * x);
    }
}

/* next = sum_i x_i <x_i, axis>, or with axis NULL: total = sum_i |x_i|^2 */
static void multiply(struct basis *basis, const double *axis)
{
    const struct clouds *clouds = basis->clouds;
    for (int64_t k = 0; k < basis->dims; k++)
        basis->next[k] = 0;
    for (int c = 0; c < clouds->count; c++) {
        struct sample sample = sample_of(clouds->matrix[c].rows, SAMPLE);
        for (int64_t i = 0; i < sample.size; i++)
            add_row(basis, row_of(&clouds->matrix[c], sample_at(&sample, i)), axis);
    }
    for (int64_t k = 0; k < basis->dims && !axis; k++)
        basis->total += basis->next[k];
}

/* Makes `x` orthogonal to the first `count` axes and its length 1; returns the length it had. */
static double orthonormalise(const struct basis *basis, double *x, int count)
{
    double length = 0;
    for (int a = 0; a < count; a++) {
        const double *axis = basis->axis + a * basis->dims;
        double part = 0;
        for (int64_t k = 0; k < basis->dims; k++)
            part += x[k] * axis[k];
        for (int64_t k = 0; k < basis->dims; k++)
            x[k] -= part * axis[k];
    }
    for (int64_t k = 0; k < basis->dims; k++)
        length += x[k] * x[k];
    length = sqrt(length);
    for (int64_t k = 0; k < basis->dims; k++)
        x[k] = length > 0 ? x[k] / length : 0;
    return length;
}

/* The coordinate that says most of an axis is positive along it. */
static void fix_sign(double *axis, int64_t dims)
{
    int64_t most = 0;
    for (int64_t k = 0; k < dims; k++)
        if (fabs(axis[k]) > fabs(axis[most]))
            most = k;
    double sign = axis[most] < 0 ? -1 : 1;
    for (int64_t k = 0; k < dims; k++)
        axis[k] *= sign;
}

/* Power iteration; returns the part of the variance that lies along the axis. */
static double find_axis(struct basis *basis, int a)
{
    double *axis = basis->axis + a * basis->dims, value = 0;
    for (int64_t k = 0; k < basis->dims; k++)
        axis[k] = random_normal((uint64_t)a, RANDOM_START, (uint64_t)k);
    orthonormalise(basis, axis, a);
    for (int step = 0; step < ITERATIONS; step++) {
        multiply(basis, axis);
        double before = value;
        value = orthonormalise(basis, basis->next, a);
        for (int64_t k = 0; k < basis->dims; k++)
            axis[k] = basis->next[k];
        if (value - before <= 1e-9 * value)
            break;
    }
    fix_sign(axis, basis->dims);
    return basis->total > 0 ? value / basis->total : 0;
}

static void find_principal_axes(struct basis *basis, struct view *view)
{
    const struct clouds *clouds = basis->clouds;
    char *label[AXES] = {view->x_label, view->y_label};
    find_mean(basis);
    multiply(basis, NULL);
    for (int a = 0; a < AXES; a++)
        snprintf(label[a], VIEW_LABEL, "principal axis %d (%.0f %%)", a + 1,
                 100 * find_axis(basis, a));
    for (int c = 0; c < clouds->count; c++)
        for (int64_t i = 0; i < clouds->matrix[c].rows; i++)
            for (int a = 0; a < AXES; a++)
                clouds->xy[c][AXES * i + a] =
                    basis->unit *
                    inner(basis, row_of(&clouds->matrix[c], i), basis->axis + a * basis->dims);
}

static parot_status project_many(const struct clouds *clouds, struct view *view, parot_error *err)
{
    struct basis basis = {.clouds = clouds, .dims = view->dims};
    size_t dims = (size_t)view->dims;
    double *block = calloc(dims, (AXES + 2) * sizeof *block);
    if (!block)
        return fail_memory(err, dims * (AXES + 2) * sizeof *block);
    basis.mean = block;
    basis.next = block + dims;
    basis.axis = block + 2 * dims;
    find_principal_axes(&basis, view);
    free(block);
    return PAROT_OK;
}

/* ---- One and two -------------------------------------------------------- */

static void copy(const struct clouds *clouds, struct view *view)
{
    for (int c = 0; c < clouds->count; c++)
        for (int64_t i = 0; i < clouds->matrix[c].rows; i++) {
            const double *row = row_of(&clouds->matrix[c], i);
            clouds->xy[c][AXES * i] = row[0];
            clouds->xy[c][AXES * i + 1] = view->dims == 1 ? -c : row[1];
        }
    if (clouds->columns)
        snprintf(view->x_label, VIEW_LABEL, "%.60s", clouds->columns[0]);
    if (clouds->columns && view->dims == 2)
        snprintf(view->y_label, VIEW_LABEL, "%.60s", clouds->columns[1]);
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
