/* py_curve.c - the figure of a curve. */
#include <math.h>

#include "py_io.h"

/* (mass, objective, slope, elbow, status, chosen) */
static int read_curve(PyObject *kept, PyObject *parts, parot_curve *curve, double *chosen)
{
    PyObject *mass = NULL, *objective = NULL, *slope = NULL;
    const void *data[3] = {NULL};
    int64_t count = -1, pieces = -1;
    long long elbow = 0;
    int status = 0;
    if (!PyArg_ParseTuple(parts, "OOOLid", &mass, &objective, &slope, &elbow, &status, chosen) ||
        kept_vector(kept, mass, "d", &count, &data[0]) < 0 ||
        kept_vector(kept, objective, "d", &count, &data[1]) < 0 ||
        kept_vector(kept, slope, "d", &pieces, &data[2]) < 0)
        return -1;
    if (pieces != (count > 0 ? count - 1 : 0) || elbow < 0 || elbow >= (count > 0 ? count : 1)) {
        PyErr_SetString(PyExc_ValueError, "curve: slopes or elbow do not belong to it");
        return -1;
    }
    *curve = (parot_curve){.count = count,
                           .mass = (double *)(uintptr_t)data[0],
                           .objective = (double *)(uintptr_t)data[1],
                           .slope = (double *)(uintptr_t)data[2],
                           .elbow = elbow,
                           .status = (parot_status)status};
    return 0;
}

static PyObject *io_curve(PyObject *module, PyObject *args)
{
    PyObject *parts = NULL, *kept = NULL, *out = NULL;
    parot_curve curve = {0};
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CURVE};
    parot_sheet sheet = {.panels = &panel, .count = 1};
    parot_error err = {0};
    const char *path = NULL;
    char *svg = NULL;
    int overwrite = 0, theme = 0;
    parot_status status = PAROT_OK;
    (void)module;
    if (!PyArg_ParseTuple(args, "zOzpi", &path, &parts, &sheet.title, &overwrite, &theme) ||
        libraries_ready() < 0 || !(kept = PyList_New(0)))
        return NULL;
    sheet.theme = (parot_theme)theme;
    if (read_curve(kept, parts, &curve, &panel.of.curve.chosen) == 0) {
        panel.of.curve.curve = &curve;
        Py_BEGIN_ALLOW_THREADS;
        status = path ? parot_sheet_write(path, &sheet, overwrite, &err)
                      : parot_sheet_svg(&sheet, &svg, &err);
        Py_END_ALLOW_THREADS;
        out = outcome(status, &err) < 0 ? NULL : figure_out(svg);
    }
    Py_DECREF(kept);
    return out;
}

PyMethodDef curve_methods[] = {
    {"curve", io_curve, METH_VARARGS, "curve(path or None, curve, title, overwrite, theme)"},
    {NULL, NULL, 0, NULL},
};
