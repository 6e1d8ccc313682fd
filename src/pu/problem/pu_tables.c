/* pu_tables.c - every number is looked at once; later code relies on finite numbers of at most
 * 1e300. */
#include "pu/problem/pu_tables.h"

#include <limits.h>
#include <math.h>

#include "base/arena.h"

/* Differences of two numbers, and sums of many, must stay in the range of double. */
static const double LARGEST = 1e300;

static parot_status check_number(const char *name, double x, int64_t row, int64_t column,
                                 parot_error *err)
{
    if (!isfinite(x))
        return fail_argument(err, PAROT_EINVAL, name, "must be finite, got %g at (%lld,%lld)", x,
                             (long long)row, (long long)column);
    if (fabs(x) > LARGEST)
        return fail_argument(err, PAROT_EINVAL, name,
                             "must be at most %g in size, got %g at (%lld,%lld)", LARGEST, x,
                             (long long)row, (long long)column);
    return PAROT_OK;
}

/* Numbers between two questions: some milliseconds. */
static const int64_t PIECE = 4000000;

static parot_status check_numbers(const char *name, parot_matrix table, struct control *control,
                                  parot_error *err)
{
    const int64_t step = 1 + PIECE / table.cols;
    for (int64_t i = 0; i < table.rows; i++) {
        if (control && i > 0 && i % step == 0)
            TRY(control_go_on(control, "tables", i, table.rows, err));
        for (int64_t c = 0; c < table.cols; c++)
            TRY(check_number(name, table.data[i * table.stride + c], i, c, err));
    }
    return PAROT_OK;
}

parot_status check_table(const char *name, parot_matrix table, struct control *control,
                         parot_error *err)
{
    int64_t size = 0;
    if (!table.data)
        return fail_argument(err, PAROT_EINVAL, name, "data is NULL");
    if (table.rows < 1 || table.cols < 1)
        return fail_argument(err, PAROT_EINVAL, name,
                             "must have a row and a column, got %lld x %lld", (long long)table.rows,
                             (long long)table.cols);
    if (table.rows > INT_MAX / 4 || table.cols > INT_MAX / 4)
        return fail_argument(err, PAROT_EINVAL, name,
                             "%lld x %lld has more than %d rows or columns", (long long)table.rows,
                             (long long)table.cols, INT_MAX / 4);
    if (table.stride < table.cols || !multiply_sizes(table.rows, table.stride, &size))
        return fail_argument(err, PAROT_EINVAL, name,
                             "stride %lld does not hold %lld x %lld numbers",
                             (long long)table.stride, (long long)table.rows, (long long)table.cols);
    return check_numbers(name, table, control, err);
}

parot_status check_tables(const char *a_name, parot_matrix a, const char *b_name, parot_matrix b,
                          struct control *control, parot_error *err)
{
    TRY(check_table(a_name, a, control, err));
    TRY(check_table(b_name, b, control, err));
    if (a.cols != b.cols)
        return fail(err, PAROT_ESHAPE, "%s has %lld columns, %s has %lld", a_name,
                    (long long)a.cols, b_name, (long long)b.cols);
    return PAROT_OK;
}
