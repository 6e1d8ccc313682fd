/* core.h - what the files of the extension parot._core share.
 *
 * The extension is thin: float64 arrays in, tuples of numbers and arrays out. Conversions, defaults
 * and documentation are Python's (python/parot). NumPy is not needed to compile it: arrays come and
 * go by the buffer protocol. From Python 3.11 on it uses the stable ABI alone, so that one file
 * serves all later versions.
 */
#ifndef PAROT_PYTHON_CORE_H
#define PAROT_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "parot/tasks.h"

/* A function as a slot of a type has it, which ISO C has no word for. */
#define SLOT(function) ((void *)(uintptr_t)(function))

/* ---- py_arrays.c ----------------------------------------------------------- */

/* Borrowed inputs; view->obj is NULL for None. Released with PyBuffer_Release. */
int matrix_in(PyObject *object, const char *name, Py_buffer *view, parot_matrix *matrix);
int vector_in(PyObject *object, const char *name, Py_buffer *view, const double **data);
/* A writable vector or matrix of exactly `count` numbers, without gaps. */
int output_in(PyObject *object, const char *name, int64_t count, Py_buffer *view, double **data);
/* Any other C-contiguous array: its format must be `format`. */
int plain_in(PyObject *object, const char *name, const char *format, Py_buffer *view);

/* An object with the buffer protocol over memory that `owner` keeps. Formats: "d", "i", "q", "b".
 */
PyObject *array_out(PyObject *owner, void *data, int64_t count, const char *format);

/* Keeps a copy of *object alive until the last array of it is gone, then calls `release` on it.
 * On failure the object is released at once. */
PyObject *owner_new(const void *object, size_t size, void (*release)(void *object));

extern PyTypeObject *array_type;
int array_ready(void);

/* ---- py_call.c ------------------------------------------------------------- */

/* One call of the library, which runs without the interpreter's lock. */
struct call {
    parot_run run;
    parot_error err;
    PyObject *progress;             /* borrowed; NULL: nobody to tell */
    PyObject *type, *value, *trace; /* an exception raised on the way, to be raised at the end */
};

/* `options`: (threads, seed, max_iterations, time_limit, period, progress). */
int call_begin(struct call *call, PyObject *options);

/* For a call without options, which signals interrupt all the same. */
void call_begin_plain(struct call *call);

/* 0, or -1 with the exception that `status`, a signal or the progress function asks for. What the
 * library refuses is a `Refused`, a ValueError of (message, is_infeasible, cut, argument), which
 * the package words for its own arguments. */
int call_end(struct call *call, parot_status status);

/* The same of a call with a result, whose cut the exception carries: (row, col, most). */
int call_end_with(struct call *call, parot_status status, const parot_result *result);

extern PyObject *refused; /* the class */
int refused_ready(PyObject *module);

/* Raises one about an argument; returns -1. */
int refuse_count(const char *name, Py_ssize_t count, int64_t wanted, const char *what);

/* The same in other words. */
__attribute__((format(printf, 2, 3))) int refuse_words(const char *name, const char *format, ...);

/* py_ranks.c: those that help the calling thread; NULL: none. */
parot_ranks *ranks_of_thread(void);

extern PyTypeObject *progress_type;
int progress_ready(void);

/* ---- The functions ------------------------------------------------------ */

/* (status, plan, u, v, lambda, mass, objective, bound, info); takes over *result, which is empty
 * afterwards. */
PyObject *result_out(parot_result *result);
/* (rows, cols, row, col, mass) of memory that `owner` keeps */
PyObject *plan_out(PyObject *owner, const parot_plan *plan);
/* (start, number, status, objective, stationarity, iterations, objectives, stationarities), and
 * with `differs` that */
PyObject *trial_out(PyObject *owner, const parot_trial *trial, const double *differs);
PyObject *info_out(const parot_info *info);

/* (status, mass, objective, slope, enter, order, elbow, info) of memory that `owner` keeps */
PyObject *curve_out(PyObject *owner, const parot_curve *curve);

/* A problem, borrowed. `cost`: a matrix, or (x, y, metric) for clouds of points. */
struct request {
    parot_problem problem;
    Py_buffer cost, p, q;
    int has_clouds;
    int is_matrix_free; /* the library asks `clouds`; else their costs are in `matrix` */
    parot_points_problem clouds;
    Py_buffer x, y;
    double *matrix;
};

int request_open(struct request *request, PyObject *cost, PyObject *p, PyObject *q);
void request_close(struct request *request);

/* Chooses how clouds are solved, and computes their costs if need be; without the interpreter's
 * lock. */
parot_status request_prepare(struct request *request, struct call *call);

/* A plan and its prices, borrowed. `answer`: (row, col, mass, u, v, lambda, mass of
 * all) */
struct proof {
    parot_result result;
    Py_buffer row, col, mass, u, v;
};

int proof_open(struct proof *proof, PyObject *answer);
void proof_close(struct proof *proof);

/* (proved, excess, relative, infeasible, bound, primal, dual, slackness, relative_gap) */
PyObject *check_out(const parot_check *check);

/* Tables and settings of PU learning, borrowed. `args`: (unlabeled, positive, prior,
 * propensity or None); `how`: that of pu_settings.h */
struct tables {
    parot_pu_data data;
    parot_pu_options how;
    Py_buffer unlabeled, positive, propensity;
};

int tables_open(struct tables *request, PyObject *args, PyObject *how);
void tables_close(struct tables *request);

int solver_ready(PyObject *module); /* adds the class Solver */
extern PyMethodDef transport_methods[], variant_methods[], gromov_methods[], graph_methods[],
    pu_methods[], task_methods[], explain_methods[], gradient_methods[], batch_methods[],
    pairwise_methods[], match_methods[], ranks_methods[];

#endif
