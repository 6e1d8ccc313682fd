/* rounding.c - a double has 53 bits: a whole number of more bits is one only if the rest of them
 * are zeros. */
#include "io/binary/rounding.h"

#include <string.h>

struct of_column {
    int64_t count, row;
};

void rounding_free(struct rounding *rounding)
{
    bytes_free(&rounding->columns);
    *rounding = (struct rounding){0};
}

int rounding_is_due(uint64_t magnitude)
{
    while (magnitude >> 53 != 0 && (magnitude & 1) == 0)
        magnitude >>= 1;
    return magnitude >> 53 != 0;
}

static parot_status open_columns(struct rounding *rounding, int64_t cols, parot_error *err)
{
    size_t size = (size_t)cols * sizeof(struct of_column);
    if (rounding->columns.size > 0)
        return PAROT_OK;
    TRY(bytes_reserve(&rounding->columns, size, err));
    memset(rounding->columns.data, 0, size);
    rounding->columns.size = size;
    return PAROT_OK;
}

parot_status rounding_note(struct rounding *rounding, int64_t row, int64_t column, int64_t cols,
                           parot_error *err)
{
    TRY(open_columns(rounding, cols, err));
    struct of_column *of = (struct of_column *)(void *)rounding->columns.data + column;
    if (rounding->count++ == 0) {
        rounding->row = row;
        rounding->column = column;
    }
    if (of->count++ == 0 || row + 1 < of->row)
        of->row = row + 1;
    return PAROT_OK;
}

parot_status rounding_refuse(const struct rounding *rounding, const char *label, parot_error *err)
{
    if (rounding->count == 0)
        return PAROT_OK;
    return fail(err, PAROT_EFORMAT,
                "%s: row %lld, column %lld is a whole number above 2^53 that a double cannot hold "
                "exactly (%lld in all); save it as doubles, or divided by a power of 2",
                label, (long long)rounding->row + 1, (long long)rounding->column + 1,
                (long long)rounding->count);
}

void rounding_tell(const struct rounding *rounding, parot_frame *frame)
{
    const struct of_column *of = (const struct of_column *)(const void *)rounding->columns.data;
    for (int64_t k = 0; rounding->count > 0 && k < frame->cols; k++) {
        frame->columns[k].rounded = of[k].count;
        frame->columns[k].rounded_row = of[k].row;
    }
}
