/* py_tasks.c - registering clouds of points, aligning tables, and finding what is new in a table.
 *
 * All compare two tables: `compare` opens them, calls the library without the interpreter's lock
 * and hands over what it found. */
#include "core.h"

union found {
    parot_register_result motion;
    parot_align_result align;
    parot_drift_result drift;
};

struct task {
    const char *names[2]; /* of the tables, in refusals */
    parot_status (*find)(parot_matrix first, parot_matrix second, const void *how,
                         const parot_run *run, union found *found, parot_error *err);
    PyObject *(*out)(union found *found); /* takes over *found, which is empty afterwards */
    void (*release)(void *found);
};

static PyObject *find(const struct task *task, const parot_matrix tables[2], const void *how,
                      PyObject *options)
{
    struct call call;
    union found found = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = task->find(tables[0], tables[1], how, &call.run, &found, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : task->out(&found);
    task->release(&found);
    return out;
}

static PyObject *compare(const struct task *task, PyObject *first, PyObject *second,
                         const void *how, PyObject *options)
{
    Py_buffer views[2] = {0};
    parot_matrix tables[2] = {0};
    PyObject *out = NULL;
    if (matrix_in(first, task->names[0], &views[0], &tables[0]) == 0 &&
        matrix_in(second, task->names[1], &views[1], &tables[1]) == 0)
        out = find(task, tables, how, options);
    PyBuffer_Release(&views[0]);
    PyBuffer_Release(&views[1]);
    return out;
}

/* ---- Registering -------------------------------------------------------- */

static void release_motion(void *object)
{
    parot_register_result_free(object);
}

/* (status, dims, scale, rotation, shift, overlap, has_elbow, rank, inliers, match, rms, trials,
 * iterations, transport); takes over *result. */
static PyObject *register_out(parot_register_result *result)
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

static PyObject *motion_out(union found *found)
{
    return register_out(&found->motion);
}

static parot_status find_motion(parot_matrix source, parot_matrix target, const void *how,
                                const parot_run *run, union found *found, parot_error *err)
{
    return parot_register(source, target, how, run, &found->motion, err);
}

static PyObject *core_register(PyObject *module, PyObject *args)
{
    static const struct task task = {{"source", "target"}, find_motion, motion_out, release_motion};
    parot_register_options how;
    PyObject *from = NULL, *to = NULL, *options = NULL;
    int motion = 0;
    (void)module;
    parot_register_options_init(&how);
    if (!PyArg_ParseTuple(args, "OO(idi)O!", &from, &to, &motion, &how.overlap, &how.restarts,
                          &PyTuple_Type, &options))
        return NULL;
    how.motion = (parot_motion)motion;
    return compare(&task, from, to, &how, options);
}

/* ---- Aligning ----------------------------------------------------------- */

static void release_align(void *object)
{
    parot_align_result_free(object);
}

/* The rows that go with each, one after the other. */
static PyObject *rows_out(PyObject *owner, const parot_align_result *result)
{
    int64_t n = result->count, m = result->target_count;
    return Py_BuildValue(
        "(NNNNNNNNNN)", array_out(owner, result->match, n, "i"),
        array_out(owner, result->confidence, n, "d"), array_out(owner, result->cost, n, "d"),
        array_out(owner, result->nearest, n, "i"), array_out(owner, result->nearest_cost, n, "d"),
        array_out(owner, result->reason, n, "i"), array_out(owner, result->target_match, m, "i"),
        array_out(owner, result->target_nearest, m, "i"),
        array_out(owner, result->target_nearest_cost, m, "d"),
        array_out(owner, result->target_reason, m, "i"));
}

/* Half widths of the ranges of the motion, (turns, shift); None: there are none. */
static PyObject *ranges_out(PyObject *owner, const parot_align_result *result, int64_t dims)
{
    if (!result->shift_range)
        Py_RETURN_NONE;
    return Py_BuildValue("(NN)", array_out(owner, result->turn_range, dims * (dims - 1) / 2, "d"),
                         array_out(owner, result->shift_range, dims, "d"));
}

/* (status, rows, limit, share, low, high, has_elbow, is_mirrored, matched, ranges or None,
 * registered or None, transport by distances or None); takes over *result. */
static PyObject *align_out(union found *found)
{
    parot_align_result *result = &found->align;
    int64_t dims = result->registered.dims;
    PyObject *registered = Py_None, *distances = Py_None;
    if (result->has_motion)
        registered = register_out(&result->registered);
    else
        distances = result_out(&result->distances.transport);
    if (!registered || !distances)
        return NULL;
    parot_align_result kept = *result;
    *result = (parot_align_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_align);
    PyObject *out =
        !owner
            ? NULL
            : Py_BuildValue("(iNddddOOLNOO)", (int)kept.status, rows_out(owner, &kept), kept.limit,
                            kept.share, kept.low, kept.high, kept.has_elbow ? Py_True : Py_False,
                            kept.is_mirrored ? Py_True : Py_False, (long long)kept.matched,
                            ranges_out(owner, &kept, dims), registered, distances);
    Py_XDECREF(owner);
    if (registered != Py_None)
        Py_DECREF(registered);
    if (distances != Py_None)
        Py_DECREF(distances);
    return out;
}

static parot_status find_alignment(parot_matrix source, parot_matrix target, const void *how,
                                   const parot_run *run, union found *found, parot_error *err)
{
    return parot_align(source, target, how, run, &found->align, err);
}

/* `args`: source, target, (mass, by_distances, allow_mirrors, restarts, feature_share), anchors,
 * features of both or None, options; anchors is None, or int32 numbers: all rows of the source,
 * then those of the target. */
static PyObject *core_align(PyObject *module, PyObject *args)
{
    static const struct task task = {
        {"source", "target"}, find_alignment, align_out, release_align};
    parot_align_options how;
    Py_buffer view = {0}, views[2] = {0};
    PyObject *from = NULL, *to = NULL, *anchors = NULL, *options = NULL, *out = NULL;
    PyObject *features[2] = {NULL};
    (void)module;
    parot_align_options_init(&how);
    if (!PyArg_ParseTuple(args, "OO(diiid)OOOO!", &from, &to, &how.mass, &how.by_distances,
                          &how.allow_mirrors, &how.restarts, &how.feature_share, &anchors,
                          &features[0], &features[1], &PyTuple_Type, &options))
        return NULL;
    if (anchors != Py_None) {
        if (PyObject_GetBuffer(anchors, &view, PyBUF_C_CONTIGUOUS) < 0)
            return NULL;
        how.anchors = view.len / (2 * (int64_t)sizeof(int32_t));
        how.anchor_source = view.buf;
        how.anchor_target = how.anchor_source + how.anchors;
    }
    if (features[0] == Py_None ||
        (matrix_in(features[0], "features", &views[0], &how.source_features) == 0 &&
         matrix_in(features[1], "features", &views[1], &how.target_features) == 0))
        out = compare(&task, from, to, &how, options);
    PyBuffer_Release(&view);
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
static PyObject *drift_out(union found *found)
{
    parot_drift_result kept = found->drift;
    found->drift = (parot_drift_result){0};
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

static parot_status find_drift(parot_matrix reference, parot_matrix today, const void *how,
                               const parot_run *run, union found *found, parot_error *err)
{
    return parot_drift(reference, today, how, run, &found->drift, err);
}

static PyObject *core_drift(PyObject *module, PyObject *args)
{
    static const struct task task = {{"reference", "today"}, find_drift, drift_out, release_drift};
    parot_drift_options how;
    PyObject *before = NULL, *now = NULL, *options = NULL;
    long long splits = 0;
    (void)module;
    parot_drift_options_init(&how);
    if (!PyArg_ParseTuple(args, "OO(iiddL)O!", &before, &now, &how.scale, &how.metric, &how.level,
                          &how.room, &splits, &PyTuple_Type, &options))
        return NULL;
    how.splits = splits;
    return compare(&task, before, now, &how, options);
}

PyMethodDef task_methods[] = {
    {"align", core_align, METH_VARARGS,
     "align(source, target, how, anchors, source_features, target_features, options)"},
    {"register", core_register, METH_VARARGS, "register(source, target, how, options)"},
    {"drift", core_drift, METH_VARARGS, "drift(reference, today, how, options)"},
    {NULL, NULL, 0, NULL},
};
