/* py_pu.c - labels, priors, spies and models of positive-unlabeled learning. */
#include "core.h"
#include "pu_settings.h"

/* A number for each positive, or None. */
static int propensity_in(struct tables *request, PyObject *propensity)
{
    if (propensity == Py_None)
        return 0;
    if (plain_in(propensity, "propensity", "d", &request->propensity) < 0)
        return -1;
    request->data.propensity = request->propensity.buf;
    if (request->propensity.shape[0] == request->data.positive.rows)
        return 0;
    PyErr_Format(PyExc_ValueError,
                 "propensity: must have %lld numbers, one for each positive, got %zd",
                 (long long)request->data.positive.rows, request->propensity.shape[0]);
    return -1;
}

int tables_open(struct tables *request, PyObject *args, PyObject *how)
{
    PyObject *unlabeled = NULL, *positive = NULL, *propensity = Py_None;
    if (!PyArg_ParseTuple(args, "OOd|O", &unlabeled, &positive, &request->data.prior,
                          &propensity) ||
        pu_settings_in(how, &request->how) < 0)
        return -1;
    if (matrix_in(unlabeled, "unlabeled", &request->unlabeled, &request->data.unlabeled) < 0)
        return -1;
    if (matrix_in(positive, "positives", &request->positive, &request->data.positive) < 0)
        return -1;
    return propensity_in(request, propensity);
}

void tables_close(struct tables *request)
{
    PyBuffer_Release(&request->propensity);
    PyBuffer_Release(&request->unlabeled);
    PyBuffer_Release(&request->positive);
}

/* ---- Answers ------------------------------------------------------------ */

static void release_answer(void *object)
{
    parot_pu_result_free(object);
}

static void release_model(void *object)
{
    parot_pu_model_free(object);
}

static PyObject *trials_out(PyObject *owner, const parot_pu_result *result)
{
    PyObject *list = PyList_New(0);
    for (int64_t k = 0; list && k < result->trials; k++) {
        const parot_pu_trial *tried = &result->trial[k];
        PyObject *item = trial_out(owner, &tried->trial, &tried->differs);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* [(objective, excess, changed)] */
static PyObject *steps_out(const parot_pu_result *result)
{
    PyObject *list = PyList_New(0);
    for (int64_t k = 0; list && k < result->steps; k++) {
        const parot_pu_step *step = &result->step[k];
        PyObject *item =
            Py_BuildValue("(ddL)", step->objective, step->excess, (long long)step->changed);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* (status, label, score, share, rank, match, match_cost, kind, scale, metric, noise, prior,
 * positives, dropped, fitted, fitted_of, trials, best, rival, transport, rounds, changed,
 * importance, steps, toll, classifier, forest_part) */
static PyObject *pu_out(parot_pu_result *result)
{
    PyObject *transport = result_out(&result->transport);
    if (!transport)
        return NULL;
    parot_pu_result kept = *result;
    *result = (parot_pu_result){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_answer);
    if (!owner) {
        Py_DECREF(transport);
        return NULL;
    }
    PyObject *out = Py_BuildValue(
        "(iNNNNNNsssddLLLLNLLNLLNNNzd)", (int)kept.status,
        array_out(owner, kept.label, kept.count, "b"),
        array_out(owner, kept.score, kept.count, "d"),
        array_out(owner, kept.share, kept.count, "d"), array_out(owner, kept.rank, kept.count, "i"),
        array_out(owner, kept.match, kept.count, "i"),
        array_out(owner, kept.match_cost, kept.count, "d"), parot_pu_kind_name(kept.kind),
        parot_scale_name(kept.scale), parot_metric_name(kept.metric), kept.noise, kept.prior,
        (long long)kept.positives, (long long)kept.dropped, (long long)kept.fitted,
        (long long)kept.fitted_of, trials_out(owner, &kept), (long long)kept.best,
        (long long)kept.rival, transport, (long long)kept.rounds, (long long)kept.changed,
        array_out(owner, kept.importance, kept.importances, "d"), steps_out(&kept),
        array_out(owner, kept.toll, kept.toll ? kept.count : 0, "d"),
        kept.fitted ? parot_pu_classifier_name((parot_pu_classifier)kept.classifier) : NULL,
        (double)kept.forest_part);
    Py_DECREF(owner);
    return out;
}

static PyObject *model_out(parot_pu_model *model)
{
    parot_pu_model kept = *model;
    *model = (parot_pu_model){0};
    PyObject *owner = owner_new(&kept, sizeof kept, release_model);
    PyObject *out = owner ? array_out(owner, kept.data, kept.count, "d") : NULL;
    Py_XDECREF(owner);
    return out;
}

/* ---- Labels ------------------------------------------------------------- */

static PyObject *classify(const struct tables *request, int keep_model, PyObject *options)
{
    struct call call;
    parot_pu_result result = {0};
    parot_pu_model model = {0};
    parot_status status = PAROT_OK;
    PyObject *out = NULL;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    if (keep_model)
        status =
            parot_pu_train(&request->data, &request->how, &call.run, &model, &result, &call.err);
    else
        status = parot_pu_classify(&request->data, &request->how, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    if (call_end(&call, status) == 0 && keep_model)
        out = Py_BuildValue("(NN)", pu_out(&result), model_out(&model));
    else if (!PyErr_Occurred())
        out = pu_out(&result);
    parot_pu_result_free(&result);
    parot_pu_model_free(&model);
    return out;
}

static PyObject *core_pu(PyObject *module, PyObject *args)
{
    struct tables request = {0};
    PyObject *data = NULL, *how = NULL, *options = NULL, *out = NULL;
    int keep_model = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!pO!", &PyTuple_Type, &data, &PyTuple_Type, &how, &keep_model,
                          &PyTuple_Type, &options))
        return NULL;
    if (tables_open(&request, data, how) == 0)
        out = classify(&request, keep_model, options);
    tables_close(&request);
    return out;
}

static PyObject *predict(const parot_pu_model *model, parot_matrix rows, double prior,
                         PyObject *options)
{
    struct call call;
    parot_pu_result result = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_predict(model, rows, prior, &call.run, &result, &call.err);
    Py_END_ALLOW_THREADS;
    PyObject *out = call_end(&call, status) < 0 ? NULL : pu_out(&result);
    parot_pu_result_free(&result);
    return out;
}

static PyObject *core_pu_predict(PyObject *module, PyObject *args)
{
    Py_buffer model_view = {0}, rows_view = {0};
    parot_matrix rows = {0};
    parot_pu_model model = {0};
    PyObject *numbers = NULL, *table = NULL, *options = NULL, *out = NULL;
    double prior = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOdO!", &numbers, &table, &prior, &PyTuple_Type, &options))
        return NULL;
    if (plain_in(numbers, "model", "d", &model_view) == 0 &&
        matrix_in(table, "rows", &rows_view, &rows) == 0) {
        model.count = model_view.shape[0];
        model.data = model_view.buf;
        out = predict(&model, rows, prior, options);
    }
    PyBuffer_Release(&model_view);
    PyBuffer_Release(&rows_view);
    return out;
}

/* ---- Questions about the data ------------------------------------------- */

typedef PyObject *(*question)(const struct tables *request, struct call *call);

static PyObject *prior_out(const parot_pu_prior_result *prior)
{
    return Py_BuildValue(
        "(ddddddOddddddd(dd)(dd)(dd)(dd)(dd)(dd)(dd)(dd))", prior->prior, prior->low, prior->high,
        prior->by_nearest, prior->by_linear, prior->by_rbf, prior->is_reliable ? Py_True : Py_False,
        prior->least, prior->most, prior->by_forest, prior->by_plateau, prior->by_density,
        prior->upper, prior->by_mean, prior->nearest_range.low, prior->nearest_range.high,
        prior->linear_range.low, prior->linear_range.high, prior->rbf_range.low,
        prior->rbf_range.high, prior->forest_range.low, prior->forest_range.high,
        prior->mean_range.low, prior->mean_range.high, prior->upper_range.low,
        prior->upper_range.high, prior->plateau_range.low, prior->plateau_range.high,
        prior->density_range.low, prior->density_range.high);
}

static PyObject *spies_out(const parot_pu_spies_result *spies)
{
    return Py_BuildValue("(LLdddddddddd)", (long long)spies->folds, (long long)spies->spies,
                         spies->recall, spies->recall_error, spies->accuracy, spies->precision,
                         spies->auc, spies->lee_liu, spies->prior_low, spies->prior_high,
                         spies->accuracy_low, spies->accuracy_high);
}

static PyObject *ask_prior(const struct tables *request, struct call *call)
{
    parot_pu_prior_result prior = {0};
    parot_status status = PAROT_OK;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_prior(&request->data, &request->how, &call->run, &prior, &call->err);
    Py_END_ALLOW_THREADS;
    if (call_end(call, status) < 0)
        return NULL;
    return prior_out(&prior);
}

static PyObject *ask_bias(const struct tables *request, struct call *call)
{
    double z = 0;
    parot_status status = PAROT_OK;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_bias(&request->data, &request->how, &call->run, &z, &call->err);
    Py_END_ALLOW_THREADS;
    return call_end(call, status) < 0 ? NULL : PyFloat_FromDouble(z);
}

static PyObject *ask_distance_ratio(const struct tables *request, struct call *call)
{
    double ratio = 1;
    parot_status status = PAROT_OK;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_distance_ratio(&request->data, &request->how, &call->run, &ratio, &call->err);
    Py_END_ALLOW_THREADS;
    return call_end(call, status) < 0 ? NULL : PyFloat_FromDouble(ratio);
}

/* (z, cause, rounds, by_border, by_border_error, most_by_border, border_z) */
static PyObject *ask_cause(const struct tables *request, struct call *call)
{
    parot_pu_bias_result found = {0};
    parot_status status = PAROT_OK;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_bias_cause(&request->data, &request->how, &call->run, &found, &call->err);
    Py_END_ALLOW_THREADS;
    if (call_end(call, status) < 0)
        return NULL;
    return Py_BuildValue("(dsidddd)", found.z, parot_pu_cause_name(found.cause), (int)found.rounds,
                         found.by_border, found.by_border_error, found.most_by_border,
                         found.border_z);
}

static PyObject *ask_spies(const struct tables *request, struct call *call)
{
    parot_pu_spies_result spies = {0};
    parot_status status = PAROT_OK;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_spies(&request->data, &request->how, &call->run, &spies, &call->err);
    Py_END_ALLOW_THREADS;
    if (call_end(call, status) < 0)
        return NULL;
    return spies_out(&spies);
}

static void release_curve(void *object)
{
    parot_curve_free(object);
}

static PyObject *ask_curve(const struct tables *request, struct call *call)
{
    parot_curve curve = {0};
    parot_status status = PAROT_OK;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_curve(&request->data, &request->how, &call->run, &curve, &call->err);
    Py_END_ALLOW_THREADS;
    if (call_end(call, status) < 0)
        return NULL;
    PyObject *owner = owner_new(&curve, sizeof curve, release_curve);
    PyObject *out = owner ? curve_out(owner, &curve) : NULL;
    Py_XDECREF(owner);
    return out;
}

/* (chosen, bias, spies, seconds, [(method, kernel, recall, score, error, lead, lead_error), ...])
 */
static PyObject *tuning_out(const parot_pu_tune_result *tuning)
{
    PyObject *list = PyList_New(0);
    for (int k = 0; list && k < tuning->count; k++) {
        const parot_pu_candidate *tried = &tuning->candidates[k];
        PyObject *item = Py_BuildValue("(ssddddd)", parot_pu_method_name(tried->method),
                                       parot_pu_kernel_name(tried->kernel), tried->recall,
                                       tried->score, tried->error, tried->lead, tried->lead_error);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return Py_BuildValue("(idLdN)", (int)tuning->chosen, tuning->bias, (long long)tuning->spies,
                         tuning->seconds, list);
}

static PyObject *ask_tune(const struct tables *request, struct call *call)
{
    parot_pu_tune_result tuning = {0};
    parot_status status = PAROT_OK;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_tune(&request->data, &request->how, &call->run, &tuning, &call->err);
    Py_END_ALLOW_THREADS;
    return call_end(call, status) < 0 ? NULL : tuning_out(&tuning);
}

static PyObject *ask_about(PyObject *args, question ask)
{
    struct tables request = {0};
    struct call call;
    PyObject *data = NULL, *how = NULL, *options = NULL, *out = NULL;
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyTuple_Type, &data, &PyTuple_Type, &how, &PyTuple_Type,
                          &options))
        return NULL;
    if (call_begin(&call, options) == 0 && tables_open(&request, data, how) == 0)
        out = ask(&request, &call);
    tables_close(&request);
    return out;
}

static PyObject *core_pu_prior(PyObject *module, PyObject *args)
{
    (void)module;
    return ask_about(args, ask_prior);
}

static PyObject *core_pu_prior_to_all(PyObject *module, PyObject *args)
{
    double prior = 0;
    long long unlabeled = 0, positives = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "dLL", &prior, &unlabeled, &positives))
        return NULL;
    return PyFloat_FromDouble(parot_pu_prior_to_all(prior, unlabeled, positives));
}

static PyObject *core_pu_bias(PyObject *module, PyObject *args)
{
    (void)module;
    return ask_about(args, ask_bias);
}

static PyObject *core_pu_distance_ratio(PyObject *module, PyObject *args)
{
    (void)module;
    return ask_about(args, ask_distance_ratio);
}

static PyObject *core_pu_bias_cause(PyObject *module, PyObject *args)
{
    (void)module;
    return ask_about(args, ask_cause);
}

static PyObject *core_pu_spies(PyObject *module, PyObject *args)
{
    (void)module;
    return ask_about(args, ask_spies);
}

static PyObject *core_pu_curve(PyObject *module, PyObject *args)
{
    (void)module;
    return ask_about(args, ask_curve);
}

static PyObject *core_pu_tune(PyObject *module, PyObject *args)
{
    (void)module;
    return ask_about(args, ask_tune);
}

/* ---- Can the labels be trusted? ----------------------------------------- */

static PyObject *certify(const struct tables *request, const parot_pu_result *result,
                         PyObject *options)
{
    struct call call;
    parot_check check = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_certify(&request->data, &request->how, result, &call.run, &check, &call.err);
    Py_END_ALLOW_THREADS;
    return call_end(&call, status) < 0 ? NULL : check_out(&check);
}

/* A number for each row, or None. */
static int tolls_in(PyObject *toll, int64_t rows, Py_buffer *view)
{
    if (toll == Py_None)
        return 0;
    if (plain_in(toll, "toll", "d", view) < 0)
        return -1;
    if (view->shape[0] == rows)
        return 0;
    PyErr_Format(PyExc_ValueError, "toll: must have %lld numbers, one for each row",
                 (long long)rows);
    return -1;
}

static PyObject *core_pu_certify(PyObject *module, PyObject *args)
{
    struct tables request = {0};
    struct proof proof = {0};
    Py_buffer view = {0};
    PyObject *data = NULL, *how = NULL, *plan = NULL, *toll = NULL, *options = NULL, *out = NULL;
    long long positives = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!LO!OO!", &PyTuple_Type, &data, &PyTuple_Type, &how, &positives,
                          &PyTuple_Type, &plan, &toll, &PyTuple_Type, &options))
        return NULL;
    if (tables_open(&request, data, how) == 0 && proof_open(&proof, plan) == 0 &&
        tolls_in(toll, proof.result.plan.rows, &view) == 0) {
        parot_pu_result result = {.count = proof.result.plan.rows,
                                  .positives = positives,
                                  .transport = proof.result,
                                  .toll = view.buf};
        out = certify(&request, &result, options);
    }
    PyBuffer_Release(&view);
    proof_close(&proof);
    tables_close(&request);
    return out;
}

/* (status, doubts, bias or None, spies or None, prior or None, chance, alike, cause or None,
 * by_border, border_z) */
static PyObject *trust_out(parot_status status, const parot_pu_trust *trust)
{
    PyObject *none = Py_None;
    return Py_BuildValue("(iiNNNddzdd)", (int)status, (int)trust->doubts,
                         trust->has_bias ? PyFloat_FromDouble(trust->bias) : Py_NewRef(none),
                         trust->has_spies ? spies_out(&trust->spies) : Py_NewRef(none),
                         trust->has_prior ? prior_out(&trust->prior) : Py_NewRef(none),
                         trust->chance, trust->alike,
                         trust->has_cause ? parot_pu_cause_name(trust->cause) : NULL,
                         trust->by_border, trust->border_z);
}

/* `labels`: (rows, positive rows); the prior is that of the data */
static PyObject *core_pu_check(PyObject *module, PyObject *args)
{
    struct tables request = {0};
    struct call call;
    parot_pu_trust trust = {0};
    PyObject *data = NULL, *how = NULL, *options = NULL, *out = NULL;
    long long count = 0, positives = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!(LL)O!", &PyTuple_Type, &data, &PyTuple_Type, &how, &count,
                          &positives, &PyTuple_Type, &options))
        return NULL;
    if (tables_open(&request, data, how) == 0 && call_begin(&call, options) == 0) {
        const parot_pu_result result = {
            .count = count, .positives = positives, .prior = request.data.prior};
        parot_status status = PAROT_OK;
        Py_BEGIN_ALLOW_THREADS;
        status = parot_pu_check(&request.data, &request.how, &result, &call.run, &trust, &call.err);
        Py_END_ALLOW_THREADS;
        out = call_end(&call, status) < 0 ? NULL : trust_out(status, &trust);
    }
    tables_close(&request);
    return out;
}

/* ---- Probabilities ------------------------------------------------------- */

static void release_calibration(void *object)
{
    parot_pu_calibration_free(object);
}

/* (spies, prior, effective, prior_low, prior_high, probability, recall, low, high, precision, low,
 * high) */
static PyObject *calibration_out(PyObject *owner, const parot_pu_calibration *kept)
{
    int64_t n = kept->count;
    return Py_BuildValue(
        "(LddddNNNNNNN)", (long long)kept->spies, kept->prior, kept->effective, kept->prior_low,
        kept->prior_high, array_out(owner, kept->probability, n, "d"),
        array_out(owner, kept->recall, n, "d"), array_out(owner, kept->recall_low, n, "d"),
        array_out(owner, kept->recall_high, n, "d"), array_out(owner, kept->precision, n, "d"),
        array_out(owner, kept->precision_low, n, "d"),
        array_out(owner, kept->precision_high, n, "d"));
}

static PyObject *calibrate(const struct tables *request, const Py_buffer *rank, PyObject *options)
{
    struct call call;
    parot_pu_calibration calibration = {0};
    const parot_pu_result result = {
        .count = rank->shape[0], .rank = rank->buf, .prior = request->data.prior};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_calibrate(&request->data, &request->how, &result, &call.run, &calibration,
                                &call.err);
    Py_END_ALLOW_THREADS;
    if (call_end(&call, status) < 0)
        return NULL;
    PyObject *owner = owner_new(&calibration, sizeof calibration, release_calibration);
    PyObject *out = owner ? calibration_out(owner, &calibration) : NULL;
    Py_XDECREF(owner);
    return out;
}

static PyObject *core_pu_calibrate(PyObject *module, PyObject *args)
{
    struct tables request = {0};
    Py_buffer rank = {0};
    PyObject *data = NULL, *how = NULL, *ranks = NULL, *options = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!OO!", &PyTuple_Type, &data, &PyTuple_Type, &how, &ranks,
                          &PyTuple_Type, &options))
        return NULL;
    if (tables_open(&request, data, how) == 0 && plain_in(ranks, "rank", "i", &rank) == 0)
        out = calibrate(&request, &rank, options);
    PyBuffer_Release(&rank);
    tables_close(&request);
    return out;
}

static PyObject *core_pu_cutoff(PyObject *module, PyObject *args)
{
    Py_buffer probability = {0};
    PyObject *given = NULL;
    double false_positive = 0, false_negative = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "Odd", &given, &false_positive, &false_negative) ||
        plain_in(given, "probability", "d", &probability) < 0)
        return NULL;
    const parot_pu_calibration kept = {.count = probability.shape[0],
                                       .probability = probability.buf};
    int64_t rows = parot_pu_cutoff(&kept, false_positive, false_negative);
    PyBuffer_Release(&probability);
    return PyLong_FromLongLong(rows);
}

static void release_sensitivity(void *object)
{
    parot_pu_sensitivity_free(object);
}

static PyObject *sensitivity_out(const parot_pu_sensitivity_result *found)
{
    PyObject *owner = owner_new(found, sizeof *found, release_sensitivity);
    PyObject *out =
        owner
            ? Py_BuildValue("(ddLLLLLNN)", found->low, found->high, (long long)found->low_positives,
                            (long long)found->high_positives, (long long)found->low_changed,
                            (long long)found->high_changed, (long long)found->changed,
                            array_out(owner, found->is_firm, found->count, "b"),
                            PyBool_FromLong(found->is_relabelled))
            : NULL;
    Py_XDECREF(owner);
    return out;
}

static PyObject *vary_prior(const struct tables *request, const parot_pu_result *result, double low,
                            double high, PyObject *options)
{
    struct call call;
    parot_pu_sensitivity_result found = {0};
    parot_status status = PAROT_OK;
    if (call_begin(&call, options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = parot_pu_sensitivity(&request->data, &request->how, result, low, high, &call.run,
                                  &found, &call.err);
    Py_END_ALLOW_THREADS;
    return call_end(&call, status) < 0 ? NULL : sensitivity_out(&found);
}

/* pu_sensitivity(data, how, (label, rank), (low, high), options) */
static PyObject *core_pu_sensitivity(PyObject *module, PyObject *args)
{
    struct tables request = {0};
    Py_buffer label = {0}, rank = {0};
    PyObject *data = NULL, *how = NULL, *labels = NULL, *ranks = NULL, *options = NULL, *out = NULL;
    double low = 0, high = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!(OO)(dd)O!", &PyTuple_Type, &data, &PyTuple_Type, &how,
                          &labels, &ranks, &low, &high, &PyTuple_Type, &options))
        return NULL;
    if (tables_open(&request, data, how) == 0 && plain_in(labels, "label", "b", &label) == 0 &&
        plain_in(ranks, "rank", "i", &rank) == 0) {
        const parot_pu_result result = {.count = label.shape[0],
                                        .label = label.buf,
                                        .rank = rank.buf,
                                        .prior = request.data.prior};
        out = vary_prior(&request, &result, low, high, options);
    }
    PyBuffer_Release(&label);
    PyBuffer_Release(&rank);
    tables_close(&request);
    return out;
}

/* The fields of a parot_pu_column in order, but the last ones. */
static PyObject *column_out(const parot_pu_column *column)
{
    return Py_BuildValue("(dddddddddddddi)", column->separation, column->shift, column->shift_z,
                         column->contrast, column->contrast_z, column->known, column->found,
                         column->rest, column->low, column->high, column->known_inside,
                         column->unlabeled_inside, column->leak_z, (int)column->leaks);
}

/* (z, leaks, shifts, rows, [column]) */
static PyObject *columns_out(const parot_pu_columns_result *columns)
{
    PyObject *list = PyList_New((Py_ssize_t)columns->count);
    for (int64_t k = 0; list && k < columns->count; k++) {
        PyObject *item = column_out(&columns->column[k]);
        if (!item) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SetItem(list, (Py_ssize_t)k, item);
    }
    return list ? Py_BuildValue("(dLLLN)", columns->z, (long long)columns->leaks,
                                (long long)columns->shifts, (long long)columns->rows, list)
                : NULL;
}

/* pu_columns(data, how, label, options) */
static PyObject *core_pu_columns(PyObject *module, PyObject *args)
{
    struct call call;
    struct tables request = {0};
    Py_buffer label = {0};
    PyObject *data = NULL, *how = NULL, *labels = NULL, *options = NULL, *out = NULL;
    parot_pu_columns_result columns = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!OO!", &PyTuple_Type, &data, &PyTuple_Type, &how, &labels,
                          &PyTuple_Type, &options))
        return NULL;
    if (tables_open(&request, data, how) == 0 && plain_in(labels, "label", "b", &label) == 0 &&
        call_begin(&call, options) == 0) {
        const parot_pu_result result = {
            .count = label.shape[0], .label = label.buf, .prior = request.data.prior};
        parot_status status = PAROT_OK;
        Py_BEGIN_ALLOW_THREADS;
        status = parot_pu_columns(&request.data, &result, &call.run, &columns, &call.err);
        Py_END_ALLOW_THREADS;
        if (call_end(&call, status) == 0)
            out = columns_out(&columns);
    }
    parot_pu_columns_free(&columns);
    PyBuffer_Release(&label);
    tables_close(&request);
    return out;
}

/* pu_criteria(effective, (prior, low, high), recall, rows): the fields of a
 * parot_pu_criteria_result in order */
static PyObject *core_pu_criteria(PyObject *module, PyObject *args)
{
    struct call call = {0};
    Py_buffer recall = {0};
    PyObject *given = NULL;
    long long rows = 0;
    double effective = 0, prior = 0, low = 0, high = 0;
    parot_pu_criteria_result found = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "d(ddd)OL", &effective, &prior, &low, &high, &given, &rows) ||
        plain_in(given, "recall", "d", &recall) < 0)
        return NULL;
    const parot_pu_calibration kept = {.count = recall.shape[0],
                                       .effective = effective,
                                       .prior = prior,
                                       .prior_low = low,
                                       .prior_high = high,
                                       .recall = recall.buf};
    parot_status status = parot_pu_criteria(&kept, rows, &found, &call.err);
    PyBuffer_Release(&recall);
    if (call_end(&call, status) < 0)
        return NULL;
    return Py_BuildValue("(Lddddddddddddddd)", (long long)found.rows, found.recall,
                         found.recall_error, found.precision, found.accuracy, found.accuracy_error,
                         found.f1, found.lee_liu, found.proxy_auc, found.proxy_auc_error, found.auc,
                         found.auc_error, found.accuracy_low, found.accuracy_high, found.auc_low,
                         found.auc_high);
}

/* pu_relabel(label, score, rank, rows): label and score are changed in place */
static PyObject *core_pu_relabel(PyObject *module, PyObject *args)
{
    struct call call = {0};
    Py_buffer label = {0}, score = {0}, rank = {0};
    PyObject *labels = NULL, *scores = NULL, *ranks = NULL;
    long long rows = 0;
    int is_read = 0;
    parot_status status = PAROT_OK;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOL", &labels, &scores, &ranks, &rows))
        return NULL;
    if (plain_in(labels, "label", "b", &label) == 0 &&
        plain_in(scores, "score", "d", &score) == 0 && plain_in(ranks, "rank", "i", &rank) == 0) {
        parot_pu_result result = {
            .count = label.shape[0], .label = label.buf, .score = score.buf, .rank = rank.buf};
        is_read = score.shape[0] == result.count && rank.shape[0] == result.count;
        if (is_read)
            status = parot_pu_relabel(&result, rows, &call.err);
        else
            PyErr_SetString(PyExc_ValueError, "label, score, rank: must have the same length");
    }
    PyBuffer_Release(&label);
    PyBuffer_Release(&score);
    PyBuffer_Release(&rank);
    if (!is_read || call_end(&call, status) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* ---- Against the truth -------------------------------------------------- */

static PyObject *evaluate(const Py_buffer *label, const Py_buffer *rank, const Py_buffer *truth)
{
    struct call call = {0};
    parot_pu_metrics metrics = {0};
    parot_pu_result result = {.count = label->shape[0], .label = label->buf, .rank = rank->buf};
    if (rank->shape[0] != result.count || truth->shape[0] != result.count) {
        PyErr_Format(PyExc_ValueError, "truth: has %zd values for %zd rows", truth->shape[0],
                     label->shape[0]);
        return NULL;
    }
    for (int64_t i = 0; i < result.count; i++)
        result.positives += result.label[i] > 0;
    if (call_end(&call, parot_pu_evaluate(&result, truth->buf, &metrics, &call.err)) < 0)
        return NULL;
    return Py_BuildValue("(dddddddd)", metrics.accuracy, metrics.precision, metrics.recall,
                         metrics.f1, metrics.auc, metrics.majority, metrics.random_k,
                         metrics.worst_k);
}

static PyObject *core_pu_evaluate(PyObject *module, PyObject *args)
{
    Py_buffer label = {0}, rank = {0}, truth = {0};
    PyObject *labels = NULL, *ranks = NULL, *truths = NULL, *out = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO", &labels, &ranks, &truths))
        return NULL;
    if (plain_in(labels, "labels", "b", &label) == 0 && plain_in(ranks, "rank", "i", &rank) == 0 &&
        plain_in(truths, "truth", "b", &truth) == 0)
        out = evaluate(&label, &rank, &truth);
    PyBuffer_Release(&label);
    PyBuffer_Release(&rank);
    PyBuffer_Release(&truth);
    return out;
}

static PyObject *core_pu_is_trainable(PyObject *module, PyObject *args)
{
    PyObject *how = NULL;
    parot_pu_options options;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!", &PyTuple_Type, &how) || pu_settings_in(how, &options) < 0)
        return NULL;
    return PyBool_FromLong(parot_pu_is_trainable(&options));
}

/* `how` of parot_pu_options_init */
static PyObject *core_pu_defaults(PyObject *module, PyObject *args)
{
    parot_pu_options how;
    (void)module;
    (void)args;
    parot_pu_options_init(&how);
    return Py_BuildValue("(iiiidiiidNiiNiiiiN)", (int)how.method, (int)how.kind, (int)how.scale,
                         (int)how.metric, how.noise, (int)how.whole_rows, (int)how.neighbours,
                         (int)how.kernel, how.fused_alpha, PyBool_FromLong(how.is_apart),
                         (int)how.restarts, (int)how.pca, PyBool_FromLong(how.has_distances != 0),
                         (int)how.classifier, (int)how.rounds, (int)how.trees, (int)how.leaf,
                         PyBool_FromLong(how.raw_distances != 0));
}

PyMethodDef pu_methods[] = {
    {"pu", core_pu, METH_VARARGS, "pu(data, how, keep_model, options)"},
    {"pu_predict", core_pu_predict, METH_VARARGS, "pu_predict(model, rows, prior, options)"},
    {"pu_prior", core_pu_prior, METH_VARARGS, "pu_prior(data, how, options)"},
    {"pu_calibrate", core_pu_calibrate, METH_VARARGS, "pu_calibrate(data, how, rank, options)"},
    {"pu_prior_to_all", core_pu_prior_to_all, METH_VARARGS,
     "pu_prior_to_all(prior, unlabeled, positives)"},
    {"pu_cutoff", core_pu_cutoff, METH_VARARGS,
     "pu_cutoff(probability, false_positive, false_negative)"},
    {"pu_criteria", core_pu_criteria, METH_VARARGS,
     "pu_criteria(effective, (prior, low, high), recall, rows)"},
    {"pu_sensitivity", core_pu_sensitivity, METH_VARARGS,
     "pu_sensitivity(data, how, (label, rank), (low, high), options)"},
    {"pu_columns", core_pu_columns, METH_VARARGS, "pu_columns(data, how, label, options)"},
    {"pu_relabel", core_pu_relabel, METH_VARARGS, "pu_relabel(label, score, rank, rows)"},
    {"pu_bias", core_pu_bias, METH_VARARGS, "pu_bias(data, how, options)"},
    {"pu_distance_ratio", core_pu_distance_ratio, METH_VARARGS,
     "pu_distance_ratio(data, how, options)"},
    {"pu_bias_cause", core_pu_bias_cause, METH_VARARGS, "pu_bias_cause(data, how, options)"},
    {"pu_spies", core_pu_spies, METH_VARARGS, "pu_spies(data, how, options)"},
    {"pu_curve", core_pu_curve, METH_VARARGS, "pu_curve(data, how, options)"},
    {"pu_tune", core_pu_tune, METH_VARARGS, "pu_tune(data, how, options)"},
    {"pu_defaults", core_pu_defaults, METH_NOARGS, "pu_defaults()"},
    {"pu_certify", core_pu_certify, METH_VARARGS,
     "pu_certify(data, how, positives, plan, toll, options)"},
    {"pu_check", core_pu_check, METH_VARARGS, "pu_check(data, how, (rows, positives), options)"},
    {"pu_is_trainable", core_pu_is_trainable, METH_VARARGS, "pu_is_trainable(how)"},
    {"pu_evaluate", core_pu_evaluate, METH_VARARGS, "pu_evaluate(labels, rank, truth)"},
    {NULL, NULL, 0, NULL},
};
