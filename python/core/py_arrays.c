/* py_arrays.c - memory in and out by the buffer protocol, without copies. */
#include <string.h>

#include "core.h"

/* ---- In ----------------------------------------------------------------- */

static int refuse(Py_buffer *view, const char *name, const char *rule)
{
    PyBuffer_Release(view);
    PyErr_Format(PyExc_ValueError, "%s: %s", name, rule);
    return -1;
}

static int is_double(const Py_buffer *view)
{
    return view->itemsize == sizeof(double) && view->format && strcmp(view->format, "d") == 0;
}

int matrix_in(PyObject *object, const char *name, Py_buffer *view, parot_matrix *matrix)
{
    enum { SIZE = sizeof(double) };
    *matrix = (parot_matrix){0};
    if (object == Py_None)
        return 0;
    if (PyObject_GetBuffer(object, view, PyBUF_FORMAT | PyBUF_STRIDES) < 0)
        return -1;
    if (view->ndim != 2 || !is_double(view))
        return refuse(view, name, "must be a matrix of float64");
    Py_ssize_t rows = view->shape[0], cols = view->shape[1];
    Py_ssize_t step = rows > 1 ? view->strides[0] : cols * SIZE;
    if ((cols > 1 && view->strides[1] != SIZE) || step % SIZE != 0 || step < cols * SIZE)
        return refuse(view, name, "each row must be contiguous");
    *matrix = (parot_matrix){view->buf, rows, cols, step / SIZE};
    return 0;
}

int vector_in(PyObject *object, const char *name, Py_buffer *view, const double **data)
{
    *data = NULL;
    if (object == Py_None)
        return 0;
    if (PyObject_GetBuffer(object, view, PyBUF_FORMAT | PyBUF_ND) < 0)
        return -1;
    if (view->ndim != 1 || !is_double(view))
        return refuse(view, name, "must be a vector of float64");
    *data = view->buf;
    return 0;
}

int output_in(PyObject *object, const char *name, int64_t count, Py_buffer *view, double **data)
{
    *data = NULL;
    if (object == Py_None)
        return 0;
    if (PyObject_GetBuffer(object, view, PyBUF_FORMAT | PyBUF_ND | PyBUF_WRITABLE) < 0)
        return -1;
    if (!is_double(view) || view->len != count * (Py_ssize_t)sizeof(double))
        return refuse(view, name, "has the wrong size");
    *data = view->buf;
    return 0;
}

int plain_in(PyObject *object, const char *name, const char *format, Py_buffer *view)
{
    if (PyObject_GetBuffer(object, view, PyBUF_FORMAT | PyBUF_ND) < 0)
        return -1;
    if (!view->format || strcmp(view->format, format) != 0)
        return refuse(view, name, "has the wrong type of numbers");
    return 0;
}

/* ---- Out ---------------------------------------------------------------- */

struct array {
    PyObject_HEAD PyObject *owner;
    void *data;
    const char *format;
    Py_ssize_t size, shape[1];
};

PyObject *array_out(PyObject *owner, void *data, int64_t count, const char *format)
{
    struct array *array = PyObject_New(struct array, array_type);
    if (!array)
        return NULL;
    Py_INCREF(owner);
    array->owner = owner;
    array->data = data;
    array->format = format;
    array->size = *format == 'd' || *format == 'q' ? 8 : *format == 'i' ? sizeof(int32_t) : 1;
    array->shape[0] = (Py_ssize_t)count;
    return (PyObject *)array;
}

static void array_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_DECREF(((struct array *)self)->owner);
    PyObject_Free(self);
    Py_DECREF(type);
}

static int array_view(PyObject *self, Py_buffer *view, int flags)
{
    struct array *array = (struct array *)self;
    *view = (Py_buffer){.buf = array->data,
                        .obj = self,
                        .len = array->shape[0] * array->size,
                        .itemsize = array->size,
                        .ndim = 1};
    if (flags & PyBUF_FORMAT)
        view->format = (char *)(uintptr_t)array->format;
    if (flags & PyBUF_ND)
        view->shape = array->shape;
    if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES)
        view->strides = &array->size;
    Py_INCREF(self);
    return 0;
}

PyTypeObject *array_type;

int array_ready(void)
{
    static char doc[] = "Memory of the library, by the buffer protocol.";
    static PyType_Slot slots[] = {{Py_tp_dealloc, SLOT(array_free)},
                                  {Py_tp_doc, doc},
                                  {Py_bf_getbuffer, SLOT(array_view)},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "parot._core.Array",
                               .basicsize = sizeof(struct array),
                               .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                               .slots = slots};
    array_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return array_type ? 0 : -1;
}

/* ---- Owners ------------------------------------------------------------- */

struct owned {
    void (*release)(void *object);
    max_align_t object[];
};

static void owner_free(PyObject *capsule)
{
    struct owned *owned = PyCapsule_GetPointer(capsule, NULL);
    owned->release(owned->object);
    PyMem_Free(owned);
}

PyObject *owner_new(const void *object, size_t size, void (*release)(void *object))
{
    struct owned *owned = PyMem_Malloc(sizeof *owned + size);
    if (!owned)
        return PyErr_NoMemory();
    owned->release = release;
    memcpy(owned->object, object, size);
    PyObject *capsule = PyCapsule_New(owned, NULL, owner_free);
    if (!capsule) {
        owned->release(owned->object);
        PyMem_Free(owned);
    }
    return capsule;
}
