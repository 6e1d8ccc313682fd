/* curve_file.c - parot_curve_write and _read: the curve mass -> cost as a document or a table.
 *
 * Both formats are read into the same lists, which are checked and copied into one block. A table
 * has no place for the elbow, so it is found again. */
#include "io/results/curve_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "io/bytes/stream.h"
#include "io/results/json_values.h"
#include "io/results/json_writer.h"
#include "io/tables/table.h"

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

/* ---- Writing ------------------------------------------------------------ */

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

/* ---- Lists to a curve --------------------------------------------------- */

/* The lists of a curve, of any origin. */
struct lists {
    struct series mass, objective, slope; /* the last one may be one shorter */
    struct series enter, order;           /* as many as there are rows */
    int64_t elbow;                        /* -1: to be found */
    parot_status status;
};

static parot_status check_lists(const char *label, const struct lists *lists, parot_error *err)
{
    int64_t count = lists->mass.count;
    if (count < 1 || lists->objective.count != count ||
        (lists->slope.count != count && lists->slope.count != count - 1))
        return fail(err, PAROT_EFORMAT,
                    "%s: is not a curve: it must have as many numbers of mass, objective and slope",
                    label);
    if (lists->enter.count < 0 || lists->order.count != lists->enter.count)
        return fail(err, PAROT_EFORMAT, "%s: enter and order must be lists of the same length",
                    label);
    if (lists->elbow >= count)
        return fail(err, PAROT_EFORMAT, "%s: the elbow must be one of %lld breakpoints", label,
                    (long long)count);
    return PAROT_OK;
}

static void layout(parot_curve *curve, struct arena *arena)
{
    curve->mass = arena_take(arena, curve->count, sizeof(double));
    curve->objective = arena_take(arena, curve->count, sizeof(double));
    curve->slope = arena_take(arena, curve->count, sizeof(double));
    curve->enter = arena_take(arena, curve->rows, sizeof(double));
    curve->order = arena_take(arena, curve->rows, sizeof(int32_t));
    curve->owner = arena->block;
}

static parot_status copy_breakpoints(const char *label, const struct lists *lists,
                                     parot_curve *curve, parot_error *err)
{
    for (int64_t k = 0; k < curve->count; k++) {
        curve->mass[k] = lists->mass.at(lists->mass.source, k);
        curve->objective[k] = lists->objective.at(lists->objective.source, k);
        int has_slope = k + 1 < curve->count;
        curve->slope[k] = has_slope ? lists->slope.at(lists->slope.source, k) : 0;
        if (!isfinite(curve->mass[k]) || !isfinite(curve->objective[k]) ||
            !isfinite(curve->slope[k]))
            return fail(err, PAROT_EFORMAT, "%s: breakpoint %lld: must be finite numbers", label,
                        (long long)k);
        if (k > 0 && !(curve->mass[k] > curve->mass[k - 1]))
            return fail(err, PAROT_EFORMAT, "%s: breakpoint %lld: masses must increase, got %g",
                        label, (long long)k, curve->mass[k]);
    }
    return PAROT_OK;
}

/* What is not a number, null, is a row that never moves. */
static parot_status copy_rows(const char *label, const struct lists *lists, parot_curve *curve,
                              parot_error *err)
{
    for (int64_t i = 0; i < curve->rows; i++) {
        double enter = lists->enter.at(lists->enter.source, i);
        double order = lists->order.at(lists->order.source, i);
        if (!(order >= 0 && order < (double)curve->rows && order == floor(order)))
            return fail(err, PAROT_EFORMAT, "%s: order[%lld]: must be a row, got %g", label,
                        (long long)i, order);
        curve->enter[i] = isnan(enter) ? INFINITY : enter;
        curve->order[i] = (int32_t)order;
    }
    return PAROT_OK;
}

static parot_status assemble(const char *label, const struct lists *lists, parot_curve *curve,
                             parot_error *err)
{
    struct control control;
    struct arena arena = {0};
    TRY(check_lists(label, lists, err));
    curve->count = lists->mass.count;
    curve->rows = lists->enter.count;
    curve->status = lists->status;
    TRY(control_init(&control, NULL, err));
    layout(curve, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(curve, &arena);
    TRY(copy_breakpoints(label, lists, curve, err));
    TRY(copy_rows(label, lists, curve, err));
    curve->elbow =
        lists->elbow >= 0 ? lists->elbow : parot_curve_elbow(curve, curve->count - 1, NULL);
    return PAROT_OK;
}

/* ---- Documents and tables ----------------------------------------------- */

static parot_status read_document(const char *label, const json_t *root, parot_curve *curve,
                                  parot_error *err)
{
    const json_t *lines = json_object_get(root, "curve");
    double elbow = json_number_of(json_object_get(root, "elbow"), "index");
    struct lists lists = {.mass = json_series(lines, "mass"),
                          .objective = json_series(lines, "objective"),
                          .slope = json_series(lines, "slope"),
                          .enter = json_series(root, "enter"),
                          .order = json_series(root, "order"),
                          .elbow = elbow >= 0 && elbow < 1e15 ? (int64_t)elbow : 0};
    TRY(json_check_schema(label, "a curve", root, err));
    TRY(json_status(label, root, &lists.status, err));
    return assemble(label, &lists, curve, err);
}

static parot_status parse_document(const char *label, const struct bytes *bytes, parot_curve *curve,
                                   parot_error *err)
{
    json_t *root = NULL;
    TRY(json_parse(label, bytes, &root, err));
    parot_status status = read_document(label, root, curve, err);
    json_decref(root);
    return status;
}

static double cell(const void *column, int64_t k)
{
    return ((const double *)column)[COLUMNS * k];
}

/* Columns without names are in the order in which they are written. */
static parot_status read_columns(const char *label, const parot_table *table, parot_curve *curve,
                                 parot_error *err)
{
    static const char *const NAMES[COLUMNS] = {"mass", "objective", "slope"};
    for (int k = 0; k < COLUMNS; k++)
        if (table->cols != COLUMNS || (table->names && strcmp(table->names[k], NAMES[k]) != 0))
            return fail(err, PAROT_EFORMAT,
                        "%s: is not a curve: its columns must be mass, objective and slope", label);
    struct lists lists = {.mass = {table->rows, cell, table->data},
                          .objective = {table->rows, cell, table->data + 1},
                          .slope = {table->rows, cell, table->data + 2},
                          .elbow = -1};
    return assemble(label, &lists, curve, err);
}

static parot_status parse_table(const struct filename *path, struct bytes *bytes,
                                parot_curve *curve, parot_error *err)
{
    parot_table table = {0};
    TRY(table_parse(path, bytes, &table, err));
    parot_status status = read_columns(path->label, &table, curve, err);
    parot_table_free(&table);
    return status;
}

static int is_document(const struct filename *path, const struct bytes *bytes)
{
    return path->format == FORMAT_JSON ||
           (path->format == FORMAT_UNKNOWN && bytes_begin(bytes, "{", 1));
}

parot_status curve_parse(const struct filename *path, struct bytes *bytes, parot_curve *curve,
                         parot_error *err)
{
    TRY(gzip_unpack(path->label, bytes, err));
    return is_document(path, bytes) ? parse_document(path->label, bytes, curve, err)
                                    : parse_table(path, bytes, curve, err);
}

parot_status parot_curve_read(const char *file, parot_curve *curve, parot_error *err)
{
    struct filename path;
    struct bytes bytes = {0};
    parot_curve read = {0};
    if (!curve)
        return fail(err, PAROT_EINVAL, "curve: must not be NULL");
    TRY(filename_parse(file, "standard input", &path, err));
    parot_status status = input_read(&path, &bytes, err);
    if (status == PAROT_OK)
        status = curve_parse(&path, &bytes, &read, err);
    if (status == PAROT_OK)
        *curve = read;
    else
        parot_curve_free(&read);
    bytes_free(&bytes);
    return status;
}
