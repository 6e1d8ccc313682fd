/* result_npz.c - a table lists the arrays with their types and sizes; writing and reading both go
 * through it. */
#include "io/results/result_npz.h"

#include <math.h>
#include <stdio.h>

#include "io/binary/npy.h"
#include "io/binary/npz.h"
#include "io/bytes/excerpt.h"
#include "io/results/result_parts.h"

enum key {
    PLAN_ROW,
    PLAN_COL,
    PLAN_MASS,
    U,
    V,
    LAMBDA,
    SHAPE,
    MASS,
    OBJECTIVE,
    BOUND,
    STATUS,
    STATIONARITY,
    KEYS
};

/* Dimensions and, when there is only one possibility, the number of elements. */
static const struct {
    const char *name, *file;
    int dims;
    int64_t count; /* -1: any */
    int is_optional;
} DEFINITION[KEYS] = {
    [PLAN_ROW] = {"plan_row", "plan_row.npy", 1, -1, 0},
    [PLAN_COL] = {"plan_col", "plan_col.npy", 1, -1, 0},
    [PLAN_MASS] = {"plan_mass", "plan_mass.npy", 1, -1, 0},
    [U] = {"u", "u.npy", 1, -1, 0},
    [V] = {"v", "v.npy", 1, -1, 0},
    [LAMBDA] = {"lambda", "lambda.npy", 0, 1, 0},
    [SHAPE] = {"shape", "shape.npy", 1, 2, 0},
    [MASS] = {"mass", "mass.npy", 0, 1, 0},
    [OBJECTIVE] = {"objective", "objective.npy", 0, 1, 1},
    [BOUND] = {"bound", "bound.npy", 0, 1, 1},
    [STATUS] = {"status", "status.npy", 0, 1, 1},
    [STATIONARITY] = {"stationarity", "stationarity.npy", 0, 1, 1},
};

/* The last array is there if the result is one of Gromov-Wasserstein. */
static parot_status append_arrays(struct npz_member members[KEYS], const parot_result *result,
                                  const double *stationarity, parot_error *err)
{
    const parot_plan *plan = &result->plan;
    const int64_t shape[2] = {plan->rows, plan->cols};
    const int32_t status = (int32_t)result->status;
    const struct npy_array arrays[KEYS] = {
        [PLAN_ROW] = {ELEMENT_SIGNED, 4, 1, plan->count, 1, plan->row},
        [PLAN_COL] = {ELEMENT_SIGNED, 4, 1, plan->count, 1, plan->col},
        [PLAN_MASS] = {ELEMENT_FLOAT, 8, 1, plan->count, 1, plan->mass},
        [U] = {ELEMENT_FLOAT, 8, 1, plan->rows, 1, result->dual.u},
        [V] = {ELEMENT_FLOAT, 8, 1, plan->cols, 1, result->dual.v},
        [LAMBDA] = {ELEMENT_FLOAT, 8, 0, 1, 1, &result->dual.lambda},
        [SHAPE] = {ELEMENT_SIGNED, 8, 1, 2, 1, shape},
        [MASS] = {ELEMENT_FLOAT, 8, 0, 1, 1, &result->mass},
        [OBJECTIVE] = {ELEMENT_FLOAT, 8, 0, 1, 1, &result->objective},
        [BOUND] = {ELEMENT_FLOAT, 8, 0, 1, 1, &result->bound},
        [STATUS] = {ELEMENT_SIGNED, 4, 0, 1, 1, &status},
        [STATIONARITY] = {ELEMENT_FLOAT, 8, 0, 1, 1, stationarity},
    };
    for (int k = 0; k < (stationarity ? KEYS : STATIONARITY); k++) {
        members[k].name = DEFINITION[k].file;
        TRY(npy_append(&members[k].array, &arrays[k], err));
    }
    return PAROT_OK;
}

parot_status result_npz_append(struct bytes *out, const parot_result *result,
                               const double *stationarity, parot_error *err)
{
    struct npz_member members[KEYS] = {0};
    parot_status status = append_arrays(members, result, stationarity, err);
    if (status == PAROT_OK)
        status = npz_pack(members, stationarity ? KEYS : STATIONARITY, out, err);
    for (int k = 0; k < KEYS; k++)
        bytes_free(&members[k].array);
    return status;
}

/* An array of the archive, unpacked; `file` is empty when it is optional and not there. */
struct entry {
    struct bytes file;
    struct npy array;
};

static parot_status read_entry(const struct npz *npz, enum key key, struct entry *entry,
                               parot_error *err)
{
    int64_t position = 0;
    char label[LABEL + EXCERPT];
    if (DEFINITION[key].is_optional && !npz_has(npz, DEFINITION[key].name))
        return PAROT_OK;
    TRY(npz_find(npz, DEFINITION[key].name, &position, err));
    TRY(npz_extract(npz, position, &entry->file, err));
    snprintf(label, sizeof label, "%s:%s", npz->label, DEFINITION[key].name);
    TRY(npy_parse(label, entry->file.data, entry->file.size, &entry->array, err));
    const struct npy *array = &entry->array;
    if (array->dims != DEFINITION[key].dims ||
        (DEFINITION[key].count >= 0 && array->count != DEFINITION[key].count))
        return fail(err, PAROT_EFORMAT, "%s: must be %s, is a %lld x %lld array", label,
                    DEFINITION[key].dims == 0    ? "one number"
                    : DEFINITION[key].count == 2 ? "two numbers"
                                                 : "a list of numbers",
                    (long long)array->rows, (long long)array->cols);
    return PAROT_OK;
}

static double value_at(const void *array, int64_t k)
{
    return npy_value(array, k);
}

static struct series series_of(const struct entry *entry)
{
    return (struct series){entry->array.count, value_at, &entry->array};
}

static double number_of(const struct entry *entry)
{
    return entry->file.data ? npy_value(&entry->array, 0) : NAN;
}

static parot_status read_status(const char *label, const struct entry *entry, parot_status *status,
                                parot_error *err)
{
    double number = entry->file.data ? number_of(entry) : PAROT_OK;
    if (!(number >= PAROT_OK && number <= PAROT_UNPROVED && number == floor(number)))
        return fail(err, PAROT_EFORMAT, "%s:status: must be a whole number from %d to %d, got %g",
                    label, PAROT_OK, PAROT_UNPROVED, number);
    *status = (parot_status)(int)number;
    return PAROT_OK;
}

static parot_status read_entries(const struct npz *npz, struct entry entries[KEYS],
                                 struct result_target target, parot_error *err)
{
    for (int k = 0; k < KEYS; k++)
        TRY(read_entry(npz, (enum key)k, &entries[k], err));
    struct parts parts = {
        .rows = npy_value(&entries[SHAPE].array, 0),
        .cols = npy_value(&entries[SHAPE].array, 1),
        .row = series_of(&entries[PLAN_ROW]),
        .col = series_of(&entries[PLAN_COL]),
        .mass = series_of(&entries[PLAN_MASS]),
        .u = series_of(&entries[U]),
        .v = series_of(&entries[V]),
        .lambda = number_of(&entries[LAMBDA]),
        .total = number_of(&entries[MASS]),
        .objective = number_of(&entries[OBJECTIVE]),
        .bound = number_of(&entries[BOUND]),
    };
    TRY(read_status(npz->label, &entries[STATUS], &parts.status, err));
    if (target.gromov)
        target.gromov->stationarity = number_of(&entries[STATIONARITY]);
    return parts_assemble(npz->label, &parts, target.result, err);
}

parot_status result_npz_read(const char *label, const struct bytes *bytes,
                             struct result_target target, parot_error *err)
{
    struct npz npz = {0};
    struct entry entries[KEYS] = {0};
    parot_status status = npz_open(label, bytes, &npz, err);
    if (status == PAROT_OK)
        status = read_entries(&npz, entries, target, err);
    npz_close(&npz);
    for (int k = 0; k < KEYS; k++)
        bytes_free(&entries[k].file);
    return status;
}
