/* py_sheet.c - figures out of lists of panels, to files and to text. */
#include <stdlib.h>
#include <string.h>

#include "py_io.h"

/* ---- Panels ------------------------------------------------------------- */

typedef int (*panel_reader)(PyObject *kept, PyObject *parts, parot_panel *panel);

/* `object`: (rows, cols, row, col, mass); None: *plan is NULL. */
static int plan_in(PyObject *kept, PyObject *object, const parot_plan **plan)
{
    *plan = NULL;
    if (object == Py_None)
        return 0;
    PyObject *row = NULL, *col = NULL, *mass = NULL;
    long long rows = 0, cols = 0;
    const void *data[3] = {NULL};
    int64_t count = -1;
    if (!PyArg_ParseTuple(object, "LLOOO", &rows, &cols, &row, &col, &mass) ||
        kept_vector(kept, row, "i", &count, &data[0]) < 0 ||
        kept_vector(kept, col, "i", &count, &data[1]) < 0 ||
        kept_vector(kept, mass, "d", &count, &data[2]) < 0)
        return -1;
    parot_plan *out = kept_memory(kept, 1, sizeof *out);
    if (!out)
        return -1;
    *out = (parot_plan){.rows = rows,
                        .cols = cols,
                        .count = count,
                        .row = (int32_t *)(uintptr_t)data[0],
                        .col = (int32_t *)(uintptr_t)data[1],
                        .mass = (double *)(uintptr_t)data[2]};
    *plan = out;
    return 0;
}

/* (source, target, plan, label, truth, columns, source_name, target_name, is_apart) */
static int read_clouds(PyObject *kept, PyObject *parts, parot_panel *panel)
{
    parot_plot_clouds *clouds = &panel->of.clouds;
    PyObject *source = NULL, *target = NULL, *plan = NULL, *label = NULL, *truth = NULL;
    PyObject *columns = NULL;
    const void *labels = NULL, *truths = NULL;
    if (!PyArg_ParseTuple(parts, "OOOOOOzzp", &source, &target, &plan, &label, &truth, &columns,
                          &clouds->source_name, &clouds->target_name, &clouds->is_apart) ||
        kept_matrix(kept, source, &clouds->source) < 0 ||
        kept_matrix(kept, target, &clouds->target) < 0 || plan_in(kept, plan, &clouds->plan) < 0)
        return -1;
    int64_t rows = clouds->source.rows;
    if (kept_vector(kept, label, "b", &rows, &labels) < 0 ||
        kept_vector(kept, truth, "b", &rows, &truths) < 0)
        return -1;
    clouds->label = labels;
    clouds->truth = truths;
    return kept_texts(kept, columns, clouds->source.cols, &clouds->columns);
}

/* (plan, p, q) */
static int read_plan(PyObject *kept, PyObject *parts, parot_panel *panel)
{
    parot_plot_plan *sheet = &panel->of.plan;
    PyObject *plan = NULL, *p = NULL, *q = NULL;
    const void *weights[2] = {NULL};
    if (!PyArg_ParseTuple(parts, "O!OO", &PyTuple_Type, &plan, &p, &q) ||
        plan_in(kept, plan, &sheet->plan) < 0)
        return -1;
    int64_t rows = sheet->plan->rows, cols = sheet->plan->cols;
    if (kept_vector(kept, p, "d", &rows, &weights[0]) < 0 ||
        kept_vector(kept, q, "d", &cols, &weights[1]) < 0)
        return -1;
    sheet->p = weights[0];
    sheet->q = weights[1];
    return 0;
}

/* (mass, objective, slope, elbow, status, chosen) */
static int read_curve(PyObject *kept, PyObject *parts, parot_panel *panel)
{
    PyObject *mass = NULL, *objective = NULL, *slope = NULL;
    const void *data[3] = {NULL};
    int64_t count = -1, pieces = -1;
    long long elbow = 0;
    int status = 0;
    if (!PyArg_ParseTuple(parts, "OOOLid", &mass, &objective, &slope, &elbow, &status,
                          &panel->of.curve.chosen) ||
        kept_vector(kept, mass, "d", &count, &data[0]) < 0 ||
        kept_vector(kept, objective, "d", &count, &data[1]) < 0 ||
        kept_vector(kept, slope, "d", &pieces, &data[2]) < 0)
        return -1;
    if (pieces != (count > 0 ? count - 1 : 0) || elbow < 0 || elbow >= (count > 0 ? count : 1)) {
        PyErr_SetString(PyExc_ValueError, "path: slopes or elbow do not belong to this curve");
        return -1;
    }
    parot_curve *curve = kept_memory(kept, 1, sizeof *curve);
    if (!curve)
        return -1;
    curve->count = count;
    curve->mass = (double *)(uintptr_t)data[0];
    curve->objective = (double *)(uintptr_t)data[1];
    curve->slope = (double *)(uintptr_t)data[2];
    curve->elbow = elbow;
    curve->status = (parot_status)status;
    panel->of.curve.curve = curve;
    return 0;
}

/* (name, objectives, stationarities): the start that won */
static int read_history(PyObject *kept, PyObject *parts, parot_panel *panel)
{
    PyObject *objectives = NULL, *stationarities = NULL;
    const void *data[2] = {NULL};
    parot_plot_series *series = kept_memory(kept, 1, sizeof *series);
    if (!series)
        return -1;
    series->count = -1;
    if (!PyArg_ParseTuple(parts, "sOO", &series->name, &objectives, &stationarities) ||
        kept_vector(kept, objectives, "d", &series->count, &data[0]) < 0 ||
        kept_vector(kept, stationarities, "d", &series->count, &data[1]) < 0)
        return -1;
    series->objectives = data[0];
    series->stationarities = data[1];
    panel->of.history = (parot_plot_history){.series = series, .count = 1};
    return 0;
}

/* (scores, truth, border) */
static int read_scores(PyObject *kept, PyObject *parts, parot_panel *panel)
{
    PyObject *scores = NULL, *truth = NULL;
    const void *data[2] = {NULL};
    int64_t count = -1;
    if (!PyArg_ParseTuple(parts, "OOd", &scores, &truth, &panel->of.scores.border) ||
        kept_vector(kept, scores, "d", &count, &data[0]) < 0 ||
        kept_vector(kept, truth, "b", &count, &data[1]) < 0)
        return -1;
    panel->of.scores.score = data[0];
    panel->of.scores.truth = data[1];
    panel->of.scores.count = count;
    return 0;
}

/* (negative as negative, negative as positive, positive as negative, positive as positive) */
static int read_confusion(PyObject *kept, PyObject *parts, parot_panel *panel)
{
    long long counts[4] = {0};
    (void)kept;
    if (!PyArg_ParseTuple(parts, "LLLL", &counts[0], &counts[1], &counts[2], &counts[3]))
        return -1;
    for (int k = 0; k < 4; k++)
        panel->of.confusion.counts[k / 2][k % 2] = counts[k];
    return 0;
}

static const struct {
    parot_panel_kind kind;
    panel_reader read;
} READERS[] = {
    {PAROT_PANEL_KIND_CLOUDS, read_clouds}, {PAROT_PANEL_KIND_PLAN, read_plan},
    {PAROT_PANEL_KIND_CURVE, read_curve},   {PAROT_PANEL_KIND_HISTORY, read_history},
    {PAROT_PANEL_KIND_SCORES, read_scores}, {PAROT_PANEL_KIND_CONFUSION, read_confusion},
};

/* `item`: (kind, title, parts) */
static int panel_in(PyObject *kept, PyObject *item, parot_panel *panel)
{
    const char *kind = NULL;
    PyObject *parts = NULL;
    if (!PyArg_Parse(item, "(szO!)", &kind, &panel->title, &PyTuple_Type, &parts))
        return -1;
    for (size_t k = 0; k < sizeof READERS / sizeof *READERS; k++)
        if (strcmp(kind, parot_panel_kind_name(READERS[k].kind)) == 0) {
            panel->kind = READERS[k].kind;
            return READERS[k].read(kept, parts, panel);
        }
    PyErr_Format(PyExc_ValueError, "panel: unknown kind '%s'", kind);
    return -1;
}

static int sheet_in(PyObject *kept, PyObject *items, parot_sheet *sheet)
{
    Py_ssize_t count = PyList_GET_SIZE(items);
    parot_panel *panels = kept_memory(kept, count, sizeof *panels);
    if (!panels)
        return -1;
    for (Py_ssize_t k = 0; k < count; k++)
        if (panel_in(kept, PyList_GET_ITEM(items, k), &panels[k]) < 0)
            return -1;
    sheet->panels = panels;
    sheet->count = count;
    return 0;
}

/* ---- Sheets ------------------------------------------------------------- */

static PyObject *io_write(PyObject *module, PyObject *args)
{
    parot_sheet sheet = {0};
    parot_error err = {0};
    const char *path = NULL;
    PyObject *panels = NULL, *kept = NULL, *out = NULL;
    int overwrite = 0;
    parot_status status = PAROT_OK;
    (void)module;
    if (!PyArg_ParseTuple(args, "sO!zp", &path, &PyList_Type, &panels, &sheet.title, &overwrite) ||
        !(kept = PyList_New(0)))
        return NULL;
    if (sheet_in(kept, panels, &sheet) == 0) {
        Py_BEGIN_ALLOW_THREADS;
        status = parot_sheet_write(path, &sheet, overwrite, &err);
        Py_END_ALLOW_THREADS;
        out = outcome(status, &err) < 0 ? NULL : Py_NewRef(Py_None);
    }
    Py_DECREF(kept);
    return out;
}

static PyObject *io_svg(PyObject *module, PyObject *args)
{
    parot_sheet sheet = {0};
    parot_error err = {0};
    char *text = NULL;
    PyObject *panels = NULL, *kept = NULL, *out = NULL;
    parot_status status = PAROT_OK;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &panels) || !(kept = PyList_New(0)))
        return NULL;
    if (sheet_in(kept, panels, &sheet) == 0) {
        Py_BEGIN_ALLOW_THREADS;
        status = parot_sheet_svg(&sheet, &text, &err);
        Py_END_ALLOW_THREADS;
        out = outcome(status, &err) < 0 ? NULL : PyUnicode_FromString(text);
    }
    free(text);
    Py_DECREF(kept);
    return out;
}

PyMethodDef sheet_methods[] = {
    {"write", io_write, METH_VARARGS, "write(path, panels, title, overwrite)"},
    {"svg", io_svg, METH_VARARGS, "svg(panels)"},
    {NULL, NULL, 0, NULL},
};
