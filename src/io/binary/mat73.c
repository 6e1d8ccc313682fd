/* mat73.c - MATLAB files of version 7.3 are HDF5, which matio reads.
 *
 * matio and HDF5 read files by name; so the bytes, which may come from standard input or out of
 * gzip, are written to a temporary file.
 */
#include "io/binary/mat73.h"

#include <string.h>

enum { SIGNATURE_AT = 512 }; /* HDF5's, behind MATLAB's header */

int mat73_recognize(const struct bytes *bytes)
{
    static const char signature[] = "\x89HDF\r\n\x1a\n";
    size_t size = sizeof signature - 1;
    return bytes->size >= SIGNATURE_AT + size &&
           memcmp(bytes->data + SIGNATURE_AT, signature, size) == 0;
}

#ifdef PAROT_HAVE_HDF5

#include <errno.h>
#include <hdf5.h>
#include <limits.h>
#include <matio.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "io/binary/mat_search.h"
#include "io/bytes/bytes.h"

enum { MOST_VARIABLES = 1000 }; /* looked at: a damaged file must not keep us forever */

/* ---- Which variable ----------------------------------------------------- */

static struct mat_info describe(const matvar_t *variable)
{
    int is_flat = variable->rank == 2 && variable->dims && !variable->isComplex;
    struct mat_info info = {.name = variable->name ? variable->name : ""};
    info.is_sparse = variable->class_type == MAT_C_SPARSE;
    if (!is_flat || variable->dims[0] > INT32_MAX || variable->dims[1] > INT32_MAX)
        return info;
    info.is_numeric = variable->class_type >= MAT_C_DOUBLE && variable->class_type <= MAT_C_UINT64;
    info.rows = (int64_t)variable->dims[0];
    info.cols = (int64_t)variable->dims[1];
    return info;
}

/* The variable that was found, or NULL. */
static matvar_t *search_file(struct mat_search *search, mat_t *file)
{
    matvar_t *found = NULL;
    for (int k = 0; k < MOST_VARIABLES; k++) {
        matvar_t *variable = Mat_VarReadNextInfo(file);
        if (!variable)
            break;
        struct mat_info info = describe(variable);
        mat_search_see(search, &info);
        if (!found && search->found >= 0)
            found = variable;
        else
            Mat_VarFree(variable);
    }
    return found;
}

/* ---- Its numbers -------------------------------------------------------- */

static double element(const matvar_t *variable, int64_t k)
{
    const void *data = variable->data;
    switch (variable->class_type) {
    case MAT_C_SINGLE:
        return ((const float *)data)[k];
    case MAT_C_INT8:
        return ((const int8_t *)data)[k];
    case MAT_C_UINT8:
        return ((const uint8_t *)data)[k];
    case MAT_C_INT16:
        return ((const int16_t *)data)[k];
    case MAT_C_UINT16:
        return ((const uint16_t *)data)[k];
    case MAT_C_INT32:
        return ((const int32_t *)data)[k];
    case MAT_C_UINT32:
        return ((const uint32_t *)data)[k];
    case MAT_C_INT64:
        return (double)((const int64_t *)data)[k];
    case MAT_C_UINT64:
        return (double)((const uint64_t *)data)[k];
    default:
        return ((const double *)data)[k];
    }
}

static int is_rounded(const matvar_t *variable, int64_t k)
{
    if (variable->class_type == MAT_C_UINT64)
        return rounding_is_due(((const uint64_t *)variable->data)[k]);
    if (variable->class_type != MAT_C_INT64)
        return 0;
    uint64_t bits = ((const uint64_t *)variable->data)[k];
    return rounding_is_due(bits >> 63 ? ~bits + 1 : bits);
}

/* MATLAB stores column by column. */
static parot_status copy(const matvar_t *variable, struct rough_table *table, parot_error *err)
{
    struct bytes block = {0};
    int64_t rows = (int64_t)variable->dims[0], cols = (int64_t)variable->dims[1];
    TRY(bytes_reserve(&block, (size_t)(rows * cols) * sizeof(double), err));
    parot_table *to = &table->table;
    *to = (parot_table){.rows = rows, .cols = cols, .owner = block.data};
    to->data = to->owner;
    for (int64_t j = 0; j < cols; j++)
        for (int64_t i = 0; i < rows; i++) {
            to->data[i * cols + j] = element(variable, j * rows + i);
            if (is_rounded(variable, j * rows + i))
                TRY(rounding_note(&table->rounding, i, j, cols, err));
        }
    return PAROT_OK;
}

static parot_status read_variable(const char *label, mat_t *file, matvar_t *variable,
                                  struct rough_table *table, parot_error *err)
{
    size_t count = variable->dims[0] * variable->dims[1];
    TRY(room_check(0, 2 * count * sizeof(double), err)); /* matio's, and ours */
    if (Mat_VarReadDataAll(file, variable) != 0 || !variable->data ||
        variable->nbytes < count * Mat_SizeOfClass(variable->class_type))
        return fail(err, PAROT_EFORMAT, "%s: '%.32s' cannot be read; the file is damaged", label,
                    variable->name ? variable->name : "");
    return copy(variable, table, err);
}

/* ---- The file ----------------------------------------------------------- */

static parot_status read_opened(const char *label, const char *name, mat_t *file, size_t size,
                                struct rough_table *table, parot_error *err)
{
    struct mat_search search;
    mat_search_begin(&search, label, name);
    matvar_t *variable = search_file(&search, file);
    parot_status status = mat_search_judge(&search, size, err);
    if (status == PAROT_OK)
        status = read_variable(label, file, variable, table, err);
    Mat_VarFree(variable);
    mat_search_free(&search);
    return status;
}

/* Works on a file of its own, whose name is given up as soon as matio has it open. */
static parot_status read_file(const char *label, const char *name, const char *path, size_t size,
                              struct rough_table *table, parot_error *err)
{
    mat_t *file = Mat_Open(path, MAT_ACC_RDONLY);
    unlink(path);
    if (file && Mat_GetVersion(file) != MAT_FT_MAT73) {
        Mat_Close(file);
        file = NULL;
    }
    if (!file)
        return fail(err, PAROT_EFORMAT, "%s: is damaged, or not a MATLAB file; save it with -v7",
                    label);
    parot_status status = read_opened(label, name, file, size, table, err);
    Mat_Close(file);
    return status;
}

/* HDF5 prints what goes wrong, unless it is asked not to. */
static parot_status read_quietly(const char *label, const char *name, const char *path, size_t size,
                                 struct rough_table *table, parot_error *err)
{
    H5E_auto2_t report = NULL;
    void *user = NULL;
    H5Eget_auto2(H5E_DEFAULT, &report, &user);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    parot_status status = read_file(label, name, path, size, table, err);
    H5Eset_auto2(H5E_DEFAULT, report, user);
    return status;
}

static parot_status fail_temporary(const char *label, const char *path, parot_error *err)
{
    return fail(err, PAROT_EIO, "%s: cannot be unpacked to %s: %s; TMPDIR names another folder",
                label, path, strerror(errno));
}

static parot_status write_all(const char *label, const char *path, int descriptor,
                              const struct bytes *bytes, parot_error *err)
{
    for (size_t done = 0; done < bytes->size;) {
        ssize_t written = write(descriptor, bytes->data + done, bytes->size - done);
        if (written > 0)
            done += (size_t)written;
        else if (errno != EINTR)
            return fail_temporary(label, path, err);
    }
    return PAROT_OK;
}

parot_status mat73_read(const char *label, const char *name, struct bytes *bytes,
                        struct rough_table *table, parot_error *err)
{
    char path[PATH_MAX];
    const char *folder = getenv("TMPDIR");
    size_t size = bytes->size;
    snprintf(path, sizeof path, "%s/parot-XXXXXX", folder && *folder ? folder : "/tmp");
    int descriptor = mkstemp(path);
    if (descriptor < 0)
        return fail_temporary(label, path, err);
    parot_status status = write_all(label, path, descriptor, bytes, err);
    close(descriptor);
    bytes_free(bytes);
    if (status == PAROT_OK)
        status = read_quietly(label, name, path, size, table, err);
    else
        unlink(path);
    return status;
}

#else

parot_status mat73_read(const char *label, const char *name, struct bytes *bytes,
                        struct rough_table *table, parot_error *err)
{
    (void)name;
    (void)bytes;
    (void)table;
    return fail(err, PAROT_ENOTSUP,
                "%s: a MATLAB file of version 7.3, which this build does not read; save it with "
                "-v7, or build with -Dhdf5=enabled",
                label);
}

#endif
