/* py_report.c - one HTML file out of a list of parts. */
#include <string.h>

#include "py_io.h"

/* `item`: (name, help, numbers or texts, digits) */
static int column_in(PyObject *kept, PyObject *item, int64_t *rows, parot_report_column *column)
{
    PyObject *values = NULL;
    const void *numbers = NULL;
    int digits = 0;
    if (!PyArg_Parse(item, "(szOi)", &column->name, &column->help, &values, &digits))
        return -1;
    column->digits = digits;
    if (PyList_Check(values)) {
        if (*rows < 0)
            *rows = PyList_GET_SIZE(values);
        return kept_texts(kept, values, *rows, &column->text);
    }
    if (kept_vector(kept, values, "d", rows, &numbers) < 0)
        return -1;
    column->number = numbers;
    return 0;
}

static int add_table(parot_report *report, PyObject *items, parot_error *err)
{
    int64_t rows = -1;
    int result = -1;
    Py_ssize_t cols = PyList_GET_SIZE(items), k = 0;
    PyObject *kept = PyList_New(0);
    parot_report_column *columns = kept ? kept_memory(kept, cols, sizeof *columns) : NULL;
    while (columns && k < cols &&
           column_in(kept, PyList_GET_ITEM(items, k), &rows, &columns[k]) == 0)
        k++;
    if (columns && k == cols) {
        const parot_report_rows table = {rows < 0 ? 0 : rows, (int32_t)cols, columns};
        result = outcome(parot_report_table(report, &table, err), err);
    }
    Py_XDECREF(kept);
    return result;
}

/* What is not in this list has two texts, or is a table. */
static const struct {
    const char *kind;
    parot_status (*add)(parot_report *report, const char *text, parot_error *err);
} TEXTS[] = {{"section", parot_report_section},
             {"text", parot_report_text},
             {"warning", parot_report_warning},
             {"code", parot_report_code}};

static const struct {
    const char *kind;
    parot_status (*add)(parot_report *report, const char *first, const char *second,
                        parot_error *err);
} PAIRS[] = {{"fact", parot_report_fact}, {"figure", parot_report_figure}};

/* `item`: (kind, text), (kind, text, text) or ("table", columns) */
static int add_part(parot_report *report, PyObject *item, parot_error *err)
{
    const char *kind = NULL, *first = NULL, *second = NULL;
    PyObject *columns = NULL;
    if (PyArg_ParseTuple(item, "sO!", &kind, &PyList_Type, &columns))
        return add_table(report, columns, err);
    PyErr_Clear();
    if (!PyArg_ParseTuple(item, "ss|s", &kind, &first, &second))
        return -1;
    for (size_t k = 0; !second && k < sizeof TEXTS / sizeof *TEXTS; k++)
        if (strcmp(kind, TEXTS[k].kind) == 0)
            return outcome(TEXTS[k].add(report, first, err), err);
    for (size_t k = 0; second && k < sizeof PAIRS / sizeof *PAIRS; k++)
        if (strcmp(kind, PAIRS[k].kind) == 0)
            return outcome(PAIRS[k].add(report, first, second, err), err);
    PyErr_Format(PyExc_ValueError, "part: unknown kind '%s'", kind);
    return -1;
}

static PyObject *write_parts(parot_report *report, PyObject *parts, const char *path, int overwrite)
{
    parot_error err = {0};
    parot_status status = PAROT_OK;
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(parts); k++)
        if (add_part(report, PyList_GET_ITEM(parts, k), &err) < 0)
            return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_report_write(report, path, overwrite, &err);
    Py_END_ALLOW_THREADS;
    return outcome(status, &err) < 0 ? NULL : Py_NewRef(Py_None);
}

static PyObject *io_report(PyObject *module, PyObject *args)
{
    parot_report *report = NULL;
    parot_error err = {0};
    const char *path = NULL, *title = NULL, *summary = NULL;
    PyObject *parts = NULL, *out = NULL;
    int overwrite = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "s(ss)O!p", &path, &title, &summary, &PyList_Type, &parts,
                          &overwrite))
        return NULL;
    if (outcome(parot_report_open(title, summary, &report, &err), &err) == 0)
        out = write_parts(report, parts, path, overwrite);
    parot_report_close(report);
    return out;
}

PyMethodDef report_methods[] = {
    {"report", io_report, METH_VARARGS, "report(path, (title, summary), parts, overwrite)"},
    {NULL, NULL, 0, NULL},
};
