/* core_module.c - the module parot._core: functions, types, and the library's names for its
 * choices. */
#include "core.h"

/* ---- Names -------------------------------------------------------------- */

/* A dict of the names and their values. */
static int add_names(PyObject *module, const char *attribute, const parot_word *words)
{
    PyObject *names = PyDict_New();
    for (; names && words->name; words++) {
        PyObject *number = PyLong_FromLong(words->value);
        if (!number || PyDict_SetItemString(names, words->name, number) < 0)
            Py_CLEAR(names);
        Py_XDECREF(number);
    }
    if (!names)
        return -1;
    int outcome = PyModule_AddObjectRef(module, attribute, names);
    Py_DECREF(names);
    return outcome;
}

static int fill(PyObject *module)
{
    if (PyModule_AddFunctions(module, transport_methods) < 0 ||
        PyModule_AddFunctions(module, variant_methods) < 0 ||
        PyModule_AddFunctions(module, gromov_methods) < 0 ||
        PyModule_AddFunctions(module, graph_methods) < 0 ||
        PyModule_AddFunctions(module, pu_methods) < 0 ||
        PyModule_AddFunctions(module, task_methods) < 0 ||
        PyModule_AddFunctions(module, gradient_methods) < 0 ||
        PyModule_AddFunctions(module, explain_methods) < 0 ||
        PyModule_AddFunctions(module, batch_methods) < 0 ||
        PyModule_AddFunctions(module, match_methods) < 0 ||
        PyModule_AddFunctions(module, ranks_methods) < 0 ||
        PyModule_AddFunctions(module, pairwise_methods) < 0 || array_ready() < 0 ||
        progress_ready() < 0 || refused_ready(module) < 0 || solver_ready(module) < 0 ||
        PyModule_AddObjectRef(module, "Progress", (PyObject *)progress_type) < 0)
        return -1;
    if (add_names(module, "METRICS", parot_metric_words()) < 0 ||
        add_names(module, "GRAPH_DISTANCES", parot_graph_distance_words()) < 0 ||
        add_names(module, "SCALES", parot_scale_words()) < 0 ||
        add_names(module, "KINDS", parot_pu_kind_words()) < 0 ||
        add_names(module, "METHODS", parot_pu_method_words()) < 0 ||
        add_names(module, "WHOLE_ROWS", parot_pu_whole_rows_words()) < 0 ||
        add_names(module, "KERNELS", parot_pu_kernel_words()) < 0 ||
        add_names(module, "CLASSIFIERS", parot_pu_classifier_words()) < 0 ||
        add_names(module, "LEAKS", parot_pu_leak_words()) < 0 ||
        add_names(module, "BATCH_PLANS", parot_batch_plans_words()) < 0 ||
        add_names(module, "PAIRWISE_METHODS", parot_pairwise_method_words()) < 0 ||
        add_names(module, "LOSSES", parot_loss_words()) < 0 ||
        add_names(module, "MATCH_METRICS", parot_match_metric_words()) < 0 ||
        add_names(module, "MATCH_ORDERS", parot_match_order_words()) < 0 ||
        add_names(module, "MATCH_REASONS", parot_match_reason_words()) < 0 ||
        add_names(module, "MOTIONS", parot_motion_words()) < 0 ||
        add_names(module, "STARTS", parot_start_words()) < 0 ||
        add_names(module, "STEPS", parot_steps_words()) < 0 ||
        add_names(module, "UNMATCHED", parot_unmatched_words()) < 0 ||
        add_names(module, "STATUSES", parot_status_words()) < 0)
        return -1;
    PyObject *unlike = PyFloat_FromDouble(PAROT_PU_UNLIKE_DISTANCES);
    int status = PyModule_AddObjectRef(module, "UNLIKE_DISTANCES", unlike);
    Py_XDECREF(unlike);
    return status < 0 ? -1 : PyModule_AddStringConstant(module, "VERSION", parot_version());
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
