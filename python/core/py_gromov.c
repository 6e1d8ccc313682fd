/* py_gromov.c - partial (fused) Gromov-Wasserstein and its derivatives. */
#include "core.h"

struct spaces {
    parot_gromov_problem problem;
    Py_buffer source, target, cost, p, q;
};

static int check_count(const char *name, const Py_buffer *view, int64_t count)
{
    if (!view->obj || view->shape[0] == count)
        return 0;
    return refuse_count(name, view->shape[0], count, "points");
}

/* `args`: (source, target, cost, alpha, loss, p, q, mass) */
static int spaces_open(struct spaces *request, PyObject *args)
{
    parot_gromov_problem *problem = &request->problem;
    PyObject *source = NULL, *target = NULL, *cost = NULL, *p = NULL, *q = NULL;
    int loss = 0;
    if (!PyArg_ParseTuple(args, "OOOdiOOd", &source, &target, &cost, &problem->alpha, &loss, &p, &q,
                          &problem->mass))
        return -1;
    problem->loss = (parot_loss)loss;
    if (matrix_in(source, "source", &request->source, &problem->source) < 0 ||
        matrix_in(target, "target", &request->target, &problem->target) < 0 ||
        matrix_in(cost, "cost", &request->cost, &problem->cost) < 0 ||
        vector_in(p, "p", &request->p, &problem->p) < 0 ||
        vector_in(q, "q", &request->q, &problem->q) < 0 ||
        check_count("p", &request->p, problem->source.rows) < 0)
        return -1;
    return check_count("q", &request->q, problem->target.rows);
}

static void spaces_close(struct spaces *request)
{
    PyBuffer_Release(&request->source);
    PyBuffer_Release(&request->target);
    PyBuffer_Release(&request->cost);
    PyBuffer_Release(&request->p);
    PyBuffer_Release(&request->q);
}

/* How to search, and the anchors that it borrows. */
struct search {
    parot_gromov_options options;
    Py_buffer anchors;
};

/* `how`: (tolerance, starts, restarts, steps, anchors); anchors: int32, all rows of the source and
 * then those of the target, or None */
static int search_open(struct search *search, PyObject *how)
{
    parot_gromov_options *options = &search->options;
    PyObject *anchors = NULL;
    int steps = 0;
    parot_gromov_options_init(options);
    if (!PyArg_ParseTuple(how, "dIiiO", &options->tolerance, &options->starts, &options->restarts,
                          &steps, &anchors))
        return -1;
    options->steps = (parot_steps)steps;
    if (anchors == Py_None)
        return 0;
    if (PyObject_GetBuffer(anchors, &search->anchors, PyBUF_C_CONTIGUOUS) < 0)
        return -1;
    options->anchors = search->anchors.len / (2 * (int64_t)sizeof(int32_t));
    options->anchor_source = search->anchors.buf;
    options->anchor_target = options->anchor_source + options->anchors;
    return 0;
}

static void search_close(struct search *search)
{
    PyBuffer_Release(&search->anchors);
}

/* ---- Answers ------------------------------------------------------------ */

PyObject *trial_out(PyObject *owner, const parot_trial *trial, const double *differs)
{
    PyObject *start = PyUnicode_FromString(parot_start_name(trial->start));
    PyObject *objectives = array_out(owner, trial->objectives, trial->history, "d");
    PyObject *stationarities = array_out(owner, trial->stationarities, trial->history, "d");
    return Py_BuildValue(differs ? "(NiiddLNNd)" : "(NiiddLNN)", start, (int)trial->number,
                         (int)trial->status, trial->objective, trial->stationarity,
                         (long long)trial->iterations, objectives, stationarities,
                         differs ? *differs : 0);
}

static PyObject *trials_out(PyObject *owner, const parot_gromov_result *result)
{
    PyObject *list = PyList_New(0);
    for (int64_t k = 0; list && k < result->trials; k++) {
        PyObject *item = trial_out(owner, &result->trial[k], NULL);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static void release_answer(void *object)
{
    parot_gromov_result_free(object);
}

/* (transport, stationarity, best, trials, moved, objectives, stationarities, asymmetry of source,
 * of target) */
static PyObject *gromov_out(parot_gromov_result *result)
{
    int64_t rows = result->transport.plan.rows;
    PyObject *transport = result_out(&result->transport);
    if (!transport)
        return NULL;
    parot_gromov_result kept = *result;
    *result = (parot_gromov_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_answer);
    if (!owner) {
        Py_DECREF(transport);
        return NULL;
    }
    PyObject *out = Py_BuildValue("(NdLNNNNdd)", transport, kept.stationarity, (long long)kept.best,
                                  trials_out(owner, &kept),
                                  array_out(owner, kept.moved, kept.trials * rows, "d"),
                                  array_out(owner, kept.objectives, kept.history, "d"),
                                  array_out(owner, kept.stationarities, kept.history, "d"),
                                  kept.asymmetry[0], kept.asymmetry[1]);
    Py_DECREF(owner);
    return out;
}

/* ---- Solving ------------------------------------------------------------ */

/* Of one of the two problems; the other is NULL. */
static PyObject *solve(const parot_gromov_problem *problem,
                       const parot_gromov_points_problem *points, const parot_gromov_options *how,
                       PyObject *options)
{
    struct call call;
    parot_gromov_result result = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = points ? parot_gromov_points(points, how, &call.run, &result, &call.err)
                    : parot_gromov(problem, how, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : gromov_out(&result);
    parot_gromov_result_free(&result);
    return out;
}

/* `args`: problem, how, start, options */
static PyObject *core_gromov(PyObject *module, PyObject *args)
{
    struct spaces request = {0};
    struct search search = {0};
    Py_buffer view = {0};
    PyObject *problem = NULL, *how = NULL, *start = NULL, *options = NULL, *out = NULL;
    double *plan = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!OO!", &PyTuple_Type, &problem, &PyTuple_Type, &how, &start,
                          &PyTuple_Type, &options))
        return NULL;
    if (spaces_open(&request, problem) == 0 && search_open(&search, how) == 0 &&
        output_in(start, "start", request.problem.source.rows * request.problem.target.rows, &view,
                  &plan) == 0) {
        search.options.start = plan;
        out = solve(&request.problem, NULL, &search.options, options);
    }
    PyBuffer_Release(&view);
    search_close(&search);
    spaces_close(&request);
    return out;
}

/* Points instead of distances. */
struct clouds {
    parot_gromov_points_problem problem;
    Py_buffer x, y, p, q, u, w;
};

/* `args`: (x, y, p, q, mass, metric, x_features, y_features, alpha) */
static int clouds_open(struct clouds *clouds, PyObject *args)
{
    parot_gromov_points_problem *problem = &clouds->problem;
    PyObject *x = NULL, *y = NULL, *p = NULL, *q = NULL, *u = NULL, *w = NULL;
    parot_matrix u_table = {0}, w_table = {0};
    int metric = 0;
    if (!PyArg_ParseTuple(args, "OOOOdiOOd", &x, &y, &p, &q, &problem->mass, &metric, &u, &w,
                          &problem->alpha))
        return -1;
    problem->metric = (parot_metric)metric;
    if (matrix_in(x, "x", &clouds->x, &problem->x) < 0 ||
        matrix_in(y, "y", &clouds->y, &problem->y) < 0 ||
        vector_in(p, "p", &clouds->p, &problem->p) < 0 ||
        vector_in(q, "q", &clouds->q, &problem->q) < 0 ||
        check_count("p", &clouds->p, problem->x.rows) < 0 ||
        check_count("q", &clouds->q, problem->y.rows) < 0 ||
        matrix_in(u, "x_features", &clouds->u, &u_table) < 0 ||
        matrix_in(w, "y_features", &clouds->w, &w_table) < 0 ||
        check_count("x_features", &clouds->u, problem->x.rows) < 0 ||
        check_count("y_features", &clouds->w, problem->y.rows) < 0)
        return -1;
    problem->x_features = u_table.data;
    problem->y_features = w_table.data;
    problem->features = u_table.cols; /* of both: the caller has compared them */
    return 0;
}

static void clouds_close(struct clouds *clouds)
{
    PyBuffer_Release(&clouds->x);
    PyBuffer_Release(&clouds->y);
    PyBuffer_Release(&clouds->p);
    PyBuffer_Release(&clouds->q);
    PyBuffer_Release(&clouds->u);
    PyBuffer_Release(&clouds->w);
}

/* `args`: problem, how, options */
static PyObject *core_gromov_points(PyObject *module, PyObject *args)
{
    struct clouds clouds = {0};
    struct search search = {0};
    PyObject *problem = NULL, *how = NULL, *options = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyTuple_Type, &problem, &PyTuple_Type, &how,
                          &PyTuple_Type, &options))
        return NULL;
    if (clouds_open(&clouds, problem) == 0 && search_open(&search, how) == 0)
        out = solve(NULL, &clouds.problem, &search.options, options);
    search_close(&search);
    clouds_close(&clouds);
    return out;
}

/* ---- With an entropy ---------------------------------------------------- */

static void release_entropic(void *object)
{
    parot_gromov_entropic_result_free(object);
}

/* (status, plan, u, v, lambda, mass, objective, regularised, stationarity, change, inner, changes,
 * info) */
static PyObject *entropic_out(parot_gromov_entropic_result *result)
{
    parot_gromov_entropic_result kept = *result;
    *result = (parot_gromov_entropic_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_entropic);
    if (!owner)
        return NULL;
    PyObject *out = Py_BuildValue(
        "(iNNNddddddLNN)", (int)kept.status,
        array_out(owner, kept.plan, kept.rows * kept.cols, "d"),
        array_out(owner, kept.dual.u, kept.rows, "d"),
        array_out(owner, kept.dual.v, kept.cols, "d"), kept.dual.lambda, kept.mass, kept.objective,
        kept.regularised, kept.stationarity, kept.change, (long long)kept.inner,
        array_out(owner, kept.changes, kept.history, "d"), info_out(&kept.info));
    Py_DECREF(owner);
    return out;
}

static PyObject *solve_entropic(const parot_gromov_entropic_problem *problem, PyObject *options)
{
    struct call call;
    parot_gromov_entropic_result result = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_gromov_entropic(problem, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : entropic_out(&result);
    parot_gromov_entropic_result_free(&result);
    return out;
}

/* `args`: problem, (reg, tolerance, start), options */
static PyObject *core_gromov_entropic(PyObject *module, PyObject *args)
{
    struct spaces request = {0};
    parot_gromov_entropic_problem entropic = {0};
    Py_buffer view = {0};
    PyObject *problem = NULL, *start = NULL, *options = NULL, *out = NULL;
    double *plan = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!(ddO)O!", &PyTuple_Type, &problem, &entropic.reg,
                          &entropic.tolerance, &start, &PyTuple_Type, &options))
        return NULL;
    if (spaces_open(&request, problem) == 0 &&
        output_in(start, "start", request.problem.source.rows * request.problem.target.rows, &view,
                  &plan) == 0) {
        entropic.gromov = request.problem;
        entropic.start = plan;
        out = solve_entropic(&entropic, options);
    }
    PyBuffer_Release(&view);
    spaces_close(&request);
    return out;
}

/* ---- All masses --------------------------------------------------------- */

/* (shares, total, results, has_elbow, elbow, low, high, bend, status, descents) */
static PyObject *path_out(parot_gromov_path_result *path)
{
    PyObject *shares = PyList_New(0), *results = PyList_New(0);
    int is_fine = shares && results;
    for (int64_t k = 0; is_fine && k < path->count; k++) {
        PyObject *share = PyFloat_FromDouble(path->share[k]);
        PyObject *result = gromov_out(&path->result[k]);
        is_fine = share && result && PyList_Append(shares, share) == 0 &&
                  PyList_Append(results, result) == 0;
        Py_XDECREF(share);
        Py_XDECREF(result);
    }
    if (is_fine)
        return Py_BuildValue("(NdNiddddiL)", shares, path->total, results, (int)path->has_elbow,
                             path->elbow, path->low, path->high, path->bend, (int)path->status,
                             (long long)path->descents);
    Py_XDECREF(shares);
    Py_XDECREF(results);
    return NULL;
}

/* Of one of the two problems; the other is NULL. */
static PyObject *follow_path(const parot_gromov_problem *problem,
                             const parot_gromov_points_problem *points,
                             const parot_gromov_path_options *path, const parot_gromov_options *how,
                             PyObject *options)
{
    struct call call;
    parot_gromov_path_result result = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = points ? parot_gromov_points_path(points, path, how, &call.run, &result, &call.err)
                    : parot_gromov_path(problem, path, how, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : path_out(&result);
    parot_gromov_path_result_free(&result);
    return out;
}

/* `args`: problem, how, (least, masses, is_plain), options */
static PyObject *path_of(PyObject *args, int has_points)
{
    struct spaces request = {0};
    struct clouds clouds = {0};
    struct search search = {0};
    parot_gromov_path_options path;
    PyObject *problem = NULL, *how = NULL, *options = NULL, *out = NULL;
    parot_gromov_path_options_init(&path);
    if (!PyArg_ParseTuple(args, "O!O!(dii)O!", &PyTuple_Type, &problem, &PyTuple_Type, &how,
                          &path.least, &path.masses, &path.is_plain, &PyTuple_Type, &options))
        return NULL;
    if ((has_points ? clouds_open(&clouds, problem) : spaces_open(&request, problem)) == 0 &&
        search_open(&search, how) == 0)
        out = follow_path(&request.problem, has_points ? &clouds.problem : NULL, &path,
                          &search.options, options);
    search_close(&search);
    clouds_close(&clouds);
    spaces_close(&request);
    return out;
}

static PyObject *core_gromov_path(PyObject *module, PyObject *args)
{
    (void)module;
    return path_of(args, 0);
}

static PyObject *core_gromov_points_path(PyObject *module, PyObject *args)
{
    (void)module;
    return path_of(args, 1);
}

/* A plan of a path, as Python keeps it. */
struct kept_plan {
    double share;
    Py_buffer row, col, mass;
};

static int kept_open(struct kept_plan *kept, PyObject *item, int64_t n, int64_t m,
                     parot_gromov_result *result)
{
    PyObject *row = NULL, *col = NULL, *mass = NULL;
    if (!PyArg_ParseTuple(item, "dOOO", &kept->share, &row, &col, &mass) ||
        plain_in(row, "rows", "i", &kept->row) < 0 || plain_in(col, "cols", "i", &kept->col) < 0 ||
        plain_in(mass, "mass", "d", &kept->mass) < 0)
        return -1;
    result->transport.plan =
        (parot_plan){n, m, kept->row.shape[0], kept->row.buf, kept->col.buf, kept->mass.buf};
    return 0;
}

enum { NEIGHBOURS = 2 };

/* Of one of the two problems; the other is NULL. */
static PyObject *solve_at(const parot_gromov_problem *problem,
                          const parot_gromov_points_problem *points,
                          const parot_gromov_path_result *path, const parot_gromov_options *how,
                          PyObject *options)
{
    struct call call;
    parot_gromov_result result = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = points ? parot_gromov_points_path_at(points, path, how, &call.run, &result, &call.err)
                    : parot_gromov_path_at(problem, path, how, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : gromov_out(&result);
    parot_gromov_result_free(&result);
    return out;
}

/* `args`: problem, how, (total, one or two neighbours), options; a neighbour is (share, rows, cols,
 * mass) */
static PyObject *path_at_of(PyObject *args, int has_points)
{
    struct spaces request = {0};
    struct clouds clouds = {0};
    struct kept_plan kept[NEIGHBOURS] = {{0}};
    double share[NEIGHBOURS] = {0};
    parot_gromov_result plans[NEIGHBOURS] = {{{{0}}}};
    struct search search = {0};
    parot_gromov_path_result path = {.share = share, .result = plans};
    PyObject *problem = NULL, *how = NULL, *items = NULL, *options = NULL, *out = NULL;
    if (!PyArg_ParseTuple(args, "O!O!(dO!)O!", &PyTuple_Type, &problem, &PyTuple_Type, &how,
                          &path.total, &PyTuple_Type, &items, &PyTuple_Type, &options))
        return NULL;
    int is_fine =
        (has_points ? clouds_open(&clouds, problem) : spaces_open(&request, problem)) == 0 &&
        search_open(&search, how) == 0;
    int64_t n = has_points ? clouds.problem.x.rows : request.problem.source.rows;
    int64_t m = has_points ? clouds.problem.y.rows : request.problem.target.rows;
    path.count = PyTuple_Size(items) < NEIGHBOURS ? PyTuple_Size(items) : NEIGHBOURS;
    for (int64_t k = 0; is_fine && k < path.count; k++) {
        is_fine = kept_open(&kept[k], PyTuple_GetItem(items, k), n, m, &plans[k]) == 0;
        share[k] = kept[k].share;
    }
    if (is_fine)
        out = solve_at(&request.problem, has_points ? &clouds.problem : NULL, &path,
                       &search.options, options);
    for (int k = 0; k < NEIGHBOURS; k++) {
        PyBuffer_Release(&kept[k].row);
        PyBuffer_Release(&kept[k].col);
        PyBuffer_Release(&kept[k].mass);
    }
    search_close(&search);
    clouds_close(&clouds);
    spaces_close(&request);
    return out;
}

static PyObject *core_gromov_path_at(PyObject *module, PyObject *args)
{
    (void)module;
    return path_at_of(args, 0);
}

static PyObject *core_gromov_points_path_at(PyObject *module, PyObject *args)
{
    (void)module;
    return path_at_of(args, 1);
}

/* ---- Derivatives -------------------------------------------------------- */

struct slopes {
    parot_plan plan;
    double *source, *target, *cost;
    Py_buffer row, col, mass, source_view, target_view, cost_view;
};

/* `plan`: (row, col, mass); `out`: (source, target, cost), each an array to fill or None */
static int slopes_open(struct slopes *slopes, int64_t n, int64_t m, PyObject *plan, PyObject *out)
{
    PyObject *row = NULL, *col = NULL, *mass = NULL, *source = NULL, *target = NULL, *cost = NULL;
    if (!PyArg_ParseTuple(plan, "OOO", &row, &col, &mass) ||
        !PyArg_ParseTuple(out, "OOO", &source, &target, &cost) ||
        plain_in(row, "rows", "i", &slopes->row) < 0 ||
        plain_in(col, "cols", "i", &slopes->col) < 0 ||
        plain_in(mass, "mass", "d", &slopes->mass) < 0 ||
        output_in(source, "source", n * n, &slopes->source_view, &slopes->source) < 0 ||
        output_in(target, "target", m * m, &slopes->target_view, &slopes->target) < 0 ||
        output_in(cost, "cost", n * m, &slopes->cost_view, &slopes->cost) < 0)
        return -1;
    slopes->plan = (parot_plan){
        n, m, slopes->row.shape[0], slopes->row.buf, slopes->col.buf, slopes->mass.buf};
    return 0;
}

static void slopes_close(struct slopes *slopes)
{
    PyBuffer_Release(&slopes->row);
    PyBuffer_Release(&slopes->col);
    PyBuffer_Release(&slopes->mass);
    PyBuffer_Release(&slopes->source_view);
    PyBuffer_Release(&slopes->target_view);
    PyBuffer_Release(&slopes->cost_view);
}

static PyObject *differentiate(const parot_gromov_problem *problem, struct slopes *slopes,
                               PyObject *options)
{
    struct call call;
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_gromov_gradient(problem, &slopes->plan, &call.run,
                                   &(parot_gromov_derivatives){.source = slopes->source,
                                                               .target = slopes->target,
                                                               .cost = slopes->cost},
                                   &call.err);
    Py_END_ALLOW_THREADS;
    if (call_end(&call, status) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *core_gromov_gradient(PyObject *module, PyObject *args)
{
    struct spaces request = {0};
    struct slopes slopes = {0};
    PyObject *problem = NULL, *plan = NULL, *into = NULL, *options = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!O!O!", &PyTuple_Type, &problem, &PyTuple_Type, &plan,
                          &PyTuple_Type, &into, &PyTuple_Type, &options))
        return NULL;
    if (spaces_open(&request, problem) == 0 &&
        slopes_open(&slopes, request.problem.source.rows, request.problem.target.rows, plan,
                    into) == 0)
        out = differentiate(&request.problem, &slopes, options);
    slopes_close(&slopes);
    spaces_close(&request);
    return out;
}

/* ---- Distances along a graph -------------------------------------------- */

/* `args`: x, neighbours, out, options; returns the number of components */
static PyObject *core_geodesic_distances(PyObject *module, PyObject *args)
{
    Py_buffer view = {0}, into_view = {0};
    PyObject *x = NULL, *into = NULL, *options = NULL, *out = NULL;
    parot_matrix points = {0};
    double *distances = NULL;
    long long neighbours = 0;
    int64_t components = 0;
    struct call call;
    (void)module;
    if (!PyArg_ParseTuple(args, "OLOO!", &x, &neighbours, &into, &PyTuple_Type, &options))
        return NULL;
    if (matrix_in(x, "x", &view, &points) == 0 &&
        output_in(into, "distances", points.rows * points.rows, &into_view, &distances) == 0 &&
        call_begin(&call, options) == 0) {
        parot_status status = PAROT_OK;
        Py_BEGIN_ALLOW_THREADS;
        status = parot_geodesic_distances(points, neighbours, &call.run, distances, &components,
                                          &call.err);
        Py_END_ALLOW_THREADS;
        if (call_end(&call, status) == 0)
            out = PyLong_FromLongLong(components);
    }
    PyBuffer_Release(&view);
    PyBuffer_Release(&into_view);
    return out;
}

PyMethodDef gromov_methods[] = {
    {"geodesic_distances", core_geodesic_distances, METH_VARARGS,
     "geodesic_distances(x, neighbours, out, options)"},
    {"gromov", core_gromov, METH_VARARGS, "gromov(problem, how, start, options)"},
    {"gromov_points", core_gromov_points, METH_VARARGS, "gromov_points(problem, how, options)"},
    {"gromov_entropic", core_gromov_entropic, METH_VARARGS,
     "gromov_entropic(problem, how, options)"},
    {"gromov_path", core_gromov_path, METH_VARARGS, "gromov_path(problem, how, path, options)"},
    {"gromov_path_at", core_gromov_path_at, METH_VARARGS,
     "gromov_path_at(problem, how, path, options)"},
    {"gromov_points_path", core_gromov_points_path, METH_VARARGS,
     "gromov_points_path(problem, how, path, options)"},
    {"gromov_points_path_at", core_gromov_points_path_at, METH_VARARGS,
     "gromov_points_path_at(problem, how, path, options)"},
    {"gromov_gradient", core_gromov_gradient, METH_VARARGS,
     "gromov_gradient(problem, plan, into, options)"},
    {NULL, NULL, 0, NULL},
};
