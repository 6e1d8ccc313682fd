/* core_module.c - the module parot._core: functions, types, and the library's names for its
 * choices. */
#include "core.h"

/* ---- Names -------------------------------------------------------------- */

static const char *metric_name(int value)
{
    return parot_metric_name((parot_metric)value);
}

static const char *scale_name(int value)
{
    return parot_scale_name((parot_scale)value);
}

static const char *kind_name(int value)
{
    return parot_pu_kind_name((parot_pu_kind)value);
}

static const char *method_name(int value)
{
    return parot_pu_method_name((parot_pu_method)value);
}

static const char *whole_rows_name(int value)
{
    return parot_pu_whole_rows_name((parot_pu_whole_rows)value);
}

static const char *kernel_name(int value)
{
    return parot_pu_kernel_name((parot_pu_kernel)value);
}

static const char *motion_name(int value)
{
    return parot_motion_name((parot_motion)value);
}

static const char *start_name(int value)
{
    return parot_start_name((parot_start)value);
}

static const char *status_name(int value)
{
    return parot_status_name((parot_status)value);
}

/* A dict of all names from `first` to `last` and their values. */
static int add_names(PyObject *module, const char *attribute, const char *(*name_of)(int),
                     int first, int last)
{
    PyObject *names = PyDict_New();
    for (int value = first; names && value <= last; value++) {
        const char *name = name_of(value);
        PyObject *number = name ? PyLong_FromLong(value) : NULL;
        if (name && (!number || PyDict_SetItemString(names, name, number) < 0))
            Py_CLEAR(names);
        Py_XDECREF(number);
    }
    if (!names)
        return -1;
    int outcome = PyModule_AddObjectRef(module, attribute, names);
    Py_DECREF(names);
    return outcome;
}

/* No list of choices is anywhere near that long. */
enum { MOST_CHOICES = 64 };

static int fill(PyObject *module)
{
    if (PyModule_AddFunctions(module, transport_methods) < 0 ||
        PyModule_AddFunctions(module, variant_methods) < 0 ||
        PyModule_AddFunctions(module, gromov_methods) < 0 ||
        PyModule_AddFunctions(module, pu_methods) < 0 ||
        PyModule_AddFunctions(module, jobs_methods) < 0 ||
        PyModule_AddFunctions(module, explain_methods) < 0 || PyType_Ready(&array_type) < 0 ||
        progress_ready() < 0 || refused_ready(module) < 0 ||
        PyModule_AddType(module, &solver_type) < 0 ||
        PyModule_AddObjectRef(module, "Progress", (PyObject *)&progress_type) < 0)
        return -1;
    if (add_names(module, "METRICS", metric_name, 0, MOST_CHOICES) < 0 ||
        add_names(module, "SCALES", scale_name, 0, MOST_CHOICES) < 0 ||
        add_names(module, "KINDS", kind_name, 0, MOST_CHOICES) < 0 ||
        add_names(module, "METHODS", method_name, 0, MOST_CHOICES) < 0 ||
        add_names(module, "WHOLE_ROWS", whole_rows_name, 0, MOST_CHOICES) < 0 ||
        add_names(module, "KERNELS", kernel_name, 0, MOST_CHOICES) < 0 ||
        add_names(module, "MOTIONS", motion_name, 0, MOST_CHOICES) < 0 ||
        add_names(module, "STARTS", start_name, 0, MOST_CHOICES) < 0 ||
        add_names(module, "STATUSES", status_name, PAROT_OK, PAROT_UNPROVED) < 0)
        return -1;
    return PyModule_AddStringConstant(module, "VERSION", parot_version());
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "parot._core",
    .m_doc = "The C library, as thin as it gets; use the package parot.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && fill(module) < 0)
        Py_CLEAR(module);
    return module;
}
