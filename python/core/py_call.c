/* py_call.c - a call of the library from Python: options, Ctrl-C, progress, exceptions.
 *
 * The library calls `report` now and then, from whichever of its threads is working. That is where
 * signals are looked at and the user's function is called; what either raises stops the library
 * and is raised again when the call ends.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core.h"

/* ---- Progress ----------------------------------------------------------- */

enum { PROGRESS_FIELDS = 8 };

static PyStructSequence_Field progress_fields[] = {
    {"stage", "what is being done: \"simplex\", \"frank-wolfe\", ..."},
    {"iteration", "of that stage"},
    {"objective", "so far; nan while unknown"},
    {"bound", "proved so far; nan while unknown"},
    {"seconds", "since the call began"},
    {"stationarity", "of Frank-Wolfe; nan elsewhere"},
    {"start", "of Frank-Wolfe: where it began; None elsewhere"},
    {"total", "iterations that the stage will have; 0: unknown"},
    {NULL, NULL},
};

static PyStructSequence_Desc progress_desc = {
    .name = "parot.Progress",
    .doc = "What a progress function is called with. If it returns something true, the solver "
           "stops with the best answer so far.",
    .fields = progress_fields,
    .n_in_sequence = PROGRESS_FIELDS,
};

PyTypeObject *progress_type;

int progress_ready(void)
{
    progress_type = PyStructSequence_NewType(&progress_desc);
    return progress_type ? 0 : -1;
}

static PyObject *progress_out(const parot_progress *progress)
{
    PyObject *items[] = {
        PyUnicode_FromString(progress->stage),   PyLong_FromLongLong(progress->iteration),
        PyFloat_FromDouble(progress->objective), PyFloat_FromDouble(progress->bound),
        PyFloat_FromDouble(progress->seconds),   PyFloat_FromDouble(progress->stationarity),
        Py_BuildValue("z", progress->start),     PyLong_FromLongLong(progress->total)};
    PyObject *out = PyStructSequence_New(progress_type);
    for (int k = 0; k < PROGRESS_FIELDS; k++)
        if (out)
            PyStructSequence_SetItem(out, k, items[k]);
        else
            Py_XDECREF(items[k]);
    if (PyErr_Occurred())
        Py_CLEAR(out);
    return out;
}

static int wants_to_stop(PyObject *function, const parot_progress *progress)
{
    PyObject *argument = progress_out(progress);
    PyObject *answer = argument ? PyObject_CallFunctionObjArgs(function, argument, NULL) : NULL;
    int is_true = answer ? PyObject_IsTrue(answer) : 1;
    Py_XDECREF(argument);
    Py_XDECREF(answer);
    return is_true != 0;
}

static int report(const parot_progress *progress, void *user)
{
    struct call *call = user;
    PyGILState_STATE state = PyGILState_Ensure();
    int stop = call->type != NULL || PyErr_CheckSignals() != 0;
    if (!stop && call->progress)
        stop = wants_to_stop(call->progress, progress);
    if (PyErr_Occurred())
        PyErr_Fetch(&call->type, &call->value, &call->trace);
    PyGILState_Release(state);
    return stop;
}

/* ---- Begin and end ------------------------------------------------------ */

void call_begin_plain(struct call *call)
{
    *call = (struct call){0};
    parot_run_init(&call->run);
    call->run.progress = report;
    call->run.user = call;
    call->run.ranks = ranks_of_thread();
}

int call_begin(struct call *call, PyObject *options)
{
    int threads = 1;
    unsigned long long seed = 0;
    long long iterations = 0;
    PyObject *progress = NULL;
    call_begin_plain(call);
    if (!PyArg_ParseTuple(options, "iKLddO", &threads, &seed, &iterations, &call->run.time_limit,
                          &call->run.progress_period, &progress))
        return -1;
    call->run.threads = threads;
    call->run.seed = seed;
    call->run.max_iterations = iterations;
    call->progress = progress == Py_None ? NULL : progress;
    return 0;
}

PyObject *refused;

int refused_ready(PyObject *module)
{
    refused = PyErr_NewException("parot._core.Refused", PyExc_ValueError, NULL);
    return refused ? PyModule_AddObjectRef(module, "Refused", refused) : -1;
}

static void refuse(parot_status status, const char *message, const char *argument, PyObject *cut)
{
    PyObject *error = PyObject_CallFunction(refused, "sOOs", message,
                                            status == PAROT_EINFEASIBLE ? Py_True : Py_False,
                                            cut ? cut : Py_None, argument);
    if (error)
        PyErr_SetObject(refused, error);
    Py_XDECREF(error);
}

int refuse_count(const char *name, Py_ssize_t count, int64_t wanted, const char *what)
{
    char message[200];
    const char *counted = strncmp(name, "price", 5) == 0 ? "prices"
                          : strstr(name, "features")     ? "rows"
                                                         : "weights";
    snprintf(message, sizeof message, "%s: has %lld %s%s %lld %s", name, (long long)count, counted,
             strcmp(what, "points") == 0 ? " for" : ", the cost", (long long)wanted, what);
    refuse(PAROT_ESHAPE, message, name, NULL);
    return -1;
}

int refuse_words(const char *name, const char *format, ...)
{
    char message[300];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    refuse(PAROT_EINVAL, message, name, NULL);
    return -1;
}

static void raise_status(parot_status status, const char *message, const char *argument,
                         PyObject *cut)
{
    switch (status) {
    case PAROT_ENOMEM:
        PyErr_SetString(PyExc_MemoryError, message);
        break;
    case PAROT_ENOTSUP:
        PyErr_SetString(PyExc_NotImplementedError, message);
        break;
    case PAROT_ESTOPPED:
        PyErr_SetString(PyExc_TimeoutError, message);
        break;
    default:
        refuse(status, message, argument, cut);
    }
}

/* Bytes of `count` indices; Py_BuildValue takes NULL for None. */
static PyObject *indices_out(const int32_t *index, int64_t count)
{
    return PyBytes_FromStringAndSize(count ? (const char *)index : "",
                                     (Py_ssize_t)(count * (int64_t)sizeof *index));
}

static int end(struct call *call, parot_status status, const parot_cut *cut)
{
    PyObject *proof = NULL;
    if (call->type) {
        PyErr_Restore(call->type, call->value, call->trace);
        call->type = call->value = call->trace = NULL;
        return -1;
    }
    if (status >= 0)
        return 0;
    if (cut && status == PAROT_EINFEASIBLE)
        proof = Py_BuildValue("(NNd)", indices_out(cut->row, cut->rows),
                              indices_out(cut->col, cut->cols), cut->most);
    if (!PyErr_Occurred())
        raise_status(status, call->err.message[0] ? call->err.message : parot_status_name(status),
                     call->err.argument, proof);
    Py_XDECREF(proof);
    return -1;
}

int call_end(struct call *call, parot_status status)
{
    return end(call, status, NULL);
}

int call_end_with(struct call *call, parot_status status, const parot_result *result)
{
    return end(call, status, &result->cut);
}
