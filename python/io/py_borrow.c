/* py_borrow.c - arrays and texts of Python as the library's inputs, without copies. */
#include <string.h>

#include "py_io.h"

static int keep(PyObject *kept, PyObject *object)
{
    int status = object ? PyList_Append(kept, object) : -1;
    Py_XDECREF(object);
    return status;
}

void *kept_memory(PyObject *kept, Py_ssize_t count, size_t size)
{
    PyObject *bytes = PyByteArray_FromStringAndSize(NULL, (count + 1) * (Py_ssize_t)size);
    if (keep(kept, bytes) < 0)
        return NULL;
    void *memory = PyByteArray_AsString(bytes); /* the list has it */
    memset(memory, 0, ((size_t)count + 1) * size);
    return memory;
}

static void give_back(PyObject *capsule)
{
    Py_buffer *view = PyCapsule_GetPointer(capsule, NULL);
    PyBuffer_Release(view);
    PyMem_Free(view);
}

static const Py_buffer *borrow(PyObject *kept, PyObject *object)
{
    Py_buffer *view = PyMem_Malloc(sizeof *view);
    if (!view)
        return (void)PyErr_NoMemory(), NULL;
    if (PyObject_GetBuffer(object, view, PyBUF_FULL_RO) < 0)
        return PyMem_Free(view), NULL;
    PyObject *capsule = PyCapsule_New(view, NULL, give_back);
    if (!capsule) {
        PyBuffer_Release(view);
        PyMem_Free(view);
    }
    return keep(kept, capsule) < 0 ? NULL : view;
}

int kept_vector(PyObject *kept, PyObject *object, const char *format, int64_t *count,
                const void **data)
{
    *data = NULL;
    if (object == Py_None)
        return 0;
    const Py_buffer *view = borrow(kept, object);
    if (!view)
        return -1;
    if (view->ndim != 1 || !PyBuffer_IsContiguous(view, 'C') || strcmp(view->format, format) != 0 ||
        (*count >= 0 && view->shape[0] != *count)) {
        PyErr_Format(PyExc_ValueError, "must be a vector of %s as long as the others", format);
        return -1;
    }
    *count = view->shape[0];
    *data = view->buf;
    return 0;
}

int kept_matrix(PyObject *kept, PyObject *object, parot_matrix *matrix)
{
    *matrix = (parot_matrix){0};
    if (object == Py_None)
        return 0;
    const Py_buffer *view = borrow(kept, object);
    if (!view)
        return -1;
    if (view->ndim != 2 || !PyBuffer_IsContiguous(view, 'C') || strcmp(view->format, "d") != 0) {
        PyErr_SetString(PyExc_ValueError, "must be a contiguous matrix of float64");
        return -1;
    }
    *matrix = (parot_matrix){view->buf, view->shape[0], view->shape[1], view->shape[1]};
    return 0;
}

int text_in(PyObject *object, const char **text)
{
    *text = object == Py_None ? NULL : PyUnicode_AsUTF8AndSize(object, NULL);
    return PyErr_Occurred() ? -1 : 0;
}

int kept_texts(PyObject *kept, PyObject *object, int64_t count, const char *const **texts)
{
    *texts = NULL;
    if (object == Py_None)
        return 0;
    PyObject *sequence = PySequence_Tuple(object);
    if (keep(kept, sequence) < 0)
        return -1;
    if (PyTuple_Size(sequence) != count) {
        PyErr_Format(PyExc_ValueError, "has %zd texts for %lld places", PyTuple_Size(sequence),
                     (long long)count);
        return -1;
    }
    const char **list = kept_memory(kept, (Py_ssize_t)count, sizeof *list);
    for (int64_t k = 0; list && k < count; k++)
        if (text_in(PyTuple_GetItem(sequence, (Py_ssize_t)k), &list[k]) < 0)
            return -1;
    *texts = list;
    return list ? 0 : -1;
}

int outcome(parot_status status, const parot_error *err)
{
    if (status >= 0)
        return 0;
    PyErr_SetString(status == PAROT_ENOMEM ? PyExc_MemoryError
                    : status == PAROT_EIO  ? PyExc_OSError
                                           : PyExc_ValueError,
                    err->message[0] ? err->message : parot_status_name(status));
    return -1;
}
