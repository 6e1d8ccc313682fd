/* py_io.h - what the files of the extension parot._io share.
 *
 * The extension draws figures and writes reports: tuples in, files out. It is apart from
 * parot._core because it needs cairo, which is large and not everywhere; nothing but drawing loads
 * it. What a figure or a report says is the library's business (parot/report.h).
 */
#ifndef PAROT_PYTHON_PY_IO_H
#define PAROT_PYTHON_PY_IO_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "parot/plot.h"
#include "parot/report.h"

/* ---- py_borrow.c ----------------------------------------------------------- */

/* Memory that lives as long as the list `kept` does. All of them set an exception on failure. */

/* `count` zeroed items of `size` bytes; NULL on failure. */
void *kept_memory(PyObject *kept, Py_ssize_t count, size_t size);

/* None is no vector and no matrix: *data is NULL. `format`: "d", "i" or "b". If *count is negative
 * it is set, else it must agree. */
int kept_vector(PyObject *kept, PyObject *object, const char *format, int64_t *count,
                const void **data);
int kept_matrix(PyObject *kept, PyObject *object, parot_matrix *matrix);

/* A list or tuple of `count` texts, of which None is NULL; None is no list. */
int kept_texts(PyObject *kept, PyObject *object, int64_t count, const char *const **texts);

/* None is NULL. The text lives as long as `object`. */
int text_in(PyObject *object, const char **text);

/* 0, or -1 with the exception that `status` asks for. */
int outcome(parot_status status, const parot_error *err);

/* The text of a figure, which is freed; of NULL None. */
PyObject *figure_out(char *svg);

/* ---- late_libraries.c -------------------------------------------------------- */

/* Before anything is drawn or packed: -1 and an ImportError if a library that it needs is not
 * there. They are always there except in a wheel. */
#ifdef PAROT_LATE_LIBRARIES
int libraries_ready(void);
#else
static inline int libraries_ready(void)
{
    return 0;
}
#endif

/* ---- The functions ------------------------------------------------------ */

extern PyMethodDef curve_methods[], encode_methods[], summary_methods[];

#endif
