/* gromov_file.c - parot_gromov_write and _read: a transport, and how each start got there. */
#include "io/results/gromov_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "io/binary/npz.h"
#include "io/bytes/gzip.h"
#include "io/bytes/stream.h"
#include "io/results/json_values.h"
#include "io/results/result_file.h"
#include "io/results/result_npz.h"

/* ---- Writing ------------------------------------------------------------ */

static parot_status check_trials(const parot_gromov_result *result, parot_error *err)
{
    if (!result)
        return fail(err, PAROT_EINVAL, "result: must not be NULL");
    if (result->trials < 0 || (result->trials > 0 && !result->trial))
        return fail(err, PAROT_EINVAL, "result.trial: must not be NULL");
    for (int64_t t = 0; t < result->trials; t++) {
        const parot_trial *trial = &result->trial[t];
        if (trial->history < 0 ||
            (trial->history > 0 && (!trial->objectives || !trial->stationarities)))
            return fail(err, PAROT_EINVAL,
                        "result.trial[%lld]: objectives and stationarities must not be NULL",
                        (long long)t);
    }
    return PAROT_OK;
}

parot_status parot_gromov_write(const char *path, const parot_gromov_result *result, int overwrite,
                                parot_error *err)
{
    TRY(check_trials(result, err));
    const struct result_source source = {&result->transport, result};
    return result_write(path, &source, overwrite, err);
}

/* ---- Reading ------------------------------------------------------------ */

static parot_start start_of(const json_t *trial)
{
    const char *name = json_string_value(json_object_get(trial, "start"));
    parot_start start = (parot_start)0;
    return parot_start_parse(name, &start, NULL) == PAROT_OK ? start : (parot_start)0;
}

static parot_status check_list(const char *label, const json_t *starts, double best,
                               parot_error *err)
{
    if (!json_is_array(starts) || json_array_size(starts) == 0)
        return fail(err, PAROT_EFORMAT, "%s: \"trials\" must be a list of starts", label);
    if (!(best >= 0 && best < (double)json_array_size(starts) && best == floor(best)))
        return fail(err, PAROT_EFORMAT, "%s: \"best\" must be one of %zu starts, got %g", label,
                    json_array_size(starts), best);
    for (size_t t = 0; t < json_array_size(starts); t++) {
        const json_t *trial = json_array_get(starts, t);
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
static void layout(parot_gromov_result *result, const json_t *starts, struct arena *arena)
{
    parot_trial *trial = arena_take(arena, result->trials, sizeof *result->trial);
    result->trial = trial;
    for (int64_t t = 0; t < result->trials; t++) {
        int64_t count = json_series(json_array_get(starts, (size_t)t), "objectives").count;
        double *objectives = arena_take(arena, count, sizeof(double));
        double *stationarities = arena_take(arena, count, sizeof(double));
        if (trial)
            trial[t] = (parot_trial){
                .history = count, .objectives = objectives, .stationarities = stationarities};
    }
    result->owner = arena->block;
}

static parot_status copy_finite(const char *label, const json_t *object, const char *key,
                                double *numbers, parot_error *err)
{
    struct series series = json_series(object, key);
    for (int64_t k = 0; k < series.count; k++) {
        numbers[k] = series.at(series.source, k);
        if (!isfinite(numbers[k]))
            return fail(err, PAROT_EFORMAT, "%s: %s[%lld]: must be a finite number", label, key,
                        (long long)k);
    }
    return PAROT_OK;
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
    TRY(copy_finite(label, object, "objectives", trial->objectives, err));
    return copy_finite(label, object, "stationarities", trial->stationarities, err);
}

static parot_status read_starts(const char *label, const json_t *root, parot_gromov_result *result,
                                parot_error *err)
{
    const json_t *starts = json_object_get(root, "trials");
    struct control control;
    struct arena arena = {0};
    result->stationarity = json_number_of(root, "stationarity");
    if (!starts)
        return PAROT_OK;
    double best = json_number_of(root, "best");
    TRY(check_list(label, starts, best, err));
    result->best = (int64_t)best;
    result->trials = (int64_t)json_array_size(starts);
    TRY(control_init(&control, NULL, err));
    layout(result, starts, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(result, starts, &arena);
    for (int64_t t = 0; t < result->trials; t++)
        TRY(read_trial(label, json_array_get(starts, (size_t)t), &result->trial[t], err));
    result->history = result->trial[result->best].history;
    result->objectives = result->trial[result->best].objectives;
    result->stationarities = result->trial[result->best].stationarities;
    return PAROT_OK;
}

static parot_status parse_starts(const struct filename *path, const struct bytes *bytes,
                                 parot_gromov_result *result, parot_error *err)
{
    json_t *root = NULL;
    if (npz_recognize(bytes))
        return result_npz_read_stationarity(path->label, bytes, &result->stationarity, err);
    TRY(json_parse(path->label, bytes, &root, err));
    parot_status status = read_starts(path->label, root, result, err);
    json_decref(root);
    return status;
}

parot_status gromov_parse(const struct filename *path, struct bytes *bytes,
                          parot_gromov_result *result, parot_error *err)
{
    TRY(result_parse(path, bytes, &result->transport, err));
    return parse_starts(path, bytes, result, err);
}

parot_status parot_gromov_read(const char *path, parot_gromov_result *result, parot_error *err)
{
    struct filename parsed;
    struct bytes bytes = {0};
    parot_gromov_result read = {.stationarity = NAN};
    if (!result)
        return fail(err, PAROT_EINVAL, "result: must not be NULL");
    TRY(filename_parse(path, "standard input", &parsed, err));
    parot_status status = input_read(&parsed, &bytes, err);
    if (status == PAROT_OK)
        status = gromov_parse(&parsed, &bytes, &read, err);
    if (status == PAROT_OK)
        *result = read;
    else
        parot_gromov_result_free(&read);
    bytes_free(&bytes);
    return status;
}
