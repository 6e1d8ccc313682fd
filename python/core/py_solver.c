/* py_solver.c - a solver that keeps its basis, one solve at a time.
 *
 * The library's solver belongs to one thread at a time. A lock of its own, taken without the
 * interpreter's, makes other threads wait; a progress function that asks its own solver to solve
 * would wait for itself and is refused.
 */
#include "core.h"

struct solver {
    PyObject_HEAD parot_solver *solver;
    struct call call; /* of the current solve; the library remembers where it is */
    PyObject *progress;
    PyThread_type_lock lock;
    unsigned long owner; /* thread that solves; 0: nobody */
};

static int solver_open(struct solver *self, PyObject *args)
{
    PyObject *p = NULL, *q = NULL, *options = NULL;
    Py_buffer p_view = {0}, q_view = {0};
    const double *p_data = NULL, *q_data = NULL;
    long long n = 0, m = 0;
    double mass = 0;
    int outcome = -1;
    if (!PyArg_ParseTuple(args, "LLOOdO!", &n, &m, &p, &q, &mass, &PyTuple_Type, &options))
        return -1;
    if (call_begin(&self->call, options) == 0 && vector_in(p, "p", &p_view, &p_data) == 0 &&
        vector_in(q, "q", &q_view, &q_data) == 0) {
        parot_status status = parot_solver_new(
            &(parot_problem){
                .cost = {.rows = n, .cols = m}, .p = p_data, .q = q_data, .mass = mass},
            &self->call.run, &self->solver, &self->call.err);
        self->progress = self->call.progress;
        Py_XINCREF(self->progress);
        outcome = call_end(&self->call, status);
    }
    PyBuffer_Release(&p_view);
    PyBuffer_Release(&q_view);
    return outcome;
}

static PyObject *solver_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)keywords;
    struct solver *self = (struct solver *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    self->lock = PyThread_allocate_lock();
    if (!self->lock)
        PyErr_NoMemory();
    if (!self->lock || solver_open(self, args) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int solver_traverse(PyObject *object, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(((struct solver *)object)->progress);
    return 0;
}

static int solver_clear(PyObject *object)
{
    struct solver *self = (struct solver *)object;
    self->call.progress = NULL;
    Py_CLEAR(self->progress);
    return 0;
}

static void solver_free(PyObject *object)
{
    struct solver *self = (struct solver *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    solver_clear(object);
    parot_solver_free(self->solver);
    if (self->lock)
        PyThread_free_lock(self->lock);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

/* The caller holds the lock. */
static PyObject *solve(struct solver *self, parot_matrix cost)
{
    parot_result result = {0};
    parot_status status = PAROT_OK;
    self->owner = PyThread_get_thread_ident();
    self->call.err = (parot_error){""};
    Py_BEGIN_ALLOW_THREADS;
    status = parot_solver_solve(self->solver, cost, &result, &self->call.err);
    Py_END_ALLOW_THREADS;
    self->owner = 0;
    PyObject *out = call_end_with(&self->call, status, &result) < 0 ? NULL : result_out(&result);
    parot_result_free(&result);
    return out;
}

static PyObject *solver_solve(PyObject *object, PyObject *argument)
{
    struct solver *self = (struct solver *)object;
    Py_buffer view = {0};
    parot_matrix cost = {0};
    if (self->owner == PyThread_get_thread_ident()) {
        PyErr_SetString(PyExc_RuntimeError, "a progress function cannot use its own solver");
        return NULL;
    }
    if (matrix_in(argument, "cost", &view, &cost) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    PyThread_acquire_lock(self->lock, WAIT_LOCK);
    Py_END_ALLOW_THREADS;
    PyObject *out = solve(self, cost);
    PyThread_release_lock(self->lock);
    PyBuffer_Release(&view);
    return out;
}

static PyMethodDef solver_methods[] = {
    {"solve", solver_solve, METH_O, "solve(cost)"},
    {NULL, NULL, 0, NULL},
};

int solver_ready(PyObject *module)
{
    static char doc[] = "Solver(n, m, p, q, mass, options)";
    static PyType_Slot slots[] = {{Py_tp_dealloc, SLOT(solver_free)},
                                  {Py_tp_traverse, SLOT(solver_traverse)},
                                  {Py_tp_clear, SLOT(solver_clear)},
                                  {Py_tp_doc, doc},
                                  {Py_tp_methods, solver_methods},
                                  {Py_tp_new, SLOT(solver_new)},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "parot._core.Solver",
                               .basicsize = sizeof(struct solver),
                               .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                               .slots = slots};
    PyObject *type = PyType_FromSpec(&spec);
    int status = type ? PyModule_AddObjectRef(module, "Solver", type) : -1;
    Py_XDECREF(type);
    return status;
}
