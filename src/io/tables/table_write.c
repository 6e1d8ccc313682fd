/* table_write.c - parot_table_write and parot_frame_write check the table, or the frame, which may
 * have text, and write it in the format of the path. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/options.h"
#include "io/binary/npy.h"
#include "io/binary/npz.h"
#include "io/bytes/gzip.h"
#include "io/bytes/output.h"
#include "io/text/csv_table.h"
#include "io/text/libsvm.h"
#include "parot/io.h"

enum { MEMBER = 256 }; /* bytes for the name of an array in an archive */

static parot_status check_shape(const parot_table *table, parot_error *err)
{
    int64_t count = 0;
    if (!table)
        return fail(err, PAROT_EINVAL, "table: must not be NULL");
    TRY(CHECK_RESERVED(table, err));
    if (table->rows < 1 || table->cols < 1 || !multiply_sizes(table->rows, table->cols, &count))
        return fail(err, PAROT_EINVAL, "table: must have a row and a column, got %lld x %lld",
                    (long long)table->rows, (long long)table->cols);
    if (!table->data)
        return fail(err, PAROT_EINVAL, "table.data: must not be NULL");
    for (int64_t k = 0; k < count; k++)
        if (isnan(table->data[k]))
            return fail(err, PAROT_EINVAL, "table.data: [%lld, %lld] is nan, which is not allowed",
                        (long long)(k / table->cols), (long long)(k % table->cols));
    return PAROT_OK;
}

/* Names must read back as names: text in at least one column, and each in one line. */
static parot_status check_names(const parot_table *table, parot_error *err)
{
    int is_header = 0;
    for (int64_t j = 0; j < table->cols; j++) {
        const char *name = table->names[j];
        if (!name)
            return fail(err, PAROT_EINVAL, "table.names: [%lld] is NULL", (long long)j);
        if (strpbrk(name, "\r\n"))
            return fail(err, PAROT_EINVAL, "table.names: [%lld] contains a line break",
                        (long long)j);
        is_header |= csv_is_name(name);
    }
    if (!is_header)
        return fail(err, PAROT_EINVAL,
                    "table.names: at least one must be text, or they would read as numbers");
    return PAROT_OK;
}

static parot_status write_npy(const parot_table *table, struct bytes *out, parot_error *err)
{
    const struct npy_array array = {ELEMENT_FLOAT, sizeof(double), 2,
                                    table->rows,   table->cols,    table->data};
    return npy_append(out, &array, err);
}

/* An archive of one array, whose name follows the colon, or is `data`. */
static parot_status write_npz(const char *member, const parot_table *table, struct bytes *out,
                              parot_error *err)
{
    char name[MEMBER];
    if (snprintf(name, sizeof name, "%s.npy", member ? member : "data") >= (int)sizeof name)
        return fail(err, PAROT_EINVAL, "path: the name of an array must be shorter than %d bytes",
                    MEMBER);
    struct npz_member array = {.name = name};
    parot_status status = write_npy(table, &array.array, err);
    if (status == PAROT_OK)
        status = npz_pack(&array, 1, out, err);
    bytes_free(&array.array);
    return status;
}

static parot_status print(const struct filename *path, const parot_table *table, struct bytes *out,
                          parot_error *err)
{
    enum format format = path->format;
    if (format == FORMAT_UNKNOWN && output_is_stream(path))
        format = FORMAT_CSV;
    if (format == FORMAT_NPY)
        return write_npy(table, out, err);
    if (format == FORMAT_NPZ)
        return write_npz(path->member, table, out, err);
    if (format == FORMAT_LIBSVM)
        return libsvm_append(path->label, table, out, err);
    if (format != FORMAT_CSV && format != FORMAT_TSV)
        return fail(
            err, PAROT_EINVAL,
            "%s: a table is written as .csv, .tsv, .npy, .npz or .libsvm, each also with .gz",
            path->label);
    if (table->names)
        TRY(check_names(table, err));
    return csv_append(table, format == FORMAT_TSV ? '\t' : ',', out, err);
}

static parot_status write_table(const struct filename *path, const parot_table *table,
                                int overwrite, struct bytes *out, parot_error *err)
{
    TRY(check_shape(table, err));
    TRY(print(path, table, out, err));
    if (path->is_gzip)
        TRY(gzip_pack(out, err));
    return output_write(path, out, overwrite, err);
}

parot_status parot_table_write(const char *path, const parot_table *table, int overwrite,
                               parot_error *err)
{
    struct filename parsed;
    struct bytes out = {0};
    TRY(filename_parse(path, "standard output", &parsed, err));
    parot_status status = write_table(&parsed, table, overwrite, &out, err);
    bytes_free(&out);
    return status;
}

/* ---- Frames ------------------------------------------------------------- */

static int has_text(const parot_frame *frame)
{
    for (int64_t k = 0; k < frame->cols; k++)
        if (frame->columns[k].level_count > 0)
            return 1;
    return 0;
}

static parot_status check_frame(const parot_frame *frame, parot_error *err)
{
    int64_t count = 0;
    if (!frame)
        return fail(err, PAROT_EINVAL, "frame: must not be NULL");
    /* without rows it has at least names to write */
    if (frame->rows < !frame->has_names || frame->cols < 1 ||
        !multiply_sizes(frame->rows, frame->cols, &count))
        return fail(err, PAROT_EINVAL,
                    "frame: must have a row or names, and a column, got %lld x %lld",
                    (long long)frame->rows, (long long)frame->cols);
    if (!frame->data || !frame->columns)
        return fail(err, PAROT_EINVAL, "frame.%s: must not be NULL",
                    frame->data ? "columns" : "data");
    if (has_text(frame) && !frame->has_names)
        return fail(err, PAROT_EINVAL,
                    "frame.has_names: must be set for a table with text, or its "
                    "first row would be read as names");
    return PAROT_OK;
}

static parot_status check_format(const struct filename *path, parot_error *err)
{
    if (path->format == FORMAT_CSV || path->format == FORMAT_TSV || output_is_stream(path))
        return PAROT_OK;
    return fail(err, PAROT_EINVAL,
                "%s: a table with text is written as .csv or .tsv, each also with .gz",
                path->label);
}

static parot_status write_frame(const struct filename *path, const parot_frame *frame,
                                int overwrite, struct bytes *out, parot_error *err)
{
    TRY(check_frame(frame, err));
    TRY(check_format(path, err));
    TRY(csv_append_frame(frame, path->format == FORMAT_TSV ? '\t' : ',', out, err));
    if (path->is_gzip)
        TRY(gzip_pack(out, err));
    return output_write(path, out, overwrite, err);
}

parot_status parot_frame_write(const char *path, const parot_frame *frame, int overwrite,
                               parot_error *err)
{
    struct filename parsed;
    struct bytes out = {0};
    TRY(filename_parse(path, "standard output", &parsed, err));
    if (parsed.format == FORMAT_NPY && frame && frame->columns && !has_text(frame)) {
        parot_table table = {.rows = frame->rows, .cols = frame->cols, .data = frame->data};
        return parot_table_write(path, &table, overwrite, err);
    }
    parot_status status = write_frame(&parsed, frame, overwrite, &out, err);
    bytes_free(&out);
    return status;
}
