/* libsvm_write.c - each row is its label and the cells that are not 0; -0 is written, since a
 * reader would fill in 0. */
#include <math.h>
#include <stdio.h>

#include "io/bytes/number.h"
#include "io/text/libsvm.h"

/* -0 is kept: it is not what a reader fills in. */
static int is_left_out(double value)
{
    return value == 0 && !signbit(value);
}

static parot_status append_row(const parot_table *table, int64_t row, int64_t label,
                               struct bytes *out, parot_error *err)
{
    char text[NUMBER_SIZE], pair[NUMBER_SIZE + 32];
    const double *values = table->data + row * table->cols;
    int64_t index = 0;
    TRY(bytes_append_text(out, number_print(values[label], text), err));
    for (int64_t k = 0; k < table->cols; k++) {
        if (k == label)
            continue;
        index++;
        int is_last_of_first = row == 0 && index == table->cols - 1;
        if (is_left_out(values[k]) && !is_last_of_first)
            continue;
        snprintf(pair, sizeof pair, " %lld:%s", (long long)index, number_print(values[k], text));
        TRY(bytes_append_text(out, pair, err));
    }
    return bytes_append(out, "\n", 1, err);
}

parot_status libsvm_append(const char *label, const parot_table *table, struct bytes *out,
                           parot_error *err)
{
    int64_t column = parot_table_column(table, "label");
    if (column < 0)
        return fail(err, PAROT_EINVAL,
                    "%s: LIBSVM needs a label in each row; call one of the columns 'label'", label);
    for (int64_t i = 0; i < table->rows; i++)
        TRY(append_row(table, i, column, out, err));
    return PAROT_OK;
}
