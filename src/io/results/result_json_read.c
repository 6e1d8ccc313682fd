/* result_json_read.c - jansson parses the document once; the fields of a transport become the parts
 * that result_parts.c checks, and those of its starts are copied into one block. */
#include <jansson.h>
#include <math.h>

#include "base/arena.h"
#include "io/results/json_values.h"
#include "io/results/result_file.h"

/* ---- The transport ------------------------------------------------------ */

static parot_status check_document(const char *label, const json_t *root, parot_error *err)
{
    TRY(json_check_schema(label, "a result", root, err));
    const json_t *plan = json_object_get(root, "plan");
    if (!plan)
        return fail(err, PAROT_EFORMAT, "%s: has no \"plan\": it was written without one", label);
    if (!json_is_array(json_object_get(plan, "row")))
        return fail(err, PAROT_EFORMAT, "%s: \"plan\" must have lists row, col and mass", label);
    return PAROT_OK;
}

static parot_status read_transport(const char *label, const json_t *root, parot_result *result,
                                   parot_error *err)
{
    TRY(check_document(label, root, err));
    const json_t *plan = json_object_get(root, "plan");
    struct parts parts = {
        .rows = json_number_of(root, "rows"),
        .cols = json_number_of(root, "cols"),
        .row = json_series(plan, "row"),
        .col = json_series(plan, "col"),
        .mass = json_series(plan, "mass"),
        .u = json_series(root, "u"),
        .v = json_series(root, "v"),
        .total = json_number_of(root, "mass"),
        .lambda = json_number_of(root, "lambda"),
        .objective = json_number_of(root, "objective"),
        .bound = json_number_of(root, "bound"),
        .iterations = json_integer_value(json_object_get(root, "iterations")),
        .pivots = json_integer_value(json_object_get(root, "pivots")),
        .passes = json_integer_value(json_object_get(root, "passes")),
    };
    TRY(json_status(label, root, &parts.status, err));
    return parts_assemble(label, &parts, result, err);
}

/* ---- Its starts --------------------------------------------------------- */

static parot_start start_of(const json_t *trial)
{
    const char *name = json_string_value(json_object_get(trial, "start"));
    parot_start start = (parot_start)0;
    return parot_start_parse(name, &start, NULL) == PAROT_OK ? start : (parot_start)0;
}

static parot_status check_trials(const char *label, const json_t *trials, double best,
                                 parot_error *err)
{
    if (!json_is_array(trials) || json_array_size(trials) == 0)
        return fail(err, PAROT_EFORMAT, "%s: \"trials\" must be a list of starts", label);
    if (!(best >= 0 && best < (double)json_array_size(trials) && best == floor(best)))
        return fail(err, PAROT_EFORMAT, "%s: \"best\" must be one of %zu starts, got %g", label,
                    json_array_size(trials), best);
    for (size_t t = 0; t < json_array_size(trials); t++) {
        const json_t *trial = json_array_get(trials, t);
        int64_t count = json_series(trial, "objectives").count;
        if (start_of(trial) == 0 || count < 0 ||
            json_series(trial, "stationarities").count != count)
            return fail(
                err, PAROT_EFORMAT,
                "%s: trials[%zu] must have a start, and as many objectives as stationarities",
                label, t);
    }
    return PAROT_OK;
}

/* Takes the memory of all trials, or while measuring adds up what it needs. */
static void layout(parot_gromov_result *result, const json_t *trials, struct arena *arena)
{
    parot_trial *trial = arena_take(arena, result->trials, sizeof *result->trial);
    result->trial = trial;
    for (int64_t t = 0; t < result->trials; t++) {
        int64_t count = json_series(json_array_get(trials, (size_t)t), "objectives").count;
        double *objectives = arena_take(arena, count, sizeof(double));
        double *stationarities = arena_take(arena, count, sizeof(double));
        if (trial)
            trial[t] = (parot_trial){
                .history = count, .objectives = objectives, .stationarities = stationarities};
    }
    result->owner = arena->block;
}

/* Finite numbers alone. */
static parot_status copy_list(const char *label, const json_t *object, const char *key,
                              double *numbers, parot_error *err)
{
    struct series series = json_series(object, key);
    return series_copy(label, key, &series, numbers, err);
}

static parot_status read_trial(const char *label, const json_t *object, parot_trial *trial,
                               parot_error *err)
{
    trial->start = start_of(object);
    trial->number = (int32_t)json_integer_value(json_object_get(object, "number"));
    trial->objective = json_number_of(object, "objective");
    trial->stationarity = json_number_of(object, "stationarity");
    trial->iterations = json_integer_value(json_object_get(object, "iterations"));
    TRY(json_status(label, object, &trial->status, err));
    TRY(copy_list(label, object, "objectives", trial->objectives, err));
    return copy_list(label, object, "stationarities", trial->stationarities, err);
}

static parot_status read_trials(const char *label, const json_t *root, parot_gromov_result *result,
                                parot_error *err)
{
    const json_t *trials = json_object_get(root, "trials");
    struct control control;
    struct arena arena = {0};
    result->stationarity = json_number_of(root, "stationarity");
    if (!trials)
        return PAROT_OK;
    double best = json_number_of(root, "best");
    TRY(check_trials(label, trials, best, err));
    result->best = (int64_t)best;
    result->trials = (int64_t)json_array_size(trials);
    TRY(control_init(&control, NULL, err));
    layout(result, trials, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(result, trials, &arena);
    for (int64_t t = 0; t < result->trials; t++)
        TRY(read_trial(label, json_array_get(trials, (size_t)t), &result->trial[t], err));
    result->history = result->trial[result->best].history;
    result->objectives = result->trial[result->best].objectives;
    result->stationarities = result->trial[result->best].stationarities;
    return PAROT_OK;
}

/* ---- The document ------------------------------------------------------- */

parot_status result_json_read(const char *label, const struct bytes *bytes,
                              struct result_target target, parot_error *err)
{
    json_t *root = NULL;
    TRY(json_parse(label, bytes, &root, err));
    parot_status status = read_transport(label, root, target.result, err);
    if (status == PAROT_OK && target.gromov)
        status = read_trials(label, root, target.gromov, err);
    json_decref(root);
    return status;
}
