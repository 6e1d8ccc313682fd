/* py_transport.c - costs, partial transport, the curve, the certificate. */

#include <stdio.h>
#include <stdlib.h>

#include "core.h"

/* ---- Results ------------------------------------------------------------ */

PyObject *info_out(const parot_info *info)
{
    return Py_BuildValue("(LLLLdd)", (long long)info->iterations, (long long)info->pivots,
                         (long long)info->passes, (long long)info->allocations, info->setup_seconds,
                         info->solve_seconds);
}

static void release_result(void *object)
{
    parot_result_free(object);
}

PyObject *plan_out(PyObject *owner, const parot_plan *plan)
{
    return Py_BuildValue("(LLNNN)", (long long)plan->rows, (long long)plan->cols,
                         array_out(owner, plan->row, plan->count, "i"),
                         array_out(owner, plan->col, plan->count, "i"),
                         array_out(owner, plan->mass, plan->count, "d"));
}

PyObject *result_out(parot_result *result)
{
    parot_result kept = *result;
    const parot_dual *dual = &kept.dual;
    *result = (parot_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_result);
    if (!owner)
        return NULL;
    PyObject *out =
        Py_BuildValue("(iNNNdddddN)", (int)kept.status, plan_out(owner, &kept.plan),
                      array_out(owner, dual->u, kept.plan.rows, "d"),
                      array_out(owner, dual->v, kept.plan.cols, "d"), dual->lambda, kept.mass,
                      kept.objective, kept.bound, kept.unmatched, info_out(&kept.info));
    Py_DECREF(owner);
    return out;
}

/* ---- Problems ----------------------------------------------------------- */

static int check_count(const char *name, const Py_buffer *view, int64_t count, const char *what)
{
    if (!view->obj || view->shape[0] == count)
        return 0;
    return refuse_count(name, view->shape[0], count, what);
}

static int clouds_in(struct request *request, PyObject *cost)
{
    PyObject *x = NULL, *y = NULL;
    parot_points_problem *clouds = &request->clouds;
    int metric = 0;
    if (!PyArg_ParseTuple(cost, "OOi", &x, &y, &metric) ||
        matrix_in(x, "x", &request->x, &clouds->x) < 0 ||
        matrix_in(y, "y", &request->y, &clouds->y) < 0)
        return -1;
    clouds->metric = (parot_metric)metric;
    request->has_clouds = 1;
    request->problem.cost = (parot_matrix){NULL, clouds->x.rows, clouds->y.rows, clouds->y.rows};
    return 0;
}

int request_open(struct request *request, PyObject *cost, PyObject *p, PyObject *q)
{
    parot_problem *problem = &request->problem;
    if ((PyTuple_Check(cost) ? clouds_in(request, cost)
                             : matrix_in(cost, "cost", &request->cost, &problem->cost)) < 0 ||
        vector_in(p, "p", &request->p, &problem->p) < 0 ||
        vector_in(q, "q", &request->q, &problem->q) < 0 ||
        check_count("p", &request->p, problem->cost.rows, "rows") < 0)
        return -1;
    return check_count("q", &request->q, problem->cost.cols, "columns");
}

void request_close(struct request *request)
{
    PyBuffer_Release(&request->cost);
    PyBuffer_Release(&request->p);
    PyBuffer_Release(&request->q);
    PyBuffer_Release(&request->x);
    PyBuffer_Release(&request->y);
    free(request->matrix);
}

/* Only signals interrupt it: limits and the progress function are for the solver, which has a plan
 * to give when it is stopped. */
static parot_status compute_costs(const parot_points_problem *clouds, double *cost,
                                  struct call *call)
{
    PyObject *progress = call->progress;
    parot_run run = call->run;
    run.time_limit = 0;
    call->progress = NULL;
    parot_status status = parot_cost(clouds->x, clouds->y, clouds->metric, &run, cost, &call->err);
    call->progress = progress;
    return status;
}

parot_status request_prepare(struct request *request, struct call *call)
{
    parot_problem *problem = &request->problem;
    parot_points_problem *clouds = &request->clouds;
    if (!request->has_clouds)
        return PAROT_OK;
    clouds->p = problem->p;
    clouds->q = problem->q;
    clouds->mass = problem->mass;
    request->is_matrix_free = parot_points_pay(clouds);
    if (request->is_matrix_free)
        return PAROT_OK;
    request->matrix =
        malloc((size_t)problem->cost.rows * (size_t)problem->cost.cols * sizeof *request->matrix);
    if (!request->matrix) {
        snprintf(call->err.message, sizeof call->err.message, "out of memory");
        return PAROT_ENOMEM;
    }
    problem->cost.data = request->matrix;
    return compute_costs(clouds, request->matrix, call);
}

/* ---- Prices ------------------------------------------------------------- */

/* What is asked for instead of a mass. */
struct terms {
    int has_price, has_prices;
    double price;
    parot_prices prices;
    Py_buffer source, target;
};

/* A number for all points of a side, or an array. */
static int side_in(PyObject *object, const char *name, Py_buffer *view, const double **data,
                   double *each)
{
    if (!PyFloat_Check(object))
        return vector_in(object, name, view, data);
    *each = PyFloat_AsDouble(object);
    return 0;
}

/* `price`: None for a mass, a number, or a pair of what side_in takes. */
static int terms_open(struct terms *terms, PyObject *price, const parot_problem *problem)
{
    parot_prices *prices = &terms->prices;
    PyObject *source = NULL, *target = NULL;
    terms->has_prices = PyTuple_Check(price);
    terms->has_price = price != Py_None && !terms->has_prices;
    if (terms->has_price)
        terms->price = PyFloat_AsDouble(price);
    if (!terms->has_prices)
        return PyErr_Occurred() ? -1 : 0;
    if (!PyArg_ParseTuple(price, "OO", &source, &target) ||
        side_in(source, "price[0]", &terms->source, &prices->source, &prices->source_each) < 0 ||
        side_in(target, "price[1]", &terms->target, &prices->target, &prices->target_each) < 0 ||
        check_count("price[0]", &terms->source, problem->cost.rows, "rows") < 0)
        return -1;
    return check_count("price[1]", &terms->target, problem->cost.cols, "columns");
}

static void terms_close(struct terms *terms)
{
    PyBuffer_Release(&terms->source);
    PyBuffer_Release(&terms->target);
}

/* ---- partial ------------------------------------------------------------ */

static parot_status solve_matrix(const parot_problem *problem, const struct terms *terms,
                                 struct call *call, parot_result *result)
{
    if (terms->has_prices)
        return parot_partial_prices(problem, &terms->prices, &call->run, result, &call->err);
    if (terms->has_price)
        return parot_partial_lagrange(problem, terms->price, &call->run, result, &call->err);
    return parot_partial(problem, &call->run, result, &call->err);
}

static parot_status solve_points(const parot_points_problem *clouds, const struct terms *terms,
                                 struct call *call, parot_result *result)
{
    if (terms->has_prices)
        return parot_partial_points_prices(clouds, &terms->prices, &call->run, result, &call->err);
    if (terms->has_price)
        return parot_partial_points_lagrange(clouds, terms->price, &call->run, result, &call->err);
    return parot_partial_points(clouds, &call->run, result, &call->err);
}

static PyObject *solve(struct request *request, const struct terms *terms, PyObject *options)
{
    struct call call;
    parot_result result = {0};
    if (call_begin(&call, options) < 0)
        return NULL;
    parot_status status = PAROT_OK;
    Py_BEGIN_ALLOW_THREADS;
    status = request_prepare(request, &call);
    if (status == PAROT_OK)
        status = request->is_matrix_free ? solve_points(&request->clouds, terms, &call, &result)
                                         : solve_matrix(&request->problem, terms, &call, &result);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end_with(&call, status, &result) < 0 ? NULL : result_out(&result);
    parot_result_free(&result);
    return out;
}

static PyObject *core_partial(PyObject *module, PyObject *args)
{
    struct request request = {0};
    struct terms terms = {0};
    PyObject *cost = NULL, *p = NULL, *q = NULL, *price = NULL, *options = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOdOO!", &cost, &p, &q, &request.problem.mass, &price,
                          &PyTuple_Type, &options))
        return NULL;
    if (request_open(&request, cost, p, q) == 0 && terms_open(&terms, price, &request.problem) == 0)
        out = solve(&request, &terms, options);
    terms_close(&terms);
    request_close(&request);
    return out;
}

/* ---- curve -------------------------------------------------------------- */

static void release_curve(void *object)
{
    parot_curve_free(object);
}

PyObject *curve_out(PyObject *owner, const parot_curve *curve)
{
    return Py_BuildValue(
        "(iNNNNNLN)", (int)curve->status, array_out(owner, curve->mass, curve->count, "d"),
        array_out(owner, curve->objective, curve->count, "d"),
        array_out(owner, curve->slope, curve->count > 0 ? curve->count - 1 : 0, "d"),
        array_out(owner, curve->enter, curve->rows, "d"),
        array_out(owner, curve->order, curve->rows, "i"), (long long)curve->elbow,
        info_out(&curve->info));
}

/* Takes over *curve, which is empty afterwards. */
static PyObject *curve_take(parot_curve *curve)
{
    parot_curve kept = *curve;
    *curve = (parot_curve){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_curve);
    PyObject *out = owner ? curve_out(owner, &kept) : NULL;
    Py_XDECREF(owner);
    return out;
}

static PyObject *trace(struct request *request, PyObject *options)
{
    struct call call;
    parot_curve curve = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = request_prepare(request, &call);
    if (status == PAROT_OK)
        status = request->is_matrix_free
                     ? parot_partial_points_curve(&request->clouds, &call.run, &curve, &call.err)
                     : parot_partial_curve(&request->problem, &call.run, &curve, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : curve_take(&curve);
    parot_curve_free(&curve);
    return out;
}

static PyObject *core_curve(PyObject *module, PyObject *args)
{
    struct request request = {0};
    PyObject *cost = NULL, *p = NULL, *q = NULL, *options = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOdO!", &cost, &p, &q, &request.problem.mass, &PyTuple_Type,
                          &options))
        return NULL;
    if (request_open(&request, cost, p, q) == 0)
        out = trace(&request, options);
    request_close(&request);
    return out;
}

static void release_masses(void *object)
{
    parot_mass_costs_free(object);
}

/* (status, mass, objective, slope, relative); takes over *costs. */
static PyObject *masses_out(parot_mass_costs *costs)
{
    parot_mass_costs kept = *costs;
    *costs = (parot_mass_costs){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_masses);
    if (!owner)
        return NULL;
    PyObject *out =
        Py_BuildValue("(iNNNN)", (int)kept.status, array_out(owner, kept.mass, kept.count, "d"),
                      array_out(owner, kept.objective, kept.count, "d"),
                      array_out(owner, kept.slope, kept.count, "d"),
                      array_out(owner, kept.relative, kept.count, "d"));
    Py_DECREF(owner);
    return out;
}

static PyObject *solve_masses(const struct request *request, const Py_buffer *masses,
                              PyObject *options)
{
    struct call call;
    parot_mass_costs costs = {0};
    parot_status status = PAROT_OK;
    parot_points_problem clouds = request->clouds;
    clouds.p = request->problem.p;
    clouds.q = request->problem.q;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_partial_points_masses(&clouds, masses->buf, masses->shape[0], &call.run, &costs,
                                         &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : masses_out(&costs);
    parot_mass_costs_free(&costs);
    return out;
}

static PyObject *core_masses(PyObject *module, PyObject *args)
{
    struct request request = {0};
    Py_buffer masses = {0};
    PyObject *clouds = NULL, *p = NULL, *q = NULL, *given = NULL, *options = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOOO!", &PyTuple_Type, &clouds, &p, &q, &given, &PyTuple_Type,
                          &options))
        return NULL;
    if (request_open(&request, clouds, p, q) == 0 && plain_in(given, "masses", "d", &masses) == 0)
        out = solve_masses(&request, &masses, options);
    PyBuffer_Release(&masses);
    request_close(&request);
    return out;
}

/* ---- certify ------------------------------------------------------------ */

int proof_open(struct proof *proof, PyObject *answer)
{
    PyObject *row = NULL, *col = NULL, *mass = NULL, *u = NULL, *v = NULL;
    parot_result *result = &proof->result;
    if (!PyArg_ParseTuple(answer, "OOOOOdd", &row, &col, &mass, &u, &v, &result->dual.lambda,
                          &result->mass) ||
        plain_in(row, "row", "i", &proof->row) < 0 || plain_in(col, "col", "i", &proof->col) < 0 ||
        plain_in(mass, "mass", "d", &proof->mass) < 0 || plain_in(u, "u", "d", &proof->u) < 0 ||
        plain_in(v, "v", "d", &proof->v) < 0)
        return -1;
    result->plan = (parot_plan){proof->u.shape[0], proof->v.shape[0], proof->row.shape[0],
                                proof->row.buf,    proof->col.buf,    proof->mass.buf};
    result->dual.u = proof->u.buf;
    result->dual.v = proof->v.buf;
    if (proof->col.shape[0] == result->plan.count && proof->mass.shape[0] == result->plan.count)
        return 0;
    PyErr_SetString(PyExc_ValueError, "row, col and mass of the plan differ in length");
    return -1;
}

void proof_close(struct proof *proof)
{
    PyBuffer_Release(&proof->row);
    PyBuffer_Release(&proof->col);
    PyBuffer_Release(&proof->mass);
    PyBuffer_Release(&proof->u);
    PyBuffer_Release(&proof->v);
}

PyObject *check_out(const parot_check *check)
{
    return Py_BuildValue("(Odddddddd)",
                         parot_is_proved(check, PAROT_PROOF_TOLERANCE) ? Py_True : Py_False,
                         check->excess, check->relative, check->infeasible, check->bound,
                         check->primal, check->dual, check->slackness, check->relative_gap);
}

static parot_status certify_matrix(const parot_problem *problem, const struct terms *terms,
                                   const parot_result *result, struct call *call,
                                   parot_check *check)
{
    const parot_run *run = &call->run;
    if (terms->has_prices)
        return parot_certify_prices(problem, &terms->prices, result, run, check, &call->err);
    if (terms->has_price)
        return parot_certify_price(problem, terms->price, result, run, check, &call->err);
    return parot_certify(problem, result, run, check, &call->err);
}

static parot_status certify_points(const parot_points_problem *clouds, const struct terms *terms,
                                   const parot_result *result, struct call *call,
                                   parot_check *check)
{
    const parot_run *run = &call->run;
    if (terms->has_prices)
        return parot_certify_points_prices(clouds, &terms->prices, result, run, check, &call->err);
    if (terms->has_price)
        return parot_certify_points_price(clouds, terms->price, result, run, check, &call->err);
    return parot_certify_points(clouds, result, run, check, &call->err);
}

static PyObject *certify(struct request *request, const struct terms *terms,
                         const parot_result *result)
{
    struct call call = {0};
    parot_check check = {0};
    parot_status status = PAROT_OK;
    call_begin_plain(&call);
    Py_BEGIN_ALLOW_THREADS;
    status = request_prepare(request, &call);
    if (status == PAROT_OK)
        status = request->is_matrix_free
                     ? certify_points(&request->clouds, terms, result, &call, &check)
                     : certify_matrix(&request->problem, terms, result, &call, &check);
    Py_END_ALLOW_THREADS;
    if (call_end(&call, status) < 0)
        return NULL;
    return check_out(&check);
}

static PyObject *core_certify(PyObject *module, PyObject *args)
{
    struct request request = {0};
    struct proof proof = {0};
    struct terms terms = {0};
    PyObject *cost = NULL, *p = NULL, *q = NULL, *price = NULL, *answer = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOdOO!", &cost, &p, &q, &request.problem.mass, &price,
                          &PyTuple_Type, &answer))
        return NULL;
    if (request_open(&request, cost, p, q) == 0 &&
        terms_open(&terms, price, &request.problem) == 0 && proof_open(&proof, answer) == 0)
        out = certify(&request, &terms, &proof.result);
    terms_close(&terms);
    proof_close(&proof);
    request_close(&request);
    return out;
}

/* ---- judge --------------------------------------------------------------- */

/* Entries of a plan, borrowed. `entries`: (row, col, mass) */
struct entries {
    parot_plan plan;
    Py_buffer row, col, mass;
};

static int entries_open(struct entries *entries, PyObject *object, const parot_problem *problem)
{
    PyObject *row = NULL, *col = NULL, *mass = NULL;
    if (!PyArg_ParseTuple(object, "OOO", &row, &col, &mass) ||
        plain_in(row, "row", "i", &entries->row) < 0 ||
        plain_in(col, "col", "i", &entries->col) < 0 ||
        plain_in(mass, "mass", "d", &entries->mass) < 0)
        return -1;
    entries->plan = (parot_plan){problem->cost.rows, problem->cost.cols, entries->row.shape[0],
                                 entries->row.buf,   entries->col.buf,   entries->mass.buf};
    if (entries->col.shape[0] == entries->plan.count &&
        entries->mass.shape[0] == entries->plan.count)
        return 0;
    PyErr_SetString(PyExc_ValueError, "row, col and mass of the plan differ in length");
    return -1;
}

static void entries_close(struct entries *entries)
{
    PyBuffer_Release(&entries->row);
    PyBuffer_Release(&entries->col);
    PyBuffer_Release(&entries->mass);
}

static PyObject *judgement_out(parot_status status, const parot_judgement *judgement)
{
    return Py_BuildValue("(isdddddddddLLddLN)", (int)status, parot_verdict_name(judgement->verdict),
                         judgement->mass, judgement->wanted, judgement->objective,
                         judgement->optimum, judgement->bound, judgement->excess, judgement->above,
                         judgement->missed, judgement->missed_relative, (long long)judgement->row,
                         (long long)judgement->col, judgement->row_excess, judgement->col_excess,
                         (long long)judgement->entry, check_out(&judgement->check));
}

static PyObject *judge(struct request *request, const parot_given_plan *given, PyObject *options)
{
    struct call call;
    parot_judgement judgement = {0};
    if (call_begin(&call, options) < 0)
        return NULL;
    parot_status status = PAROT_OK;
    Py_BEGIN_ALLOW_THREADS;
    status = request_prepare(request, &call);
    if (status == PAROT_OK)
        status = request->is_matrix_free
                     ? parot_judge_points(&request->clouds, given, &call.run, &judgement, &call.err)
                     : parot_judge(&request->problem, given, &call.run, &judgement, &call.err);
    Py_END_ALLOW_THREADS;
    return call_end(&call, status) < 0 ? NULL : judgement_out(status, &judgement);
}

static PyObject *core_judge(PyObject *module, PyObject *args)
{
    struct request request = {0};
    struct entries entries = {0};
    struct terms terms = {0};
    parot_given_plan given = {0};
    PyObject *cost = NULL, *p = NULL, *q = NULL, *price = NULL, *plan = NULL, *options = NULL;
    PyObject *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOdOdO!O!", &cost, &p, &q, &request.problem.mass, &price,
                          &given.tolerance, &PyTuple_Type, &plan, &PyTuple_Type, &options))
        return NULL;
    if (request_open(&request, cost, p, q) == 0 &&
        terms_open(&terms, price, &request.problem) == 0 &&
        entries_open(&entries, plan, &request.problem) == 0) {
        if (terms.has_price)
            terms.prices.source_each = terms.price;
        given.plan = entries.plan;
        given.prices = terms.has_price || terms.has_prices ? &terms.prices : NULL;
        out = judge(&request, &given, options);
    }
    entries_close(&entries);
    terms_close(&terms);
    request_close(&request);
    return out;
}

/* ---- cost --------------------------------------------------------------- */

struct clouds {
    parot_matrix x, y;
    double *cost;
    Py_buffer x_view, y_view, cost_view;
};

static PyObject *measure(const struct clouds *clouds, int metric, PyObject *options)
{
    struct call call;
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status =
        parot_cost(clouds->x, clouds->y, (parot_metric)metric, &call.run, clouds->cost, &call.err);
    Py_END_ALLOW_THREADS;
    if (call_end(&call, status) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *core_cost(PyObject *module, PyObject *args)
{
    struct clouds clouds = {0};
    PyObject *x = NULL, *y = NULL, *cost = NULL, *options = NULL, *out = NULL;
    int metric = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOiOO!", &x, &y, &metric, &cost, &PyTuple_Type, &options))
        return NULL;
    if (matrix_in(x, "x", &clouds.x_view, &clouds.x) == 0 &&
        matrix_in(y, "y", &clouds.y_view, &clouds.y) == 0 &&
        output_in(cost, "cost", clouds.x.rows * clouds.y.rows, &clouds.cost_view, &clouds.cost) ==
            0)
        out = measure(&clouds, metric, options);
    PyBuffer_Release(&clouds.x_view);
    PyBuffer_Release(&clouds.y_view);
    PyBuffer_Release(&clouds.cost_view);
    return out;
}

PyMethodDef transport_methods[] = {
    {"partial", core_partial, METH_VARARGS, "partial(cost, p, q, mass, price, options)"},
    {"curve", core_curve, METH_VARARGS, "curve(cost, p, q, mass, options)"},
    {"masses", core_masses, METH_VARARGS, "masses(clouds, p, q, masses, options)"},
    {"certify", core_certify, METH_VARARGS, "certify(cost, p, q, mass, price, answer)"},
    {"judge", core_judge, METH_VARARGS, "judge(cost, p, q, mass, price, tolerance, plan, options)"},
    {"cost", core_cost, METH_VARARGS, "cost(x, y, metric, out, options)"},
    {NULL, NULL, 0, NULL},
};
