/* py_ranks.c - other ranks (parot/ranks.h) over a link that is an object of Python: how bytes
 * travel is up to parot.mpi. */
#include <stdio.h>
#include <unistd.h>

#include "core.h"

/* The link of this process; there is one at a time. */
static struct {
    PyObject *object; /* has broadcast, send, waiting and receive; NULL: there is none */
    parot_ranks *ranks;
    unsigned long thread;           /* that may use it, ... */
    pid_t process;                  /* ... which a fork has in common with its parent */
    PyObject *type, *value, *trace; /* the first exception of the link */
} own;

parot_ranks *ranks_of_thread(void)
{
    int is_owner = own.thread == PyThread_get_thread_ident() && own.process == getpid();
    return own.ranks && is_owner ? own.ranks : NULL;
}

/* ---- Calls of the link ---------------------------------------------------- */

/* Keeps the first exception, to be raised when the library has given up. */
static void keep_exception(void)
{
    if (own.type)
        PyErr_Clear();
    else
        PyErr_Fetch(&own.type, &own.value, &own.trace);
}

/* The number that a method returns; -2 with an exception kept. */
static long long call_link(const char *method, PyObject *arguments)
{
    PyObject *function = arguments ? PyObject_GetAttrString(own.object, method) : NULL;
    PyObject *answer = function ? PyObject_CallObject(function, arguments) : NULL;
    long long number = answer && answer != Py_None ? PyLong_AsLongLong(answer) : 0;
    int has_failed = !answer || PyErr_Occurred();
    if (has_failed)
        keep_exception();
    Py_XDECREF(answer);
    Py_XDECREF(function);
    Py_XDECREF(arguments);
    return has_failed ? -2 : number;
}

static PyObject *memory_of(const void *data, size_t bytes, int access)
{
    return PyMemoryView_FromMemory((char *)(uintptr_t)data, (Py_ssize_t)bytes, access);
}

static int broadcast(void *data, size_t bytes, int is_idle, void *user)
{
    PyGILState_STATE state = PyGILState_Ensure();
    (void)user;
    int failed = call_link("broadcast",
                           Py_BuildValue("(Ni)", memory_of(data, bytes, PyBUF_WRITE), is_idle)) < 0;
    PyGILState_Release(state);
    return failed;
}

static int send_bytes(int32_t to, const void *data, size_t bytes, void *user)
{
    PyGILState_STATE state = PyGILState_Ensure();
    (void)user;
    int failed =
        call_link("send", Py_BuildValue("(iN)", (int)to, memory_of(data, bytes, PyBUF_READ))) < 0;
    PyGILState_Release(state);
    return failed;
}

static int64_t waiting(int32_t from, void *user)
{
    PyGILState_STATE state = PyGILState_Ensure();
    (void)user;
    long long bytes = own.type ? -2 : call_link("waiting", Py_BuildValue("(i)", (int)from));
    PyGILState_Release(state);
    return bytes;
}

static int receive(int32_t from, void *data, size_t bytes, void *user)
{
    PyGILState_STATE state = PyGILState_Ensure();
    (void)user;
    int failed =
        own.type || call_link("receive", Py_BuildValue("(iN)", (int)from,
                                                       memory_of(data, bytes, PyBUF_WRITE))) < 0;
    PyGILState_Release(state);
    return failed;
}

/* ---- Begin and end -------------------------------------------------------- */

static int take_link(PyObject *object, int rank, int count, parot_link *link)
{
    if (own.object) {
        PyErr_SetString(PyExc_RuntimeError, "the ranks of this process are busy with another call");
        return -1;
    }
    parot_link_init(link);
    link->rank = rank;
    link->count = count;
    link->broadcast = broadcast;
    link->send = send_bytes;
    link->waiting = waiting;
    link->receive = receive;
    own.object = Py_NewRef(object);
    own.thread = PyThread_get_thread_ident();
    own.process = getpid();
    return 0;
}

/* Raises what the link has raised; else `status`, if that is an error. */
static PyObject *drop_link(struct call *call, parot_status status)
{
    Py_CLEAR(own.object);
    if (own.type) {
        PyErr_Restore(own.type, own.value, own.trace);
        own.type = own.value = own.trace = NULL;
        return NULL;
    }
    if (call_end(call, status) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* ranks_open(link, count, least_work or None, parts): on rank 0 */
static PyObject *ranks_open(PyObject *module, PyObject *args)
{
    PyObject *object, *least_work;
    parot_ranks_options options;
    struct call call;
    parot_link link;
    long long parts = 1;
    int count = 0;
    (void)module;
    parot_ranks_options_init(&options);
    if (!PyArg_ParseTuple(args, "OiOL", &object, &count, &least_work, &parts))
        return NULL;
    options.parts = parts;
    if (least_work != Py_None)
        options.least_work = PyFloat_AsDouble(least_work);
    if (PyErr_Occurred() || take_link(object, 0, count, &link) < 0)
        return NULL;
    call_begin_plain(&call);
    parot_status status = parot_ranks_open(&own.ranks, &link, &options, &call.err);
    if (status != PAROT_OK)
        return drop_link(&call, status);
    Py_RETURN_NONE;
}

/* ranks_close(): on rank 0; raises if the other ranks could not be let go */
static PyObject *ranks_close(PyObject *module, PyObject *args)
{
    struct call call;
    parot_ranks *ranks = own.ranks;
    parot_ranks_info info;
    (void)module, (void)args;
    own.ranks = NULL;
    call_begin_plain(&call);
    parot_ranks_get_info(ranks, &info);
    Py_BEGIN_ALLOW_THREADS;
    parot_ranks_close(ranks);
    Py_END_ALLOW_THREADS;
    if (info.is_lost)
        snprintf(call.err.message, sizeof call.err.message,
                 "the link to the other ranks has failed");
    return drop_link(&call, info.is_lost ? PAROT_EIO : PAROT_OK);
}

/* ranks_serve(link, rank, count): on all others */
static PyObject *ranks_serve(PyObject *module, PyObject *args)
{
    PyObject *object;
    struct call call;
    parot_link link;
    parot_status status;
    int rank = 0, count = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "Oii", &object, &rank, &count) ||
        take_link(object, rank, count, &link) < 0)
        return NULL;
    call_begin_plain(&call);
    Py_BEGIN_ALLOW_THREADS;
    status = parot_ranks_serve(&link, NULL, &call.err);
    Py_END_ALLOW_THREADS;
    return drop_link(&call, status);
}

PyMethodDef ranks_methods[] = {{"ranks_open", ranks_open, METH_VARARGS, NULL},
                               {"ranks_close", ranks_close, METH_NOARGS, NULL},
                               {"ranks_serve", ranks_serve, METH_VARARGS, NULL},
                               {NULL, NULL, 0, NULL}};
