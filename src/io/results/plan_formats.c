/* plan_formats.c - which arrays of an archive, or lists of a document, are the plan. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/binary/npy.h"
#include "io/binary/npz.h"
#include "io/bytes/excerpt.h"
#include "io/results/json_values.h"
#include "io/results/plan_file.h"

/* ---- Arrays ------------------------------------------------------------- */

static parot_status copy_matrix(const struct npy *array, struct bytes *values, parot_error *err)
{
    TRY(bytes_reserve(values, (size_t)array->count * sizeof(double), err));
    for (int64_t k = 0; k < array->count; k++)
        ((double *)(void *)values->data)[k] = npy_value(array, k);
    return PAROT_OK;
}

parot_status plan_npy_read(const char *label, const char *data, size_t size,
                           const parot_plan_request *request, struct plan_entries *entries,
                           parot_error *err)
{
    struct npy array = {0};
    struct bytes values = {0};
    TRY(npy_parse(label, data, size, &array, err));
    parot_status status = copy_matrix(&array, &values, err);
    parot_matrix table = {(const double *)(const void *)values.data, array.rows, array.cols,
                          array.cols};
    if (status == PAROT_OK)
        status = plan_table(label, table, request, entries, err);
    bytes_free(&values);
    return status;
}

/* ---- Archives ----------------------------------------------------------- */

/* An array of the archive, unpacked. */
struct entry {
    struct bytes file;
    struct npy array;
};

static double value_at(const void *array, int64_t k)
{
    return npy_value(array, k);
}

static parot_status read_entry(const struct npz *npz, const char *name, struct entry *entry,
                               parot_error *err)
{
    int64_t position = 0;
    char label[LABEL + EXCERPT];
    TRY(npz_find(npz, name, &position, err));
    TRY(npz_extract(npz, position, &entry->file, err));
    snprintf(label, sizeof label, "%s:%s", npz->label, name);
    TRY(npy_parse(label, entry->file.data, entry->file.size, &entry->array, err));
    if (entry->array.dims == 1)
        return PAROT_OK;
    return fail(err, PAROT_EFORMAT, "%s: must be a list of numbers, is a %lld x %lld array", label,
                (long long)entry->array.rows, (long long)entry->array.cols);
}

/* Whether a compressed matrix is stored column by column: what its "format" says. */
static int is_by_column(const struct npz *npz)
{
    struct bytes file = {0};
    int64_t position = 0;
    int is_found = npz_has(npz, "format") && npz_find(npz, "format", &position, NULL) == PAROT_OK &&
                   npz_extract(npz, position, &file, NULL) == PAROT_OK &&
                   memmem(file.data, file.size, "csc", 3) != NULL;
    bytes_free(&file);
    return is_found;
}

/* lists: indptr, indices and data. */
static parot_status expand(const char *label, const struct entry lists[3], int by_column,
                           const parot_plan_request *request, struct plan_entries *entries,
                           parot_error *err)
{
    const struct npy *first = &lists[0].array, *index = &lists[1].array, *data = &lists[2].array;
    int64_t lines = by_column ? request->cols : request->rows, k = 0;
    if (first->count != lines + 1 || npy_value(first, lines) != (double)data->count ||
        index->count != data->count)
        return fail(err, PAROT_EFORMAT,
                    "%s: indptr, indices and data are not those of a matrix of %lld x %lld", label,
                    (long long)request->rows, (long long)request->cols);
    TRY(plan_entries_open(entries, data->count, err));
    for (int64_t line = 0; line < lines; line++)
        for (; k < data->count && (double)k < npy_value(first, line + 1); k++) {
            double other = npy_value(index, k) + request->base;
            double own = (double)(line + request->base);
            entries->row[k] = by_column ? other : own;
            entries->col[k] = by_column ? own : other;
            entries->mass[k] = npy_value(data, k);
        }
    return PAROT_OK;
}

static parot_status read_lists(const struct npz *npz, const char *const names[3],
                               const parot_plan_request *request, struct plan_entries *entries,
                               parot_error *err)
{
    struct entry lists[3] = {0};
    struct series series[3];
    parot_status status = PAROT_OK;
    for (int k = 0; k < 3 && status == PAROT_OK; k++) {
        status = read_entry(npz, names[k], &lists[k], err);
        series[k] = (struct series){lists[k].array.count, value_at, &lists[k].array};
    }
    if (status == PAROT_OK && strcmp(names[0], "indptr") == 0)
        status = expand(npz->label, lists, is_by_column(npz), request, entries, err);
    else if (status == PAROT_OK)
        status = plan_entries_of_lists(npz->label, series, entries, err);
    for (int k = 0; k < 3; k++)
        bytes_free(&lists[k].file);
    return status;
}

static parot_status read_array(const struct npz *npz, const char *member,
                               const parot_plan_request *request, struct plan_entries *entries,
                               parot_error *err)
{
    struct bytes file = {0};
    int64_t position = 0;
    TRY(npz_find(npz, member, &position, err));
    parot_status status = npz_extract(npz, position, &file, err);
    if (status == PAROT_OK)
        status = plan_npy_read(npz->label, file.data, file.size, request, entries, err);
    bytes_free(&file);
    return status;
}

static parot_status read_archive(const struct npz *npz, const char *member,
                                 const parot_plan_request *request, struct plan_entries *entries,
                                 parot_error *err)
{
    static const char *const forms[][3] = {{"plan_row", "plan_col", "plan_mass"},
                                           {"row", "col", "mass"},
                                           {"row", "col", "data"},
                                           {"indptr", "indices", "data"}};
    for (size_t k = 0; !member && k < sizeof forms / sizeof *forms; k++)
        if (npz_has(npz, forms[k][0]) && npz_has(npz, forms[k][2]))
            return read_lists(npz, forms[k], request, entries, err);
    return read_array(npz, member, request, entries, err);
}

parot_status plan_npz_read(const char *label, const char *member, const struct bytes *bytes,
                           const parot_plan_request *request, struct plan_entries *entries,
                           parot_error *err)
{
    struct npz npz = {0};
    parot_status status = npz_open(label, bytes, &npz, err);
    if (status == PAROT_OK)
        status = read_archive(&npz, member, request, entries, err);
    npz_close(&npz);
    return status;
}

int plan_npz_has_prices(const char *label, const struct bytes *bytes)
{
    struct npz npz = {0};
    int has_prices = npz_open(label, bytes, &npz, NULL) == PAROT_OK &&
                     (npz_has(&npz, "u") || npz_has(&npz, "v"));
    npz_close(&npz);
    return has_prices;
}

/* ---- Documents ---------------------------------------------------------- */

static double number_in(const json_t *entry, size_t k)
{
    const json_t *value = json_array_get(entry, k);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static parot_status read_triples(const char *label, const json_t *root,
                                 struct plan_entries *entries, parot_error *err)
{
    int64_t count = (int64_t)json_array_size(root);
    TRY(plan_entries_open(entries, count, err));
    for (int64_t k = 0; k < count; k++) {
        const json_t *entry = json_array_get(root, (size_t)k);
        if (json_array_size(entry) != 3)
            return fail(err, PAROT_EFORMAT, "%s: entry %lld must be [row, col, mass]", label,
                        (long long)k);
        entries->row[k] = number_in(entry, 0);
        entries->col[k] = number_in(entry, 1);
        entries->mass[k] = number_in(entry, 2);
    }
    return PAROT_OK;
}

static parot_status read_document(const char *label, const json_t *root,
                                  struct plan_entries *entries, parot_error *err)
{
    const json_t *plan = json_object_get(root, "plan") ? json_object_get(root, "plan") : root;
    if (json_is_array(plan))
        return read_triples(label, plan, entries, err);
    const struct series lists[3] = {json_series(plan, "row"), json_series(plan, "col"),
                                    json_series(plan, "mass")};
    if (lists[0].count < 0)
        return fail(err, PAROT_EFORMAT,
                    "%s: has no plan: {\"row\": [...], \"col\": [...], \"mass\": [...]}, or a list "
                    "of [row, col, mass]",
                    label);
    return plan_entries_of_lists(label, lists, entries, err);
}

parot_status plan_json_read(const char *label, const struct bytes *bytes,
                            struct plan_entries *entries, parot_error *err)
{
    json_t *root = NULL;
    TRY(json_parse(label, bytes, &root, err));
    parot_status status = read_document(label, root, entries, err);
    json_decref(root);
    return status;
}

int plan_json_has_prices(const char *label, const struct bytes *bytes)
{
    json_t *root = NULL;
    if (json_parse(label, bytes, &root, NULL) != PAROT_OK)
        return 0;
    int has_prices = json_object_get(root, "u") || json_object_get(root, "v");
    json_decref(root);
    return has_prices;
}
