/* py_gradient.c - derivatives by points and of entropic plans; what a plan carries. */
#include "core.h"

/* Entries of a plan, borrowed. `object`: (rows, cols, row, col, mass) */
struct entries {
    parot_plan plan;
    Py_buffer row, col, mass;
};

static int entries_open(struct entries *entries, PyObject *object)
{
    PyObject *row = NULL, *col = NULL, *mass = NULL;
    parot_plan *plan = &entries->plan;
    long long rows = 0, cols = 0;
    if (!PyArg_ParseTuple(object, "LLOOO", &rows, &cols, &row, &col, &mass) ||
        plain_in(row, "row", "i", &entries->row) < 0 ||
        plain_in(col, "col", "i", &entries->col) < 0 ||
        plain_in(mass, "mass", "d", &entries->mass) < 0)
        return -1;
    int64_t count = entries->mass.shape[0];
    if (entries->row.shape[0] != count)
        return refuse_count("row", entries->row.shape[0], count, "entries");
    if (entries->col.shape[0] != count)
        return refuse_count("col", entries->col.shape[0], count, "entries");
    *plan = (parot_plan){rows, cols, count, entries->row.buf, entries->col.buf, entries->mass.buf};
    return 0;
}

static void entries_close(struct entries *entries)
{
    PyBuffer_Release(&entries->row);
    PyBuffer_Release(&entries->col);
    PyBuffer_Release(&entries->mass);
}

/* ---- By points ---------------------------------------------------------- */

struct clouds {
    parot_matrix x, y, weights;
    Py_buffer x_view, y_view, weights_view, by_x, by_y;
    parot_points_derivatives out;
};

static int clouds_open(struct clouds *clouds, PyObject *x, PyObject *y, PyObject *by_x,
                       PyObject *by_y)
{
    if (matrix_in(x, "x", &clouds->x_view, &clouds->x) < 0 ||
        matrix_in(y, "y", &clouds->y_view, &clouds->y) < 0 ||
        output_in(by_x, "by_x", clouds->x.rows * clouds->x.cols, &clouds->by_x, &clouds->out.x) < 0)
        return -1;
    return output_in(by_y, "by_y", clouds->y.rows * clouds->y.cols, &clouds->by_y, &clouds->out.y);
}

static void clouds_close(struct clouds *clouds)
{
    PyBuffer_Release(&clouds->x_view);
    PyBuffer_Release(&clouds->y_view);
    PyBuffer_Release(&clouds->weights_view);
    PyBuffer_Release(&clouds->by_x);
    PyBuffer_Release(&clouds->by_y);
}

/* `plan`: entries, or a matrix of weights */
static PyObject *core_cost_gradient(PyObject *module, PyObject *args)
{
    struct clouds clouds = {0};
    struct entries entries = {0};
    struct call call;
    PyObject *x = NULL, *y = NULL, *plan = NULL, *by_x = NULL, *by_y = NULL, *options = NULL;
    int metric = 0, is_done = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOiOOOO!", &x, &y, &metric, &plan, &by_x, &by_y, &PyTuple_Type,
                          &options))
        return NULL;
    int is_sparse = PyTuple_Check(plan);
    if (call_begin(&call, options) == 0 && clouds_open(&clouds, x, y, by_x, by_y) == 0 &&
        (is_sparse ? entries_open(&entries, plan)
                   : matrix_in(plan, "weights", &clouds.weights_view, &clouds.weights)) == 0) {
        parot_status status = PAROT_OK;
        Py_BEGIN_ALLOW_THREADS;
        if (is_sparse)
            status = parot_cost_gradient(clouds.x, clouds.y, (parot_metric)metric, &entries.plan,
                                         &call.run, &clouds.out, &call.err);
        else
            status = parot_cost_gradient_dense(clouds.x, clouds.y, (parot_metric)metric,
                                               clouds.weights, &call.run, &clouds.out, &call.err);
        Py_END_ALLOW_THREADS;
        is_done = call_end(&call, status) == 0;
    }
    entries_close(&entries);
    clouds_close(&clouds);
    if (!is_done)
        return NULL;
    Py_RETURN_NONE;
}

/* ---- Of entropic plans -------------------------------------------------- */

struct entropic {
    parot_entropic_result result;
    parot_matrix plan;
    Py_buffer plan_view, u, v, cost, p, q;
    parot_entropic_derivatives out;
};

/* `solved`: (plan, u, v, lambda, reg); `out`: (cost, p, q), each or None */
static int entropic_open(struct entropic *it, PyObject *solved, PyObject *out)
{
    PyObject *plan = NULL, *u = NULL, *v = NULL, *cost = NULL, *p = NULL, *q = NULL;
    parot_entropic_result *result = &it->result;
    const double *row_prices = NULL, *col_prices = NULL;
    if (!PyArg_ParseTuple(solved, "OOOdd", &plan, &u, &v, &result->dual.lambda, &result->reg) ||
        !PyArg_ParseTuple(out, "OOO", &cost, &p, &q) ||
        matrix_in(plan, "plan", &it->plan_view, &it->plan) < 0 ||
        vector_in(u, "u", &it->u, &row_prices) < 0 || vector_in(v, "v", &it->v, &col_prices) < 0)
        return -1;
    result->rows = it->plan.rows;
    result->cols = it->plan.cols;
    result->plan = it->plan_view.buf;
    result->dual.u = it->u.buf;
    result->dual.v = it->v.buf;
    if (it->u.shape[0] != result->rows || it->v.shape[0] != result->cols ||
        it->plan.stride != result->cols)
        return refuse_count("u", it->u.shape[0], result->rows, "rows");
    if (output_in(cost, "cost", result->rows * result->cols, &it->cost, &it->out.cost) < 0 ||
        output_in(p, "p", result->rows, &it->p, &it->out.p) < 0)
        return -1;
    return output_in(q, "q", result->cols, &it->q, &it->out.q);
}

static void entropic_close(struct entropic *it)
{
    PyBuffer_Release(&it->plan_view);
    PyBuffer_Release(&it->u);
    PyBuffer_Release(&it->v);
    PyBuffer_Release(&it->cost);
    PyBuffer_Release(&it->p);
    PyBuffer_Release(&it->q);
}

/* Returns the derivative by the mass. */
static PyObject *core_entropic_gradient(PyObject *module, PyObject *args)
{
    struct entropic it = {0};
    struct call call;
    PyObject *solved = NULL, *outputs = NULL, *options = NULL, *out = NULL;
    double mass = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyTuple_Type, &solved, &PyTuple_Type, &outputs,
                          &PyTuple_Type, &options))
        return NULL;
    if (call_begin(&call, options) == 0 && entropic_open(&it, solved, outputs) == 0) {
        parot_status status = PAROT_OK;
        it.out.mass = &mass;
        Py_BEGIN_ALLOW_THREADS;
        status = parot_entropic_gradient(&it.result, &call.run, &it.out, &call.err);
        Py_END_ALLOW_THREADS;
        out = call_end(&call, status) < 0 ? NULL : PyFloat_FromDouble(mass);
    }
    entropic_close(&it);
    return out;
}

/* ---- What a plan carries ------------------------------------------------ */

static PyObject *core_barycentric(PyObject *module, PyObject *args)
{
    struct entries entries = {0};
    struct call call;
    Py_buffer y_view = {0}, to_view = {0}, moved_view = {0};
    parot_matrix y = {0};
    PyObject *plan = NULL, *table = NULL, *to = NULL, *moved = NULL;
    double *out = NULL, *masses = NULL;
    int is_done = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOO", &PyTuple_Type, &plan, &table, &to, &moved))
        return NULL;
    call_begin_plain(&call);
    if (entries_open(&entries, plan) == 0 && matrix_in(table, "y", &y_view, &y) == 0 &&
        output_in(to, "to", entries.plan.rows * y.cols, &to_view, &out) == 0 &&
        output_in(moved, "moved", entries.plan.rows, &moved_view, &masses) == 0)
        is_done = call_end(&call, parot_barycentric(&entries.plan, y, out, masses, &call.err)) == 0;
    entries_close(&entries);
    PyBuffer_Release(&y_view);
    PyBuffer_Release(&to_view);
    PyBuffer_Release(&moved_view);
    if (!is_done)
        return NULL;
    Py_RETURN_NONE;
}

/* `known`: int32 of each column; `label`: int32 of each row, written */
static PyObject *core_transfer_labels(PyObject *module, PyObject *args)
{
    struct entries entries = {0};
    struct call call;
    Py_buffer known_view = {0}, share_view = {0}, label_view = {0};
    PyObject *plan = NULL, *known = NULL, *share = NULL, *label = NULL;
    double *shares = NULL;
    long long classes = 0;
    int is_done = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OLOO", &PyTuple_Type, &plan, &known, &classes, &share, &label))
        return NULL;
    call_begin_plain(&call);
    if (entries_open(&entries, plan) == 0 && plain_in(known, "known", "i", &known_view) == 0 &&
        plain_in(label, "label", "i", &label_view) == 0 &&
        output_in(share, "share", entries.plan.rows * classes, &share_view, &shares) == 0) {
        if (known_view.shape[0] != entries.plan.cols)
            refuse_count("labels", known_view.shape[0], entries.plan.cols, "columns of the plan");
        else if (label_view.shape[0] != entries.plan.rows)
            refuse_count("label", label_view.shape[0], entries.plan.rows, "rows of the plan");
        else
            is_done =
                call_end(&call, parot_transfer_labels(&entries.plan, known_view.buf, classes,
                                                      shares, label_view.buf, &call.err)) == 0;
    }
    entries_close(&entries);
    PyBuffer_Release(&known_view);
    PyBuffer_Release(&share_view);
    PyBuffer_Release(&label_view);
    if (!is_done)
        return NULL;
    Py_RETURN_NONE;
}

PyMethodDef gradient_methods[] = {
    {"cost_gradient", core_cost_gradient, METH_VARARGS,
     "cost_gradient(x, y, metric, plan, by_x, by_y, options)"},
    {"entropic_gradient", core_entropic_gradient, METH_VARARGS,
     "entropic_gradient(solved, out, options)"},
    {"barycentric", core_barycentric, METH_VARARGS, "barycentric(plan, y, to, moved)"},
    {"transfer_labels", core_transfer_labels, METH_VARARGS,
     "transfer_labels(plan, known, classes, share, label)"},
    {NULL, NULL, 0, NULL},
};
