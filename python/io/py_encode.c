/* py_encode.c - tables with text as numbers, by the library's encoding, as the command has it. */
#include <string.h>

#include "parot/io.h"
#include "py_io.h"

/* ---- A frame out of tuples ---------------------------------------------- */

/* (name, levels or None, texts, missing, text_row, text_cell, is_category) */
static int read_column(PyObject *kept, PyObject *item, parot_column *column)
{
    PyObject *levels = NULL;
    const char *name = NULL, *cell = NULL;
    const char *const *texts = NULL;
    long long text_count = 0, missing = 0, text_row = 0, is_category = 0;
    if (!PyArg_ParseTuple(item, "sOLLLzL", &name, &levels, &text_count, &missing, &text_row, &cell,
                          &is_category))
        return -1;
    Py_ssize_t count = levels == Py_None ? 0 : PySequence_Size(levels);
    if (count < 0 || kept_texts(kept, levels, count, &texts) < 0)
        return -1;
    *column = (parot_column){.name = (char *)(uintptr_t)name,
                             .level_count = count,
                             .levels = (char **)(uintptr_t)texts,
                             .texts = text_count,
                             .missing = missing,
                             .text_row = text_row,
                             .text_cell = (char *)(uintptr_t)cell,
                             .is_category = is_category};
    return 0;
}

/* (label, data, columns, has_names) */
static int read_frame(PyObject *kept, PyObject *item, parot_frame *frame)
{
    PyObject *data = NULL, *columns = NULL;
    parot_matrix table = {0};
    const char *label = NULL;
    int has_names = 0;
    if (!PyArg_ParseTuple(item, "sOOp", &label, &data, &columns, &has_names) ||
        kept_matrix(kept, data, &table) < 0)
        return -1;
    if (PySequence_Size(columns) != table.cols || table.stride != table.cols) {
        PyErr_SetString(PyExc_ValueError, "frame: columns do not belong to its numbers");
        return -1;
    }
    *frame = (parot_frame){.rows = table.rows,
                           .cols = table.cols,
                           .data = (double *)(uintptr_t)table.data,
                           .columns = kept_memory(kept, table.cols, sizeof(parot_column)),
                           .has_names = has_names,
                           .label = (char *)(uintptr_t)label};
    for (int64_t k = 0; frame->columns && k < table.cols; k++) {
        PyObject *column = PySequence_GetItem(columns, k);
        int status = column ? read_column(kept, column, &frame->columns[k]) : -1;
        Py_XDECREF(column); /* `columns` keeps it */
        if (status < 0)
            return -1;
        frame->columns[k].number = k + 1;
    }
    return frame->columns ? 0 : -1;
}

/* ---- The encoding as tuples --------------------------------------------- */

/* [(name, levels or None, fill), ...] */
static PyObject *encoding_out(const parot_encoding *encoding)
{
    PyObject *out = PyList_New(encoding->count);
    for (int64_t k = 0; out && k < encoding->count; k++) {
        const parot_encoded *column = &encoding->columns[k];
        PyObject *levels =
            column->level_count ? PyList_New(column->level_count) : Py_NewRef(Py_None);
        for (int64_t l = 0; levels && l < column->level_count; l++) {
            PyObject *text = PyUnicode_DecodeUTF8(column->levels[l],
                                                  (Py_ssize_t)strlen(column->levels[l]), "replace");
            if (!text)
                Py_CLEAR(levels);
            else
                PyList_SetItem(levels, l, text);
        }
        PyObject *item = levels ? Py_BuildValue("(sNd)", column->name, levels, column->fill) : NULL;
        if (!item)
            Py_CLEAR(out);
        else
            PyList_SetItem(out, k, item);
    }
    return out;
}

static int encoding_in(PyObject *kept, PyObject *state, int has_names, parot_encoding *encoding)
{
    Py_ssize_t count = PySequence_Size(state);
    if (count < 0)
        return -1;
    *encoding = (parot_encoding){.count = count,
                                 .columns = kept_memory(kept, count, sizeof(parot_encoded)),
                                 .has_names = has_names};
    for (Py_ssize_t k = 0; encoding->columns && k < count; k++) {
        PyObject *item = PySequence_GetItem(state, k), *levels = NULL;
        const char *name = NULL;
        const char *const *texts = NULL;
        parot_encoded *column = &encoding->columns[k];
        Py_ssize_t size = 0;
        int is_right = item && PyArg_ParseTuple(item, "sOd", &name, &levels, &column->fill);
        if (is_right)
            size = levels == Py_None ? 0 : PySequence_Size(levels);
        is_right = is_right && size >= 0 && kept_texts(kept, levels, size, &texts) == 0;
        Py_XDECREF(item); /* `state` keeps it */
        if (!is_right)
            return -1;
        column->name = (char *)(uintptr_t)name;
        column->levels = (char **)(uintptr_t)texts;
        column->level_count = size;
        encoding->features += size ? size : 1;
    }
    return encoding->columns ? 0 : -1;
}

/* ---- The functions ------------------------------------------------------ */

/* encoding_fit(frames, names or None) */
static PyObject *io_encoding_fit(PyObject *module, PyObject *args)
{
    PyObject *frames = NULL, *names = NULL, *kept = NULL, *out = NULL;
    parot_encoding encoding = {0};
    parot_error err = {0};
    const char *const *wanted = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O", &PyList_Type, &frames, &names) || !(kept = PyList_New(0)))
        return NULL;
    Py_ssize_t count = PyList_Size(frames);
    Py_ssize_t name_count = names == Py_None ? 0 : PySequence_Size(names);
    parot_frame *frame = kept_memory(kept, count, sizeof *frame);
    parot_rows *rows = kept_memory(kept, count, sizeof *rows);
    int is_right =
        frame && rows && name_count >= 0 && kept_texts(kept, names, name_count, &wanted) == 0;
    for (Py_ssize_t t = 0; is_right && t < count; t++) {
        is_right = read_frame(kept, PyList_GetItem(frames, t), &frame[t]) == 0;
        if (is_right)
            rows[t] = (parot_rows){.frame = &frame[t], .count = frame[t].rows};
    }
    if (is_right &&
        outcome(parot_encoding_fit(rows, count, wanted, name_count, &encoding, &err), &err) == 0)
        out = encoding_out(&encoding);
    parot_encoding_free(&encoding);
    Py_DECREF(kept);
    return out;
}

/* encoding_apply(state, has_names, frame): (numbers as a bytearray, features, names, unknown) */
static PyObject *io_encoding_apply(PyObject *module, PyObject *args)
{
    PyObject *state = NULL, *item = NULL, *kept = NULL, *out = NULL;
    parot_encoding encoding = {0};
    parot_frame frame = {0};
    parot_table table = {0};
    parot_error err = {0};
    int64_t unknown = 0;
    int has_names = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OpO", &state, &has_names, &item) || !(kept = PyList_New(0)))
        return NULL;
    if (encoding_in(kept, state, has_names, &encoding) == 0 &&
        read_frame(kept, item, &frame) == 0 &&
        outcome(parot_encoding_apply(&encoding, &(parot_rows){.frame = &frame, .count = frame.rows},
                                     &table, &unknown, &err),
                &err) == 0) {
        PyObject *names = PyList_New(table.names ? table.cols : 0);
        for (int64_t k = 0; names && table.names && k < table.cols; k++) {
            PyObject *name =
                PyUnicode_DecodeUTF8(table.names[k], (Py_ssize_t)strlen(table.names[k]), "replace");
            if (!name)
                Py_CLEAR(names);
            else
                PyList_SetItem(names, k, name);
        }
        PyObject *numbers = PyByteArray_FromStringAndSize(
            (const char *)table.data,
            (Py_ssize_t)(table.rows * table.cols * (int64_t)sizeof(double)));
        if (names && numbers)
            out =
                Py_BuildValue("(NLNL)", numbers, (long long)table.cols, names, (long long)unknown);
        else {
            Py_XDECREF(names);
            Py_XDECREF(numbers);
        }
    }
    parot_table_free(&table);
    Py_DECREF(kept);
    return out;
}

/* As the library writes numbers among texts. */
static PyObject *io_number_text(PyObject *module, PyObject *args)
{
    char text[PAROT_NUMBER_SIZE];
    double value = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "d", &value))
        return NULL;
    return PyUnicode_FromString(parot_number_text(value, text));
}

PyMethodDef encode_methods[] = {
    {"number_text", io_number_text, METH_VARARGS, "number_text(value)"},
    {"encoding_fit", io_encoding_fit, METH_VARARGS, "encoding_fit(frames, names or None)"},
    {"encoding_apply", io_encoding_apply, METH_VARARGS, "encoding_apply(state, has_names, frame)"},
    {NULL, NULL, 0, NULL},
};
