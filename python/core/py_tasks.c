/* py_tasks.c - registering clouds of points, finding what is new in a table, and reasons for
 * labels. */
#include "core.h"

/* ---- Registering -------------------------------------------------------- */

static void release_motion(void *object)
{
    parot_register_result_free(object);
}

/* (status, dims, scale, rotation, shift, overlap, has_elbow, rank, inliers, match, rms, trials,
 * iterations, transport); takes over *result. */
static PyObject *motion_out(parot_register_result *result)
{
    PyObject *transport = result_out(&result->transport);
    if (!transport)
        return NULL;
    parot_register_result kept = *result;
    *result = (parot_register_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_motion);
    if (!owner) {
        Py_DECREF(transport);
        return NULL;
    }
    PyObject *out =
        Py_BuildValue("(iLdNNdOLLNdLLN)", (int)kept.status, (long long)kept.dims, kept.scale,
                      array_out(owner, kept.rotation, kept.dims * kept.dims, "d"),
                      array_out(owner, kept.shift, kept.dims, "d"), kept.overlap,
                      kept.has_elbow ? Py_True : Py_False, (long long)kept.rank,
                      (long long)kept.inliers, array_out(owner, kept.match, kept.count, "i"),
                      kept.rms, (long long)kept.trials, (long long)kept.iterations, transport);
    Py_DECREF(owner);
    return out;
}

static PyObject *find_motion(parot_matrix source, parot_matrix target,
                             const parot_register_options *how, PyObject *options)
{
    struct call call;
    parot_register_result result = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_register(source, target, how, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : motion_out(&result);
    parot_register_result_free(&result);
    return out;
}

static PyObject *core_register(PyObject *module, PyObject *args)
{
    Py_buffer views[2] = {0};
    parot_matrix source = {0}, target = {0};
    parot_register_options how;
    PyObject *from = NULL, *to = NULL, *options = NULL, *out = NULL;
    int motion = 0;
    (void)module;
    parot_register_options_init(&how);
    if (!PyArg_ParseTuple(args, "OO(idi)O!", &from, &to, &motion, &how.overlap, &how.restarts,
                          &PyTuple_Type, &options))
        return NULL;
    how.motion = (parot_motion)motion;
    if (matrix_in(from, "source", &views[0], &source) == 0 &&
        matrix_in(to, "target", &views[1], &target) == 0)
        out = find_motion(source, target, &how, options);
    PyBuffer_Release(&views[0]);
    PyBuffer_Release(&views[1]);
    return out;
}

/* ---- What is new? ------------------------------------------------------- */

static void release_drift(void *object)
{
    parot_drift_result_free(object);
}

/* (status, price, score, is_new, match, match_cost, order, scale, metric, dropped, threshold,
 * expected, z, beyond, beyond_chance, is_drift, share, low, high, splits); takes over *result. */
static PyObject *drift_out(parot_drift_result *result)
{
    parot_drift_result kept = *result;
    *result = (parot_drift_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_drift);
    if (!owner)
        return NULL;
    PyObject *out = Py_BuildValue(
        "(iNNNNNNssLdddLdOdddL)", (int)kept.status, array_out(owner, kept.price, kept.count, "d"),
        array_out(owner, kept.score, kept.count, "d"),
        array_out(owner, kept.is_new, kept.count, "b"),
        array_out(owner, kept.match, kept.count, "i"),
        array_out(owner, kept.match_cost, kept.count, "d"),
        array_out(owner, kept.order, kept.count, "i"), parot_scale_name(kept.scale),
        parot_metric_name(kept.metric), (long long)kept.dropped, kept.threshold, kept.expected,
        kept.z, (long long)kept.beyond, kept.beyond_chance, kept.is_drift ? Py_True : Py_False,
        kept.share, kept.low, kept.high, (long long)kept.splits);
    Py_DECREF(owner);
    return out;
}

static PyObject *find_drift(parot_matrix reference, parot_matrix today,
                            const parot_drift_options *how, PyObject *options)
{
    struct call call;
    parot_drift_result result = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_drift(reference, today, how, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : drift_out(&result);
    parot_drift_result_free(&result);
    return out;
}

static PyObject *core_drift(PyObject *module, PyObject *args)
{
    Py_buffer views[2] = {0};
    parot_matrix reference = {0}, today = {0};
    parot_drift_options how;
    PyObject *before = NULL, *now = NULL, *options = NULL, *out = NULL;
    long long splits = 0;
    (void)module;
    parot_drift_options_init(&how);
    if (!PyArg_ParseTuple(args, "OO(iiddL)O!", &before, &now, &how.scale, &how.metric, &how.level,
                          &how.room, &splits, &PyTuple_Type, &options))
        return NULL;
    how.splits = splits;
    if (matrix_in(before, "reference", &views[0], &reference) == 0 &&
        matrix_in(now, "today", &views[1], &today) == 0)
        out = find_drift(reference, today, &how, options);
    PyBuffer_Release(&views[0]);
    PyBuffer_Release(&views[1]);
    return out;
}

PyMethodDef jobs_methods[] = {
    {"register", core_register, METH_VARARGS, "register(source, target, how, options)"},
    {"drift", core_drift, METH_VARARGS, "drift(reference, today, how, options)"},
    {NULL, NULL, 0, NULL},
};
