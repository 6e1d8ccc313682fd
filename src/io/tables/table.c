/* table.c - parot_table_read and parot_frame_read: the name and the first bytes choose the format.
 * Text is read in pieces, all else as a whole. One block, its owner, holds all of a table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "io/binary/idx.h"
#include "io/binary/mat5.h"
#include "io/binary/mat73.h"
#include "io/binary/npy.h"
#include "io/binary/npz.h"
#include "io/binary/rounding.h"
#include "io/bytes/gzip.h"
#include "io/bytes/number.h"
#include "io/bytes/stream.h"
#include "io/tables/foreign.h"
#include "io/tables/frame.h"
#include "io/tables/table.h"
#include "io/text/csv_table.h"
#include "io/text/libsvm.h"

/* ---- Reading ------------------------------------------------------------ */

static parot_status check_values(const char *label, const parot_table *table, parot_error *err)
{
    for (int64_t i = 0; i < table->rows; i++)
        for (int64_t j = 0; j < table->cols; j++)
            if (isnan(table->data[i * table->cols + j]))
                return fail(err, PAROT_EFORMAT,
                            "%s: row %lld, column %lld is nan, which is not allowed", label,
                            (long long)i + 1, (long long)j + 1);
    return PAROT_OK;
}

/* The array as it lies in the file; only moved when it does not begin where a double can. */
static double *adopt_values(const struct npy *array, struct bytes *bytes)
{
    size_t start = (size_t)(array->values - bytes->data);
    if (start % sizeof(double) != 0) {
        memmove(bytes->data, array->values, (size_t)array->count * sizeof(double));
        start = 0;
    }
    return (double *)(void *)(bytes->data + start);
}

static parot_status convert_values(const struct npy *array, struct bytes *bytes,
                                   struct rounding *rounding, parot_error *err)
{
    struct bytes converted = {0};
    TRY(bytes_reserve(&converted, (size_t)array->count * sizeof(double), err));
    double *data = (double *)(void *)converted.data;
    parot_status status = PAROT_OK;
    for (int64_t k = 0; k < array->count && status == PAROT_OK; k++) {
        data[k] = npy_value(array, k);
        if (npy_is_rounded(array, k))
            status = rounding_note(rounding, k / array->cols, k % array->cols, array->cols, err);
    }
    bytes_free(bytes);
    *bytes = bytes_move(&converted);
    return status;
}

static parot_status read_npy(const char *label, struct bytes *bytes, struct rough_table *table,
                             parot_error *err)
{
    struct npy array = {0};
    TRY(npy_parse(label, bytes->data, bytes->size, &array, err));
    if (array.count == 0)
        return fail(err, PAROT_EFORMAT, "%s: the array is empty: its shape is (%lld, %lld)", label,
                    (long long)array.rows, (long long)array.cols);
    parot_table read = {.rows = array.rows, .cols = array.cols};
    if (npy_is_native(&array)) {
        read.data = adopt_values(&array, bytes);
    } else {
        TRY(convert_values(&array, bytes, &table->rounding, err));
        read.data = (double *)(void *)bytes->data;
    }
    read.owner = bytes_move(bytes).data;
    table->table = read;
    return PAROT_OK;
}

static parot_status extract(const struct npz *npz, const char *name, struct bytes *array,
                            parot_error *err)
{
    int64_t position = 0;
    TRY(npz_find(npz, name, &position, err));
    return npz_extract(npz, position, array, err);
}

static parot_status read_npz(const struct filename *path, const struct bytes *bytes,
                             struct rough_table *table, parot_error *err)
{
    struct npz npz = {0};
    struct bytes array = {0};
    parot_status status = npz_open(path->label, bytes, &npz, err);
    if (status == PAROT_OK)
        status = extract(&npz, path->member, &array, err);
    npz_close(&npz);
    if (status == PAROT_OK)
        status = read_npy(path->label, &array, table, err);
    bytes_free(&array);
    return status;
}

enum format table_format(const struct bytes *bytes)
{
    if (npy_recognize(bytes))
        return FORMAT_NPY;
    if (npz_recognize(bytes))
        return FORMAT_NPZ;
    if (bytes_begin(bytes, "MATLAB ", 7) || mat73_recognize(bytes))
        return FORMAT_MAT;
    if (idx_recognize(bytes))
        return FORMAT_IDX;
    if (libsvm_recognize(bytes))
        return FORMAT_LIBSVM;
    size_t blanks = 0;
    while (blanks < bytes->size && strchr(" \t\r\n", bytes->data[blanks]) && bytes->data[blanks])
        blanks++;
    return blanks < bytes->size && bytes->data[blanks] == '{' ? FORMAT_JSON : FORMAT_CSV;
}

/* Every format but text. */
static parot_status parse_bytes(const struct filename *path, struct bytes *bytes,
                                struct rough_table *table, parot_error *err)
{
    switch (path->format ? path->format : table_format(bytes)) {
    case FORMAT_NPY:
        return read_npy(path->label, bytes, table, err);
    case FORMAT_NPZ:
        return read_npz(path, bytes, table, err);
    case FORMAT_LIBSVM:
        return libsvm_read(path->label, bytes, &table->table, err);
    case FORMAT_IDX:
        return idx_read(path->label, bytes, &table->table, err);
    case FORMAT_MAT:
        return mat73_recognize(bytes) ? mat73_read(path->label, path->member, bytes, table, err)
                                      : mat5_read(path->label, path->member, bytes, table, err);
    default:
        break;
    }
    return fail(err, PAROT_EFORMAT,
                "%s: is JSON, which holds results; a table is .csv, .tsv, "
                ".npy or .npz",
                path->label);
}

/* ---- Reading ------------------------------------------------------------ */

static int is_text(const struct filename *path, const struct bytes *head)
{
    enum format format = path->format ? path->format : table_format(head);
    return format == FORMAT_CSV || format == FORMAT_TSV;
}

static parot_status parse_checked(const struct filename *path, struct bytes *bytes,
                                  parot_table *table, parot_error *err)
{
    struct rough_table read = {0};
    parot_status status = parse_bytes(path, bytes, &read, err);
    if (status == PAROT_OK)
        status = check_values(path->label, &read.table, err);
    if (status == PAROT_OK)
        status = rounding_refuse(&read.rounding, path->label, err);
    rounding_free(&read.rounding);
    if (status == PAROT_OK)
        *table = read.table;
    else
        parot_table_free(&read.table);
    return status;
}

/* Numbers that mean missing, in a table that came without text. */
static void mark_missing(parot_table *table, const parot_reading *reading)
{
    int64_t count = table->rows * table->cols;
    for (int64_t m = 0; reading && m < reading->missing_count; m++) {
        double missing = 0;
        if (number_parse(reading->missing[m], &missing) != NUMBER_FINE)
            continue;
        for (int64_t k = 0; k < count; k++)
            if (table->data[k] == missing)
                table->data[k] = NAN;
    }
}

static parot_status parse_frame(const struct filename *path, struct bytes *bytes,
                                const parot_reading *reading, parot_frame *frame, parot_error *err)
{
    struct rough_table read = {0};
    parot_status status = parse_bytes(path, bytes, &read, err);
    if (status == PAROT_OK) {
        mark_missing(&read.table, reading);
        status = frame_of_table(path->label, &read.table, frame, err);
    }
    if (status == PAROT_OK)
        rounding_tell(&read.rounding, frame);
    rounding_free(&read.rounding);
    parot_table_free(&read.table);
    return status;
}

/* One of both, by what is not NULL. */
struct wanted {
    parot_table *table;
    parot_frame *frame;
    struct csv_request request;
};

static parot_status read_text(struct stream *stream, const struct wanted *wanted, parot_error *err)
{
    return wanted->table ? csv_read(stream, wanted->table, err)
                         : csv_read_frame(stream, &wanted->request, wanted->frame, err);
}

static parot_status parse_wanted(const struct filename *path, struct bytes *bytes,
                                 const struct wanted *wanted, parot_error *err)
{
    return wanted->table ? parse_checked(path, bytes, wanted->table, err)
                         : parse_frame(path, bytes, wanted->request.reading, wanted->frame, err);
}

/* From bytes in memory. */
static parot_status parse_any(const struct filename *path, struct bytes *bytes,
                              const struct wanted *wanted, parot_error *err)
{
    struct stream stream;
    TRY(gzip_unpack(path->label, bytes, err));
    TRY(foreign_refuse(path->label, bytes, err));
    if (!is_text(path, bytes))
        return parse_wanted(path, bytes, wanted, err);
    parot_status status = stream_open_bytes(&stream, path->label, bytes, err);
    if (status == PAROT_OK)
        status = read_text(&stream, wanted, err);
    stream_close(&stream);
    return status;
}

/* Text is read in pieces, all else as a whole. */
static parot_status read_any(struct stream *stream, const struct filename *path,
                             struct bytes *bytes, const struct wanted *wanted, parot_error *err)
{
    const struct bytes *head = NULL;
    TRY(stream_open(stream, path, err));
    TRY(stream_peek(stream, &head, err));
    TRY(foreign_refuse(path->label, head, err));
    if (is_text(path, head))
        return read_text(stream, wanted, err);
    TRY(stream_read_all(stream, bytes, err));
    return parse_wanted(path, bytes, wanted, err);
}

/* Which file was too large; what is packed need not look it. */
static parot_status refuse_size(const char *label, parot_error *err)
{
    parot_error reason = err ? *err : (parot_error){""};
    return fail(err, PAROT_ENOMEM, "%s: %s", label, reason.message);
}

static parot_status open_and_read(const char *path, const struct wanted *wanted, parot_error *err)
{
    struct filename parsed;
    struct stream stream = {.file = -1};
    struct bytes bytes = {0};
    TRY(filename_parse(path, "standard input", &parsed, err));
    parot_status status = read_any(&stream, &parsed, &bytes, wanted, err);
    if (status == PAROT_ENOMEM)
        status = refuse_size(parsed.label, err);
    stream_close(&stream);
    bytes_free(&bytes);
    return status;
}

parot_status table_parse(const struct filename *path, struct bytes *bytes, parot_table *table,
                         parot_error *err)
{
    const struct wanted wanted = {.table = table};
    return parse_any(path, bytes, &wanted, err);
}

parot_status frame_parse(const struct filename *path, struct bytes *bytes, parot_frame *frame,
                         parot_error *err)
{
    const struct wanted wanted = {.frame = frame};
    return parse_any(path, bytes, &wanted, err);
}

parot_status parot_table_read(const char *path, parot_table *table, parot_error *err)
{
    const struct wanted wanted = {.table = table};
    if (!table)
        return fail(err, PAROT_EINVAL, "table: must not be NULL");
    return open_and_read(path, &wanted, err);
}

parot_status parot_frame_read_as(const char *path, const parot_reading *reading, parot_frame *frame,
                                 parot_error *err)
{
    static const parot_reading usual = {0};
    const struct wanted wanted = {.frame = frame, .request = {0, reading ? reading : &usual}};
    if (!frame)
        return fail(err, PAROT_EINVAL, "frame: must not be NULL");
    if (reading)
        TRY(CHECK_RESERVED(reading, err));
    if (reading && (reading->verbatim_count < 0 || (reading->verbatim_count && !reading->verbatim)))
        return fail(err, PAROT_EINVAL, "verbatim: must have %lld names",
                    (long long)reading->verbatim_count);
    if (reading && (reading->missing_count < 0 || (reading->missing_count && !reading->missing)))
        return fail(err, PAROT_EINVAL, "missing: must have %lld texts",
                    (long long)reading->missing_count);
    if (reading && reading->decimal && reading->decimal != '.' && reading->decimal != ',')
        return fail(err, PAROT_EINVAL, "decimal: must be a point or a comma, got '%c'",
                    reading->decimal);
    return open_and_read(path, &wanted, err);
}

parot_status parot_frame_read(const char *path, const char *const *verbatim, int64_t verbatim_count,
                              parot_frame *frame, parot_error *err)
{
    const parot_reading reading = {.verbatim = verbatim, .verbatim_count = verbatim_count};
    return parot_frame_read_as(path, &reading, frame, err);
}
