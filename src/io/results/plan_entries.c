/* plan_entries.c - a matrix, three columns or three lists become entries. */
#include <math.h>
#include <stdlib.h>

#include "io/results/plan_file.h"

parot_status plan_entries_open(struct plan_entries *entries, int64_t count, parot_error *err)
{
    size_t size = 3 * (size_t)(count > 0 ? count : 1) * sizeof(double);
    TRY(room_check(0, size, err));
    entries->row = malloc(size);
    if (!entries->row)
        return fail_memory(err, size);
    entries->count = count;
    entries->col = entries->row + count;
    entries->mass = entries->col + count;
    return PAROT_OK;
}

void plan_entries_free(struct plan_entries *entries)
{
    free(entries->row);
    *entries = (struct plan_entries){0};
}

parot_status plan_entries_of_matrix(parot_matrix matrix, struct plan_entries *entries,
                                    parot_error *err)
{
    int64_t count = 0;
    for (int64_t i = 0; i < matrix.rows; i++)
        for (int64_t j = 0; j < matrix.cols; j++)
            count += matrix.data[i * matrix.stride + j] != 0; /* NAN is not */
    TRY(plan_entries_open(entries, count, err));
    entries->row_length = matrix.cols;
    count = 0;
    for (int64_t i = 0; i < matrix.rows; i++)
        for (int64_t j = 0; j < matrix.cols; j++)
            if (matrix.data[i * matrix.stride + j] != 0) {
                entries->row[count] = (double)i;
                entries->col[count] = (double)j;
                entries->mass[count++] = matrix.data[i * matrix.stride + j];
            }
    return PAROT_OK;
}

parot_status plan_entries_of_lists(const char *label, const struct series lists[3],
                                   struct plan_entries *entries, parot_error *err)
{
    if (lists[0].count < 0 || lists[1].count != lists[0].count || lists[2].count != lists[0].count)
        return fail(err, PAROT_EFORMAT,
                    "%s: row, col and mass must be lists of the same length, got %lld, %lld and "
                    "%lld numbers",
                    label, (long long)lists[0].count, (long long)lists[1].count,
                    (long long)lists[2].count);
    TRY(plan_entries_open(entries, lists[0].count, err));
    for (int64_t k = 0; k < entries->count; k++) {
        entries->row[k] = lists[0].at(lists[0].source, k);
        entries->col[k] = lists[1].at(lists[1].source, k);
        entries->mass[k] = lists[2].at(lists[2].source, k);
    }
    return PAROT_OK;
}

static parot_status take_columns(parot_matrix table, struct plan_entries *entries, parot_error *err)
{
    TRY(plan_entries_open(entries, table.rows, err));
    for (int64_t k = 0; k < table.rows; k++) {
        const double *at = table.data + k * table.stride;
        entries->row[k] = at[0];
        entries->col[k] = at[1];
        entries->mass[k] = at[2];
    }
    return PAROT_OK;
}

parot_status plan_table(const char *label, parot_matrix table, const parot_plan_request *request,
                        struct plan_entries *entries, parot_error *err)
{
    int is_matrix = table.rows == request->rows && table.cols == request->cols;
    if (is_matrix && table.cols == 3)
        return fail(
            err, PAROT_EFORMAT,
            "%s: %lld x 3 numbers may be the plan as a matrix or its entries; a table whose "
            "first line is row,col,mass leaves no doubt",
            label, (long long)table.rows);
    if (is_matrix)
        return plan_entries_of_matrix(table, entries, err);
    if (table.cols == 3)
        return take_columns(table, entries, err);
    return fail(
        err, PAROT_EFORMAT,
        "%s: is a table of %lld x %lld; a plan of this problem has the columns row, col and "
        "mass, or is a matrix of %lld x %lld",
        label, (long long)table.rows, (long long)table.cols, (long long)request->rows,
        (long long)request->cols);
}
