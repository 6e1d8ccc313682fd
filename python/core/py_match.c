/* py_match.c - pairs of rows of two tables, or of a cost matrix. */
#include <math.h>

#include "core.h"

/* A problem, borrowed from arrays of Python. */
struct match_request {
    parot_match_problem problem;
    parot_match_options how;
    Py_buffer views[13];
    int opened;
};

static int take_matrix(struct match_request *request, PyObject *object, const char *name,
                       parot_matrix *matrix)
{
    return matrix_in(object, name, &request->views[request->opened++], matrix);
}

/* int32 numbers, as many as there are rows; None: NULL. */
static int take_integers(struct match_request *request, PyObject *object, const char *name,
                         int64_t rows, const int32_t **numbers)
{
    Py_buffer *view = &request->views[request->opened++];
    if (object == Py_None)
        return 0;
    if (plain_in(object, name, "i", view) < 0)
        return -1;
    *numbers = view->buf;
    int64_t count = view->len / (Py_ssize_t)sizeof(int32_t);
    return count == rows ? 0 : refuse_count(name, (Py_ssize_t)count, rows, "rows");
}

static void request_free(struct match_request *request)
{
    for (int k = 0; k < request->opened; k++)
        PyBuffer_Release(&request->views[k]);
}

/* `tables`: (x, y, cost, x_stratum, y_stratum, x_capacity, y_capacity, x_limited, y_limited,
 * column_caliper, x_covariates, y_covariates); `how`: (order, metric, scale, ratio, caliper,
 * price) */
static int request_read(struct match_request *request, PyObject *tables, PyObject *how)
{
    parot_match_problem *problem = &request->problem;
    PyObject *parts[12] = {NULL};
    parot_match_options_init(&request->how);
    if (!PyArg_ParseTuple(tables, "OOOOOOOOOOOO", &parts[0], &parts[1], &parts[2], &parts[3],
                          &parts[4], &parts[5], &parts[6], &parts[7], &parts[8], &parts[9],
                          &parts[10], &parts[11]) ||
        !PyArg_ParseTuple(how, "iiiidd", &request->how.order, &request->how.metric,
                          &request->how.scale, &request->how.ratio, &request->how.caliper,
                          &request->how.price) ||
        take_matrix(request, parts[0], "x", &problem->x) < 0 ||
        take_matrix(request, parts[1], "y", &problem->y) < 0 ||
        take_matrix(request, parts[2], "cost", &problem->cost) < 0)
        return -1;
    int64_t n = problem->x.data ? problem->x.rows : problem->cost.rows;
    int64_t m = problem->x.data ? problem->y.rows : problem->cost.cols;
    Py_buffer *widths = &request->views[request->opened++];
    if (take_integers(request, parts[3], "exact", n, &problem->x_stratum) < 0 ||
        take_integers(request, parts[4], "exact", m, &problem->y_stratum) < 0 ||
        take_integers(request, parts[5], "x_capacity", n, &problem->x_capacity) < 0 ||
        take_integers(request, parts[6], "y_capacity", m, &problem->y_capacity) < 0 ||
        take_matrix(request, parts[7], "calipers", &problem->x_limited) < 0 ||
        take_matrix(request, parts[8], "calipers", &problem->y_limited) < 0 ||
        vector_in(parts[9], "calipers", widths, &problem->column_caliper) < 0 ||
        take_matrix(request, parts[10], "covariates", &problem->x_covariates) < 0 ||
        take_matrix(request, parts[11], "covariates", &problem->y_covariates) < 0)
        return -1;
    return 0;
}

/* ---- Out ---------------------------------------------------------------- */

static void release_match(void *object)
{
    parot_match_result_free(object);
}

/* Sentences for the rows without a partner, in order; `names` of the columns with calipers. */
static PyObject *whys_out(const parot_match_result *result, int is_target, const char *const *names)
{
    const parot_match_side *side = is_target ? &result->y : &result->x;
    PyObject *list = PyList_New(side->count - side->matched);
    Py_ssize_t at = 0;
    for (int64_t i = 0; list && i < side->count; i++) {
        char text[PAROT_MATCH_WHY];
        if (side->partners[i] > 0)
            continue;
        PyObject *why = PyUnicode_FromString(parot_match_why(result, is_target, i, names, text));
        if (!why)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, at++, why);
    }
    return list;
}

/* (partners, candidates, reason, nearest, nearest_cost, limited, limited_by, is_short, price,
 * whys) */
static PyObject *side_out(PyObject *owner, const parot_match_result *result, int is_target,
                          const char *const *names)
{
    const parot_match_side *side = is_target ? &result->y : &result->x;
    int64_t n = side->count;
    return Py_BuildValue(
        "(NNNNNNNNNN)", array_out(owner, side->partners, n, "i"),
        array_out(owner, side->candidates, n, "i"), array_out(owner, side->reason, n, "i"),
        array_out(owner, side->nearest, n, "i"), array_out(owner, side->nearest_cost, n, "d"),
        array_out(owner, side->limited, n, "i"), array_out(owner, side->limited_by, n, "d"),
        array_out(owner, side->is_short, n, "b"), array_out(owner, side->price, n, "d"),
        whys_out(result, is_target, names));
}

/* (proved, most, bound, excess, relative, faults, candidates), or None */
static PyObject *match_check_out(const parot_match_result *result, const parot_match_check *check,
                                 int has_check)
{
    if (!has_check)
        Py_RETURN_NONE;
    return Py_BuildValue(
        "(NLdddLL)", PyBool_FromLong(parot_match_is_proved(result, check, PAROT_PROOF_TOLERANCE)),
        (long long)check->most, check->bound, check->excess, check->relative,
        (long long)check->faults, (long long)check->candidates);
}

/* (status, row, col, cost, objective, bound, candidates, strata, capacity_most, x, y, before,
 * after, check); takes over *result. Balance: four numbers for each column. */
static PyObject *match_out(parot_match_result *result, const parot_match_check *check,
                           int has_check, const char *const *names)
{
    parot_match_result kept = *result;
    *result = (parot_match_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_match);
    if (!owner)
        return NULL;
    PyObject *out = Py_BuildValue(
        "(iNNNddLLLNNNNN)", (int)kept.status, array_out(owner, kept.row, kept.pairs, "i"),
        array_out(owner, kept.col, kept.pairs, "i"), array_out(owner, kept.cost, kept.pairs, "d"),
        kept.objective, kept.bound, (long long)kept.candidates, (long long)kept.strata,
        (long long)kept.capacity_most, side_out(owner, &kept, 0, names),
        side_out(owner, &kept, 1, names), array_out(owner, kept.before, 4 * kept.covariates, "d"),
        array_out(owner, kept.after, 4 * kept.covariates, "d"),
        match_check_out(&kept, check, has_check));
    Py_DECREF(owner);
    return out;
}

static PyObject *solve(struct match_request *request, int wants_check, const char *const *names,
                       PyObject *options)
{
    struct call call;
    parot_match_result result = {0};
    parot_match_check check = {0};
    parot_status status = PAROT_OK, proof = PAROT_ESTOPPED;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_match(&request->problem, &request->how, &call.run, &result, &call.err);
    if (wants_check && (status == PAROT_OK || status == PAROT_UNPROVED)) {
        parot_run run = call.run;
        run.time_limit = 0; /* whoever has an answer gets its proof, too */
        proof =
            parot_match_certify(&request->problem, &request->how, &result, &run, &check, &call.err);
        if (proof < 0 && proof != PAROT_ESTOPPED)
            status = proof;
    }
    Py_END_ALLOW_THREADS;
    PyObject *out =
        call_end(&call, status) < 0 ? NULL : match_out(&result, &check, proof == PAROT_OK, names);
    parot_match_result_free(&result);
    return out;
}

enum { MOST_NAMES = 64 };

/* Names of the columns with calipers, in a tuple; 0: there are too many, or they are not text. */
static int names_in(PyObject *tuple, const char *names[MOST_NAMES])
{
    Py_ssize_t count = PyTuple_Size(tuple);
    if (count > MOST_NAMES)
        return refuse_words("calipers", "must have at most %d columns", MOST_NAMES);
    for (Py_ssize_t k = 0; k < count; k++) {
        names[k] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(tuple, k), NULL);
        if (!names[k])
            return -1;
    }
    return 0;
}

static PyObject *core_match(PyObject *module, PyObject *args)
{
    struct match_request request = {.opened = 0};
    PyObject *tables = NULL, *how = NULL, *limited = NULL, *options = NULL, *out = NULL;
    const char *names[MOST_NAMES] = {NULL};
    int wants_check = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!iO!O!", &PyTuple_Type, &tables, &PyTuple_Type, &how,
                          &wants_check, &PyTuple_Type, &limited, &PyTuple_Type, &options))
        return NULL;
    if (names_in(limited, names) == 0 && request_read(&request, tables, how) == 0)
        out = solve(&request, wants_check, names, options);
    request_free(&request);
    return out;
}

PyMethodDef match_methods[] = {
    {"match", core_match, METH_VARARGS, "match(tables, how, wants_check, limited, options)"},
    {NULL, NULL, 0, NULL},
};
