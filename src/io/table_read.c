/* table_read.c - parot_table_read: choose the format, let it read. See table.h. */
#include <math.h>
#include <string.h>

#include "io/csv_table.h"
#include "io/gzip.h"
#include "io/idx.h"
#include "io/input.h"
#include "io/libsvm.h"
#include "io/mat.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/table.h"

static parot_status check_values(const char *label, const parot_table *table, parot_error *err)
{
    for (int64_t i = 0; i < table->rows; i++)
        for (int64_t j = 0; j < table->cols; j++)
            if (isnan(table->data[i * table->cols + j]))
                return fail(err, PAROT_EFORMAT,
                            "%s: element [%lld, %lld] is nan, which is not allowed", label,
                            (long long)i, (long long)j);
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

static parot_status convert_values(const struct npy *array, struct bytes *bytes, parot_error *err)
{
    struct bytes converted = {0};
    TRY(bytes_reserve(&converted, (size_t)array->count * sizeof(double), err));
    double *data = (double *)(void *)converted.data;
    for (int64_t k = 0; k < array->count; k++)
        data[k] = npy_value(array, k);
    bytes_free(bytes);
    *bytes = bytes_move(&converted);
    return PAROT_OK;
}

static parot_status read_npy(const char *label, struct bytes *bytes, parot_table *table,
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
        TRY(convert_values(&array, bytes, err));
        read.data = (double *)(void *)bytes->data;
    }
    TRY(check_values(label, &read, err));
    read.owner = bytes_move(bytes).data;
    *table = read;
    return PAROT_OK;
}

static parot_status extract(const struct npz *npz, const char *name, struct bytes *array,
                            parot_error *err)
{
    int64_t position = 0;
    TRY(npz_find(npz, name, &position, err));
    return npz_extract(npz, position, array, err);
}

static parot_status read_npz(const struct path *path, const struct bytes *bytes, parot_table *table,
                             parot_error *err)
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

/* Keeps the table only if all its values may be. */
static parot_status hand_over(const char *label, parot_table *read, parot_table *table,
                              parot_error *err)
{
    parot_status status = check_values(label, read, err);
    if (status == PAROT_OK)
        *table = *read;
    else
        parot_table_free(read);
    return status;
}

static parot_status read_idx(const char *label, const struct bytes *bytes, parot_table *table,
                             parot_error *err)
{
    parot_table read = {0};
    TRY(idx_read(label, bytes, &read, err));
    return hand_over(label, &read, table, err);
}

static parot_status read_mat(const struct path *path, struct bytes *bytes, parot_table *table,
                             parot_error *err)
{
    parot_table read = {0};
    TRY(mat_read(path->label, path->member, bytes, &read, err));
    return hand_over(path->label, &read, table, err);
}

enum format table_format(const struct bytes *bytes)
{
    if (npy_recognize(bytes))
        return FORMAT_NPY;
    if (npz_recognize(bytes))
        return FORMAT_NPZ;
    if (mat_recognize(bytes))
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

parot_status table_parse(const struct path *path, struct bytes *bytes, parot_table *table,
                         parot_error *err)
{
    TRY(gzip_unpack(path->label, bytes, err));
    switch (path->format ? path->format : table_format(bytes)) {
    case FORMAT_NPY:
        return read_npy(path->label, bytes, table, err);
    case FORMAT_NPZ:
        return read_npz(path, bytes, table, err);
    case FORMAT_JSON:
        return fail(err, PAROT_EFORMAT,
                    "%s: is JSON, which holds results; a table is .csv, .tsv, "
                    ".npy or .npz",
                    path->label);
    case FORMAT_LIBSVM:
        return libsvm_read(path->label, bytes, table, err);
    case FORMAT_IDX:
        return read_idx(path->label, bytes, table, err);
    case FORMAT_MAT:
        return read_mat(path, bytes, table, err);
    case FORMAT_CSV:
    case FORMAT_TSV:
    case FORMAT_UNKNOWN:
        break;
    }
    return csv_read(path->label, bytes, table, err);
}

parot_status parot_table_read(const char *path, parot_table *table, parot_error *err)
{
    struct path parsed;
    struct bytes bytes = {0};
    if (!table)
        return fail(err, PAROT_EINVAL, "table: must not be NULL");
    TRY(path_parse(path, "standard input", &parsed, err));
    parot_status status = input_read(&parsed, &bytes, err);
    if (status == PAROT_OK)
        status = table_parse(&parsed, &bytes, table, err);
    bytes_free(&bytes);
    return status;
}
