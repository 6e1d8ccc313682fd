/* io_module.c - the module parot._io. */
#include "py_io.h"

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "parot._io",
    .m_doc = "Figures and reports of the C library; use result.plot and result.report.",
    .m_size = -1,
};

/* THEMES: names and their values. */
static int add_themes(PyObject *module)
{
    PyObject *themes = PyDict_New();
    int status = themes ? 0 : -1;
    for (const parot_word *word = parot_theme_words(); status == 0 && word->name; word++) {
        PyObject *value = PyLong_FromLong(word->value);
        status = value ? PyDict_SetItemString(themes, word->name, value) : -1;
        Py_XDECREF(value);
    }
    if (status == 0)
        status = PyModule_AddObjectRef(module, "THEMES", themes);
    Py_XDECREF(themes);
    return status;
}

PyMODINIT_FUNC PyInit__io(void);
PyMODINIT_FUNC PyInit__io(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && (add_themes(module) < 0 || PyModule_AddFunctions(module, curve_methods) < 0 ||
                   PyModule_AddFunctions(module, encode_methods) < 0 ||
                   PyModule_AddFunctions(module, summary_methods) < 0))
        Py_CLEAR(module);
    return module;
}
