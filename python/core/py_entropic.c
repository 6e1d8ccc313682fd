/* py_entropic.c - what needs no simplex: transport with an entropy, and on a line. */
#include "core.h"

/* ---- entropic ----------------------------------------------------------- */

static void release_entropic(void *object)
{
    parot_entropic_result_free(object);
}

/* (status, plan, u, v, lambda, mass, objective, regularised, bound, residual, info) */
static PyObject *entropic_out(parot_entropic_result *result)
{
    parot_entropic_result kept = *result;
    *result = (parot_entropic_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_entropic);
    if (!owner)
        return NULL;
    PyObject *out = Py_BuildValue(
        "(iNNNddddddN)", (int)kept.status, array_out(owner, kept.plan, kept.rows * kept.cols, "d"),
        array_out(owner, kept.dual.u, kept.rows, "d"),
        array_out(owner, kept.dual.v, kept.cols, "d"), kept.dual.lambda, kept.mass, kept.objective,
        kept.regularised, kept.bound, kept.residual, info_out(&kept.info));
    Py_DECREF(owner);
    return out;
}

static PyObject *entropic(const parot_problem *problem, double reg, double tolerance,
                          PyObject *options)
{
    struct call call;
    parot_entropic_result result = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_partial_entropic(problem, reg, tolerance, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : entropic_out(&result);
    parot_entropic_result_free(&result);
    return out;
}

static PyObject *core_entropic(PyObject *module, PyObject *args)
{
    struct request request = {0};
    PyObject *cost = NULL, *p = NULL, *q = NULL, *options = NULL, *out = NULL;
    double reg = 0, tolerance = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOdddO!", &cost, &p, &q, &request.problem.mass, &reg, &tolerance,
                          &PyTuple_Type, &options))
        return NULL;
    if (request_open(&request, cost, p, q) == 0)
        out = entropic(&request.problem, reg, tolerance, options);
    request_close(&request);
    return out;
}

/* ---- line --------------------------------------------------------------- */

struct axis {
    parot_line line;
    Py_buffer x, y, p, q;
};

static int check_length(const char *name, const Py_buffer *weights, int64_t count)
{
    if (!weights->obj || weights->shape[0] == count)
        return 0;
    return refuse_count(name, weights->shape[0], count, "points");
}

/* `args`: (x, y, p, q, mass, exponent) */
static int axis_open(struct axis *axis, PyObject *args)
{
    PyObject *x = NULL, *y = NULL, *p = NULL, *q = NULL;
    parot_line *line = &axis->line;
    if (!PyArg_ParseTuple(args, "OOOOdd", &x, &y, &p, &q, &line->mass, &line->exponent) ||
        plain_in(x, "x", "d", &axis->x) < 0 || plain_in(y, "y", "d", &axis->y) < 0 ||
        vector_in(p, "p", &axis->p, &line->p) < 0 || vector_in(q, "q", &axis->q, &line->q) < 0)
        return -1;
    line->x = axis->x.buf;
    line->y = axis->y.buf;
    line->n = axis->x.shape[0];
    line->m = axis->y.shape[0];
    if (check_length("p", &axis->p, line->n) < 0)
        return -1;
    return check_length("q", &axis->q, line->m);
}

static void axis_close(struct axis *axis)
{
    PyBuffer_Release(&axis->x);
    PyBuffer_Release(&axis->y);
    PyBuffer_Release(&axis->p);
    PyBuffer_Release(&axis->q);
}

static void release_line(void *object)
{
    parot_line_result_free(object);
}

/* (status, plan, mass, objective, (the curve), col_enter, col_order) */
static PyObject *line_out(parot_line_result *result)
{
    parot_line_result kept = *result;
    const parot_plan *plan = &kept.plan;
    *result = (parot_line_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_line);
    if (!owner)
        return NULL;
    PyObject *out = Py_BuildValue("(iNddNNN)", (int)kept.status, plan_out(owner, plan), kept.mass,
                                  kept.objective, curve_out(owner, &kept.curve),
                                  array_out(owner, kept.col_enter, plan->cols, "d"),
                                  array_out(owner, kept.col_order, plan->cols, "i"));
    Py_DECREF(owner);
    return out;
}

static PyObject *core_line(PyObject *module, PyObject *args)
{
    struct axis axis = {0};
    struct call call;
    parot_line_result result = {0};
    parot_status status = PAROT_OK;
    PyObject *problem = NULL, *options = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!", &PyTuple_Type, &problem, &PyTuple_Type, &options))
        return NULL;
    if (call_begin(&call, options) == 0 && axis_open(&axis, problem) == 0) {
        Py_BEGIN_ALLOW_THREADS;
        status = parot_partial_line(&axis.line, &call.run, &result, &call.err);
        Py_END_ALLOW_THREADS;
        out = call_end(&call, status) < 0 ? NULL : line_out(&result);
    }
    parot_line_result_free(&result);
    axis_close(&axis);
    return out;
}

PyMethodDef variant_methods[] = {
    {"entropic", core_entropic, METH_VARARGS,
     "entropic(cost, p, q, mass, reg, tolerance, options)"},
    {"line", core_line, METH_VARARGS, "line(problem, options)"},
    {NULL, NULL, 0, NULL},
};
