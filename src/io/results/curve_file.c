/* curve_file.c - parot_curve_write: the curve mass -> cost as a document or a table. */
#include <math.h>
#include <stdlib.h>

#include "io/bytes/filename.h"
#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "io/results/json_writer.h"

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

/* ---- Files -------------------------------------------------------------- */

static parot_status pack_document(const struct filename *path, const parot_curve *curve,
                                  int overwrite, struct bytes *out, parot_error *err)
{
    parot_json *json = parot_json_open(parot_status_name(curve->status));
    parot_json_curve(json, curve);
    TRY(json_take(json, out, err));
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
