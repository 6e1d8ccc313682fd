/* py_summary.c - results of Python as a parot_summary, which the library draws and writes down. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/pu_settings.h"
#include "py_io.h"

/* What a summary borrows that is not an array of Python. */
struct subject {
    parot_summary summary;
    parot_run run;
    parot_problem problem;
    parot_result transport;
    parot_gromov_problem spaces;
    parot_gromov_result gromov;
    parot_register_options register_options;
    parot_register_result registered;
    parot_pu_options pu_options;
    parot_pu_result labels;
    parot_pu_prior_result estimate;
    parot_pu_trust trust;
    parot_pu_calibration calibration;
    parot_pu_sensitivity_result sensitivity;
    const double *propensity;        /* of the positives; NULL: none */
    parot_pu_columns_result columns; /* owned: see release */
    parot_check check;
    double price;
};

typedef int (*reader)(PyObject *kept, PyObject *parts, struct subject *subject);

/* ---- Parts of results --------------------------------------------------- */

static void *writable(const void *data)
{
    return (void *)(uintptr_t)data; /* the library reads it only */
}

/* (rows, cols, row, col, mass, moved, lambda, objective, bound, status) */
static int read_transport(PyObject *kept, PyObject *object, parot_result *result)
{
    PyObject *row = NULL, *col = NULL, *mass = NULL;
    long long rows = 0, cols = 0;
    const void *data[3] = {NULL};
    int64_t count = -1;
    int status = 0;
    if (!PyArg_ParseTuple(object, "LLOOOddddi", &rows, &cols, &row, &col, &mass, &result->mass,
                          &result->dual.lambda, &result->objective, &result->bound, &status) ||
        kept_vector(kept, row, "i", &count, &data[0]) < 0 ||
        kept_vector(kept, col, "i", &count, &data[1]) < 0 ||
        kept_vector(kept, mass, "d", &count, &data[2]) < 0)
        return -1;
    result->status = (parot_status)status;
    result->plan = (parot_plan){.rows = rows,
                                .cols = cols,
                                .count = count,
                                .row = writable(data[0]),
                                .col = writable(data[1]),
                                .mass = writable(data[2])};
    return 0;
}

/* p and q, as long as the sides of the plan */
static int read_weights(PyObject *kept, PyObject *pair, const parot_plan *plan, const double **p,
                        const double **q)
{
    PyObject *source = NULL, *target = NULL;
    const void *data[2] = {NULL};
    int64_t rows = plan->rows, cols = plan->cols;
    if (!PyArg_ParseTuple(pair, "OO", &source, &target) ||
        kept_vector(kept, source, "d", &rows, &data[0]) < 0 ||
        kept_vector(kept, target, "d", &cols, &data[1]) < 0)
        return -1;
    *p = data[0];
    *q = data[1];
    return 0;
}

/* A Check of Python, or None: *check is NULL then. */
static int read_check(PyObject *object, parot_check *room, const parot_check **check)
{
    int is_proved = 0;
    *check = object == Py_None ? NULL : room;
    return object == Py_None ||
                   PyArg_ParseTuple(object, "pdddddddd", &is_proved, &room->excess, &room->relative,
                                    &room->infeasible, &room->bound, &room->primal, &room->dual,
                                    &room->slackness, &room->relative_gap)
               ? 0
               : -1;
}

/* [(start, number, status, objective, stationarity, iterations, objectives, stationarities)] */
static int read_trial(PyObject *kept, PyObject *item, parot_trial *trial)
{
    PyObject *objectives = NULL, *stationarities = NULL;
    const void *data[2] = {NULL};
    long long iterations = 0;
    int start = 0, number = 0, status = 0;
    int64_t count = -1;
    if (!PyArg_ParseTuple(item, "iiiddLOO", &start, &number, &status, &trial->objective,
                          &trial->stationarity, &iterations, &objectives, &stationarities) ||
        kept_vector(kept, objectives, "d", &count, &data[0]) < 0 ||
        kept_vector(kept, stationarities, "d", &count, &data[1]) < 0)
        return -1;
    trial->start = (parot_start)start;
    trial->number = (int32_t)number;
    trial->status = (parot_status)status;
    trial->iterations = iterations;
    trial->history = count < 0 ? 0 : count;
    trial->objectives = writable(data[0]);
    trial->stationarities = writable(data[1]);
    return 0;
}

static int refuse_index(void)
{
    PyErr_SetString(PyExc_ValueError, "trials: best and rival must be among them");
    return -1;
}

/* ---- Kinds -------------------------------------------------------------- */

/* (transport, (p, q), check, price, metric, cost) */
static int read_partial(PyObject *kept, PyObject *parts, struct subject *subject)
{
    parot_summary_partial *partial = &subject->summary.of.partial;
    PyObject *transport = NULL, *weights = NULL, *check = NULL, *price = NULL, *cost = NULL;
    if (!PyArg_ParseTuple(parts, "OOOOzO", &transport, &weights, &check, &price, &partial->metric,
                          &cost) ||
        read_transport(kept, transport, &subject->transport) < 0 ||
        read_weights(kept, weights, &subject->transport.plan, &subject->problem.p,
                     &subject->problem.q) < 0 ||
        read_check(check, &subject->check, &partial->check) < 0 ||
        kept_matrix(kept, cost, &subject->problem.cost) < 0)
        return -1;
    const parot_matrix *costs = &subject->problem.cost;
    const parot_plan *plan = &subject->transport.plan;
    if (costs->data && (costs->rows != plan->rows || costs->cols != plan->cols)) {
        PyErr_Format(PyExc_ValueError, "cost: is %lld x %lld, the plan %lld x %lld",
                     (long long)costs->rows, (long long)costs->cols, (long long)plan->rows,
                     (long long)plan->cols);
        return -1;
    }
    if (price != Py_None) {
        subject->price = PyFloat_AsDouble(price);
        partial->price = &subject->price;
    }
    partial->problem = &subject->problem;
    partial->result = &subject->transport;
    return PyErr_Occurred() ? -1 : 0;
}

/* (transport, (p, q), stationarity, best, trials, alpha, loss, metric) */
static int read_gromov(PyObject *kept, PyObject *parts, struct subject *subject)
{
    parot_gromov_result *result = &subject->gromov;
    parot_summary_gromov *gromov = &subject->summary.of.gromov;
    PyObject *transport = NULL, *weights = NULL, *trials = NULL;
    long long best = 0;
    int loss = 0;
    if (!PyArg_ParseTuple(parts, "OOdLO!diz", &transport, &weights, &result->stationarity, &best,
                          &PyList_Type, &trials, &subject->spaces.alpha, &loss, &gromov->metric) ||
        read_transport(kept, transport, &result->transport) < 0 ||
        read_weights(kept, weights, &result->transport.plan, &subject->spaces.p,
                     &subject->spaces.q) < 0)
        return -1;
    result->trials = PyList_Size(trials);
    result->trial = kept_memory(kept, (Py_ssize_t)result->trials, sizeof *result->trial);
    if (!result->trial)
        return -1;
    for (int64_t t = 0; t < result->trials; t++)
        if (read_trial(kept, PyList_GetItem(trials, t), &result->trial[t]) < 0)
            return -1;
    if (best < 0 || best >= result->trials)
        return refuse_index();
    result->best = best;
    result->history = result->trial[best].history;
    result->objectives = result->trial[best].objectives;
    result->stationarities = result->trial[best].stationarities;
    subject->spaces.loss = (parot_loss)loss;
    gromov->problem = &subject->spaces;
    gromov->result = result;
    return 0;
}

/* (transport, moved): what a figure needs */
static int read_register(PyObject *kept, PyObject *parts, struct subject *subject)
{
    parot_summary_register *found = &subject->summary.of.registered;
    PyObject *transport = NULL, *moved = NULL;
    parot_matrix points = {0};
    if (!PyArg_ParseTuple(parts, "OO", &transport, &moved) ||
        read_transport(kept, transport, &subject->registered.transport) < 0 ||
        kept_matrix(kept, moved, &points) < 0)
        return -1;
    parot_register_options_init(&subject->register_options);
    subject->registered.count = subject->registered.transport.plan.rows;
    subject->registered.dims = points.cols;
    found->options = &subject->register_options;
    found->result = &subject->registered;
    found->moved = points.data;
    return 0;
}

/* (label, score, share, rank, match, match_cost) */
static int read_rows(PyObject *kept, PyObject *rows, parot_pu_result *labels)
{
    static const char *const formats[] = {"b", "d", "d", "i", "i", "d"};
    PyObject *given[6] = {NULL};
    const void *data[6] = {NULL};
    labels->count = -1;
    if (!PyArg_ParseTuple(rows, "OOOOOO", &given[0], &given[1], &given[2], &given[3], &given[4],
                          &given[5]))
        return -1;
    for (int k = 0; k < 6; k++)
        if (kept_vector(kept, given[k], formats[k], &labels->count, &data[k]) < 0)
            return -1;
    labels->label = writable(data[0]);
    labels->score = writable(data[1]);
    labels->share = writable(data[2]);
    labels->rank = writable(data[3]);
    labels->match = writable(data[4]);
    labels->match_cost = writable(data[5]);
    for (int64_t i = 0; i < labels->count; i++)
        labels->positives += labels->label[i] > 0;
    return 0;
}

/* ([trial, ...], best, rival), where a trial has `differs` in addition; -1: none */
static int read_starts(PyObject *kept, PyObject *starts, parot_pu_result *labels)
{
    PyObject *trials = NULL;
    long long best = -1, rival = -1;
    if (!PyArg_ParseTuple(starts, "O!LL", &PyList_Type, &trials, &best, &rival))
        return -1;
    labels->trials = PyList_Size(trials);
    labels->trial = kept_memory(kept, (Py_ssize_t)labels->trials, sizeof *labels->trial);
    labels->best = best;
    labels->rival = rival;
    for (int64_t t = 0; labels->trial && t < labels->trials; t++) {
        PyObject *trial = NULL;
        if (!PyArg_ParseTuple(PyList_GetItem(trials, t), "Od", &trial, &labels->trial[t].differs) ||
            read_trial(kept, trial, &labels->trial[t].trial) < 0)
            return -1;
    }
    if (labels->trials > 0 && (best < 0 || best >= labels->trials || rival >= labels->trials))
        return refuse_index();
    return labels->trial ? 0 : -1;
}

/* A Prior of Python, or None. */
static int read_prior(PyObject *object, parot_pu_prior_result *prior)
{
    return object == Py_None ||
                   PyArg_ParseTuple(
                       object, "ddddddpddddddd(dd)(dd)(dd)(dd)(dd)(dd)(dd)(dd)", &prior->prior,
                       &prior->low, &prior->high, &prior->by_nearest, &prior->by_linear,
                       &prior->by_rbf, &prior->is_reliable, &prior->least, &prior->most,
                       &prior->by_forest, &prior->by_plateau, &prior->by_density, &prior->upper,
                       &prior->by_mean, &prior->nearest_range.low, &prior->nearest_range.high,
                       &prior->linear_range.low, &prior->linear_range.high, &prior->rbf_range.low,
                       &prior->rbf_range.high, &prior->forest_range.low, &prior->forest_range.high,
                       &prior->mean_range.low, &prior->mean_range.high, &prior->upper_range.low,
                       &prior->upper_range.high, &prior->plateau_range.low,
                       &prior->plateau_range.high, &prior->density_range.low,
                       &prior->density_range.high)
               ? 0
               : -1;
}

/* (doubts, bias, Spies, Prior, chance, alike, cause or None, by_border, border_z), or None */
static int read_trust(PyObject *object, parot_pu_trust *trust, const parot_pu_trust **found)
{
    PyObject *bias = NULL, *spies = NULL, *prior = NULL;
    parot_pu_spies_result *hidden = &trust->spies;
    long long folds = 0, count = 0;
    const char *cause = NULL;
    *found = NULL;
    if (object == Py_None)
        return 0;
    if (!PyArg_ParseTuple(object, "iOOOddzdd", &trust->doubts, &bias, &spies, &prior,
                          &trust->chance, &trust->alike, &cause, &trust->by_border,
                          &trust->border_z) ||
        read_prior(prior, &trust->prior) < 0)
        return -1;
    trust->has_cause = cause != NULL;
    if (cause && parot_pu_cause_parse(cause, &trust->cause, NULL) != PAROT_OK) {
        PyErr_Format(PyExc_ValueError, "check: has the unknown cause '%s'", cause);
        return -1;
    }
    if (spies != Py_None &&
        !PyArg_ParseTuple(spies, "LLdddddddddd", &folds, &count, &hidden->recall,
                          &hidden->recall_error, &hidden->accuracy, &hidden->precision,
                          &hidden->auc, &hidden->lee_liu, &hidden->prior_low, &hidden->prior_high,
                          &hidden->accuracy_low, &hidden->accuracy_high))
        return -1;
    hidden->folds = folds;
    hidden->spies = count;
    trust->has_bias = bias != Py_None;
    trust->bias = trust->has_bias ? PyFloat_AsDouble(bias) : 0;
    trust->has_spies = spies != Py_None;
    trust->has_prior = prior != Py_None;
    *found = trust;
    return PyErr_Occurred() ? -1 : 0;
}

/* [(objective, excess, changed)] */
static int read_steps(PyObject *kept, PyObject *steps, parot_pu_result *labels)
{
    labels->steps = PyList_Size(steps);
    labels->step = kept_memory(kept, (Py_ssize_t)labels->steps, sizeof *labels->step);
    if (!labels->step)
        return -1;
    for (int64_t k = 0; k < labels->steps; k++) {
        long long changed = 0;
        parot_pu_step *step = &labels->step[k];
        if (!PyArg_ParseTuple(PyList_GetItem(steps, k), "ddL", &step->objective, &step->excess,
                              &changed))
            return -1;
        step->changed = changed;
    }
    return 0;
}

/* (spies, prior, effective, prior_low, prior_high, (probability, recall, low, high, precision, low,
 * high)), or None */
static int read_calibration(PyObject *kept, PyObject *object, parot_pu_calibration *it)
{
    enum { ARRAYS = 7 };
    double **const to[ARRAYS] = {&it->probability,   &it->recall,    &it->recall_low,
                                 &it->recall_high,   &it->precision, &it->precision_low,
                                 &it->precision_high};
    PyObject *arrays = NULL;
    const void *data = NULL;
    long long spies = 0;
    it->count = -1;
    if (!PyArg_ParseTuple(object, "LddddO!", &spies, &it->prior, &it->effective, &it->prior_low,
                          &it->prior_high, &PyTuple_Type, &arrays))
        return -1;
    if (PyTuple_Size(arrays) != ARRAYS) {
        PyErr_SetString(PyExc_ValueError, "calibration: must have seven arrays");
        return -1;
    }
    for (int k = 0; k < ARRAYS; k++) {
        if (kept_vector(kept, PyTuple_GetItem(arrays, k), "d", &it->count, &data) < 0)
            return -1;
        *to[k] = writable(data);
    }
    it->spies = spies;
    return 0;
}

/* Where both tables are known and share their columns, as the command does. */
static int compare_columns(struct subject *subject)
{
    parot_error err = {0};
    const parot_summary *summary = &subject->summary;
    const parot_pu_options *options = &subject->pu_options;
    const parot_pu_data data = {.unlabeled = summary->source.points,
                                .positive = summary->target.points,
                                .prior = subject->labels.prior,
                                .propensity = subject->propensity};
    if (!data.unlabeled.data || !data.positive.data || options->is_apart ||
        options->has_distances || data.unlabeled.cols != data.positive.cols ||
        data.unlabeled.rows != subject->labels.count)
        return 0;
    if (outcome(parot_pu_columns(&data, &subject->labels, NULL, &subject->columns, &err), &err) < 0)
        return -1;
    subject->summary.of.pu.columns = &subject->columns;
    return 0;
}

static void release(struct subject *subject)
{
    if (subject)
        parot_pu_columns_free(&subject->columns);
}

/* A Sensitivity of Python in order, or None */
static int read_sensitivity(PyObject *kept, PyObject *object, int64_t rows,
                            parot_pu_sensitivity_result *it)
{
    PyObject *firm = NULL;
    const void *data = NULL;
    long long counts[5] = {0};
    if (!PyArg_ParseTuple(object, "ddLLLLLOp", &it->low, &it->high, &counts[0], &counts[1],
                          &counts[2], &counts[3], &counts[4], &firm, &it->is_relabelled) ||
        kept_vector(kept, firm, "b", &rows, &data) < 0)
        return -1;
    it->count = rows;
    it->low_positives = counts[0];
    it->high_positives = counts[1];
    it->low_changed = counts[2];
    it->high_changed = counts[3];
    it->changed = counts[4];
    it->is_firm = writable(data);
    return 0;
}

/* (calibration, false_positive, false_negative, sensitivity, propensity) */
static int read_evaluation(PyObject *kept, PyObject *object, struct subject *subject)
{
    parot_summary_pu *pu = &subject->summary.of.pu;
    PyObject *calibration = NULL, *sensitivity = NULL, *propensity = NULL;
    const void *chances = NULL;
    int64_t positives =
        subject->summary.target.points.data ? subject->summary.target.points.rows : -1;
    if (!PyArg_ParseTuple(object, "OddOO", &calibration, &pu->false_positive, &pu->false_negative,
                          &sensitivity, &propensity) ||
        kept_vector(kept, propensity, "d", &positives, &chances) < 0)
        return -1;
    subject->propensity = chances;
    if (sensitivity != Py_None) {
        pu->sensitivity = &subject->sensitivity;
        if (read_sensitivity(kept, sensitivity, subject->labels.count, &subject->sensitivity) < 0)
            return -1;
    }
    if (calibration == Py_None)
        return 0;
    pu->calibration = &subject->calibration;
    return read_calibration(kept, calibration, &subject->calibration);
}

/* (rows, (method, kind, scale, metric, noise, prior, dropped, fitted, fitted_of, status, rounds,
 * changed, importance, steps, classifier, forest_part), transport, starts, (how, method is auto,
 * prior is auto), (truth, trust, check, estimate), evaluation) */
static int read_pu(PyObject *kept, PyObject *parts, struct subject *subject)
{
    parot_pu_result *labels = &subject->labels;
    parot_summary_pu *pu = &subject->summary.of.pu;
    PyObject *rows = NULL, *transport = NULL, *starts = NULL, *how = NULL;
    PyObject *truth = NULL, *trust = NULL, *check = NULL, *estimate = NULL;
    const void *known = NULL;
    int kind = 0, scale = 0, metric = 0, status = 0;
    long long dropped = 0, fitted = 0, fitted_of = 0, rounds = 0, changed = 0;
    PyObject *importance = NULL, *steps = NULL, *evaluation = NULL;
    const void *numbers = NULL;
    labels->importances = -1;
    parot_pu_options_init(&subject->pu_options);
    if (!PyArg_ParseTuple(parts, "O(siiiddLLLiLLOO!if)OO(Opp)(OOOO)O", &rows, &pu->method, &kind,
                          &scale, &metric, &labels->noise, &labels->prior, &dropped, &fitted,
                          &fitted_of, &status, &rounds, &changed, &importance, &PyList_Type, &steps,
                          &labels->classifier, &labels->forest_part, &transport, &starts, &how,
                          &pu->is_auto, &pu->is_prior_auto, &truth, &trust, &check, &estimate,
                          &evaluation) ||
        read_steps(kept, steps, labels) < 0 || read_rows(kept, rows, labels) < 0 ||
        read_starts(kept, starts, labels) < 0 ||
        (how != Py_None && pu_settings_in(how, &subject->pu_options) < 0) ||
        (transport != Py_None && read_transport(kept, transport, &labels->transport) < 0) ||
        kept_vector(kept, truth, "b", &labels->count, &known) < 0 ||
        kept_vector(kept, importance, "d", &labels->importances, &numbers) < 0 ||
        read_trust(trust, &subject->trust, &pu->trust) < 0 ||
        read_check(check, &subject->check, &pu->check) < 0 ||
        read_prior(estimate, &subject->estimate) < 0 ||
        read_evaluation(kept, evaluation, subject) < 0)
        return -1;
    labels->kind = (parot_pu_kind)kind;
    labels->scale = (parot_scale)scale;
    labels->metric = (parot_metric)metric;
    labels->status = (parot_status)status;
    labels->dropped = dropped;
    labels->fitted = fitted;
    labels->fitted_of = fitted_of;
    labels->rounds = rounds;
    labels->changed = changed;
    labels->importance = labels->importances ? writable(numbers) : NULL;
    pu->options = &subject->pu_options;
    pu->result = labels;
    pu->truth = known;
    pu->estimate = estimate == Py_None ? NULL : &subject->estimate;
    return compare_columns(subject);
}

static const struct {
    const char *name;
    parot_summary_kind kind;
    reader read;
} KINDS[] = {{"partial", PAROT_SUMMARY_KIND_PARTIAL, read_partial},
             {"gromov", PAROT_SUMMARY_KIND_GROMOV, read_gromov},
             {"register", PAROT_SUMMARY_KIND_REGISTER, read_register},
             {"pu", PAROT_SUMMARY_KIND_PU, read_pu}};

/* ---- Summaries ---------------------------------------------------------- */

/* (name, points, ids, columns) */
static int read_side(PyObject *kept, PyObject *parts, parot_summary_side *side)
{
    PyObject *points = NULL, *ids = NULL, *columns = NULL;
    if (!PyArg_ParseTuple(parts, "zOOO", &side->name, &points, &ids, &columns) ||
        kept_matrix(kept, points, &side->points) < 0)
        return -1;
    Py_ssize_t count = ids == Py_None ? 0 : PySequence_Size(ids), width = side->points.cols;
    if (points == Py_None && columns != Py_None) /* names of columns that are elsewhere */
        width = PySequence_Size(columns);
    return count < 0 || width < 0 || kept_texts(kept, ids, count, &side->id) < 0 ||
                   kept_texts(kept, columns, width, &side->columns) < 0
               ? -1
               : 0;
}

/* `item`: (kind, parts, source, target, (seed, command, files)) */
static int read_subject(PyObject *kept, PyObject *item, struct subject *subject)
{
    PyObject *parts = NULL, *source = NULL, *target = NULL, *files = NULL;
    parot_summary *summary = &subject->summary;
    const char *kind = NULL;
    unsigned long long seed = 0;
    if (!PyArg_ParseTuple(item, "sOOO(KzO)", &kind, &parts, &source, &target, &seed,
                          &summary->command, &files) ||
        read_side(kept, source, &summary->source) < 0 ||
        read_side(kept, target, &summary->target) < 0)
        return -1;
    summary->file_count = PySequence_Size(files);
    if (summary->file_count < 0 ||
        kept_texts(kept, files, summary->file_count, &summary->files) < 0)
        return -1;
    parot_run_init(&subject->run);
    subject->run.seed = seed;
    summary->run = &subject->run;
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
        if (strcmp(kind, KINDS[k].name) == 0) {
            summary->kind = KINDS[k].kind;
            return KINDS[k].read(kept, parts, subject);
        }
    PyErr_Format(PyExc_ValueError, "summary: unknown kind '%s'", kind);
    return -1;
}

static PyObject *io_report(PyObject *module, PyObject *args)
{
    PyObject *item = NULL, *kept = NULL, *out = NULL;
    const char *path = NULL;
    int overwrite = 0;
    parot_error err = {0};
    parot_status status = PAROT_OK;
    (void)module;
    if (!PyArg_ParseTuple(args, "sOp", &path, &item, &overwrite) || libraries_ready() < 0 ||
        !(kept = PyList_New(0)))
        return NULL;
    struct subject *subject = kept_memory(kept, 1, sizeof *subject);
    if (subject && read_subject(kept, item, subject) == 0) {
        Py_BEGIN_ALLOW_THREADS;
        status = parot_summary_report(&subject->summary, path, overwrite, &err);
        Py_END_ALLOW_THREADS;
        out = outcome(status, &err) < 0 ? NULL : Py_NewRef(Py_None);
    }
    release(subject);
    Py_DECREF(kept);
    return out;
}

static PyObject *io_text(PyObject *module, PyObject *args)
{
    PyObject *item = NULL, *kept = NULL, *out = NULL;
    parot_error err = {0};
    char *text = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O", &item) || !(kept = PyList_New(0)))
        return NULL;
    struct subject *subject = kept_memory(kept, 1, sizeof *subject);
    if (subject && read_subject(kept, item, subject) == 0 &&
        outcome(parot_summary_text(&subject->summary, &text, &err), &err) == 0)
        out = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    free(text);
    release(subject);
    Py_DECREF(kept);
    return out;
}

PyObject *figure_out(char *svg)
{
    if (!svg)
        Py_RETURN_NONE;
    PyObject *out = PyUnicode_DecodeUTF8(svg, (Py_ssize_t)strlen(svg), "replace");
    free(svg);
    return out;
}

static PyObject *io_figure(PyObject *module, PyObject *args)
{
    PyObject *item = NULL, *kept = NULL, *out = NULL;
    const char *path = NULL, *title = NULL;
    char *svg = NULL;
    int overwrite = 0, theme = 0;
    parot_error err = {0};
    parot_panels panels = {0};
    parot_status status = PAROT_OK;
    (void)module;
    if (!PyArg_ParseTuple(args, "zOzpi", &path, &item, &title, &overwrite, &theme) ||
        libraries_ready() < 0 || !(kept = PyList_New(0)))
        return NULL;
    struct subject *subject = kept_memory(kept, 1, sizeof *subject);
    if (subject && read_subject(kept, item, subject) == 0) {
        Py_BEGIN_ALLOW_THREADS;
        status = parot_summary_panels(&subject->summary, &panels, &err);
        const parot_sheet sheet = {.panels = panels.panel,
                                   .count = panels.count,
                                   .title = title,
                                   .theme = (parot_theme)theme};
        if (status == PAROT_OK)
            status = path ? parot_sheet_write(path, &sheet, overwrite, &err)
                          : parot_sheet_svg(&sheet, &svg, &err);
        parot_panels_free(&panels);
        Py_END_ALLOW_THREADS;
        out = outcome(status, &err) < 0 ? NULL : figure_out(svg);
    }
    release(subject);
    Py_DECREF(kept);
    return out;
}

PyMethodDef summary_methods[] = {
    {"figure", io_figure, METH_VARARGS, "figure(path or None, summary, title, overwrite, theme)"},
    {"report", io_report, METH_VARARGS, "report(path, summary, overwrite)"},
    {"text", io_text, METH_VARARGS, "text(summary)"},
    {NULL, NULL, 0, NULL},
};
