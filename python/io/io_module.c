/* io_module.c - the module parot._io. */
#include "py_io.h"

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "parot._io",
    .m_doc = "Figures and reports of the C library; use result.plot and result.report.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit__io(void);
PyMODINIT_FUNC PyInit__io(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && (PyModule_AddFunctions(module, curve_methods) < 0 ||
                   PyModule_AddFunctions(module, encode_methods) < 0 ||
                   PyModule_AddFunctions(module, summary_methods) < 0))
        Py_CLEAR(module);
    return module;
}
