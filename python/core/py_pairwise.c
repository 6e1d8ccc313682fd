/* py_pairwise.c - all pairs of many clouds. */
#include <stdlib.h>

#include "core.h"

/* The clouds, borrowed: points, distances and weights of each. */
struct clouds {
    parot_pairwise_cloud *cloud;
    Py_buffer (*views)[3];
    Py_ssize_t count;
};

static void clouds_close(struct clouds *clouds)
{
    for (Py_ssize_t k = 0; clouds->views && k < clouds->count; k++)
        for (int part = 0; part < 3; part++)
            PyBuffer_Release(&clouds->views[k][part]);
    free(clouds->views);
    free(clouds->cloud);
}

/* `item`: (points, distances, weights), each None or float64 */
static int cloud_in(PyObject *item, Py_ssize_t k, Py_buffer *views, parot_pairwise_cloud *cloud)
{
    PyObject *points = NULL, *distances = NULL, *weights = NULL;
    if (!PyArg_ParseTuple(item, "OOO", &points, &distances, &weights) ||
        matrix_in(points, "clouds", &views[0], &cloud->points) < 0 ||
        matrix_in(distances, "clouds", &views[1], &cloud->distances) < 0 ||
        vector_in(weights, "weights", &views[2], &cloud->weights) < 0)
        return -1;
    int64_t rows = cloud->distances.data ? cloud->distances.rows : cloud->points.rows;
    if (views[2].obj && views[2].shape[0] != rows)
        return refuse_words("weights", "weights: has %lld weights for %lld points at %lld",
                            (long long)views[2].shape[0], (long long)rows, (long long)k);
    return 0;
}

static int clouds_open(struct clouds *clouds, PyObject *list)
{
    clouds->count = PyList_Size(list);
    clouds->cloud = calloc((size_t)clouds->count + 1, sizeof *clouds->cloud);
    clouds->views = calloc((size_t)clouds->count + 1, sizeof *clouds->views);
    if (!clouds->cloud || !clouds->views) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t k = 0; k < clouds->count; k++)
        if (cloud_in(PyList_GetItem(list, k), k, clouds->views[k], &clouds->cloud[k]) < 0)
            return -1;
    return 0;
}

static void release_pairwise(void *object)
{
    parot_pairwise_result_free(object);
}

/* [(first, second, message), ...] */
static PyObject *failures_out(const parot_pairwise_result *result)
{
    PyObject *list = PyList_New(0);
    for (int64_t f = 0; list && f < result->failures; f++) {
        const parot_pairwise_failure *failure = &result->failure[f];
        PyObject *item = Py_BuildValue("(LLs)", (long long)failure->first,
                                       (long long)failure->second, failure->error.message);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* (status, objective, statuses, pairs, solved, failed, known, failures) */
static PyObject *pairwise_out(parot_pairwise_result *result)
{
    parot_pairwise_result kept = *result;
    int64_t size = kept.count * kept.count;
    *result = (parot_pairwise_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_pairwise);
    if (!owner)
        return NULL;
    PyObject *out = Py_BuildValue(
        "(iNNLLLLN)", (int)kept.status, array_out(owner, kept.objective, size, "d"),
        array_out(owner, kept.statuses, size, "i"), (long long)kept.pairs, (long long)kept.solved,
        (long long)kept.failed, (long long)kept.known, failures_out(&kept));
    Py_DECREF(owner);
    return out;
}

/* `how`: (method, metric, mass, share, journal or None, (tolerance, starts, restarts, steps)) */
static int how_open(PyObject *how, parot_pairwise_options *options, parot_gromov_options *gromov)
{
    int method = 0, metric = 0, steps = 0;
    parot_pairwise_options_init(options);
    parot_gromov_options_init(gromov);
    if (!PyArg_ParseTuple(how, "iiddz(dIii)", &method, &metric, &options->mass, &options->share,
                          &options->journal, &gromov->tolerance, &gromov->starts, &gromov->restarts,
                          &steps))
        return -1;
    options->method = (parot_pairwise_method)method;
    options->metric = metric;
    gromov->steps = (parot_steps)steps;
    options->gromov = gromov;
    return 0;
}

static PyObject *core_pairwise(PyObject *module, PyObject *args)
{
    struct clouds clouds = {0};
    struct call call;
    parot_pairwise_options options;
    parot_gromov_options gromov;
    parot_pairwise_result result = {0};
    parot_status status = PAROT_OK;
    PyObject *list = NULL, *how = NULL, *run = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyList_Type, &list, &PyTuple_Type, &how, &PyTuple_Type,
                          &run))
        return NULL;
    if (how_open(how, &options, &gromov) == 0 && call_begin(&call, run) == 0 &&
        clouds_open(&clouds, list) == 0) {
        Py_BEGIN_ALLOW_THREADS;
        status =
            parot_pairwise(clouds.cloud, clouds.count, &options, &call.run, &result, &call.err);
        Py_END_ALLOW_THREADS;
        out = call_end(&call, status) < 0 ? NULL : pairwise_out(&result);
    }
    parot_pairwise_result_free(&result);
    clouds_close(&clouds);
    return out;
}

PyMethodDef pairwise_methods[] = {
    {"pairwise", core_pairwise, METH_VARARGS, "pairwise(clouds, how, options)"},
    {NULL, NULL, 0, NULL},
};
