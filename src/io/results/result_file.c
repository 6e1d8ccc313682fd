/* result_file.c - parot_result_write, parot_gromov_write and their readers: the extension chooses
 * the writer, the first bytes choose the reader. Of a match, JSON has each start, .npz its
 * stationarity, and a table the plan alone. */
#include "io/results/result_file.h"

#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "io/binary/npz.h"
#include "io/bytes/gzip.h"
#include "io/bytes/number.h"
#include "io/bytes/output.h"
#include "io/bytes/stream.h"
#include "io/results/json_writer.h"
#include "io/results/result_npz.h"
#include "io/text/csv_table.h"

/* A result, the match that it is part of (NULL: it is not), and what its points are called. */
struct result_source {
    const parot_result *result;
    const parot_gromov_result *gromov;
    parot_plan_names names;
};

/* ---- Writing ------------------------------------------------------------ */

static parot_status check_plan(const parot_result *result, int with_dual, parot_error *err)
{
    const parot_plan *plan = &result->plan;
    if (plan->rows < 0 || plan->cols < 0 || plan->count < 0)
        return fail(err, PAROT_EINVAL,
                    "result.plan: sizes must be 0 or more, got %lld x %lld, %lld",
                    (long long)plan->rows, (long long)plan->cols, (long long)plan->count);
    if (plan->count > 0 && (!plan->row || !plan->col || !plan->mass))
        return fail(err, PAROT_EINVAL, "result.plan: has %lld entries, but arrays that are NULL",
                    (long long)plan->count);
    if (with_dual && (!result->dual.u || !result->dual.v))
        return fail(err, PAROT_EINVAL, "result.dual: u and v must not be NULL");
    return PAROT_OK;
}

static parot_status append_name(struct bytes *out, char delimiter, const char *name,
                                parot_error *err)
{
    TRY(bytes_append(out, &delimiter, 1, err));
    return csv_append_text(out, name, err);
}

static parot_status append_csv(struct bytes *out, const struct result_source *source,
                               char delimiter, parot_error *err)
{
    const parot_plan *plan = &source->result->plan;
    const parot_plan_names *names = &source->names;
    char line[128], mass[NUMBER_SIZE];
    snprintf(line, sizeof line, "row%ccol%cmass", delimiter, delimiter);
    TRY(bytes_append_text(out, line, err));
    if (names->source)
        TRY(append_name(out, delimiter, "source", err));
    if (names->target)
        TRY(append_name(out, delimiter, "target", err));
    TRY(bytes_append(out, "\n", 1, err));
    for (int64_t k = 0; k < plan->count; k++) {
        snprintf(line, sizeof line, "%d%c%d%c%s", (int)plan->row[k], delimiter, (int)plan->col[k],
                 delimiter, number_print(plan->mass[k], mass));
        TRY(bytes_append_text(out, line, err));
        if (names->source)
            TRY(append_name(out, delimiter, names->source[plan->row[k]], err));
        if (names->target)
            TRY(append_name(out, delimiter, names->target[plan->col[k]], err));
        TRY(bytes_append(out, "\n", 1, err));
    }
    return PAROT_OK;
}

static parot_status append_json(struct bytes *out, const struct result_source *source,
                                parot_error *err)
{
    parot_json *json = parot_json_open(parot_status_name(source->result->status));
    if (source->gromov)
        parot_json_gromov(json, source->gromov, 1);
    else
        parot_json_result(json, source->result, 1);
    parot_json_names(json, &source->names, &source->result->plan);
    return json_take(json, out, err);
}

static parot_status print(const struct filename *path, const struct result_source *source,
                          struct bytes *out, parot_error *err)
{
    const parot_result *result = source->result;
    enum format format = path->format;
    if (format == FORMAT_UNKNOWN && output_is_stream(path))
        format = FORMAT_CSV;
    TRY(check_plan(result, format == FORMAT_JSON || format == FORMAT_NPZ, err));
    switch (format) {
    case FORMAT_JSON:
        return append_json(out, source, err);
    case FORMAT_NPZ:
        return result_npz_append(out, result, source->gromov ? &source->gromov->stationarity : NULL,
                                 err);
    case FORMAT_CSV:
        return append_csv(out, source, ',', err);
    case FORMAT_TSV:
        return append_csv(out, source, '\t', err);
    default:
        break;
    }
    return fail(err, PAROT_EINVAL,
                "%s: a result is written as .json, .npz, .csv or .tsv, each also with .gz",
                path->label);
}

static parot_status pack(const struct filename *path, const struct result_source *source,
                         struct bytes *out, parot_error *err)
{
    if (path->member)
        return fail(err, PAROT_EINVAL, "%s: a result fills the archive; leave out ':%.32s'",
                    path->label, path->member);
    TRY(print(path, source, out, err));
    return path->is_gzip ? gzip_pack(out, err) : PAROT_OK;
}

static parot_status write_source(const char *path, const struct result_source *source,
                                 int overwrite, parot_error *err)
{
    struct filename parsed;
    struct bytes out = {0};
    TRY(filename_parse(path, "standard output", &parsed, err));
    parot_status status = pack(&parsed, source, &out, err);
    if (status == PAROT_OK)
        status = output_write(&parsed, &out, overwrite, err);
    bytes_free(&out);
    return status;
}

parot_status parot_result_write(const char *path, const parot_result *result, int overwrite,
                                parot_error *err)
{
    const struct result_source source = {.result = result};
    if (!result)
        return fail(err, PAROT_EINVAL, "result: must not be NULL");
    return write_source(path, &source, overwrite, err);
}

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

parot_status parot_gromov_write_named(const char *path, const parot_gromov_result *result,
                                      const parot_plan_names *names, int overwrite,
                                      parot_error *err)
{
    TRY(check_trials(result, err));
    if (names)
        TRY(CHECK_RESERVED(names, err));
    const struct result_source source = {&result->transport, result,
                                         names ? *names : (parot_plan_names){0}};
    return write_source(path, &source, overwrite, err);
}

parot_status parot_gromov_write(const char *path, const parot_gromov_result *result, int overwrite,
                                parot_error *err)
{
    return parot_gromov_write_named(path, result, NULL, overwrite, err);
}

/* ---- Reading ------------------------------------------------------------ */

static parot_status parse(const struct filename *path, struct bytes *bytes,
                          struct result_target target, parot_error *err)
{
    TRY(gzip_unpack(path->label, bytes, err));
    enum format format = path->format;
    if (format == FORMAT_UNKNOWN)
        format = npz_recognize(bytes) ? FORMAT_NPZ : FORMAT_JSON;
    if (format == FORMAT_NPZ)
        return result_npz_read(path->label, bytes, target, err);
    if (format == FORMAT_JSON)
        return result_json_read(path->label, bytes, target, err);
    return fail(err, PAROT_EFORMAT,
                "%s: holds no proof, only a table; results are read from .json and .npz",
                path->label);
}

parot_status result_parse(const struct filename *path, struct bytes *bytes, parot_result *result,
                          parot_error *err)
{
    return parse(path, bytes, (struct result_target){result, NULL}, err);
}

parot_status gromov_parse(const struct filename *path, struct bytes *bytes,
                          parot_gromov_result *result, parot_error *err)
{
    return parse(path, bytes, (struct result_target){&result->transport, result}, err);
}

parot_status parot_result_read(const char *path, parot_result *result, parot_error *err)
{
    struct filename parsed;
    struct bytes bytes = {0};
    if (!result)
        return fail(err, PAROT_EINVAL, "result: must not be NULL");
    TRY(filename_parse(path, "standard input", &parsed, err));
    parot_status status = input_read(&parsed, &bytes, err);
    if (status == PAROT_OK)
        status = result_parse(&parsed, &bytes, result, err);
    bytes_free(&bytes);
    return status;
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
