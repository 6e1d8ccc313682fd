/* py_explain.c - why a row moves, and why it has its label. */
#include "core.h"

/* ---- A move ------------------------------------------------------------- */

static void release_move(void *object)
{
    parot_move_free(object);
}

/* Bytes of the first `count` items, each of 8 bytes. */
static PyObject *items_out(const void *items, int64_t count)
{
    return PyBytes_FromStringAndSize(items, (Py_ssize_t)(8 * count));
}

/* (row, weight, moved, is_whole, is_none, mass, lambda, most, match, match_mass, match_cost,
 * nearest, nearest_cost, price_at, price, is_removed, is_needed, has_answer, other, other_mass,
 * others_cost); takes over *move. */
static PyObject *move_out(parot_move *move)
{
    parot_move kept = *move;
    *move = (parot_move){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_move);
    if (!owner)
        return NULL;
    int64_t others = kept.has_answer ? kept.others : 0;
    PyObject *out = Py_BuildValue(
        "(LddNNdddNNNLdLdNNNNNd)", (long long)kept.row, kept.weight, kept.moved,
        PyBool_FromLong(kept.is_whole), PyBool_FromLong(kept.is_none), kept.mass, kept.lambda,
        kept.most, array_out(owner, kept.match, kept.matches, "i"),
        array_out(owner, kept.match_mass, kept.matches, "d"),
        array_out(owner, kept.match_cost, kept.matches, "d"), (long long)kept.nearest,
        kept.nearest_cost, (long long)kept.price_at, kept.price, PyBool_FromLong(kept.is_removed),
        PyBool_FromLong(kept.is_needed), PyBool_FromLong(kept.has_answer),
        items_out(kept.other, others), items_out(kept.other_mass, others), kept.others_cost);
    Py_DECREF(owner);
    return out;
}

/* Clouds are explained by their points, however few there are. */
static parot_status ask_move(struct request *request, const parot_result *result, int64_t row,
                             struct call *call, parot_move *move)
{
    parot_points_problem *clouds = &request->clouds;
    clouds->p = request->problem.p;
    clouds->q = request->problem.q;
    return request->has_clouds
               ? parot_explain_move_points(clouds, result, row, &call->run, move, &call->err)
               : parot_explain_move(&request->problem, result, row, &call->run, move, &call->err);
}

static PyObject *explain_move(struct request *request, const parot_result *result, int64_t row,
                              PyObject *options)
{
    struct call call;
    parot_move move = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = ask_move(request, result, row, &call, &move);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : move_out(&move);
    parot_move_free(&move);
    return out;
}

static PyObject *core_explain_move(PyObject *module, PyObject *args)
{
    struct request request = {0};
    struct proof proof = {0};
    PyObject *cost = NULL, *p = NULL, *q = NULL, *answer = NULL, *options = NULL, *out = NULL;
    long long row = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOO!LO!", &cost, &p, &q, &PyTuple_Type, &answer, &row,
                          &PyTuple_Type, &options))
        return NULL;
    if (request_open(&request, cost, p, q) == 0 && proof_open(&proof, answer) == 0)
        out = explain_move(&request, &proof.result, row, options);
    proof_close(&proof);
    request_close(&request);
    return out;
}

static PyObject *core_explain_entry(PyObject *module, PyObject *args)
{
    struct request request = {0};
    struct call call;
    PyObject *cost = NULL, *p = NULL, *q = NULL, *options = NULL, *out = NULL;
    long long row = 0;
    double mass = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOLO!", &cost, &p, &q, &row, &PyTuple_Type, &options))
        return NULL;
    if (request_open(&request, cost, p, q) == 0 && call_begin(&call, options) == 0) {
        parot_status status = PAROT_OK;
        Py_BEGIN_ALLOW_THREADS;
        status = parot_explain_entry(&request.problem, row, &call.run, &mass, &call.err);
        Py_END_ALLOW_THREADS;
        out = call_end(&call, status) < 0 ? NULL : PyFloat_FromDouble(mass);
    }
    request_close(&request);
    return out;
}

/* ---- Columns ------------------------------------------------------------ */

static void release_reasons(void *object)
{
    parot_explain_result_free(object);
}

/* (score, usual, part, error, median, order, rest, walks); takes over *result. */
static PyObject *columns_out(parot_explain_result *result)
{
    parot_explain_result kept = *result;
    *result = (parot_explain_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_reasons);
    if (!owner)
        return NULL;
    PyObject *out = Py_BuildValue(
        "(ddNNNNdL)", kept.score, kept.usual, array_out(owner, kept.part, kept.columns, "d"),
        array_out(owner, kept.error, kept.columns, "d"),
        array_out(owner, kept.median, kept.columns, "d"),
        array_out(owner, kept.order, kept.columns, "i"), kept.rest, (long long)kept.walks);
    Py_DECREF(owner);
    return out;
}

static PyObject *explain_row(const parot_pu_model *model, parot_matrix positive, parot_matrix row,
                             PyObject *options)
{
    struct call call;
    parot_explain_result result = {0};
    parot_status status = PAROT_OK;
    if (row.rows != 1 || row.cols != positive.cols)
        return PyErr_Format(PyExc_ValueError, "row: must have %lld numbers, as the positives have",
                            (long long)positive.cols);
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_explain_row(model, positive, row.data, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : columns_out(&result);
    parot_explain_result_free(&result);
    return out;
}

static PyObject *core_explain_row(PyObject *module, PyObject *args)
{
    Py_buffer views[3] = {0};
    parot_matrix positive = {0}, row = {0};
    parot_pu_model model = {0};
    PyObject *numbers = NULL, *known = NULL, *one = NULL, *options = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOO!", &numbers, &known, &one, &PyTuple_Type, &options))
        return NULL;
    if (plain_in(numbers, "model", "d", &views[0]) == 0 &&
        matrix_in(known, "positives", &views[1], &positive) == 0 &&
        matrix_in(one, "row", &views[2], &row) == 0) {
        model.count = views[0].shape[0];
        model.data = views[0].buf;
        out = explain_row(&model, positive, row, options);
    }
    for (int k = 0; k < 3; k++)
        PyBuffer_Release(&views[k]);
    return out;
}

/* ---- Labels ------------------------------------------------------------- */

/* (positives, columns or None, other_labels, move or None, agreeing, importance, toll, kind, scale,
 * metric, noise) */
static PyObject *label_out(parot_label_reasons *reasons)
{
    PyObject *columns = reasons->has_columns ? columns_out(&reasons->columns) : Py_NewRef(Py_None);
    PyObject *move = reasons->has_transport ? move_out(&reasons->move) : Py_NewRef(Py_None);
    PyObject *importance = PyList_New(0);
    for (int64_t k = 0; importance && k < reasons->importances; k++) {
        PyObject *number = PyFloat_FromDouble(reasons->importance[k]);
        if (!number || PyList_Append(importance, number) < 0)
            Py_CLEAR(importance);
        Py_XDECREF(number);
    }
    return Py_BuildValue("(LNLNLNdsssd)", (long long)reasons->positives, columns,
                         (long long)reasons->other_labels, move, (long long)reasons->agreeing,
                         importance, reasons->toll, parot_pu_kind_name(reasons->kind),
                         parot_scale_name(reasons->scale), parot_metric_name(reasons->metric),
                         reasons->noise);
}

static PyObject *explain_label(const struct tables *tables, const parot_labelled_row *labelled,
                               PyObject *options)
{
    struct call call;
    parot_label_reasons reasons = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status =
        parot_explain_label(&tables->data, &tables->how, labelled, &call.run, &reasons, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : label_out(&reasons);
    parot_label_reasons_free(&reasons);
    return out;
}

static PyObject *core_explain_label(PyObject *module, PyObject *args)
{
    struct tables tables = {0};
    Py_buffer view = {0};
    PyObject *data = NULL, *how = NULL, *labels = NULL, *options = NULL, *out = NULL;
    long long row = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!OLO!", &PyTuple_Type, &data, &PyTuple_Type, &how, &labels,
                          &row, &PyTuple_Type, &options))
        return NULL;
    if (tables_open(&tables, data, how) == 0 && plain_in(labels, "labels", "b", &view) == 0) {
        const parot_labelled_row labelled = {view.buf, row};
        if (view.shape[0] == tables.data.unlabeled.rows)
            out = explain_label(&tables, &labelled, options);
        else
            PyErr_Format(PyExc_ValueError, "unlabeled: has %lld rows for %zd labels",
                         (long long)tables.data.unlabeled.rows, view.shape[0]);
    }
    PyBuffer_Release(&view);
    tables_close(&tables);
    return out;
}

PyMethodDef explain_methods[] = {
    {"explain_move", core_explain_move, METH_VARARGS,
     "explain_move(cost, p, q, answer, row, options)"},
    {"explain_entry", core_explain_entry, METH_VARARGS, "explain_entry(cost, p, q, row, options)"},
    {"explain_row", core_explain_row, METH_VARARGS, "explain_row(model, positives, row, options)"},
    {"explain_label", core_explain_label, METH_VARARGS,
     "explain_label(data, how, labels, row, options)"},
    {NULL, NULL, 0, NULL},
};
