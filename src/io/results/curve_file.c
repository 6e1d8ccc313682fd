/* curve_file.c - parot_curve_json and _write: the curve mass -> cost as a document or a table. */
#include <math.h>
#include <stdlib.h>

#include "io/bytes/filename.h"
#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "io/results/json_text.h"
#include "io/results/result_json.h"

enum { COLUMNS = 3 }; /* mass, objective, slope */

static parot_status check_curve(const parot_curve *curve, parot_error *err)
{
    if (!curve)
        return fail(err, PAROT_EINVAL, "curve: must not be NULL");
    if (curve->count < 1 || curve->rows < 0)
        return fail(err, PAROT_EINVAL, "curve: must have a breakpoint, got %lld of %lld rows",
                    (long long)curve->count, (long long)curve->rows);
    if (!curve->mass || !curve->objective || (curve->count > 1 && !curve->slope))
        return fail(err, PAROT_EINVAL, "curve: mass, objective and slope must not be NULL");
    if (curve->rows > 0 && (!curve->enter || !curve->order))
        return fail(err, PAROT_EINVAL, "curve: enter and order must not be NULL");
    if (curve->elbow < 0 || curve->elbow >= curve->count)
        return fail(err, PAROT_EINVAL, "curve: elbow %lld is not one of %lld breakpoints",
                    (long long)curve->elbow, (long long)curve->count);
    return PAROT_OK;
}

/* ---- Document ----------------------------------------------------------- */

/* The ends of a curve are no elbow: it is straight. */
static parot_status put_elbow(struct bytes *out, const parot_curve *curve, parot_error *err)
{
    int64_t k = curve->elbow;
    TRY(put_key(out, "elbow", err));
    if (k == 0 || k == curve->count - 1)
        return bytes_append_text(out, "null", err);
    TRY(bytes_append_text(out, "{", err));
    TRY(put_integer(out, "index", k, err));
    TRY(put_double(out, "mass", curve->mass[k], err));
    TRY(put_double(out, "objective", curve->objective[k], err));
    TRY(put_double(out, "slope_before", curve->slope[k - 1], err));
    TRY(put_double(out, "slope", curve->slope[k], err));
    return bytes_append_text(out, "}", err);
}

static parot_status put_curve(struct bytes *out, const parot_curve *curve, parot_error *err)
{
    TRY(put_key(out, "curve", err));
    TRY(bytes_append_text(out, "{", err));
    TRY(put_doubles(out, "mass", curve->mass, curve->count, err));
    TRY(put_doubles(out, "objective", curve->objective, curve->count, err));
    TRY(put_doubles(out, "slope", curve->slope, curve->count - 1, err));
    return bytes_append_text(out, "}", err);
}

static parot_status append_document(struct bytes *out, const parot_curve *curve,
                                    const parot_seconds *seconds, parot_error *err)
{
    int64_t last = curve->count - 1;
    TRY(bytes_append_text(out, "{", err));
    TRY(put_integer(out, "schema", JSON_SCHEMA, err));
    TRY(put_text(out, "status", parot_status_name(curve->status), err));
    TRY(put_double(out, "mass", curve->mass[last], err));
    TRY(put_double(out, "objective", curve->objective[last], err));
    TRY(put_integer(out, "breakpoints", curve->count, err));
    TRY(put_elbow(out, curve, err));
    TRY(put_integer(out, "rows", curve->rows, err));
    TRY(put_integer(out, "iterations", curve->info.iterations, err));
    TRY(put_integer(out, "pivots", curve->info.pivots, err));
    TRY(put_integer(out, "passes", curve->info.passes, err));
    if (seconds)
        TRY(put_seconds(out, seconds, err));
    TRY(put_curve(out, curve, err));
    TRY(put_doubles(out, "enter", curve->enter, curve->rows, err));
    TRY(put_indices(out, "order", curve->order, curve->rows, err));
    return bytes_append_text(out, "}\n", err);
}

static parot_status print_document(struct bytes *out, const parot_curve *curve,
                                   const parot_seconds *seconds, parot_error *err)
{
    TRY(append_document(out, curve, seconds, err));
    return bytes_append(out, "", 1, err);
}

parot_status parot_curve_json(const parot_curve *curve, const parot_seconds *seconds, char **text,
                              parot_error *err)
{
    struct bytes out = {0};
    TRY(check_curve(curve, err));
    if (!text)
        return fail(err, PAROT_EINVAL, "text: must not be NULL");
    parot_status status = print_document(&out, curve, seconds, err);
    if (status == PAROT_OK)
        *text = bytes_move(&out).data;
    bytes_free(&out);
    return status;
}

/* ---- Files -------------------------------------------------------------- */

static parot_status pack_document(const struct filename *path, const parot_curve *curve,
                                  int overwrite, struct bytes *out, parot_error *err)
{
    TRY(append_document(out, curve, NULL, err));
    if (path->is_gzip)
        TRY(gzip_pack(out, err));
    return output_write(path, out, overwrite, err);
}

static parot_status write_document(const struct filename *path, const parot_curve *curve,
                                   int overwrite, parot_error *err)
{
    struct bytes out = {0};
    parot_status status = pack_document(path, curve, overwrite, &out, err);
    bytes_free(&out);
    return status;
}

static parot_status write_table(const char *file, const parot_curve *curve, int overwrite,
                                parot_error *err)
{
    char *names[COLUMNS] = {(char[]){"mass"}, (char[]){"objective"}, (char[]){"slope"}};
    size_t bytes = (size_t)curve->count * COLUMNS * sizeof(double);
    double *data = malloc(bytes);
    if (!data)
        return fail_memory(err, bytes);
    for (int64_t k = 0; k < curve->count; k++) {
        data[COLUMNS * k] = curve->mass[k];
        data[COLUMNS * k + 1] = curve->objective[k];
        data[COLUMNS * k + 2] = k + 1 < curve->count ? curve->slope[k] : INFINITY;
    }
    const parot_table table = {curve->count, COLUMNS, data, names, NULL};
    parot_status status = parot_table_write(file, &table, overwrite, err);
    free(data);
    return status;
}

parot_status parot_curve_write(const char *file, const parot_curve *curve, int overwrite,
                               parot_error *err)
{
    struct filename path;
    TRY(check_curve(curve, err));
    TRY(filename_parse(file, "standard output", &path, err));
    if (path.format == FORMAT_JSON)
        return write_document(&path, curve, overwrite, err);
    if (path.format == FORMAT_NPZ)
        return fail(err, PAROT_EINVAL,
                    "%s: a curve is written as .json, .csv, .tsv or .npy, each also with .gz",
                    path.label);
    return write_table(file, curve, overwrite, err);
}
