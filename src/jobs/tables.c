/* tables.c - see tables.h. */
#include "jobs/tables.h"

#include <limits.h>
#include <math.h>

#include "base/arena.h"

parot_status check_table(const char *name, parot_matrix table, parot_error *err)
{
    int64_t size = 0;
    if (!table.data)
        return fail(err, PAROT_EINVAL, "%s: data is NULL", name);
    if (table.rows < 1 || table.cols < 1)
        return fail(err, PAROT_EINVAL, "%s: must have a row and a column, got %lld x %lld", name,
                    (long long)table.rows, (long long)table.cols);
    if (table.rows > INT_MAX / 4 || table.cols > INT_MAX / 4)
        return fail(err, PAROT_EINVAL, "%s: %lld x %lld is more than %d of a kind", name,
                    (long long)table.rows, (long long)table.cols, INT_MAX / 4);
    if (table.stride < table.cols || !multiply_sizes(table.rows, table.stride, &size))
        return fail(err, PAROT_EINVAL, "%s: stride %lld does not hold %lld x %lld numbers", name,
                    (long long)table.stride, (long long)table.rows, (long long)table.cols);
    for (int64_t i = 0; i < table.rows; i++)
        for (int64_t k = 0; k < table.cols; k++)
            if (!isfinite(table.data[i * table.stride + k]))
                return fail(err, PAROT_EINVAL, "%s: must be finite, got %g at (%lld,%lld)", name,
                            table.data[i * table.stride + k], (long long)i, (long long)k);
    return PAROT_OK;
}

parot_status check_tables(const char *a_name, parot_matrix a, const char *b_name, parot_matrix b,
                          parot_error *err)
{
    TRY(check_table(a_name, a, err));
    TRY(check_table(b_name, b, err));
    if (a.cols != b.cols)
        return fail(err, PAROT_ESHAPE, "%s has %lld columns, %s has %lld", a_name,
                    (long long)a.cols, b_name, (long long)b.cols);
    return PAROT_OK;
}
